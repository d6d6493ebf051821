import { NOTIFICATION_KINDS } from '@cairn/workspace/notifications/kinds'
import type { Notification } from '@cairn/workspace/port/notifications'
import i18next from 'i18next'
import { beforeAll, describe, expect, test } from 'vitest'
import { startTranslations } from '@/i18n/setup.ts'
import { sentenceOf } from './sentence.ts'
import { targetOf } from './target.ts'

beforeAll(startTranslations)

/** Noon, wherever it is read. */
const NOW = new Date(2027, 2, 1, 12).getTime()

function notification(kind: Notification['kind'], more: Partial<Notification> = {}): Notification {
  return {
    id: 'n1',
    kind,
    actor: { id: 'p1', name: 'Ada Example', avatarUrl: null },
    record: { kind: 'system', id: 's1', name: 'Billing' },
    many: null,
    fields: [],
    level: 'manager',
    newcomer: 'Bo Sample',
    others: 0,
    handover: { act: 'a1', giver: 'Ana Example', amount: 1 },
    reason: null,
    dependents: ['Portal'],
    view: { kind: 'system', id: 'v1', name: 'Old ones', came: 2, went: 1 },
    renewsOn: '2027-03-31',
    silentSince: new Date(2027, 1, 28, 8, 5),
    awaySeconds: 3 * 3_600,
    token: {
      name: 'Reports',
      endsAt: new Date(2027, 2, 8, 9),
      usedAt: new Date(2027, 1, 28, 8, 5),
      network: '203.0.113.7',
    },
    serviceAccount: 'Nightly',
    happenedAt: new Date(0),
    isRead: false,
    ...more,
  }
}
const sentence = (about: Notification) => sentenceOf(about, i18next.t, { language: 'en', nowMs: NOW })
const says = (...about: Parameters<typeof notification>) => sentence(notification(...about))

