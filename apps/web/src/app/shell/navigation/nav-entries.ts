import { CATALOGUE_KINDS, CATALOGUES, type CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import { Inbox, LayoutDashboard, type LucideIcon, Settings, Users } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { KINDS } from '@/catalogue/kinds.ts'
import { useIsFeatureOn } from '@/shared/use-is-feature-on.ts'

export interface NavEntry {
  path: string
  label: string
  icon: LucideIcon
  /** Other words by which the palette finds it. */
  keywords?: string
  /** The catalogue whose views stand below it. */
  kind?: CatalogueKind
}

/** The entries of sidebar and mobile menu, without those whose feature the account has switched off. */
export function useNavEntries(): NavEntry[] {
  const { t } = useTranslation()
  const isOn = useIsFeatureOn()
  const catalogues = CATALOGUE_KINDS.filter((kind) => isOn(CATALOGUES[kind].feature))
  return [
    { path: '/notifications', label: t('Inbox'), icon: Inbox, keywords: t('Notifications') },
    { path: '/', label: t('Dashboard'), icon: LayoutDashboard },
    ...catalogues.map((kind) => {
      const { path, title } = CATALOGUES[kind]
      return { path, label: t(title), icon: KINDS[kind].icon, kind }
    }),
    { path: '/team', label: t('Team'), icon: Users },
    { path: '/settings', label: t('Settings'), icon: Settings },
  ]
}

/** Whether an entry is the current one. The dashboard has two addresses; a screen below an entry belongs to it. */
export function isCurrent(entryPath: string, pathname: string): boolean {
  if (entryPath === '/') return pathname === '/' || pathname === '/dashboard'
  return pathname === entryPath || pathname.startsWith(`${entryPath}/`)
}
