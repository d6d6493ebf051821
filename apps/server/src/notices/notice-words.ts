import { displayText, displayTitle } from '@cairn/auth/rules/display-text'
import { z } from 'zod'
import { wordsOf } from './words/languages.ts'
import type { Words } from './words/words.ts'

/** A notification, as far as a sentence needs it. */
export const notified = z.object({
  kind: z.string(),
  actor_name: z.string().nullable(),
  record_kind: z.string().nullable(),
  record_id: z.string().nullable(),
  record_name: z.string().nullable(),
  payload: z.object({
    name: z.string().optional(),
    /** How many newcomers it tells of besides. */
    others: z.number().optional(),
    new_permission: z.string().optional(),
    /** Whose it was that was handed over, and how many records. */
    giver: z.string().optional(),
    amount: z.number().optional(),
  }),
})

export type Notified = z.output<typeof notified>

/**
 * What `public.take_notification_mails` says of a person: the newest of their notifications, and how many there are.
 */
export const dueMail = notified.extend({
  recipient: z.string(),
  recipient_id: z.string(),
  recipient_name: z.string().nullable(),
  language: z.string().nullable(),
  amount: z.number(),
})

export type DueMail = z.output<typeof dueMail>

/** What the template `notification` names as `.Data`. `path` is where the link leads; `more` can be empty. */
export type NoticeWords = Record<'name' | 'subject' | 'sentence' | 'more' | 'path', string>

const CATALOGUES: ReadonlyMap<string, string> = new Map([
  ['system', '/systems'],
  ['solution', '/solutions'],
  ['agent', '/agents'],
  ['automation', '/automations'],
])

/**
 * Puts a notification into the words of a mail, in the recipient's language. Names are chosen by users: what looks like a
 * link, an address or markup is left out, so that no user can make Cairn send one.
 */
export function noticeWords(mail: DueMail): NoticeWords {
  const words = wordsOf(mail.language)
  const others = mail.amount - 1
  const sentence = sentenceOf(mail, words)
  return {
    name: displayText(mail.recipient_name),
    subject: others === 0 ? sentence : words.andMore(sentence, others),
    sentence: `${sentence}.`,
    more: others === 0 ? '' : words.furtherNotifications(others),
    path: others === 0 ? pathOf(mail) : '/notifications',
  }
}

/** Without its full stop. */
export function sentenceOf(notification: Notified, words: Words): string {
  const { kind, payload } = notification
  const { others = 0 } = payload
  const actor = displayText(notification.actor_name) || words.somebody
  const record = recordOf(notification, words)
  const newcomers = words.together(displayText(payload.name) || actor, others)
  switch (kind) {
    case 'invitation_accepted':
      return words.invitationAccepted(newcomers)
    case 'member_joined':
      return words.joined(newcomers, others)
    case 'newcomer_waiting':
      return words.waiting(newcomers, others)
    case 'second_factor_wanted':
      return words.secondFactorWanted(actor)
    case 'expert_assigned':
      return words.expertAssigned({ actor, record })
    case 'owner_assigned':
      return words.ownerAssigned({ actor, record })
    case 'handed_over':
      return words.handedOver({
        giver: displayText(payload.giver) || words.somebody,
        record,
        amount: payload.amount ?? 1,
      })
    case 'level_changed':
      return words.levelChanged(actor, payload.new_permission)
    case 'record_deleted':
    case 'dependency_deleted':
      return words.recordDeleted({ actor, record })
    case 'record_restored':
      return words.recordRestored({ actor, record })
    default:
      return words.recordChanged({ actor, record })
  }
}

/** What a record is called, or its kind where its name cannot be shown. */
export function recordOf(
  { record_name, record_kind }: Pick<Notified, 'record_name' | 'record_kind'>,
  words: Words,
): string {
  return displayTitle(record_name) || words.oneOfYours(record_kind)
}

const WITHOUT_SCREEN = ['record_deleted', 'dependency_deleted', 'handed_over']

/** The record, where there is one to be seen; otherwise the list. */
export function pathOf({
  kind,
  record_kind,
  record_id,
}: Pick<Notified, 'kind' | 'record_kind' | 'record_id'>): string {
  if (kind === 'newcomer_waiting') return '/settings?tab=security'
  if (kind === 'second_factor_wanted') return '/profile'
  const catalogue = CATALOGUES.get(record_kind ?? '')
  if (catalogue === undefined || record_id === null || WITHOUT_SCREEN.includes(kind)) return '/notifications'
  return `${catalogue}?id=${encodeURIComponent(record_id)}`
}
