/**
 * Stands in for the parts of the official auth client that this app does not use, passkeys and wallets (see
 * vite.config.ts). To use one of them, delete its names here and its alias there.
 */
const missing = (): never => {
  throw new Error('This part of the official client is left out of the build, see vite.config.ts.')
}

export class WebAuthnApi {
  authenticate = missing
  register = missing
}

export const webAuthnAbortService = { cancelCeremony: missing, createNewAbortSignal: missing }
export const browserSupportsWebAuthn = () => false
export {
  missing as createCredential,
  missing as createSiweMessage,
  missing as deserializeCredentialCreationOptions,
  missing as deserializeCredentialRequestOptions,
  missing as fromHex,
  missing as getAddress,
  missing as getCredential,
  missing as serializeCredentialCreationResponse,
  missing as serializeCredentialRequestResponse,
  missing as toHex,
}
