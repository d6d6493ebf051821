import type { OAuthAuthorization, OAuthClient } from '../model/oauth-client.ts'
import { clientColumns } from './oauth-clients.ts'
import type { Statements, Transaction } from './transaction.ts'

/** For how long a person can sign in and decide, including a second factor and the wait for a mail. */
const DECISION_MINUTES = 15
/** For how long a client can exchange a code, which it does at once. */
const CODE_LIFETIME_SECONDS = 60

/** A validated request of a client. */
export type NewAuthorization = Pick<
  OAuthAuthorization,
  'redirectUri' | 'scopes' | 'state' | 'nonce' | 'audience' | 'challenge' | 'asksAgain'
> & { client: OAuthClient }

/** Stores a client's request. Returns its ID, by which the person's browser names it. */
export async function insertAuthorization(tx: Transaction, asked: NewAuthorization): Promise<string> {
  const [row] = await tx<[{ id: string }]>`
    insert into auth.oauth_authorizations (
      client_id, redirect_uri, scope, state, nonce, audience, code_challenge, asks_again, expires_at
    ) values (
      ${asked.client.id}, ${asked.redirectUri}, ${asked.scopes.join(' ')}, ${asked.state}, ${asked.nonce},
      ${asked.audience}, ${asked.challenge}, ${asked.asksAgain}, now() + make_interval(mins => ${DECISION_MINUTES})
    ) returning id`
  return row.id
}

interface AuthorizationRow extends OAuthClient {
  authorizationId: string
  userId: string | null
  status: OAuthAuthorization['status']
  redirectUri: string
  scopes: string
  state: string | null
  nonce: string | null
  audience: string
  challenge: string
  asksAgain: boolean
  isExpired: boolean
}

function authorizationColumns(sql: Statements) {
  return sql`
    a.id as "authorizationId", a.user_id as "userId", a.status::text as status, a.redirect_uri as "redirectUri",
    a.scope as scopes, a.state, a.nonce, a.audience, a.code_challenge as challenge, a.asks_again as "asksAgain",
    a.expires_at <= now() as "isExpired"`
}

function toAuthorization(row: AuthorizationRow): OAuthAuthorization {
  const { authorizationId, userId, status, redirectUri, scopes, state, nonce, audience, challenge, ...rest } =
    row
  const { asksAgain, isExpired, ...client } = rest
  const asked = { redirectUri, scopes: scopeList(scopes), state, nonce, audience, challenge, asksAgain }
  return { id: authorizationId, client, userId, status, ...asked, isExpired }
}

/** Splits scopes that are stored as one text. */
export function scopeList(text: string): string[] {
  return text.split(' ').filter((scope) => scope !== '')
}

/** Returns the request, locked: of two decisions the first counts. */
export async function lockAuthorization(tx: Transaction, id: string): Promise<OAuthAuthorization | null> {
  const [row] = await tx<AuthorizationRow[]>`
    select ${clientColumns(tx)}, ${authorizationColumns(tx)}
    from auth.oauth_authorizations a join auth.oauth_clients c on c.id = a.client_id
    where a.id = ${id}
    for update of a`
  return row === undefined ? null : toAuthorization(row)
}

/** Binds the request to this person: nobody else can decide from now on. */
export async function bindAuthorization(tx: Transaction, id: string, userId: string): Promise<void> {
  await tx`update auth.oauth_authorizations set user_id = ${userId} where id = ${id}`
}

/** Stores that the person agreed, in this session. */
export async function approveAuthorization(
  tx: Transaction,
  id: string,
  { codeHash, sessionId }: { codeHash: string; sessionId: string },
): Promise<void> {
  await tx`
    update auth.oauth_authorizations
    set
      status = 'approved', approved_by = ${sessionId}, code_hash = ${codeHash},
      code_expires_at = now() + make_interval(secs => ${CODE_LIFETIME_SECONDS})
    where id = ${id}`
}

/** Stores that the person refused. */
export async function denyAuthorization(tx: Transaction, id: string): Promise<void> {
  await tx`update auth.oauth_authorizations set status = 'denied' where id = ${id}`
}

/** The authorization behind a code. */
export interface IssuedCode {
  authorization: OAuthAuthorization
  userId: string
  /** The session in which the person agreed; null when it has ended. */
  approvedBy: string | null
  isUsed: boolean
  isExpired: boolean
  /** The session that the code began, unless it has ended. */
  sessionId: string | null
}

/** Returns the authorization behind a code, locked: of several exchanges at the same moment the first counts. */
export async function lockCode(tx: Transaction, codeHash: string): Promise<IssuedCode | null> {
  type Row = AuthorizationRow & {
    approvedBy: string | null
    isUsed: boolean
    codeIsExpired: boolean
    sessionId: string | null
  }
  const [row] = await tx<Row[]>`
    select
      ${clientColumns(tx)}, ${authorizationColumns(tx)}, a.approved_by as "approvedBy", a.used_at is not null as "isUsed",
      a.code_expires_at <= now() as "codeIsExpired", a.session_id as "sessionId"
    from auth.oauth_authorizations a join auth.oauth_clients c on c.id = a.client_id
    where a.code_hash = ${codeHash} and a.status = 'approved'
    for update of a`
  if (row === undefined) return null
  const { approvedBy, isUsed, codeIsExpired, sessionId, ...rest } = row
  const authorization = toAuthorization(rest)
  if (authorization.userId === null) return null
  return {
    authorization,
    userId: authorization.userId,
    approvedBy,
    isUsed,
    isExpired: codeIsExpired,
    sessionId,
  }
}

/** Stores that the code has begun this session, and uses the code up. */
export async function useUpCode(tx: Transaction, id: string, sessionId: string): Promise<void> {
  await tx`update auth.oauth_authorizations set used_at = now(), session_id = ${sessionId} where id = ${id}`
}
