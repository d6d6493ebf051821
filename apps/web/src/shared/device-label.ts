import type { TFunction } from 'i18next'
import { deviceOf } from './device-name.ts'

/** The browser and the operating system of a `User-Agent`, as people call them: 'Firefox · Linux'. */
export function deviceLabel(userAgent: string | null, t: TFunction): string {
  const { browser, system } = deviceOf(userAgent)
  return [browser ?? t('Unknown browser'), system].filter(Boolean).join(' · ')
}
