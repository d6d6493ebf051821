import postgres from 'postgres'
import { type Admission, createAdmission } from './admission.ts'
import { type BatchRunner, createBatchRunner } from './batch.ts'
import { type ConnectionClient, type Connections, createConnections } from './connections.ts'
import { openInterceptedSocket } from './intercepted-socket.ts'
import { sslOption, type Tls } from './tls.ts'

/** Where a Postgres is, and as which user to connect. `host` may be a directory that holds a Unix socket. */
export interface ConnectionTarget {
  host: string
  port: number
  database: string
  user: string
  password: string
  tls: Tls
}

export interface PoolOptions {
  target: ConnectionTarget
  /** Connections at the most. */
  size: number
  /** Shown in pg_stat_activity. */
  name: string
}

/** A set of connections to one database as one user, with a bounded queue in front. */
export interface Pool {
  readonly sql: postgres.Sql
  /** Connections for one piece of work each. Reserve them only inside `admission`, which bounds their number. */
  readonly connections: Pick<Connections, 'reserve'>
  readonly admission: Admission
  /** Ends idle connections at once and busy ones after `graceSeconds`. */
  close(graceSeconds?: number): Promise<void>
}

/** No transaction may be forgotten open, no statement may wait long for a lock. Milliseconds. */
const GUARDS = { idle_in_transaction_session_timeout: 10_000, lock_timeout: 2_000 }

const WAIT_FOR_CONNECTION_MS = 3_000
const WAITING_PER_CONNECTION = 100

/** Opens a pool. Nothing connects before the first query, so a database that is away does not fail this. */
export function openPool({ target, size, name }: PoolOptions): Pool {
  const options = {
    host: target.host,
    port: target.port,
    database: target.database,
    user: target.user,
    password: target.password,
    ssl: sslOption(target),
    connect_timeout: 3,
    // Off, the driver never hands out a reserved connection that it had to open first.
    fetch_types: true,
    onnotice: () => {},
    connection: { application_name: name, ...GUARDS },
  } as const
  const sql = postgres({
    ...options,
    max: size,
    idle_timeout: 60,
    max_lifetime: 30 * 60,
    backoff: (retries) => Math.min(0.05 * 2 ** retries, 0.25),
  })
  const connections = createConnections(() =>
    openConnectionClient(target, { ...options, max: 1, max_lifetime: null }),
  )
  return {
    sql,
    connections,
    admission: createAdmission({
      concurrency: size,
      maxQueued: size * WAITING_PER_CONNECTION,
      maxWaitMs: WAIT_FOR_CONNECTION_MS,
    }),
    async close(graceSeconds = 5) {
      await Promise.all([sql.end({ timeout: graceSeconds }), connections.close(graceSeconds)])
    },
  }
}

/** A client whose socket we open where nothing is encrypted: then a transaction can go over it as one message. */
function openConnectionClient(
  target: ConnectionTarget,
  options: postgres.Options<Record<string, postgres.PostgresType>>,
): ConnectionClient {
  if (options.ssl !== false) return { sql: postgres(options), batches: () => null }
  let batches: BatchRunner | null = null
  const intercepted = {
    ...options,
    async socket() {
      const socket = await openInterceptedSocket(target)
      batches = createBatchRunner(socket)
      return socket
    },
  }
  return { sql: postgres(intercepted), batches: () => batches }
}
