import { describe, expect, it } from 'vitest'
import type { Comparison } from './comparison.ts'
import { looksLikeFilter, parseFilter, parseGroup } from './filter.ts'

describe('parseFilter', () => {
  it.each<[string, Comparison]>([
    ['eq.', { kind: 'quantifiable', operator: 'eq', quantifier: null, value: '' }],
    ['eq.a.b,(c)"', { kind: 'quantifiable', operator: 'eq', quantifier: null, value: 'a.b,(c)"' }],
    ['gte(any).{1,2}', { kind: 'quantifiable', operator: 'gte', quantifier: 'any', value: '{1,2}' }],
    ['isdistinct.x', { kind: 'simple', operator: 'isdistinct', value: 'x' }],
    ['nxl.(1,2)', { kind: 'simple', operator: 'nxl', value: '(1,2)' }],
    ['in.(a,"b,c",d"e)', { kind: 'in', values: ['a', 'b,c', 'd"e'] }],
    ['in.()', { kind: 'in', values: [] }],
    ['in.("")', { kind: 'in', values: [] }],
    ['in.(,)', { kind: 'in', values: ['', ''] }],
    ['in.("\\"\\\\")', { kind: 'in', values: ['"\\'] }],
    ['is.Not_Null', { kind: 'is', value: 'not_null' }],
    ['plfts(pt_br).olá', { kind: 'textSearch', operator: 'plfts', config: 'pt_br', value: 'olá' }],
    ['wfts.a or b', { kind: 'textSearch', operator: 'wfts', config: null, value: 'a or b' }],
  ])('%s', (value, comparison) => {
    const field = { name: 'id', path: [] }
    expect(parseFilter('id', value)).toEqual({
      path: [],
      item: { kind: 'comparison', field, negated: false, comparison },
    })
    expect(parseFilter('id', `not.${value}`).item).toEqual({
      kind: 'comparison',
      field,
      negated: true,
      comparison,
    })
  })

  it('reads whose column is meant', () => {
    expect(parseFilter('a.b.c->>d', 'eq.1')).toMatchObject({
      path: ['a', 'b'],
      item: { field: { name: 'c', path: [{ asText: true, operand: { key: 'd' } }] } },
    })
    expect(parseFilter('"a.b".c', 'eq.1')).toMatchObject({ path: ['a.b'], item: { field: { name: 'c' } } })
  })
})

describe('parseGroup', () => {
  it('reads comparisons and groups within groups', () => {
    const { path, item } = parseGroup(
      'tasks.not.or',
      '(a.eq.1,not.and(b.in.(x,y),c.not.cs.{1,2}),d.eq."e,f")',
    )
    expect(path).toEqual(['tasks'])
    expect(item).toMatchObject({
      kind: 'group',
      operator: 'or',
      negated: true,
      filters: [
        { field: { name: 'a' }, comparison: { value: '1' } },
        {
          kind: 'group',
          operator: 'and',
          negated: true,
          filters: [
            { field: { name: 'b' }, comparison: { values: ['x', 'y'] } },
            { field: { name: 'c' }, negated: true, comparison: { value: '{1,2}' } },
          ],
        },
        { field: { name: 'd' }, comparison: { value: 'e,f' } },
      ],
    })
  })

  it('takes columns that are called like operators', () => {
    expect(parseGroup('or', '(and.eq.1,or.eq.2,not.eq.3)').item).toMatchObject({
      filters: [{ field: { name: 'and' } }, { field: { name: 'or' } }, { field: { name: 'not' } }],
    })
  })
})

describe('looksLikeFilter', () => {
  it.each([
    ['eq.1', true],
    ['not.in.(1)', true],
    ['fts(english).x', true],
    ['plain', false],
    ['1.5', false],
    ['eq', false],
    ['equal.1', false],
    ['in(any).1', false],
  ])('%s: %s', (value, expected) => {
    expect(looksLikeFilter(value)).toBe(expected)
  })
})
