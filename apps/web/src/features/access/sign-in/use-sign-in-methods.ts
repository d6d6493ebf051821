import type { SignInMethods } from '@cairn/workspace/port/access'
import { useEffect, useState } from 'react'
import { logFailure } from '@/lib/log.ts'
import { useAccess } from '@/session/context.tsx'

const NO_METHODS: SignInMethods = { providers: [], singleSignOn: false, passkeys: false }

/** The page waits so long to show its last block as a whole; then it shows it without providers. */
const MAX_WAIT_MS = 1_000

/** The sign-in methods; null while they are still being read. */
export function useSignInMethods(): SignInMethods | null {
  const access = useAccess()
  const [methods, setMethods] = useState<SignInMethods | null>(null)
  useEffect(() => {
    let isHere = true
    // The first to come stays: what shows does not move, and does not go when the wait is over.
    const settle = (known: SignInMethods) => isHere && setMethods((shown) => shown ?? known)
    const timer = setTimeout(() => settle(NO_METHODS), MAX_WAIT_MS)
    access
      .signInMethods()
      .then(settle)
      .catch((error: unknown) => logFailure('loading the other ways to sign in', error))
    return () => {
      isHere = false
      clearTimeout(timer)
    }
  }, [access])
  return methods
}
