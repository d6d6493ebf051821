import type { TFunction } from 'i18next'

/** What the button says that invites so many people. */
export function sendLabel(count: number, t: TFunction): string {
  return count === 0 ? t('Send Invitations') : t('Send Invitations: {{count}}', { count })
}
