import { performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { arrangePerson } from '@cairn/testing/people'
import { startServerProcess } from '@cairn/testing/server-process'
import postgres from 'postgres'
import { type HttpCaller, signedIn } from './support/caller.ts'
import { extent } from './support/extent.ts'
import { heading, line, lineWithAim, milliseconds } from './support/print.ts'

/** Fewer show that it works; `SCHEDULES=10000 RUNS_OF=100000 npm run bench -- lateness`. */
const SCHEDULES = extent(1_000_000, 2_000, 'SCHEDULES')
const RUNS = extent(10_000_000, 100_000, 'RUNS_OF')
const LATE_AT_ONCE = Math.min(extent(10_000, 1_000), SCHEDULES)
const REPORTING = 1_000
const FIND_MS = 100
const TOLD_MS = 30_000
const PAGE_MS = 100
const DELETE_MS = 200
const TIMES = extent(40, 3)
const BATCH = 500
const LOOK_EVERY_MS = 50

/** A million heartbeats of which ten thousand go late at once, and ten million runs that are read and deleted. */
export async function measureLateness(): Promise<void> {
  const server = await startServerProcess({ LOG_LEVEL: 'silent' })
  const sql = postgres({ ...server.admin(), ssl: false, max: 1, onnotice: () => {} })
  try {
    const { id, email } = await arrangePerson(sql, { email: 'ada@bench.example', name: 'Ada Example' })
    heading(`Lateness: ${SCHEDULES} heartbeats, of which ${LATE_AT_ONCE} go late at once`)
    await schedules(sql, id)
    await measureFinding(sql)
    await measureTelling(sql)
    heading(`Runs: ${RUNS} of ${REPORTING} heartbeats`)
    await runs(sql)
    const caller = await signedIn(server, email)
    await measurePages(sql, caller)
    await measureDeleting(sql)
  } finally {
    await sql.end({ timeout: 1 })
    await server.dispose()
  }
}

async function schedules(sql: postgres.Sql, owner: string): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    await tx`
      insert into public.automations (account_id, name, source, owner_id, created_by)
      select m.account_id, 'Automation ' || n, 'Zapier', m.user_id, m.user_id
      from public.account_members m, generate_series(1, ${LATE_AT_ONCE}) n
      where m.user_id = ${owner}`
    await tx`
      insert into public.heartbeats (
        account_id, kind, record_id, token_hash, expects, every_seconds, grace_seconds, status, last_at, due_at, late_at
      )
      select account_id, 'automation', id, id::text, 'interval', 86400, 600, 'up', now(), now() + '1 day', now() + '1 day'
      from public.automations
      union all
      select m.account_id, 'automation', gen_random_uuid(), gen_random_uuid()::text, 'interval', 86400, 600, 'up', now(),
        now() + n * '1 second'::interval, now() + '1 hour' + n * '1 second'::interval
      from public.account_members m, generate_series(1, ${SCHEDULES - LATE_AT_ONCE}) n
      where m.user_id = ${owner}`
  })
  await sql`vacuum analyze public.heartbeats, public.automations`
}

/** The same as the server asks, when nothing is late, which is most often. */
async function measureFinding(sql: postgres.Sql): Promise<void> {
  const took = await timed(() => sql`select id from private.late_heartbeats(now(), '{}'::text[], 1000) as id`)
  report('looking for what is late', took, FIND_MS)
}

async function measureTelling(sql: postgres.Sql): Promise<void> {
  await sql`update private.answering set since = now() - interval '1 day'`
  await sql`
    update public.heartbeats h set late_at = now() - interval '1 second'
    from public.automations a where a.id = h.record_id`
  const began = performance.now()
  await until(async () => (await toldOf(sql)) === LATE_AT_ONCE)
  lineWithAim('until all of them are noted and told', performance.now() - began, TOLD_MS, milliseconds)
  const [row] = await sql<[{ amount: number }]>`select count(*)::int as amount from public.notifications`
  line('notifications of them', `${row.amount}`)
}

async function toldOf(sql: postgres.Sql): Promise<number> {
  const [row] = await sql<[{ told: number }]>`
    select coalesce(sum(coalesce((payload ->> 'amount')::integer, 1)), 0)::int as told
    from public.notifications where kind = 'heartbeat_late'`
  return row.told
}

/** Spread over a year, so that three quarters are old. */
async function runs(sql: postgres.Sql): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    await tx`
      insert into public.runs (heartbeat_id, number, account_id, outcome, started_at, ended_at, at, note)
      select h.id, n, h.account_id, 'success', at - '1 minute'::interval, at, at, 'Done.'
      from generate_series(1, ${RUNS / REPORTING}) n
      cross join (select now() - '1 year'::interval as start) y
      cross join lateral (select y.start + n * '1 year'::interval / ${RUNS / REPORTING} as at) m
      cross join (select id, account_id from public.heartbeats order by late_at limit ${REPORTING}) h`
    await tx`
      insert into public.run_days (heartbeat_id, day, account_id, successes)
      select h.id, current_date - n, h.account_id, 10
      from generate_series(0, 364) n, (select id, account_id from public.heartbeats order by late_at limit ${REPORTING}) h`
  })
  await sql`vacuum analyze public.runs, public.run_days`
}

/** As the details of a record ask for them. */
async function measurePages(sql: postgres.Sql, { call }: HttpCaller): Promise<void> {
  const [beat] = await sql<[{ id: string }]>`select heartbeat_id as id from public.runs limit 1`
  const last = RUNS / REPORTING
  const newest = await timed(() => call('get_runs', { heartbeat: beat.id }))
  report('a page of runs', newest, PAGE_MS)
  const old = await timed(() => call('get_runs', { heartbeat: beat.id, before: Math.ceil(last / 2) }))
  report('a page in the middle', old, PAGE_MS)
  const days = await timed(() => call('get_run_days', { heartbeat: beat.id }))
  report('the sums of 90 days', days, PAGE_MS)
}

/** As the server deletes what is older than the operator keeps. */
async function measureDeleting(sql: postgres.Sql): Promise<void> {
  const took = await timed(async () => {
    const keys = await sql<{ key: string }[]>`
      select key from private.expired_rows('runs', 90, null, '{}'::text[], ${BATCH}) as key`
    await sql`select public.delete_expired('runs', 90, ${BATCH}, null, ${keys.map(({ key }) => key)}::text[])`
  })
  report(`deleting ${BATCH} of them`, took, DELETE_MS)
}

/** Most of them shall be within the aim: 19 of 20. */
function report(what: string, took: readonly number[], aim: number): void {
  const inOrder = took.toSorted((one, other) => one - other)
  const at = (share: number) => inOrder[Math.floor(share * (inOrder.length - 1))] ?? 0
  line(`${what}, half of them`, `${at(0.5).toFixed(1)} ms`)
  lineWithAim(`${what}, 95 %`, at(0.95), aim)
}

/** How long each took, in milliseconds. */
async function timed(work: () => PromiseLike<unknown>): Promise<number[]> {
  const took = []
  for (let time = 0; time < TIMES; time += 1) {
    const began = performance.now()
    await work()
    took.push(performance.now() - began)
  }
  return took
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await wait(LOOK_EVERY_MS)
}
