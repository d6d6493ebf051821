import postgres from 'postgres'
import { createMessageReader } from './message-reader.ts'
import { createPreparedStatements } from './prepared-texts.ts'
import {
  closeMessage,
  columnNames,
  errorFields,
  executeMessage,
  parseMessage,
  rowOf,
  SYNC,
} from './protocol-messages.ts'
import type { Wire } from './wire.ts'

/** A statement of a batch. `prepare` says whether the connection may keep it prepared. */
export interface BatchStatement {
  text: string
  values: readonly (string | null)[]
  prepare: boolean
  /** A column whose value is not decoded: the bytes of a text in UTF-8. */
  bytes?: string | undefined
}

/** Values as texts, or as bytes where the statement asks for that. */
type TextRow = Record<string, string | Buffer | null>

/** Sends several statements over one connection as a batch: one message, one transaction, one answer. */
export interface BatchRunner {
  /**
   * Runs the statements as one transaction and returns the rows of the last. Throws the driver's
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
  bytes: string | undefined
}

/** Routines of Postgres that report a prepared statement as outdated or gone; parsed again, it runs. */
const STALE = ['RevalidateCachedQuery', 'FetchPreparedStatement']

/**
 * Sends a batch as one write with one response. The driver sends each statement by itself, with a transaction around
 * them that costs two more round trips. Postgres treats all statements up to a `Sync` as one transaction.
 */
export function createBatchRunner(wire: Wire): BatchRunner {
  const prepared = createPreparedStatements<Prepared>()
  /** The statements that are not kept any more; the next batch tells Postgres to close them. */
  let gone: Prepared[] = []
  let names = 0

  async function attempt(statements: readonly BatchStatement[]): Promise<readonly TextRow[]> {
    const sent: Sent[] = statements.map((statement) => {
      const found = prepared.find(statement.text)
      const { bytes } = statement
      if (found !== undefined) return { ...found, isNew: false, bytes }
      names += 1
      return { name: statement.prepare ? `batch${names}` : '', columns: [], isNew: true, bytes }
    })
    const message = statements.flatMap(({ text, values }, index) => {
      const { name = '', isNew = true } = sent[index] ?? {}
      const execute = executeMessage(name, values)
      return isNew ? [parseMessage(name, text), execute] : [execute]
    })
    const forget = gone.map(({ name }) => closeMessage(name))
    gone = []
    const rows = await exchange(wire, Buffer.concat([...forget, ...message, SYNC]), sent).catch(
      (error: unknown) => {
        // Postgres undoes the batch, and keeps the statements that it has parsed. Closing an unknown one is not an
        // error.
        gone.push(...sent.filter(({ isNew, name }) => isNew && name !== ''))
        throw error
      },
    )
    for (const [index, { text, prepare }] of statements.entries()) {
      const found = sent[index]
      if (found?.isNew && prepare) gone.push(...prepared.keep(text, found))
    }
    return rows
  }

  return {
    async run(statements) {
      try {
        return await attempt(statements)
      } catch (error) {
        if (!(error instanceof postgres.PostgresError) || !STALE.includes(error.routine)) throw error
        gone.push(...prepared.clear())
        return attempt(statements)
      }
    },
  }
}

/** Sends the batch and reads to the end of its response. New statements get the names of their columns. */
function exchange(wire: Wire, message: Buffer, sent: readonly Sent[]): Promise<readonly TextRow[]> {
  return new Promise((resolve, reject) => {
    const answer = new AnswerReader(sent)
    const read = createMessageReader((type, body) => {
      if (type !== READY_FOR_QUERY) return answer.take(type, body)
      wire.stopIntercepting()
      if (answer.failure === null) resolve(answer.rows)
      else reject(answer.failure)
    })
    wire.startIntercepting({
      data: read,
      closed(failure) {
        wire.stopIntercepting()
        reject(failure)
      },
    })
    wire.write(message)
  })
}

const READY_FOR_QUERY = 'Z'

/** Collects the rows of the last statement, and keeps the first failure. */
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
          this.rows.push(rowOf(body, statement.columns, statement.bytes))
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
