import { z } from 'zod'
import {
  badCodeVerifier,
  flowStateExpired,
  flowStateNotFound,
  identityTaken,
  userBanned,
  validationFailed,
} from '../../errors/auth-errors.ts'
import { optionalText, readBody } from '../../http/body.ts'
import type { Call } from '../../http/call.ts'
import { verifierMatches } from '../../rules/pkce.ts'
import { writeAudit } from '../../store/audit.ts'
import { setProvenPassword } from '../../store/confirmation.ts'
import { deleteFlowState, type FlowStateRow, lockFlowState } from '../../store/flow-states.ts'
import { findIdentityOwner, saveIdentity } from '../../store/identities.ts'
import { lockEmailChangeToken, useUp } from '../../store/one-time-tokens.ts'
import { findPendingIdentity } from '../../store/provider-flows.ts'
import type { Transaction } from '../../store/transaction.ts'
import { hashOfSecret } from '../../tokens/one-time.ts'
import type { Services } from '../services.ts'
import { beginSession, grantResponse, makeGrant } from '../shared/grant.ts'
import { confirmEmailChange } from '../user/email-change.ts'

const bodySchema = z.object({ auth_code: optionalText, code_verifier: optionalText })

/**
 * POST /token?grant_type=pkce: exchanges an authorization code for a session, once, within 5 minutes, and only for the
 * client that has the verifier.
 */
export async function pkceGrant(services: Services, call: Call): Promise<Response> {
  const { auth_code: code, code_verifier: verifier } = await readBody(call, bodySchema)
  if (code === null || verifier === null) {
    throw validationFailed('invalid request: both auth code and code verifier should be non-empty')
  }
  const grant = await services.database.transaction(async (tx) => {
    const flow = await lockFlowState(tx, hashOfSecret(code))
    if (flow === null) throw flowStateNotFound()
    if (flow.expired) throw flowStateExpired()
    if (!verifierMatches(verifier, flow.code_challenge)) throw badCodeVerifier()
    await linkPending(tx, call, flow)
    await confirmWhatWasLeft(services, tx, call, flow)
    await deleteFlowState(tx, flow.id)
    const method = flow.authentication_method
    const session = await beginSession(services, tx, call, {
      userId: flow.user_id,
      method,
      ssoNotAfter: flow.sso_not_after,
    })
    if (session === null) throw userBanned(400)
    return makeGrant(services, tx, call, { session, method })
  })
  const userId = grant.account.user.id
  services.observe({ kind: 'signed-in', requestId: call.requestId, userId, method: 'pkce' })
  return grantResponse(services, grant)
}

/** Confirms what the link alone did not prove: the browser has shown that it is the one which asked for it. */
async function confirmWhatWasLeft(
  services: Services,
  tx: Transaction,
  call: Call,
  flow: FlowStateRow,
): Promise<void> {
  if (flow.unproven_password !== null) await setProvenPassword(tx, flow.user_id, flow.unproven_password)
  if (flow.email_change_token_id === null) return
  const token = await lockEmailChangeToken(tx, flow.email_change_token_id)
  if (token === null) throw flowStateExpired()
  await useUp(tx, token.id)
  await confirmEmailChange(services, tx, call, token.userId)
}

/** Links the identity that the user wanted to add, now that the client has shown its verifier. */
async function linkPending(tx: Transaction, call: Call, flow: FlowStateRow): Promise<void> {
  const pending = await findPendingIdentity(tx, flow.id)
  if (pending === null) return
  const { provider, profile } = pending
  const owner = await findIdentityOwner(tx, { provider, subject: profile.subject })
  if (owner !== null) throw identityTaken(owner === flow.user_id)
  await saveIdentity(tx, flow.user_id, pending)
  await writeAudit(tx, call, { action: 'identity_linked', userId: flow.user_id, traits: { provider } })
}
