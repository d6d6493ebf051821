import type { Statements } from '@cairn/postgres/pool/privileged'
import type { Language } from './language.ts'
import type { Priority } from './priority.ts'
import type { SmsTemplates } from './templates.ts'

/** The contents of a mail beside its template. */
export interface MailContent {
  to: string
  language: Language
  /** The user's own metadata: names for the greeting. Sanitized before it is used. */
  data: Readonly<Record<string, unknown>>
  /** The link and the code that does the same; null for a mail without. */
  token: MailToken | null
  /** For a change of address: the current and the new address. */
  addresses?: { current: string; wanted: string }
}

/** A link and a code of the same meaning. */
interface MailToken {
  /** The secret of the link, for templates that build their own address. */
  secret: string
  code: string
  /** The address that uses the link up at once. */
  url: string
  /** The address to which the link returns. */
  redirectTo: string
}

/** The contents of a notice: texts, and lists of texts. */
export type NoticeData = Record<string, string | Record<string, string>[]>

/** A mail of the product. `data` is `.Data` in the template; the product has to have sanitized it. */
export interface Notice {
  template: string
  priority: Priority
  to: string
  language: Language
  data: NoticeData
  /** An https address that stops mails of this kind on a POST (RFC 8058); null for none. */
  unsubscribeUrl: string | null
}

/** A mail is queued in the transaction that causes it; the sender takes it from there. */
export interface MailQueue {
  enqueue(tx: Statements, template: string, content: MailContent): Promise<void>
  enqueueNotice(tx: Statements, notice: Notice): Promise<void>
  /** Wakes the sender after a transaction with messages in it has been committed. */
  wake(): void
}

/** The channels of an SMS provider. */
export type SmsChannel = 'sms' | 'whatsapp'

interface SmsContent {
  to: string
  channel: SmsChannel
  code: string
  language: Language
}

/** An SMS is queued in the transaction that causes it, as mails are. */
export interface SmsQueue {
  enqueue(tx: Statements, template: keyof SmsTemplates, text: SmsContent): Promise<void>
  /** Whether the provider has this channel. */
  offers(channel: SmsChannel): boolean
}

/** The two queues of outgoing messages. */
export interface Messages {
  mail: MailQueue
  sms: SmsQueue
}
