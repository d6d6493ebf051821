import { secondFactorNeeded } from '../../errors/auth-errors.ts'
import { consentNotFound } from '../../errors/oauth-errors.ts'
import type { Call } from '../../http/call.ts'
import { json } from '../../http/respond.ts'
import { writeAudit } from '../../store/audit.ts'
import { findClient } from '../../store/oauth-clients.ts'
import { endConsent, listConsents } from '../../store/oauth-consents.ts'
import type { Services } from '../services.ts'
import { hasSecondFactor, type SignedIn, signedIn } from '../shared/signed-in.ts'
import { authorizedClientJson } from './consent.ts'
import { oauthServerOf } from './shared.ts'

/** GET /user/oauth/grants: the apps that the caller connected. */
export async function listGrants(services: Services, call: Call): Promise<Response> {
  const caller = await ownerOfGrants(services, call)
  const consents = await services.database.transaction((tx) => listConsents(tx, caller.account.user.id))
  return json(
    consents.map(({ client, scopes, grantedAt, lastUsedAt }) => ({
      client: authorizedClientJson(client),
      scopes,
      granted_at: grantedAt.toISOString(),
      // Ours, for the list in a profile.
      last_used_at: lastUsedAt?.toISOString() ?? null,
      registration_type: client.registration,
    })),
  )
}

/** DELETE /user/oauth/grants?client_id=…: the app's access ends at once, with everything that it was given. */
export async function endGrant(services: Services, call: Call): Promise<Response> {
  const userId = (await ownerOfGrants(services, call)).account.user.id
  await services.database.transaction(async (tx) => {
    const client = await findClient(tx, call.url.searchParams.get('client_id') ?? '')
    if (client === null || !(await endConsent(tx, { userId, clientId: client.id }))) throw consentNotFound()
    await writeAudit(tx, call, {
      action: 'oauth_consent_ended',
      userId,
      traits: { client_id: client.clientId },
    })
  })
  return new Response(null, { status: 204, headers: { 'cache-control': 'no-store' } })
}

async function ownerOfGrants(services: Services, call: Call): Promise<SignedIn> {
  oauthServerOf(services)
  const caller = await signedIn(services, call)
  if (caller.session.aal === 'aal1' && hasSecondFactor(caller.account))
    throw secondFactorNeeded(403, 'AAL2 required to see or end connected apps')
  return caller
}
