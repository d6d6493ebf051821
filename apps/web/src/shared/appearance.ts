import type { AccountAppearance } from '@cairn/workspace/port/appearance'
import type { Account } from '@cairn/workspace/port/workspace'
import type { TFunction } from 'i18next'

/** How an account presents itself. Before an admin chooses, it has the name that its founder gave; guests see another. */
export function appearanceOf(
  stored: AccountAppearance | null,
  account: Account | null,
  t: TFunction,
): AccountAppearance {
  return (
    stored ?? {
      accountName: account?.name ?? t('Your Organization'),
      description: t('The systems, automations and knowledge of your organization, in one place.'),
      logoUrl: '',
    }
  )
}
