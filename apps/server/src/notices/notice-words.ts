import { displayText, displayTitle } from '@cairn/delivery/mail/display-text'
import { NOTIFICATION_KINDS, NOTIFICATIONS } from '@cairn/workspace/notifications/kinds'
import { listOfMany } from '@cairn/workspace/notifications/list-of-many'
import {
  andMore,
  furtherNotifications,
  oneOfYours,
  SOMEBODY,
} from '@cairn/workspace/notifications/mail-words'
import type { Translate } from '@cairn/workspace/notifications/translate'
import { LEVEL_LABELS, levelOf } from '@cairn/workspace/port/permission-level'
import { CATALOGUE_KINDS, CATALOGUES } from '@cairn/workspace/port/records/catalogues'
import { viewPath } from '@cairn/workspace/port/records/views'
import { z } from 'zod'
import { dateOf, momentOf, wordsOf } from './words.ts'

/** A notification, as far as a sentence needs it. */
const notified = z.object({
  kind: z.enum(NOTIFICATION_KINDS),
  actor_name: z.string().nullable(),
  record_kind: z.string().nullable(),
  record_id: z.string().nullable(),
  record_name: z.string().nullable(),
  payload: z.object({
    name: z.string().optional(),
    /** The number of further newcomers. */
    others: z.number().optional(),
    new_permission: z.string().optional(),
    /** The former owner of the records that were handed over. */
    giver: z.string().optional(),
    /** The number of records. */
    amount: z.number().optional(),
    /** The names of the recipient's records that depended on a deleted record. */
    dependents: z.array(z.string()).optional(),
    /** The view whose records came and went. */
    view: z.object({ id: z.string(), name: z.string(), came: z.number(), went: z.number() }).optional(),
    /** The day on which a contract renews or ends, and in how many days that was. */
    renews_on: z.iso.date().optional(),
    days: z.number().optional(),
    /** When an automation or agent that is late last reported. */
    since: z.iso.datetime({ offset: true }).nullish(),
    /** The seconds for which a recovered automation or agent was late or failing. */
    away_seconds: z.number().optional(),
    /** An expiring token, and its last use. */
    token: z
      .object({
        name: z.string(),
        ends_at: z.iso.datetime({ offset: true }),
        used_at: z.iso.datetime({ offset: true }).nullable(),
        network: z.string().nullable(),
      })
      .optional(),
    service_account: z.string().optional(),
  }),
})

export type Notified = z.output<typeof notified>

/** Drops notifications of a newer server, which this one has no sentence for. */
export const knownOnly = (items: readonly unknown[]) =>
  items.flatMap((item) => {
    const known = notified.safeParse(item)
    return known.success ? [known.data] : []
  })

/** A row of `public.take_notification_mails`: the newest of a person's notifications, their number, and the ten newest. */
export const dueMail = notified.extend({
  recipient: z.string(),
  recipient_id: z.string(),
  recipient_name: z.string().nullable(),
  language: z.string().nullable(),
  amount: z.number(),
  events: z.array(z.unknown()).transform(knownOnly),
})

export type DueMail = z.output<typeof dueMail>

/**
 * The `.Data` of the template `notification`. `path` is where the link leads; `more` says how many notifications the mail
 * does not list, and can be empty. Of several there are events, each with its link.
 */
export type NoticeWords = Record<'name' | 'subject' | 'sentence' | 'more' | 'path', string> & {
  events: { text: string; url: string }[]
}

/**
 * Puts a notification into the words of a mail, in the recipient's language. Names are chosen by users: what looks like a
 * link, an address or markup is left out, so that no user can make Cairn send one.
 */
export function noticeWords(mail: DueMail, publicUrl: string): NoticeWords {
  const t = wordsOf(mail.language)
  const others = mail.amount - 1
  const events = others === 0 ? [] : mail.events
  const unlisted = others === 0 ? 0 : mail.amount - events.length
  const sentence = sentenceOf(mail, mail.language)
  const subject = sentence.replace(/\.$/, '')
  return {
    name: displayText(mail.recipient_name),
    subject: others === 0 ? subject : andMore(subject, others, t),
    sentence,
    more: unlisted === 0 ? '' : furtherNotifications(unlisted, t),
    path: others === 0 ? pathOf(mail, mail.recipient_id) : '/notifications',
    events: events.map((event) => ({
      text: sentenceOf(event, mail.language).replace(/\.$/, ''),
      url: publicUrl + pathOf(event, mail.recipient_id),
    })),
  }
}

