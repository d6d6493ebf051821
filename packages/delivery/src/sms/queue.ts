import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { insertMessage, type QueuedMessageRow } from '../message-queue.ts'
import { openStored } from '../not-composed.ts'
import { DEFAULT_LANGUAGE } from '../port/language.ts'
import type { SmsChannel, SmsQueue } from '../port/messages.ts'
import { DEFAULT_SMS_TEMPLATES, type SmsTemplatesByLanguage } from '../port/templates.ts'
import { render } from '../render.ts'
import type { Sealer } from '../sealer.ts'
import type { SmsMessage } from './transport.ts'

const valuesSchema = z.object({ Code: z.string(), Language: z.string().default(DEFAULT_LANGUAGE) })
const templateName = z.enum(['signIn', 'factor'])
const channelName = z.enum(['sms', 'whatsapp'])

export function createSmsQueue(sealer: Sealer, channels: readonly SmsChannel[]): SmsQueue {
  return {
    async enqueue(tx, template, { to, channel, code, language }) {
      const id = randomUUID()
      const valuesSealed = sealer.seal(JSON.stringify({ Code: code, Language: language }), id)
      await insertMessage(tx, { id, template, recipient: to, channel, priority: 'awaited', valuesSealed })
    },
    offers: (channel) => channels.includes(channel),
  }
}

/** Makes the SMS of a queue entry. Throws NotComposed when it was sealed with another secret. */
export function composeSms(
  row: QueuedMessageRow,
  sealer: Sealer,
  templates: SmsTemplatesByLanguage,
): SmsMessage {
  const { Language: language, ...values } = openStored(row, sealer, valuesSchema)
  const named = Object.hasOwn(templates, language) ? templates[language] : templates[DEFAULT_LANGUAGE]
  return {
    id: row.id,
    createdAt: row.created_at,
    channel: channelName.parse(row.channel),
    to: row.recipient,
    text: render((named ?? DEFAULT_SMS_TEMPLATES)[templateName.parse(row.template)], values, 'text'),
  }
}
