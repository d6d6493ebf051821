import { InvalidAccessToken } from '@cairn/auth/tokens/token-refusals'
import type { Caller, DatabaseRole } from '@cairn/postgres/pool/caller'
import type { Context } from 'hono'
import { bearerIn } from '../../secrets/bearer.ts'
import { visitorAt } from '../rate-limits/requesters.ts'
import type { Env } from '../request/context.ts'
import { invalidToken, NO_API_KEY, type Problem, UNKNOWN_API_KEY } from '../request/problems.ts'
import type { ApiTokens } from '../tokens/known-tokens.ts'
import { hashOfToken, isMeantAsToken } from '../tokens/opaque-token.ts'
import { NO_TOKEN } from '../tokens/own-person.ts'
import type { ApiKeys } from './api-keys.ts'

/** The claims of a token. The server itself needs only the session; policies may read the rest. */
export interface VerifiedClaims extends Record<string, unknown> {
  sub: string
  session_id: string
}

/** Verifies an access token, or throws an error whose message the caller may read. */
export type VerifyAccessToken = (token: string) => Promise<VerifiedClaims>

/** The role of the API key in a request's header; a problem when there is none of ours. */
export async function apiKeyRole(c: Context<Env>, keys: ApiKeys): Promise<DatabaseRole | Problem> {
  const key = c.req.header('apikey')
  if (key === undefined) return NO_API_KEY
  return (await keys.roleOf(key)) ?? UNKNOWN_API_KEY
}

/** A caller who has neither a key of ours nor a token. */
export const NOBODY: Caller = { role: 'anon', claims: { role: 'anon' }, sessionId: null }

const SIGNED_OUT: Omit<Caller, 'role'> = { claims: {}, sessionId: null }

/**
 * The caller of a request: the holder of an API token where there are some (`tokens`), the user of a valid access token,
 * otherwise the role of the API key. A bearer token that
 * repeats the key, as supabase-js sends it before sign-in, adds nothing. Notes whose share of refusals it uses.
 */
export async function callerOf(
  c: Context<Env>,
  keys: ApiKeys,
  verify: VerifyAccessToken,
  tokens: ApiTokens | null,
): Promise<Caller | Problem> {
  const authorization = c.req.header('authorization')
  const token = bearerIn(authorization)
  if (token !== undefined && isMeantAsToken(token) && tokens !== null) return holderOfToken(c, token, tokens)
  if (token !== undefined && c.req.header('apikey') === undefined) {
    const ofClient = await callerByClient(c, token, verify)
    if (ofClient !== null) return ofClient
  }
  const role = await apiKeyRole(c, keys)
  if (typeof role !== 'string') return role
  if (authorization === undefined) return holderOf(c, role)
  if (token === undefined) return invalidToken(noToken(authorization), 'PGRST301')
  const keyRole = await keys.roleOf(token)
  if (keyRole !== null) return holderOf(c, keyRole)
  try {
    const claims = await verify(token)
    c.set('party', claims.sub)
    return { role: 'authenticated', claims, sessionId: claims.session_id }
  } catch (error) {
    if (!(error instanceof InvalidAccessToken)) throw error
    return invalidToken(error.message, error.refusal === 'undecodable' ? 'PGRST301' : 'PGRST303')
  }
}

/** An OAuth client, which was told of no API key: its token has a scope. null for every other bearer of a token. */
async function callerByClient(
  c: Context<Env>,
  token: string,
  verify: VerifyAccessToken,
): Promise<Caller | null> {
  try {
    const claims = await verify(token)
    if (claims['scope'] === undefined) return null
    c.set('party', claims.sub)
    return { role: 'authenticated', claims, sessionId: claims.session_id }
  } catch (error) {
    if (error instanceof InvalidAccessToken) return null
    throw error
  }
}

/** The API token of a request, whole or not; null where there is none. */
export function apiTokenOf(c: Context<Env>): string | null {
  const bearer = bearerIn(c.req.header('authorization'))
  return bearer !== undefined && isMeantAsToken(bearer) ? bearer : null
}

/**
 * The holder of an API token, who needs no key beside it. Who that is, Postgres says in the request's own transaction. A
 * token that the database does not know is one of many that anybody can make up, and one that has ended opens nothing: its
 * sender is a visitor like others.
 */
export async function holderOfToken(
  c: Context<Env>,
  token: string,
  { find, uses }: ApiTokens,
): Promise<Caller | Problem> {
  const tokenHash = hashOfToken(token)
  if (tokenHash === null) return invalidToken(NO_TOKEN, 'PGRST301')
  const clientAddress = c.get('clientAddress')
  const known = await find(tokenHash)
  // The owner of an ended token also sees its use.
  if (known !== null) uses.note(tokenHash, clientAddress)
  const account = known?.account ?? null
  const holder: Caller = { ...SIGNED_OUT, role: 'authenticated', tokenHash }
  if (account === null) return { ...holder, requester: visitorAt(clientAddress), isStranger: true }
  c.set('party', tokenHash)
  return { ...holder, requester: { person: tokenHash, account } }
}

function noToken(authorization: string): string {
  return /^bearer\s*$/i.test(authorization)
    ? 'Empty JWT is sent in Authorization header'
    : 'The authorization header must hold a bearer token.'
}

/** A caller who holds a key and nothing else. */
function holderOf(c: Context<Env>, role: DatabaseRole): Caller {
  if (role === 'service_role') c.set('party', null)
  return { ...SIGNED_OUT, role, claims: { role } }
}

/**
 * Headers that hold credentials: policies and functions do not need them, and the database's log must not have them.
 */
const CREDENTIALS = new Set(['authorization', 'apikey', 'cookie'])

/**
 * The headers that functions read as `request.headers`. The server sets the sender's address, whatever the request
 * claims.
 */
export function forwardedHeaders(c: Context<Env>): Record<string, string> {
  const { rawHeaders } = c.env.incoming
  const forwarded = new Map<string, string>()
  // As they came, names and values in turn: a Headers object would check and sort them all.
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const [name = '', value = ''] = [rawHeaders[at]?.toLowerCase(), rawHeaders[at + 1]]
    if (CREDENTIALS.has(name)) continue
    const before = forwarded.get(name)
    forwarded.set(name, before === undefined ? value : `${before}, ${value}`)
  }
  forwarded.set('x-forwarded-for', c.get('clientAddress'))
  return Object.fromEntries(forwarded)
}
