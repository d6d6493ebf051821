import { ANSWER_TOO_LARGE } from '../errors/postgres-errors.ts'
import type { AnswerFormat } from '../plan/format.ts'
import type { ReadPlan } from '../plan/read-plan.ts'
import { isShown } from '../plan/read-plan.ts'
import { LIMITS } from '../request/limits.ts'
import type { Writer } from './writer.ts'

/** The one row that a statement gives. Each part is SQL for a text, null where it is not asked for. */
export interface AnswerParts {
  /** The select whose rows are the answer. */
  from: string
  body: string | null
  /** A select of the count of all rows. */
  total?: string | null
  inserted?: string | null
  location?: string | null
}

/** What the rows of the answer are called. */
export const ROW = 'answer'

/** Writes `rows`, `total`, `body`, `status` and `headers` (what functions set), `inserted` and `location`. */
export function answerSql({ from, body, total, inserted, location }: AnswerParts): string {
  return (
    `select result.rows, result.total, ${body === null ? 'result.body' : BOUNDED_BODY} as body, ` +
    `result.status, result.headers, result.inserted, result.location from (` +
    `select count(*)::text as rows, ${selectOrNull(total)} as total, ${body ?? NO_TEXT} as body, ` +
    `${settingSql('response.status')} as status, ${settingSql('response.headers')} as headers, ` +
    `${inserted ?? NO_TEXT} as inserted, ${selectOrNull(location)} as location from (${from}) ${ROW}) result`
  )
}

const NO_TEXT = 'null::text'

const BOUNDED_BODY =
  `case when octet_length(result.body) > ${LIMITS.answerBytes} ` +
  `then current_setting('${ANSWER_TOO_LARGE}') else result.body end`

function selectOrNull(select: string | null | undefined): string {
  return select ? `(${select})::text` : NO_TEXT
}

function settingSql(name: 'response.status' | 'response.headers'): string {
  return `nullif(current_setting('${name}', true), '')`
}

/** What each row of the answer holds: columns, or one value of this name. */
export type RowContent = { kind: 'rows'; plan: ReadPlan } | { kind: 'values'; column: string; title: string }

/** The rows of the answer in the format that was asked for. `one` takes the first alone. */
export function bodySql(writer: Writer, content: RowContent, format: AnswerFormat, one: boolean): string {
  const row = content.kind === 'rows' ? ROW : `${ROW}.${content.column}`
  switch (format.kind) {
    case 'json':
      return jsonSql(row, one || format.single, format.stripNulls)
    case 'csv':
      return csvSql(writer, content)
    case 'raw':
      return `coalesce(string_agg(${format.binary ? `encode(${row}, 'base64')` : `${row}::text`}, ''), '')`
  }
}

function jsonSql(row: string, first: boolean, stripNulls: boolean): string {
  const rows = stripNulls ? `json_strip_nulls(json_agg(${row}))` : `json_agg(${row})`
  return first ? `coalesce((${rows}->0)::text, 'null')` : `coalesce(${rows}::text, '[]')`
}

/** A row as text is a line of CSV in parentheses, but for its doubled backslashes. */
function csvSql(writer: Writer, content: RowContent): string {
  const titles = content.kind === 'values' ? [content.title] : titlesOf(content.plan)
  const header = writer.text(titles.map(csvField).join(','))
  const line = `replace(substring(${ROW}::text from 2 for length(${ROW}::text) - 2), '\\\\', '\\')`
  return `${header} || coalesce(E'\\n' || string_agg(${line}, E'\\n'), '')`
}

function titlesOf({ output, relation }: ReadPlan): string[] {
  return output.flatMap((item) => {
    switch (item.kind) {
      case 'all':
        return [...relation.columns.keys()]
      case 'embed':
        return isShown(item.embed) ? [item.embed.label] : []
      case 'spread':
        return item.columns.map(({ label }) => label)
      default:
        return [item.label]
    }
  })
}

function csvField(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
