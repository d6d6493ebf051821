import type { PermissionLevel } from '@cairn/workspace/port/permission-level'
import type { Me } from '@cairn/workspace/port/workspace'
import { hasRank } from '@cairn/workspace/rules/can'
import type { TFunction } from 'i18next'

/** The menu of the settings: three groups of pages. */
export const SETTINGS_GROUPS = {
  you: ['profile', 'notifications', 'security', 'tokens', 'connected-apps'],
  account: ['general', 'people', 'invitations', 'fields', 'tags', 'features', 'archive', 'licenses'],
  integrations: ['connections', 'assistants', 'webhooks', 'api', 'sources', 'monitoring'],
} as const

export type SettingsGroup = keyof typeof SETTINGS_GROUPS
export type SettingsPageName = (typeof SETTINGS_GROUPS)[SettingsGroup][number]

const PAGES: readonly SettingsPageName[] = Object.values(SETTINGS_GROUPS).flat()

/** The level from which a page has something to change. All others are for every member. */
const RANKS: Partial<Record<SettingsPageName, PermissionLevel>> = {
  general: 'admin',
  people: 'admin',
  invitations: 'admin',
  fields: 'admin',
  tags: 'manager',
  features: 'admin',
  archive: 'admin',
  licenses: 'admin',
  connections: 'user',
  webhooks: 'admin',
  sources: 'manager',
  monitoring: 'admin',
}

/** Guests try what they could do, but see nothing of other people, and no addresses and files of an account. */
const NOT_FOR_GUESTS: ReadonlySet<SettingsPageName> = new Set([
  'people',
  'invitations',
  'archive',
  'sources',
  'monitoring',
])

type Reader = Pick<Me, 'kind' | 'permissionLevel'>

/** The level that a page needs; null where this user or guest has it in the menu. */
export function missingRank(
  page: SettingsPageName,
  { kind, permissionLevel }: Reader,
): PermissionLevel | null {
  const rank = RANKS[page]
  const isOffered = kind === 'guest' ? !NOT_FOR_GUESTS.has(page) : !rank || hasRank(permissionLevel, rank)
  return isOffered ? null : (rank ?? null)
}

/** The groups of the menu, with the pages on which this user or guest can change something. */
export function settingsMenuOf(reader: Reader): [SettingsGroup, SettingsPageName[]][] {
  const group = (name: SettingsGroup): [SettingsGroup, SettingsPageName[]] => [
    name,
    SETTINGS_GROUPS[name].filter((page) => missingRank(page, reader) === null),
  ]
  return [group('you'), group('account'), group('integrations')].filter(([, pages]) => pages.length > 0)
}

/** The page of an address; null for one that does not exist. `/settings` itself shows the notifications. */
export function settingsPageOf(name: string | undefined): SettingsPageName | null {
  return name === undefined ? 'notifications' : (PAGES.find((page) => page === name) ?? null)
}

export function settingsPath(page: SettingsPageName): string {
  return `/settings/${page}`
}

/** The page that an address with `?tab=` meant, with its other parameters; null for an address without one. */
export function pathOfTab({ search, hash }: { search: string; hash: string }) {
  const params = new URLSearchParams(search)
  const tab = params.get('tab')
  if (tab === null) return null
  params.delete('tab')
  const page = tab === 'appearance' ? 'general' : (settingsPageOf(tab) ?? 'notifications')
  return { pathname: settingsPath(page), search: params.toString(), hash }
}

export function settingsGroupLabel(group: SettingsGroup, t: TFunction): string {
  switch (group) {
    case 'you':
      return t('You')
    case 'account':
      return t('Account')
    case 'integrations':
      return t('Integrations')
  }
}

export function settingsPageLabel(page: SettingsPageName, t: TFunction): string {
  switch (page) {
    case 'profile':
      return t('Profile')
    case 'notifications':
      return t('Notifications')
    case 'security':
      return t('Security')
    case 'tokens':
      return t('API Tokens')
    case 'connected-apps':
      return t('Connected Apps')
    case 'general':
      return t('General')
    case 'people':
      return t('People')
    case 'invitations':
      return t('Invitations')
    case 'fields':
      return t('Fields')
    case 'tags':
      return t('Tags')
    case 'features':
      return t('Features')
    case 'archive':
      return t('Archive')
    case 'licenses':
      return t('Licenses')
    case 'connections':
      return t('Connections')
    case 'assistants':
      return t('Assistants')
    case 'webhooks':
      return t('Webhooks')
    case 'api':
      return t('API')
    case 'sources':
      return t('Sources')
    case 'monitoring':
      return t('Monitoring')
  }
}
