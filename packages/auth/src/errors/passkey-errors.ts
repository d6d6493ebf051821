import { AuthError } from './auth-errors.ts'

export const passkeysDisabled = () => new AuthError(404, 'passkey_disabled', 'Passkeys are disabled')
export const passkeyNotFound = () => new AuthError(404, 'validation_failed', 'Passkey not found')
export const tooManyPasskeys = () =>
  new AuthError(422, 'too_many_passkeys', 'Maximum number of passkeys reached')
export const passkeysNotForSso = () =>
  new AuthError(422, 'validation_failed', 'SSO users cannot register passkeys')
export const passkeysNotForAnonymous = () =>
  new AuthError(422, 'validation_failed', 'Anonymous users cannot register passkeys')
export const webAuthnChallengeNotFound = () =>
  new AuthError(400, 'webauthn_challenge_not_found', 'Challenge not found or already used')
export const webAuthnChallengeExpired = () =>
  new AuthError(400, 'webauthn_challenge_expired', 'Challenge has expired')
/** The same for whatever is wrong, and for a passkey that nobody has. */
export const webAuthnRefused = () =>
  new AuthError(400, 'webauthn_verification_failed', 'Credential verification failed')
export const passkeyExists = () =>
  new AuthError(422, 'webauthn_credential_exists', 'This credential is already registered')
