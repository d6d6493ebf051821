/** Playwright's switches for a browser that asks nothing of the outside. */
const QUIET = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

const executablePath = process.env['CAIRN_CHROMIUM']
const asRoot = process.getuid?.() === 0

/** How journeys and screen tests start their browser: the one that `CAIRN_CHROMIUM` names, or Playwright's own. */
export const BROWSER_LAUNCH = {
  args: asRoot ? [...QUIET, '--no-sandbox'] : QUIET,
  ...(executablePath === undefined ? {} : { executablePath }),
}
