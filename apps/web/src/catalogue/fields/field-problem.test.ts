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

describe('the check of a value', () => {
  test('accepts a number within the limits of its field', () => {
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

  test('accepts a calendar day from 1900 to 9999', () => {
    const sentence = 'Enter a day between the years 1900 and 9999.'
    for (const day of ['1899-12-31', '0026-01-01', '2026-02-30', '2026-13-01', '12026-01-01', '?'])
      expect(problem(builtIn('renews_on'), day)).toBe(sentence)
    for (const day of ['1900-01-01', '2028-02-29', '9999-12-31'])
      expect(problem(builtIn('renews_on'), day)).toBeNull()
  })

  test('accepts an http or https address', () => {
    const sentence = 'Enter a web address that begins with http:// or https://.'
    for (const address of ['example.com', 'javascript:alert(1)', 'https://a:b@example.com'])
      expect(problem(fieldOf('address'), address)).toBe(sentence)
    expect(problem(fieldOf('address'), ' https://example.com/a ')).toBeNull()
  })

  test('accepts a text up to the maximum length of its field', () => {
    expect(problem(builtIn('vendor'), 'x'.repeat(121))).toBe('Vendor must have at most 120 characters.')
    expect(problem(builtIn('vendor'), `  ${'x'.repeat(120)}  `)).toBeNull()
    expect(problem(fieldOf('long_text'), 'x'.repeat(5000))).toBeNull()
  })

  test('requires a value of a required field, and takes no and zero as values', () => {
    const missing = 'Floor is required.'
    expect(problem(fieldOf('text', { required: true }), undefined)).toBe(missing)
    expect(problem(fieldOf('text', { required: true }), '  ')).toBe(missing)
    expect(problem(fieldOf('choices', { required: true }), [])).toBe(missing)
    expect(problem(fieldOf('yes_no', { required: true }), false)).toBeNull()
    expect(problem(fieldOf('number', { required: true }), 0)).toBeNull()
    expect(problem(fieldOf('number'), undefined)).toBeNull()
  })
})

describe('the value to store', () => {
  test('has no space around texts and no empty fields, and keeps unknown keys untouched', () => {
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

  test('has a currency with a cost, and only then', () => {
    expect(withCurrency({ cost_per_month: 5 })).toEqual({ cost_per_month: 5, cost_currency: 'EUR' })
    expect(withCurrency({ cost_per_month: 0, cost_currency: 'USD' })).toEqual({
      cost_per_month: 0,
      cost_currency: 'USD',
    })
    expect(withCurrency({ vendor: 'Acme', cost_currency: 'USD' })).toEqual({ vendor: 'Acme' })
  })
})
