import type { FieldType, FieldValue } from '@cairn/workspace/port/records/fields'
import i18next from 'i18next'
import { beforeAll, describe, expect, test } from 'vitest'
import { startTranslations } from '@/i18n/setup.ts'
import { builtInFields, type RecordField } from './field.ts'
import { cleanValues, fieldProblem } from './field-problem.ts'
import { withCurrency } from './money.ts'

beforeAll(startTranslations)

function fieldOf(type: FieldType, more: Partial<RecordField> = {}): RecordField {
  return {
    key: 'own.x',
    label: 'Floor',
    type,
    help: '',
    unit: '',
    required: false,
    choices: [],
    recordKind: null,
    section: '',
    maxLength: null,
    isOwn: true,
    defaultValue: null,
    ...more,
  }
}

function builtIn(key: string): RecordField {
  const field = builtInFields(i18next.t).find((one) => one.key === key)
  if (!field) throw new Error(`There is no field ${key}.`)
  return field
}

function problem(field: RecordField, value: FieldValue | undefined) {
  return fieldProblem(field, value, i18next.t, 'en')
}

describe('what is wrong with a value', () => {
  test('a number is a number within limits', () => {
    const range = 'Enter a number from -1,000,000,000,000,000 to 1,000,000,000,000,000.'
    expect(problem(fieldOf('number'), 'abc')).toBe('Enter a number.')
    expect(problem(fieldOf('number'), Number.NaN)).toBe('Enter a number.')
    expect(problem(fieldOf('number'), Number.POSITIVE_INFINITY)).toBe('Enter a number.')
    expect(problem(fieldOf('number'), 1e308)).toBe(range)
    expect(problem(fieldOf('number'), -1e16)).toBe(range)
    expect(problem(fieldOf('number'), 0.1234567)).toBe('Enter a number with at most 6 decimals.')
    expect(problem(fieldOf('number'), 0.123456)).toBeNull()
    expect(problem(fieldOf('number'), -12.5)).toBeNull()
    expect(problem(builtIn('cost_per_month'), -1)).toBe('Enter a number from 0 to 1,000,000,000,000.')
    expect(problem(builtIn('cost_per_month'), 0)).toBeNull()
  })

  test('a day is one of the calendar, from 1900 to 9999', () => {
    const sentence = 'Enter a day between the years 1900 and 9999.'
    for (const day of ['1899-12-31', '0026-01-01', '2026-02-30', '2026-13-01', '12026-01-01', '?'])
      expect(problem(builtIn('renews_on'), day)).toBe(sentence)
    for (const day of ['1900-01-01', '2028-02-29', '9999-12-31'])
      expect(problem(builtIn('renews_on'), day)).toBeNull()
  })

  test('an address is http or https', () => {
    const sentence = 'Enter a web address that begins with http:// or https://.'
    for (const address of ['example.com', 'javascript:alert(1)', 'https://a:b@example.com'])
      expect(problem(fieldOf('address'), address)).toBe(sentence)
    expect(problem(fieldOf('address'), ' https://example.com/a ')).toBeNull()
  })

  test('a text is as long as its field allows', () => {
    expect(problem(builtIn('vendor'), 'x'.repeat(121))).toBe('Vendor must have at most 120 characters.')
    expect(problem(builtIn('vendor'), `  ${'x'.repeat(120)}  `)).toBeNull()
    expect(problem(fieldOf('long_text'), 'x'.repeat(5000))).toBeNull()
  })

  test('a required field has a value: no is one, and so is zero', () => {
    const missing = 'Floor is required.'
    expect(problem(fieldOf('text', { required: true }), undefined)).toBe(missing)
    expect(problem(fieldOf('text', { required: true }), '  ')).toBe(missing)
    expect(problem(fieldOf('choices', { required: true }), [])).toBe(missing)
    expect(problem(fieldOf('yes_no', { required: true }), false)).toBeNull()
    expect(problem(fieldOf('number', { required: true }), 0)).toBeNull()
    expect(problem(fieldOf('number'), undefined)).toBeNull()
  })
})

describe('what is stored', () => {
  test('texts lose the space around them, what is empty goes, and unknown keys stay untouched', () => {
    const fields = [builtIn('vendor'), builtIn('department'), fieldOf('number')]
    const entered = {
      vendor: ' Acme ',
      department: '  ',
      'own.x': 0,
      'own.retired': ' as it was ',
      'own.old': '',
    }
    expect(cleanValues(fields, entered)).toEqual({
      vendor: 'Acme',
      'own.x': 0,
      'own.retired': ' as it was ',
      'own.old': '',
    })
  })

  test('a cost has a currency, and nothing else has', () => {
    expect(withCurrency({ cost_per_month: 5 })).toEqual({ cost_per_month: 5, cost_currency: 'EUR' })
    expect(withCurrency({ cost_per_month: 0, cost_currency: 'USD' })).toEqual({
      cost_per_month: 0,
      cost_currency: 'USD',
    })
    expect(withCurrency({ vendor: 'Acme', cost_currency: 'USD' })).toEqual({ vendor: 'Acme' })
  })
})
