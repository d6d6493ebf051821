import { setTimeout as wait } from 'node:timers/promises'
import { arrangePerson, PASSWORD } from '@cairn/testing/people'
import { type ServerProcess, startServerProcess } from '@cairn/testing/server-process'
import postgres from 'postgres'
import { z } from 'zod'
import { arrangeMember } from '../api/arrange.ts'
import { extent } from '../support/extent.ts'
import { heading, line, lineWithAim } from '../support/print.ts'

const SYSTEMS = extent(1_000, 100)
/** The number of changes of each part of a system. */
const CHANGES = extent(2_800, 100)
const ARTICLES = extent(3_000, 100)
const AT_ONCE = 6
const VISITORS = 8
const VISITS = extent(50, 3)
const LOOKS = 7
const LOOK_UPS = 2_000
const LOOK_AGAIN_MS = 100
const STATUSES = ['active', 'inactive', 'maintenance', 'deprecated']

const MOST_GROWTH = 2
const MOST_SLOWER = 1.5

/** The largest share of changed rows that may need new entries in the indexes, in percent. */
const MOST_NOT_HOT = 10

/** Sends a request; resolves with its answer, and throws for a refusal. */
type Send = (method: 'POST' | 'PATCH', path: string, body?: unknown) => Promise<unknown>

/**
 * Changes rows as callers do, through the whole server. The database then counts the new versions that stayed on their
 * page without an entry in any index (HOT), and the growth of the indexes.
 */
export async function measureHotUpdates(): Promise<void> {
  heading(`${3 * CHANGES} changes of ${SYSTEMS} systems, and what else is changed again and again`)
  const server = await startServerProcess({ LOG_LEVEL: 'silent' })
  const sql = postgres({ ...server.admin(), ssl: false, max: 1, onnotice: () => {} })
  try {
    const send = senderTo(server, (await arrangeMember(server)).token)
    await changeSystems(sql, send)
    await publish(sql, send)
    await visit(server, sql)
  } finally {
    await sql.end({ timeout: 1 })
    await server.dispose()
  }
}

