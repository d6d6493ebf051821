import { execFileSync } from 'node:child_process'
import { createHmac, createPublicKey, type KeyObject, verify } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const signingKeys = z.array(z.object({ kty: z.string(), n: z.string(), e: z.string() })).min(1)
const claims = z.object({ role: z.string().optional() })

/** Secrets that are written in the suite: each of its two families of clients has one. */
const SECRETS = [
  '37c304f8-51aa-419a-a1af-06154e63707a',
  'super-secret-jwt-token-with-at-least-32-characters-long',
]

/** The role of a key that the suite signed; null for what is none. */
export type RoleOfSuiteKey = (token: string) => 'anon' | 'service_role' | null

/** The suite makes the key that signs its keys with its own script. */
export function makeSigningKeys(suite: string): void {
  if (!existsSync(signingKeysOf(suite))) {
    execFileSync(process.execPath, [join(suite, 'test', 'generate-signing-keys.js')])
  }
}

const signingKeysOf = (suite: string) => join(suite, 'test', 'supabase', 'signing_keys.json')

/** Reads the suite's keys, as the gate that stands before the server in its own world does. */
export function keysOfSuite(suite: string): RoleOfSuiteKey {
  const [key] = signingKeys.parse(JSON.parse(readFileSync(signingKeysOf(suite), 'utf8')))
  const rsa = createPublicKey({ key: key ?? {}, format: 'jwk' })

  return (token) => {
    const [header = '', payload = '', signature = ''] = token.split('.')
    if (!isSigned(`${header}.${payload}`, Buffer.from(signature, 'base64url'), rsa)) return null
    const { role } = claims.parse(JSON.parse(Buffer.from(payload, 'base64url').toString()))
    if (role === 'service_role' || role === 'supabase_admin') return 'service_role'
    return role === 'anon' ? 'anon' : null
  }
}

function isSigned(body: string, signature: Buffer, rsa: KeyObject): boolean {
  return (
    SECRETS.some((secret) => createHmac('sha256', secret).update(body).digest().equals(signature)) ||
    verify('sha256', Buffer.from(body), rsa, signature)
  )
}
