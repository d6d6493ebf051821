import { displayText, displayTitle } from '@cairn/delivery/mail/display-text'
import type { NoticeData } from '@cairn/delivery/port/messages'
import { changedBy, further, SOMEBODY, summary, together } from '@cairn/workspace/notifications/mail-words'
import type { Translate } from '@cairn/workspace/notifications/translate'
import { columnName } from '@cairn/workspace/port/records/column-names'
import { z } from 'zod'
import { knownOnly, type Notified, pathOf, recordOf, sentenceOf } from './notice-words.ts'
import { wordsOf } from './words.ts'

const change = z.object({
  record_kind: z.string(),
  record_id: z.string(),
  record_name: z.string(),
  actor_name: z.string().nullable(),
  /** The number of other people who changed it. */
  others: z.number(),
  /** The changed fields: names of columns; custom fields also with the account's name for them. */
  fields: z.array(z.object({ key: z.string(), name: z.string().nullable() })),
})

/** A row of `public.take_weekly_digests`: the newest ten of each for a person, and their total numbers. */
export const dueDigest = z.object({
  recipient: z.string(),
  recipient_id: z.string(),
  recipient_name: z.string().nullable(),
  language: z.string().nullable(),
  concerned: z.object({
    total: z.number(),
    unread: z.number(),
    items: z.array(z.unknown()).transform(knownOnly),
  }),
  changed: z.object({ total: z.number(), items: z.array(change) }),
})

export type DueDigest = z.output<typeof dueDigest>

/** How many lines a digest has; each part has at least half of them where it needs them. */
const LINES = 10

interface Links {
  publicUrl: string
  unsubscribeUrl: string
}

/** Makes the `.Data` of the template `digest`. */
export function digestWords(digest: DueDigest, { publicUrl, unsubscribeUrl }: Links): NoticeData {
  const t = wordsOf(digest.language)
  const { concerned, changed } = digest
  const ofConcerned = Math.min(concerned.items.length, Math.max(LINES / 2, LINES - changed.items.length))
  const ofChanged = Math.min(changed.items.length, LINES - ofConcerned)
  return {
    name: displayText(digest.recipient_name),
    summary: summary({ notifications: concerned.total, unread: concerned.unread, records: changed.total }, t),
    concerned: concerned.items.slice(0, ofConcerned).map((item) => ({
      text: sentenceOf(withoutCountdown(item), digest.language).replace(/\.$/, ''),
      url: publicUrl + pathOf(item, digest.recipient_id),
    })),
    concernedMore: furtherOf(concerned.total - ofConcerned, t),
    changed: changed.items.slice(0, ofChanged).map((item) => ({
      text: changedBy({ record: recordOf(item, t), people: peopleOf(item, t), fields: fieldsOf(item, t) }, t),
      url: publicUrl + pathOf({ ...item, kind: 'record_changed' }, digest.recipient_id),
    })),
    changedMore: furtherOf(changed.total - ofChanged, t),
    unsubscribe: unsubscribeUrl,
  }
}

/** Leaves out the number of days left, which may be days old. */
const withoutCountdown = (item: Notified): Notified => ({
  ...item,
  payload: { ...item.payload, days: undefined },
})

const furtherOf = (others: number, t: Translate) => (others === 0 ? '' : further(others, t))

function peopleOf({ actor_name, others }: z.output<typeof change>, t: Translate): string {
  return together(displayText(actor_name) || t(SOMEBODY), others, t)
}

/** The changed fields in words, each once. Fields that this server has no word for are left out. */
function fieldsOf({ fields }: z.output<typeof change>, t: Translate): readonly string[] {
  const names = fields.flatMap(({ key, name }) => {
    if (name !== null) return displayTitle(name) || []
    const known = columnName(key)
    return known === null ? [] : t(known)
  })
  return [...new Set(names)]
}
