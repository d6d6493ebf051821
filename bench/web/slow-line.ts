import { MOST_REQUESTS, requestsOf } from '@cairn/testing/page-weight'
import type { Page } from '@playwright/test'
import { heading, line, milliseconds } from '../support/print.ts'
import type { Visitors } from './visitors.ts'

const TIMES = 5
const LATENCY_MS = 150
const BYTES_PER_SECOND = 1_600_000 / 8

interface Visit {
  requests: number
  shownMs: number
}

/** How many requests a member's cold dashboard makes, and how soon it shows its figures on a slow line: the median. */
export async function measureSlowLine(visitors: Visitors): Promise<void> {
  heading(`A cold dashboard, ${LATENCY_MS} ms and 1.6 Mbit/s over HTTP/1.1, median of ${TIMES}`)
  const visits: Visit[] = []
  for (let visit = 0; visit < TIMES; visit += 1) visits.push(await visited(await visitors.member()))
  line('requests', String(Math.max(...visits.map(({ requests }) => requests))), String(MOST_REQUESTS))
  const sorted = visits.map(({ shownMs }) => shownMs).sort((one, other) => one - other)
  line('shows its figures', milliseconds(sorted[Math.floor(TIMES / 2)] ?? Number.NaN), '2500 ms')
}

async function visited(page: Page): Promise<Visit> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput: BYTES_PER_SECOND,
    uploadThroughput: BYTES_PER_SECOND,
  })
  const requests = requestsOf(page)
  const began = performance.now()
  await page.goto('/', { waitUntil: 'commit' })
  await page.getByRole('region', { name: 'Figures' }).getByText('0', { exact: true }).first().waitFor()
  const shownMs = performance.now() - began
  await page.waitForLoadState('networkidle')
  await page.context().close()
  return { requests: requests.length, shownMs }
}
