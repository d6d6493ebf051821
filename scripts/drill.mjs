import { ensureBuilt, ensureInstalled, requireNode } from './lib/prepare.mjs'
import { runTool } from './lib/run.mjs'

/**
 * `npm run drill` runs all drills, `npm run drill -- stop roll` only what is named, `--short` a short form of each,
 * `--long` all of it, whatever it takes.
 */
requireNode()
await ensureInstalled()
await ensureBuilt()
process.exitCode = await runTool('tsx', ['scripts/drill/main.mjs', ...process.argv.slice(2)])
