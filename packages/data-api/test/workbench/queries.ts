import fc from 'fast-check'
import type { Comparison } from '../../src/request/comparison.ts'
import type { FieldName } from '../../src/request/field.ts'
import type { Filter } from '../../src/request/filter.ts'
import type { OrderTerm } from '../../src/request/order.ts'
import type { SelectItem } from '../../src/request/select.ts'

/** Arbitrary queries, for tests of properties. */

/** Any text that Postgres can hold. */
const anyText = fc
  .string({ unit: 'grapheme', maxLength: 12 })
  .filter((text) => !/[\0\ud800-\udfff]/u.test(text))

/** The building blocks for names and values of a query. */
export interface Vocabulary {
  columns: fc.Arbitrary<string>
  relations: fc.Arbitrary<string>
  values: fc.Arbitrary<string>
  casts: fc.Arbitrary<string>
  configs: fc.Arbitrary<string>
  aliases: fc.Arbitrary<string>
}

const anyName = anyText.filter((text) => text !== '')

/** Words that no schema has to know. */
export const ANYTHING: Vocabulary = {
  columns: anyName,
  relations: anyName.filter((name) => name !== 'count'),
  values: anyText,
  casts: fc.constantFrom('text', 'int', 'double precision'),
  configs: fc.constantFrom('english', 'simple'),
  aliases: anyName,
}

function fields({ columns }: Vocabulary): fc.Arbitrary<FieldName> {
  const operand = fc.oneof(
    anyText.map((key) => ({ key })),
    fc.integer({ min: -9, max: 9 }).map((index) => ({ index })),
  )
  const path = fc.array(fc.record({ asText: fc.boolean(), operand }), { maxLength: 2 })
  return fc.record({ name: columns, path })
}

function comparisons({ values, configs }: Vocabulary): fc.Arbitrary<Comparison> {
  return fc.oneof(
    fc.record({
      kind: fc.constant('quantifiable' as const),
      operator: fc.constantFrom('eq', 'gte', 'gt', 'lte', 'lt', 'like', 'ilike', 'match', 'imatch'),
      quantifier: fc.constantFrom(null, 'any', 'all'),
      value: values,
    }),
    fc.record({
      kind: fc.constant('simple' as const),
      operator: fc.constantFrom('neq', 'cs', 'cd', 'ov', 'sl', 'sr', 'nxr', 'nxl', 'adj', 'isdistinct'),
      value: values,
    }),
    fc.record({
      kind: fc.constant('in' as const),
      values: fc.array(values, { maxLength: 3 }).filter((list) => list.length !== 1 || list[0] !== ''),
    }),
    fc.record({
      kind: fc.constant('is' as const),
      value: fc.constantFrom('null', 'not_null', 'true', 'false', 'unknown'),
    }),
    fc.record({
      kind: fc.constant('textSearch' as const),
      operator: fc.constantFrom('fts', 'plfts', 'phfts', 'wfts'),
      config: fc.option(configs),
      value: values,
    }),
  )
}

export function filters(vocabulary: Vocabulary): fc.Arbitrary<Filter> {
  return fc.letrec<{ filter: Filter; comparison: Filter; group: Filter }>((tie) => ({
    filter: fc.oneof({ maxDepth: 2 }, tie('comparison'), tie('group')),
    comparison: fc.record({
      kind: fc.constant('comparison'),
      negated: fc.boolean(),
      field: fields(vocabulary),
      comparison: comparisons(vocabulary),
    }),
    group: fc.record({
      kind: fc.constant('group'),
      operator: fc.constantFrom('and', 'or'),
      negated: fc.boolean(),
      filters: fc.array(tie('filter'), { minLength: 1, maxLength: 3 }),
    }),
  })).filter
}

export function selects(vocabulary: Vocabulary): fc.Arbitrary<SelectItem[]> {
  const { relations, casts, aliases } = vocabulary
  const field = fields(vocabulary)
  const none: fc.Arbitrary<null> = fc.constant(null)
  const cast: fc.Arbitrary<string | null> = fc.option(casts)
  const alias: fc.Arbitrary<string | null> = fc.option(aliases)
  return fc.letrec<{ items: SelectItem[]; item: SelectItem; embed: SelectItem; spread: SelectItem }>(
    (tie) => ({
      items: fc.array(tie('item'), { minLength: 1, maxLength: 3 }),
      item: fc.oneof(
        { maxDepth: 2 },
        fc.record({ kind: fc.constant('field' as const), field, alias, cast }),
        fc.constant({ kind: 'all' as const }),
        fc.record({
          kind: fc.constant('aggregate' as const),
          aggregate: fc.constantFrom('sum', 'avg', 'count', 'max', 'min'),
          of: fc.record({ field, cast }),
          alias,
          cast,
        }),
        tie('embed'),
        tie('spread'),
      ),
      embed: fc.record({
        kind: fc.constant('embed' as const),
        spread: fc.constant(false),
        target: relations,
        alias,
        hint: none,
        inner: fc.boolean(),
        items: tie('items'),
      }),
      spread: fc.record({
        kind: fc.constant('embed' as const),
        spread: fc.constant(true),
        target: relations,
        alias: none,
        hint: none,
        inner: fc.boolean(),
        items: tie('items'),
      }),
    }),
  ).items
}

export function orders(vocabulary: Vocabulary): fc.Arbitrary<OrderTerm[]> {
  const term = fc.record({
    field: fields(vocabulary),
    relation: fc.option(vocabulary.relations),
    descending: fc.boolean(),
    nulls: fc.constantFrom(null, 'first', 'last'),
  })
  return fc.array(term, { minLength: 1, maxLength: 3 })
}
