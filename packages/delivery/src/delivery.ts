import type { Privileged } from '@cairn/postgres/pool/privileged'
import type { Observe } from './events.ts'
import { outboxMailTransport } from './mail/outbox.ts'
import { createMailQueue } from './mail/queue.ts'
import { smtpTransport } from './mail/smtp.ts'
import type { MailTransport } from './mail/transport.ts'
import { DEFAULT_MAIL_CONNECTIONS } from './mail-connections.ts'
import { oldestMessageSeconds } from './message-queue.ts'
import type { Messages } from './port/messages.ts'
import type { MailTemplatesByLanguage, SmsTemplatesByLanguage } from './port/templates.ts'
import type { Sealer } from './sealer.ts'
import { createMessageSender } from './sender.ts'
import { outboxSmsTransport } from './sms/outbox.ts'
import { createSmsQueue } from './sms/queue.ts'
import { type TwilioSettings, twilioTransport } from './sms/twilio.ts'

export interface MailSettings {
  from: string
  /** Sends through this server; `null` keeps every mail as a file in `outboxDir`. */
  smtpUrl: string | null
  outboxDir: string | null
  /** How many mails are sent at once, each over a separate connection. */
  connections?: number
}

export interface DeliveryOptions {
  database: Privileged
  publicUrl: string
  sealer: Sealer
  mail: MailSettings
  mailTemplates: MailTemplatesByLanguage
  twilio: TwilioSettings | null
  smsTemplates: SmsTemplatesByLanguage
  observe: Observe
}

/** The two queues of outgoing mails and SMS, and the sender that empties both. */
export interface Delivery extends Messages {
  /** Starts to send queued messages. */
  start(): void
  /**
   * Stops after the messages that are being sent, or after a few seconds. Messages that are queued later wait for
   * another sender.
   */
  close(): Promise<void>
  /** How long the oldest message has been waiting to be sent, in seconds; null when none waits. */
  oldestMessageSeconds(): Promise<number | null>
}

/** Throws when mail has neither a server nor a folder. */
export function createDelivery(options: DeliveryOptions): Delivery {
  const { database, publicUrl, sealer, observe } = options
  const transport = mailTransport(options)
  const smsTransport =
    options.twilio === null ? outboxSmsTransport(transport) : twilioTransport(options.twilio)
  const sender = createMessageSender({
    database,
    transport,
    mailConnections: connectionsOf(options),
    sealer,
    templates: options.mailTemplates,
    sms: { transport: smsTransport, templates: options.smsTemplates },
    observe,
  })
  return {
    mail: createMailQueue({ publicUrl, sealer, wake: sender.wake }),
    sms: createSmsQueue(sealer, smsTransport.channels),
    start: sender.start,
    close: sender.close,
    oldestMessageSeconds: () => database.statement(oldestMessageSeconds),
  }
}

const connectionsOf = ({ mail }: DeliveryOptions) => mail.connections ?? DEFAULT_MAIL_CONNECTIONS

function mailTransport(options: DeliveryOptions): MailTransport {
  const { mail, publicUrl } = options
  const sender = { from: mail.from, host: new URL(publicUrl).hostname }
  if (mail.smtpUrl !== null) return smtpTransport(mail.smtpUrl, connectionsOf(options), sender)
  if (mail.outboxDir !== null) return outboxMailTransport(mail.outboxDir, sender)
  throw new Error('Mail needs a server to send through or a folder to keep it in.')
}
