const MAX_LENGTH = 60

/**
 * Texts with which an attacker could put a link, an address or markup into our mails. Some programs read 。 as a dot.
 */
const LOOKS_LIKE_MORE_THAN_A_NAME = /[<>@\\]|\/\/|www[.。]|[\p{L}\p{N}-][.。]\p{L}{2,}/iu

const LOOKS_LIKE_A_LINK = /[<>@\\]|\/\/|www[.。]|[.。]\p{L}{2,}[/:?#]/iu

/**
 * Makes a name that an unknown sender chose fit for our mails: one short line without control, direction or zero-width
 * characters. A text that looks like a link, an address or markup is left out altogether, because mail programs turn it
 * into a link.
 */
export function displayText(value: unknown): string {
  return shownUnless(LOOKS_LIKE_MORE_THAN_A_NAME, value)
}

/** The same for titles that a member gives to records: a system may be named after its domain, but not after a URL. */
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
