import { userBanned, validationFailed } from '../../errors/auth-errors.ts'
import {
  badSamlResponse,
  identityProviderUnknown,
  relayStateNotFound,
  samlDisabled,
  ssoProviderDisabled,
} from '../../errors/sso-errors.ts'
import { readForm } from '../../http/body.ts'
import type { Call } from '../../http/call.ts'
import { errorRedirect, redirect, withCode, withSession } from '../../http/redirects.ts'
import { asAuthError } from '../../http/respond.ts'
import type { SsoProvider } from '../../model/sso-provider.ts'
import { allowedRedirect } from '../../rules/redirect.ts'
import { ssoProviderIn } from '../../rules/sso-provider.ts'
import type { Assertion } from '../../saml/assertion.ts'
import { claimedIssuer } from '../../saml/response.ts'
import type { Saml } from '../../saml/saml.ts'
import { issueProviderCode, type ProviderFlow, resumeProviderFlow } from '../../store/provider-flows.ts'
import { findSsoProvider } from '../../store/sso-providers.ts'
import { hashOfSecret, newOneTimeSecret } from '../../tokens/one-time.ts'
import type { Services } from '../services.ts'
import { limitSingleSignOn } from '../shared/client-limits.ts'
import { beginSession, type Grant, makeGrant, sessionJson } from '../shared/grant.ts'
import { findOrCreateSsoUser, ssoUserOf } from './find-or-create-user.ts'
import { metadataOf, requestIdOf } from './sign-in.ts'

const METHOD = 'sso/saml'
/** Attributes can be many; no response is larger. */
const MAX_FORM_BYTES = 512 * 1024

/** A response, and where the browser goes afterwards. */
interface ReceivedResponse {
  provider: SsoProvider
  responseXml: string
  /** null for an unsolicited response: the user began at their provider's portal. */
  spInitiated: { flow: ProviderFlow; requestId: string } | null
  redirectTo: string
}

/**
 * POST /sso/saml/acs: an identity provider sends the browser back with an assertion. We redirect it with a code
 * (PKCE), a session or the reason of a refusal.
 */
export async function consumeAssertion(services: Services, call: Call): Promise<Response> {
  const { saml } = services
  if (saml === null) throw samlDisabled()
  await limitSingleSignOn(services, call)
  let received: ReceivedResponse | null = null
  try {
    received = await receive(services, call)
    return redirect(await finish(services, call, saml, received))
  } catch (error) {
    const refusal = asAuthError(error)
    if (refusal.status === 503) throw refusal
    services.observe({
      kind: 'sso-refused',
      requestId: call.requestId,
      providerId: received?.provider.id ?? null,
      cause: refusal.cause ?? error,
    })
    const target = received?.redirectTo ?? services.settings.siteUrl
    return redirect(errorRedirect(target, refusal, 'pkce'))
  }
}

async function receive(services: Services, call: Call): Promise<ReceivedResponse> {
  const form = await readForm(call, MAX_FORM_BYTES)
  const relayState = form.get('RelayState') ?? ''
  const responseXml = responseIn(form)
  return relayState === '' || URL.canParse(relayState)
    ? unsolicited(services, responseXml, relayState)
    : spInitiatedResponse(services, responseXml, relayState)
}

function responseIn(form: URLSearchParams): string {
  const encoded = form.get('SAMLResponse') ?? ''
  if (encoded === '') throw validationFailed('SAMLResponse is missing')
  const compact = encoded.replace(/\s+/g, '')
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(compact)) {
    throw validationFailed('SAMLResponse is not a valid Base64 string')
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(compact, 'base64'))
  } catch (cause) {
    throw badSamlResponse(cause)
  }
}

/** The response to a request of ours. Uses the request up. */
async function spInitiatedResponse(
  services: Services,
  responseXml: string,
  relayState: string,
): Promise<ReceivedResponse> {
  return services.database.transaction(async (tx) => {
    const flow = await resumeProviderFlow(tx, hashOfSecret(relayState))
    const id = flow === null ? null : ssoProviderIn(flow.provider)
    if (flow === null || id === null) throw relayStateNotFound()
    const provider = await findSsoProvider(tx, { by: 'id', value: id })
    if (provider === null) throw identityProviderUnknown()
    const spInitiated = { flow, requestId: requestIdOf(services, relayState) }
    return { provider, responseXml, spInitiated, redirectTo: flow.redirectTo }
  })
}

/** A response without a request: its provider is the claimed issuer, whose certificates then have to verify it. */
async function unsolicited(
  services: Services,
  responseXml: string,
  relayState: string,
): Promise<ReceivedResponse> {
  const issuer = await claimedIssuer(responseXml)
  const provider =
    issuer === null
      ? null
      : await services.database.transaction((tx) => findSsoProvider(tx, { by: 'entity id', value: issuer }))
  if (provider === null) throw identityProviderUnknown()
  const { siteUrl, redirectAllowList: allowList } = services.settings
  const redirectTo = allowedRedirect(relayState || null, { siteUrl, allowList })
  return { provider, responseXml, spInitiated: null, redirectTo }
}

async function finish(
  services: Services,
  call: Call,
  saml: Saml,
  received: ReceivedResponse,
): Promise<string> {
  const { provider, spInitiated, redirectTo } = received
  if (provider.disabled) throw ssoProviderDisabled()
  const assertion = await assertionIn(saml, received)
  const sign = { provider, assertion, user: ssoUserOf(provider, assertion) }
  const ssoNotAfter = assertion.sessionEndsAtMs === null ? null : new Date(assertion.sessionEndsAtMs)

  if (spInitiated?.flow.usesPkce) {
    const code = newOneTimeSecret()
    await services.database.transaction(async (tx) => {
      const userId = await findOrCreateSsoUser(services, tx, call, sign)
      const issued = {
        id: spInitiated.flow.id,
        userId,
        codeHash: hashOfSecret(code),
        pending: null,
        ssoNotAfter,
      }
      await issueProviderCode(tx, issued)
    })
    return withCode(redirectTo, code)
  }
  const grant = await services.database.transaction(async (tx): Promise<Grant> => {
    const userId = await findOrCreateSsoUser(services, tx, call, sign)
    const session = await beginSession(services, tx, call, { userId, method: METHOD, ssoNotAfter })
    if (session === null) throw userBanned(403)
    return makeGrant(services, tx, call, { session, method: METHOD })
  })
  const userId = grant.account.user.id
  services.observe({ kind: 'signed-in', requestId: call.requestId, userId, method: METHOD })
  return withSession(redirectTo, 'signup', await sessionJson(services, grant))
}

/** Verifies the response, outside any transaction: that takes its time. */
async function assertionIn(
  saml: Saml,
  { provider, responseXml, spInitiated }: ReceivedResponse,
): Promise<Assertion> {
  const idp = await metadataOf(provider, saml)
  try {
    return await saml.serviceProvider.read(idp, responseXml, spInitiated?.requestId ?? null)
  } catch (cause) {
    throw badSamlResponse(cause)
  }
}
