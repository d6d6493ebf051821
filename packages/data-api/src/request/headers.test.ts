import { describe, expect, it } from 'vitest'
import { appliedPreferences, parsePreferences } from './preferences.ts'
import { atMost, parseRange, type RowRange, withRangeHeader } from './range.ts'

describe('Prefer', () => {
  it('is read word by word; the first for each thing counts', () => {
    expect(
      parsePreferences(
        'return=minimal,return=representation , count=exact, tx=rollback, max-affected=5, odd=1, timezone=Europe/Paris',
        true,
      ),
    ).toEqual({
      return: 'minimal',
      resolution: null,
      missing: null,
      count: 'exact',
      handling: null,
      maxAffected: 5,
      tx: 'rollback',
      timeZone: 'Europe/Paris',
      unknown: ['odd=1'],
    })
  })

  it('is repeated as far as it was applied', () => {
    expect(appliedPreferences(parsePreferences('handling=lenient, max-affected=5'))).toBe('handling=lenient')
    expect(appliedPreferences(parsePreferences('handling=strict, max-affected=5'))).toBe(
      'handling=strict, max-affected=5',
    )
    expect(appliedPreferences(parsePreferences(null))).toBeNull()
  })
})

describe('the rows that are asked for', () => {
  it.each<[string | undefined, string | undefined, string | null, RowRange]>([
    [undefined, undefined, null, { offset: 0, limit: null }],
    ['5', undefined, null, { offset: 0, limit: 5 }],
    ['5', '10', null, { offset: 10, limit: 5 }],
    ['x', 'y', null, { offset: 0, limit: null }],
    ['0', '3', '0-9', { offset: 3, limit: 0 }],
    [undefined, undefined, '0-9', { offset: 0, limit: 10 }],
    [undefined, undefined, 'items=2-', { offset: 2, limit: null }],
    [undefined, undefined, '-5', { offset: 0, limit: null }],
    ['5', '10', '12-20', { offset: 12, limit: 3 }],
    ['5', undefined, '0-1', { offset: 0, limit: 2 }],
  ])('limit=%s offset=%s Range: %s', (limit, offset, header, range) => {
    expect(withRangeHeader(parseRange(limit, offset), header)).toEqual(range)
  })

  it('are never more than allowed', () => {
    expect(atMost({ offset: 3, limit: null }, 10)).toEqual({ offset: 3, limit: 10 })
    expect(atMost({ offset: 3, limit: 5 }, 10)).toEqual({ offset: 3, limit: 5 })
  })
})
