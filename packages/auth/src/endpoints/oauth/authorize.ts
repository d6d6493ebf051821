import {
  manualLinkingDisabled,
  providerNotEnabled,
  secondFactorNeeded,
  validationFailed,
} from '../../errors/auth-errors.ts'
import { ssoManaged } from '../../errors/sso-errors.ts'
import type { Call } from '../../http/call.ts'
import { redirect } from '../../http/redirects.ts'
import { json } from '../../http/respond.ts'
import { insertProviderFlow } from '../../store/provider-flows.ts'
import { hashOfSecret } from '../../tokens/one-time.ts'
import type { Services } from '../services.ts'
import { limitClient } from '../shared/client-limits.ts'
import { challengeIn, redirectIn } from '../shared/inputs.ts'
import { hasSecondFactor, signedIn } from '../shared/signed-in.ts'

/** Where providers send the browser back to; registered with each provider. */
export const CALLBACK_PATH = '/callback'

/** GET /authorize?provider=…: sends the browser to an external provider to sign in. */
export async function authorize(services: Services, call: Call): Promise<Response> {
  return begin(services, call, null)
}

/**
 * GET /user/identities/authorize?provider=…: the same, to link the provider to the caller's account. Only with PKCE: the
 * identity is linked when the browser that began exchanges its code, so an attacker cannot have a victim link an
 * identity to another account.
 */
export async function authorizeLinking(services: Services, call: Call): Promise<Response> {
  const { account, session } = await signedIn(services, call)
  if (!services.settings.manualLinking) throw manualLinkingDisabled()
  // With another way to sign in, the user would keep access after their organisation has withdrawn it.
  if (account.user.is_sso_user) throw ssoManaged()
  if (session.aal === 'aal1' && hasSecondFactor(account)) {
    throw secondFactorNeeded(403, 'AAL2 required to link an identity')
  }
  return begin(services, call, account.user.id)
}

async function begin(services: Services, call: Call, linkingUserId: string | null): Promise<Response> {
  const query = call.url.searchParams
  const name = query.get('provider') ?? ''
  const provider = services.providers.get(name)
  if (provider === undefined) throw providerNotEnabled()
  const challenge = challengeIn({
    code_challenge: query.get('code_challenge') || null,
    code_challenge_method: query.get('code_challenge_method') || null,
  })
  if (linkingUserId !== null && challenge === null)
    throw validationFailed('Linking an identity requires PKCE')
  const redirectTo = redirectIn(call, services)
  await limitClient(services, call)

  const secrets = services.oauthStates.begin()
  const url = await provider.authorizationUrl({
    ...secrets,
    redirectUri: services.issuer + CALLBACK_PATH,
    scopes: query.get('scopes') || null,
  })
  await services.database.transaction((tx) =>
    insertProviderFlow(tx, {
      provider: name,
      method: 'oauth',
      stateHash: hashOfSecret(secrets.state),
      challenge,
      redirectTo,
      linkingUserId,
    }),
  )
  return query.get('skip_http_redirect') === 'true' ? json({ url: url.href }) : redirect(url.href)
}
