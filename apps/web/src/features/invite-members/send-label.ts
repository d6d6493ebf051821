import type { TFunction } from 'i18next'

/** Returns the label of the button that invites this number of people. */
export function sendLabel(count: number, t: TFunction): string {
  return count === 0 ? t('Send Invitations') : t('Send Invitations: {{count}}', { count })
}
