import { ensureBuilt, ensureInstalled, requireNode } from './lib/prepare.mjs'
import { run } from './lib/run.mjs'

/**
 * `npm run release` packs what was built into `release/cairn-<version>-<platform>-<arch>.tar.gz`;
 * `npm run release -- path.tar.gz` into another file. It says how the commit is tagged, or tags it with `--tag`.
 */
requireNode()
await ensureInstalled()
await ensureBuilt()
const parameters = process.argv.slice(2)
const paths = parameters.filter((word) => word !== '--tag')
const code = await run(process.execPath, ['scripts/release/main.mjs', ...paths])
const tagging = ['scripts/release/tag.mjs', ...(paths.length < parameters.length ? ['--tag'] : [])]
process.exitCode = code === 0 ? await run(process.execPath, tagging) : code
