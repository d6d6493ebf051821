import { useEffect, useState } from 'react'
import { logFailure } from '@/lib/log.ts'
import { useAccess } from '@/session/context.tsx'
import type { SignInWays } from '@/workspace/port/access.ts'

const NO_WAYS: SignInWays = { providers: [], singleSignOn: false }

/** Their buttons: most installations have none. */
export const loadOtherWays = () => import('./provider-buttons.tsx')

export function hasWays({ providers, singleSignOn }: SignInWays): boolean {
  return providers.length > 0 || singleSignOn
}

/** For so long the block at the end of the page waits to be drawn as a whole; then it does without. */
const PATIENCE_MS = 1_000

/** How one can sign in elsewhere: null while that is still being asked, and worth waiting for. */
export function useSignInWays(): SignInWays | null {
  const access = useAccess()
  const [ways, setWays] = useState<SignInWays | null>(null)
  useEffect(() => {
    let isHere = true
    const settle = (known: SignInWays) => isHere && setWays(known)
    const timer = setTimeout(() => settle(NO_WAYS), PATIENCE_MS)
    access
      .ways()
      .then(async (known) => {
        if (hasWays(known)) await loadOtherWays()
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
