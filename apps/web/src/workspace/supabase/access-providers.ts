import type { Provider } from '@supabase/supabase-js'
import { z } from 'zod/mini'
import { phrase } from '../../lib/phrase.ts'
import { AccessError } from '../errors.ts'
import type { ProviderAccess } from '../port/access.ts'
import type { AskAuth } from './access-client.ts'
import type { Page } from './page.ts'

/** A provider can have any name: an installation can add its own. */
const providerName = z.custom<Provider>((name) => typeof name === 'string' && /^[\w:-]+$/.test(name))

/** Signing in with a provider. */
export function createProviderAccess(askAuth: AskAuth, page: Page): ProviderAccess {
  const backTo = (path: string) => `${page.url().origin}${path}`

  return {
    async signInWithProvider(provider, returnTo) {
      const known = providerName.safeParse(provider)
      if (!known.success) throw new AccessError(phrase('This provider is not known.'), { kind: 'invalid' })
      const options = { redirectTo: backTo(returnTo) }
      await askAuth((auth) => auth.signInWithOAuth({ provider: known.data, options }))
    },

    async signInWithSso(domain, returnTo) {
      await askAuth((auth) => auth.signInWithSSO({ domain, options: { redirectTo: backTo(returnTo) } }))
    },
  }
}
