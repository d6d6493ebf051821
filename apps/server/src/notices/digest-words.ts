import type { NoticeData } from '@cairn/auth/delivery/mail/notice'
import { displayText } from '@cairn/auth/rules/display-text'
import { z } from 'zod'
import { notified, pathOf, recordOf, sentenceOf } from './notice-words.ts'
import { wordsOf } from './words/languages.ts'
import type { Words } from './words/words.ts'

const change = z.object({
  record_kind: z.string(),
  record_id: z.string(),
  record_name: z.string(),
  actor_name: z.string().nullable(),
  /** How many people changed it besides. */
  others: z.number(),
})

/** What `public.take_weekly_digests` says of a person: the newest ten of each, and how many there are. */
export const dueDigest = z.object({
  recipient: z.string(),
  recipient_id: z.string(),
  recipient_name: z.string().nullable(),
  language: z.string().nullable(),
  concerned: z.object({ total: z.number(), unread: z.number(), items: z.array(notified) }),
  changed: z.object({ total: z.number(), items: z.array(change) }),
})

export type DueDigest = z.output<typeof dueDigest>

/** How many lines a digest has; each part has at least half of them where it needs them. */
const LINES = 10

interface Links {
  publicUrl: string
  unsubscribeUrl: string
}

/** What the template `digest` names as `.Data`. */
export function digestWords(digest: DueDigest, { publicUrl, unsubscribeUrl }: Links): NoticeData {
  const words = wordsOf(digest.language)
  const { concerned, changed } = digest
  const ofConcerned = Math.min(concerned.items.length, Math.max(LINES / 2, LINES - changed.items.length))
  const ofChanged = Math.min(changed.items.length, LINES - ofConcerned)
  return {
    name: displayText(digest.recipient_name),
    summary: words.summary({
      notifications: concerned.total,
      unread: concerned.unread,
      records: changed.total,
    }),
    concerned: concerned.items
      .slice(0, ofConcerned)
      .map((item) => ({ text: sentenceOf(item, words), url: publicUrl + pathOf(item) })),
    concernedMore: furtherOf(concerned.total - ofConcerned, words),
    changed: changed.items.slice(0, ofChanged).map((item) => ({
      text: words.changedBy(recordOf(item, words), peopleOf(item, words)),
      url: publicUrl + pathOf({ ...item, kind: 'record_changed' }),
    })),
    changedMore: furtherOf(changed.total - ofChanged, words),
    unsubscribe: unsubscribeUrl,
  }
}

const furtherOf = (others: number, words: Words) => (others === 0 ? '' : words.further(others))

function peopleOf({ actor_name, others }: z.output<typeof change>, words: Words): string {
  return words.together(displayText(actor_name) || words.somebody, others)
}