/** Makes a sender that repeats requests which a busy machine refused: versions are counted, not answers. */
function senderTo({ url, publishableKey }: ServerProcess, token: string | null): Send {
  return async function send(method, path, body) {
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: {
        apikey: publishableKey,
        'content-type': 'application/json',
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    if (answer.status === 503) return send(method, path, body)
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text}`)
    return text === '' ? null : JSON.parse(text)
  }
}

async function changeSystems(sql: postgres.Sql, send: Send): Promise<void> {
  const rows = await sql<{ id: string }[]>`
    insert into public.systems (account_id, name, description, created_by, updated_by, owner_id)
    select s.account_id, 'Large ' || n, s.description, s.created_by, s.created_by, s.created_by
    from (select * from public.systems limit 1) s, generate_series(1, ${SYSTEMS}::int) n
    returning id`
  await sql`vacuum (analyze) private.records`
  const ids = rows.map(({ id }) => id)
  const before = await indexBytes(sql, 'public.systems')
  const change = (body: (turn: number) => object) => (turn: number) =>
    send('PATCH', `/rest/v1/systems?id=eq.${ids[turn % ids.length]}`, body(turn))
  await reportHot(
    sql,
    'details of systems',
    [{ table: 'public.systems', changes: CHANGES, most: MOST_NOT_HOT }],
    () =>
      repeat(
        CHANGES,
        change((turn) => ({ details: { note: `Version ${turn}` } })),
      ),
  )
  await reportHot(sql, 'status of systems', [{ table: 'public.systems', changes: CHANGES }], () =>
    repeat(
      CHANGES,
      change((turn) => ({ status: STATUSES[(Math.floor(turn / SYSTEMS) % 4) + 1] ?? 'active' })),
    ),
  )
  await reportHot(sql, 'descriptions of systems', [{ table: 'public.systems', changes: CHANGES }], () =>
    repeat(
      CHANGES,
      change((turn) => ({ description: `Keeps what the team needs at hand, version ${turn}` })),
    ),
  )
  const after = await indexBytes(sql, 'public.systems')
  for (const [name, bytes] of Object.entries(after))
    line(`  ${name}`, `× ${(bytes / (before[name] ?? bytes)).toFixed(1)}`)
  lineWithAim('indexes of systems, in all', sum(after) / sum(before), MOST_GROWTH, times)
}

/**
 * Publishes articles. Each changes the row of its author, which every request of theirs reads: dead versions cost time.
 */
async function publish(sql: postgres.Sql, send: Send): Promise<void> {
  const aim = { table: 'public.account_members', changes: ARTICLES, most: MOST_NOT_HOT }
  await reportHot(sql, `${ARTICLES} articles`, [aim], () =>
    repeat(ARTICLES, (turn) => send('POST', '/rest/v1/knowledge_articles', { title: `How to ${turn}` })),
  )
  const after = await lookUpMs(sql)
  await sql`vacuum public.account_members`
  lineWithAim(
    '  the author is looked up, beside a cleaned table',
    after / (await lookUpMs(sql)),
    MOST_SLOWER,
    times,
  )
}

/** Measures repeated look-ups of the author's row: the quickest of several times. */
async function lookUpMs(sql: postgres.Sql): Promise<number> {
  const took: number[] = []
  for (let time = 0; time < LOOKS; time += 1) {
    const [row] = await sql.unsafe<[{ 'QUERY PLAN': string }]>(`
      explain (analyze, timing off, format json)
      select m.account_id
      from generate_series(1, ${LOOK_UPS}) n
      cross join lateral (
        select a.account_id from public.account_members a where a.user_id = (
          select author_id from public.knowledge_articles limit 1
        ) and n > 0 offset 0
      ) m`)
    took.push(planSchema.parse(row['QUERY PLAN'])[0]['Execution Time'])
  }
  return Math.min(...took)
}

const planSchema = z.tuple([z.object({ 'Execution Time': z.number() })])

const sessionSchema = z.object({ refresh_token: z.string() })

async function visit(server: ServerProcess, sql: postgres.Sql): Promise<void> {
  const send = senderTo(server, null)
  for (let number = 0; number < VISITORS; number += 1)
    await arrangePerson(sql, { email: `visitor${number}@bench.example`, name: `Visitor ${number}` })
  const tables = [
    { table: 'auth.users', changes: VISITORS, most: MOST_NOT_HOT },
    { table: 'auth.sessions', changes: VISITORS * VISITS, most: MOST_NOT_HOT },
  ]
  await reportHot(sql, `${VISITORS} sign-ins with ${VISITS} refreshes each`, tables, () =>
    repeat(VISITORS, async (number) => {
      const signIn = { email: `visitor${number}@bench.example`, password: PASSWORD }
      let session = sessionSchema.parse(await send('POST', '/auth/v1/token?grant_type=password', signIn))
      for (let visits = 0; visits < VISITS; visits += 1) {
        const token = { refresh_token: session.refresh_token }
        session = sessionSchema.parse(await send('POST', '/auth/v1/token?grant_type=refresh_token', token))
      }
    }),
  )
}

interface Touched {
  table: string
  /** The smallest number of new versions that the work makes. */
  changes: number
  /** The aim, where there is one. */
  most?: number
}

/** Does the work, and reports for each table how many of its new versions went into the indexes. */
async function reportHot(
  sql: postgres.Sql,
  title: string,
  touched: readonly Touched[],
  work: () => Promise<void>,
): Promise<void> {
  const before = new Map<string, Versions>()
  for (const { table } of touched) before.set(table, await versionsOf(sql, table))
  await work()
  for (const { table, changes, most } of touched) {
    const was = before.get(table) ?? { all: 0, hot: 0 }
    const is = await versionsAfter(sql, table, was.all + changes)
    const all = is.all - was.all
    const notHot = (100 * (all - (is.hot - was.hot))) / all
    const what = `${title}: not HOT in ${table.split('.')[1]}, of ${all}`
    if (most === undefined) line(what, percent(notHot))
    else lineWithAim(what, notHot, most, percent)
  }
}

interface Versions {
  all: number
  hot: number
}

const COUNTED_WITHIN_MS = 30_000

/** Waits until Postgres, which counts with a delay, has counted so many. */
async function versionsAfter(sql: postgres.Sql, table: string, atLeast: number): Promise<Versions> {
  const deadline = performance.now() + COUNTED_WITHIN_MS
  for (;;) {
    const versions = await versionsOf(sql, table)
    if (versions.all >= atLeast) return versions
    if (performance.now() > deadline)
      throw new Error(`Of ${table} only ${versions.all} changes were counted.`)
    await wait(LOOK_AGAIN_MS)
  }
}

async function versionsOf(sql: postgres.Sql, table: string): Promise<Versions> {
  const [row] = await sql<[Versions]>`
    select n_tup_upd::float8 as all, n_tup_hot_upd::float8 as hot
    from pg_stat_user_tables where relid = ${table}::regclass`
  return row
}

async function indexBytes(sql: postgres.Sql, table: string): Promise<Record<string, number>> {
  const rows = await sql<{ name: string; bytes: number }[]>`
    select c.relname as name, pg_relation_size(c.oid)::float8 as bytes
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where i.indrelid = ${table}::regclass
    order by 1`
  return Object.fromEntries(rows.map(({ name, bytes }) => [name, bytes]))
}

/** Does the work so many times, some at the same time. */
async function repeat(times: number, work: (turn: number) => Promise<unknown>): Promise<void> {
  let next = 0
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (next < times) {
        const turn = next
        next += 1
        await work(turn)
      }
    }),
  )
}

const sum = (sizes: Record<string, number>) => Object.values(sizes).reduce((all, bytes) => all + bytes, 0)
const times = (ratio: number) => `× ${ratio.toFixed(2)}`
const percent = (share: number) => `${share.toFixed(1)} %`
