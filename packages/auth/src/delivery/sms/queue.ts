import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { insertMail, type QueuedMailRow } from '../../store/message-queue.ts'
import type { Transaction } from '../../store/transaction.ts'
import type { Sealer } from '../../tokens/sealing.ts'
import { render } from '../render.ts'
import type { TextChannel, TextMessage } from './transport.ts'

/** What a text message says around its code, in the placeholder of Supabase's templates: `{{ .Code }}`. */
export interface TextTemplates {
  signIn: string
  factor: string
}

export const DEFAULT_TEXTS: TextTemplates = {
  signIn: 'Your code is {{ .Code }}',
  factor: 'Your code is {{ .Code }}',
}

/** Text messages are put down in the transaction that gives the reason for them, as mails are. */
export interface TextQueue {
  enqueue(tx: Transaction, template: keyof TextTemplates, text: TextContent): Promise<void>
  /** Whether messages can travel this way. */
  offers(channel: TextChannel): boolean
}

export interface TextContent {
  to: string
  channel: TextChannel
  code: string
}

const valuesSchema = z.object({ Code: z.string() })
const templateName = z.enum(['signIn', 'factor'])
const channelName = z.enum(['sms', 'whatsapp'])

export function createTextQueue(sealer: Sealer, channels: readonly TextChannel[]): TextQueue {
  return {
    async enqueue(tx, template, { to, channel, code }) {
      const id = randomUUID()
      const valuesSealed = sealer.seal(JSON.stringify({ Code: code }), id)
      await insertMail(tx, { id, template, recipient: to, channel, valuesSealed })
    },
    offers: (channel) => channels.includes(channel),
  }
}

/** Makes the message of a queue entry. Throws when it was sealed with another secret. */
export function composeText(row: QueuedMailRow, sealer: Sealer, templates: TextTemplates): TextMessage {
  const opened: unknown = JSON.parse(sealer.open(row.values_sealed, row.id))
  return {
    id: row.id,
    createdAt: row.created_at,
    channel: channelName.parse(row.channel),
    to: row.recipient,
    text: render(templates[templateName.parse(row.template)], valuesSchema.parse(opened), 'text'),
  }
}
