import type { FactorRow, FactorType } from '../model/account.ts'
import type { Transaction } from './transaction.ts'

/** The secrets that verify a code. */
export interface FactorSecrets {
  id: string
  type: FactorType
  verified: boolean
  secretSealed: Uint8Array | null
  phone: string | null
  lastUsedStep: number | null
}

export interface NewFactor {
  id: string
  userId: string
  friendlyName: string | null
  type: FactorType
  secretSealed: Uint8Array | null
  phone: string | null
  /** The session that enrolls the factor. */
  sessionId: string
}

/** A user's factors, the oldest first. */
export async function findFactors(tx: Transaction, userId: string): Promise<FactorRow[]> {
  return tx<FactorRow[]>`
    select id, friendly_name, factor_type, status, phone, created_at, updated_at from auth.mfa_factors
    where user_id = ${userId} order by created_at, id`
}

/** Locks the user until the transaction ends, so that concurrent changes of their factors wait for each other. */
export async function lockFactorsOf(tx: Transaction, userId: string): Promise<void> {
  await tx`select from auth.users where id = ${userId} for update`
}

/** Deletes enrollments that were not finished within the hour. */
export async function deleteAbandonedFactors(tx: Transaction, userId: string): Promise<void> {
  await tx`
    delete from auth.mfa_factors
    where user_id = ${userId} and status = 'unverified' and created_at < now() - interval '1 hour'`
}

export async function insertFactor(tx: Transaction, factor: NewFactor): Promise<void> {
  const sealed = factor.secretSealed === null ? null : Buffer.from(factor.secretSealed)
  await tx`
    insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, secret_sealed, phone, session_id)
    values (
      ${factor.id}, ${factor.userId}, ${factor.friendlyName}, ${factor.type}, ${sealed}, ${factor.phone},
      ${factor.sessionId}
    )`
}

/** A factor of this user; locked, so that concurrent changes of it wait for each other. */
export async function lockFactor(
  tx: Transaction,
  factor: { id: string; userId: string },
): Promise<FactorSecrets | null> {
  const [row] = await tx<FactorSecrets[]>`
    select ${factorColumns(tx)} from auth.mfa_factors
    where id = ${factor.id} and user_id = ${factor.userId} for update`
  return row ?? null
}

/**
 * Locks a factor for a caller who presents it. A factor that is not verified yet exists only for the session that
 * enrolled it, for an hour: that session has proven that it may add one.
 */
export async function lockFactorToShow(
  tx: Transaction,
  factor: { id: string; userId: string; sessionId: string },
): Promise<FactorSecrets | null> {
  const [row] = await tx<FactorSecrets[]>`
    select ${factorColumns(tx)} from auth.mfa_factors
    where id = ${factor.id} and user_id = ${factor.userId}
      and (status = 'verified' or session_id = ${factor.sessionId} and created_at > now() - interval '1 hour')
    for update`
  return row ?? null
}

const factorColumns = (tx: Transaction) => tx`
  id, factor_type as type, status = 'verified' as verified, secret_sealed as "secretSealed", phone,
  last_used_step::float8 as "lastUsedStep"`

/** Stores that the factor was verified; from the first time on it counts. */
export async function markFactorVerified(tx: Transaction, id: string, step: number | null): Promise<void> {
  await tx`
    update auth.mfa_factors
    set status = 'verified', last_used_step = coalesce(${step}::bigint, last_used_step), updated_at = now()
    where id = ${id}`
}

export async function deleteFactor(tx: Transaction, id: string): Promise<void> {
  await tx`delete from auth.mfa_factors where id = ${id}`
}

/** Deletes the user's other enrollments that were not finished. */
export async function deleteUnverifiedFactors(tx: Transaction, userId: string): Promise<void> {
  await tx`delete from auth.mfa_factors where user_id = ${userId} and status = 'unverified'`
}
