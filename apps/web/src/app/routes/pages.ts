import type { CATALOGUES, CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import type { ComponentType } from 'react'
import { lazy } from '@/lib/loading/lazy.ts'
import { type LazyComponent, lazyComponent } from '@/lib/loading/lazy-component.ts'

/** Where the screens are that few visits begin with: the first file need not name what each of them is made of. */
const later = lazy(() => import('./later-pages.ts'))

type LaterPages = Awaited<ReturnType<typeof later.load>>

function laterPage(of: (pages: LaterPages) => () => Promise<ComponentType>): LazyComponent {
  return lazyComponent(
    async () => of(await later.load())(),
    (page) => page,
  )
}

export const shellPage = lazyComponent(
  () => import('../shell/shell.tsx'),
  (code) => code.Shell,
)
export const authPage = lazyComponent(
  () => import('@/features/access/sign-in/auth-page.tsx'),
  (code) => code.AuthPage,
)
export const confirmPage = laterPage((pages) => pages.confirm)
export const dashboardPage = lazyComponent(
  () => import('@/features/dashboard/dashboard-page.tsx'),
  (code) => code.DashboardPage,
)
export const settingsPage = lazyComponent(
  () => import('../screens/settings-screen.tsx'),
  (code) => code.SettingsScreen,
)
export const searchPage = laterPage((pages) => pages.search)
export const profilePage = laterPage((pages) => pages.profile)
export const notificationsPage = laterPage((pages) => pages.notifications)
export const binPage = laterPage((pages) => pages.bin)
export const actsPage = laterPage((pages) => pages.acts)
export const actPage = laterPage((pages) => pages.act)
export const importPage = laterPage((pages) => pages.imports)
export const foundPage = laterPage((pages) => pages.found)
export const invitationPage = laterPage((pages) => pages.invitation)
export const oauthConsentPage = laterPage((pages) => pages.oauthConsent)
export const teamPage = lazyComponent(
  () => import('../screens/team-screen.tsx'),
  (code) => code.TeamScreen,
)
export const memberPage = laterPage((pages) => pages.member)
export const placeholderPage = laterPage((pages) => pages.placeholder)
export const welcomePage = laterPage((pages) => pages.welcome)
export const apiDocsPage = laterPage((pages) => pages.apiDocs)
export const notFoundPage = laterPage((pages) => pages.notFound)

type PathOf<Kind extends CatalogueKind> = (typeof CATALOGUES)[Kind]['path']

/** The screen of a catalogue, and the gate before it. */
interface CataloguePages<Kind extends CatalogueKind> {
  path: PathOf<Kind>
  gate: LazyComponent
  screen: LazyComponent
}

function catalogue<Kind extends CatalogueKind>(
  kind: Kind,
  path: PathOf<Kind>,
  screen: LazyComponent,
): CataloguePages<Kind> {
  const gate = lazyComponent(
    () => import('./feature-gate.tsx'),
    (code) => code.gateOf(kind),
  )
  return { path, gate, screen }
}

/** The catalogues' screens. Their paths are written again, and checked: the sign-in has no need of the whole table. */
export const cataloguePages: { readonly [Kind in CatalogueKind]: CataloguePages<Kind> } = {
  system: catalogue(
    'system',
    '/systems',
    lazyComponent(
      () => import('@/features/systems/systems-page.tsx'),
      (code) => code.SystemsPage,
    ),
  ),
  automation: catalogue(
    'automation',
    '/automations',
    lazyComponent(
      () => import('@/features/automations/automations-page.tsx'),
      (code) => code.AutomationsPage,
    ),
  ),
  agent: catalogue(
    'agent',
    '/agents',
    lazyComponent(
      () => import('@/features/agents/agents-page.tsx'),
      (code) => code.AgentsPage,
    ),
  ),
  solution: catalogue(
    'solution',
    '/solutions',
    lazyComponent(
      () => import('@/features/solutions/solutions-page.tsx'),
      (code) => code.SolutionsPage,
    ),
  ),
}
