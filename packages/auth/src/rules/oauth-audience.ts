import { AUDIENCE } from '../model/claims.ts'

/** The data API: what a token is for unless its client says otherwise. */
const USUAL_RESOURCE = '/rest/v1'

export interface Resources {
  publicUrl: string
  /** Paths of further resources, such as `/mcp`. */
  further: readonly string[]
}

/**
 * What a token for these resources says in `aud`; null for what is none of ours, and for more than one: such a token would
 * open two doors. Without any it is for the data API.
 * Source: RFC 8707 section 2
 */
export function audienceOf(asked: readonly string[], { publicUrl, further }: Resources): string | null {
  const wanted = new Set(asked.map((text) => text.replace(/\/$/, '')))
  const [resource = publicUrl + USUAL_RESOURCE] = wanted
  if (wanted.size > 1) return null
  if (resource === publicUrl + USUAL_RESOURCE) return AUDIENCE
  return further.some((path) => publicUrl + path === resource) ? resource : null
}
