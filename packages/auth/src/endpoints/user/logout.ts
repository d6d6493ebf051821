import { secondFactorNeeded, sessionNotFound, validationFailed } from '../../errors/auth-errors.ts'
import type { Call } from '../../http/call.ts'
import { writeAudit } from '../../store/audit.ts'
import { announceLogout, deleteSession, findLiveSession } from '../../store/sessions.ts'
import type { Transaction } from '../../store/transaction.ts'
import { findAccount } from '../../store/users.ts'
import type { Services } from '../services.ts'
import { endAccess } from '../shared/end-access.ts'
import { authenticate, hasSecondFactor } from '../shared/signed-in.ts'

interface CallerSession {
  id: string
  userId: string
}

/** Which of the caller's sessions end: all, this one, or all others. */
const SCOPES = ['global', 'local', 'others'] as const
type Scope = (typeof SCOPES)[number]

/**
 * POST /logout?scope=…: sessions end at once, their access tokens included. With all, or all others, connected apps and API
 * tokens end too, unless the caller says `keep_programs=true` (an addition of ours).
 */
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
    await endSessions(services, tx, call, { session, scope, isHalf })
    await writeAudit(tx, call, { action: 'logout', userId: claims.sub, traits: { scope } })
  })
  return new Response(null, { status: 204, headers: { 'cache-control': 'no-store' } })
}

interface Ending {
  session: CallerSession
  scope: Scope
  /** Whether the caller has still to show a second factor. */
  isHalf: boolean
}

/**
 * All means all, though the caller has still to show a second factor: it may be an attacker's. To keep one's own session, or
 * programs, and end the others takes the factor.
 */
async function endSessions(
  services: Services,
  tx: Transaction,
  call: Call,
  { session, scope, isHalf }: Ending,
): Promise<void> {
  if (scope === 'local') return deleteSession(tx, session.id)
  const keepsPrograms = call.url.searchParams.get('keep_programs') === 'true'
  if (isHalf && (scope === 'others' || keepsPrograms))
    throw secondFactorNeeded(403, 'AAL2 session is required to sign out other sessions.')
  const exceptSession = scope === 'others' ? session.id : null
  const { userId } = session
  await endAccess(services, tx, call, { userId, reason: 'logout', exceptSession, keepsPrograms })
}

function isScope(text: string): text is Scope {
  return SCOPES.some((scope) => scope === text)
}
