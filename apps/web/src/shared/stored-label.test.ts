import { textsOf } from '@cairn/workspace/languages/languages'
import i18next from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import { startTranslations } from '@/i18n/setup.ts'
import { storedLabel } from './stored-label.ts'

beforeAll(async () => {
  await startTranslations()
  i18next.addResourceBundle('de', 'translation', await textsOf('de'))
})

test('translates a text that forms offer, and keeps a text that a member has typed', () => {
  const inGerman = i18next.getFixedT('de')
  expect(storedLabel('Unknown', inGerman)).toBe(inGerman('Unknown'))
  expect(storedLabel('Unknown', inGerman)).not.toBe('Unknown')
  expect(storedLabel('Head of Tea', inGerman)).toBe('Head of Tea')
})

test('distinguishes the missing job role from the permission level of the same name', () => {
  const inGerman = i18next.getFixedT('de')
  expect(inGerman('User')).toBe('Bearbeiter')
  expect(storedLabel('User', inGerman)).toBe('Anwender')
  expect(storedLabel('User', i18next.getFixedT('en'))).toBe('User')
})
