import type { GroupClaims } from '../model/group-claims.ts'

/** No rule is about a longer name. */
const MAX_NAME_LENGTH = 256
/** A list with more names is not read. */
const MAX_NAMES = 10_000

/** Entra ID sends this attribute in the place of the groups of a user who is in more than 150. */
const SAML_OVERAGE = 'http://schemas.microsoft.com/claims/groups.link'
const SAML_GROUPS = 'http://schemas.microsoft.com/ws/2008/06/identity/claims/groups'

/**
 * The names in the claims of an ID token: of a list its texts, of a text itself. Where Entra ID says elsewhere which groups
 * there are, the claim is null.
 * Source: https://learn.microsoft.com/entra/identity-platform/access-token-claims-reference#groups-overage-claim
 */
export function groupsInClaims(claims: Readonly<Record<string, unknown>>): GroupClaims {
  const { _claim_names: elsewhere, hasgroups } = claims
  const names = typeof elsewhere === 'object' && elsewhere !== null ? Object.keys(elsewhere) : []
  const overage = hasgroups === true || hasgroups === 'true' ? [...names, 'groups'] : names
  return withoutUnknown(Object.entries(claims), overage)
}

/** The same for the attributes of an assertion, whose names are in lower case. */
export function groupsInAttributes(attributes: ReadonlyMap<string, readonly string[]>): GroupClaims {
  return withoutUnknown([...attributes], attributes.has(SAML_OVERAGE) ? [SAML_GROUPS] : [])
}

function withoutUnknown(claims: readonly (readonly [string, unknown])[], unknown: readonly string[]) {
  return Object.fromEntries([
    ...claims.map(([name, value]) => [storable(name), namesIn(value)] as const),
    ...unknown.map((name) => [storable(name), null] as const),
  ])
}

function namesIn(value: unknown): readonly string[] | null {
  if (typeof value === 'string') return namesIn([value])
  if (!Array.isArray(value) || value.length > MAX_NAMES) return null
  const names = value.flatMap((name: unknown) => (typeof name === 'string' ? [storable(name.trim())] : []))
  return [...new Set(names)].filter((name) => name !== '' && name.length <= MAX_NAME_LENGTH)
}

/** Postgres stores neither NUL nor half of a character. */
function storable(text: string): string {
  return Buffer.from(text, 'utf8').toString('utf8').replaceAll('\0', '\uFFFD')
}
