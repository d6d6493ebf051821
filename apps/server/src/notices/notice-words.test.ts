import { NOTIFICATION_KINDS } from '@cairn/workspace/notifications/kinds'
import { describe, expect, test } from 'vitest'
import { type DueMail, noticeWords } from './notice-words.ts'

const MAIL: DueMail = {
  recipient: 'mia@acme.test',
  recipient_id: '00000000-0000-4000-8000-000000000001',
  recipient_name: 'Mia Example',
  language: null,
  amount: 1,
  kind: 'owner_assigned',
  actor_name: 'Ada Example',
  record_kind: 'system',
  record_id: 's1',
  record_name: 'Monday.com',
  payload: {},
  events: [],
}
const words = (more: Partial<DueMail> = {}) => noticeWords({ ...MAIL, ...more }, 'https://cairn.test')

describe('[OPEN-02] the mail about a notification', () => {
  test('says what happened, and leads to the record', () => {
    expect(words()).toEqual({
      name: 'Mia Example',
      subject: 'Ada Example made you the owner of Monday.com',
      sentence: 'Ada Example made you the owner of Monday.com.',
      more: '',
      path: '/systems?id=s1',
      events: [],
    })
  })

  test.each([
    ['invitation_accepted', { name: 'Bo Sample' }, 'Bo Sample accepted your invitation.'],
    ['member_joined', { name: 'Bo Sample' }, 'Bo Sample joined your account.'],
    ['member_joined', { name: 'Bo Sample', others: 1 }, 'Bo Sample and 1 other joined your account.'],
    [
      'newcomer_waiting',
      { name: 'Bo Sample', others: 199 },
      'Bo Sample and 199 others are waiting to be admitted to your account.',
    ],
    ['newcomer_waiting', { name: 'Bo Sample' }, 'Bo Sample is waiting to be admitted to your account.'],
    ['second_factor_wanted', {}, 'Ada Example asks you to set up two-factor authentication.'],
    ['expert_assigned', {}, 'Ada Example made you an expert of Monday.com.'],
    ['level_changed', { new_permission: 'manager' }, 'Ada Example changed your level to Manager.'],
    ['record_deleted', {}, 'Ada Example deleted Monday.com.'],
    ['record_changed', {}, 'Ada Example changed Monday.com.'],
    [
      'renewal_due',
      { renews_on: '2027-03-31', days: 30 },
      'The contract of Monday.com renews or ends on Mar 31, 2027, in 30 days.',
    ],
    [
      'renewal_due',
      { renews_on: '2027-03-31', days: 1 },
      'The contract of Monday.com renews or ends on Mar 31, 2027, in 1 day.',
    ],
    [
      'heartbeat_late',
      { since: '2027-03-31T08:05:00+00:00' },
      'Monday.com is late: it has not reported since Mar 31, 2027, 8:05 AM UTC.',
    ],
    ['heartbeat_late', { since: null }, 'Monday.com is late.'],
    ['heartbeat_failing', {}, 'Monday.com failed.'],
    ['heartbeat_back', { away_seconds: 10_800 }, 'Monday.com reports again after 3 hours.'],
    ['archive_ready', {}, 'The archive of your account is ready.'],
    [
      'webhook_paused',
      {},
      'A webhook of your account was paused, because its receiver no longer takes what is sent.',
    ],
    [
      'token_expires',
      {
        token: {
          name: 'Reports',
          ends_at: '2027-03-31T08:05:00+00:00',
          used_at: '2027-03-30T08:05:00+00:00',
          network: '203.0.113.7',
        },
      },
      'The API token Reports expires on Mar 31, 2027, 8:05 AM UTC. It was last used on Mar 30, 2027, 8:05 AM UTC, from 203.0.113.7.',
    ],
    [
      'token_expires',
      { token: { name: 'Reports', ends_at: '2027-03-31T08:05:00+00:00', used_at: null, network: null } },
      'The API token Reports expires on Mar 31, 2027, 8:05 AM UTC. It was never used.',
    ],
    [
      'ended_token_used',
      {
        token: {
          name: 'Reports',
          ends_at: '2027-03-31T08:05:00+00:00',
          used_at: '2027-03-30T08:05:00+00:00',
          network: '203.0.113.7',
        },
      },
      'The API token Reports, which has ended, was used from 203.0.113.7. Find out who still uses it.',
    ],
    [
      'service_account_given',
      { service_account: 'Nightly' },
      'Ada Example made you the owner of the service account Nightly. Rotate its tokens to use them.',
    ],
    ['suggestion_made', {}, 'An assistant of Ada Example suggests an edit of Monday.com.'],
    ['renewal_due', { renews_on: '2027-03-31', days: 0 }, 'The contract of Monday.com renews or ends today.'],
  ] as const)('has a sentence for %s', (kind, payload, sentence) => {
    expect(words({ kind, payload }).sentence).toBe(sentence)
  })

  test('puts several notifications into one mail, each with its link, and counts those beyond ten', () => {
    const { recipient, recipient_id, recipient_name, language, amount, events, ...owned } = MAIL
    const deleted = { ...owned, kind: 'record_deleted' as const, record_name: 'Wiki' }
    expect(words({ amount: 2, events: [owned, deleted] })).toMatchObject({
      subject: 'Ada Example made you the owner of Monday.com, and 1 more',
      more: '',
      path: '/notifications',
      events: [
        { text: 'Ada Example made you the owner of Monday.com', url: 'https://cairn.test/systems?id=s1' },
        { text: 'Ada Example deleted Wiki', url: 'https://cairn.test/notifications' },
      ],
    })
    const ten = Array.from({ length: 10 }, () => owned)
    expect(words({ amount: 11, events: ten }).more).toBe('There is 1 more notification.')
    expect(words({ amount: 19, events: ten }).more).toBe('There are 9 more notifications.')
  })

  test.each([
    [null, 'Ada Example made you the owner of 30 systems'],
    ['es', 'Ada Example te ha nombrado responsable de 30 sistemas'],
    ['fr', 'Ada Example vous a confié 30 systèmes\u202f: vous en êtes responsable'],
    ['de', 'Ada Example hat Ihnen die Verantwortung für 30 Systeme übertragen'],
  ])('tells of many records at once, and leads to their list: %s', (language, subject) => {
    const of30 = { language, record_id: null, record_name: null, payload: { amount: 30 } }
    expect(words(of30)).toMatchObject({ subject, sentence: `${subject}.`, path: '/systems?owner=me' })
    expect(words({ ...of30, kind: 'record_deleted' }).path).toBe('/notifications')
    expect(words({ ...of30, kind: 'expert_assigned' }).path).toBe(`/team/${MAIL.recipient_id}`)
  })

  test('tells of a watched view, and leads to it', () => {
    const told = (name: string) =>
      words({
        ...{ kind: 'view_changed', actor_name: null, record_id: null, record_name: null },
        payload: { view: { id: 'v1', name, came: 2, went: 0 } },
      })
    expect(told('Old ones')).toMatchObject({
      sentence: '2 records have come into “Old ones”.',
      path: '/systems?saved=v1',
    })
    expect(told('https://evil.test').sentence).toBe('2 records have come into “a view”.')
  })

  test('leads to the list where there is no record to see', () => {
    expect(words({ kind: 'record_deleted' }).path).toBe('/notifications')
    expect(words({ kind: 'handed_over', record_kind: null, record_id: null }).path).toBe('/notifications')
    expect(words({ kind: 'level_changed', record_kind: null, record_id: null }).path).toBe('/profile')
    expect(words({ record_kind: 'article' }).path).toBe('/notifications')
    expect(words({ kind: 'second_factor_wanted', record_kind: null, record_id: null }).path).toBe('/profile')
    expect(words({ kind: 'token_expires', record_kind: null, record_id: null }).path).toBe('/settings/tokens')
  })

  test('carries no link, address or markup from a person’s name', () => {
    const hostile = words({
      recipient_name: 'eve@evil.test',
      actor_name: 'See https://evil.test',
      record_name: 'Pay at evil.test/now',
    })
    expect(hostile).toMatchObject({
      name: '',
      sentence: 'Someone made you the owner of one of your systems.',
    })
    expect(words({ record_name: '<b>x</b>', record_kind: null }).sentence).toContain(
      'the owner of one of your records.',
    )
    expect(words({ record_name: 'Two\r\nBcc: lines' }).subject).toBe(
      'Ada Example made you the owner of Two Bcc: lines',
    )
  })

  test.each([
    [
      'en',
      'Ada Example handed over 12 records from Ana Example to you',
      'Ada Example handed over Monday.com from Ana Example to you',
    ],
    [
      'es',
      'Ada Example te ha traspasado 12 registros que tenía Ana Example',
      'Ada Example te ha traspasado Monday.com, que tenía Ana Example',
    ],
    [
      'fr',
      'Ada Example vous a transmis 12 fiches (auparavant\u202f: Ana Example)',
      'Ada Example vous a transmis Monday.com (auparavant\u202f: Ana Example)',
    ],
    [
      'de',
      'Ada Example hat Ihnen 12 Einträge übergeben (bisher bei Ana Example)',
      'Ada Example hat Ihnen Monday.com übergeben (bisher bei Ana Example)',
    ],
  ])('leads to the answers of a handover, in %s', (language, many, one) => {
    const payload = { giver: 'Ana Example', amount: 12 }
    const several = {
      kind: 'handed_over' as const,
      language,
      payload,
      record_kind: null,
      record_id: null,
      record_name: null,
    }
    expect(words(several)).toMatchObject({ subject: many, path: '/notifications' })
    const single = { kind: 'handed_over' as const, language, payload: { giver: 'Ana Example', amount: 1 } }
    expect(words(single)).toMatchObject({ subject: one, path: '/notifications' })
  })

  test.each([
    [
      'es',
      'Ada Example te ha nombrado responsable de Monday.com, y 2 notificaciones más',
      'Hay 2 notificaciones más.',
    ],
    [
      'fr',
      'Ada Example vous a confié Monday.com\u202f: vous en êtes responsable, et 2 autres notifications',
      'Il y a 2 autres notifications.',
    ],
    [
      'de',
      'Ada Example hat Ihnen die Verantwortung für Monday.com übertragen, und 2 weitere Benachrichtigungen',
      'Es gibt 2 weitere Benachrichtigungen.',
    ],
    ['tlh', 'Ada Example made you the owner of Monday.com, and 2 more', 'There are 2 more notifications.'],
  ])('[GAP-23] comes in the language of its recipient: %s', (language, subject, more) => {
    expect(words({ language, amount: 3, events: [MAIL] })).toMatchObject({ subject, more })
  })

  test.each(['es', 'fr', 'de'])('[GAP-23] has its own sentences for every kind in %s', (language) => {
    for (const kind of NOTIFICATION_KINDS) {
      for (const payload of [
        {},
        { name: 'Bo Sample', others: 1, new_permission: 'manager' },
        { others: 3, since: '2027-03-31T08:05:00+00:00', away_seconds: 200_000 },
        { away_seconds: 10_800 },
      ]) {
        for (const record_name of ['Ledger', null]) {
          const said = words({ kind, payload, language, record_name }).sentence
          expect(said).not.toBe(words({ kind, payload, language: 'en', record_name }).sentence)
          expect(said).not.toMatch(/undefined|null|\byour\b|\bmanager\b/)
        }
      }
    }
  })
})