/** Says what happened, with a full stop. */
export function sentenceOf(notification: Notified, language: string | null): string {
  const t = wordsOf(language)
  const { kind, payload } = notification
  const actorName = displayText(notification.actor_name)
  const actor = actorName || t(SOMEBODY)
  const giver = displayText(payload.giver) || t(SOMEBODY)
  const level = levelOf(payload.new_permission)
  const isOfMany = isOfSeveral(notification)
  return NOTIFICATIONS[kind].sentence(
    {
      actor,
      actorNamed: actorName !== '' && actorName !== giver,
      record: isOfMany ? null : recordOf(notification, t),
      many: isOfMany ? { kind: notification.record_kind, amount: payload.amount ?? 1 } : null,
      newcomer: displayText(payload.name) || actor,
      others: payload.others ?? 0,
      level: level && t(LEVEL_LABELS[level]),
      giver,
      amount: payload.amount ?? 1,
      dependents: (payload.dependents ?? []).map(displayTitle).filter(Boolean),
      view: payload.view ? { ...payload.view, name: displayTitle(payload.view.name) || t('a view') } : null,
      renewal: renewalOf(payload, language),
      silentSince: payload.since ? momentOf(payload.since, language) : null,
      awaySeconds: payload.away_seconds ?? null,
      token: tokenOf(payload, language),
      serviceAccount: displayTitle(payload.service_account) || null,
    },
    t,
  )
}

function renewalOf({ renews_on, days }: Notified['payload'], language: string | null) {
  if (renews_on === undefined) return null
  return { date: dateOf(renews_on, language), inDays: days ?? null }
}

function tokenOf({ token }: Notified['payload'], language: string | null) {
  if (token === undefined) return null
  const { name, ends_at, used_at, network } = token
  return {
    name: displayTitle(name),
    ends: momentOf(ends_at, language),
    lastUsed: used_at && momentOf(used_at, language),
    network,
  }
}

/** Whether the notification is about several records. */
function isOfSeveral({
  kind,
  record_id,
  payload,
}: Pick<Notified, 'kind' | 'record_id' | 'payload'>): boolean {
  return record_id === null && (kind === 'handed_over' || payload.amount !== undefined)
}

/** The name of a record, or of its kind where the name cannot be shown. */
export function recordOf(
  { record_name, record_kind }: Pick<Notified, 'record_name' | 'record_kind'>,
  t: Translate,
): string {
  return displayTitle(record_name) || oneOfYours(record_kind, t)
}

/** The path of the record, where its reader may see one; otherwise of a list. */
export function pathOf(
  {
    kind,
    record_kind,
    record_id,
    payload,
  }: Pick<Notified, 'kind' | 'record_kind' | 'record_id'> & Partial<Pick<Notified, 'payload'>>,
  reader: string,
): string {
  const catalogue = CATALOGUE_KINDS.find((known) => known === record_kind)
  switch (NOTIFICATIONS[kind].leadsTo) {
    case 'admission':
      return '/settings/security'
    case 'profile':
      return '/profile'
    case 'archive':
      return '/settings/archive'
    case 'webhooks':
      return '/settings/webhooks'
    case 'tokens':
      return '/settings/tokens'
    case 'record':
      if (record_id === null) return listOfMany(kind, record_kind, reader) ?? '/notifications'
      if (catalogue === undefined) return '/notifications'
      return `${CATALOGUES[catalogue].path}?id=${encodeURIComponent(record_id)}`
    case 'view':
      if (catalogue === undefined || payload?.view === undefined) return '/notifications'
      return viewPath(catalogue, payload.view.id)
    case 'person':
    case 'list':
      return '/notifications'
  }
}
