import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'

const DIST = join(import.meta.dirname, '..', '..', '..', 'apps', 'web', 'dist')

interface RequestingPage {
  on(event: 'request', listener: (request: { url(): string }) => void): unknown
}

/** Collects the scripts that a page asks for from now on: their paths. */
export function scriptsOf(page: RequestingPage): ReadonlySet<string> {
  const scripts = new Set<string>()
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.endsWith('.js')) scripts.add(pathname)
  })
  return scripts
}

/** What scripts of the built web app weigh as gzip, in bytes. */
export function weightOf(scripts: ReadonlySet<string>): number {
  const sizes = [...scripts].map((pathname) => {
    const compressed = join(DIST, `${pathname}.gz`)
    return statSync(existsSync(compressed) ? compressed : join(DIST, pathname)).size
  })
  return sizes.reduce((sum, size) => sum + size, 0)
}
