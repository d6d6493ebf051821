import { randomUUID } from 'node:crypto'
import type { Statements } from '@cairn/postgres/pool/privileged'
import { z } from 'zod'
import { insertMessage } from '../message-queue.ts'
import { DEFAULT_LANGUAGE } from '../port/language.ts'
import type { MailContent, MailQueue } from '../port/messages.ts'
import type { Priority } from '../port/priority.ts'
import type { Sealer } from '../sealer.ts'
import { displayText } from './display-text.ts'

/** The values of the placeholders. */
const mailValuesSchema = z.object({
  SiteURL: z.string(),
  RedirectTo: z.string(),
  Email: z.string(),
  NewEmail: z.string(),
  TokenHash: z.string(),
  Token: z.string(),
  ConfirmationURL: z.string(),
  Data: z.record(z.string(), z.union([z.string(), z.array(z.record(z.string(), z.string()))])),
})

/** All of a mail that is stored: its values, its language, and where it can be stopped. Older entries have only values. */
export const storedMailSchema = mailValuesSchema.extend({
  Language: z.string().default(DEFAULT_LANGUAGE),
  Unsubscribe: z.string().nullable().default(null),
})

type MailValues = z.infer<typeof mailValuesSchema>
type StoredMail = z.infer<typeof storedMailSchema>

/** The only fields of the metadata that mails show. */
const SHOWN = ['name', 'first_name', 'last_name'] as const

export function createMailQueue({ publicUrl, sealer, wake }: MailQueueOptions): MailQueue {
  async function put(
    tx: Statements,
    { template, recipient, priority }: { template: string; recipient: string; priority: Priority },
    values: StoredMail,
  ) {
    const id = randomUUID()
    const valuesSealed = sealer.seal(JSON.stringify(values), id)
    await insertMessage(tx, { id, channel: 'email', template, recipient, priority, valuesSealed })
  }
  return {
    enqueue: (tx, template, content) => {
      const values = mailValues(publicUrl, content)
      return put(
        tx,
        { template, recipient: content.to, priority: 'awaited' },
        { ...values, Language: content.language, Unsubscribe: null },
      )
    },
    enqueueNotice(tx, { template, priority, to, language, data, unsubscribeUrl }) {
      const values = mailValues(publicUrl, { to, language, data: {}, token: null })
      return put(
        tx,
        { template, recipient: to, priority },
        {
          ...values,
          Data: { ...data },
          Language: language,
          Unsubscribe: unsubscribeUrl,
        },
      )
    },
    wake,
  }
}

export interface MailQueueOptions {
  publicUrl: string
  sealer: Sealer
  wake: () => void
}

/** The placeholders, with the names that Supabase's templates give them. */
function mailValues(publicUrl: string, { to, data, token, addresses }: MailContent): MailValues {
  const shown = SHOWN.map((name) => [name, displayText(data[name])])
  return {
    SiteURL: publicUrl,
    RedirectTo: token?.redirectTo ?? publicUrl,
    Email: addresses?.current ?? to,
    NewEmail: addresses?.wanted ?? '',
    TokenHash: token?.secret ?? '',
    Token: token?.code ?? '',
    ConfirmationURL: token?.url ?? publicUrl,
    Data: Object.fromEntries(shown),
  }
}
