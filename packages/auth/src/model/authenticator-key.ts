/** A public key as it is stored. */
export interface PublicKey {
  credentialId: Uint8Array
  publicKey: Uint8Array
  signCount: number
  transports: readonly string[]
}

/** A key that an authenticator has just made. */
export interface NewKey extends PublicKey {
  aaguid: string
  backupEligible: boolean
  backedUp: boolean
}

/** The state that the authenticator reports with each use of a key. */
export interface KeyUse {
  signCount: number
  backedUp: boolean
}
