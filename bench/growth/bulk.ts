import { setTimeout as wait } from 'node:timers/promises'
import type { SchemaCache } from '@cairn/data-api/schema-cache/schema-cache'
import type { Statement } from '@cairn/postgres/pool/caller'
import type { ConnectionTarget } from '@cairn/postgres/wire/target'
import postgres from 'postgres'
import { extent } from '../support/extent.ts'
import { line, lineWithAim } from '../support/print.ts'
import type { Reader } from './arrange.ts'
import { statementFor, timed } from './measure.ts'
import { gapsRequest } from './requests.ts'

const RECORDS = extent(10_000, 1_000)
/** The number of systems in one deletion, the maximum. */
const DELETED = extent(2_000, 200)
const BULK_MS = 5_000
const GAPS_MS = 100
/** The aim for a list meanwhile: it shares the processor with the act, and waits for nothing else. */
const LIST_MS = 300
const BETWEEN_LISTS_MS = 100

/** The change of each act, and the systems that it changes for a person. */
const ACTS = {
  owner: { title: 'owners', meant: 's.owner_id is distinct from $1' },
  expert: {
    title: 'experts added',
    meant: 'not exists (select from public.system_experts e where e.system_id = s.id and e.expert_id = $1)',
  },
} as const

interface Bulk {
  reader: Reader
  /** The query that another member repeats meanwhile. */
  list: Statement
}

/** Measures how soon the card of gaps is there, once it has been asked for or for the first time. */
export async function reportGaps(
  sql: postgres.Sql,
  cache: SchemaCache,
  reader: Reader,
  { title = 'gaps card', times = 5 }: { title?: string; times?: number } = {},
): Promise<void> {
  const warmUp = times === 1 ? 0 : 2
  const { ms } = await timed(sql, statementFor(cache, gapsRequest()), reader, {
    times,
    warmUp,
    isEnded: true,
  })
  lineWithAim(title, ms, GAPS_MS)
}

/**
 * Gives 10,000 systems another owner in one act, and undoes it, then adds an expert, while another member opens a list
 * again and again.
 */
export async function measureBulk(target: ConnectionTarget, { reader, list }: Bulk): Promise<void> {
  const open = () => postgres({ ...target, ssl: false, max: 1, onnotice: () => {} })
  const [sql, beside] = [open(), open()]
  try {
    for (const action of ['owner', 'expert'] as const) {
      const lists: number[] = []
      const over = new AbortController()
      const reading = (async () => {
        while (!over.signal.aborted) {
          lists.push((await timed(beside, list, reader, { times: 1, warmUp: 0, isEnded: true })).ms)
          await wait(BETWEEN_LISTS_MS)
        }
      })()
      try {
        await changeAndUndo(sql, reader, action)
      } finally {
        over.abort()
        await reading
      }
      line('lists asked beside it', String(lists.length))
      lineWithAim('the slowest of them', Math.max(...lists), LIST_MS)
    }
  } finally {
    await Promise.all([sql.end({ timeout: 1 }), beside.end({ timeout: 1 })])
  }
}

/** Moves as many systems as one deletion may hold into the bin, and restores them. */
export async function measureBin(sql: postgres.Sql, reader: Reader): Promise<void> {
  const rows = await sql<{ id: string }[]>`
    select id from public.systems where account_id = ${reader.accountId} order by id limit ${DELETED}`
  const ids = rows.map(({ id }) => id)
  await asReader(
    sql,
    reader,
    (tx) => tx`select public.delete_records('system', ${ids})`,
    `${DELETED} deleted in one act`,
  )
  await asReader(sql, reader, (tx) => tx`select public.restore_from_bin(${ids})`, 'restored from the bin')
  const [row] = await sql<[{ restored: number }]>`
    select count(*)::int as restored from public.systems where id = any (${ids})`
  if (row.restored !== DELETED) throw new Error('Not all records are back.')
}

async function changeAndUndo(sql: postgres.Sql, reader: Reader, action: keyof typeof ACTS): Promise<void> {
  const { title, meant } = ACTS[action]
  const [receiver] = await sql<{ id: string }[]>`
    select user_id as id from public.account_members
    where account_id = ${reader.accountId} and user_id <> ${reader.personId} limit 1`
  if (receiver === undefined) throw new Error('There is nobody to be named.')
  const rows = await sql.unsafe<{ id: string }[]>(
    `select s.id from public.systems s where s.account_id = $2 and ${meant} order by s.id limit ${RECORDS}`,
    [receiver.id, reader.accountId],
  )
  const ids = rows.map(({ id }) => id)
  const [change] = await asReader(
    sql,
    reader,
    (tx) => tx<{ act: string; changes: number }[]>`
      select answer ->> 'act' as act, (answer ->> 'changes')::int as changes
      from public.change_in_bulk('system', ${action}, ${receiver.id}, ${ids}) as answer`,
    `${RECORDS} ${title} in one act`,
  )
  if (change?.changes !== RECORDS) throw new Error('Not all records were changed.')
  const [undone] = await asReader(
    sql,
    reader,
    (tx) => tx<{ records: number }[]>`select (public.undo_act(${change.act}) -> 'undone')::int as records`,
    'its undo',
  )
  if (undone?.records !== RECORDS) throw new Error('Not all changes were taken back.')
}

/** Runs a statement as its caller, commits it, and prints how long that took. */
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
  lineWithAim(title, performance.now() - began, BULK_MS)
  return answer[0]
}
