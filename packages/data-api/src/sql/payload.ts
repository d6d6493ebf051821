import type { JsonPayload } from '../request/payload.ts'
import type { QualifiedName } from '../schema-cache/relation.ts'
import { identifier, qualified, type Writer } from './writer.ts'

/** A value of the payload's rows, by name and type. */
export interface PayloadColumn {
  name: string
  type: string
  /** The SQL expression for a missing key; null when a missing key means null. */
  defaultSql: string | null
  /** The function that makes the value of its JSON, null where Postgres does. */
  readBy: QualifiedName | null
}

/** The rows of a JSON body as a row source, and each column's value in it. */
export interface PayloadSql {
  from: string
  /** The row source that has the columns by name. */
  row: string
  values: string[]
}

/** Writes a JSON body as rows. The whole body is a single parameter. */
export function payloadSql(
  writer: Writer,
  payload: JsonPayload,
  columns: readonly PayloadColumn[],
): PayloadSql {
  const plain = plainSql(writer, payload, columns)
  if (columns.every(({ readBy }) => readBy === null)) return plain
  const row = writer.alias()
  const names = columns.map(({ name }) => identifier(name))
  const named = plain.values.map((value, index) => `${value} as ${names[index]}`)
  return {
    row,
    from: `(select ${named.join(', ')} from ${plain.from}) ${row}`,
    values: names.map((name) => `${row}.${name}`),
  }
}

function plainSql(writer: Writer, payload: JsonPayload, columns: readonly PayloadColumn[]): PayloadSql {
  const json = writer.as(payload.isObject ? `[${payload.json}]` : payload.json, 'json')
  const row = writer.alias()
  if (columns.length === 0) return { row, from: `json_array_elements(${json}) ${row}`, values: [] }
  const types = columns
    .map(({ name, type, readBy }) => `${identifier(name)} ${readBy === null ? type : 'json'}`)
    .join(', ')
  const values = columns.map((column) => valueSql(row, column))
  if (columns.every(({ defaultSql }) => defaultSql === null)) {
    return { row, from: `json_to_recordset(${json}) as ${row}(${types})`, values }
  }
  const item = writer.alias()
  return {
    row,
    from: `json_array_elements(${json}) ${item}(item), json_to_record(${item}.item) as ${row}(${types})`,
    values: columns.map((column) => {
      const { name, defaultSql } = column
      const value = valueSql(row, column)
      if (defaultSql === null) return value
      return `case when ${item}.item->${writer.text(name)} is null then ${defaultSql} else ${value} end`
    }),
  }
}

function valueSql(row: string, { name, readBy }: PayloadColumn): string {
  const value = `${row}.${identifier(name)}`
  return readBy === null ? value : `${qualified(readBy)}(${value})`
}
