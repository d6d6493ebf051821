/** A claim as a person reads it. */
export interface ShownClaim {
  name: string
  value: string
}

const LONGEST = 500
const MOST = 60

/** Claims that tie a token to its request: they say nothing about the person. */
const OF_THE_REQUEST = new Set(['nonce', 'at_hash', 'c_hash', 's_hash', 'sid', 'jti', 'uti', 'rh', 'aio'])
const SECRET = /token|secret|password|api_?key|private_?key|\bcode\b/i

/** The claims of a person in the order of the provider: none that is or could be a secret, and none of endless length. */
export function shownClaims(claims: Readonly<Record<string, unknown>>): readonly ShownClaim[] {
  return Object.entries(claims)
    .filter(([name, value]) => value !== undefined && !OF_THE_REQUEST.has(name) && !SECRET.test(name))
    .slice(0, MOST)
    .map(([name, value]) => ({ name: name.slice(0, 100), value: textOf(value) }))
}

/** Text as it is, anything else as JSON without the secrets in it. */
function textOf(value: unknown): string {
  const text =
    typeof value === 'string'
      ? value
      : JSON.stringify(value, (name, inner: unknown) => (SECRET.test(name) ? undefined : inner))
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
}
