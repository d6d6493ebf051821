import type { Metadata } from '../model/account.ts'
import type { Statements, Transaction } from './transaction.ts'

export interface NewSignUp {
  userId: string
  passwordHash: string | null
  /** Whether the holder of the service key chose the password. */
  isTrusted?: boolean
  metadata: Metadata
  /** PKCE challenge of the browser that signed up. */
  challenge: string | null
}

/** A sign-up whose address or number nobody has confirmed yet. */
export interface PendingSignUp {
  id: string
  passwordHash: string | null
  isTrusted: boolean
  metadata: Metadata
  challenge: string | null
}

/** Stores a sign-up beside those of the same user that wait already. Returns its id. */
export async function insertSignUp(tx: Transaction, signUp: NewSignUp): Promise<string> {
  const [row] = await tx<[{ id: string }]>`
    insert into auth.pending_sign_ups (user_id, password_hash, password_trusted, user_metadata, code_challenge, created_at)
    values (
      ${signUp.userId}, ${signUp.passwordHash}, ${signUp.isTrusted ?? false},
      ${JSON.stringify(signUp.metadata)}::text::jsonb, ${signUp.challenge}, clock_timestamp()
    )
    returning id`
  return row.id
}

/** All sign-ups of a user that wait, the latest first. */
export async function findSignUps(sql: Statements, userId: string): Promise<PendingSignUp[]> {
  return sql<PendingSignUp[]>`
    select
      id, password_hash as "passwordHash", password_trusted as "isTrusted", user_metadata as metadata,
      code_challenge as challenge
    from auth.pending_sign_ups where user_id = ${userId} order by created_at desc, id`
}

/**
 * The sign-up that another confirmation mail is for: the latest. A user who was stored without one, by the operator or by
 * an import, gets one with the password that they have.
 */
export async function latestSignUp(tx: Transaction, userId: string): Promise<string> {
  const [latest] = await findSignUps(tx, userId)
  if (latest !== undefined) return latest.id
  const [row] = await tx<[{ id: string }]>`
    insert into auth.pending_sign_ups (user_id, password_hash, user_metadata)
    select id, encrypted_password, coalesce(raw_user_meta_data, '{}') from auth.users where id = ${userId}
    returning id`
  return row.id
}
