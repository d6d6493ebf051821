import { z } from 'zod'
import { secondFactorNeeded } from '../../errors/auth-errors.ts'
import { authorizationDecided, authorizationNotFound } from '../../errors/oauth-errors.ts'
import { optionalText, readBody } from '../../http/body.ts'
import { type Call, uuidIn } from '../../http/call.ts'
import { json } from '../../http/respond.ts'
import type { OAuthAuthorization, OAuthClient } from '../../model/oauth-client.ts'
import { isRegisteredRedirect, isSureOfReceiver, redirectWith } from '../../rules/oauth-redirect.ts'
import { covers, letsWrite } from '../../rules/oauth-scopes.ts'
import { writeAudit } from '../../store/audit.ts'
import {
  approveAuthorization,
  bindAuthorization,
  denyAuthorization,
  lockAuthorization,
} from '../../store/oauth-authorizations.ts'
import { addConsent, findConsentedScopes } from '../../store/oauth-consents.ts'
import { isRecentlyProven } from '../../store/recent-proof.ts'
import { databaseNow, type Transaction } from '../../store/transaction.ts'
import { hashOfSecret, newOneTimeSecret } from '../../tokens/one-time.ts'
import type { Services } from '../services.ts'
import { requireRecentProof } from '../shared/recent-proof.ts'
import { hasSecondFactor, type SignedIn, signedIn } from '../shared/signed-in.ts'
import { tellChange } from '../shared/tell-change.ts'
import { oauthServerOf } from './shared.ts'

/**
 * GET /oauth/authorizations/{id}: what a client asks the caller for. From now on nobody else can decide about it. Where
 * the operator added the client and the caller agreed to as much before, they are not asked again: the answer is where to
 * go. Other clients can be anybody, and so can be who takes the answer on the caller's own machine (RFC 8252 section 8.6):
 * they are asked about each time.
 */
export async function getAuthorization(services: Services, call: Call): Promise<Response> {
  const caller = await decidingCaller(services, call)
  const { user } = caller.account
  return services.database.transaction(async (tx) => {
    const asked = await pendingIn(tx, call)
    if (asked.userId === null) await bindAuthorization(tx, asked.id, user.id)
    else if (asked.userId !== user.id) throw authorizationNotFound()
    if (await wasAgreed(tx, asked, caller)) return approve(services, tx, call, { caller, asked })
    return json({
      authorization_id: asked.id,
      redirect_uri: asked.redirectUri,
      client: authorizedClientJson(asked.client),
      user: { id: user.id, email: user.email ?? '' },
      scope: asked.scopes.join(' '),
      // Ours: for the page to say what is known of the client, and what the token is for.
      registration_type: asked.client.registration,
      audience: asked.audience,
    })
  })
}

const decisionSchema = z.object({ action: z.enum(['approve', 'deny']), current_password: optionalText })

/**
 * POST /oauth/authorizations/{id}/consent: the caller decides. The answer is where the browser goes on. To let an app write
 * takes a sign-in of now, or the current password (an addition of ours): the app goes on when the session is over.
 */
export async function decideAuthorization(services: Services, call: Call): Promise<Response> {
  const caller = await decidingCaller(services, call)
  const { action, current_password: password } = await readBody(call, decisionSchema)
  if (action === 'approve') await requireProofToWrite(services, call, { caller, password })
  return services.database.transaction(async (tx) => {
    const asked = await pendingIn(tx, call)
    if (asked.userId !== caller.account.user.id) throw authorizationNotFound()
    return action === 'approve' ? approve(services, tx, call, { caller, asked }) : deny(services, tx, asked)
  })
}

/** The caller, in a session of their own in which nothing is left to prove. */
async function decidingCaller(services: Services, call: Call): Promise<SignedIn> {
  oauthServerOf(services)
  const caller = await signedIn(services, call)
  if (caller.session.aal === 'aal1' && hasSecondFactor(caller.account))
    throw secondFactorNeeded(403, 'AAL2 required to connect an app')
  return caller
}

async function requireProofToWrite(
  services: Services,
  call: Call,
  { caller, password }: { caller: SignedIn; password: string | null },
): Promise<void> {
  const asked = await services.database.transaction((tx) => pendingIn(tx, call))
  if (asked.userId !== caller.account.user.id) throw authorizationNotFound()
  if (letsWrite(asked.scopes)) await requireRecentProof(services, caller, password)
}

async function pendingIn(tx: Transaction, call: Call): Promise<OAuthAuthorization> {
  const asked = await lockAuthorization(tx, uuidIn(call, 'authorizationId', authorizationNotFound))
  if (asked === null || asked.isExpired) throw authorizationNotFound()
  // The client may have changed since it asked.
  if (!isRegisteredRedirect(asked.redirectUri, asked.client.redirectUris)) throw authorizationNotFound()
  if (asked.status !== 'pending') throw authorizationDecided()
  return asked
}

/** Whether nothing is left to ask. Who agreed to writing is asked again where the sign-in was long ago. */
async function wasAgreed(
  tx: Transaction,
  asked: OAuthAuthorization,
  { account, session }: SignedIn,
): Promise<boolean> {
  if (asked.asksAgain || asked.client.registration !== 'manual') return false
  if (!isSureOfReceiver(asked.redirectUri)) return false
  const agreed = await findConsentedScopes(tx, { userId: account.user.id, clientId: asked.client.id })
  if (agreed === null || !covers(agreed, asked.scopes)) return false
  return !letsWrite(asked.scopes) || isRecentlyProven(tx, session.id)
}

async function approve(
  services: Services,
  tx: Transaction,
  call: Call,
  { caller, asked }: { caller: SignedIn; asked: OAuthAuthorization },
): Promise<Response> {
  const userId = caller.account.user.id
  const code = newOneTimeSecret()
  await approveAuthorization(tx, asked.id, { codeHash: hashOfSecret(code), sessionId: caller.session.id })
  await addConsent(tx, { userId, clientId: asked.client.id, scopes: asked.scopes })
  const traits = { client_id: asked.client.clientId, scope: asked.scopes.join(' ') }
  await writeAudit(tx, call, { action: 'oauth_consent_granted', userId, traits })
  if (letsWrite(asked.scopes)) {
    const at = await databaseNow(tx)
    const change = { kind: 'app_connected', name: asked.client.name, at } as const
    await tellChange(services, tx, call, { owner: caller.account.user, change })
  }
  const { issuer } = services
  return json({ redirect_url: redirectWith(asked.redirectUri, { code, state: asked.state, iss: issuer }) })
}

async function deny({ issuer }: Services, tx: Transaction, asked: OAuthAuthorization): Promise<Response> {
  await denyAuthorization(tx, asked.id)
  const answer = {
    error: 'access_denied',
    error_description: 'The person refused.',
    state: asked.state,
    iss: issuer,
  }
  return json({ redirect_url: redirectWith(asked.redirectUri, answer) })
}

/** A client as people see it. */
export function authorizedClientJson(client: OAuthClient): Record<string, unknown> {
  return { id: client.clientId, name: client.name, uri: client.uri ?? '', logo_uri: client.logoUri ?? '' }
}
