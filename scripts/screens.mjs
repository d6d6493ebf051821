import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureChromium } from './lib/chromium.mjs'
import { ensureBuilt, ensureInstalled, requireNode } from './lib/prepare.mjs'
import { ROOT, runTool } from './lib/run.mjs'

const FOLDER = join(ROOT, 'docs', 'use', 'screens')

/** Takes the screenshots of docs/use/screens again: those that e2e/support/pictures/pictures.ts lists, and no others. */
requireNode()
await ensureInstalled()
await ensureBuilt()
const chromium = await ensureChromium()
for (const name of readdirSync(FOLDER)) rmSync(join(FOLDER, name))
process.exitCode = await runTool('playwright', ['test', '--project=screens'], {
  env: chromium === null ? {} : { CAIRN_CHROMIUM: chromium },
})
