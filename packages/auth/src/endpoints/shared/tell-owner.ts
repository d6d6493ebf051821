import type { Call } from '../../http/call.ts'
import type { Transaction } from '../../store/transaction.ts'
import type { Services } from '../services.ts'
import { languageOf } from './mail-language.ts'

/**
 * Tells the owner of an address that a visitor wanted an account with it, without any name in the request: the caller
 * would choose what we write to another user.
 */
export async function tellOwner(
  services: Services,
  tx: Transaction,
  call: Call,
  email: string,
): Promise<void> {
  const recipient = { userId: null, email, data: {}, isInvited: false }
  const language = await languageOf(services, tx, call, recipient)
  await services.mail.enqueue(tx, 'existingAccount', { to: email, language, data: {}, token: null })
}
