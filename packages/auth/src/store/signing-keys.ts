import { LOCKS } from '@cairn/postgres/start/locks'
import type { Transaction } from './transaction.ts'

export interface SigningKeyRow {
  id: string
  status: 'current' | 'retired'
  public_jwk: unknown
  private_jwk_sealed: Uint8Array
}

/** Locks the signing keys until the end of the transaction, so that only one server at a time adds a key. */
export async function lockSigningKeys(tx: Transaction): Promise<void> {
  await tx`select pg_advisory_xact_lock(${LOCKS.signingKeys})`
}

/** All keys, the newest first. */
export async function readSigningKeys(tx: Transaction): Promise<SigningKeyRow[]> {
  return tx<SigningKeyRow[]>`
    select id, status, public_jwk, private_jwk_sealed from auth.signing_keys order by created_at desc, id`
}

/** Keeps the current signing key for verification only from now on. */
export async function retireSigningKey(tx: Transaction): Promise<void> {
  await tx`update auth.signing_keys set status = 'retired', retired_at = now() where status = 'current'`
}

/** Adds the key that signs from now on. */
export async function insertSigningKey(tx: Transaction, key: Omit<SigningKeyRow, 'status'>): Promise<void> {
  await tx`
    insert into auth.signing_keys (id, algorithm, status, public_jwk, private_jwk_sealed)
    values (
      ${key.id}, 'ES256', 'current', ${JSON.stringify(key.public_jwk)}::text::jsonb, ${Buffer.from(key.private_jwk_sealed)}
    )`
}
