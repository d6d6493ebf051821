import type { EndedPrograms } from '../../hooks/hooks.ts'
import type { Call } from '../../http/call.ts'
import { endAllConsents } from '../../store/oauth-consents.ts'
import { deleteSessionsBut } from '../../store/sessions.ts'
import type { Transaction } from '../../store/transaction.ts'
import type { Services } from '../services.ts'

export interface EndedAccess extends Pick<EndedPrograms, 'userId' | 'reason'> {
  /** The session that goes on; null for none. */
  exceptSession: string | null
  /** Whether apps and API tokens go on. They end where a client does not say. */
  keepsPrograms: boolean
  /** Programs that came since are a thief's, and end in any case. */
  since?: string | null
}

/**
 * Ends all that acts for a user: the sessions of browsers, connected apps with what the user agreed to, and by the product's
 * hook the secrets of programs. For every place where a user takes their account back: whoever knew a password or held a
 * session may have connected an app or made a token.
 */
export async function endAccess(
  { hooks }: Services,
  tx: Transaction,
  call: Call,
  { userId, reason, exceptSession, keepsPrograms, since = null }: EndedAccess,
): Promise<void> {
  await deleteSessionsBut(tx, { userId, exceptSession, keepsPrograms, since })
  await endAllConsents(tx, { userId, keepsPrograms, since })
  await hooks.endPrograms(tx, call, { userId, reason, keepsFormer: keepsPrograms, since })
}
