import type { Call } from '../../http/call.ts'
import type { SecurityChangeKind } from '../../model/security-change.ts'
import { insertSecurityChange, type Removed } from '../../store/security-changes.ts'
import type { Transaction } from '../../store/transaction.ts'
import { hashOfSecret, newOneTimeSecret } from '../../tokens/one-time.ts'
import type { Services } from '../services.ts'
import { languageOf } from './mail-language.ts'
import type { SignedIn } from './signed-in.ts'

/** A change of the ways into an account. */
export interface Change {
  kind: SecurityChangeKind
  /** The factor or passkey. */
  subjectId?: string
  /** What it took away. */
  removed?: Removed
  /** The new address. */
  newEmail?: string
}

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
  const { kind, subjectId = null, removed = {}, newEmail = '' } = change
  const secret = newOneTimeSecret()
  const at = await insertSecurityChange(tx, {
    userId,
    kind,
    subjectId,
    removed,
    linkHash: hashOfSecret(secret),
  })
  await services.mail.enqueueNotice(tx, {
    template: 'securityChange',
    to: email,
    language: await languageOf(services, tx, call, { userId, email, data, isInvited: false }),
    data: {
      [kind]: 'yes',
      at,
      address: call.clientAddress.slice(0, 64),
      newEmail,
      path: `/auth/confirm?token_hash=${secret}&type=undo`,
    },
    priority: 'awaited',
    unsubscribeUrl: null,
  })
}
