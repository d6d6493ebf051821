import type postgres from 'postgres'
import { heading, line, lineWithAim, megabytes } from '../support/print.ts'
import type { Reader } from './arrange.ts'
import { BINNED, fillOneAccount, RECORDS } from './arrange-account.ts'
import { measureBin, measureBulk, reportGaps } from './bulk.ts'
import { isEndedByTime, statementFor, timed } from './measure.ts'
import { type LargeDatabase, withDatabaseOnDisk } from './on-disk.ts'
import {
  binRequest,
  catalogueRequests,
  coverageRequest,
  foundRequest,
  gapFilterRequests,
  listRequest,
  type ScreenRequest,
} from './requests.ts'

const LIST_MS = 300
const COVERAGE_MS = 1_000
/** The size of the counts for each record. */
const BYTES_OF_A_RECORD = 256

/**
 * Measures the requests of screens in an account with a million records, and the cost of many changes at once there.
 */
export async function measureOneAccount(): Promise<void> {
  heading(`One account: ${RECORDS} records, and ${BINNED} in its bin`)
  await withDatabaseOnDisk(async (database) => {
    const { target, sql, cache } = database
    const began = performance.now()
    const reader = await fillOneAccount(sql)
    line('made in', `${Math.round((performance.now() - began) / 1000)} s`)
    await reportLists(database, reader)
    await reportGaps(sql, cache, reader)
    await reportCoverage(database, reader)
    await reportSize(sql)
    heading('Many records at once, in this account')
    await measureBulk(target, { reader, list: statementFor(cache, listRequest(reader)) })
    await measureBin(sql, reader)
    await reportGaps(sql, cache, reader, { title: 'gaps card right afterwards', times: 1 })
    line('the server counts what is left', await lasts(sql, 'select public.count_changed_records(20000)'))
    await reportGaps(sql, cache, reader, { title: 'gaps card then' })
    await report(database, reader, coverageRequest(), COVERAGE_MS)
  })
}

async function reportLists(database: LargeDatabase, reader: Reader): Promise<void> {
  const requests = [
    ...catalogueRequests(reader),
    foundRequest('by one owner', { owners: [reader.personId] }),
    foundRequest('without an owner', { without_owner: true }),
    ...gapFilterRequests(),
    binRequest(),
  ]
  for (const request of requests) await report(database, reader, request, LIST_MS)
}

async function reportCoverage(database: LargeDatabase, reader: Reader): Promise<void> {
  line('the server writes the weeks of a year', await lasts(database.sql, 'select public.keep_coverage()'))
  await report(database, reader, coverageRequest(), COVERAGE_MS)
}

async function report(
  { sql, cache }: LargeDatabase,
  reader: Reader,
  request: ScreenRequest,
  aim: number,
): Promise<void> {
  const { ms } = await timed(sql, statementFor(cache, request), reader, {
    times: 5,
    warmUp: 1,
    isEnded: true,
  })
  lineWithAim(request.title, ms, aim)
}

/** Measures work that no user waits for: it has no aim, and ends at the time limit of the server's own work. */
async function lasts(sql: postgres.Sql, statement: string): Promise<string> {
  const began = performance.now()
  try {
    await sql.begin(async (tx) => {
      await tx`set local statement_timeout = '1min'`
      await tx.unsafe(statement)
    })
  } catch (error) {
    if (!isEndedByTime(error)) throw error
    return 'ended by time'
  }
  return `${Math.round(performance.now() - began)} ms`
}

async function reportSize(sql: postgres.Sql): Promise<void> {
  const [size] = await sql<[{ counts: number; all: number }]>`
    select
      (
        select sum(pg_total_relation_size(name::regclass))::float8
        from unnest(array['private.records_to_count', 'private.counted_records', 'private.record_counts']) as name
      ) as counts,
      pg_database_size(current_database())::float8 as all`
  lineWithAim('the counts on the disk', size.counts, RECORDS * BYTES_OF_A_RECORD, megabytes)
  line('the whole database', megabytes(size.all))
}
