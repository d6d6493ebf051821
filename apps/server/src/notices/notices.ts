import type { Notices } from '@cairn/auth/delivery/mail/notice'
import type { MailTemplate } from '@cairn/auth/delivery/mail/template'
import { z } from 'zod'
import { dueMail, noticeWords } from './notice-words.ts'

const dueMails = z.array(dueMail)

/** The product's mails: notifications that people want by mail, a mail for each person. */
export function createNotices(notification: MailTemplate): Notices {
  return {
    templates: { notification },
    async take(tx) {
      const rows = dueMails.parse(await tx`select * from public.take_notification_mails()`)
      return rows.map((mail) => ({ template: 'notification', to: mail.recipient, data: noticeWords(mail) }))
    },
  }
}
