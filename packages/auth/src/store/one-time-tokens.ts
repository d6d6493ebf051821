import type { Transaction } from './transaction.ts'

export type OneTimeTokenType =
  | 'confirmation_token'
  | 'recovery_token'
  | 'email_change_token_new'
  | 'email_change_token_current'
  | 'reauthentication_token'
  | 'phone_change_token'

/** After so many wrong codes no code is accepted any more; the link goes on working. */
const CODE_TRIES = 5

export interface NewOneTimeToken {
  userId: string
  type: OneTimeTokenType
  hash: string
  codeHash: string
  sentTo: string
  flowStateId: string | null
  lifetimeSeconds: number
}

/** A token that this transaction has used up. */
export interface TakenToken {
  userId: string
  type: OneTimeTokenType
  flowStateId: string | null
  /** The contact that it was sent to, and so confirms. */
  proves: 'email' | 'phone'
}

interface TokenRow {
  id: string
  user_id: string
  relates_to: string
  token_type: OneTimeTokenType
  flow_state_id: string | null
}

/** Stores the hashes of a link and a code; the user's previous token of this type is replaced. */
export async function replaceOneTimeToken(tx: Transaction, token: NewOneTimeToken): Promise<void> {
  await tx`
    insert into auth.one_time_tokens (user_id, token_type, token_hash, code_hash, relates_to, flow_state_id, expires_at)
    values (
      ${token.userId}, ${token.type}, ${token.hash}, ${token.codeHash}, ${token.sentTo}, ${token.flowStateId},
      now() + make_interval(secs => ${token.lifetimeSeconds})
    )
    on conflict (user_id, token_type) do update
    set
      id = gen_random_uuid(), token_hash = excluded.token_hash, code_hash = excluded.code_hash, code_tries = 0,
      relates_to = excluded.relates_to, flow_state_id = excluded.flow_state_id, created_at = now(),
      updated_at = now(), expires_at = excluded.expires_at`
}

/**
 * Uses up the token of a link, which only mails carry. Of several concurrent requests one gets it. The token has to
 * belong to an address that is still the user's, or that they still want. A rollback gives it back.
 */
export async function takeByLink(
  tx: Transaction,
  { types, hash }: { types: readonly OneTimeTokenType[]; hash: string },
): Promise<TakenToken | null> {
  const [row] = await tx<TokenRow[]>`
    delete from auth.one_time_tokens t
    using auth.users u
    where t.token_hash = ${hash}
      and t.token_type in ${tx([...types])}
      and t.expires_at > now()
      and u.id = t.user_id
      and t.relates_to = case t.token_type when 'email_change_token_new' then u.email_change else u.email end
    returning t.id, t.user_id, t.relates_to, t.token_type, t.flow_state_id`
  return row === undefined ? null : taken(row)
}

/**
 * Uses up the token that was sent to this address with this code. A wrong code is counted, so the caller has to commit
 * even then; concurrent guesses wait for each other.
 */
export async function takeByCode(
  tx: Transaction,
  wanted: { types: readonly OneTimeTokenType[]; sentTo: string; codeHash: string },
): Promise<TakenToken | null> {
  const candidates = await tx<(TokenRow & { matches: boolean })[]>`
    select t.id, t.user_id, t.relates_to, t.token_type, t.flow_state_id, t.code_hash = ${wanted.codeHash} as matches
    from auth.one_time_tokens t
    join auth.users u on u.id = t.user_id
    where t.relates_to = ${wanted.sentTo}
      and t.token_type in ${tx([...wanted.types])}
      and t.expires_at > now()
      and t.code_tries < ${CODE_TRIES}
      and case t.token_type
        when 'email_change_token_new' then t.relates_to = u.email_change
        when 'phone_change_token' then t.relates_to = u.phone_change
        else t.relates_to in (u.email, u.phone)
      end
    for update of t`
  const right = candidates.find(({ matches }) => matches)
  if (right !== undefined) {
    await tx`delete from auth.one_time_tokens where id = ${right.id}`
    return taken(right)
  }
  for (const { id } of candidates) {
    await tx`update auth.one_time_tokens set code_tries = code_tries + 1, updated_at = now() where id = ${id}`
  }
  return null
}

/** Deletes tokens that were sent to a user and not used yet. */
export async function withdrawTokens(
  tx: Transaction,
  userId: string,
  types: readonly OneTimeTokenType[],
): Promise<void> {
  await tx`delete from auth.one_time_tokens where user_id = ${userId} and token_type in ${tx([...types])}`
}

function taken({ user_id, token_type, flow_state_id, relates_to }: TokenRow): TakenToken {
  const proves = relates_to.includes('@') ? 'email' : 'phone'
  return { userId: user_id, type: token_type, flowStateId: flow_state_id, proves }
}
