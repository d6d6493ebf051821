import { badOAuthState, identityTaken, userBanned } from '../../errors/auth-errors.ts'
import type { Call } from '../../http/call.ts'
import { errorRedirect, redirect, withCode, withSession } from '../../http/redirects.ts'
import { asAuthError } from '../../http/respond.ts'
import type { ProviderAnswer, ProviderProfile } from '../../providers/provider.ts'
import { findIdentityOwner } from '../../store/identities.ts'
import { issueProviderCode, type ProviderFlow, resumeProviderFlow } from '../../store/provider-flows.ts'
import { resumeTrial, type Trial } from '../../store/provider-trials.ts'
import { hashOfSecret, newOneTimeSecret } from '../../tokens/one-time.ts'
import type { Services } from '../services.ts'
import { beginSession, type Grant, makeGrant, sessionJson } from '../shared/grant.ts'
import { askProvider } from './ask-provider.ts'
import { enterByProvider } from './find-or-create-user.ts'
import { finishTrial } from './trial.ts'

/**
 * GET /callback: the provider sends the browser back. We redirect it to the address that it asked for, with a code
 * (PKCE), a session or the reason of a refusal.
 */
export async function callback(services: Services, call: Call): Promise<Response> {
  const state = call.url.searchParams.get('state')
  const resumed = state === null ? null : await resume(services, hashOfSecret(state))
  if (state === null || resumed === null) {
    return redirect(errorRedirect(services.settings.siteUrl, badOAuthState(), 'pkce'))
  }
  if ('trial' in resumed) return finishTrial(services, call, resumed.trial, state)
  const { flow } = resumed
  try {
    const answer = await askProvider(services, call, flow.provider, state)
    return redirect(await finish(services, call, flow, answer))
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

/** The sign-in or the trial that a state belongs to; no state belongs to both. Uses it up. */
function resume({ database }: Services, stateHash: string) {
  return database.transaction(async (tx): Promise<{ flow: ProviderFlow } | { trial: Trial } | null> => {
    const flow = await resumeProviderFlow(tx, stateHash)
    if (flow !== null) return { flow }
    const trial = await resumeTrial(tx, stateHash)
    return trial === null ? null : { trial }
  })
}

async function finish(
  services: Services,
  call: Call,
  flow: ProviderFlow,
  answer: ProviderAnswer,
): Promise<string> {
  if (flow.linkingUserId !== null) return prepareLinking(services, flow, flow.linkingUserId, answer.profile)
  const identity = { provider: flow.provider, answer }
  if (flow.usesPkce) {
    const code = newOneTimeSecret()
    await services.database.transaction(async (tx) => {
      const userId = await enterByProvider(services, tx, call, identity)
      await issueProviderCode(tx, { id: flow.id, userId, codeHash: hashOfSecret(code), pending: null })
    })
    return withCode(flow.redirectTo, code)
  }
  const grant = await services.database.transaction(async (tx): Promise<Grant> => {
    const userId = await enterByProvider(services, tx, call, identity)
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
