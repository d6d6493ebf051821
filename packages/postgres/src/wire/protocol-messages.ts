/** The few messages of Postgres' protocol that batches and replication need, beside those of `batch-message.ts`. Source: https://www.postgresql.org/docs/current/protocol-message-formats.html */

function message(type: string, ...parts: readonly Buffer[]): Buffer {
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  const head = Buffer.allocUnsafe(5)
  head.write(type, 'latin1')
  head.writeInt32BE(length + 4, 1)
  return Buffer.concat([head, ...parts], length + 5)
}

const text = (value: string) => Buffer.from(`${value}\0`)

/** A statement, or a command of the replication protocol, without values. */
export const queryMessage = (sql: string): Buffer => message('Q', text(sql))

/** A piece of a copy. */
export const copyDataMessage = (bytes: Buffer): Buffer => message('d', bytes)

/** The end of a copy from our side. */
export const COPY_DONE = message('c')

/** The names in a row description. */
export function columnNames(body: Buffer): string[] {
  const names: string[] = []
  let at = 2
  for (let column = body.readInt16BE(0); column > 0; column -= 1) {
    const end = body.indexOf(0, at)
    names.push(body.toString('utf8', at, end))
    at = end + 19
  }
  return names
}

/** The size from which a value keeps the chunk that it arrived in; shorter values are copied out of it. */
const WORTH_KEEPING_BYTES = 16 * 1024

/** The values of a row as texts, that of the column `bytes` as it is. */
export function rowOf(
  body: Buffer,
  names: readonly string[],
  bytes?: string,
): Record<string, string | Buffer | null> {
  const row: Record<string, string | Buffer | null> = {}
  let at = 2
  for (const name of names) {
    const length = body.readInt32BE(at)
    at += 4
    if (length < 0) row[name] = null
    else if (name !== bytes) row[name] = body.toString('utf8', at, at + length)
    else {
      const value = body.subarray(at, at + length)
      row[name] = length < WORTH_KEEPING_BYTES ? Buffer.from(value) : value
    }
    if (length > 0) at += length
  }
  return row
}

const ERROR_FIELDS: Readonly<Record<string, string>> = {
  S: 'severity_local',
  V: 'severity',
  C: 'code',
  M: 'message',
  D: 'detail',
  H: 'hint',
  P: 'position',
  W: 'where',
  s: 'schema_name',
  t: 'table_name',
  c: 'column_name',
  d: 'type_name',
  n: 'constraint_name',
  F: 'file',
  L: 'line',
  R: 'routine',
}

/** The parts of an error message, by the names that the driver gives them. */
export function errorFields(body: Buffer): Record<string, string> {
  const parts = body.toString('utf8').split('\0')
  return Object.fromEntries(
    parts.flatMap((part): [string, string][] => {
      const name = ERROR_FIELDS[part.slice(0, 1)]
      return name === undefined ? [] : [[name, part.slice(1)]]
    }),
  )
}
