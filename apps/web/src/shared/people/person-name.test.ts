import i18next from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import { startTranslations } from '@/i18n/setup.ts'
import { personName } from './person-name.ts'

beforeAll(startTranslations)

test('keeps the name of a person, and replaces placeholders by words of the product', () => {
  expect(
    ['Ada Example', 'Team Member', 'Former Member', ''].map((name) => personName(name, i18next.t)),
  ).toEqual(['Ada Example', 'Team Member', 'A former member', 'Unknown User'])
})
