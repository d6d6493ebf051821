import type { CATALOGUES, CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import { lazy } from '@/lib/loading/lazy.ts'
import { type LazyComponent, lazyComponent } from '@/lib/loading/lazy-component.ts'

/** Where the screens are that few visits begin with: the first file need not name what each of them is made of. */
const later = lazy(() => import('./later-pages.ts'))

export const shellPage = lazyComponent(
  () => import('../shell/shell.tsx'),
  (code) => code.Shell,
)
export const authPage = lazyComponent(
  () => import('@/features/access/sign-in/auth-page.tsx'),
  (code) => code.AuthPage,
)
export const confirmPage = lazyComponent(
  async () => (await later.load()).confirm(),
  (code) => code.ConfirmPage,
)
export const dashboardPage = lazyComponent(
  () => import('@/features/dashboard/dashboard-page.tsx'),
  (code) => code.DashboardPage,
)
export const settingsPage = lazyComponent(
  () => import('../screens/settings-screen.tsx'),
  (code) => code.SettingsScreen,
)
export const searchPage = lazyComponent(
  async () => (await later.load()).search(),
  (code) => code.SearchPage,
)
export const profilePage = lazyComponent(
  async () => (await later.load()).profile(),
  (code) => code.ProfileScreen,
)
export const notificationsPage = lazyComponent(
  async () => (await later.load()).notifications(),
  (code) => code.NotificationsPage,
)
export const binPage = lazyComponent(
  async () => (await later.load()).bin(),
  (code) => code.BinPage,
)
export const actsPage = lazyComponent(
  async () => (await later.load()).acts(),
  (code) => code.ActsPage,
)
export const actPage = lazyComponent(
  async () => (await later.load()).act(),
  (code) => code.ActPage,
)
export const importPage = lazyComponent(
  async () => (await later.load()).imports(),
  (code) => code.ImportPage,
)
export const foundPage = lazyComponent(
  async () => (await later.load()).found(),
  (code) => code.FoundPage,
)
export const invitationPage = lazyComponent(
  async () => (await later.load()).invitation(),
  (code) => code.InvitationScreen,
)
export const teamPage = lazyComponent(
  () => import('../screens/team-screen.tsx'),
  (code) => code.TeamScreen,
)
export const memberPage = lazyComponent(
  async () => (await later.load()).member(),
  (code) => code.MemberPage,
)
export const placeholderPage = lazyComponent(
  async () => (await later.load()).placeholder(),
  (code) => code.PlaceholderPage,
)
export const welcomePage = lazyComponent(
  async () => (await later.load()).welcome(),
  (code) => code.WelcomeScreen,
)
export const notFoundPage = lazyComponent(
  async () => (await later.load()).notFound(),
  (code) => code.NotFoundPage,
)

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
