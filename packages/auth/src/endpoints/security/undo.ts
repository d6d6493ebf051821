import { z } from 'zod'
import { linkExpired, userBanned } from '../../errors/auth-errors.ts'
import { readBody } from '../../http/body.ts'
import type { Call } from '../../http/call.ts'
import { json } from '../../http/respond.ts'
import type { SecurityChange } from '../../model/security-change.ts'
import { writeAudit } from '../../store/audit.ts'
import { lockFactorsOf } from '../../store/factors.ts'
import { findSecurityChange } from '../../store/security-changes.ts'
import type { Transaction } from '../../store/transaction.ts'
import { undoChanges } from '../../store/undo-changes.ts'
import { hashOfSecret } from '../../tokens/one-time.ts'
import type { Services } from '../services.ts'
import { endAccess } from '../shared/end-access.ts'
import { beginSession, grantResponse, makeGrant } from '../shared/grant.ts'

const linkSchema = z.object({ token_hash: z.string().min(1).max(200) })
const undoSchema = linkSchema.extend({ keep_programs: z.boolean().nullish() })

/**
 * POST /security-changes/peek: what the link of a mail about a change would undo. Uses nothing up. An addition of ours.
 * Throws `otp_expired`.
 */
export async function peekSecurityChange(services: Services, call: Call): Promise<Response> {
  const { token_hash } = await readBody(call, linkSchema)
  const hash = hashOfSecret(token_hash)
  const change = await services.database.transaction((tx) => changeOf(tx, hash))
  const { userId: id, email, kind, at } = change
  return json({ user: { id, email }, kind, at: at.toISOString() })
}

/**
 * POST /security-changes/undo: undoes the change of a link and all later ones (see undo-changes.ts), and signs in who reads
 * the mailbox, as a recovery link does: to set a new password, and behind the second factor of before where there was one.
 * Apps and API tokens that came since end in any case, former ones unless the caller says `keep_programs`.
 * An addition of ours. Throws `otp_expired` or `user_banned`.
 */
export async function undoSecurityChange(services: Services, call: Call): Promise<Response> {
  const body = await readBody(call, undoSchema)
  const hash = hashOfSecret(body.token_hash)
  const grant = await services.database.transaction(async (tx) => {
    const { userId } = await changeOf(tx, hash)
    await lockFactorsOf(tx, userId)
    // Read again behind the lock: of two that press at once one comes too late.
    const { moment } = await changeOf(tx, hash)
    const keepsPrograms = body.keep_programs ?? false
    await endAccess(services, tx, call, {
      userId,
      reason: 'undone',
      exceptSession: null,
      keepsPrograms,
      since: moment,
    })
    await undoChanges(tx, { userId, moment })
    await writeAudit(tx, call, { action: 'security_changes_undone', userId })
    const session = await beginSession(services, tx, call, { userId, method: 'otp' })
    if (session === null) throw userBanned(403)
    return makeGrant(services, tx, call, { session, method: 'otp' })
  })
  services.observe({ kind: 'changes-undone', requestId: call.requestId, userId: grant.account.user.id })
  return grantResponse(services, grant)
}

async function changeOf(tx: Transaction, hash: string): Promise<SecurityChange> {
  const change = await findSecurityChange(tx, hash)
  if (change === null) throw linkExpired()
  return change
}
