import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { OlderRows } from '@/shared/loading/older-rows.tsx'

let report: (positions: readonly boolean[]) => void
let looks: number
let root: Root
let container: HTMLElement

/** Stands in for the observer of the browser: it reports the positions that a test names. */
class ScriptedObserver {
  constructor(told: (entries: readonly { isIntersecting: boolean }[]) => void) {
    report = (positions) => told(positions.map((isIntersecting) => ({ isIntersecting })))
  }
  observe() {
    looks += 1
  }
  unobserve() {}
  disconnect() {}
}

beforeEach(() => {
  looks = 0
  vi.stubGlobal('IntersectionObserver', ScriptedObserver)
  container = document.body.appendChild(document.createElement('div'))
  root = createRoot(container)
})

afterEach(() => {
  root.unmount()
  container.remove()
})

/** Shows the end of a list with more rows; each fetch ends as told, and brings none. */
async function showEnd(hasFailed: boolean) {
  const fetchNextPage = vi.fn(async () => ({ isFetchNextPageError: hasFailed }))
  const state = { hasNextPage: true, isFetchingNextPage: false, isFetchNextPageError: false, error: null }
  root.render(<OlderRows query={{ ...state, fetchNextPage }} />)
  await expect.element(page.getByRole('button', { name: 'Show older' })).toBeVisible()
  expect(looks).toBe(1)
  return fetchNextPage
}

it('goes by the newest of several positions that a busy page reports at once', async () => {
  const fetchNextPage = await showEnd(false)
  report([true, false])
  expect(fetchNextPage).not.toHaveBeenCalled()
  report([false, true])
  expect(fetchNextPage).toHaveBeenCalledOnce()
})

it.each([
  ['again after a fetch that another one canceled', false, 2],
  ['no more after a fetch that failed', true, 1],
])('looks at the end of the list %s', async (_, hasFailed, expected) => {
  const fetchNextPage = await showEnd(hasFailed)
  report([true])
  await expect.poll(() => fetchNextPage.mock.settledResults.length).toBe(1)
  expect(looks).toBe(expected)
})
