import type { Column } from '../schema-cache/relation.ts'

/** How types of Postgres are described in OpenAPI. */

const INTEGERS: Readonly<Record<string, string>> = { smallint: 'int32', integer: 'int32', bigint: 'int64' }
const NUMBERS = ['numeric', 'real', 'double precision']

/** The name of a type: format_type calls a character of any length bpchar. */
function formatOf(type: string): string {
  return INTEGERS[type] ?? type.replace(/^bpchar\b/, 'character')
}

/** Type and format of a value; JSON may be anything. */
export function typeAndFormat(type: string): Record<string, unknown> {
  return { ...typeOf(type), format: formatOf(type) }
}

function typeOf(type: string): Record<string, unknown> {
  if (type.endsWith('[]')) return { type: 'array', items: typeOf(type.slice(0, -2)) }
  if (type === 'json' || type === 'jsonb') return {}
  if (type === 'boolean') return { type: 'boolean' }
  if (type in INTEGERS) return { type: 'integer' }
  return { type: NUMBERS.includes(type) ? 'number' : 'string' }
}

/** A parameter of an address, where only lists and simple types can be. */
export function parameterType(type: string): Record<string, unknown> {
  const { type: named = 'string' } = typeOf(type)
  return { type: named === 'array' ? 'string' : named, format: formatOf(type) }
}

/** The values of a parameter that can be given again and again. */
export function repeatedType(listType: string): Record<string, unknown> {
  const item = listType.replace(/\[\]$/, '')
  return { type: 'array', collectionFormat: 'multi', items: parameterType(item) }
}

/** A default that is a value; what Postgres computes is said for texts alone, as the expression that it is. */
export function defaultOf({ type: { compared, declared }, defaultSql }: Column): { default?: unknown } {
  if (defaultSql === null) return {}
  if (typeOf(compared)['type'] === 'string') {
    const literal = [declared, compared]
      .map((type) => literalOf(defaultSql, type))
      .find((text) => text !== null)
    return { default: literal ?? defaultSql }
  }
  return /^(?:true|false|-?\d+(?:\.\d+)?)$/.test(defaultSql) ? { default: JSON.parse(defaultSql) } : {}
}

function literalOf(sql: string, type: string): string | null {
  const text = sql.endsWith(`::${type}`) ? sql.slice(0, -type.length - 2) : null
  return text === null || !/^'(?:[^']|'')*'$/.test(text) ? null : text.slice(1, -1).replaceAll("''", "'")
}

/** The first line of a comment is a summary, what follows it the description. */
export function summaryAndDescription(comment: string | null | undefined): Record<string, string> {
  if (!comment) return {}
  const [summary = '', ...more] = comment.split('\n')
  const description = more.join('\n').replace(/^\n+/, '')
  return { summary, ...(description === '' ? {} : { description }) }
}
