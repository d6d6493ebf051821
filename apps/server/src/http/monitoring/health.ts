import { type Context, Hono } from 'hono'
import type { BackupState } from '../../backups/backup-state.ts'
import type { WalState } from '../../backups/wal/wal-state.ts'
import type { Observe } from '../../observe/events.ts'
import type { Env } from '../request/context.ts'
import { createReadiness, type ReadinessParts } from './readiness.ts'

/** The addresses that load balancers ask. They answer requests without a Host header, which such checks often lack. */
export const HEALTH_PATHS: ReadonlySet<string> = new Set(['/healthz', '/readyz'])

export interface HealthParts extends ReadinessParts {
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

/**
 * `/healthz`: the process runs. `/readyz`: it can serve. The database answers over a separate connection and takes writes,
 * and the process is not stopping; 503 otherwise, for the database with the second miss in a row. Pools that give no
 * connection within a second are `busy`: that is no reason to be taken out of service, for the others would have its
 * requests too. Nor is a queue of mail that does not move, nor how many seconds the clock of the database is ahead of ours,
 * nor a synchronous standby that is missing: it is missing for every server, and all of them still read.
 */
export function health(parts: HealthParts): Hono<Env> {
  const app = new Hono<Env>()
  const note = noteChanges(parts.observe)
  const look = createReadiness(parts)
  app.on(METHODS, '/healthz', (c) => c.json({ status: 'ok' }))
  app.on(METHODS, '/readyz', async (c) => {
    if (parts.isStopping()) return unready(c, 'stopping')
    const seen = await look()
    if (seen === 'no database') return unready(c, note(seen))
    const missing = parts.standbyIsMissing()
    if (seen !== 'slow' && !seen.takesWrites && !missing) return unready(c, note('database takes no writes'))
    const { oldestMailSeconds, clockSeconds } = seen === 'slow' ? UNSEEN : seen
    const isBusy = oldestMailSeconds === undefined
    const status = note(missing ? 'synchronous standby missing' : isBusy ? 'busy' : 'ready')
    return c.json({ status, oldestMailSeconds, clockSeconds, ...(await ofBackups(c, parts)) })
  })
  return app
}

const UNSEEN = { oldestMailSeconds: undefined, clockSeconds: undefined }

/** Only the operator learns of a failed backup, which is no reason to be taken out of service. */
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

/** Reports a status that differs from that of the check before; returns it. The stop of the server is reported elsewhere. */
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
