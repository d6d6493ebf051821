import i18n, { t } from 'i18next'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { startTranslations } from './setup.ts'

beforeAll(startTranslations)
afterEach(() => i18n.changeLanguage('en'))

const left = (count: number) => t('{{count}} cups left', { count, defaultValue_one: '{{count}} cup left' })

test('English needs no file, and has a form for one', () => {
  expect([left(1), left(2), left(12_345)]).toEqual(['1 cup left', '2 cups left', '12,345 cups left'])
})

test('another language has its own plural forms and writes numbers its own way', async () => {
  i18n.addResourceBundle('de', 'translation', {
    '{{count}} cups left_one': 'Noch {{count}} Tasse',
    '{{count}} cups left_other': 'Noch {{count}} Tassen',
  })
  await i18n.changeLanguage('de')
  expect([left(1), left(12_345)]).toEqual(['Noch 1 Tasse', 'Noch 12.345 Tassen'])
})

test('a text without a translation is shown in English', async () => {
  await i18n.changeLanguage('fr')
  expect(t('{{name}} has no translation', { name: 'This' })).toBe('This has no translation')
})
