import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  scrypt,
} from 'node:crypto'
import type { Header } from './header.ts'

/**
 * Closes frames so that none can be changed, left out, added or moved: each is bound to its number, to the header, and
 * to being the last one or not. (STREAM: https://eprint.iacr.org/2015/189)
 */
export interface Seal {
  /** Returns what stands in the file for it: as many bytes, and {@link TAG_BYTES} more. */
  close(payload: Buffer, place: Place): Buffer
  /** Returns the payload; null where it is not what was closed. */
  open(closed: Buffer, place: Place): Buffer | null
}

interface Place {
  number: number
  isLast: boolean
}

export const TAG_BYTES = 16
const CIPHER = 'aes-256-gcm'
/** 32 MB and some tens of milliseconds for each guess. Source: RFC 7914 */
const SCRYPT = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 }

/** How a new file's key is made, for its header. */
export async function newKey(passphrase: string): Promise<NonNullable<Header['key']>> {
  const salt = randomBytes(16)
  return { salt: salt.toString('hex'), check: checkOf(await master(passphrase, salt)) }
}

/** Seals by the key of a passphrase; null where it is another than the header's. */
export async function sealWith(
  passphrase: string,
  key: NonNullable<Header['key']>,
  header: Buffer,
): Promise<Seal | null> {
  const secret = await master(passphrase, Buffer.from(key.salt, 'hex'))
  if (checkOf(secret) !== key.check) return null
  const frames = Buffer.from(
    hkdfSync('sha256', secret, createHash('sha256').update(header).digest(), 'frames', 32),
  )
  return {
    close(payload, place) {
      const cipher = createCipheriv(CIPHER, frames, nonce(place))
      return Buffer.concat([cipher.update(payload), cipher.final(), cipher.getAuthTag()])
    },
    open(closed, place) {
      const decipher = createDecipheriv(CIPHER, frames, nonce(place), { authTagLength: TAG_BYTES })
      decipher.setAuthTag(closed.subarray(-TAG_BYTES))
      try {
        return Buffer.concat([decipher.update(closed.subarray(0, -TAG_BYTES)), decipher.final()])
      } catch {
        return null
      }
    },
  }
}

/** Finds damage, and keeps nobody from reading. */
export function sealWithoutKey(header: Buffer): Seal {
  const start = createHash('sha256').update(header).digest()
  const tagOf = (payload: Buffer, place: Place) =>
    createHash('sha256').update(start).update(nonce(place)).update(payload).digest().subarray(0, TAG_BYTES)
  return {
    close: (payload, place) => Buffer.concat([payload, tagOf(payload, place)]),
    open(closed, place) {
      const payload = closed.subarray(0, -TAG_BYTES)
      return tagOf(payload, place).equals(closed.subarray(-TAG_BYTES)) ? payload : null
    },
  }
}

const keys = new Map<string, Buffer>()

/** The same passphrase and salt are asked for with each segment. */
async function master(passphrase: string, salt: Buffer): Promise<Buffer> {
  const name = createHash('sha256').update(salt).update(passphrase).digest('hex')
  const known = keys.get(name) ?? (await derived(passphrase, salt))
  if (keys.size > 16) keys.clear()
  keys.set(name, known)
  return known
}

/** Beside the event loop: a segment that begins stops no request. */
function derived(passphrase: string, salt: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) =>
    scrypt(passphrase, salt, 32, SCRYPT, (error, key) => (error === null ? resolve(key) : reject(error))),
  )
}

const checkOf = (secret: Buffer): string =>
  createHmac('sha256', secret).update('check').digest('hex').slice(0, 32)

/** Three bytes of nothing, the number in eight, and one that says whether it is the last. */
function nonce({ number, isLast }: Place): Buffer {
  const bytes = Buffer.alloc(12)
  bytes.writeBigUInt64BE(BigInt(number), 3)
  bytes[11] = isLast ? 1 : 0
  return bytes
}
