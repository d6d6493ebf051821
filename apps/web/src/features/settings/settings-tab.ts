import type { TFunction } from 'i18next'

export const SETTINGS_TABS = [
  'notifications',
  'security',
  'appearance',
  'connections',
  'features',
  'fields',
  'tags',
  'licenses',
] as const

export type SettingsTab = (typeof SETTINGS_TABS)[number]

/** The tab in the address; the notifications where it names none that exists. */
export function settingsTabOf(params: URLSearchParams): SettingsTab {
  return SETTINGS_TABS.find((tab) => tab === params.get('tab')) ?? 'notifications'
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
    case 'features':
      return t('Features')
    case 'fields':
      return t('Fields')
    case 'tags':
      return t('Tags')
    case 'licenses':
      return t('Licenses')
  }
}
