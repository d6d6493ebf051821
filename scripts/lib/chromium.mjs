import { existsSync } from 'node:fs'
import { run, runTool } from './run.mjs'

const KNOWN_PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/**
 * The path of a Chromium to test with, or null for Playwright's own. Installs one where there is none: Debian's package
 * for root on Debian, Playwright's download otherwise.
 */
export async function ensureChromium() {
  const found = findChromium()
  if (found !== null) return found
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const env = { DEBIAN_FRONTEND: 'noninteractive' }
    await run('apt-get', ['update', '-qq'], { env })
    await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], {
      env,
      quiet: true,
    })
    return findChromium()
  }
  await runTool('playwright', ['install', 'chromium'])
  return null
}

function findChromium() {
  return process.env.CAIRN_CHROMIUM ?? KNOWN_PLACES.find((path) => existsSync(path)) ?? null
}
