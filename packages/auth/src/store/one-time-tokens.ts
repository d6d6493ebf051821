import type { Transaction } from './transaction.ts'

export type OneTimeTokenType = 'confirmation_token'

/** For how long a mail link works. */
const LIFETIME_HOURS = 24

/** Stores the hash of a token; one that the person had of the same type dies. */
export async function replaceOneTimeToken(
  tx: Transaction,
  token: { userId: string; type: OneTimeTokenType; hash: string; sentTo: string },
): Promise<void> {
  await tx`
    insert into auth.one_time_tokens (user_id, token_type, token_hash, relates_to)
    values (${token.userId}, ${token.type}, ${token.hash}, ${token.sentTo})
    on conflict (user_id, token_type) do update
    set
      id = gen_random_uuid(), token_hash = excluded.token_hash, relates_to = excluded.relates_to,
      created_at = now(), updated_at = now()`
}

/**
 * Uses up a token: of several who try at once, one gets it. It has to belong to the person's current address, and to
 * `sentTo` when that is given. The person it belongs to, or null; a rollback gives it back.
 */
export async function takeOneTimeToken(
  tx: Transaction,
  token: { type: OneTimeTokenType; hash: string; sentTo: string | null },
): Promise<{ userId: string } | null> {
  const [row] = await tx<{ user_id: string }[]>`
    delete from auth.one_time_tokens t
    using auth.users u
    where t.token_hash = ${token.hash}
      and t.token_type = ${token.type}
      and t.created_at > now() - make_interval(hours => ${LIFETIME_HOURS})
      and u.id = t.user_id
      and u.email = t.relates_to
      and (${token.sentTo}::text is null or t.relates_to = ${token.sentTo})
    returning t.user_id`
  return row === undefined ? null : { userId: row.user_id }
}
