import i18next from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import { startTranslations } from '@/i18n/setup.ts'
import { builtInFields } from '../fields/field.ts'
import { bulkValueProblem } from './bulk-words.ts'

beforeAll(startTranslations)

function problem(key: string, required: boolean, value: string | undefined) {
  const field = builtInFields(i18next.t).find((one) => one.key === key)
  if (!field) throw new Error(`There is no field ${key}.`)
  return bulkValueProblem({ ...field, required }, value, i18next.t, 'en')
}

test('many records get a value that the field can have, and none only by choosing so', () => {
  expect(problem('vendor', false, undefined)).toBe('Enter a value, or choose to empty the field.')
  expect(problem('vendor', false, '  ')).toBe('Enter a value, or choose to empty the field.')
  expect(problem('vendor', true, '')).toBe('Vendor is required.')
  expect(problem('vendor', false, 'x'.repeat(121))).toBe('Vendor must have at most 120 characters.')
  expect(problem('renews_on', false, '?')).toBe('Enter a day between the years 1900 and 9999.')
  expect(problem('vendor', false, 'Acme')).toBeNull()
})
