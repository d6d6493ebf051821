import type { Statement } from '@cairn/postgres/as-caller'
import type { CallPlan } from '../plan/call.ts'
import type { MutatePlan } from '../plan/mutate.ts'
import type { ReadPlan } from '../plan/read-plan.ts'
import type { AnswerShape } from '../request/media-type.ts'
import { callSql, VALUE } from './call.ts'
import { INSERTED_SQL, mutationSql } from './mutate.ts'
import { selectSql } from './select.ts'
import { identifier, qualified, Writer } from './writer.ts'

/** How the answer is to look. */
export interface Wanted {
  shape: AnswerShape
  /** False where only headers are answered. */
  body: boolean
  count: boolean
}

export type DatabasePlan = { kind: 'read'; read: ReadPlan } | MutatePlan | CallPlan

/**
 * Writes the one statement of a request. Its one row holds all of the answer as texts: `rows`, `total`, `body` (JSON that
 * Postgres puts together), `status` and `headers` (what functions set), `inserted` and `location`.
 */
export function statementOf(plan: DatabasePlan, wanted: Wanted): Statement {
  const writer = new Writer()
  switch (plan.kind) {
    case 'read': {
      const { rows, count } = selectSql(writer, plan.read, qualified(plan.read.relation))
      const body = arrayBody(ROW, wanted)
      return {
        text: answerSql({ from: rows, body, total: wanted.count ? count : null }),
        values: writer.values,
      }
    }
    case 'call':
      return { text: callStatement(writer, plan, wanted), values: writer.values }
    default:
      return { text: mutationStatement(writer, plan, wanted), values: writer.values }
  }
}

const SOURCE = 'source'
const ROW = 'answer'

interface AnswerParts {
  /** The select whose rows are the answer. */
  from: string
  body: string | null
  /** A select of the count of all rows, null where it is not asked for. */
  total?: string | null
  inserted?: string | null
  location?: string | null
}

function answerSql({ from, body, total = null, inserted = null, location = null }: AnswerParts): string {
  return (
    `select count(*)::text as rows, ${total === null ? NO_TEXT : `(${total})::text`} as total, ` +
    `${body ?? NO_TEXT} as body, ${settingSql('response.status')} as status, ` +
    `${settingSql('response.headers')} as headers, ${inserted ?? NO_TEXT} as inserted, ` +
    `${location === null ? NO_TEXT : `(${location})`} as location from (${from}) ${ROW}`
  )
}

const NO_TEXT = 'null::text'

function settingSql(name: 'response.status' | 'response.headers'): string {
  return `nullif(current_setting('${name}', true), '')`
}

/** All rows as one JSON array, or the first as an object; null where no body is wanted. */
function arrayBody(row: string, { shape, body }: Wanted): string | null {
  return body ? jsonSql(row, shape.single, shape.stripNulls) : null
}

function jsonSql(row: string, first: boolean, stripNulls: boolean): string {
  const rows = stripNulls ? `json_strip_nulls(json_agg(${row}))` : `json_agg(${row})`
  return first ? `coalesce((${rows}->0)::text, 'null')` : `coalesce(${rows}::text, '[]')`
}

function mutationStatement(writer: Writer, plan: MutatePlan, wanted: Wanted): string {
  const mutation = mutationSql(writer, plan)
  const from = plan.read === null ? `select * from ${SOURCE}` : selectSql(writer, plan.read, SOURCE).rows
  const answer = answerSql({
    from,
    body: plan.read === null ? null : arrayBody(ROW, wanted),
    inserted:
      plan.kind === 'insert' && plan.onConflict?.resolution === 'merge-duplicates' ? INSERTED_SQL : null,
    location: plan.kind === 'insert' && plan.location ? locationSql(plan.table.primaryKey) : null,
  })
  return `with ${SOURCE} as (${mutation}) ${answer}`
}

/** The primary key of a row as a JSON array of texts. */
function locationSql(primaryKey: readonly string[]): string | null {
  if (primaryKey.length === 0) return null
  const values = primaryKey.map((name) => `${SOURCE}.${identifier(name)}::text`)
  return `select json_build_array(${values.join(', ')})::text from ${SOURCE} limit 1`
}

function callStatement(writer: Writer, plan: CallPlan, wanted: Wanted): string {
  const call = callSql(writer, plan)
  const { rows, count } = selectSql(writer, plan.read, SOURCE)
  const answer = answerSql({ from: rows, body: callBody(plan, wanted), total: wanted.count ? count : null })
  return `with ${SOURCE} as (${call}) ${answer}`
}

function callBody({ function: { result } }: CallPlan, wanted: Wanted): string | null {
  const { stripNulls } = wanted.shape
  switch (result.kind) {
    case 'nothing':
      return null
    case 'rows':
      return arrayBody(ROW, wanted)
    case 'values':
      return arrayBody(`${ROW}.${VALUE}`, wanted)
    case 'row':
      return wanted.body ? jsonSql(ROW, true, stripNulls) : null
    case 'value':
      return wanted.body ? jsonSql(`${ROW}.${VALUE}`, true, stripNulls) : null
  }
}
