import { createHmac, generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto'
import type postgres from 'postgres'
import { z } from 'zod'

/** The three parts of a signed token, opened. */
export interface TokenParts {
  header: Record<string, unknown>
  claims: Record<string, unknown>
}

const record = z.record(z.string(), z.unknown())

export function open(token: string): TokenParts {
  const [header = '', claims = ''] = token.split('.').map((part) => Buffer.from(part, 'base64url').toString())
  return { header: record.parse(JSON.parse(header)), claims: record.parse(JSON.parse(claims)) }
}

function encoded({ header, claims }: TokenParts): string {
  return [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
}

/** A token with a signature of whatever the key makes of it. */
export function signedBy(key: KeyObject, parts: TokenParts): string {
  const body = encoded(parts)
  const signature = sign('sha256', Buffer.from(body), { key, dsaEncoding: 'ieee-p1363' })
  return `${body}.${signature.toString('base64url')}`
}

/** A token whose signature is a hash with a public secret. */
export function hashedWith(secret: string, parts: TokenParts): string {
  const body = encoded(parts)
  return `${body}.${createHmac('sha256', secret).update(body).digest('base64url')}`
}

export function unsigned(parts: TokenParts): string {
  return `${encoded(parts)}.`
}

/** Other claims over the signature of a genuine token. */
export function tampered(token: string, claims: Record<string, unknown>): string {
  const parts = open(token)
  return `${encoded({ ...parts, claims: { ...parts.claims, ...claims } })}.${token.split('.')[2]}`
}

export function foreignKey(): KeyObject {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
}

/**
 * Puts a signing key into the installation by the back door, retired: it signs nothing new, and what it has signed
 * still
 * counts. So a test can hold tokens that the installation itself might have issued.
 */
export async function arrangeSigningKey(database: postgres.Sql): Promise<{ kid: string; key: KeyObject }> {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const kid = randomUUID()
  const { kty, crv, x, y } = publicKey.export({ format: 'jwk' })
  await database`
    insert into auth.signing_keys (id, algorithm, status, public_jwk, private_jwk_sealed)
    values (${kid}, 'ES256', 'retired', ${JSON.stringify({ kty, crv, x, y })}::text::jsonb, '\\x00')`
  return { kid, key: privateKey }
}
