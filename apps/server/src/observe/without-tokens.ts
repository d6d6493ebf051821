/** Where a secret is part of the address: heartbeats, calendars, and the function that takes their calls on any Supabase. */
const SECRET = /^(\/+(?:p|calendar|functions\/+v1\/+ping)\/).+$/is

/** API tokens and keys of sources, which have no place in an address. */
const MISPLACED = /cairn_[^/]*/gi

/** The form of a secret of ours: an address has 32 digits, a token 48, the key of a source 64, a hash of either too. */
const DIGITS = /[0-9a-f]{32,}/gi
const TOKEN = /cairn_(?:src_)?[0-9a-z]{8,}/gi

/** Removes secrets from a text, however they are spelled: readers of the log must not be able to use them. */
export function withoutSecrets(text: string): string {
  return inAnySpelling(text, (spelled) => spelled.replace(TOKEN, 'cairn_***').replace(DIGITS, '***'))
}

/** Removes secrets from the path of an address, where a secret has a fixed place. */
export function withoutTokens(path: string): string {
  return inAnySpelling(path, (spelled) =>
    spelled.replace(SECRET, '$1***').replace(MISPLACED, 'cairn_***').replace(DIGITS, '***'),
  )
}

/** Texts that were encoded more often are logged as they are when that often decoded. */
const MOST_ENCODED = 8

/** Removes secrets from a text and from its decoded forms. A text without secrets stays as it was written. */
function inAnySpelling(text: string, clean: (spelled: string) => string): string {
  let spelled = text
  for (let turn = 0; turn < MOST_ENCODED; turn += 1) {
    const decoded = decodedOnce(spelled)
    if (decoded === spelled) break
    spelled = decoded
  }
  const cleaned = clean(spelled)
  return cleaned === spelled ? text : cleaned
}

/** Percent signs that begin no character stay. Of other characters than those of ASCII no secret is made. */
function decodedOnce(text: string): string {
  return text.replaceAll(/%([0-7][0-9a-f])/gi, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  )
}
