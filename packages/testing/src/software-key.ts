import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

const FLAGS = { present: 0x01, verified: 0x04, backupEligible: 0x08, backedUp: 0x10, attested: 0x40 }

const TRANSPORTS: ('internal' | 'hybrid')[] = ['internal', 'hybrid']

/** The deviations that a test sets for the authenticator, or for the page around it. */
export interface Circumstances {
  origin?: string
  rpId?: string
  /** Whether the device asked for a finger, a face or a PIN. */
  userVerified?: boolean
  /** The page was in a frame of another site. */
  crossOrigin?: boolean
  signCount?: number
  userHandle?: string | null
  type?: string
}

/**
 * An authenticator in a few lines (WebAuthn level 3, ES256, no attestation): independent of the library that the service
 * uses. Answers as browsers do, in JSON.
 */
export function softwareKey({ origin, rpId }: { origin: string; rpId: string }) {
  const credentialId = randomBytes(32)
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  let userHandle: string | null = null
  let uses = 0

  const id = credentialId.toString('base64url')
  const envelope = { id, rawId: id, type: 'public-key', clientExtensionResults: {} } as const

  function clientData(type: string, challenge: string, given: Circumstances): Buffer {
    const { crossOrigin = false } = given
    const said = { type: given.type ?? type, challenge, origin: given.origin ?? origin, crossOrigin }
    return Buffer.from(JSON.stringify(said))
  }

  function authenticatorData(given: Circumstances, count: number, attested = Buffer.alloc(0)): Buffer {
    const flags =
      FLAGS.present |
      FLAGS.backupEligible |
      ((given.userVerified ?? true) ? FLAGS.verified : 0) |
      (attested.length > 0 ? FLAGS.attested : 0)
    return Buffer.concat([sha256(given.rpId ?? rpId), Buffer.from([flags]), bigEndian(count, 4), attested])
  }

  return {
    id,
    /** navigator.credentials.create() */
    create(options: { challenge: string; user: { id: string } }, given: Circumstances = {}) {
      userHandle = options.user.id
      const key = coseKey(publicKey)
      const attested = Buffer.concat([Buffer.alloc(16), bigEndian(credentialId.length, 2), credentialId, key])
      const attestation = cbor(
        new Map<string, CborValue>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', authenticatorData(given, given.signCount ?? 0, attested)],
        ]),
      )
      return {
        ...envelope,
        response: {
          clientDataJSON: clientData('webauthn.create', options.challenge, given).toString('base64url'),
          attestationObject: attestation.toString('base64url'),
          transports: TRANSPORTS,
        },
      }
    },
    /** navigator.credentials.get() */
    get(options: { challenge: string }, given: Circumstances = {}) {
      uses += 1
      const said = clientData('webauthn.get', options.challenge, given)
      const data = authenticatorData(given, given.signCount ?? uses)
      const handle = given.userHandle === undefined ? userHandle : given.userHandle
      return {
        ...envelope,
        response: {
          clientDataJSON: said.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: sign('sha256', Buffer.concat([data, sha256(said)]), privateKey).toString('base64url'),
          ...(handle === null ? {} : { userHandle: handle }),
        },
      }
    },
  }
}

/** Encodes a public key as COSE does (RFC 9052). */
function coseKey(publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  return cbor(
    new Map<number, CborValue>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]),
  )
}

export type SoftwareKey = ReturnType<typeof softwareKey>

type CborValue = number | string | Uint8Array | Map<number | string, CborValue> | Map<number, CborValue>

/** The part of CBOR that keys and attestations need. */
function cbor(value: CborValue): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -value - 1) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value])
  return Buffer.concat([
    head(5, value.size),
    ...[...value].flatMap(([key, entry]) => [cbor(key), cbor(entry)]),
  ])
}

function head(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(major << 5) | length])
  if (length < 256) return Buffer.from([(major << 5) | 24, length])
  return Buffer.concat([Buffer.from([(major << 5) | 25]), bigEndian(length, 2)])
}

function bigEndian(value: number, length: number): Buffer {
  const bytes = Buffer.alloc(length)
  bytes.writeUIntBE(value, 0, length)
  return bytes
}

function sha256(data: string | Buffer): Buffer {
  return createHash('sha256').update(data).digest()
}
