import type { Transaction } from './transaction.ts'

/** For how long a challenge waits for its code. */
const LIFETIME_SECONDS = 300

/** Begins a challenge. Returns its id and when it is over. */
export async function insertChallenge(
  tx: Transaction,
  challenge: { factorId: string; address: string | null; codeHash: string | null },
): Promise<{ id: string; expiresAt: number }> {
  await tx`update auth.mfa_factors set last_challenged_at = now() where id = ${challenge.factorId}`
  const [row] = await tx<[{ id: string; expiresAt: number }]>`
    insert into auth.mfa_challenges (factor_id, ip_address, code_hash)
    values (${challenge.factorId}, ${challenge.address}::inet, ${challenge.codeHash})
    returning id, floor(extract(epoch from created_at))::int + ${LIFETIME_SECONDS} as "expiresAt"`
  return row
}

export interface Challenge {
  codeHash: string | null
  expired: boolean
  now: Date
}

/** A challenge of this factor; null when there is no such challenge. */
export async function findChallenge(
  tx: Transaction,
  challenge: { id: string; factorId: string },
): Promise<Challenge | null> {
  const [row] = await tx<Challenge[]>`
    select
      code_hash as "codeHash", now() as now,
      created_at <= now() - make_interval(secs => ${LIFETIME_SECONDS}) as expired
    from auth.mfa_challenges where id = ${challenge.id} and factor_id = ${challenge.factorId}`
  return row ?? null
}

/** Deletes the challenges of a factor that was verified. */
export async function deleteChallenges(tx: Transaction, factorId: string): Promise<void> {
  await tx`delete from auth.mfa_challenges where factor_id = ${factorId}`
}
