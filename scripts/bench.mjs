import { ensureChromium } from './lib/chromium.mjs'
import { ensureBuilt, ensureInstalled, requireNode } from './lib/prepare.mjs'
import { runTool } from './lib/run.mjs'

/**
 * `npm run bench` measures everything, `npm run bench -- start api` only what is named. With `--small` each part only runs
 * to its end.
 */
requireNode()
await ensureInstalled()
await ensureBuilt()
const chromium = await ensureChromium()
process.exitCode = await runTool('tsx', ['bench/main.ts', ...process.argv.slice(2)], {
  env: {
    ...(chromium !== null && { CAIRN_CHROMIUM: chromium }),
    ...(process.argv.includes('--small') && { BENCH_SMALL: 'true' }),
  },
})
