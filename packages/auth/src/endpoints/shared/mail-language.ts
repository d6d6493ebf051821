import { DEFAULT_LANGUAGE, type Language } from '@cairn/delivery/port/language'
import type { Call } from '../../http/call.ts'
import type { Metadata } from '../../model/account.ts'
import { acceptedLanguage, knownLanguage } from '../../rules/language.ts'
import type { Transaction } from '../../store/transaction.ts'
import type { Services } from '../services.ts'

/** What is known of the user who gets a message. */
interface MessageRecipient {
  userId: string | null
  email: string | null
  /** Their metadata, or that of the request; `language` counts. */
  data: Metadata
  /** Whether it is an invitation: then who invites has a say. */
  isInvited: boolean
}

/**
 * The language of a message: what the product knows of its recipient, else what their metadata names, else that of the
 * page that asked. The caller chooses no words with it, only among ours.
 */
export async function languageOf(
  services: Services,
  tx: Transaction,
  call: Call,
  recipient: MessageRecipient,
): Promise<Language> {
  const { languages } = services
  const known = languages.length > 1 ? await askProduct(services, tx, call, recipient) : null
  return (
    knownLanguage(known, languages) ??
    knownLanguage(recipient.data['language'], languages) ??
    acceptedLanguage(call.request.headers.get('accept-language'), languages) ??
    DEFAULT_LANGUAGE
  )
}

/** What the product knows. A message in another language is better than none: where asking fails, only the log hears. */
async function askProduct(
  { hooks, observe }: Services,
  tx: Transaction,
  call: Call,
  recipient: MessageRecipient,
): Promise<string | null> {
  await tx`savepoint language_of_recipient`
  try {
    return await hooks.languageOfRecipient(tx, call, recipient)
  } catch (cause) {
    await tx`rollback to savepoint language_of_recipient`
    observe({ kind: 'language-unknown', requestId: call.requestId, cause })
    return null
  }
}
