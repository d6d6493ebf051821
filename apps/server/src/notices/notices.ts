import { DEFAULT_LANGUAGE } from '@cairn/delivery/port/language'
import type { Notice } from '@cairn/delivery/port/messages'
import type { Statements } from '@cairn/postgres/pool/privileged'
import { z } from 'zod'
import { type DueDigest, digestWords, dueDigest } from './digest-words.ts'
import { type DueMail, dueMail, noticeWords } from './notice-words.ts'
import type { UnsubscribeLinks } from './unsubscribe-links.ts'

/** How many people are mailed in one transaction. */
const PEOPLE_AT_ONCE = { notifications: 20, digests: 100 }

const keys = z.array(z.object({ key: z.string() }))

/** The mails of the product, beside those of accounts. */
export interface Notices {
  /** Finds the notifications of an account that are due to be mailed, without some. */
  dueNotifications(sql: Statements, account: string, without: readonly string[]): Promise<string[]>
  /**
   * Takes notifications, in the transaction that queues the mails about them: one for each person who is to get one.
   * Throws when one of them is not understood.
   */
  takeNotifications(tx: Statements, account: string, ids: readonly string[]): Promise<readonly Notice[]>
  /** Finds the members whose weekly digest is due, without some. */
  dueDigests(sql: Statements, account: string, without: readonly string[]): Promise<string[]>
  /** Takes the digests of members, as notifications are taken. */
  takeDigests(tx: Statements, account: string, people: readonly string[]): Promise<readonly Notice[]>
  /** The present moment; null to ask the database's clock. */
  moment(): Date | null
}

interface NoticesOptions {
  publicUrl: string
  links: UnsubscribeLinks
  /** The present moment; the database's clock unless it is given. */
  clock?: () => Date
}

/** The product's mails: notifications that people want by mail, a mail for each person, and weekly digests. */
export function createNotices({ publicUrl, links, clock }: NoticesOptions): Notices {
  const moment = () => clock?.() ?? null
  // Mail programs stop mails over https alone.
  const inHeader = (url: string) => (url.startsWith('https:') ? url : null)

  function notification(mail: DueMail): Notice {
    const { recipient: to, recipient_id: person, language } = mail
    const url = links.urlFor({ person, mails: 'email', language })
    return {
      template: 'notification',
      priority: 'notice',
      to,
      language: language ?? DEFAULT_LANGUAGE,
      data: noticeWords(mail, publicUrl),
      unsubscribeUrl: inHeader(url),
    }
  }

  function digest(due: DueDigest): Notice {
    const { recipient: to, recipient_id: person, language } = due
    const unsubscribeUrl = links.urlFor({ person, mails: 'weekly_digest', language })
    return {
      template: 'digest',
      priority: 'digest',
      to,
      language: language ?? DEFAULT_LANGUAGE,
      data: digestWords(due, { publicUrl, unsubscribeUrl }),
      unsubscribeUrl: inHeader(unsubscribeUrl),
    }
  }

  return {
    moment,
    async dueNotifications(sql, account, without) {
      const due = await sql`
        select id as key
        from private.notifications_to_mail(
          ${account}::uuid, ${[...without]}::uuid[], ${PEOPLE_AT_ONCE.notifications}
        )`
      return keys.parse([...due]).map(({ key }) => key)
    },
    async takeNotifications(tx, account, ids) {
      const due = await tx`
        select * from public.take_notification_mails(
          people_limit => 100, wait_seconds => 0, account => ${account}::uuid, only_these => ${[...ids]}::uuid[]
        )`
      return due.map((row) => notification(dueMail.parse(row)))
    },
    async dueDigests(sql, account, without) {
      const due = await sql`
        select key
        from private.people_to_digest(
          ${account}::uuid, coalesce(${moment()}, now()), ${[...without]}::uuid[], ${PEOPLE_AT_ONCE.digests}
        ) as key`
      return keys.parse([...due]).map(({ key }) => key)
    },
    async takeDigests(tx, account, people) {
      const due = await tx`
        select * from public.take_weekly_digests(
          ${people.length}, coalesce(${moment()}, now()), ${account}::uuid, ${[...people]}::uuid[]
        )`
      return due.map((row) => digest(dueDigest.parse(row)))
    },
  }
}
