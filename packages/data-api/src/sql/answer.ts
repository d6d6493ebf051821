import type { AnswerFormat } from '../plan/format.ts'
import type { ReadPlan } from '../plan/read-plan.ts'
import { isShown } from '../plan/read-plan.ts'
import type { MediaHandler } from '../schema-cache/media-handlers.ts'
import { boundedBody, boundedPiece } from './bounds.ts'
import { qualified, type Writer } from './writer.ts'

/**
 * The parts of the single row that a statement returns. Each part is SQL for a text, null where it is not requested.
 */
export interface AnswerParts {
  /** The select whose rows are the response. */
  from: string
  body: BodySql | null
  /** A select of the count of all rows. */
  total?: string | null
  inserted?: string | null
  location?: string | null
}

/** The alias of the response's rows. */
const ROW = 'answer'
/** The alias of the rows' parts of the body. */
const PIECES = 'pieces'

/** Writes `rows`, `total`, `body`, `status` and `headers` (as set by functions), `inserted` and `location`. */
export function answerSql({ from, body, total, inserted, location }: AnswerParts): string {
  // "offset 0" keeps Postgres from computing a piece again wherever it is named.
  const rows = body === null ? from : `select ${body.piece} as piece from (${from}) ${ROW} offset 0`
  return (
    `select result.rows, result.total, ${body === null ? 'result.body' : boundedBody('result.body')} as body, ` +
    `result.status, result.headers, result.inserted, result.location from (` +
    `select count(*)::text as rows, ${selectOrNull(total)} as total, ${body?.whole ?? NO_TEXT} as body, ` +
    `${settingSql('response.status')} as status, ${settingSql('response.headers')} as headers, ` +
    `${inserted ?? NO_TEXT} as inserted, ${selectOrNull(location)} as location from (${rows}) ${PIECES}) result`
  )
}

/** The SQL of the body: for a row's part of it, and for the whole body out of those parts. */
export interface BodySql {
  piece: string
  whole: string
}

const NO_TEXT = 'null::text'

function selectOrNull(select: string | null | undefined): string {
  return select ? `(${select})::text` : NO_TEXT
}

function settingSql(name: 'response.status' | 'response.headers'): string {
  return `nullif(current_setting('${name}', true), '')`
}

/** The content of each row of the response: columns, or one value of this name. */
export type RowContent = { kind: 'rows'; plan: ReadPlan } | { kind: 'values'; column: string; title: string }

/**
 * The rows of the response in the requested format. `one` takes only the first; `limited` says that the number of rows
 * is limited.
 */
export function bodySql(
  writer: Writer,
  content: RowContent,
  format: AnswerFormat,
  { one, limited }: { one: boolean; limited: boolean },
): BodySql {
  const row = content.kind === 'rows' ? ROW : `${ROW}.${content.column}`
  const bounded = (type: 'json' | 'text') =>
    boundedPiece(`${PIECES}.piece`, { type, counter: PIECES, limited })
  switch (format.kind) {
    case 'plan':
      return bodySql(writer, content, format.of, { one, limited })
    case 'json':
      return {
        piece: jsonPiece(content, row, format.stripNulls),
        whole: jsonSql(bounded('json'), one || format.single),
      }
    case 'csv':
      return { piece: CSV_LINE, whole: csvSql(writer, content, bounded('text')) }
    case 'raw':
      return format.by === null
        ? valuesSql(row, format.binary, bounded('text'))
        : handledSql(row, format.binary, format.by)
  }
}

function valuesSql(row: string, binary: boolean, piece: string): BodySql {
  return { piece: `coalesce(${plainSql(row, binary)}, '')`, whole: `coalesce(string_agg(${piece}, ''), '')` }
}

/** All rows as one value, by an aggregate of the schema. */
function handledSql(row: string, binary: boolean, by: MediaHandler): BodySql {
  const whole = plainSql(`${qualified(by)}(${PIECES}.piece)`, binary)
  return {
    piece: by.target === null ? row : `${row}::${qualified(by.target)}`,
    whole: `coalesce(${whole}, '')`,
  }
}

/** A value as text, bytes as base64. */
function plainSql(value: string, binary: boolean): string {
  return binary ? `encode(${value}, 'base64')` : `${value}::text`
}

function jsonPiece({ kind }: RowContent, row: string, stripNulls: boolean): string {
  const json = kind === 'rows' ? `row_to_json(${row})` : `coalesce(to_json(${row}), 'null')`
  return stripNulls ? `json_strip_nulls(${json})` : json
}

function jsonSql(piece: string, first: boolean): string {
  if (first) return `coalesce((array_agg(${piece}))[1]::text, 'null')`
  return `coalesce(json_agg(${piece})::text, '[]')`
}

/** A row as text is a line of CSV in parentheses, except for its doubled backslashes. */
const CSV_LINE = `replace(substring(${ROW}::text from 2 for length(${ROW}::text) - 2), '\\\\', '\\')`

function csvSql(writer: Writer, content: RowContent, line: string): string {
  const titles = content.kind === 'values' ? [content.title] : titlesOf(content.plan)
  const header = writer.text(titles.map(csvField).join(','))
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
