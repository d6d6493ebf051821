import type { Page } from '@playwright/test'
import { z } from 'zod'
import { extent } from '../support/extent.ts'
import { heading, line, milliseconds } from '../support/print.ts'
import { settled, type Visitors } from './visitors.ts'

const TIMES = extent(5, 1)
const CPU_SLOWDOWN = 4
const BYTES_PER_SECOND = 10_000_000 / 8
const LATENCY_MS = 40
/** The part of a long task that does not count as blocking. */
const NOT_BLOCKING_MS = 50

/** The script for the page. It is a string because this program has no types of the browser. */
const OBSERVE = `
  window.bench = { largestPaint: 0, blocking: 0 }
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) window.bench.largestPaint = startTime
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.bench.blocking += duration - ${NOT_BLOCKING_MS}
  }).observe({ type: 'longtask', buffered: true })`

/** A fixed amount of work for the processor: how long it takes tells how fast the machine is at that moment. */
const FIXED_SCRIPT = `(() => {
  const began = performance.now()
  let text = ''
  for (let round = 0; round < 40; round += 1) {
    const rows = Array.from({ length: 2000 }, (_, at) => ({ id: (at * 7919) % 2003, name: 'Row ' + at }))
    text = JSON.stringify(JSON.parse(JSON.stringify(rows)).sort((one, other) => one.id - other.id))
  }
  return text.length > 0 ? performance.now() - began : 0
})()`

const observed = z.object({ largestPaint: z.number(), blocking: z.number(), fixed: z.number() })
type Observed = z.infer<typeof observed>

/**
 * Measures how soon a first visit shows its largest part, and how long it blocks, on a slow machine and line: the
 * median.
 */
export async function measurePaint(visitors: Visitors): Promise<void> {
  heading(`First paint, CPU ${CPU_SLOWDOWN} times slower, 10 Mbit/s, median of ${TIMES}`)
  for (const [name, path, open] of [
    ['/auth', '/auth', visitors.stranger],
    ['/ as a member', '/', visitors.member],
  ] as const)
    await measurePaintOf(name, path, open)
}

/** Measures the same for one page that `open` visits. */
export async function measurePaintOf(name: string, path: string, open: () => Promise<Page>): Promise<void> {
  const visits: Observed[] = []
  for (let visit = 0; visit < TIMES; visit += 1) visits.push(await observe(await open(), path))
  line(`${name}, largest contentful paint`, milliseconds(median(visits, 'largestPaint')), '1500 ms')
  line(`${name}, total blocking time`, milliseconds(median(visits, 'blocking')), '150 ms')
  line(`${name}, a fixed script beside it`, milliseconds(median(visits, 'fixed')))
}

async function observe(page: Page, path: string): Promise<Observed> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput: BYTES_PER_SECOND,
    uploadThroughput: BYTES_PER_SECOND,
  })
  await page.addInitScript(OBSERVE)
  await settled(page, path)
  const seen = observed.parse(await page.evaluate(`({ ...window.bench, fixed: ${FIXED_SCRIPT} })`))
  await page.context().close()
  return seen
}

function median(visits: readonly Observed[], field: keyof Observed): number {
  const sorted = visits.map((visit) => visit[field]).sort((one, other) => one - other)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
