/** Whether this page may use passkeys at all: browsers offer them over https, and at localhost. */
export function canUsePasskeys(): boolean {
  return typeof window.PublicKeyCredential === 'function' && 'credentials' in navigator
}

/** Why this page may not. English, and the key of its translation. */
export function whyNoPasskeys(): string {
  return window.isSecureContext
    ? 'This browser cannot use passkeys here. Sign in with your password or a code by email instead.'
    : 'Passkeys need a secure connection. Open this page over https.'
}
