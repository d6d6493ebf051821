import type { Access } from '@cairn/workspace/port/access'
import type { TFunction } from 'i18next'
import { canFillInPasskeys } from '@/lib/browser/passkey-support.ts'
import { toast } from '@/ui/feedback/toast-store.ts'
import { passkeyFailure } from './passkey-failure.ts'

/** A challenge is good for five minutes. */
const NEW_CHALLENGE_MS = 240_000

/**
 * Offers passkeys among the addresses that the browser fills in, until the signal. Who did not choose one hears nothing of
 * it, whatever fails.
 */
export async function offerPasskeys(access: Access, t: TFunction, signal: AbortSignal): Promise<void> {
  if (!(await canFillInPasskeys())) return
  while (!signal.aborted) {
    const signIn = await offerOnce(access, signal)
    if (signIn === 'renew') continue
    if (signIn === null) return
    try {
      return await signIn()
    } catch (error) {
      toast(passkeyFailure(error, t))
    }
  }
}

async function offerOnce(access: Access, signal: AbortSignal) {
  await untilSeen()
  const waiting = new AbortController()
  const end = () => waiting.abort()
  signal.addEventListener('abort', end)
  if (signal.aborted) return null
  let isOld = false
  const timer = setTimeout(() => {
    isOld = true
    end()
  }, NEW_CHALLENGE_MS)
  try {
    const signIn = await access.passkeys.offerPasskeys(waiting.signal)
    return signIn ?? (isOld ? 'renew' : null)
  } catch {
    return null
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', end)
  }
}

/** A page in the background asks the server for nothing. */
function untilSeen(): Promise<void> {
  if (document.visibilityState === 'visible') return Promise.resolve()
  return new Promise((resolve) => {
    document.addEventListener('visibilitychange', () => resolve(), { once: true })
  })
}

/** Asks for a passkey in the browser's own dialog; that of another account than the typed address is refused. */
export async function signInWithPasskey(access: Access, t: TFunction, email: string): Promise<void> {
  try {
    await access.passkeys.signInWithPasskey(email.trim())
  } catch (error) {
    toast(passkeyFailure(error, t))
  }
}
