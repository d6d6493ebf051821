import type { Statements } from '@cairn/postgres/privileged'
import type { SigningKeyRow } from './store/signing-keys.ts'
import { openPrivateKey, signingKeySealer } from './tokens/key-ring.ts'

/**
 * Makes sure, for a start that has not written anything yet, that the database was begun with this secret. `sql` is the
 * administrator's. Throws `WrongSecret`; a database without signing keys accepts any secret.
 */
export async function checkSecret(sql: Statements, secret: Uint8Array): Promise<void> {
  const [found] = await sql`select to_regclass('auth.signing_keys') is not null as there`
  if (found?.['there'] !== true) return
  const keys = await sql<Pick<SigningKeyRow, 'id' | 'private_jwk_sealed'>[]>`
    select id, private_jwk_sealed from auth.signing_keys where status = 'current'`
  for (const key of keys) openPrivateKey(key, signingKeySealer(secret))
}
