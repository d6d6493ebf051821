import { createPrivateKey, createPublicKey, generateKeyPair, randomBytes, sign } from 'node:crypto'
import { promisify } from 'node:util'

/** A key of ours and the certificate in which identity providers want its public half. Both as PEM. */
export interface KeyAndCertificate {
  privateKey: string
  certificate: string
}

const RSA_BITS = 2_048

/** Makes a key, and a certificate that it signs itself: providers trust it because they are given it. */
export async function makeKeyAndCertificate(commonName: string): Promise<KeyAndCertificate> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', {
    modulusLength: RSA_BITS,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  return { privateKey, certificate: selfSigned(privateKey, commonName) }
}

const TAG = {
  integer: 0x02,
  bitString: 0x03,
  null: 0x05,
  objectId: 0x06,
  utf8: 0x0c,
  utcTime: 0x17,
  time: 0x18,
  sequence: 0x30,
  set: 0x31,
  version: 0xa0,
} as const

const SHA256_WITH_RSA = Buffer.from('2a864886f70d01010b', 'hex')
const COMMON_NAME = Buffer.from('550403', 'hex')
/** RFC 5280, 4.1.2.5: the certificate does not expire. Providers pin it, so an expiry would only break sign-in. */
const NEVER = '99991231235959Z'
const THE_BEGINNING = '200101000000Z'

/** An X.509 certificate of version 3 without extensions (RFC 5280, 4.1), in DER and then PEM. */
function selfSigned(privateKeyPem: string, commonName: string): string {
  const key = createPrivateKey(privateKeyPem)
  const publicKey = createPublicKey(key).export({ type: 'spki', format: 'der' })
  const algorithm = der(TAG.sequence, der(TAG.objectId, SHA256_WITH_RSA), der(TAG.null))
  const name = der(
    TAG.sequence,
    der(
      TAG.set,
      der(TAG.sequence, der(TAG.objectId, COMMON_NAME), der(TAG.utf8, Buffer.from(commonName.slice(0, 64)))),
    ),
  )
  const serial = randomBytes(16)
  // Positive and without superfluous zeros.
  serial.writeUInt8((serial.readUInt8() & 0x3f) | 0x40)
  const body = der(
    TAG.sequence,
    der(TAG.version, der(TAG.integer, Buffer.from([2]))),
    der(TAG.integer, serial),
    algorithm,
    name,
    der(TAG.sequence, der(TAG.utcTime, Buffer.from(THE_BEGINNING)), der(TAG.time, Buffer.from(NEVER))),
    name,
    publicKey,
  )
  const signature = Buffer.concat([Buffer.from([0]), sign('sha256', body, key)])
  const certificate = der(TAG.sequence, body, algorithm, der(TAG.bitString, signature)).toString('base64')
  const lines = certificate.match(/.{1,64}/g) ?? []
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n')
}

function der(tag: number, ...contents: Buffer[]): Buffer {
  const content = Buffer.concat(contents)
  return Buffer.concat([Buffer.from([tag]), lengthOf(content), content])
}

function lengthOf({ length }: Buffer): Buffer {
  if (length < 0x80) return Buffer.from([length])
  const hex = length.toString(16)
  const bytes = Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex')
  return Buffer.concat([Buffer.from([0x80 | bytes.length]), bytes])
}
