import type { BrowserContext } from '@playwright/test'
import { z } from 'zod'

/** The part of the window that may move at once without a press, as the browser scores it. */
const ALLOWED = 0.01

/** For so long, in milliseconds, what follows an input is its effect, as in the browser: longer where the page is busy. */
const EFFECT_MS = 500

/**
 * Reports each part that moves by itself once the page shows something. The effects of a press may move: what follows
 * at once, what comes with the answer to a request or with a file of the app that the press asked for, and what the page
 * computes before it rests, as long as the screen stays. So may the effects of a window that gets another size or goes
 * on paper. Parts that come late to a screen that was opened move by themselves.
 */
const OBSERVER = `
  const now = () => performance.now()
  let effects = []
  let path = ''
  const allow = (from) => {
    const effect = { from, until: Infinity }
    effects = [...(location.pathname === path ? effects.slice(-20) : []), effect]
    path = location.pathname
    setTimeout(() => requestIdleCallback(() => { effect.until = now() }), ${EFFECT_MS})
  }
  const isEffect = (at) => location.pathname === path && effects.some(({ from, until }) => at >= from && at < until)
  for (const type of ['keydown', 'pointerdown', 'pointerup', 'input', 'change', 'popstate'])
    addEventListener(type, () => allow(now()), { capture: true })

  const original = window.fetch
  window.fetch = (...request) => {
    const started = now()
    const follows = isEffect(started)
    const answer = original(...request)
    const answered = () => { if (follows && location.pathname === path) allow(started) }
    answer.then(answered, answered)
    return answer
  }
  const extend = (files) => {
    for (const { startTime } of files) if (isEffect(startTime)) allow(startTime)
  }
  const files = new PerformanceObserver((list) => extend(list.getEntries()))
  files.observe({ type: 'resource' })

  // A window is drawn in its new shape before the page is told of it, or after.
  const media = ['print', '(forced-colors: active)'].map((medium) => matchMedia(medium))
  const shapeOf = () => [innerWidth, innerHeight, ...media.map(({ matches }) => matches)].join()
  let shape = shapeOf()
  const reshape = () => {
    const reshaped = shapeOf() !== shape
    shape = shapeOf()
    if (reshaped) allow(0)
  }
  for (const source of [window, ...media]) source.addEventListener(source === window ? 'resize' : 'change', reshape)

  const nameOf = (node) => {
    const element = node?.nodeType === Node.TEXT_NODE ? node.parentElement : node
    if (!element?.tagName) return 'what has gone'
    const words = (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40)
    return element.tagName.toLowerCase() + ' "' + words + '"'
  }
  const placeOf = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(' ')
  new PerformanceObserver((list) => {
    extend(files.takeRecords())
    reshape()
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
