import { describe, expect, test } from 'vitest'
import { detailLines, detailsFormOf, detailsFormSchema, detailsOf } from './details-form.ts'

const STORED = {
  vendor: 'Example',
  seats: 12,
  audited: true,
  regions: ['north'],
  notes: { a: 1 },
  none: null,
}

function problems(rows: readonly object[], kept: object = {}): readonly string[] {
  const result = detailsFormSchema.safeParse({ rows, kept })
  return result.success ? [] : result.error.issues.map(({ message }) => message)
}

const row = (label: string, value = 'x') => ({ label, value })

describe('the additional details in a form', () => {
  test('come back as they are stored, what no line can hold included', () => {
    expect(detailsFormOf(STORED).rows.map(({ label }) => label)).toEqual(['vendor', 'seats', 'audited'])
    expect(detailsOf(detailsFormSchema.parse(detailsFormOf(STORED)))).toEqual(STORED)
    const strange = {
      '': 'x',
      ['y'.repeat(101)]: 'x',
      long: 'x'.repeat(2001),
      ' padded ': 'x',
      turned: 'a\u202eb',
    }
    expect(detailsFormOf(strange).rows).toEqual([])
    expect(detailsOf(detailsFormOf(strange))).toEqual(strange)
    expect(detailsFormOf('nonsense')).toEqual({ rows: [], kept: {} })
  })

  test('keep numbers until their text is another', () => {
    const [, seats] = detailsFormOf(STORED).rows
    expect(detailsOf({ rows: [{ label: 'seats', value: '13', stored: seats?.stored }], kept: {} })).toEqual({
      seats: '13',
    })
  })

  test('say what is wrong with them', () => {
    expect(problems([row('Vendor'), row('', '')])).toEqual([])
    expect(problems([row(' ')])).toEqual(['Give each detail a label.'])
    expect(problems([row('Vendor'), row(' Vendor')])).toEqual(['Two details have the same label.'])
    expect(problems([row('regions')], { regions: [] })).toEqual(['Two details have the same label.'])
    expect(problems([row('x'.repeat(101))])).toEqual(['The label of a detail has at most 100 characters.'])
    expect(problems([row('a', 'x'.repeat(2001))])).toEqual(['A detail has at most 2,000 characters.'])
    expect(problems([row('__proto__')])).toEqual(['Choose another label.'])
    const many = Array.from({ length: 101 }, (_, index) => row(String(index)))
    expect(problems(many)).toEqual(['A record has at most 100 additional details.'])
    expect(problems([row('a')], { big: 'x'.repeat(200_000) })).toEqual([
      'The additional details are too long altogether.',
    ])
  })

  test('lose what cannot be seen, and stay text', () => {
    const hostile = row('a\u202e\u0000b', '<script>alert(1)</script>\u0000\nsecond')
    expect(detailsOf(detailsFormSchema.parse({ rows: [hostile], kept: {} }))).toEqual({
      'a b': '<script>alert(1)</script>\nsecond',
    })
  })

  test('are compared line by line', () => {
    expect(detailLines(detailsFormOf({ vendor: 'Example', regions: ['north'] }))).toBe(
      'vendor: Example\nregions: ["north"]',
    )
  })
})
