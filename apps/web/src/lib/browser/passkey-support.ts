import { type Phrase, phrase } from '@cairn/workspace/lib/phrase'
/** Whether this page may use passkeys at all: browsers offer them over https, and at localhost. */
export function canUsePasskeys(): boolean {
  return typeof window.PublicKeyCredential === 'function' && 'credentials' in navigator
}

/** Whether the browser offers passkeys where it fills in addresses. */
export async function canFillInPasskeys(): Promise<boolean> {
  if (!canUsePasskeys() || !('isConditionalMediationAvailable' in PublicKeyCredential)) return false
  return PublicKeyCredential.isConditionalMediationAvailable().catch(() => false)
}

/** Why this page may not. */
export function whyNoPasskeys(): Phrase {
  return window.isSecureContext
    ? phrase('This browser cannot use passkeys here. Sign in with your password or a code by email instead.')
    : phrase('Passkeys need a secure connection. Open this page over HTTPS.')
}
