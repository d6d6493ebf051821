import { addAccounts, fillAccount, firstReader, SYSTEMS_OF_AN_ACCOUNT } from './growth/arrange.ts'
import { measureBulk, reportGaps } from './growth/bulk.ts'
import { statementFor, type Timing, timed } from './growth/measure.ts'
import { withDatabaseOnDisk } from './growth/on-disk.ts'
import { listRequest, screenRequests } from './growth/requests.ts'
import { extent } from './support/extent.ts'
import { heading, line } from './support/print.ts'

const SMALL = 10_000
const LARGE = extent(1_000_000, 20_000)
/** Systems of one account, at the end. */
const FULL = extent(50_000, 20_000)
const AIM = 1.5
/** Times below this are noise of the machine. */
const NOISE_MS = 0.3

/**
 * Every request of a screen, while the table of systems grows from 10,000 rows to 1,000,000 and the account stays as it
 * is; then those that read a page, while the account grows as well.
 */
export async function measureGrowth(): Promise<void> {
  heading(`Growth: ${SMALL} → ${LARGE} systems, ${SYSTEMS_OF_AN_ACCOUNT} in each account`)
  await withDatabaseOnDisk(async ({ target, sql, cache }) => {
    const reader = await firstReader(sql)
    const [small, large] = [SMALL / SYSTEMS_OF_AN_ACCOUNT, LARGE / SYSTEMS_OF_AN_ACCOUNT]

    await addAccounts(sql, { from: 1, to: small })
    const requests = screenRequests(reader).map((request) => ({
      ...request,
      statement: statementFor(cache, request),
    }))
    const measure = async () => {
      const timings = new Map<string, Timing>()
      for (const { title, statement } of requests) timings.set(title, await timed(sql, statement, reader))
      return timings
    }
    const before = await measure()
    const began = performance.now()
    await addAccounts(sql, { from: small + 1, to: large })
    line('made in', `${Math.round((performance.now() - began) / 1000)} s`)
    const after = await measure()
    report(
      requests.map(({ title }) => title),
      { before, after },
    )
    heading(`The same with ${FULL} systems in the account, one page at a time`)
    await fillAccount(sql, reader, FULL)
    report(
      requests.flatMap(({ title, page }) => (page === true ? [title] : [])),
      { before, after: await measure() },
    )
    heading('Many records at once')
    await reportGaps(sql, cache, reader)
    await measureBulk(target, { reader, list: statementFor(cache, listRequest(reader)) })
  })
}

type Timings = ReadonlyMap<string, Timing>

function report(titles: readonly string[], { before, after }: { before: Timings; after: Timings }): void {
  let failed = 0
  for (const title of titles) {
    const [was, is] = [before.get(title), after.get(title)]
    if (was === undefined || is === undefined) continue
    const tooSlow = is.ms > was.ms * AIM && is.ms - was.ms > NOISE_MS
    const scanned = is.scanned.length > 0 ? `   SCANS ${is.scanned.join(', ')}` : ''
    if (tooSlow || is.scanned.length > 0) failed += 1
    line(
      title,
      `${was.ms.toFixed(2)} → ${is.ms.toFixed(2)} ms   × ${(is.ms / was.ms).toFixed(2)}${tooSlow ? '   TOO SLOW' : ''}${scanned}`,
    )
  }
  line('beyond the aim', String(failed), `0 (ratio at most ${AIM}, no large table read from end to end)`)
  if (failed > 0) process.exitCode = 1
}
