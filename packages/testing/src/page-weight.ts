import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

const DIST = join(import.meta.dirname, '..', '..', '..', 'apps', 'web', 'dist')

/** The maximum number of requests of a cold dashboard. */
export const MOST_REQUESTS = 12

interface RequestingPage {
  on(event: 'request', listener: (request: { url(): string; method(): string }) => void): unknown
}

/** Collects the requests that a page makes from now on, as `GET https://…`, without those of the browser itself. */
export function requestsOf(page: RequestingPage): readonly string[] {
  const requests: string[] = []
  page.on('request', (request) => {
    if (isOfPage(request.url())) requests.push(`${request.method()} ${request.url()}`)
  })
  return requests
}

/**
 * Whether the page requests it, and not the browser by itself: some versions report the icon that they fetch, some do
 * not.
 */
function isOfPage(url: string): boolean {
  return new URL(url).pathname !== '/favicon.svg'
}

/** Collects the paths of the scripts that a page requests from now on. */
export function scriptsOf(page: RequestingPage): ReadonlySet<string> {
  const scripts = new Set<string>()
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.endsWith('.js')) scripts.add(pathname)
  })
  return scripts
}

/** The most scripts of the built web app. */
export const MOST_SCRIPTS = 45

/** Runs in a page before its own scripts: lets it never do what it puts off until it is idle. */
export const NEVER_IDLE = 'window.requestIdleCallback = () => 0'

/** All scripts of the built web app: their paths. */
export function builtScripts(): ReadonlySet<string> {
  const names = readdirSync(join(DIST, 'assets')).filter((name) => name.endsWith('.js'))
  return new Set(names.map((name) => `/assets/${name}`))
}

/** The weight of scripts of the built web app as gzip, in bytes. */
export function weightOf(scripts: ReadonlySet<string>): number {
  const sizes = [...scripts].map((pathname) => {
    const compressed = join(DIST, `${pathname}.gz`)
    return statSync(existsSync(compressed) ? compressed : join(DIST, pathname)).size
  })
  return sizes.reduce((sum, size) => sum + size, 0)
}
