import { ensureChromium } from './lib/chromium.mjs'
import { ensureBuilt, ensureInstalled, requireNode } from './lib/prepare.mjs'
import { runTool } from './lib/run.mjs'

/** Takes the screenshots of docs/use/screens anew. */
requireNode()
await ensureInstalled()
await ensureBuilt()
const chromium = await ensureChromium()
process.exitCode = await runTool('playwright', ['test', '--project', 'screens'], {
  env: chromium === null ? {} : { CAIRN_CHROMIUM: chromium },
})
