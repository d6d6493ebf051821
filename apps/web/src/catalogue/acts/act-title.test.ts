import i18next from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import { startTranslations } from '@/i18n/setup.ts'
import { actTitle } from './act-title.ts'

beforeAll(startTranslations)

test.each([
  ['own.seats', 'Seats', 30, 'Seats changed: 30 records'],
  ['own.seats', 'Seats', 1, 'Seats changed: 1 record'],
  ['cost_per_month', null, 2, 'Cost per Month changed: 2 records'],
  // Its field is gone.
  ['own.seats', null, 2, 'Deleted field changed: 2 records'],
])('an act that changed the field %s (%s) of %i', (value, valueName, records, title) => {
  expect(actTitle({ action: 'field', value, valueName, records }, i18next.t)).toBe(title)
})
