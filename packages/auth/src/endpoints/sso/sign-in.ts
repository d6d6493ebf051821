import { z } from 'zod'
import { unexpectedFailure, validationFailed } from '../../errors/auth-errors.ts'
import { samlDisabled, ssoProviderDisabled, ssoProviderNotFound } from '../../errors/sso-errors.ts'
import { optionalText, readBody } from '../../http/body.ts'
import type { Call } from '../../http/call.ts'
import { redirect } from '../../http/redirects.ts'
import { json } from '../../http/respond.ts'
import type { SsoProvider, SsoProviderName } from '../../model/sso-provider.ts'
import { allowedRedirect } from '../../rules/redirect.ts'
import { ssoProviderName } from '../../rules/sso-provider.ts'
import { type IdpMetadata, readIdpMetadata } from '../../saml/idp-metadata.ts'
import type { Saml } from '../../saml/saml.ts'
import { insertProviderFlow } from '../../store/provider-flows.ts'
import { findSsoProvider } from '../../store/sso-providers.ts'
import { hashOfSecret } from '../../tokens/one-time.ts'
import type { Services } from '../services.ts'
import { limitSingleSignOn } from '../shared/client-limits.ts'
import { challengeIn } from '../shared/inputs.ts'

const bodySchema = z.object({
  provider_id: optionalText,
  domain: optionalText,
  redirect_to: optionalText,
  skip_http_redirect: z.boolean().nullish(),
  code_challenge: optionalText,
  code_challenge_method: optionalText,
})

type Body = z.output<typeof bodySchema>

const PERSISTENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent'

/** POST /sso: sends the browser to the identity provider of an organisation, named by id or by its e-mail domain. */
export async function signInWithSso(services: Services, call: Call): Promise<Response> {
  const { saml } = services
  if (saml === null) throw samlDisabled()
  const body = await readBody(call, bodySchema)
  const name = providerNameIn(body)
  const challenge = challengeIn(body)
  await limitSingleSignOn(services, call)
  const provider = await services.database.transaction((tx) => findSsoProvider(tx, name))
  if (provider === null) throw ssoProviderNotFound(name.by === 'id' ? 'id' : 'domain')
  if (provider.disabled) throw ssoProviderDisabled()

  const { state } = services.oauthStates.begin()
  const url = await saml.serviceProvider.signInUrl(await metadataOf(provider, saml), {
    id: requestIdOf(services, state),
    relayState: state,
    nameIdFormat: provider.nameIdFormat ?? PERSISTENT,
  })
  await services.database.transaction((tx) =>
    insertProviderFlow(tx, {
      provider: ssoProviderName(provider.id),
      method: 'sso/saml',
      stateHash: hashOfSecret(state),
      challenge,
      redirectTo: allowedRedirect(body.redirect_to, {
        siteUrl: services.settings.siteUrl,
        allowList: services.settings.redirectAllowList,
      }),
      linkingUserId: null,
    }),
  )
  return body.skip_http_redirect === true ? json({ url }) : redirect(url)
}

/** The id of the request with this relay state. It is derived from the state, so it need not be stored. */
export function requestIdOf({ oauthStates }: Services, state: string): string {
  return `_${oauthStates.resume(state).nonce}`
}

/** A stored provider's metadata. It was valid when it was stored, so it can only have expired since. */
export async function metadataOf(provider: SsoProvider, { clock }: Saml): Promise<IdpMetadata> {
  try {
    return await readIdpMetadata(provider.metadataXml, clock())
  } catch (cause) {
    throw unexpectedFailure(cause)
  }
}

function providerNameIn({ provider_id: id, domain }: Body): SsoProviderName {
  if (id !== null && domain !== null) {
    throw validationFailed('Only one of provider_id or domain supported')
  }
  if (domain !== null) return { by: 'domain', value: domain }
  if (id === null) throw validationFailed('A provider_id or domain needs to be provided')
  if (!z.uuid().safeParse(id).success) throw ssoProviderNotFound('id')
  return { by: 'id', value: id }
}
