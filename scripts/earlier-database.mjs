import { ensurePostgres15 } from './lib/postgres15.mjs'
import { ensureBuilt, ensureInstalled, requireNode } from './lib/prepare.mjs'
import { runTool } from './lib/run.mjs'

/** `npm run earlier-database` keeps a database of the present version, for the tests of later ones to upgrade. */
requireNode()
await ensureInstalled()
await ensureBuilt()
const programs = await ensurePostgres15()
if (programs === null) {
  console.error(
    'This needs a Postgres 15. Install it, or set CAIRN_POSTGRES_15 to the folder of its programs.',
  )
  process.exit(1)
}
process.exitCode = await runTool('tsx', ['supabase/tests/upgrades/keep-database.ts', programs])
