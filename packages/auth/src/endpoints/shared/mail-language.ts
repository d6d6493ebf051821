import { DEFAULT_LANGUAGE, type Language } from '@cairn/delivery/port/language'
import type { Call } from '../../http/call.ts'
import type { Metadata } from '../../model/account.ts'
import { acceptedLanguage, knownLanguage } from '../../rules/language.ts'
import type { Transaction } from '../../store/transaction.ts'
import type { Services } from '../services.ts'

/** The facts about the recipient of a message that decide its language. */
interface MessageRecipient {
  userId: string | null
  email: string | null
  /** The recipient's metadata, or that of the request, of which `language` counts. */
  data: Metadata
  /** Whether the message is an invitation: then the language of the inviter counts as well. */
  isInvited: boolean
}

/**
 * The language of a message: the one that the product knows for its recipient, else the one in their metadata, else
 * that of the page that sent the request. The caller can only choose among our translations, and cannot change any
 * words.
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

/**
 * Asks the product for the language. A message in another language is better than none: where the hook fails, the error
 * is only logged.
 */
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
