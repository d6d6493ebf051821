/** E.164 without the plus: a country code, and 15 digits at the most. */
const E164 = /^[1-9]\d{1,14}$/

/**
 * Reads a phone number in the one spelling that we store: digits, without plus and spaces; null when it is none.
 *
 *     parsePhoneNumber('+1 555 010 0199')   // '15550100199'
 */
export function parsePhoneNumber(text: string): string | null {
  const digits = text.trim().replaceAll(' ', '').replace(/^\+/, '')
  return E164.test(digits) ? digits : null
}
