import postgres from 'postgres'
import { BatchMessage } from './batch-message.ts'
import { createMessageReader } from './message-reader.ts'
import { createPreparedStatements } from './prepared-texts.ts'
import { columnNames, errorFields, rowOf } from './protocol-messages.ts'
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
interface Sent extends Prepared, BatchStatement {
  isNew: boolean
}

/** Routines of Postgres that report a prepared statement as outdated or gone; parsed again, it runs. */
const STALE = ['RevalidateCachedQuery', 'FetchPreparedStatement']

/**
 * Sends a batch as one write with one response. The driver sends each statement by itself, with a transaction around
 * them that costs two more round trips. Postgres treats all statements up to a `Sync` as one transaction.
 */
export function createBatchRunner(wire: Wire): BatchRunner {
  const kept = createKeptStatements()
  const message = new BatchMessage()

  /** Sends the batch and reads to the end of its response. New statements get the names of their columns. */
  function attempt(statements: readonly BatchStatement[]): Promise<readonly TextRow[]> {
    return new Promise((resolve, reject) => {
      const sent = statements.map(kept.named)
      const answer = new AnswerReader(sent)
      function end(failure: Error | null): void {
        wire.stopIntercepting()
        message.clear()
        kept.note(sent, failure)
        if (failure === null) resolve(answer.rows)
        else reject(failure)
      }
      const data = createMessageReader((type, body) => {
        if (type === READY_FOR_QUERY) end(answer.failure)
        else answer.take(type, body)
      })
      wire.startIntercepting({ data, closed: end })
      for (const name of kept.takeGone()) message.close(name)
      for (const { isNew, name, text, values } of sent) {
        if (isNew) message.parse(name, text)
        message.execute(name, values)
      }
      wire.write(message.ended())
    })
  }

  return {
    async run(statements) {
      try {
        return await attempt(statements)
      } catch (error) {
        if (!(error instanceof postgres.PostgresError) || !STALE.includes(error.routine)) throw error
        kept.forgetAll()
        return attempt(statements)
      }
    },
  }
}

/** The statements that a connection keeps prepared, by their texts. */
function createKeptStatements() {
  const prepared = createPreparedStatements<Prepared>()
  /** The statements that are not kept any more. */
  let gone: Prepared[] = []
  let names = 0

  return {
    named(statement: BatchStatement): Sent {
      const found = prepared.find(statement.text)
      if (found !== undefined) return { ...statement, ...found, isNew: false }
      names += 1
      return { ...statement, name: statement.prepare ? `batch${names}` : '', columns: [], isNew: true }
    },
    /** Keeps what was parsed. Where it failed Postgres keeps some of it: closing an unknown statement is not an error. */
    note(sent: readonly Sent[], failure: Error | null): void {
      for (const { isNew, name, columns, text } of sent) {
        if (!isNew || name === '') continue
        const parsed = { name, columns }
        gone.push(...(failure === null ? prepared.keep(text, parsed) : [parsed]))
      }
    },
    /** The names that the next batch tells Postgres to close. */
    takeGone(): string[] {
      const named = gone.map(({ name }) => name)
      gone = []
      return named
    },
    forgetAll(): void {
      gone.push(...prepared.clear())
    },
  }
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
