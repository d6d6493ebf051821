import type { Statements, Transaction } from './transaction.ts'

export type OneTimeTokenType =
  | 'confirmation_token'
  | 'recovery_token'
  | 'email_change_token_new'
  | 'email_change_token_current'
  | 'reauthentication_token'
  | 'phone_change_token'

/** The number of wrong codes after which no code is accepted any more; the link keeps working. */
const CODE_TRIES = 5

export interface NewOneTimeToken {
  userId: string
  type: OneTimeTokenType
  /** The purpose of the token: a newer token for the same purpose and sign-up replaces the older one. */
  purpose: string
  signUpId: string | null
  hash: string
  codeHash: string
  sentTo: string
  flowStateId: string | null
  lifetimeSeconds: number
}

/** A token that is still valid. */
export interface FoundToken {
  id: string
  userId: string
  type: OneTimeTokenType
  flowStateId: string | null
  /** PKCE challenge of the browser that asked for it. */
  challenge: string | null
  /** The sign-up that it confirms. */
  signUpId: string | null
  /** The kind of contact that it was sent to, and thereby confirms. */
  proves: 'email' | 'phone'
}

interface TokenRow {
  id: string
  user_id: string
  relates_to: string
  token_type: OneTimeTokenType
  flow_state_id: string | null
  code_challenge: string | null
  sign_up_id: string | null
}

/** Stores the hashes of a link and a code; the user's previous token for the same purpose is replaced. */
export async function replaceOneTimeToken(tx: Transaction, token: NewOneTimeToken): Promise<void> {
  await tx`
    insert into auth.one_time_tokens (
      user_id, token_type, purpose, sign_up_id, token_hash, code_hash, relates_to, flow_state_id, expires_at
    )
    values (
      ${token.userId}, ${token.type}, ${token.purpose}, ${token.signUpId}, ${token.hash}, ${token.codeHash},
      ${token.sentTo}, ${token.flowStateId},
      now() + make_interval(secs => ${token.lifetimeSeconds})
    )
    on conflict (user_id, token_type, purpose, sign_up_id) do update
    set
      id = gen_random_uuid(), token_hash = excluded.token_hash, code_hash = excluded.code_hash, code_tries = 0,
      relates_to = excluded.relates_to, flow_state_id = excluded.flow_state_id, created_at = now(),
      updated_at = now(), expires_at = excluded.expires_at`
}

/** The columns of a token `t`, with the challenge of its flow. */
function tokenColumns(sql: Statements) {
  return sql`
    t.id, t.user_id, t.relates_to, t.token_type, t.flow_state_id, t.sign_up_id,
    (select f.code_challenge from auth.flow_state f where f.id = t.flow_state_id) as code_challenge`
}

/**
 * The token of a link, which only mails carry. It has to belong to an address that is still the user's, or that they
 * still want to change to.
 */
export async function findByLink(
  sql: Statements,
  { types, hash }: { types: readonly OneTimeTokenType[]; hash: string },
): Promise<FoundToken | null> {
  const [row] = await sql<TokenRow[]>`
    select ${tokenColumns(sql)}
    from auth.one_time_tokens t join auth.users u on u.id = t.user_id
    where t.token_hash = ${hash}
      and t.token_type in ${sql([...types])}
      and t.expires_at > now()
      and t.relates_to = case t.token_type when 'email_change_token_new' then u.email_change else u.email end`
  return row === undefined ? null : found(row)
}

/** Uses up a token. Of several concurrent requests one gets it; a rollback gives it back. */
export async function useUp(tx: Transaction, tokenId: string): Promise<boolean> {
  const used = await tx`delete from auth.one_time_tokens where id = ${tokenId}`
  return used.count > 0
}

/** Uses up the token of a link; see {@link findByLink} and {@link useUp}. */
export async function takeByLink(
  tx: Transaction,
  wanted: { types: readonly OneTimeTokenType[]; hash: string },
): Promise<FoundToken | null> {
  const token = await findByLink(tx, wanted)
  return token !== null && (await useUp(tx, token.id)) ? token : null
}

/** The token of a change of address, if it is still valid; locked. */
export async function lockEmailChangeToken(tx: Transaction, tokenId: string): Promise<FoundToken | null> {
  const [row] = await tx<TokenRow[]>`
    select ${tokenColumns(tx)}
    from auth.one_time_tokens t join auth.users u on u.id = t.user_id
    where t.id = ${tokenId}
      and t.expires_at > now()
      and t.relates_to = case t.token_type when 'email_change_token_new' then u.email_change else u.email end
    for update of t`
  return row === undefined ? null : found(row)
}

/** The number of the latest codes that count for an address, so that many requests do not make a guess likelier. */
const CODES_OF_AN_ADDRESS = 5

interface WantedCode {
  types: readonly OneTimeTokenType[]
  sentTo: string
  codeHashes: string[]
}

/** The token that was sent to this address with this code; the attempt is not counted. */
export async function findByCode(sql: Statements, wanted: WantedCode): Promise<FoundToken | null> {
  const right = (await candidates(sql, wanted)).find(({ matches }) => matches)
  return right === undefined ? null : found(right)
}

/**
 * Uses up the token that was sent to this address with this code. A wrong code is counted, so the caller has to commit
 * even then; concurrent guesses wait for each other.
 */
export async function takeByCode(tx: Transaction, wanted: WantedCode): Promise<FoundToken | null> {
  await tx`select from auth.one_time_tokens where relates_to = ${wanted.sentTo} order by id for update`
  const tried = await candidates(tx, wanted)
  const right = tried.find(({ matches }) => matches)
  if (right !== undefined) {
    await useUp(tx, right.id)
    return found(right)
  }
  const ids = tried.map(({ id }) => id)
  await tx`
    update auth.one_time_tokens set code_tries = code_tries + 1, updated_at = now() where id = any(${ids}::uuid[])`
  return null
}

async function candidates(
  sql: Statements,
  { types, sentTo, codeHashes }: WantedCode,
): Promise<(TokenRow & { matches: boolean })[]> {
  return sql<(TokenRow & { matches: boolean })[]>`
    select ${tokenColumns(sql)}, t.code_hash = any(${codeHashes}) as matches
    from auth.one_time_tokens t
    join auth.users u on u.id = t.user_id
    where t.relates_to = ${sentTo}
      and t.token_type in ${sql([...types])}
      and t.expires_at > now()
      and t.code_tries < ${CODE_TRIES}
      and case t.token_type
        when 'email_change_token_new' then t.relates_to = u.email_change
        when 'phone_change_token' then t.relates_to = u.phone_change
        else t.relates_to in (u.email, u.phone)
      end
    order by t.created_at desc
    limit ${CODES_OF_AN_ADDRESS}`
}

/** Deletes tokens that were sent to a user and not used yet. */
export async function withdrawTokens(
  tx: Transaction,
  userId: string,
  types: readonly OneTimeTokenType[],
): Promise<void> {
  await tx`delete from auth.one_time_tokens where user_id = ${userId} and token_type in ${tx([...types])}`
}

function found(row: TokenRow): FoundToken {
  return {
    id: row.id,
    userId: row.user_id,
    type: row.token_type,
    flowStateId: row.flow_state_id,
    challenge: row.code_challenge,
    signUpId: row.sign_up_id,
    proves: row.relates_to.includes('@') ? 'email' : 'phone',
  }
}
