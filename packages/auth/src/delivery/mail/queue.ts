import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Metadata } from '../../model/account.ts'
import { displayText } from '../../rules/display-text.ts'
import { DEFAULT_LANGUAGE, type Language } from '../../rules/language.ts'
import { insertMessage } from '../../store/message-queue.ts'
import type { Transaction } from '../../store/transaction.ts'
import type { Sealer } from '../../tokens/sealing.ts'
import type { Notice } from './notice.ts'
import type { MailTemplates } from './template.ts'

export type TemplateName = keyof MailTemplates

/** What a mail says beside its template. */
export interface MailContent {
  to: string
  language: Language
  /** The user's own metadata: names for the greeting. Made harmless before it is used. */
  data: Metadata
  /** The secret of the link, the code that does the same, and where the link leads back to. */
  token: { secret: string; code: string; type: LinkType; redirectTo: string } | null
  /** For a change of address: from where to where. */
  addresses?: { current: string; wanted: string }
}

/** What a link is for, in the protocol's words. */
export type LinkType = 'signup' | 'invite' | 'magiclink' | 'recovery' | 'email_change' | 'reauthentication'

/** A mail is queued in the transaction that causes it; the sender takes it from there. */
export interface MailQueue {
  enqueue(tx: Transaction, template: TemplateName, content: MailContent): Promise<void>
  enqueueNotice(tx: Transaction, notice: Notice): Promise<void>
  /** Tells the sender that a transaction with mail in it has been committed. */
  wake(): void
}

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
  async function put(tx: Transaction, template: string, recipient: string, values: StoredMail) {
    const id = randomUUID()
    const valuesSealed = sealer.seal(JSON.stringify(values), id)
    await insertMessage(tx, { id, channel: 'email', template, recipient, valuesSealed })
  }
  return {
    enqueue: (tx, template, content) => {
      const values = mailValues(publicUrl, content)
      return put(tx, template, content.to, { ...values, Language: content.language, Unsubscribe: null })
    },
    enqueueNotice(tx, { template, to, language, data, unsubscribeUrl }) {
      const values = mailValues(publicUrl, { to, language, data: {}, token: null })
      return put(tx, template, to, {
        ...values,
        Data: { ...data },
        Language: language,
        Unsubscribe: unsubscribeUrl,
      })
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
    ConfirmationURL: token === null ? publicUrl : verifyUrl(publicUrl, token),
    Data: Object.fromEntries(shown),
  }
}

/** The address of GET /verify, which uses the link up at once; for templates and callers that want it. */
export function verifyUrl(
  publicUrl: string,
  link: { secret: string; type: LinkType; redirectTo: string },
): string {
  const query = new URLSearchParams({ token: link.secret, type: link.type, redirect_to: link.redirectTo })
  return `${publicUrl}/auth/v1/verify?${query}`
}
