import { secondFactorNeeded, sessionNotFound, validationFailed } from '../../errors/auth-errors.ts'
import type { Call } from '../../http/call.ts'
import { writeAudit } from '../../store/audit.ts'
import {
  announceLogout,
  deleteOtherSessions,
  deleteSession,
  deleteSessionsOf,
  findLiveSession,
} from '../../store/sessions.ts'
import type { Transaction } from '../../store/transaction.ts'
import { findAccount } from '../../store/users.ts'
import type { Services } from '../services.ts'
import { authenticate, hasSecondFactor } from '../shared/signed-in.ts'

interface CallerSession {
  id: string
  userId: string
}

/**
 * Which of the caller's sessions end: all, this one, or all others. All means all, though the caller has still to show a
 * second factor: it may be an attacker's. To keep one's own session and end the others takes the factor.
 */
const SCOPES = {
  global: (tx: Transaction, session: CallerSession) => deleteSessionsOf(tx, session.userId),
  local: (tx: Transaction, session: CallerSession) => deleteSession(tx, session.id),
  others: async (tx: Transaction, session: CallerSession, isHalf: boolean) => {
    if (isHalf) throw secondFactorNeeded(403, 'AAL2 session is required to sign out other sessions.')
    await deleteOtherSessions(tx, session)
  },
} as const

/** POST /logout?scope=…: sessions end at once, their access tokens included. */
export async function logout(services: Services, call: Call): Promise<Response> {
  const claims = await authenticate(call, services.accessTokens)
  const scope = call.url.searchParams.get('scope') || 'global'
  if (!isScope(scope))
    throw validationFailed(`Unsupported logout scope ${JSON.stringify(scope.slice(0, 20))}`)
  const session = { id: claims.session_id, userId: claims.sub }
  await services.database.transaction(async (tx) => {
    const live = await findLiveSession(tx, session)
    if (live === null) throw sessionNotFound()
    const account = await findAccount(tx, session.userId)
    const isHalf = live.aal === 'aal1' && account !== null && hasSecondFactor(account)
    await announceLogout(tx)
    await SCOPES[scope](tx, session, isHalf)
    await writeAudit(tx, call, { action: 'logout', userId: claims.sub, traits: { scope } })
  })
  return new Response(null, { status: 204, headers: { 'cache-control': 'no-store' } })
}

function isScope(text: string): text is keyof typeof SCOPES {
  return Object.hasOwn(SCOPES, text)
}
