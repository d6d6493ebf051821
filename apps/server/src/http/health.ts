import type { Pool } from '@cairn/postgres/pool'
import type { Privileged, Statements } from '@cairn/postgres/privileged'
import { type Context, Hono } from 'hono'
import type { BackupState } from '../backups/backup-state.ts'
import type { WalState } from '../backups/wal/wal-state.ts'
import type { Observe } from '../observe/events.ts'
import type { Env } from './context.ts'

/** The addresses that load balancers ask. They answer requests without a Host header, which such checks often lack. */
export const HEALTH_PATHS: ReadonlySet<string> = new Set(['/healthz', '/readyz'])

export interface HealthParts {
  requests: Pool
  accounts: Privileged
  /** How long the oldest message has been waiting to be sent, in seconds; null when none waits. */
  oldestMessageSeconds: () => Promise<number | null>
  /** Whether Postgres waits for a synchronous standby, so that writes are refused. */
  standbyIsMissing: () => boolean
  isStopping: () => boolean
  /** How backups go, for the operator and their monitoring; null where none is made. */
  backups: () => Promise<BackupState | null>
  /** How far what Postgres writes is kept between backups; null where it is not. */
  wal: () => Promise<WalState | null>
  /** Whether a request shows the service key, or the token of monitoring. */
  isOperator: (shown: { apikey: string | undefined; authorization: string | undefined }) => Promise<boolean>
  observe: Observe
}

/** Some load balancers ask with OPTIONS unless they are told otherwise. */
const METHODS = ['GET', 'OPTIONS']
/** A check that takes longer than a second has failed for most load balancers. */
const ANSWERED_WITHIN_MS = 900

/**
 * `/healthz`: the process runs. `/readyz`: it can serve. Its two pools answer within a second, the database takes
 * writes, and it is not stopping; 503 otherwise. A queue of mail that does not move is told, and by how many seconds the
 * clock of the database is ahead of ours; neither is a reason to be taken out of service. Nor is a synchronous standby
 * that is missing: it is missing for every server, and all of them still read.
 */
export function health(parts: HealthParts): Hono<Env> {
  const app = new Hono<Env>()
  const note = noteChanges(parts.observe)
  app.on(METHODS, '/healthz', (c) => c.json({ status: 'ok' }))
  app.on(METHODS, '/readyz', async (c) => {
    if (parts.isStopping()) return unready(c, 'stopping')
    const answer = await inTime(look(parts)).catch(() => null)
    if (answer === null) return unready(c, note('no database'))
    const missing = parts.standbyIsMissing()
    if (!answer.takesWrites && !missing) return unready(c, note('database takes no writes'))
    const { oldestMessageSeconds: oldestMailSeconds, clockSeconds } = answer
    const status = note(missing ? 'synchronous standby missing' : 'ready')
    return c.json({ status, oldestMailSeconds, clockSeconds, ...(await ofBackups(c, parts)) })
  })
  return app
}

/** A failed backup is told to the operator alone, and is no reason to be taken out of service. */
async function ofBackups(
  c: Context<Env>,
  { backups, wal, isOperator }: HealthParts,
): Promise<{ backups?: Pick<BackupState, 'last' | 'lastGoodAt'> | null; wal?: KeptForOperator | null }> {
  const shown = { apikey: c.req.header('apikey'), authorization: c.req.header('authorization') }
  if (!(await isOperator(shown))) return {}
  const state = await backups()
  return {
    backups: state === null ? null : { last: state.last, lastGoodAt: state.lastGoodAt },
    wal: keptForOperator(await wal()),
  }
}

type KeptForOperator = Pick<WalState, 'keptUpTo' | 'error'>

const keptForOperator = (state: WalState | null): KeptForOperator | null =>
  state === null ? null : { keptUpTo: state.keptUpTo, error: state.error }

/** Reports a status that differs from that of the check before; returns it. That the server stops is told elsewhere. */
function noteChanges(observe: Observe): (status: string) => string {
  let last = 'ready'
  return (status) => {
    if (status !== last) observe({ kind: 'readiness', status })
    last = status
    return status
  }
}

function unready(c: Context<Env>, status: string): Response {
  return c.json({ status }, 503, { 'retry-after': '1' })
}

async function look({ requests, accounts, oldestMessageSeconds }: HealthParts) {
  const [oldest, database] = await Promise.all([
    oldestMessageSeconds(),
    accounts.statement(askDatabase),
    requests.run(({ sql }) => sql`select 1`),
  ])
  return { ...database, oldestMessageSeconds: oldest }
}

/** Runs a line of plpgsql, which needs the files of the database and not only its connections, and compares the clocks. */
async function askDatabase(sql: Statements) {
  const asked = Date.now()
  await sql`do 'begin perform 1; end'`
  const [row] = await sql<[{ writes: boolean; now: number }]>`
    select
      current_setting('transaction_read_only') = 'off' as writes,
      extract(epoch from clock_timestamp())::float8 * 1000 as now`
  const clockSeconds = Math.round((row.now - (asked + Date.now()) / 2) / 1_000)
  return { takesWrites: row.writes, clockSeconds }
}

/** Rejects when the work takes too long; it is left to itself then. */
function inTime<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(
      () => reject(new Error('The database did not answer in time.')),
      ANSWERED_WITHIN_MS,
    )
    work.then(resolve, reject).finally(() => clearTimeout(late))
  })
}
