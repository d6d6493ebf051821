const MAX_LENGTH = 60

/** What somebody would write who wants us to carry a link, an address or markup to a stranger. */
const LOOKS_LIKE_MORE_THAN_A_NAME = /[<>@\\]|\/\/|www\.|[\p{L}\p{N}-]\.\p{L}{2,}/iu

const LOOKS_LIKE_A_LINK = /[<>@\\]|\/\/|www\.|\.\p{L}{2,}[/:?#]/iu

/**
 * Makes a name that a stranger chose fit for a mail that we send: one short line without control, direction or zero-width
 * characters. What looks like a link, an address or markup is left out altogether, for mail programs make links of it.
 */
export function displayText(value: unknown): string {
  return shownUnless(LOOKS_LIKE_MORE_THAN_A_NAME, value)
}

/** The same for what a member has named something for colleagues: systems are called after their domain, without a path. */
export function displayTitle(value: unknown): string {
  return shownUnless(LOOKS_LIKE_A_LINK, value)
}

function shownUnless(suspicious: RegExp, value: unknown): string {
  if (typeof value !== 'string') return ''
  const line = value
    .normalize('NFKC')
    .replace(/\p{Cc}|\p{Zl}|\p{Zp}|\s/gu, ' ')
    .replace(/\p{Cf}|\p{Cs}|\p{Co}|\p{Cn}/gu, '')
    .replace(/ +/g, ' ')
    .trim()
  if (suspicious.test(line)) return ''
  return [...line].slice(0, MAX_LENGTH).join('')
}
