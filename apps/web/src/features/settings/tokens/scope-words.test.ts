import i18next from 'i18next'
import { beforeAll, expect, it } from 'vitest'
import { startTranslations } from '@/i18n/setup.ts'
import { scopeWords } from './scope-words.ts'

beforeAll(startTranslations)

it('says what a token may, once for each subject', () => {
  expect(
    scopeWords(['systems:read', 'systems:write', 'agents:read', 'people:read', 'audit:read'], i18next.t),
  ).toEqual(['Systems: read and write', 'Agents: read', 'People: read', 'Audit log: read'])
})

it('shows a scope as it is that only the server knows', () => {
  expect(scopeWords(['webhooks:write'], i18next.t)).toEqual(['webhooks:write'])
})
