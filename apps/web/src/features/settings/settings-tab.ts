import type { Me } from '@cairn/workspace/port/workspace'
import { hasRank } from '@cairn/workspace/rules/can'
import type { TFunction } from 'i18next'

export const SETTINGS_TABS = [
  'notifications',
  'security',
  'appearance',
  'connections',
  'assistants',
  'features',
  'fields',
  'tags',
  'tokens',
  'webhooks',
  'archive',
  'licenses',
] as const

export type SettingsTab = (typeof SETTINGS_TABS)[number]

/** The tabs that a user or guest has: webhooks and the whole account as a file are for admins alone; guests see examples. */
export function settingsTabsOf({
  kind,
  permissionLevel,
}: Pick<Me, 'kind' | 'permissionLevel'>): readonly SettingsTab[] {
  const isAdmin = hasRank(permissionLevel, 'admin')
  return SETTINGS_TABS.filter((tab) => {
    if (tab === 'webhooks') return isAdmin || kind === 'guest'
    return tab !== 'archive' || isAdmin
  })
}

/** The tab in the address; the notifications where it names none of these. */
export function settingsTabOf(params: URLSearchParams, tabs: readonly SettingsTab[]): SettingsTab {
  return tabs.find((tab) => tab === params.get('tab')) ?? 'notifications'
}

export function settingsTabLabel(tab: SettingsTab, t: TFunction): string {
  switch (tab) {
    case 'notifications':
      return t('Notifications')
    case 'security':
      return t('Security')
    case 'appearance':
      return t('Appearance')
    case 'connections':
      return t('Connections')
    case 'assistants':
      return t('Assistants')
    case 'features':
      return t('Features')
    case 'fields':
      return t('Fields')
    case 'tags':
      return t('Tags')
    case 'tokens':
      return t('API Tokens')
    case 'webhooks':
      return t('Webhooks')
    case 'archive':
      return t('Archive')
    case 'licenses':
      return t('Licenses')
  }
}
