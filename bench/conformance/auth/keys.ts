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

export type RoleOfKey = (token: string) => 'anon' | 'service_role'

/**
 * The gate that stands before the server in the suite's own world: which role a key gives. The suite makes the key that
 * signs its keys with a script of its own.
 */
export function openGate(suite: string): RoleOfKey {
  const path = join(suite, 'test', 'supabase', 'signing_keys.json')
  if (!existsSync(path)) execFileSync(process.execPath, [join(suite, 'test', 'generate-signing-keys.js')])
  const [key] = signingKeys.parse(JSON.parse(readFileSync(path, 'utf8')))
  const rsa = createPublicKey({ key: key ?? {}, format: 'jwk' })

  return (token) => {
    const [header = '', payload = '', signature = ''] = token.split('.')
    if (!isSigned(`${header}.${payload}`, Buffer.from(signature, 'base64url'), rsa)) return 'anon'
    const { role } = claims.parse(JSON.parse(Buffer.from(payload, 'base64url').toString()))
    return role === 'service_role' || role === 'supabase_admin' ? 'service_role' : 'anon'
  }
}

function isSigned(body: string, signature: Buffer, rsa: KeyObject): boolean {
  return (
    SECRETS.some((secret) => createHmac('sha256', secret).update(body).digest().equals(signature)) ||
    verify('sha256', Buffer.from(body), rsa, signature)
  )
}
