import type { Access, SignInMethods } from '@cairn/workspace/port/access'
import { z } from 'zod/mini'
import { once } from '@/lib/loading/once.ts'
import { logFailure } from '@/lib/log.ts'
import type { ServiceAddress } from '../client/client.ts'

const settingsAnswer = z.object({
  external: z.record(z.string(), z.boolean()),
  saml_enabled: z.catch(z.boolean(), false),
  passkeys_enabled: z.catch(z.boolean(), false),
})

/** Methods in the same list that are no providers. */
const NOT_PROVIDERS = ['email', 'phone', 'anonymous_users']

const NO_METHODS: SignInMethods = { providers: [], singleSignOn: false, passkeys: false }

/** Reads the sign-in methods once, without the official client, which visitors do not load. */
export function createSignInMethods({ url, key }: ServiceAddress): Access['signInMethods'] {
  const read = once(async (): Promise<SignInMethods> => {
    const answer = await fetch(`${url}/auth/v1/settings`, { headers: { apikey: key } })
    const {
      external,
      saml_enabled: singleSignOn,
      passkeys_enabled: passkeys,
    } = settingsAnswer.parse(await answer.json())
    const offered = Object.keys(external).filter((name) => external[name] && !NOT_PROVIDERS.includes(name))
    return { providers: offered, singleSignOn, passkeys }
  })

  return () =>
    read().catch((error: unknown) => {
      logFailure('reading the ways to sign in', error)
      return NO_METHODS
    })
}
