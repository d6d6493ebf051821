import { existsSync } from 'node:fs'
import { run, runTool } from './run.mjs'

/** The headless shell first: it does the same with less work. */
const KNOWN_PLACES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]
const DEBIAN_PACKAGES = ['chromium-headless-shell', 'chromium']

/**
 * The path of a Chromium to test with, or null for Playwright's own. Installs one where there is none: Debian's package
 * for root on Debian, Playwright's download otherwise.
 */
export async function ensureChromium() {
  const found = findChromium()
  if (found !== null) return found
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    await installFromDebian()
    return findChromium()
  }
  await runTool('playwright', ['install', 'chromium'])
  return null
}

/** Older Debians have only the second package. */
async function installFromDebian() {
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  await run('apt-get', ['update', '-qq'], { env })
  for (const name of DEBIAN_PACKAGES) {
    const code = await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], {
      env,
      quiet: true,
    })
    if (code === 0) return
  }
}

function findChromium() {
  return process.env.CAIRN_CHROMIUM ?? KNOWN_PLACES.find((path) => existsSync(path)) ?? null
}
