import type { Notice, Notices } from '@cairn/auth/delivery/mail/notice'
import type { NamedTemplates } from '@cairn/auth/delivery/mail/template'
import { DEFAULT_LANGUAGE, type Language } from '@cairn/auth/rules/language'
import { z } from 'zod'
import { type DueDigest, digestWords, dueDigest } from './digest-words.ts'
import { type DueMail, dueMail, noticeWords } from './notice-words.ts'
import type { UnsubscribeLinks } from './unsubscribe-links.ts'

const dueMails = z.array(dueMail)
const dueDigests = z.array(dueDigest)

interface NoticesOptions {
  templates: Readonly<Record<Language, NamedTemplates>>
  publicUrl: string
  links: UnsubscribeLinks
  /** When it is; the database's clock unless it is given. */
  clock?: () => Date
}

/** The product's mails: notifications that people want by mail, a mail for each person, and weekly digests. */
export function createNotices({ templates, publicUrl, links, clock }: NoticesOptions): Notices {
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

  return {
    templates,
    async take(tx) {
      const mails = dueMails.parse(await tx`select * from public.take_notification_mails()`)
      const moment = clock?.() ?? null
      const digests = dueDigests.parse(
        await tx`select * from public.take_weekly_digests(100, coalesce(${moment}, now()))`,
      )
      return [...mails.map(notification), ...digests.map(digest)]
    },
  }
}
