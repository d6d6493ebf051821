import type { AuditEntry } from '@cairn/workspace/port/audit'
import i18n, { type TFunction } from 'i18next'
import { beforeAll, describe, expect, it } from 'vitest'
import { actionLabel } from './action-label.ts'
import { entrySubject, personLabel } from './entry-words.ts'

let t: TFunction
beforeAll(async () => {
  t = await i18n.init({
    lng: 'en',
    resources: {},
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false },
  })
})

describe('[SEC-13] an action', () => {
  it('is a readable sentence where it is known', () => {
    expect(['login_rate_limit_check', 'permission_updated'].map((action) => actionLabel(action, t))).toEqual([
      'Locked out after failed sign-ins',
      'Permission level changed',
    ])
  })

  it('shows its underscores as spaces where it is not', () => {
    expect(['printer_on_fire', 'constructor'].map((action) => actionLabel(action, t))).toEqual([
      'printer on fire',
      'constructor',
    ])
  })
})

const entry = (changes: Partial<AuditEntry>): AuditEntry => ({
  id: '1',
  action: 'login',
  severity: 'low',
  person: { id: 'ada', name: 'Ada' },
  resource: { type: 'user_account', id: 'ada', name: 'Ada' },
  details: {},
  userAgent: null,
  address: null,
  source: 'server',
  at: new Date(0),
  ...changes,
})

describe('an entry', () => {
  it.each([
    [{ action: 'login' }, null],
    [{ action: 'lock_out_released', resource: { type: 'user_account', id: 'vic', name: 'Vic' } }, 'Vic'],
    [
      {
        action: 'permission_updated',
        resource: { type: 'account_member', id: 'vic', name: 'Vic' },
        details: { old_permission: 'viewer', new_permission: 'manager' },
      },
      'Vic: Viewer → Manager',
    ],
    [
      {
        action: 'permission_updated',
        resource: { type: 'account_member', id: 'vic', name: null },
        details: { new_permission: 'emperor' },
      },
      'Former member',
    ],
    [{ action: 'system_deleted', details: { name: '<b>Ledger</b>' } }, '<b>Ledger</b>'],
    [{ action: 'system_deleted', details: { name: { no: 'text' } } }, null],
    [{ action: 'login_rate_limit_check', details: { failed_attempts: 5 } }, '5 failed attempts'],
    [
      {
        action: 'feature_updated',
        resource: { type: 'app_feature', id: 'q_and_a', name: null },
        details: { enabled: true },
      },
      'Q&A Forum: on',
    ],
    [
      {
        action: 'feature_updated',
        resource: { type: 'app_feature', id: 'time_travel', name: null },
        details: { enabled: false },
      },
      'time travel: off',
    ],
  ] as const)('says what it is about: %j', (changes, subject) => {
    expect(entrySubject(entry(changes), t)).toBe(subject)
  })

  it('names who did it, or that they left, or that it was the server', () => {
    const people = [{ id: 'ada', name: 'Ada' }, { id: 'gone', name: null }, null]
    expect(people.map((person) => personLabel(person, t))).toEqual(['Ada', 'Former member', 'The server'])
  })
})
