import type { Caller } from '@cairn/postgres/caller'

/** Who is counted: a token, or an app on behalf of a person. */
export interface ApiCaller {
  /** The same for all its requests. */
  id: string
  /** On whose behalf it asks, where the claims say so. */
  person: string | null
}

/** The token or app behind a request; null for the sessions of people, for visitors and for the operator's programs. */
export function apiCallerOf({ role, claims, tokenHash }: Caller): ApiCaller | null {
  if (role !== 'authenticated') return null
  const { sub, client_id: client } = claims
  const person = typeof sub === 'string' ? sub : null
  if (tokenHash !== undefined) return { id: `token ${tokenHash}`, person }
  return typeof client === 'string' && person !== null ? { id: `app ${client} ${person}`, person } : null
}
