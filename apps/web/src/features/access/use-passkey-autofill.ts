import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { canFillInPasskeys } from '@/lib/passkey-support.ts'
import { useAccess } from '@/session/context.tsx'

type OfferPasskeys = typeof import('./passkey-sign-in.ts')['offerPasskeys']

/** Runs a sign-in of another kind, while no passkey is offered. */
export type WithoutAutofill = <Answer>(signIn: () => Promise<Answer>) => Promise<Answer>

/**
 * Offers passkeys in the field of the address for as long as the page shows, where the browser can. It allows one request
 * at a time: another way of signing in ends the offer, and it is made anew when that came to nothing.
 */
export function usePasskeyAutofill(): WithoutAutofill {
  const { t } = useTranslation()
  const access = useAccess()
  const [round, setRound] = useState(0)
  const offer = useRef<AbortController>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another round is another offer
  useEffect(() => {
    const made = new AbortController()
    offer.current = made
    void startOffer(access, t, made.signal)
    return () => made.abort()
  }, [access, t, round])

  return useCallback(async (signIn) => {
    offer.current?.abort()
    try {
      return await signIn()
    } finally {
      setRound((last) => last + 1)
    }
  }, [])
}

/** Loads the code only where it is of use. Without it, everything else on the page works. */
async function startOffer(...[access, t, signal]: Parameters<OfferPasskeys>): Promise<void> {
  if (!(await canFillInPasskeys())) return
  const { passkeys } = await access.signInMethods()
  if (!passkeys || signal.aborted) return
  const part = await import('./passkey-sign-in.ts').catch(() => null)
  await part?.offerPasskeys(access, t, signal)
}
