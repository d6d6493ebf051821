import { sessionNotFound, validationFailed } from '../../errors/auth-errors.ts'
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
import type { Services } from '../services.ts'
import { authenticate } from '../shared/signed-in.ts'

/** Which of the caller's sessions end: all, this one, or all others. */
const SCOPES = {
  global: (tx: Transaction, session: CallerSession) => deleteSessionsOf(tx, session.userId),
  local: (tx: Transaction, session: CallerSession) => deleteSession(tx, session.id),
  others: (tx: Transaction, session: CallerSession) => deleteOtherSessions(tx, session),
} as const

interface CallerSession {
  id: string
  userId: string
}

/** POST /logout?scope=…: sessions end at once, their access tokens included. */
export async function logout(services: Services, call: Call): Promise<Response> {
  const claims = await authenticate(call, services.accessTokens)
  const scope = call.url.searchParams.get('scope') || 'global'
  if (!isScope(scope))
    throw validationFailed(`Unsupported logout scope ${JSON.stringify(scope.slice(0, 20))}`)
  const session = { id: claims.session_id, userId: claims.sub }
  await services.database.transaction(async (tx) => {
    if ((await findLiveSession(tx, session)) === null) throw sessionNotFound()
    await announceLogout(tx)
    await SCOPES[scope](tx, session)
    await writeAudit(tx, call, { action: 'logout', userId: claims.sub, traits: { scope } })
  })
  return new Response(null, { status: 204, headers: { 'cache-control': 'no-store' } })
}

function isScope(text: string): text is keyof typeof SCOPES {
  return Object.hasOwn(SCOPES, text)
}
