/** The longest address that mail can be delivered to (RFC 5321, 4.5.3.1.3, without the brackets). */
const MAX_LENGTH = 254
const MAX_LOCAL_LENGTH = 64

/** Unquoted ASCII, as every mail system understands it (RFC 5322 dot-atom). */
const LOCAL_PART = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/
/** Host names of letters, digits and inner hyphens, with at least two labels; the last label is no number. */
const DOMAIN = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+(?!\d+$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])$/

/**
 * Reads an e-mail address strictly and in lower case; null when it is none. Letters outside ASCII are refused rather
 * than converted, so that no domain can pass for another that looks like it.
 */
export function parseEmailAddress(text: string): string | null {
  // Before anything is lower-cased: some letters outside ASCII, such as the Kelvin sign, become ASCII by it.
  if (text.length > MAX_LENGTH || !/^[\x21-\x7e]+$/.test(text)) return null
  const address = text.toLowerCase()
  const at = address.indexOf('@')
  const local = address.slice(0, at)
  const domain = address.slice(at + 1)
  if (at < 1 || local.length > MAX_LOCAL_LENGTH) return null
  return LOCAL_PART.test(local) && DOMAIN.test(domain) ? address : null
}
