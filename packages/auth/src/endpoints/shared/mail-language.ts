import type { Call } from '../../http/call.ts'
import type { Metadata } from '../../model/account.ts'
import { acceptedLanguage, DEFAULT_LANGUAGE, knownLanguage, type Language } from '../../rules/language.ts'
import type { Transaction } from '../../store/transaction.ts'
import type { Services } from '../services.ts'

/** What is known of whoever gets a message. */
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
  const { languages, hooks } = services
  const known = languages.length > 1 ? await hooks.languageOfRecipient(tx, call, recipient) : null
  return (
    knownLanguage(known, languages) ??
    knownLanguage(recipient.data['language'], languages) ??
    acceptedLanguage(call.request.headers.get('accept-language'), languages) ??
    DEFAULT_LANGUAGE
  )
}
