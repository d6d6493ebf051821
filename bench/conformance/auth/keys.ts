import { execFileSync } from 'node:child_process'
import { createSecretKey } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { importJWK, type JWTVerifyGetKey, jwtVerify } from 'jose'
import { z } from 'zod'

const signingKeys = z.array(z.looseObject({ kty: z.string(), n: z.string(), e: z.string() })).min(1)

/** Secrets that are written in the suite: each of its two families of clients has one. */
const SECRETS = [
  '37c304f8-51aa-419a-a1af-06154e63707a',
  'super-secret-jwt-token-with-at-least-32-characters-long',
]

export type RoleOfKey = (token: string) => Promise<'anon' | 'service_role'>

/**
 * The gate that stands before the server in the suite's own world: which role a key gives. The suite makes the key that
 * signs its keys with a script of its own.
 */
export async function openGate(suite: string): Promise<RoleOfKey> {
  const path = join(suite, 'test', 'supabase', 'signing_keys.json')
  if (!existsSync(path)) execFileSync(process.execPath, [join(suite, 'test', 'generate-signing-keys.js')])
  const [{ kty, n, e } = { kty: '', n: '', e: '' }] = signingKeys.parse(
    JSON.parse(readFileSync(path, 'utf8')),
  )
  const rsa = await importJWK({ kty, n, e }, 'RS256')
  const candidates = [rsa, ...SECRETS.map((secret) => createSecretKey(secret, 'utf8'))]

  return async (token) => {
    for (const key of candidates) {
      const find: JWTVerifyGetKey = async () => key
      const claims = await jwtVerify(token, find).then(
        ({ payload }) => payload,
        () => null,
      )
      if (claims?.['role'] === 'service_role' || claims?.['role'] === 'supabase_admin') return 'service_role'
    }
    return 'anon'
  }
}
