import type { Translate } from './translate.ts'

/** The facts in a sentence about an automation or agent, or about several. */
interface Beating {
  record: string
  isOfMany: boolean
  /** When it last reported, in the reader's date format. */
  since: string | null
  awaySeconds: number
}

/** Says since when a record is late. The sentence still holds when it is read days later. */
export function late({ record, isOfMany, since }: Beating, t: Translate): string {
  if (isOfMany) return t('{{record}} are late.', { record })
  if (since === null) return t('{{record}} is late.', { record })
  return t('{{record}} is late: it has not reported since {{moment}}.', { record, moment: since })
}

/** Says that a run failed, or that the runs of several records did. */
export function failing({ record, isOfMany }: Beating, t: Translate): string {
  return isOfMany ? t('{{record}} are failing.', { record }) : t('{{record}} failed.', { record })
}

const HOUR_SECONDS = 3_600

/** Says that a record has recovered. Days count from the third on: '36 hours' is more precise than '2 days'. */
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
