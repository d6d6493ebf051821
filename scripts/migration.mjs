import { ensureInstalled, requireNode } from './lib/prepare.mjs'
import { runTool } from './lib/run.mjs'

/** `npm run migration -- <name>` writes the migration of what changed in supabase/schemas. */
requireNode()
await ensureInstalled()
process.exitCode = await runTool('tsx', ['supabase/tools/write-migration.ts', ...process.argv.slice(2)])
