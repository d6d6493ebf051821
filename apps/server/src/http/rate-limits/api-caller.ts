import type { Caller } from '@cairn/postgres/pool/caller'

/** The unit that is counted: a token, or an app on behalf of a person. */
export interface ApiCaller {
  /** The same for all its requests. */
  id: string
  /** The person on whose behalf it asks, where the claims say so. */
  person: string | null
  /** The account, as soon as it is known. */
  account: string | null
}

/** The sender of a token that the database does not know: only their network is known. */
export interface Stranger {
  network: string
}

/** The token or app behind a request; null for the sessions of people, for visitors and for the operator's programs. */
export function apiCallerOf({
  role,
  claims,
  tokenHash,
  requester,
  isStranger = false,
}: Caller): ApiCaller | Stranger | null {
  if (role !== 'authenticated') return null
  const { sub, client_id: client } = claims
  const person = typeof sub === 'string' ? sub : null
  const account = requester?.account ?? null
  if (tokenHash !== undefined) {
    if (isStranger) return { network: requester?.person ?? 'unknown' }
    return { id: `token ${tokenHash}`, person, account }
  }
  return typeof client === 'string' && person !== null
    ? { id: `app ${client} ${person}`, person, account }
    : null
}
