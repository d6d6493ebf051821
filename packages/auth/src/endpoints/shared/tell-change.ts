import { type Change, queueChangeMail } from '../../change-mail.ts'
import type { Call } from '../../http/call.ts'
import type { Transaction } from '../../store/transaction.ts'
import type { Services } from '../services.ts'
import { languageOf } from './mail-language.ts'
import type { SignedIn } from './signed-in.ts'

/** Whose account it is. */
export type Owner = Pick<SignedIn['account']['user'], 'id' | 'email' | 'raw_user_meta_data' | 'is_sso_user'>

/**
 * Tells the owner by mail what changed, when and from which address, with a link that undoes it. The mail goes to the address
 * of before the change. An owner without an address is told nothing; one of single sign-on is told by their organisation.
 */
export async function tellChange(
  services: Services,
  tx: Transaction,
  call: Call,
  { owner, change }: { owner: Owner; change: Change },
): Promise<void> {
  const { id: userId, email, raw_user_meta_data: data } = owner
  if (!email || owner.is_sso_user) return
  await queueChangeMail(tx, change, {
    mail: services.mail,
    userId,
    to: email,
    language: await languageOf(services, tx, call, { userId, email, data, isInvited: false }),
    clientAddress: call.clientAddress,
  })
}
