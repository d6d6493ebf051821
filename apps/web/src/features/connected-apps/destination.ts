import type { TFunction } from 'i18next'

const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', '[::1]', 'localhost'])

/** Where the browser goes with the answer, in words: the host, or an app on this device. */
export function destinationOf(redirectUri: string, t: TFunction): string {
  const url = URL.canParse(redirectUri) ? new URL(redirectUri) : null
  if (url === null) return redirectUri
  if (/^https?:$/.test(url.protocol) && LOOPBACK.has(url.hostname)) return t('a program on this computer')
  if (url.protocol === 'https:') return url.host
  return t('an app on this device ({{scheme}})', { scheme: url.protocol })
}
