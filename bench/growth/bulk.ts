import { setTimeout as wait } from 'node:timers/promises'
import type { SchemaCache } from '@cairn/data-api/schema-cache/schema-cache'
import type { ConnectionTarget } from '@cairn/postgres/pool'
import postgres from 'postgres'
import { line } from '../support/print.ts'
import type { Reader } from './arrange.ts'
import { statementFor, timed } from './measure.ts'
import { gapsRequest, listRequest } from './requests.ts'

const RECORDS = 10_000
const BULK_MS = 5_000
const GAPS_MS = 100
/** Whoever opens a list meanwhile shares the processor with the act, and waits for nothing else. */
const LIST_MS = 300
const BETWEEN_LISTS_MS = 100

/** The gaps card; then 10,000 records get another owner in one act, and back, while somebody opens a list again and again. */
export async function measureBulk(
  target: ConnectionTarget,
  cache: SchemaCache,
  reader: Reader,
): Promise<void> {
  const open = () => postgres({ ...target, ssl: false, max: 1, onnotice: () => {} })
  const [sql, beside] = [open(), open()]
  try {
    const gaps = await timed(sql, statementFor(cache, gapsRequest()), reader, { times: 5 })
    report('gaps card', gaps.ms, GAPS_MS)
    const list = statementFor(cache, listRequest(reader))
    const lists: number[] = []
    const over = new AbortController()
    const reading = (async () => {
      while (!over.signal.aborted) {
        lists.push((await timed(beside, list, reader, { times: 1, warmUp: 0 })).ms)
        await wait(BETWEEN_LISTS_MS)
      }
    })()
    try {
      await changeAndUndo(sql, reader)
    } finally {
      over.abort()
      await reading
    }
    report('a list beside it, the slowest', Math.max(...lists), LIST_MS)
  } finally {
    await Promise.all([sql.end({ timeout: 1 }), beside.end({ timeout: 1 })])
  }
}

async function changeAndUndo(sql: postgres.Sql, reader: Reader): Promise<void> {
  const [receiver] = await sql<{ id: string }[]>`
    select user_id as id from public.account_members
    where account_id = ${reader.accountId} and user_id <> ${reader.personId} limit 1`
  if (receiver === undefined) throw new Error('There is nobody to be made owner.')
  const [change] = await asReader(
    sql,
    reader,
    (tx) => tx<{ act: string; changes: number }[]>`
      select answer ->> 'act' as act, (answer ->> 'changes')::int as changes
      from public.change_in_bulk('system', 'owner', ${receiver.id}, array(
        select id from public.systems where owner_id is distinct from ${receiver.id} limit ${RECORDS}
      )) as answer`,
    `${RECORDS} owners in one act`,
  )
  if (change?.changes !== RECORDS) throw new Error('Not all owners were changed.')
  const [undone] = await asReader(
    sql,
    reader,
    (tx) => tx<{ records: number }[]>`select public.undo_bulk(${change.act}) as records`,
    'its undo',
  )
  if (undone?.records !== RECORDS) throw new Error('Not all owners were given back.')
}

/** Runs a statement as its caller, commits it, and prints how long all of it took. */
async function asReader<T>(
  sql: postgres.Sql,
  { personId }: Reader,
  statement: (tx: postgres.TransactionSql) => Promise<T>,
  title: string,
): Promise<T> {
  const claims = JSON.stringify({ role: 'authenticated', sub: personId, aal: 'aal1' })
  const began = performance.now()
  const answer = await sql.begin(async (tx) => {
    await tx`select set_config('request.jwt.claims', ${claims}, true), set_config('role', 'authenticated', true)`
    return [await statement(tx)] as const
  })
  report(title, performance.now() - began, BULK_MS)
  return answer[0]
}

function report(title: string, ms: number, aim: number): void {
  line(title, `${ms.toFixed(1)} ms`, `${aim} ms`)
  if (ms > aim) process.exitCode = 1
}
