import { AccessError } from '@cairn/workspace/errors'
import { phrase } from '@cairn/workspace/lib/phrase'
import type { ProviderAccess } from '@cairn/workspace/port/access'
import type { Provider } from '@supabase/supabase-js'
import { z } from 'zod/mini'
import type { AskAuth } from '../client/ask-auth.ts'
import type { Page } from './page.ts'

/** A provider can have any name: an installation can add its own. */
const providerName = z.custom<Provider>((name) => typeof name === 'string' && /^[\w:-]+$/.test(name))

/** Signing in with a provider. */
export function createProviderAccess(askAuth: AskAuth, page: Page): ProviderAccess {
  const backTo = (path: string) => `${page.url().origin}${path}`

  return {
    async signInWithProvider(provider, returnTo) {
      const known = providerName.safeParse(provider)
      if (!known.success)
        throw new AccessError(phrase('This sign-in provider is unknown.'), { kind: 'invalid' })
      const options = { redirectTo: backTo(returnTo) }
      await askAuth((auth) => auth.signInWithOAuth({ provider: known.data, options }))
    },

    async signInWithSso(domain, returnTo) {
      await askAuth((auth) => auth.signInWithSSO({ domain, options: { redirectTo: backTo(returnTo) } }))
    },
  }
}
