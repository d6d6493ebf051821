import type { Access } from '@cairn/workspace/port/access'
import type { TFunction } from 'i18next'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAccess } from '@/session/context.tsx'
import { offerPasskeys } from './passkey-sign-in.ts'

/** Runs a sign-in of another kind, while no passkey is offered. */
export type WithoutAutofill = <Answer>(signIn: () => Promise<Answer>) => Promise<Answer>

/**
 * Offers passkeys in the field of the address for as long as a user is at the page, where the browser can. It allows
 * one request at a time: another way of signing in ends the offer, and a new offer starts when that sign-in failed.
 */
export function usePasskeyAutofill(): WithoutAutofill {
  const { t } = useTranslation()
  const access = useAccess()
  const [round, setRound] = useState(0)
  const offer = useRef<AbortController>(null)

  useEffect(() => {
    const made = new AbortController()
    offer.current = made
    void startOffer(access, t, made.signal, round > 0)
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

async function startOffer(access: Access, t: TFunction, signal: AbortSignal, isSeen: boolean): Promise<void> {
  if (!isSeen) await firstSign(signal)
  const { passkeys } = await access.signInMethods()
  if (!passkeys || signal.aborted) return
  await offerPasskeys(access, t, signal)
}

/** When a user is there: a page that only opens asks the server for nothing. */
function firstSign(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    for (const sign of ['pointermove', 'pointerdown', 'keydown']) {
      window.addEventListener(sign, () => resolve(), { once: true, signal })
    }
  })
}
