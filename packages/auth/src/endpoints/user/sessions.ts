import { secondFactorNeeded, sessionUnknown } from '../../errors/auth-errors.ts'
import { type Call, uuidIn } from '../../http/call.ts'
import { json } from '../../http/respond.ts'
import { writeAudit } from '../../store/audit.ts'
import { deleteSessionOf, findSessionsOf } from '../../store/sessions.ts'
import type { Services } from '../services.ts'
import { hasSecondFactor, type SignedIn, signedIn } from '../shared/signed-in.ts'

/**
 * GET /user/sessions: the caller's sessions, the latest used first. An addition of ours: Supabase Auth has no such list.
 */
export async function listOwnSessions(services: Services, call: Call): Promise<Response> {
  const caller = await signedIn(services, call)
  requireSecondFactor(caller)
  const rows = await services.database.transaction((tx) => findSessionsOf(tx, caller.account.user.id))
  return json({
    sessions: rows.map((row) => ({
      id: row.id,
      created_at: row.created_at.toISOString(),
      last_used_at: row.last_used_at.toISOString(),
      not_after: row.not_after?.toISOString() ?? null,
      aal: row.aal,
      user_agent: row.user_agent,
      ip: row.ip,
      current: row.id === caller.session.id,
    })),
  })
}

/** DELETE /user/sessions/{sessionId}: ends a session of the caller, at once. Sessions of other users are not found. */
export async function endOwnSession(services: Services, call: Call): Promise<Response> {
  const caller = await signedIn(services, call)
  requireSecondFactor(caller)
  const id = uuidIn(call, 'sessionId', sessionUnknown)
  const userId = caller.account.user.id
  await services.database.transaction(async (tx) => {
    if (!(await deleteSessionOf(tx, { id, userId }))) throw sessionUnknown()
    await writeAudit(tx, call, { action: 'session_ended', userId })
  })
  return json({})
}

function requireSecondFactor({ account, session }: SignedIn): void {
  if (session.aal === 'aal1' && hasSecondFactor(account)) {
    throw secondFactorNeeded(403, 'AAL2 required to see or end sessions')
  }
}
