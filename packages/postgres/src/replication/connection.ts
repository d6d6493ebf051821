import postgres from 'postgres'
import { dial, type Endpoint } from '../wire/dial.ts'
import { createMessageReader } from '../wire/message-reader.ts'
import { columnNames, errorFields, queryMessage, rowOf } from '../wire/protocol-messages.ts'
import type { Tls } from '../wire/tls.ts'
import { Wire } from '../wire/wire.ts'

/** A message of Postgres: its letter and its body, which is only valid until the next one is read. */
export interface Message {
  type: string
  body: Buffer
}

type Row = Record<string, string | Buffer | null>

/**
 * A connection that speaks the protocol of physical replication: it takes commands instead of statements.
 * Source: https://www.postgresql.org/docs/current/protocol-replication.html
 */
export interface ReplicationConnection {
  /** Sends a command and resolves with its rows. Rejects with Postgres' error. */
  ask(command: string): Promise<Row[]>
  /** Sends a command and yields all messages of the response, up to the end. Throws Postgres' error. */
  messages(command: string): AsyncGenerator<Message, void, void>
  send(bytes: Buffer): void
  /** Cuts the connection; Postgres ends the running command. */
  close(): void
}

export interface ReplicationOptions {
  target: Endpoint & { database: string; user: string; password: string; tls: Tls }
  /** Shown in pg_stat_activity. */
  name: string
  /** Ends the connection. */
  signal?: AbortSignal
}

/** The maximum number of bytes that have arrived and are not consumed yet; the rest waits at Postgres. */
const MOST_WAITING_BYTES = 1024 * 1024

/** Connects and signs in. Rejects with the error of the system, with Postgres' refusal, or with the reason of `signal`. */
export async function openReplication({
  target,
  name,
  signal = new AbortController().signal,
}: ReplicationOptions): Promise<ReplicationConnection> {
  const wire = new Wire(await dial(target, signal))
  signal.addEventListener('abort', () => wire.destroy(), { once: true })
  try {
    signal.throwIfAborted()
    const lost = wire.closed.then((failure) => Promise.reject(failure))
    await Promise.race([signIn(wire, target, name), lost])
  } catch (error) {
    wire.destroy()
    throw signal.aborted ? signal.reason : error
  }
  return connectionOver(wire)
}

/** Signs in with the driver, which knows the methods; it is not used for anything afterwards. */
async function signIn(wire: Wire, target: ReplicationOptions['target'], name: string): Promise<void> {
  const { host, port, database, user, password } = target
  const options = {
    host,
    port,
    database,
    user,
    password,
    ssl: false,
    max: 1,
    connect_timeout: 0,
    idle_timeout: 0,
    max_lifetime: null,
    fetch_types: false,
    onnotice: () => {},
    connection: { application_name: name, replication: 'true' },
    socket: () => wire,
  } as const
  await postgres(options).unsafe('IDENTIFY_SYSTEM')
}

function connectionOver(wire: Wire): ReplicationConnection {
  const inbox = createInbox(wire)

  async function* messages(command: string): AsyncGenerator<Message, void, void> {
    wire.write(queryMessage(command))
    let failure: Error | null = null
    for (;;) {
      const message = await inbox.next()
      if (message.type === 'Z') break
      if (message.type === 'E')
        failure ??= Object.assign(new postgres.PostgresError(''), errorFields(message.body))
      else yield message
    }
    if (failure !== null) throw failure
  }

  return {
    messages,
    async ask(command) {
      const rows: Row[] = []
      let names: string[] = []
      for await (const { type, body } of messages(command)) {
        if (type === 'T') names = columnNames(body)
        if (type === 'D') rows.push(rowOf(body, names))
      }
      return rows
    },
    send(bytes) {
      wire.write(bytes)
    },
    close: () => wire.destroy(),
  }
}

/** The arrived messages, in order. The socket is paused while too many bytes wait. */
function createInbox(wire: Wire): { next(): Promise<Message> } {
  const waiting: Message[] = []
  let bytes = 0
  let failure: Error | null = null
  let wake = () => {}
  const read = createMessageReader((type, body) => {
    waiting.push({ type, body })
    bytes += body.length
  })
  wire.startIntercepting({
    data(chunk) {
      read(chunk)
      if (bytes > MOST_WAITING_BYTES) wire.pause()
      wake()
    },
    closed(cause) {
      failure = cause
      wake()
    },
  })
  return {
    async next() {
      for (;;) {
        const message = waiting.shift()
        if (message !== undefined) {
          bytes -= message.body.length
          if (bytes <= MOST_WAITING_BYTES / 2) wire.resume()
          return message
        }
        if (failure !== null) throw failure
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    },
  }
}
