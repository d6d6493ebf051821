import { CATALOGUE_KINDS, CATALOGUES } from '@cairn/workspace/port/records/catalogues'
import {
  type Condition,
  type Conditions,
  FILTER_TYPES,
  OPERATORS_OF,
  type Operator,
} from '@cairn/workspace/port/records/conditions'
import type { FieldType } from '@cairn/workspace/port/records/fields'
import { GAPS } from '@cairn/workspace/port/records/gap'
import { canGroupBy, canOrderBy } from '@cairn/workspace/rules/field-uses'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { pathOfTag } from '../../tags/tag-path.ts'
import { type ListView, ownersFor, readListAddress, writeListAddress } from './list-address.ts'

const TYPES: ReadonlyMap<string, FieldType> = new Map<string, FieldType>([
  ...FILTER_TYPES,
  ['own.seats', 'number'],
  ['own.regions', 'choices'],
  ['own.is', 'text'],
])
const text = fc.string({ unit: 'binary' })
const example: Readonly<Partial<Record<FieldType, fc.Arbitrary<string>>>> = {
  number: fc.integer().map(String),
  date: fc.constantFrom('2026-02-28', '1999-12-31'),
  yes_no: fc.constantFrom('yes', 'no'),
}
const COUNTS: Partial<Record<Operator, readonly [number, number]>> = {
  empty: [0, 0],
  filled: [0, 0],
  before: [1, 1],
  after: [1, 1],
  between: [2, 2],
}

const condition = fc
  .constantFrom(
    ...[...TYPES].flatMap(([field, type]) =>
      OPERATORS_OF[type].map((operator) => ({ field, type, operator })),
    ),
  )
  .chain(({ field, type, operator }): fc.Arbitrary<Condition> => {
    const [minLength, maxLength] = COUNTS[operator] ?? [1, 4]
    return fc
      .array(example[type] ?? text, { minLength, maxLength })
      .map((values) => ({ field, operator, values }))
  })
const match = fc.constantFrom('all' as const, 'any' as const)
const group = fc.record({ match, conditions: fc.array(condition, { minLength: 1, maxLength: 3 }) })
const conditions: fc.Arbitrary<Conditions> = fc.record({
  match,
  conditions: fc.array(fc.oneof(condition, group), { minLength: 1, maxLength: 5 }),
})
const columns = fc.record({
  isNameFrozen: fc.boolean(),
  columns: fc
    .uniqueArray(fc.constantFrom('owner', 'status', 'vendor', 'own.seats', 'created'))
    .chain((ids) =>
      fc.tuple(
        ...['name', ...ids].map((id) =>
          fc.record({ id: fc.constant(id), width: fc.option(fc.integer({ min: 40, max: 999 })) }),
        ),
      ),
    ),
})

const viewOf = (kind: (typeof CATALOGUE_KINDS)[number]): fc.Arbitrary<ListView> => {
  const fields = [...TYPES]
  const orders = [
    ...CATALOGUES[kind].orders,
    ...fields.flatMap(([key, type]) => (canOrderBy(key, type) ? [key] : [])),
  ]
  const groups = fields.flatMap(([key, type]) => (canGroupBy(key, type) ? [key] : []))
  return fc.record({
    text,
    statuses: fc.subarray([...CATALOGUES[kind].statuses]),
    owners: fc.uniqueArray(fc.constantFrom(null, 'me', 'ada', 'pending-1')),
    gaps: fc.subarray([...GAPS]),
    conditions: fc.option(conditions),
    order: fc.option(fc.record({ by: fc.constantFrom(...orders), descending: fc.boolean() })),
    group: fc.option(fc.constantFrom(...groups)),
    columns: fc.option(columns),
  })
}

/** All fields are there, and no tag is gone. */
const KNOWN = { types: TYPES, isTagGone: () => false }

