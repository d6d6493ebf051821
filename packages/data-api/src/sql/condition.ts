import type { Field } from '../plan/field.ts'
import { type Condition, type EmbedPlan, embedsOf, type ReadPlan } from '../plan/read-plan.ts'
import type { Comparison, IsValue, Quantifiable, Simple, TextSearch } from '../request/comparison.ts'
import type { ColumnType } from '../schema-cache/relation.ts'
import type { ColumnPair } from '../schema-cache/relationships.ts'
import { COUNTED_ROW } from './bounds.ts'
import { arrayLiteral, identifier, qualified, type Writer } from './writer.ts'

/** A row source that a level reads from. */
export interface Rows {
  alias: string
  /** Each row as a value of its row type, for functions that compute columns. */
  whole: string
}

/** The rows of a table or function, which are whole by themselves. */
export function rowsOf(alias: string): Rows {
  return { alias, whole: alias }
}

/** A field of these rows. */
export function fieldSql(writer: Writer, rows: Rows, { column, path }: Field): string {
  const whole =
    column.computedBy === null
      ? `${rows.alias}.${identifier(column.name)}`
      : `${qualified(column.computedBy)}(${rows.whole})`
  if (path.length === 0) return whole
  const isJson = column.type.compared === 'json' || column.type.compared === 'jsonb'
  const steps = path.map(({ asText, operand }) => {
    const step = 'key' in operand ? writer.text(operand.key) : writer.as(String(operand.index), 'integer')
    return `${asText ? '->>' : '->'}(${step})`
  })
  return `(${isJson ? whole : `to_jsonb(${whole})`}${steps.join('')})`
}

/** A condition on these rows. */
export function conditionSql(writer: Writer, rows: Rows, condition: Condition): string {
  switch (condition.kind) {
    case 'group': {
      const members = condition.conditions.map((member) => conditionSql(writer, rows, member))
      return negatedIf(condition.negated, `(${members.join(` ${condition.operator} `)})`)
    }
    case 'embedded':
      return negatedIf(!condition.exists, existsSql(writer, rows, condition.embed))
    case 'comparison':
      return negatedIf(condition.negated, `(${comparisonSql(writer, rows, condition)})`)
  }
}

function negatedIf(negated: boolean, sql: string): string {
  return negated ? `not ${sql}` : sql
}

/** Whether a row of `parent` has any row of the embedded resource, its conditions included. */
function existsSql(writer: Writer, parent: Rows, embed: EmbedPlan): string {
  const { from, conditions } = embeddedSource(writer, parent, embed)
  return `exists (select from ${from}${whereSql(conditions)})`
}

/** The conditions of one level: those on its columns, and that rows of inner embedded resources exist. */
export function levelConditions(writer: Writer, rows: Rows, plan: ReadPlan): string[] {
  return [
    ...plan.where.map((condition) => conditionSql(writer, rows, condition)),
    ...embedsOf(plan).flatMap((embed) => (embed.inner ? [existsSql(writer, rows, embed)] : [])),
  ]
}

export function whereSql(conditions: readonly string[]): string {
  return conditions.length === 0 ? '' : ` where ${conditions.join(' and ')}`
}

/** The source of rows, and the condition on them. */
export interface Source {
  from: string
  rows: Rows
  conditions: readonly string[]
}

/** The rows of an embedded resource for one row of `parent`. */
export function embeddedSource(
  writer: Writer,
  parent: Rows,
  { relationship, read, repeated }: EmbedPlan,
): Source {
  const { target, columns, junction, computedBy } = relationship
  const rows = rowsOf(writer.alias())
  const level = [...(repeated ? [COUNTED_ROW] : []), ...levelConditions(writer, rows, read)]
  if (computedBy !== null) {
    const from = `${qualified(computedBy)}(${parent.whole}) ${rows.alias}`
    return { from, rows, conditions: level }
  }
  const from = `${qualified(target)} ${rows.alias}`
  if (junction === null) {
    return { from, rows, conditions: [...joinSql(parent.alias, rows.alias, columns), ...level] }
  }
  const middle = writer.alias()
  const joined = [
    ...joinSql(parent.alias, middle, junction.fromStart),
    ...joinSql(middle, rows.alias, junction.toTarget),
  ]
  return { from: `${qualified(junction.table)} ${middle}, ${from}`, rows, conditions: [...joined, ...level] }
}

function joinSql(here: string, there: string, pairs: readonly ColumnPair[]): string[] {
  return pairs.map(([a, b]) => `${there}.${identifier(b)} = ${here}.${identifier(a)}`)
}

const QUANTIFIABLE: Readonly<Record<Quantifiable, string>> = {
  eq: '=',
  gte: '>=',
  gt: '>',
  lte: '<=',
  lt: '<',
  like: 'like',
  ilike: 'ilike',
  match: '~',
  imatch: '~*',
}

