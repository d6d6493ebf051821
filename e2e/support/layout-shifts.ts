import type { BrowserContext } from '@playwright/test'
import { z } from 'zod'

/** The part of the window that may move at once without a press, as the browser scores it. */
const ALLOWED = 0.01

/** For so long, in milliseconds, what follows an input is its effect: the browser's own limit. */
const EFFECT_MS = 500

/**
 * Reports what moves by itself once the page shows something. What follows an input is its effect, and what comes with
 * the answer to a request that follows it, as long as the screen stays: a slow server makes nothing move by itself. Of a
 * window that gets another size, or goes on paper, it is the effect too. What
 * comes late to a screen that was opened moves by itself.
 */
const OBSERVER = `
  // A shift is told of after it happened, when more may have happened since.
  let acts = []
  let path = ''
  const act = () => {
    acts = [...(location.pathname === path ? acts.slice(-20) : []), performance.now()]
    path = location.pathname
  }
  for (const type of ['keydown', 'pointerdown', 'pointerup', 'input', 'change', 'popstate'])
    addEventListener(type, act, { capture: true })
  addEventListener('resize', act)
  for (const medium of ['print', '(forced-colors: active)']) matchMedia(medium).addEventListener('change', act)
  const isEffect = (at) => location.pathname === path && acts.some((act) => at >= act && at - act < ${EFFECT_MS})
  const original = window.fetch
  window.fetch = (...request) => {
    const follows = isEffect(performance.now())
    const answer = original(...request)
    const answered = () => { if (follows && location.pathname === path) act() }
    answer.then(answered, answered)
    return answer
  }
  const nameOf = (node) => {
    const element = node?.nodeType === Node.TEXT_NODE ? node.parentElement : node
    if (!element?.tagName) return 'what has gone'
    const words = (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40)
    return element.tagName.toLowerCase() + ' "' + words + '"'
  }
  const placeOf = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(' ')
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, startTime, sources } of list.getEntries()) {
      if (hadRecentInput || isEffect(startTime) || value <= ${ALLOWED}) continue
      const moved = sources.map(({ node, previousRect, currentRect }) =>
        nameOf(node) + ' from ' + placeOf(previousRect) + ' to ' + placeOf(currentRect))
      void reportLayoutShift({ value, path: location.pathname + location.search, moved })
    }
  }).observe({ type: 'layout-shift', buffered: true })
`

const shiftSchema = z.object({ value: z.number(), path: z.string(), moved: z.array(z.string()) })

/** Collects what moves by itself on the pages of a browser. Returns the list, which grows. */
export async function collectLayoutShifts(context: BrowserContext): Promise<readonly string[]> {
  const shifts: string[] = []
  await context.exposeBinding('reportLayoutShift', (_, reported: unknown) => {
    const { value, path, moved } = shiftSchema.parse(reported)
    shifts.push(`${value.toFixed(3)} on ${path}: ${moved.join('; ')}`)
  })
  await context.addInitScript(OBSERVER)
  return shifts
}
