import type { MailTransport } from '../mail/transport.ts'
import type { SmsTransport } from './transport.ts'

/** Keeps SMS where mails are kept, for installations without an SMS provider: each as a mail that holds its text. */
export function outboxSmsTransport(mails: MailTransport): SmsTransport {
  return {
    channels: ['sms'],
    send: ({ id, createdAt, to, text }) =>
      mails.send({
        id,
        createdAt,
        to: `+${to}@sms.localhost`,
        subject: `SMS to +${to}`,
        html: '',
        text,
        unsubscribeUrl: null,
      }),
  }
}
