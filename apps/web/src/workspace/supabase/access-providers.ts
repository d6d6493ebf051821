import type { Provider } from '@supabase/supabase-js'
import { z } from 'zod/mini'
import { logFailure } from '@/lib/log.ts'
import { AccessError } from '../errors.ts'
import type { ProviderAccess, SignInWays } from '../port/access.ts'
import type { AskAuth } from './access-client.ts'
import type { ServiceAddress } from './client.ts'
import { once } from './once.ts'
import type { Page } from './page.ts'

const settingsAnswer = z.object({
  external: z.record(z.string(), z.boolean()),
  saml_enabled: z.catch(z.boolean(), false),
})

/** Whatever the server offers: an installation can have providers by any name. */
const providerName = z.custom<Provider>((name) => typeof name === 'string' && /^[\w:-]+$/.test(name))

/** Ways of the service that are no providers. */
const OWN_WAYS = ['email', 'phone', 'anonymous_users']

const NO_WAYS: SignInWays = { providers: [], singleSignOn: false }

/** Signing in elsewhere. What there is, is asked without the official client, which visitors do not load. */
export function createProviderAccess(
  askAuth: AskAuth,
  page: Page,
  { url, key }: ServiceAddress,
): Omit<ProviderAccess, 'takeRefusal'> {
  const backTo = (path: string) => `${page.url().origin}${path}`

  const askForWays = once(async (): Promise<SignInWays> => {
    const answer = await fetch(`${url}/auth/v1/settings`, { headers: { apikey: key } })
    const { external, saml_enabled: singleSignOn } = settingsAnswer.parse(await answer.json())
    const offered = Object.keys(external).filter((name) => external[name] && !OWN_WAYS.includes(name))
    return { providers: offered, singleSignOn }
  })

  return {
    ways: () =>
      askForWays().catch((error: unknown) => {
        logFailure('reading the ways to sign in', error)
        return NO_WAYS
      }),

    async continueWith(provider, returnTo) {
      const known = providerName.safeParse(provider)
      if (!known.success) throw new AccessError('This provider is not known.', { kind: 'invalid' })
      const options = { redirectTo: backTo(returnTo) }
      await askAuth((auth) => auth.signInWithOAuth({ provider: known.data, options }))
    },

    async continueWithDomain(domain, returnTo) {
      await askAuth((auth) => auth.signInWithSSO({ domain, options: { redirectTo: backTo(returnTo) } }))
    },
  }
}
