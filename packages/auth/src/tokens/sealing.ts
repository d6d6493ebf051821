import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { type Secret, secretsOf } from './secrets.ts'

const NONCE_BYTES = 12
const TAG_BYTES = 16

/** A sealed value cannot be read: another secret, another place, or damaged. */
export class SealBroken extends Error {
  override name = 'SealBroken'
}

/** The database was first used with another secret than the given one. The message is for the operator. */
export class WrongSecret extends Error {
  override name = 'WrongSecret'

  constructor(what: string, options: ErrorOptions) {
    super(
      `${what} in this database were stored with another secret. Start with the one of the first start: the variable ` +
        'CAIRN_SECRET or, without it, the file secret in the data folder. To change it, name the former one in ' +
        'CAIRN_SECRET_BEFORE. If it is lost, see docs/operate/keys.md.',
      options,
    )
  }
}

/**
 * Encrypts for storage (AES-256-GCM). `place` names the row that a value belongs to: in another row it cannot be
 * opened.
 */
export interface Sealer {
  seal(text: string, place: string): Buffer
  /** Throws {@link SealBroken}. */
  open(sealed: Uint8Array, place: string): string
}

/** A sealer with separate keys for this purpose. */
export function createSealer(secret: Secret, purpose: string): Sealer {
  const secrets = secretsOf(secret)
  return {
    seal(text, place) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', secrets.writing(purpose), nonce)
      cipher.setAAD(Buffer.from(place))
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), body])
    },
    open(sealed, place) {
      const failures: unknown[] = []
      for (const key of secrets.reading(purpose))
        try {
          return openedWith(key, Buffer.from(sealed), place)
        } catch (error) {
          failures.push(error)
        }
      throw new SealBroken('A stored value cannot be decrypted.', { cause: failures[0] })
    },
  }
}

function openedWith(key: Buffer, bytes: Buffer, place: string): string {
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  })
  decipher.setAAD(Buffer.from(place))
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
  const body = bytes.subarray(NONCE_BYTES + TAG_BYTES)
  return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8')
}
