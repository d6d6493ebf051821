import { t } from 'i18next'
import { expect, test } from 'vitest'
import { startTranslations } from './setup.ts'

startTranslations()

const sentence = (name: string) => t('{{name}} has been updated successfully', { name })

test('a name in a sentence is what was entered, markup included', () => {
  expect(sentence('R&D <b>"Tools"</b>')).toBe('R&D <b>"Tools"</b> has been updated successfully')
})

test('a name that is written from right to left keeps to itself in a sentence', () => {
  expect(sentence('رواتب')).toBe('\u2068رواتب\u2069 has been updated successfully')
})
