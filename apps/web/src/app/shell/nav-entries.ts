import { useQuery } from '@tanstack/react-query'
import {
  Bot,
  Boxes,
  LayoutDashboard,
  type LucideIcon,
  Server,
  Settings,
  Users,
  Waypoints,
} from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useWorkspace } from '@/queries/context.tsx'
import { featureQueries } from '@/queries/features.ts'
import { DEFAULT_FEATURES } from '@/workspace/rules/features.ts'

export interface NavEntry {
  path: string
  label: string
  icon: LucideIcon
}

/** The entries of sidebar and mobile menu, without those whose feature the account has switched off. */
export function useNavEntries(): NavEntry[] {
  const { t } = useTranslation()
  const { data: on = DEFAULT_FEATURES } = useQuery(featureQueries.list(useWorkspace()))
  return [
    { path: '/', label: t('Dashboard'), icon: LayoutDashboard, isShown: true },
    { path: '/systems', label: t('Systems'), icon: Server, isShown: on.systems },
    { path: '/automations', label: t('Automations'), icon: Waypoints, isShown: on.automations },
    { path: '/agents', label: t('Agents'), icon: Bot, isShown: on.agents },
    { path: '/solutions', label: t('Solutions'), icon: Boxes, isShown: on.solutions },
    { path: '/team', label: t('Team'), icon: Users, isShown: true },
    { path: '/settings', label: t('Settings'), icon: Settings, isShown: true },
  ].filter((entry) => entry.isShown)
}

/** Whether an entry is the current one. The dashboard has two addresses; a screen below an entry belongs to it. */
export function isCurrent(entryPath: string, pathname: string): boolean {
  if (entryPath === '/') return pathname === '/' || pathname === '/dashboard'
  return pathname === entryPath || pathname.startsWith(`${entryPath}/`)
}
