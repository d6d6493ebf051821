import { AUDIENCE } from '../model/claims.ts'

/** The data API: the resource of a token unless its client names another. */
const USUAL_RESOURCE = '/rest/v1'

export interface Resources {
  publicUrl: string
  /** Paths of further resources, such as `/mcp`. */
  further: readonly string[]
}

/**
 * The `aud` of a token for these resources; null for an unknown resource, and for more than one: such a token would
 * open two doors. Without any resource it is for the data API. Source: RFC 8707 section 2
 */
export function audienceOf(asked: readonly string[], { publicUrl, further }: Resources): string | null {
  const wanted = new Set(asked.map((text) => text.replace(/\/$/, '')))
  const [resource = publicUrl + USUAL_RESOURCE] = wanted
  if (wanted.size > 1) return null
  if (resource === publicUrl + USUAL_RESOURCE) return AUDIENCE
  return further.some((path) => publicUrl + path === resource) ? resource : null
}
