import type { Comparison } from '../../src/request/comparison.ts'
import type { FieldName } from '../../src/request/field.ts'
import type { Filter } from '../../src/request/filter.ts'
import type { OrderTerm } from '../../src/request/order.ts'
import type { SelectItem } from '../../src/request/select.ts'

/** Writes parsed queries as a request has them, for tests: what is printed must parse to the same again. */

export function printSelect(items: readonly SelectItem[]): string {
  return items.map(printItem).join(',')
}

function printItem(item: SelectItem): string {
  switch (item.kind) {
    case 'all':
      return '*'
    case 'field':
      return `${printAlias(item.alias)}${printField(item.field)}${printCast(item.cast)}`
    case 'aggregate': {
      const of = item.of === null ? '' : `${printField(item.of.field)}${printCast(item.of.cast)}.`
      return `${printAlias(item.alias)}${of}${item.aggregate}()${printCast(item.cast)}`
    }
    case 'embed': {
      const hint = item.hint === null ? '' : `!${printName(item.hint)}`
      const head = `${item.spread ? '...' : printAlias(item.alias)}${printName(item.target)}${hint}${item.inner ? '!inner' : ''}`
      return `${head}(${printSelect(item.items)})`
    }
  }
}

function printAlias(alias: string | null): string {
  return alias === null ? '' : `${printName(alias)}:`
}

function printCast(cast: string | null): string {
  return cast === null ? '' : `::${cast}`
}

function printField({ name, path }: FieldName): string {
  const steps = path.map(({ asText, operand }) => {
    return `${asText ? '->>' : '->'}${'key' in operand ? quoted(operand.key) : operand.index}`
  })
  return `${printName(name)}${steps.join('')}`
}

/** A filter of the query string, as its key and value. */
export function printFilter(filter: Filter): [string, string] {
  if (filter.kind === 'group') {
    return [`${filter.negated ? 'not.' : ''}${filter.operator}`, printMembers(filter.filters)]
  }
  const value = `${filter.negated ? 'not.' : ''}${printComparison(filter.comparison, (text) => text)}`
  return [printField(filter.field), value]
}

function printMembers(filters: readonly Filter[]): string {
  return `(${filters.map(printMember).join(',')})`
}

function printMember(filter: Filter): string {
  const not = filter.negated ? 'not.' : ''
  if (filter.kind === 'group') return `${not}${filter.operator}${printMembers(filter.filters)}`
  return `${printField(filter.field)}.${not}${printComparison(filter.comparison, quoted)}`
}

function printComparison(comparison: Comparison, printValue: (text: string) => string): string {
  switch (comparison.kind) {
    case 'is':
      return `is.${comparison.value}`
    case 'in':
      return `in.(${comparison.values.map(quoted).join(',')})`
    case 'simple':
      return `${comparison.operator}.${printValue(comparison.value)}`
    case 'quantifiable': {
      const { operator, quantifier, value } = comparison
      return `${operator}${quantifier === null ? '' : `(${quantifier})`}.${printValue(value)}`
    }
    case 'textSearch': {
      const { operator, config, value } = comparison
      return `${operator}${config === null ? '' : `(${config})`}.${printValue(value)}`
    }
  }
}

export function printOrder(terms: readonly OrderTerm[]): string {
  return terms
    .map(({ field, relation, descending, nulls }) => {
      const of = relation === null ? printField(field) : `${printName(relation)}(${printField(field)})`
      return `${of}${descending ? '.desc' : '.asc'}${nulls === null ? '' : `.nulls${nulls}`}`
    })
    .join(',')
}

/** As it is where nothing in it means anything, otherwise in quotes. */
function printName(name: string): string {
  return /^[a-z_]+$/.test(name) ? name : quoted(name)
}

function quoted(text: string): string {
  return `"${text.replaceAll(/["\\]/g, '\\$&')}"`
}