describe('[OPEN-02] a notification', () => {
  test('names the former owner of a handover, the person who handed it over, and the number of records', () => {
    const handover = { act: 'a1', giver: 'Ana Example', amount: 12 }
    expect(says('handed_over', { handover, record: null })).toBe(
      'Ada Example handed over 12 records from Ana Example to you.',
    )
    const left = { id: 'p2', name: null, avatarUrl: null }
    expect(says('handed_over', { handover, record: null, actor: left })).toBe(
      'Ana Example handed 12 records over to you.',
    )
    expect(says('handed_over', { handover, actor: left })).toBe('Ana Example handed Billing over to you.')
  })

  test('describes every kind of event', () => {
    expect(NOTIFICATION_KINDS.map((kind) => says(kind))).toEqual([
      'Bo Sample accepted your invitation.',
      'Bo Sample joined your account.',
      'Bo Sample is waiting to be admitted to your account.',
      'Ada Example made you an expert of Billing.',
      'Ada Example made you the owner of Billing.',
      'Ada Example changed your level to Manager.',
      'Ada Example changed Billing.',
      'Ada Example deleted Billing.',
      'Ada Example restored Billing.',
      'Ada Example deleted Billing, which Portal depended on.',
      'Ada Example asks you to set up two-factor authentication.',
      'Ada Example handed over Billing from Ana Example to you.',
      'Records of “Old ones” have changed: 2 came in, 1 left.',
      'The contract of Billing renews or ends on Mar 31, 2027, in 30 days.',
      'Billing is late: it has not reported since Feb 28, 2027, 8:05 AM.',
      'Billing failed.',
      'Billing reports again after 3 hours.',
      'A webhook of your account was paused, because its receiver no longer takes what is sent.',
      'The API token Reports expires on Mar 8, 2027, 9:00 AM. It was last used on Feb 28, 2027, 8:05 AM, from 203.0.113.7.',
      'The API token Reports, which has ended, was used from 203.0.113.7. Find out who still uses it.',
      'Ada Example made you the owner of the service account Nightly. Rotate its tokens to use them.',
      'An assistant of Ada Example suggests an edit of Billing.',
      'The archive of your account is ready.',
    ])
  })

  test('counts several records at once, and leads to their list', () => {
    const many = { kind: 'system', amount: 30 } as const
    const told = (kind: Notification['kind']) => {
      const of30 = notification(kind, { record: null, many, dependents: [] })
      return [sentence(of30), targetOf(of30, 'me1')]
    }
    expect(told('owner_assigned')).toEqual([
      'Ada Example made you the owner of 30 systems.',
      '/systems?owner=me',
    ])
    expect(told('expert_assigned')).toEqual(['Ada Example made you an expert of 30 systems.', '/team/me1'])
    expect(told('record_changed')).toEqual(['Ada Example changed 30 systems.', '/systems'])
    expect(told('record_restored')).toEqual(['Ada Example restored 30 systems.', '/systems'])
    expect(told('record_deleted')).toEqual(['Ada Example deleted 30 systems.', null])
    expect(told('renewal_due')).toEqual([
      'Contracts of 30 systems renew or end, the first on Mar 31, 2027.',
      '/systems',
    ])
    const beating = (kind: Notification['kind']) => {
      const of30 = notification(kind, { record: null, many: { kind: 'agent', amount: 30 } })
      return [sentence(of30), targetOf(of30, 'me1')]
    }
    const inTrouble = '/agents?where=heartbeat.is.late,failing'
    expect(beating('heartbeat_late')).toEqual(['30 agents are late.', inTrouble])
    expect(beating('heartbeat_failing')).toEqual(['30 agents are failing.', inTrouble])
    expect(beating('heartbeat_back')).toEqual(['30 agents report again.', '/agents'])
    const articles = { record: null, many: { kind: 'article', amount: 2 } } as const
    expect(says('record_changed', articles)).toBe('Ada Example changed 2 articles.')
    expect(targetOf(notification('record_changed', articles), 'me1')).toBeNull()
  })

  test('names the records that entered and left a view, one or several', () => {
    const of = (came: number, went: number) =>
      says('view_changed', { view: { kind: 'system', id: 'v1', name: 'Old ones', came, went } })
    expect(of(1, 0)).toBe('1 record has come into “Old ones”.')
    expect(of(3, 0)).toBe('3 records have come into “Old ones”.')
    expect(of(0, 1)).toBe('1 record has left “Old ones”.')
    expect(of(0, 3)).toBe('3 records have left “Old ones”.')
    expect(of(1, 1)).toBe('Records of “Old ones” have changed: 1 came in, 1 left.')
  })

  test.each([
    ['2027-03-02', 'The contract of Billing renews or ends on Mar 2, 2027, in 1 day.'],
    ['2027-03-01', 'The contract of Billing renews or ends today.'],
    ['2027-02-28', 'The contract of Billing renews or ends on Feb 28, 2027.'],
  ])('counts the days to a renewal from the time of reading: %s', (renewsOn, told) => {
    expect(says('renewal_due', { renewsOn })).toBe(told)
  })

  test.each([
    [20, '1 minute'],
    [3_540, '59 minutes'],
    [3_590, '1 hour'],
    [36 * 3_600, '36 hours'],
    [60 * 3_600, '3 days'],
  ])('says in words how long a recovered record was away: %s', (awaySeconds, words) => {
    expect(says('heartbeat_back', { awaySeconds })).toBe(`Billing reports again after ${words}.`)
  })

  test('tells of several newcomers at once', () => {
    expect(says('member_joined', { others: 1 })).toBe('Bo Sample and 1 other joined your account.')
    expect(says('newcomer_waiting', { others: 199 })).toBe(
      'Bo Sample and 199 others are waiting to be admitted to your account.',
    )
    expect(targetOf(notification('member_joined', { others: 1 }), null)).toBe('/team')
  })

  test('names a person who has left, and the server, and keeps names unchanged', () => {
    const actor = { id: 'p1', name: null, avatarUrl: null }
    expect(says('record_deleted', { actor })).toBe('A former member deleted Billing.')
    expect(says('level_changed', { actor: null, level: null })).toBe('Cairn changed your level.')
    const record = { kind: 'system', id: 's1', name: '<b>{{actor}}</b> & Co' } as const
    expect(says('record_changed', { record })).toBe('Ada Example changed <b>{{actor}}</b> & Co.')
  })

  test('leads to its subject, and nowhere where that is deleted or has no screen', () => {
    expect(NOTIFICATION_KINDS.map((kind) => targetOf(notification(kind), 'me1'))).toEqual([
      '/team/p1',
      '/team/p1',
      '/settings/security',
      '/systems?id=s1',
      '/systems?id=s1',
      '/profile',
      '/systems?id=s1',
      null,
      '/systems?id=s1',
      null,
      '/profile',
      // The records of a handover are listed below the sentence.
      null,
      '/systems?saved=v1',
      '/systems?id=s1',
      '/systems?id=s1',
      '/systems?id=s1',
      '/systems?id=s1',
      '/settings/webhooks',
      '/settings/tokens',
      '/settings/tokens',
      '/settings/tokens',
      '/systems?id=s1',
      '/settings/archive',
    ])
    expect(targetOf(notification('member_joined', { actor: null }), null)).toBe('/team')
    const article = { kind: 'article', id: 'a1', name: 'How to' } as const
    expect(targetOf(notification('owner_assigned', { record: article }), null)).toBeNull()
  })
})
