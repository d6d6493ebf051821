import { randomUUID } from 'node:crypto'
import { z } from 'zod'
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
}

const valuesSchema = z.object({ Code: z.string() })
const templateName = z.enum(['signIn', 'factor'])
const channelName = z.enum(['sms', 'whatsapp'])

export function createSmsQueue(sealer: Sealer, channels: readonly SmsChannel[]): SmsQueue {
  return {
    async enqueue(tx, template, { to, channel, code }) {
      const id = randomUUID()
      const valuesSealed = sealer.seal(JSON.stringify({ Code: code }), id)
      await insertMessage(tx, { id, template, recipient: to, channel, valuesSealed })
    },
    offers: (channel) => channels.includes(channel),
  }
}

/** Makes the SMS of a queue entry. Throws when it was sealed with another secret. */
export function composeSms(row: QueuedMessageRow, sealer: Sealer, templates: SmsTemplates): SmsMessage {
  const opened: unknown = JSON.parse(sealer.open(row.values_sealed, row.id))
  return {
    id: row.id,
    createdAt: row.created_at,
    channel: channelName.parse(row.channel),
    to: row.recipient,
    text: render(templates[templateName.parse(row.template)], valuesSchema.parse(opened), 'text'),
  }
}
