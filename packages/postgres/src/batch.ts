import postgres from 'postgres'
import { columnNames, errorFields, executeMessage, parseMessage, rowOf, SYNC } from './messages.ts'
import type { TappedSocket } from './tapped-socket.ts'

/** One statement of a batch. `keep` says whether the connection may keep it prepared. */
export interface BatchStatement {
  text: string
  values: readonly (string | null)[]
  keep: boolean
}

export type TextRow = Record<string, string | null>

/** A connection on which several statements are one message there, one transaction, and one message back. */
export interface Batches {
  /**
   * Runs the statements as one transaction and gives the rows of the last, all values as texts. Throws the driver's errors:
   * of the statement that failed, or that the connection is lost.
   */
  run(statements: readonly BatchStatement[]): Promise<readonly TextRow[]>
}

interface Known {
  name: string
  columns: readonly string[]
}

/** What was prepared means something else now, or is gone: parsed anew it will do. */
const STALE = ['RevalidateCachedQuery', 'FetchPreparedStatement']

/**
 * The driver sends each statement by itself, with a transaction around them that costs two more. Postgres takes all
 * statements up to a `Sync` as one transaction: sent so, a request is one write and one answer.
 */
export function openBatches(socket: TappedSocket): Batches {
  let known = new Map<string, Known>()
  let names = 0

  async function attempt(statements: readonly BatchStatement[]): Promise<readonly TextRow[]> {
    const parsed: Parsed[] = statements.map((statement) => {
      const found = known.get(statement.text)
      if (found !== undefined) return { ...found, isNew: false }
      names += 1
      return { name: statement.keep ? `batch${names}` : '', columns: [], isNew: true }
    })
    const message = statements.flatMap(({ text, values }, index) => {
      const { name = '', isNew = true } = parsed[index] ?? {}
      const execute = executeMessage(name, values)
      return isNew ? [parseMessage(name, text), execute] : [execute]
    })
    const rows = await exchange(socket, Buffer.concat([...message, SYNC]), parsed)
    for (const [index, { text, keep }] of statements.entries()) {
      const found = parsed[index]
      if (found?.isNew && keep) known.set(text, found)
    }
    return rows
  }

  return {
    async run(statements) {
      try {
        return await attempt(statements)
      } catch (error) {
        if (!(error instanceof postgres.PostgresError) || !STALE.includes(error.routine)) throw error
        known = new Map()
        return attempt(statements)
      }
    },
  }
}

interface Parsed {
  name: string
  columns: readonly string[]
  isNew: boolean
}

/** Sends the batch and reads up to the end of its answer. New statements get the names of their columns. */
function exchange(socket: TappedSocket, message: Buffer, parsed: Parsed[]): Promise<readonly TextRow[]> {
  return new Promise((resolve, reject) => {
    let pending: Buffer = Buffer.alloc(0)
    let current = 0
    let rows: TextRow[] = []
    let failure: Error | null = null

    /** True at the end of the answer. */
    function take(type: string, body: Buffer): boolean {
      const statement = parsed[current]
      switch (type) {
        case 'T':
          if (statement !== undefined) statement.columns = columnNames(body)
          return false
        case 'D':
          if (statement !== undefined && current === parsed.length - 1)
            rows.push(rowOf(body, statement.columns))
          return false
        case 'C':
          current += 1
          return false
        case 'E':
          failure ??= Object.assign(new postgres.PostgresError(''), errorFields(body))
          return false
        default:
          return type === 'Z'
      }
    }

    function finish(): void {
      socket.untap()
      if (failure === null) resolve(rows)
      else reject(failure)
    }

    socket.tap({
      data(chunk) {
        pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk])
        let at = 0
        while (pending.length >= at + 5) {
          const end = at + 1 + pending.readInt32BE(at + 1)
          if (pending.length < end) break
          const isEnd = take(String.fromCharCode(pending[at] ?? 0), pending.subarray(at + 5, end))
          at = end
          if (isEnd) return finish()
        }
        pending = pending.subarray(at)
      },
      closed() {
        socket.untap()
        reject(Object.assign(new Error('The connection was closed.'), { code: 'CONNECTION_CLOSED' }))
      },
    })
    rows = []
    socket.write(message)
  })
}
