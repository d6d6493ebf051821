import { useEffect, useState } from 'react'
import { logFailure } from '@/lib/log.ts'
import { useAccess } from '@/session/context.tsx'
import type { SignInMethods } from '@/workspace/port/access.ts'

const NO_METHODS: SignInMethods = { providers: [], singleSignOn: false }

/** Their buttons: most installations have none. */
export const loadProviderButtons = () => import('./provider-buttons.tsx')

export function hasProviders({ providers, singleSignOn }: SignInMethods): boolean {
  return providers.length > 0 || singleSignOn
}

/** For so long the block at the end of the page waits to be drawn as a whole; then it does without. */
const MAX_WAIT_MS = 1_000

/** How one can sign in elsewhere: null while that is still being asked, and worth waiting for. */
export function useSignInMethods(): SignInMethods | null {
  const access = useAccess()
  const [ways, setWays] = useState<SignInMethods | null>(null)
  useEffect(() => {
    let isHere = true
    const settle = (known: SignInMethods) => isHere && setWays(known)
    const timer = setTimeout(() => settle(NO_METHODS), MAX_WAIT_MS)
    access
      .signInMethods()
      .then(async (known) => {
        if (hasProviders(known)) await loadProviderButtons()
        settle(known)
      })
      .catch((error: unknown) => logFailure('loading the other ways to sign in', error))
    return () => {
      isHere = false
      clearTimeout(timer)
    }
  }, [access])
  return ways
}
