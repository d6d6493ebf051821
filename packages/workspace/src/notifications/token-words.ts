import type { Translate } from './translate.ts'

/** A token as its sentence names it; moments are in the reader's date format. */
interface EndingToken {
  name: string
  ends: string
  lastUsed: string | null
  network: string | null
}

/** Says when an API token expires and when it was last used, so that its owner can tell whether anything needs it. */
export function expiring(token: EndingToken | null, t: Translate): string {
  const { name, ends, lastUsed, network } = token ?? { name: '', ends: '', lastUsed: null, network: null }
  if (lastUsed === null)
    return t('The API token {{name}} expires on {{date}}. It was never used.', { name, date: ends })
  if (network === null)
    return t('The API token {{name}} expires on {{date}}. It was last used on {{used}}.', {
      ...{ name, date: ends, used: lastUsed },
    })
  return t('The API token {{name}} expires on {{date}}. It was last used on {{used}}, from {{network}}.', {
    ...{ name, date: ends, used: lastUsed, network },
  })
}
