import { NOTIFICATION_KINDS } from '@cairn/workspace/notifications/kinds'
import type { Notification } from '@cairn/workspace/port/notifications'
import i18next from 'i18next'
import { beforeAll, describe, expect, test } from 'vitest'
import { startTranslations } from '@/i18n/setup.ts'
import { sentenceOf } from './sentence.ts'
import { targetOf } from './target.ts'

beforeAll(startTranslations)

function notification(kind: Notification['kind'], more: Partial<Notification> = {}): Notification {
  return {
    id: 'n1',
    kind,
    actor: { id: 'p1', name: 'Ada Example', avatarUrl: null },
    record: { kind: 'system', id: 's1', name: 'Billing' },
    fields: [],
    level: 'manager',
    newcomer: 'Bo Sample',
    others: 0,
    handover: { act: 'a1', giver: 'Ana Example', amount: 1 },
    reason: null,
    dependents: ['Portal'],
    happenedAt: new Date(0),
    isRead: false,
    ...more,
  }
}
const says = (...about: Parameters<typeof notification>) => sentenceOf(notification(...about), i18next.t)

describe('[OPEN-02] a notification', () => {
  test('of a handover names who had it, who handed it over, and how much it is', () => {
    const handover = { act: 'a1', giver: 'Ana Example', amount: 12 }
    expect(says('handed_over', { handover, record: null })).toBe(
      'Ada Example handed 12 records over to you, which were with Ana Example.',
    )
    const left = { id: 'p2', name: null, avatarUrl: null }
    expect(says('handed_over', { handover, record: null, actor: left })).toBe(
      'Ana Example handed 12 records over to you.',
    )
    expect(says('handed_over', { handover, actor: left })).toBe('Ana Example handed Billing over to you.')
  })

  test('says what happened, of every kind', () => {
    expect(NOTIFICATION_KINDS.map((kind) => says(kind))).toEqual([
      'Bo Sample accepted your invitation.',
      'Bo Sample joined your account.',
      'Bo Sample waits to be admitted to your account.',
      'Ada Example made you an expert of Billing.',
      'Ada Example made you the owner of Billing.',
      'Ada Example changed your level to Manager.',
      'Ada Example changed Billing.',
      'Ada Example deleted Billing.',
      'Ada Example restored Billing.',
      'Ada Example deleted Billing, on which Portal depended.',
      'Ada Example asks you to set up two-factor authentication.',
      'Ada Example handed Billing over to you, which was with Ana Example.',
    ])
  })

  test('tells of several newcomers at once', () => {
    expect(says('member_joined', { others: 1 })).toBe('Bo Sample and 1 other joined your account.')
    expect(says('newcomer_waiting', { others: 199 })).toBe(
      'Bo Sample and 199 others wait to be admitted to your account.',
    )
    expect(targetOf(notification('member_joined', { others: 1 }))).toBe('/team')
  })

  test('names somebody who has left, and the server, and keeps names as they are', () => {
    const actor = { id: 'p1', name: null, avatarUrl: null }
    expect(says('record_deleted', { actor })).toBe('A former member deleted Billing.')
    expect(says('level_changed', { actor: null, level: null })).toBe('Cairn changed your level.')
    const record = { kind: 'system', id: 's1', name: '<b>{{actor}}</b> & Co' } as const
    expect(says('record_changed', { record })).toBe('Ada Example changed <b>{{actor}}</b> & Co.')
  })

  test('leads to what it is about, and nowhere where that is gone or has no screen', () => {
    expect(NOTIFICATION_KINDS.map((kind) => targetOf(notification(kind)))).toEqual([
      '/team/p1',
      '/team/p1',
      '/settings?tab=security',
      '/systems?id=s1',
      '/systems?id=s1',
      '/profile',
      '/systems?id=s1',
      null,
      '/systems?id=s1',
      null,
      '/profile',
      // What was handed over is listed below the sentence.
      null,
    ])
    expect(targetOf(notification('member_joined', { actor: null }))).toBe('/team')
    const article = { kind: 'article', id: 'a1', name: 'How to' } as const
    expect(targetOf(notification('owner_assigned', { record: article }))).toBeNull()
  })
})
