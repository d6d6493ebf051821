/** In milliseconds: a page that is busy for longer fetches all the same. */
const AT_LATEST_MS = 1_000

let isAsked = false

/**
 * Fetches the files of all screens once the page is idle, so that no screen waits for its file, and none is missing when
 * the network goes. Call it when the first screen stands. Users who save data fetch each screen when they open it.
 */
export function fetchScreensWhenIdle(): void {
  if (isAsked) return
  isAsked = true
  whenIdle(fetchScreens)
}

/** Calls `load` once the page is idle, except for users who save data: what it loads is there before it is needed. */
export function whenIdle(load: () => void): void {
  if (savesData()) return
  if ('requestIdleCallback' in window) requestIdleCallback(load, { timeout: AT_LATEST_MS })
  else setTimeout(load, AT_LATEST_MS)
}

function fetchScreens(): void {
  const files = document.querySelector('meta[name="cairn-screens"]')?.getAttribute('content') ?? ''
  for (const href of files.split(' ').filter(Boolean)) {
    const link = Object.assign(document.createElement('link'), { rel: 'modulepreload', href })
    link.fetchPriority = 'low'
    document.head.append(link)
  }
}

/** Browsers that do not tell count as not saving. */
function savesData(): boolean {
  return matchMedia('(prefers-reduced-data: reduce)').matches || asksToSave(navigator)
}

function asksToSave(browser: object): boolean {
  const connection = 'connection' in browser ? browser.connection : null
  return (
    typeof connection === 'object' &&
    connection !== null &&
    'saveData' in connection &&
    connection.saveData === true
  )
}
