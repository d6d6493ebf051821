import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const NONCE_BYTES = 12
const TAG_BYTES = 16

/** What was sealed cannot be read: another secret, another place, or damaged. */
export class SealBroken extends Error {
  override name = 'SealBroken'
}

/** The database was begun with another secret than we were given. The message is for the operator. */
export class WrongSecret extends Error {
  override name = 'WrongSecret'

  constructor(what: string, options: ErrorOptions) {
    super(
      `${what} in this database were stored with another secret. Start with the one of the first start: the variable ` +
        'CAIRN_SECRET or, without it, the file secret in the data folder. If it is lost, see docs/operations.md.',
      options,
    )
  }
}

/**
 * Encrypts for storage (AES-256-GCM). `place` names the row that a value belongs to: in another row it does not open.
 */
export interface Sealer {
  seal(text: string, place: string): Buffer
  /** Throws {@link SealBroken}. */
  open(sealed: Uint8Array, place: string): string
}

/** Derives a key of 32 bytes for one purpose from the installation's secret. */
export function deriveKey(secret: Uint8Array, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, new Uint8Array(), `cairn ${purpose}`, 32))
}

/** A sealer with a key of its own for this purpose. */
export function createSealer(secret: Uint8Array, purpose: string): Sealer {
  const key = deriveKey(secret, purpose)
  return {
    seal(text, place) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, nonce)
      cipher.setAAD(Buffer.from(place))
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), body])
    },
    open(sealed, place) {
      const bytes = Buffer.from(sealed)
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      })
      try {
        decipher.setAAD(Buffer.from(place))
        decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
        const body = bytes.subarray(NONCE_BYTES + TAG_BYTES)
        return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8')
      } catch (error) {
        throw new SealBroken('A stored value cannot be decrypted.', { cause: error })
      }
    },
  }
}
