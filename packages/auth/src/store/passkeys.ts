import type { KeyUse, NewKey, PublicKey } from '../model/authenticator-key.ts'
import type { SessionRow } from '../model/session.ts'
import type { Transaction } from './transaction.ts'

/** A passkey as its owner sees it. */
export interface PasskeyRow {
  id: string
  friendly_name: string
  created_at: Date
  last_used_at: Date | null
}

/** A key with its owner: what a signature is checked against. */
export interface StoredKey extends PublicKey {
  id: string
  userId: string
  aal: SessionRow['aal']
}

/** A user's passkeys, the oldest first. */
export async function findPasskeys(tx: Transaction, userId: string): Promise<PasskeyRow[]> {
  return tx<PasskeyRow[]>`
    select id, friendly_name, created_at, last_used_at from auth.webauthn_credentials
    where user_id = ${userId} and factor_id is null order by created_at, id`
}

/** The keys of a user, second factors included: an authenticator is not asked to make another one beside them. */
export async function findKeys(tx: Transaction, userId: string): Promise<PublicKey[]> {
  return tx<PublicKey[]>`
    select credential_id as "credentialId", public_key as "publicKey", sign_count::float8 as "signCount", transports
    from auth.webauthn_credentials where user_id = ${userId} order by created_at, id`
}

/** The passkey with this id of its authenticator; locked, so that concurrent uses wait for each other. */
export async function lockPasskey(tx: Transaction, credentialId: Uint8Array): Promise<StoredKey | null> {
  const [row] = await tx<StoredKey[]>`
    select
      id, user_id as "userId", aal, credential_id as "credentialId", public_key as "publicKey",
      sign_count::float8 as "signCount", transports
    from auth.webauthn_credentials
    where credential_id = ${Buffer.from(credentialId)} and factor_id is null for update`
  return row ?? null
}

/** The key of a second factor. */
export async function findKeyOfFactor(tx: Transaction, factorId: string): Promise<StoredKey | null> {
  const [row] = await tx<StoredKey[]>`
    select
      id, user_id as "userId", aal, credential_id as "credentialId", public_key as "publicKey",
      sign_count::float8 as "signCount", transports
    from auth.webauthn_credentials where factor_id = ${factorId} for update`
  return row ?? null
}

/** Adds a key; null when it is registered already, for this user or another. */
export async function insertKey(
  tx: Transaction,
  key: NewKey,
  owner: { userId: string; factorId: string | null; name: string; aal: SessionRow['aal'] },
): Promise<PasskeyRow | null> {
  const [row] = await tx<PasskeyRow[]>`
    insert into auth.webauthn_credentials (
      user_id, factor_id, credential_id, public_key, sign_count, transports, aaguid, backup_eligible, backed_up,
      friendly_name, aal
    ) values (
      ${owner.userId}, ${owner.factorId}, ${Buffer.from(key.credentialId)}, ${Buffer.from(key.publicKey)},
      ${key.signCount}, ${[...key.transports]}, ${key.aaguid}, ${key.backupEligible}, ${key.backedUp},
      ${owner.name}, ${owner.aal}
    )
    on conflict (credential_id) do nothing
    returning id, friendly_name, created_at, last_used_at`
  return row ?? null
}

/** Stores that a key has signed. */
export async function noteUse(tx: Transaction, id: string, use: KeyUse): Promise<void> {
  await tx`
    update auth.webauthn_credentials
    set sign_count = ${use.signCount}, backed_up = ${use.backedUp}, last_used_at = now(), updated_at = now()
    where id = ${id}`
}

/** Renames a passkey of this user; null when they have no such passkey. */
export async function renamePasskey(
  tx: Transaction,
  passkey: { id: string; userId: string },
  name: string,
): Promise<PasskeyRow | null> {
  const [row] = await tx<PasskeyRow[]>`
    update auth.webauthn_credentials set friendly_name = ${name}, updated_at = now()
    where id = ${passkey.id} and user_id = ${passkey.userId} and factor_id is null
    returning id, friendly_name, created_at, last_used_at`
  return row ?? null
}

/**
 * Removes a passkey of this user, and ends the sessions that began with it; the session `kept` goes on at aal1. False when
 * they have no such passkey.
 */
export async function deletePasskey(
  tx: Transaction,
  passkey: { id: string; userId: string },
  kept: string | null,
): Promise<boolean> {
  const [own] = await tx`
    select from auth.webauthn_credentials
    where id = ${passkey.id} and user_id = ${passkey.userId} and factor_id is null for update`
  if (own === undefined) return false
  await tx`delete from auth.sessions where passkey_id = ${passkey.id} and id is distinct from ${kept}::uuid`
  await tx`
    update auth.sessions set aal = 'aal1', updated_at = now()
    where passkey_id = ${passkey.id} and factor_id is null`
  await tx`delete from auth.webauthn_credentials where id = ${passkey.id}`
  return true
}
