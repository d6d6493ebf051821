import type { ComponentType } from 'react'
import type { CATALOGUES, CatalogueKind } from '@/workspace/port/catalogues.ts'
import { type Page, page } from './page.ts'

export const shellPage = page(async () => (await import('../shell/shell.tsx')).Shell)
export const authPage = page(async () => (await import('@/features/access/auth-page.tsx')).AuthPage)
export const confirmPage = page(async () => (await import('@/features/access/confirm-page.tsx')).ConfirmPage)
export const dashboardPage = page(
  async () => (await import('@/features/dashboard/dashboard-page.tsx')).DashboardPage,
)
export const settingsPage = page(async () => (await import('../screens/settings-screen.tsx')).SettingsScreen)
export const searchPage = page(async () => (await import('@/features/search/search-page.tsx')).SearchPage)
export const profilePage = page(async () => (await import('../screens/profile-screen.tsx')).ProfileScreen)
export const notificationsPage = page(
  async () => (await import('@/features/notifications/notifications-page.tsx')).NotificationsPage,
)
export const placeholderPage = page(
  async () => (await import('@/features/placeholders/placeholder-page.tsx')).PlaceholderPage,
)
export const notFoundPage = page(
  async () => (await import('@/features/not-found/not-found-page.tsx')).NotFoundPage,
)

type PathOf<Kind extends CatalogueKind> = (typeof CATALOGUES)[Kind]['path']

/** The screen of a catalogue, and the gate before it. */
interface CataloguePages<Kind extends CatalogueKind> {
  path: PathOf<Kind>
  gate: Page
  screen: Page
}

function catalogue<Kind extends CatalogueKind>(
  kind: Kind,
  path: PathOf<Kind>,
  load: () => Promise<ComponentType>,
): CataloguePages<Kind> {
  const gate = page(async () => (await import('./feature-gate.tsx')).gateOf(kind))
  return { path, gate, screen: page(load) }
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
