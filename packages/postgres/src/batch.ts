import postgres from 'postgres'
import type { InterceptedSocket } from './intercepted-socket.ts'
import { columnNames, errorFields, executeMessage, parseMessage, rowOf, SYNC } from './protocol-messages.ts'

/** One statement of a batch. `prepare` says whether the connection may keep it prepared. */
export interface BatchStatement {
  text: string
  values: readonly (string | null)[]
  prepare: boolean
}

export type TextRow = Record<string, string | null>

/** Sends several statements over one connection as a batch: one message, one transaction, one answer. */
export interface BatchRunner {
  /**
   * Runs the statements as one transaction and returns the rows of the last, all values as texts. Throws the driver's
   * errors: that of the statement that failed, or that the connection is lost.
   */
  run(statements: readonly BatchStatement[]): Promise<readonly TextRow[]>
}

/** A statement that the connection keeps under a name. */
interface Prepared {
  name: string
  columns: readonly string[]
}

/** A statement of the batch under way; `isNew` when it is parsed with it. */
interface Sent extends Prepared {
  isNew: boolean
}

/** Routines of Postgres that report a prepared statement as outdated or gone; parsed anew, it runs. */
const STALE = ['RevalidateCachedQuery', 'FetchPreparedStatement']

/**
 * The driver sends each statement by itself, with a transaction around them that costs two more. Postgres takes all
 * statements up to a `Sync` as one transaction, so a batch is one write and one answer.
 */
export function createBatchRunner(socket: InterceptedSocket): BatchRunner {
  let prepared = new Map<string, Prepared>()
  let names = 0

  async function attempt(statements: readonly BatchStatement[]): Promise<readonly TextRow[]> {
    const sent: Sent[] = statements.map((statement) => {
      const found = prepared.get(statement.text)
      if (found !== undefined) return { ...found, isNew: false }
      names += 1
      return { name: statement.prepare ? `batch${names}` : '', columns: [], isNew: true }
    })
    const message = statements.flatMap(({ text, values }, index) => {
      const { name = '', isNew = true } = sent[index] ?? {}
      const execute = executeMessage(name, values)
      return isNew ? [parseMessage(name, text), execute] : [execute]
    })
    const rows = await exchange(socket, Buffer.concat([...message, SYNC]), sent)
    for (const [index, { text, prepare }] of statements.entries()) {
      const found = sent[index]
      if (found?.isNew && prepare) prepared.set(text, found)
    }
    return rows
  }

  return {
    async run(statements) {
      try {
        return await attempt(statements)
      } catch (error) {
        if (!(error instanceof postgres.PostgresError) || !STALE.includes(error.routine)) throw error
        prepared = new Map()
        return attempt(statements)
      }
    },
  }
}

/** Sends the batch and reads up to the end of its answer. New statements get the names of their columns. */
function exchange(
  socket: InterceptedSocket,
  message: Buffer,
  sent: readonly Sent[],
): Promise<readonly TextRow[]> {
  return new Promise((resolve, reject) => {
    const answer = new AnswerReader(sent)
    const read = splitMessages((type, body) => {
      if (type !== READY_FOR_QUERY) return answer.take(type, body)
      socket.stopIntercepting()
      if (answer.failure === null) resolve(answer.rows)
      else reject(answer.failure)
    })
    socket.startIntercepting({
      data: read,
      closed() {
        socket.stopIntercepting()
        reject(Object.assign(new Error('The connection was closed.'), { code: 'CONNECTION_CLOSED' }))
      },
    })
    socket.write(message)
  })
}

const READY_FOR_QUERY = 'Z'

/** Puts the rows of the last statement together, and keeps the first failure. */
class AnswerReader {
  readonly rows: TextRow[] = []
  failure: Error | null = null
  readonly #sent: readonly Sent[]
  #current = 0

  constructor(sent: readonly Sent[]) {
    this.#sent = sent
  }

  take(type: string, body: Buffer): void {
    const statement = this.#sent[this.#current]
    switch (type) {
      case 'T':
        if (statement !== undefined) statement.columns = columnNames(body)
        break
      case 'D':
        if (statement !== undefined && this.#current === this.#sent.length - 1)
          this.rows.push(rowOf(body, statement.columns))
        break
      case 'C':
        this.#current += 1
        break
      case 'E':
        this.failure ??= Object.assign(new postgres.PostgresError(''), errorFields(body))
        break
    }
  }
}

/** Cuts what arrives into messages: a letter for the type, the length in four bytes, the body. */
function splitMessages(take: (type: string, body: Buffer) => void): (chunk: Buffer) => void {
  let pending: Buffer = Buffer.alloc(0)
  return (chunk) => {
    pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk])
    let at = 0
    while (pending.length >= at + 5) {
      const end = at + 1 + pending.readInt32BE(at + 1)
      if (pending.length < end) break
      take(String.fromCharCode(pending[at] ?? 0), pending.subarray(at + 5, end))
      at = end
    }
    pending = pending.subarray(at)
  }
}
