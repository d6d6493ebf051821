import { t } from 'i18next'
import { expect, test } from 'vitest'
import { startTranslations } from '@/i18n/setup.ts'
import { toastOf } from './use-add-records.ts'

startTranslations()

test('the message says how many were added, and names what was there already', () => {
  expect(toastOf({ added: 6, taken: [] }, t)).toEqual({ title: 'Records added: 6', description: null })
  expect(toastOf({ added: 1, taken: ['Slack', 'Jira'] }, t)).toEqual({
    title: 'Records added: 1',
    description: 'Already there, and left out: Slack, Jira',
  })
})

test('the message names only a few of many existing records', () => {
  const taken = ['A', 'B', 'C', 'D', 'E', 'F']
  expect(toastOf({ added: 0, taken }, t).description).toBe('Already there, and left out: A, B, C, D, E …')
})
