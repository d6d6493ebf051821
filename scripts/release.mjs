import { ensureBuilt, ensureInstalled, requireNode } from './lib/prepare.mjs'
import { run } from './lib/run.mjs'

/**
 * `npm run release` packs what was built into `release/cairn-<version>-<platform>-<arch>.tar.gz`;
 * `npm run release -- path.tar.gz` into another file.
 */
requireNode()
await ensureInstalled()
await ensureBuilt()
process.exitCode = await run(process.execPath, ['scripts/release/main.mjs', ...process.argv.slice(2)])
