import type { Transaction } from './transaction.ts'

/** The terms that a challenge is bound to. */
export interface ChallengeTerms {
  /** The session that adds a passkey; null where a user signs in. */
  sessionId: string | null
  /** The address that was typed for the sign-in; null for none. */
  email: string | null
}

/** Begins a ceremony. Returns its ID and its expiry. */
export async function insertWebAuthnChallenge(
  tx: Transaction,
  { challengeHash, sessionId, email, seconds }: ChallengeTerms & { challengeHash: string; seconds: number },
): Promise<{ id: string; expiresAt: number }> {
  const [row] = await tx<[{ id: string; expiresAt: number }]>`
    insert into auth.webauthn_challenges (session_id, challenge_hash, email, expires_at)
    values (${sessionId}, ${challengeHash}, ${email}, now() + make_interval(secs => ${seconds}))
    returning id, floor(extract(epoch from expires_at))::int as "expiresAt"`
  return row
}

/**
 * Uses up a challenge of this session, or one without a session; null when there is none, or it was answered before.
 */
export async function takeWebAuthnChallenge(
  tx: Transaction,
  { id, sessionId }: { id: string; sessionId: string | null },
): Promise<{ challengeHash: string; email: string | null; expired: boolean } | null> {
  const [row] = await tx<{ challengeHash: string; email: string | null; expired: boolean }[]>`
    delete from auth.webauthn_challenges
    where id = ${id} and session_id is not distinct from ${sessionId}::uuid
    returning challenge_hash as "challengeHash", email, expires_at <= now() as expired`
  return row ?? null
}
