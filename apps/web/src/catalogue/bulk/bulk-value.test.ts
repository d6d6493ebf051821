import i18next from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import { startTranslations } from '@/i18n/setup.ts'
import { builtInFields } from '../fields/field.ts'
import { bulkValueOf } from './bulk-value.ts'

beforeAll(startTranslations)

test('records get only the value of the chosen field from the entered values', () => {
  const entered = { vendor: ' Acme ', renews_on: '2026-02-28', cost_per_month: 5, cost_currency: 'CHF' }
  const sent = (key: string, values: Parameters<typeof bulkValueOf>[1]) => {
    const field = builtInFields(i18next.t).find((one) => one.key === key)
    if (!field) throw new Error(`There is no field ${key}.`)
    return bulkValueOf(field, values)
  }
  expect(sent('vendor', entered)).toEqual({ vendor: 'Acme' })
  expect(sent('renews_on', entered)).toEqual({ renews_on: '2026-02-28' })
  expect(sent('cost_per_month', entered)).toEqual({ cost_per_month: 5, cost_currency: 'CHF' })
  expect(sent('cost_per_month', { vendor: 'Acme', cost_per_month: 5 })).toEqual({
    ...{ cost_per_month: 5, cost_currency: 'EUR' },
  })
})
