import { hkdfSync } from 'node:crypto'

/** The keys of an installation, each for one purpose. During a change of its secret there are several for each. */
export interface Secrets {
  /** The key that is written with now. */
  writing(purpose: string): Buffer
  /** All keys that something may have been written with, that of the present secret first. */
  reading(purpose: string): readonly Buffer[]
}

/** A secret that never changes, or one that does. */
export type Secret = Uint8Array | Secrets

/** A key that was derived from a former secret. */
export interface KeptKey {
  purpose: string
  key: Buffer
}

/** The installation's secret, the one before it while it changes, and keys that were kept of earlier ones. */
export interface InstallationSecrets extends Secrets {
  readonly present: Uint8Array
  readonly former: Uint8Array | null
  readonly writes: 'present' | 'former'
  /** Until all servers know the present secret, the former one is written with. */
  writeWith(which: 'present' | 'former'): void
  /** Reads with these keys too. */
  keep(keys: readonly KeptKey[]): void
}

/** Derives a key of 32 bytes for one purpose from a secret (RFC 5869). */
export function deriveKey(secret: Uint8Array, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, new Uint8Array(), `cairn ${purpose}`, 32))
}

/** Names a secret without giving it away: the same for the same secret. */
export function fingerprintOf(secret: Uint8Array): string {
  return deriveKey(secret, 'fingerprint').toString('hex', 0, 16)
}

/** The keys of a secret, whichever of its two forms it has. */
export function secretsOf(secret: Secret): Secrets {
  return secret instanceof Uint8Array ? installationSecrets(secret, null) : secret
}

/**
 * The keys of an installation.
 *
 * @param present - CAIRN_SECRET, as 32 bytes
 * @param former - CAIRN_SECRET_BEFORE, or null while nothing changes
 */
export function installationSecrets(present: Uint8Array, former: Uint8Array | null): InstallationSecrets {
  const ofPresent = derivedOnce(present)
  const ofFormer = former === null ? null : derivedOnce(former)
  const kept = new Map<string, Buffer[]>()
  let writes: 'present' | 'former' = 'present'
  return {
    present,
    former,
    get writes() {
      return writes
    },
    writeWith(which) {
      writes = which
    },
    keep(keys) {
      for (const { purpose, key } of keys) kept.set(purpose, [...(kept.get(purpose) ?? []), key])
    },
    writing: (purpose) => (writes === 'former' && ofFormer !== null ? ofFormer(purpose) : ofPresent(purpose)),
    reading: (purpose) => [
      ofPresent(purpose),
      ...(ofFormer === null ? [] : [ofFormer(purpose)]),
      ...(kept.get(purpose) ?? []),
    ],
  }
}

/** Deriving takes longer than what is done with most keys. */
function derivedOnce(secret: Uint8Array): (purpose: string) => Buffer {
  const known = new Map<string, Buffer>()
  return (purpose) => {
    const key = known.get(purpose) ?? deriveKey(secret, purpose)
    known.set(purpose, key)
    return key
  }
}
