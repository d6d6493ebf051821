import { canUsePasskeys } from '@/lib/browser/passkey-support.ts'
import { useAccess } from '@/session/context.tsx'

/**
 * Whether a new user is asked to add a passkey: the server knows them, and this very device can keep one. Never throws.
 */
export function usePasskeyOffer(): () => Promise<boolean> {
  const access = useAccess()
  return async () => {
    if (!canUsePasskeys()) return false
    const [{ passkeys }, hasDevice] = await Promise.all([
      access.signInMethods(),
      PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable().catch(() => false),
    ])
    return passkeys && hasDevice
  }
}
