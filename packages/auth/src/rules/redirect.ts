/**
 * Where a link may lead. Everything is judged as a browser would read it, after parsing, never as text: so backslashes,
 * tabs, user names and missing slashes turn into the address that they really are.
 */
export interface RedirectRules {
  siteUrl: string
  /** Further addresses; `*` stands for any characters but slash, query and fragment signs, `**` for any at all. */
  allowList: readonly string[]
}

/** The address to go to: the wanted one if it is allowed, otherwise the site itself. */
export function allowedRedirect(wanted: string | null, rules: RedirectRules): string {
  const url = parseWebAddress(wanted)
  if (url === null) return rules.siteUrl
  if (url.origin === new URL(rules.siteUrl).origin) return url.href
  return rules.allowList.some((pattern) => matches(url, pattern)) ? url.href : rules.siteUrl
}

function parseWebAddress(text: string | null): URL | null {
  // The scheme has to be spelled out with its slashes: "https:evil.test" and "//evil.test" mean different things to
  // different readers.
  if (text === null || !/^https?:\/\/[^/\\]/i.test(text)) return null
  if (/[\s\\\p{Cc}]/u.test(text) || !URL.canParse(text)) return null
  const url = new URL(text)
  return url.username === '' && url.password === '' ? url : null
}

/** The origin of a pattern is compared whole: wildcards are for what comes after it. */
function matches(url: URL, pattern: string): boolean {
  if (!URL.canParse(pattern)) return false
  const allowed = new URL(pattern)
  if (allowed.origin !== url.origin) return false
  const expression = (allowed.pathname + allowed.search)
    .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
    .replace(/\*\*|\*/g, (wildcard) => (wildcard === '**' ? '.*' : '[^/?#]*'))
  return new RegExp(`^${expression}$`).test(url.pathname + url.search)
}
