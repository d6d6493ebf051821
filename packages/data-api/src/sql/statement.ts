import type { Statement } from '@cairn/postgres/pool/caller'
import type { CallPlan } from '../plan/call.ts'
import type { AnswerFormat } from '../plan/format.ts'
import type { MutatePlan } from '../plan/mutate.ts'
import type { DatabasePlan } from '../plan/plan.ts'
import { needsWholeRows } from '../plan/read-plan.ts'
import { answerSql, type BodySql, bodySql } from './answer.ts'
import { callSql, VALUE } from './call.ts'
import { INSERTED_SQL, mutationSql } from './mutate.ts'
import { selectSql } from './select.ts'
import { identifier, qualified, Writer } from './writer.ts'

/** The requested parts of the response. */
export interface Wanted {
  /** False where the response has only headers. */
  body: boolean
  count: boolean
}

/** Writes the one statement of a request. Its single row contains the whole response as texts (see `answerSql`). */
export function statementOf(plan: DatabasePlan, wanted: Wanted): Statement {
  const writer = new Writer()
  const text = `${explainSql(plan.format)}${textOf(writer, plan, wanted)}`
  return { text, values: writer.values, asTexts: true, asBytes: 'body' }
}

/** The prefix of a statement whose plan is the response. */
function explainSql(format: AnswerFormat): string {
  if (format.kind !== 'plan') return ''
  return `explain (${[`format ${format.written}`, ...format.options].join(', ')}) `
}

function textOf(writer: Writer, plan: DatabasePlan, wanted: Wanted): string {
  switch (plan.kind) {
    case 'read': {
      const { read, format } = plan
      const { rows, count } = selectSql(writer, read, { name: qualified(read.relation), derived: false })
      const body = wanted.body
        ? bodySql(writer, { kind: 'rows', plan: read }, format, {
            one: false,
            limited: read.range.limit !== null,
          })
        : null
      return answerSql({ from: rows, body, total: wanted.count ? count : null })
    }
    case 'call':
      return callStatement(writer, plan, wanted)
    default:
      return mutationStatement(writer, plan, wanted)
  }
}

const SOURCE = 'source'

function mutationStatement(writer: Writer, plan: MutatePlan, wanted: Wanted): string {
  const mutation = mutationSql(writer, plan)
  const { read, format } = plan
  const from =
    read === null
      ? `select from ${SOURCE}`
      : selectSql(writer, read, { name: SOURCE, derived: plan.whole }).rows
  const isInsert = plan.kind === 'insert'
  const answer = answerSql({
    from,
    body:
      read !== null && wanted.body
        ? bodySql(writer, { kind: 'rows', plan: read }, format, { one: false, limited: false })
        : null,
    inserted: isInsert && plan.onConflict?.resolution === 'merge-duplicates' ? INSERTED_SQL : null,
    location: isInsert && plan.location ? locationSql(plan.table.primaryKey) : null,
  })
  return `with ${SOURCE} as (${mutation}) ${answer}`
}

/** The primary key of a row as a JSON array of texts. */
function locationSql(primaryKey: readonly string[]): string | null {
  if (primaryKey.length === 0) return null
  const values = primaryKey.map((name) => `${SOURCE}.${identifier(name)}::text`)
  return `select json_build_array(${values.join(', ')}) from ${SOURCE} limit 1`
}

function callStatement(writer: Writer, plan: CallPlan, wanted: Wanted): string {
  const call = callSql(writer, plan)
  const { rows, count } = selectSql(writer, plan.read, { name: SOURCE, derived: needsWholeRows(plan.read) })
  const answer = answerSql({
    from: rows,
    body: wanted.body ? callBody(writer, plan) : null,
    total: wanted.count ? count : null,
  })
  return `with ${SOURCE} as (${call}) ${answer}`
}

function callBody(writer: Writer, { function: { name, result }, read, format }: CallPlan): BodySql | null {
  const limited = read.range.limit !== null
  switch (result.kind) {
    case 'nothing':
      return null
    case 'rows':
    case 'row':
      return bodySql(writer, { kind: 'rows', plan: read }, format, { one: result.kind === 'row', limited })
    case 'values':
    case 'value':
      return bodySql(writer, { kind: 'values', column: VALUE, title: name }, format, {
        one: result.kind === 'value',
        limited,
      })
  }
}
