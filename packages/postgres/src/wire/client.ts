import postgres from 'postgres'
import { type BatchRunner, createBatchRunner } from './batch.ts'
import { dial, type Endpoint } from './dial.ts'
import { coded } from './errors.ts'
import type { Tls } from './tls.ts'
import { Wire } from './wire.ts'

/** A connection to a Postgres. It is never reopened: when it is lost, so is the client. */
export interface Client {
  readonly endpoint: Endpoint
  /** Process id of the session in Postgres. */
  readonly pid: number
  /** Runs statements in the order in which they are begun. After a loss each is rejected. */
  readonly sql: postgres.Sql
  /** Sends several statements as one message. */
  readonly batches: BatchRunner
  readonly isOpen: boolean
  /** Sets whether transactions are read-only by default. Has to be called before any other statement. */
  setReadOnly(on: boolean): Promise<void> | undefined
  /** Resolves when the connection has ended, at Postgres too where it could be notified. */
  readonly closed: Promise<unknown>
  /** Terminates the session regularly. Resolves as `closed` does. */
  close(): Promise<unknown>
  /** Cuts the connection: statements that wait for a response are rejected. */
  destroy(cause?: Error): void
}

export interface ClientOptions {
  target: Endpoint & { database: string; user: string; password: string; tls: Tls }
  /** Shown in pg_stat_activity. */
  name: string
  /** Settings of the session. They are sent after the sign-in: a pooler would refuse them before. */
  settings?: Readonly<Record<string, string>>
  /** Called with the notifications on channels that this client listens to. */
  onNotification?: (payload: string) => void
  /** True where a standby is required instead of a Postgres that takes writes. */
  standby?: boolean
  signal: AbortSignal
}

/** Postgres is a standby: it takes no writes. */
const STANDBY = 'STANDBY'
/** Postgres is not a standby (any more). */
const NO_STANDBY = 'NO_STANDBY'

const GOODBYE_WITHIN_MS = 2_000

/**
 * Connects, signs in, and applies the session's settings. Rejects with the driver's error, with the system's, with the
 * code {@link STANDBY} where writing is impossible, NO_STANDBY where a standby was required, or with the reason of
 * `signal`.
 */
export async function openClient(options: ClientOptions): Promise<Client> {
  const { target, signal } = options
  const wire = new Wire(await dial(target, signal))
  const abort = () => wire.destroy()
  signal.addEventListener('abort', abort, { once: true })
  try {
    signal.throwIfAborted()
    const sql = driverOver(wire, options)
    const pid = await arrived(begin(sql, options), wire)
    wire.announceLoss()
    void wire.closed.then(() => sql.end({ timeout: 0 }))
    return clientOf({ endpoint: target, pid }, wire, sql)
  } catch (error) {
    wire.destroy()
    throw signal.aborted ? signal.reason : error
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

function driverOver(wire: Wire, { target, name, onNotification }: ClientOptions): postgres.Sql {
  const options = {
    host: target.host,
    port: target.port,
    database: target.database,
    user: target.user,
    password: target.password,
    ssl: false,
    max: 1,
    // We limit the time ourselves: the driver's timers reopen connections.
    connect_timeout: 0,
    idle_timeout: 0,
    max_lifetime: null,
    onnotice: () => {},
    onnotify: (_channel: string, payload: string) => onNotification?.(payload),
    connection: { application_name: name },
    socket: () => wire,
  } as const
  return postgres(options)
}

async function begin(
  sql: postgres.Sql,
  { settings = {}, standby = false }: Pick<ClientOptions, 'settings' | 'standby'>,
): Promise<number> {
  const [row] = await sql<{ standby: boolean; pid: number }[]>`
    select pg_catalog.pg_is_in_recovery() as standby, pg_catalog.pg_backend_pid() as pid, (
      select count(pg_catalog.set_config(key, value, false)) from json_each_text(${JSON.stringify(settings)}::text::json)
    ) as settings`
  if (row?.standby !== standby)
    throw standby
      ? coded(NO_STANDBY, 'It is no standby')
      : coded(STANDBY, 'It is a standby, which takes no writes')
  return row.pid
}

/**
 * Resolves with the response, or rejects when the connection is lost: during its handshake, the driver reports a loss
 * in a promise that it does not expose.
 */
function arrived<T>(answer: Promise<T>, wire: Wire): Promise<T> {
  const lost = wire.closed.then((failure) => Promise.reject(failure))
  return Promise.race([answer, lost])
}

function clientOf(
  { endpoint: { host, port }, pid }: Pick<Client, 'endpoint' | 'pid'>,
  wire: Wire,
  sql: postgres.Sql,
): Client {
  let readOnly = false
  return {
    endpoint: { host, port },
    pid,
    sql,
    batches: createBatchRunner(wire),
    closed: wire.closed,
    get isOpen() {
      return wire.isOpen
    },
    setReadOnly(on) {
      if (on === readOnly) return undefined
      return sql.unsafe(`set default_transaction_read_only = ${on ? 'on' : 'off'}`).then(() => {
        readOnly = on
      })
    },
    close() {
      wire.end(TERMINATE)
      const late = setTimeout(() => wire.destroy(), GOODBYE_WITHIN_MS)
      return wire.closed.finally(() => clearTimeout(late))
    },
    destroy: (cause) => wire.destroy(cause),
  }
}

/** The message that ends a session. */
const TERMINATE = Buffer.from([0x58, 0, 0, 0, 4])
