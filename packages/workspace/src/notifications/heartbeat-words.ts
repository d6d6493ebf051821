import type { Translate } from './translate.ts'

/** What a sentence says of an automation or agent, or of several. */
interface Beating {
  record: string
  isOfMany: boolean
  /** When it last reported, as the reader writes it. */
  since: string | null
  awaySeconds: number
}

/** Read days later it is still true. */
export function late({ record, isOfMany, since }: Beating, t: Translate): string {
  if (isOfMany) return t('{{record}} are late.', { record })
  if (since === null) return t('{{record}} is late.', { record })
  return t('{{record}} is late: it has not reported since {{moment}}.', { record, moment: since })
}

/** A run that failed, or runs of several. */
export function failing({ record, isOfMany }: Beating, t: Translate): string {
  return isOfMany ? t('{{record}} are failing.', { record }) : t('{{record}} failed.', { record })
}

const HOUR_SECONDS = 3_600

/** Days are told from the third on: '36 hours' says more than '2 days'. */
export function back({ record, isOfMany, awaySeconds }: Beating, t: Translate): string {
  if (isOfMany) return t('{{record}} report again.', { record })
  const minutes = Math.max(Math.round(awaySeconds / 60), 1)
  if (minutes < 60)
    return t('{{record}} reports again after {{count}} minutes.', {
      record,
      count: minutes,
      defaultValue_one: '{{record}} reports again after {{count}} minute.',
    })
  const hours = Math.round(awaySeconds / HOUR_SECONDS)
  if (hours < 48)
    return t('{{record}} reports again after {{count}} hours.', {
      record,
      count: hours,
      defaultValue_one: '{{record}} reports again after {{count}} hour.',
    })
  return t('{{record}} reports again after {{count}} days.', {
    record,
    count: Math.round(hours / 24),
    defaultValue_one: '{{record}} reports again after {{count}} day.',
  })
}
