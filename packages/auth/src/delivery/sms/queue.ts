import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { DEFAULT_LANGUAGE, type Language } from '../../rules/language.ts'
import { insertMessage, type QueuedMessageRow } from '../../store/message-queue.ts'
import type { Transaction } from '../../store/transaction.ts'
import type { Sealer } from '../../tokens/sealing.ts'
import { render } from '../render.ts'
import type { SmsChannel, SmsMessage } from './transport.ts'

/** The texts of SMS, with the placeholder of Supabase's templates for the code: `{{ .Code }}`. */
export interface SmsTemplates {
  signIn: string
  factor: string
}

export const DEFAULT_SMS_TEMPLATES: SmsTemplates = {
  signIn: 'Your code is {{ .Code }}',
  factor: 'Your code is {{ .Code }}',
}

/** By language; what a language lacks is sent in English. */
export type SmsTemplatesByLanguage = Readonly<Record<Language, SmsTemplates>>

/** An SMS is queued in the transaction that causes it, as mails are. */
export interface SmsQueue {
  enqueue(tx: Transaction, template: keyof SmsTemplates, text: SmsContent): Promise<void>
  /** Whether the provider has this channel. */
  offers(channel: SmsChannel): boolean
}

export interface SmsContent {
  to: string
  channel: SmsChannel
  code: string
  language: Language
}

const valuesSchema = z.object({ Code: z.string(), Language: z.string().default(DEFAULT_LANGUAGE) })
const templateName = z.enum(['signIn', 'factor'])
const channelName = z.enum(['sms', 'whatsapp'])

export function createSmsQueue(sealer: Sealer, channels: readonly SmsChannel[]): SmsQueue {
  return {
    async enqueue(tx, template, { to, channel, code, language }) {
      const id = randomUUID()
      const valuesSealed = sealer.seal(JSON.stringify({ Code: code, Language: language }), id)
      await insertMessage(tx, { id, template, recipient: to, channel, valuesSealed })
    },
    offers: (channel) => channels.includes(channel),
  }
}

/** Makes the SMS of a queue entry. Throws when it was sealed with another secret. */
export function composeSms(
  row: QueuedMessageRow,
  sealer: Sealer,
  templates: SmsTemplatesByLanguage,
): SmsMessage {
  const opened: unknown = JSON.parse(sealer.open(row.values_sealed, row.id))
  const { Language: language, ...values } = valuesSchema.parse(opened)
  const named = Object.hasOwn(templates, language) ? templates[language] : templates[DEFAULT_LANGUAGE]
  return {
    id: row.id,
    createdAt: row.created_at,
    channel: channelName.parse(row.channel),
    to: row.recipient,
    text: render((named ?? DEFAULT_SMS_TEMPLATES)[templateName.parse(row.template)], values, 'text'),
  }
}
