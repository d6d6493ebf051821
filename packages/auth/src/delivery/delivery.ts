import type { Privileged } from '@cairn/postgres/privileged'
import type { Observe } from '../events.ts'
import type { Language } from '../rules/language.ts'
import { createSealer } from '../tokens/sealing.ts'
import { outboxMailTransport } from './mail/outbox.ts'
import { createMailQueue, type MailQueue } from './mail/queue.ts'
import { smtpTransport } from './mail/smtp.ts'
import type { NamedTemplates } from './mail/template.ts'
import type { MailTransport } from './mail/transport.ts'
import { createMessageSender, type MessageSender } from './sender.ts'
import { outboxSmsTransport } from './sms/outbox.ts'
import { createSmsQueue, type SmsQueue, type SmsTemplatesByLanguage } from './sms/queue.ts'
import { type TwilioSettings, twilioTransport } from './sms/twilio.ts'

export interface MailSettings {
  from: string
  /** Sends through this server; `null` keeps every mail as a file in `outboxDir`. */
  smtpUrl: string | null
  outboxDir: string | null
}

export interface DeliveryOptions {
  database: Privileged
  publicUrl: string
  secret: Uint8Array
  mail: MailSettings
  mailTemplates: Readonly<Record<Language, NamedTemplates>>
  twilio: TwilioSettings | null
  smsTemplates: SmsTemplatesByLanguage
  observe: Observe
}

/** What leaves by mail and SMS: two queues, and the sender that empties both. */
export interface Delivery {
  mail: MailQueue
  sms: SmsQueue
  sender: MessageSender
}

export function createDelivery(options: DeliveryOptions): Delivery {
  const { database, publicUrl, observe } = options
  const sealer = createSealer(options.secret, 'queued mail')
  const transport = mailTransport(options)
  const smsTransport =
    options.twilio === null ? outboxSmsTransport(transport) : twilioTransport(options.twilio)
  const sender = createMessageSender({
    database,
    transport,
    sealer,
    templates: options.mailTemplates,
    sms: { transport: smsTransport, templates: options.smsTemplates },
    observe,
  })
  return {
    mail: createMailQueue({ publicUrl, sealer, wake: sender.wake }),
    sms: createSmsQueue(sealer, smsTransport.channels),
    sender,
  }
}

function mailTransport({ mail, publicUrl }: DeliveryOptions): MailTransport {
  const sender = { from: mail.from, host: new URL(publicUrl).hostname }
  if (mail.smtpUrl !== null) return smtpTransport(mail.smtpUrl, sender)
  if (mail.outboxDir !== null) return outboxMailTransport(mail.outboxDir, sender)
  throw new Error('Mail needs a server to send through or a folder to keep it in.')
}
