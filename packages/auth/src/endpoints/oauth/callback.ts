import {
  badOAuthCallback,
  badOAuthState,
  identityTaken,
  providerNotEnabled,
  userBanned,
} from '../../errors/auth-errors.ts'
import type { Call } from '../../http/call.ts'
import { errorRedirect, redirect, withCode, withSession } from '../../http/redirects.ts'
import { asAuthError } from '../../http/respond.ts'
import type { ProviderProfile } from '../../providers/provider.ts'
import { findIdentityOwner } from '../../store/identities.ts'
import { issueProviderCode, type ProviderFlow, resumeProviderFlow } from '../../store/provider-flows.ts'
import { hashOfSecret, newOneTimeSecret } from '../../tokens/one-time.ts'
import type { Services } from '../services.ts'
import { beginSession, type Grant, makeGrant, sessionJson } from '../shared/grant.ts'
import { CALLBACK_PATH } from './authorize.ts'
import { findOrCreateUser } from './find-or-create-user.ts'

/**
 * GET /callback: the provider sends the browser back. We redirect it to the address that it asked for, with a code
 * (PKCE), a session or the reason of a refusal.
 */
export async function callback(services: Services, call: Call): Promise<Response> {
  const state = call.url.searchParams.get('state')
  const flow =
    state === null
      ? null
      : await services.database.transaction((tx) => resumeProviderFlow(tx, hashOfSecret(state)))
  if (state === null || flow === null) {
    return redirect(errorRedirect(services.settings.siteUrl, badOAuthState(), 'pkce'))
  }
  try {
    const profile = await profileOf(services, call, flow, state)
    return redirect(await finish(services, call, flow, profile))
  } catch (error) {
    const refusal = asAuthError(error)
    if (refusal.status === 503) throw refusal
    if (refusal.status >= 500) {
      services.observe({
        kind: 'provider-failed',
        requestId: call.requestId,
        provider: flow.provider,
        cause: error,
      })
    }
    return redirect(errorRedirect(flow.redirectTo, refusal, flow.usesPkce ? 'pkce' : 'implicit'))
  }
}

/** Asks the provider, outside any transaction. Throws `bad_oauth_callback` when it does not confirm the sign-in. */
async function profileOf(
  services: Services,
  call: Call,
  flow: ProviderFlow,
  state: string,
): Promise<ProviderProfile> {
  const provider = services.providers.get(flow.provider)
  if (provider === undefined) throw providerNotEnabled()
  // The address that is registered with the provider, even behind a proxy that changes it.
  const address = new URL(services.issuer + CALLBACK_PATH)
  address.search = call.url.search
  try {
    return await provider.profile(address, services.oauthStates.resume(state))
  } catch (cause) {
    services.observe({ kind: 'provider-failed', requestId: call.requestId, provider: flow.provider, cause })
    throw badOAuthCallback()
  }
}

async function finish(
  services: Services,
  call: Call,
  flow: ProviderFlow,
  profile: ProviderProfile,
): Promise<string> {
  if (flow.linkingUserId !== null) return prepareLinking(services, flow, flow.linkingUserId, profile)
  const identity = { provider: flow.provider, profile }
  if (flow.usesPkce) {
    const code = newOneTimeSecret()
    await services.database.transaction(async (tx) => {
      const userId = await findOrCreateUser(services, tx, call, identity)
      await issueProviderCode(tx, { id: flow.id, userId, codeHash: hashOfSecret(code), pending: null })
    })
    return withCode(flow.redirectTo, code)
  }
  const grant = await services.database.transaction(async (tx): Promise<Grant> => {
    const userId = await findOrCreateUser(services, tx, call, identity)
    const session = await beginSession(services, tx, call, { userId, method: 'oauth' })
    if (session === null) throw userBanned(403)
    return makeGrant(services, tx, call, { session, method: 'oauth' })
  })
  return withSession(flow.redirectTo, 'signup', await sessionJson(services, grant))
}

/** Links nothing yet: the identity is linked when the browser that began exchanges its code with its verifier. */
async function prepareLinking(
  services: Services,
  flow: ProviderFlow,
  userId: string,
  profile: ProviderProfile,
): Promise<string> {
  const code = newOneTimeSecret()
  await services.database.transaction(async (tx) => {
    const owner = await findIdentityOwner(tx, { provider: flow.provider, subject: profile.subject })
    if (owner !== null) throw identityTaken(owner === userId)
    await issueProviderCode(tx, { id: flow.id, userId, codeHash: hashOfSecret(code), pending: profile })
  })
  return withCode(flow.redirectTo, code)
}
