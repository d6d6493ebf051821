import { type Entry, isEntry } from './values.ts'

/** Keys whose values are secrets, without case and marks. */
const SECRET_KEY =
  /(?:password|passwd|passphrase|secret|apikey|accesskey|privatekey|authorization|credentials?|connectionstring|bearer|cookie|(?:access|refresh|auth|api|bot|session|id|sas|personal|webhook)tokens?|^tokens?|^pat|^pwd|^auth)$/
/** The beginnings by which programs mark their tokens. */
const MARKED =
  /^(?:gh[pousr]_|github_pat_|glpat-|sk-|pk_|rk_|xox[abeprs]-|ya29\.|eyJ[\w-]{8,}\.|AKIA[A-Z0-9]{12}|AIza|hf_|npm_|pypi-|Bearer\s|Basic\s)/
/** As long and as mixed as words of a language never are. */
const MIXED = /^(?=.*\d)(?=.*[A-Z])(?=.*[a-z])[\w~+=-]{20,}$/
const HEX = /^[\da-f]{24,}$/i

/** Whether the value of a key is a secret, by the name of the key. */
export function isSecretKey(key: string): boolean {
  return SECRET_KEY.test(key.toLowerCase().replaceAll(/[^a-z0-9]/g, ''))
}

/** Whether a word looks like a token, whatever it is called. */
export function looksLikeToken(word: string): boolean {
  return MARKED.test(word) || MIXED.test(word) || HEX.test(word)
}

/**
 * Returns an address without its password and without the tokens in its query, otherwise as it is written; null for a text
 * that is no address.
 */
function publicAddress(text: string): string | null {
  const url = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) && URL.canParse(text) ? new URL(text) : null
  if (!url) return null
  const secret = [...url.searchParams].filter(
    ([key, value]) => isSecretKey(key) || key.toLowerCase() === 'key' || looksLikeToken(value),
  )
  if (url.username === '' && url.password === '' && secret.length === 0) return text
  url.username = ''
  url.password = ''
  for (const [key] of secret) url.searchParams.delete(key)
  return String(url)
}

/** Returns a public address that ends before the part of its path that looks like a token. */
export function tokenlessAddress(text: string): string | null {
  const address = publicAddress(text)
  if (address === null) return null
  const url = new URL(address)
  const parts = url.pathname.split('/')
  const secret = parts.findIndex((part) => looksLikeToken(decoded(part)))
  if (secret === -1) return address
  url.pathname = parts.slice(0, secret).join('/')
  url.search = ''
  return String(url)
}

/** Returns a command as a text, without the values that are secrets: of flags, of variables, and in addresses. */
export function publicCommand(words: readonly string[]): string {
  return words.flatMap((word, index) => publicWord(word, words[index - 1] ?? '')).join(' ')
}

function publicWord(word: string, before: string): readonly string[] {
  const address = tokenlessAddress(word)
  if (address !== null) return [address]
  const [, name = '', value = ''] = /^(-{0,2}[\w.-]+)=(.*)$/s.exec(word) ?? []
  if (name !== '') {
    const isHidden = isSecretKey(name) || looksLikeToken(value) || publicAddress(value) !== null
    return [isHidden || /^(?:-e|--env)$/.test(before) ? name : word]
  }
  if (/^-{1,2}\w/.test(before) && (isSecretKey(before) || /^(?:-H|--header)$/.test(before))) return []
  return looksLikeToken(word) ? [] : [word]
}

/** Counts the values under keys of secrets, however deep they lie. */
export function secretsIn(value: unknown): number {
  if (Array.isArray(value)) return value.reduce((count: number, item) => count + secretsIn(item), 0)
  if (!isEntry(value)) return 0
  return Object.entries(value).reduce(
    (count, [key, inner]) => count + (isSecretKey(key) && isFilled(inner) ? 1 : secretsIn(inner)),
    0,
  )
}

/** Returns the value without the keys of secrets, however deep they lie, and with addresses that anybody may see. */
export function withoutSecrets(value: unknown): unknown {
  if (typeof value === 'string') return publicAddress(value) ?? value
  if (Array.isArray(value)) return value.map(withoutSecrets)
  if (!isEntry(value)) return value
  return withoutSecretKeys(value)
}

function withoutSecretKeys(entry: Entry): Entry {
  return Object.fromEntries(
    Object.entries(entry).flatMap(([key, inner]) =>
      isSecretKey(key) ? [] : [[key, withoutSecrets(inner)] as const],
    ),
  )
}

function isFilled(value: unknown): boolean {
  return value !== null && value !== undefined && value !== '' && value !== false
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
