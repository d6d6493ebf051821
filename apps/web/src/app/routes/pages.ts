import type { ComponentType } from 'react'
import { type Part, part } from '@/lib/part.ts'
import type { CATALOGUES, CatalogueKind } from '@/workspace/port/catalogues.ts'

export const shellPage = part(async () => (await import('../shell/shell.tsx')).Shell)
export const authPage = part(async () => (await import('@/features/access/auth-page.tsx')).AuthPage)
export const confirmPage = part(async () => (await import('@/features/access/confirm-page.tsx')).ConfirmPage)
export const dashboardPage = part(
  async () => (await import('@/features/dashboard/dashboard-page.tsx')).DashboardPage,
)
export const settingsPage = part(async () => (await import('../screens/settings-screen.tsx')).SettingsScreen)
export const searchPage = part(async () => (await import('@/features/search/search-page.tsx')).SearchPage)
export const profilePage = part(async () => (await import('../screens/profile-screen.tsx')).ProfileScreen)
export const notificationsPage = part(
  async () => (await import('@/features/notifications/notifications-page.tsx')).NotificationsPage,
)
export const binPage = part(async () => (await import('@/features/bin/bin-page.tsx')).BinPage)
export const invitationPage = part(
  async () => (await import('../screens/invitation-screen.tsx')).InvitationScreen,
)
export const teamPage = part(async () => (await import('../screens/team-screen.tsx')).TeamScreen)
export const memberPage = part(async () => (await import('@/features/team/member-page.tsx')).MemberPage)
export const placeholderPage = part(
  async () => (await import('@/features/placeholders/placeholder-page.tsx')).PlaceholderPage,
)
export const notFoundPage = part(
  async () => (await import('@/features/not-found/not-found-page.tsx')).NotFoundPage,
)

type PathOf<Kind extends CatalogueKind> = (typeof CATALOGUES)[Kind]['path']

/** The screen of a catalogue, and the gate before it. */
interface CataloguePages<Kind extends CatalogueKind> {
  path: PathOf<Kind>
  gate: Part
  screen: Part
}

function catalogue<Kind extends CatalogueKind>(
  kind: Kind,
  path: PathOf<Kind>,
  load: () => Promise<ComponentType>,
): CataloguePages<Kind> {
  const gate = part(async () => (await import('./feature-gate.tsx')).gateOf(kind))
  return { path, gate, screen: part(load) }
}

/** The catalogues' screens. Their paths are written again, and checked: the sign-in has no need of the whole table. */
export const cataloguePages: { readonly [Kind in CatalogueKind]: CataloguePages<Kind> } = {
  system: catalogue(
    'system',
    '/systems',
    async () => (await import('@/features/systems/systems-page.tsx')).SystemsPage,
  ),
  automation: catalogue(
    'automation',
    '/automations',
    async () => (await import('@/features/automations/automations-page.tsx')).AutomationsPage,
  ),
  agent: catalogue(
    'agent',
    '/agents',
    async () => (await import('@/features/agents/agents-page.tsx')).AgentsPage,
  ),
  solution: catalogue(
    'solution',
    '/solutions',
    async () => (await import('@/features/solutions/solutions-page.tsx')).SolutionsPage,
  ),
}
