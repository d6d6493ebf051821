import type { Language } from '@cairn/delivery/port/language'

/** No honest browser sends more. */
const MAX_HEADER_LENGTH = 200

/**
 * The first language of an Accept-Language header that mails can have, by its weights; null when there is none. Regions
 * make no difference: `de-AT` is `de`.
 * Source: https://www.rfc-editor.org/rfc/rfc9110#section-12.5.4
 */
export function acceptedLanguage(header: string | null, offered: readonly Language[]): Language | null {
  if (header === null || header.length > MAX_HEADER_LENGTH) return null
  const wanted = header
    .split(',')
    .map((range) => {
      const [tag = '', ...parameters] = range.split(';').map((part) => part.trim())
      const weight = parameters.find((parameter) => /^q=/i.test(parameter))?.slice(2) ?? '1'
      return { language: tag.toLowerCase().replace(/-.*$/, ''), weight: Number(weight) }
    })
    .filter(({ language, weight }) => weight > 0 && offered.includes(language))
    .toSorted((one, other) => other.weight - one.weight)
  return wanted[0]?.language ?? null
}

/** A value that a caller sent as their language; null when mails do not have it. */
export function knownLanguage(value: unknown, offered: readonly Language[]): Language | null {
  return typeof value === 'string' && offered.includes(value) ? value : null
}