const read = (query: string) => readListAddress(new URLSearchParams(query), { kind: 'system', ...KNOWN })
const problemsOf = (query: string) => read(query).problems
/** A filter that cannot be asked, and its problem. */
const filter = (problem: object) => [{ part: 'filter', problem }]

describe('the address of a list', () => {
  test('gives 10,000 states back unchanged', () => {
    fc.assert(
      fc.property(
        fc
          .constantFrom(...CATALOGUE_KINDS)
          .chain((kind) => fc.record({ kind: fc.constant(kind), view: viewOf(kind) })),
        ({ kind, view }) => {
          const before = new URLSearchParams('id=7&view=page&saved=none&where=old.is.x&match=any&tag=a')
          const written = writeListAddress(before, view).toString()
          const params = new URLSearchParams(written)
          expect(readListAddress(params, { kind, ...KNOWN })).toEqual({
            ...{ view, problems: [], isRefused: false },
          })
          expect(['id', 'view', 'saved'].map((name) => params.get(name))).toEqual(['7', 'page', 'none'])
        },
      ),
      { numRuns: 10_000 },
    )
  })

  test('can be read, and written by hand', () => {
    const conditions: Conditions = {
      match: 'all',
      conditions: [
        { field: 'vendor', operator: 'is', values: ['SAP', 'Oracle, Inc.'] },
        { field: 'own.seats', operator: 'between', values: ['5', '10'] },
        { field: 'tags', operator: 'empty', values: [] },
        {
          match: 'any',
          conditions: [
            { field: 'lifecycle', operator: 'is', values: ['active'] },
            { field: 'own.is', operator: 'is', values: ['a;b)'] },
          ],
        },
      ],
    }
    expect(writeListAddress(new URLSearchParams(), { conditions }).getAll('where')).toEqual([
      'vendor.is.SAP,Oracle\\, Inc.',
      'own.seats.between.5,10',
      'tags.empty',
      'any(lifecycle.is.active;own.is.is.a\\;b\\))',
    ])
    expect(
      writeListAddress(new URLSearchParams('q=x'), {
        order: { by: 'own.seats', descending: true },
      }).toString(),
    ).toBe('q=x&sort=-own.seats')
    expect(read('where=vendor.is.').view.conditions?.conditions).toEqual([
      { field: 'vendor', operator: 'is', values: [''] },
    ])
  })

  test('keeps what is not changed, with what is wrong in it', () => {
    const next = writeListAddress(new URLSearchParams('where=seats.is.1&sort=nothing&q=a'), {
      text: '',
      group: 'status',
    })
    expect(next.toString()).toBe('where=seats.is.1&sort=nothing&group=status')
  })

  test.each([
    ['where=seats.is.1', { kind: 'no such field', field: 'seats' }],
    ['where=own.gone.filled', { kind: 'no such field', field: 'own.gone' }],
    ['where=any(own.gone.filled)', { kind: 'no such field', field: 'own.gone' }],
    ['where=vendor.before.x', { kind: 'no such operator', field: 'vendor', word: 'before' }],
    ['where=vendor.resembles.x', { kind: 'no condition', word: 'vendor.resembles.x' }],
    ['where=vendor.is', { kind: 'wrong number of values', field: 'vendor' }],
    ['where=own.seats.after.NaN', { kind: 'no such value', field: 'own.seats', word: 'NaN' }],
    ['where=own.seats.after.1e308', { kind: 'no such value', field: 'own.seats', word: '1e308' }],
    [
      'where=renews_on.before.99999-01-01',
      { kind: 'no such value', field: 'renews_on', word: '99999-01-01' },
    ],
    ['where=', { kind: 'no condition', word: '' }],
    ['where=any(all(vendor.empty))', { kind: 'no condition', word: 'all(vendor.empty)' }],
    [`owner=${[...Array(101).keys()].join()}`, { kind: 'too many values' }],
    ['match=some', { kind: 'no condition', word: 'some' }],
    ['status=gone', { kind: 'unknown', word: 'gone' }],
    ['gap=boredom', { kind: 'unknown', word: 'boredom' }],
    [`where=vendor.is.${Array.from({ length: 101 }, String).join()}`, { kind: 'too many values' }],
    [Array.from({ length: 200 }, () => 'where=vendor.empty').join('&'), { kind: 'too many conditions' }],
    [`q=${'x'.repeat(100_000)}`, { kind: 'too long' }],
  ])('says of %.40s what is wrong', (query, problem) => {
    expect(problemsOf(query)).toEqual(filter(problem))
  })

  test('names each of several problems, and shows the rest', () => {
    const { view, problems } = read(
      'where=seats.is.1&where=vendor.is.SAP&where=rooms.is.2&cols=name,own.gone,vendor',
    )
    expect(problems).toEqual([
      ...filter({ kind: 'no such field', field: 'seats' }),
      ...filter({ kind: 'no such field', field: 'rooms' }),
      { part: 'columns', problem: { kind: 'unknown', word: 'own.gone' } },
    ])
    expect(view.conditions?.conditions).toEqual([{ field: 'vendor', operator: 'is', values: ['SAP'] }])
    const unknown = (word: string) => ({ kind: 'unknown', word })
    expect(problemsOf('sort=-own.gone&group=vendor')).toEqual([
      { part: 'order', problem: unknown('own.gone') },
    ])
    expect(problemsOf('sort=vendor&group=own.seats')).toEqual([
      { part: 'grouping', problem: unknown('own.seats') },
    ])
    expect(problemsOf('status=active,gone')).toEqual([{ part: 'choice', problem: unknown('gone') }])
  })

  test('with the earlier parameter for tags becomes a condition like others', () => {
    const asked = (query: string) => read(query).view.conditions
    const tags = (operator: 'is' | 'all_of', ...values: string[]) => ({ field: 'tags', operator, values })
    expect([asked('tag='), asked('tag=all:')]).toEqual([null, null])
    expect(asked('tag=a,b,a')).toEqual({ match: 'all', conditions: [tags('is', 'a', 'b')] })
    expect(asked('tag=all:a,b')).toEqual({ match: 'all', conditions: [tags('all_of', 'a', 'b')] })
    const either = '&match=any&where=vendor.is.SAP&where=vendor.empty'
    const wanted = asked(`tag=a${either}`)
    expect(wanted).toEqual({ match: 'all', conditions: [asked(either), tags('is', 'a')] })
    const next = writeListAddress(new URLSearchParams(`q=x&tag=a${either}`), { conditions: wanted })
    expect(next.getAll('where')).toEqual(['any(vendor.is.SAP;vendor.empty)', 'tags.is.a'])
    expect([next.get('tag'), next.get('match'), next.get('q')]).toEqual([null, null, 'x'])
    // Fifty, and the tags beside them.
    const most = Array.from({ length: 50 }, () => 'where=vendor.empty').join('&')
    expect([problemsOf(most), problemsOf(`${most}&tag=a`)]).toEqual([
      [],
      filter({ kind: 'too many conditions' }),
    ])
    expect(read(pathOfTag('', 'a').slice(1)).view.conditions).toEqual(asked('tag=a'))
  })

  test('names owners by their ids, the user as me, and nobody as none', () => {
    const ownersOf = (query: string, personId: string | null) => ownersFor(read(query).view.owners, personId)
    expect(ownersOf('', 'ada')).toEqual([])
    expect(ownersOf('owner=none', 'ada')).toEqual([null])
    expect(ownersOf('owner=me,ben,ada,,none', 'ada')).toEqual(['ada', 'ben', null])
    // A guest owns nothing.
    expect(ownersOf('owner=me', null)).toEqual(['me'])
  })

  test('never fails, whatever it contains', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom('where', 'match', 'sort', 'cols', 'status', 'group'), text)),
        (pairs) => {
          const { view } = readListAddress(new URLSearchParams(pairs), { kind: 'agent', ...KNOWN })
          expect(view.text).toBe('')
        },
      ),
    )
  })
})
