import type { Page } from '@playwright/test'
import { extent } from '../support/extent.ts'
import { heading, line, milliseconds } from '../support/print.ts'
import type { Visitors } from './visitors.ts'

const TIMES = extent(5, 1)
const LATENCY_MS = 150
const BYTES_PER_SECOND = 1_600_000 / 8

/** How soon a member's cold dashboard shows its figures on a slow line: the median. */
export async function measureSlowLine(visitors: Visitors): Promise<void> {
  heading(`A cold dashboard, ${LATENCY_MS} ms and 1.6 Mbit/s over HTTP/1.1, median of ${TIMES}`)
  const visits: number[] = []
  for (let visit = 0; visit < TIMES; visit += 1) visits.push(await visited(await visitors.member()))
  const sorted = visits.sort((one, other) => one - other)
  line('shows its figures', milliseconds(sorted[Math.floor(TIMES / 2)] ?? Number.NaN), '2500 ms')
}

async function visited(page: Page): Promise<number> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput: BYTES_PER_SECOND,
    uploadThroughput: BYTES_PER_SECOND,
  })
  const began = performance.now()
  await page.goto('/', { waitUntil: 'commit' })
  await page.getByRole('region', { name: 'Figures' }).getByText('0', { exact: true }).first().waitFor()
  const shownMs = performance.now() - began
  await page.context().close()
  return shownMs
}
