import { badOAuthCallback, providerNotEnabled } from '../../errors/auth-errors.ts'
import type { Call } from '../../http/call.ts'
import type { ProviderAnswer } from '../../providers/provider.ts'
import type { Services } from '../services.ts'
import { CALLBACK_PATH } from './authorize.ts'

/**
 * Asks a provider about the user who returned, outside any transaction. Throws `bad_oauth_callback`, with the cause, when it
 * does not confirm the sign-in, or `provider_disabled`.
 */
export async function askProvider(
  services: Services,
  call: Call,
  name: string,
  state: string,
): Promise<ProviderAnswer> {
  const provider = services.providers.get(name)
  if (provider === undefined) throw providerNotEnabled()
  // The address that is registered with the provider, even behind a proxy that changes it.
  const address = new URL(services.issuer + CALLBACK_PATH)
  address.search = call.url.search
  try {
    return await provider.answer(address, services.oauthStates.resume(state))
  } catch (cause) {
    services.observe({ kind: 'provider-failed', requestId: call.requestId, provider: name, cause })
    throw badOAuthCallback(cause)
  }
}
