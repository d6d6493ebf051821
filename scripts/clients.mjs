import { ensureBuilt, ensureInstalled, requireNode } from './lib/prepare.mjs'
import { runTool } from './lib/run.mjs'

/** `npm run clients` runs programs of others against a Cairn of its own (bench/clients). */
requireNode()
await ensureInstalled()
await ensureBuilt()
process.exitCode = await runTool('tsx', ['bench/clients/main.ts', ...process.argv.slice(2)])
