import type { Field } from '../plan/field.ts'
import type { Condition, EmbedPlan } from '../plan/read-plan.ts'
import type { Comparison, IsValue, Quantifiable, Simple, TextSearch } from '../request/comparison.ts'
import type { ColumnPair } from '../schema-cache/relationships.ts'
import { arrayLiteral, identifier, qualified, type Writer } from './writer.ts'

/** A field of the row source `alias`. */
export function fieldSql(writer: Writer, alias: string, { column, path }: Field): string {
  const whole = `${alias}.${identifier(column.name)}`
  if (path.length === 0) return whole
  const isJson = column.type.compared === 'json' || column.type.compared === 'jsonb'
  const steps = path.map(({ asText, operand }) => {
    const step = 'key' in operand ? writer.text(operand.key) : writer.as(String(operand.index), 'integer')
    return `${asText ? '->>' : '->'}(${step})`
  })
  return `(${isJson ? whole : `to_jsonb(${whole})`}${steps.join('')})`
}

/** A condition on the row source `alias`. */
export function conditionSql(writer: Writer, alias: string, condition: Condition): string {
  switch (condition.kind) {
    case 'group': {
      const members = condition.conditions.map((member) => conditionSql(writer, alias, member))
      return negatedIf(condition.negated, `(${members.join(` ${condition.operator} `)})`)
    }
    case 'embedded':
      return negatedIf(!condition.exists, existsSql(writer, alias, condition.embed))
    case 'comparison':
      return negatedIf(condition.negated, `(${comparisonSql(writer, alias, condition)})`)
  }
}

function negatedIf(negated: boolean, sql: string): string {
  return negated ? `not ${sql}` : sql
}

/** Whether a row of `parent` has any row of the embedded resource, its conditions included. */
export function existsSql(writer: Writer, parent: string, embed: EmbedPlan): string {
  const { from, alias, conditions } = embeddedSource(writer, parent, embed)
  return `exists (select from ${from} where ${[...conditions, ...levelConditions(writer, alias, embed.read)].join(' and ')})`
}

/** The conditions of one level: what is asked of its columns, and that rows of inner embedded resources exist. */
export function levelConditions(
  writer: Writer,
  alias: string,
  { where, output }: EmbedPlan['read'],
): string[] {
  const inner = output.flatMap((item) => (item.kind === 'embed' && item.embed.inner ? [item.embed] : []))
  return [
    ...where.map((condition) => conditionSql(writer, alias, condition)),
    ...inner.map((embed) => existsSql(writer, alias, embed)),
  ]
}

/** The rows of an embedded resource for one row of `parent`. */
export function embeddedSource(
  writer: Writer,
  parent: string,
  { relationship }: EmbedPlan,
): { from: string; alias: string; conditions: string[] } {
  const { target, columns, junction } = relationship
  const alias = writer.alias()
  const from = `${qualified(target)} ${alias}`
  if (junction === null) return { from, alias, conditions: joinSql(parent, alias, columns) }
  const middle = writer.alias()
  return {
    from: `${qualified(junction.table)} ${middle}, ${from}`,
    alias,
    conditions: [
      ...joinSql(parent, middle, junction.fromStart),
      ...joinSql(middle, alias, junction.toTarget),
    ],
  }
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

interface Compared {
  field: Field
  comparison: Comparison
}

function comparisonSql(writer: Writer, alias: string, { field, comparison }: Compared): string {
  const left = fieldSql(writer, alias, field)
  switch (comparison.kind) {
    case 'is':
      return `${left} ${IS[comparison.value]}`
    case 'simple':
      return `${left} ${SIMPLE[comparison.operator]} ${writer.as(comparison.value, field.type.compared)}`
    case 'in':
      return `${left} = any(${writer.as(arrayLiteral(comparison.values), listType(field))})`
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
  const isPattern = PATTERNS.includes(operator)
  const isLike = operator === 'like' || operator === 'ilike'
  // In a URL the percent sign has to be encoded, so a star may stand for it.
  const right = isLike ? value.replaceAll('*', '%') : value
  const sql = QUANTIFIABLE[operator]
  if (quantifier === null)
    return `${left} ${sql} ${writer.as(right, isPattern ? 'text' : field.type.compared)}`
  return `${left} ${sql} ${quantifier}(${writer.as(right, isPattern ? 'text[]' : listType(field))})`
}

function listType({ type }: Field): string {
  return type.array ?? `${type.compared}[]`
}

/** The configuration is a parameter of its own type, so that an index over the same expression can be used. */
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