const SIMPLE: Readonly<Record<Simple, string>> = {
  neq: '<>',
  cs: '@>',
  cd: '<@',
  ov: '&&',
  sl: '<<',
  sr: '>>',
  nxr: '&<',
  nxl: '&>',
  adj: '-|-',
  isdistinct: 'is distinct from',
}

const IS: Readonly<Record<IsValue, string>> = {
  null: 'is null',
  not_null: 'is not null',
  true: 'is true',
  false: 'is false',
  unknown: 'is unknown',
}

const TO_QUERY: Readonly<Record<TextSearch, string>> = {
  fts: 'to_tsquery',
  plfts: 'plainto_tsquery',
  phfts: 'phraseto_tsquery',
  wfts: 'websearch_to_tsquery',
}

type SimpleComparison = Extract<Comparison, { kind: 'simple' }>

interface Compared {
  field: Field
  comparison: Comparison
}

function comparisonSql(writer: Writer, rows: Rows, { field, comparison }: Compared): string {
  const left = fieldSql(writer, rows, field)
  switch (comparison.kind) {
    case 'is':
      return `${left} ${IS[comparison.value]}`
    case 'simple':
      return `${left} ${SIMPLE[comparison.operator]} ${simpleSql(writer, comparison, field)}`
    case 'in':
      return `${left} = any(${listSql(writer, arrayLiteral(comparison.values), field)})`
    case 'quantifiable':
      return quantifiableSql(writer, left, field, comparison)
    case 'textSearch':
      return textSearchSql(writer, left, field, comparison)
  }
}

const PATTERNS: readonly Quantifiable[] = ['like', 'ilike', 'match', 'imatch']

function quantifiableSql(
  writer: Writer,
  left: string,
  field: Field,
  { operator, quantifier, value }: Extract<Comparison, { kind: 'quantifiable' }>,
): string {
  const isLike = operator === 'like' || operator === 'ilike'
  // In a URL the percent sign has to be encoded, so a star may stand for it.
  const right = isLike ? value.replaceAll('*', '%') : value
  const operand = PATTERNS.includes(operator)
    ? patternSql(writer, right, field, quantifier !== null)
    : quantifier === null
      ? valueSql(writer, right, field)
      : listSql(writer, right, field)
  const sql = QUANTIFIABLE[operator]
  return quantifier === null ? `${left} ${sql} ${operand}` : `${left} ${sql} ${quantifier}(${operand})`
}

/**
 * The pattern for a match: texts, or the operand that operators of an extension's type take, such as `lquery` of
 * `ltree`.
 */
function patternSql(writer: Writer, pattern: string, { type }: Field, isList: boolean): string {
  if (isOfExtension(type)) return writer.untyped(pattern)
  return isList ? writer.as(pattern, 'text[]') : writer.text(pattern)
}

/** Names of built-in types carry no schema. */
const isOfExtension = ({ compared }: ColumnType): boolean => compared.includes('.')

/** Operators that extension types may have with another type on the right: Postgres infers it from the operator. */
const OF_EXTENSIONS: readonly Simple[] = ['cs', 'cd', 'ov', 'sl', 'sr', 'nxr', 'nxl', 'adj']

function simpleSql(writer: Writer, { operator, value }: SimpleComparison, field: Field): string {
  const { type } = field
  const isOpen = OF_EXTENSIONS.includes(operator) && isOfExtension(type) && !type.compared.endsWith('[]')
  return isOpen ? writer.untyped(value) : valueSql(writer, value, field)
}

/** A value of a filter, cast to the field's type. */
function valueSql(writer: Writer, value: string, { type }: Field): string {
  const by = type.representation?.fromText ?? null
  return by === null ? writer.as(value, type.compared) : `${qualified(by)}(${writer.text(value)})`
}

/** Several of them, from an array literal. */
function listSql(writer: Writer, values: string, { type }: Field): string {
  const by = type.representation?.fromText ?? null
  if (by === null) return writer.as(values, type.array ?? `${type.compared}[]`)
  const each = writer.alias()
  return `array(select ${qualified(by)}(${each}) from unnest(${writer.as(values, 'text[]')}) ${each})`
}

/** The configuration is a parameter with its own type, so that an index over the same expression can be used. */
function textSearchSql(
  writer: Writer,
  left: string,
  field: Field,
  { operator, config, value }: Extract<Comparison, { kind: 'textSearch' }>,
): string {
  const language = config === null ? '' : `${writer.typed(identifier(config), 'regconfig')}, `
  const vector = field.type.compared === 'tsvector' ? left : `to_tsvector(${language}${left})`
  return `${vector} @@ ${TO_QUERY[operator]}(${language}${writer.text(value)})`
}
