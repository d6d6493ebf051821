import { displayText, displayTitle } from '@cairn/auth/rules/display-text'
import { z } from 'zod'

/**
 * What `public.take_notification_mails` says of a person: the newest of their notifications, and how many there are.
 */
export const dueMail = z.object({
  recipient: z.string(),
  recipient_name: z.string().nullable(),
  amount: z.number(),
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
  }),
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
 * Puts a notification into the words of a mail. Names are chosen by users: what looks like a link, an address or markup
 * is left out, so that no user can make Cairn send
 * one.
 */
export function noticeWords(mail: DueMail): NoticeWords {
  const others = mail.amount - 1
  const sentence = sentenceOf(mail)
  return {
    name: displayText(mail.recipient_name),
    subject: others === 0 ? sentence : `${sentence}, and ${others} more`,
    sentence: `${sentence}.`,
    more: moreOf(others),
    path: others === 0 ? pathOf(mail) : '/notifications',
  }
}

function moreOf(others: number): string {
  if (others === 0) return ''
  return others === 1 ? 'There is 1 more notification.' : `There are ${others} more notifications.`
}

function besides(others: number): string {
  if (others === 0) return ''
  return others === 1 ? ' and 1 other' : ` and ${others} others`
}

/** Without its full stop. */
function sentenceOf(mail: DueMail): string {
  const actor = displayText(mail.actor_name) || 'Somebody'
  const record = displayTitle(mail.record_name) || `one of your ${mail.record_kind ?? 'record'}s`
  const { others = 0 } = mail.payload
  const newcomer = `${displayText(mail.payload.name) || actor}${besides(others)}`
  switch (mail.kind) {
    case 'invitation_accepted':
      return `${newcomer} accepted your invitation`
    case 'member_joined':
      return `${newcomer} joined your account`
    case 'newcomer_waiting':
      return `${newcomer} ${others === 0 ? 'waits' : 'wait'} to be admitted to your account`
    case 'second_factor_wanted':
      return `${actor} asks you to set up two-factor authentication`
    case 'expert_assigned':
      return `${actor} made you an expert of ${record}`
    case 'owner_assigned':
      return `${actor} made you the owner of ${record}`
    case 'level_changed':
      return `${actor} changed your level to ${mail.payload.new_permission ?? 'another one'}`
    case 'record_deleted':
      return `${actor} deleted ${record}`
    default:
      return `${actor} changed ${record}`
  }
}

/** The record, where there is one to be seen; otherwise the list. */
function pathOf({ kind, record_kind, record_id }: DueMail): string {
  if (kind === 'newcomer_waiting') return '/settings?tab=security'
  if (kind === 'second_factor_wanted') return '/profile'
  const catalogue = CATALOGUES.get(record_kind ?? '')
  if (catalogue === undefined || record_id === null || kind === 'record_deleted') return '/notifications'
  return `${catalogue}?id=${encodeURIComponent(record_id)}`
}
