import { DEFAULT_LANGUAGE } from '@cairn/delivery/port/language'
import type { Notice } from '@cairn/delivery/port/messages'
import type { Statements } from '@cairn/postgres/privileged'
import type { z } from 'zod'
import { type DueDigest, digestWords, dueDigest } from './digest-words.ts'
import { type DueMail, dueMail, noticeWords } from './notice-words.ts'
import type { UnsubscribeLinks } from './unsubscribe-links.ts'

/** Something that is due and has no mail: a row that this server does not understand. */
export interface NoticeLeftOut {
  kind: 'notice-left-out'
  cause: unknown
}

/** What the product has to mail, beside what accounts need. */
export interface Notices {
  /** Takes the mails about notifications of an account that are due, in the transaction that queues them. */
  takeNotifications(tx: Statements, account: string): Promise<readonly Notice[]>
  /** The same for weekly digests. */
  takeDigests(tx: Statements, account: string): Promise<readonly Notice[]>
  /** When it is; null to ask the database's clock. */
  moment(): Date | null
}

interface NoticesOptions {
  publicUrl: string
  links: UnsubscribeLinks
  observe: (event: NoticeLeftOut) => void
  /** When it is; the database's clock unless it is given. */
  clock?: () => Date
}

/** The product's mails: notifications that people want by mail, a mail for each person, and weekly digests. */
export function createNotices({ publicUrl, links, observe, clock }: NoticesOptions): Notices {
  const moment = () => clock?.() ?? null
  // Mail programs stop mails over https alone.
  const inHeader = (url: string) => (url.startsWith('https:') ? url : null)

  function notification(mail: DueMail): Notice {
    const { recipient: to, recipient_id: person, language } = mail
    const url = links.urlFor({ person, mails: 'email', language })
    return {
      template: 'notification',
      to,
      language: language ?? DEFAULT_LANGUAGE,
      data: noticeWords(mail),
      unsubscribeUrl: inHeader(url),
    }
  }

  function digest(due: DueDigest): Notice {
    const { recipient: to, recipient_id: person, language } = due
    const unsubscribeUrl = links.urlFor({ person, mails: 'weekly_digest', language })
    return {
      template: 'digest',
      to,
      language: language ?? DEFAULT_LANGUAGE,
      data: digestWords(due, { publicUrl, unsubscribeUrl }),
      unsubscribeUrl: inHeader(unsubscribeUrl),
    }
  }

  /** The rows that are understood: a kind that only a newer server knows keeps nobody else's mail. */
  function understood<Schema extends z.ZodType>(
    schema: Schema,
    rows: readonly unknown[],
  ): z.output<Schema>[] {
    return rows.flatMap((row) => {
      const read = schema.safeParse(row)
      if (!read.success) observe({ kind: 'notice-left-out', cause: read.error })
      return read.success ? [read.data] : []
    })
  }

  return {
    moment,
    async takeNotifications(tx, account) {
      const due = await tx`select * from public.take_notification_mails(account => ${account}::uuid)`
      return understood(dueMail, due).map(notification)
    },
    async takeDigests(tx, account) {
      const due = await tx`
        select * from public.take_weekly_digests(100, coalesce(${moment()}, now()), ${account}::uuid)`
      return understood(dueDigest, due).map(digest)
    },
  }
}
