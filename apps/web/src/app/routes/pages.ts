import type { CATALOGUES, CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import { type LazyComponent, lazyComponent } from '@/lib/loading/lazy-component.ts'

// Each import makes a file of the build: a screen with all that it shows (apps/web/build/files.ts).

const signedIn = () => import('./signed-in.ts')
export const shellPage = lazyComponent(signedIn, (code) => code.Shell)
export const dashboardPage = lazyComponent(signedIn, (code) => code.DashboardPage)

export const authPage = lazyComponent(
  () => import('./sign-in.ts'),
  (code) => code.AuthPage,
)
const access = () => import('@/features/access/other-screens.ts')
export const confirmPage = lazyComponent(access, (code) => code.ConfirmPage)
export const emailCodePage = lazyComponent(access, (code) => code.EmailCodePage)
export const forgotPasswordPage = lazyComponent(access, (code) => code.ForgotPasswordPage)
export const newPasswordPage = lazyComponent(access, (code) => code.NewPasswordPage)
export const passkeyOfferPage = lazyComponent(access, (code) => code.PasskeyOfferPage)
export const secondFactorPage = lazyComponent(access, (code) => code.SecondFactorPage)
export const ssoPage = lazyComponent(access, (code) => code.SsoPage)

export const searchPage = lazyComponent(
  () => import('@/features/search/search-page.tsx'),
  (code) => code.SearchPage,
)
export const profilePage = lazyComponent(
  () => import('../screens/profile-screen.tsx'),
  (code) => code.ProfileScreen,
)
export const notificationsPage = lazyComponent(
  () => import('@/features/notifications/notifications-page.tsx'),
  (code) => code.NotificationsPage,
)
export const activityPage = lazyComponent(
  () => import('../screens/activity-screen.tsx'),
  (code) => code.ActivityScreen,
)
export const actPage = lazyComponent(
  () => import('@/features/acts/act-page.tsx'),
  (code) => code.ActPage,
)
export const memberPage = lazyComponent(
  () => import('@/features/team/member/member-page.tsx'),
  (code) => code.MemberPage,
)
export const importPage = lazyComponent(
  () => import('@/features/import/import-page.tsx'),
  (code) => code.ImportPage,
)
export const mapPage = lazyComponent(
  () => import('@/features/map/map-page.tsx'),
  (code) => code.MapPage,
)
export const discoveryPage = lazyComponent(
  () => import('@/features/found/found-page.tsx'),
  (code) => code.FoundPage,
)
export const placeholderPage = lazyComponent(
  () => import('@/features/placeholders/placeholder-page.tsx'),
  (code) => code.PlaceholderPage,
)
export const welcomePage = lazyComponent(
  () => import('../screens/welcome-screen.tsx'),
  (code) => code.WelcomeScreen,
)
export const invitationPage = lazyComponent(
  () => import('../screens/invitation-screen.tsx'),
  (code) => code.InvitationScreen,
)
export const oauthConsentPage = lazyComponent(
  () => import('../screens/oauth-consent-screen.tsx'),
  (code) => code.OAuthConsentScreen,
)
export const notFoundPage = lazyComponent(
  () => import('@/features/not-found/not-found-page.tsx'),
  (code) => code.NotFoundPage,
)
export const apiDocsPage = lazyComponent(
  () => import('./api-docs-screen.tsx'),
  (code) => code.ApiDocsScreen,
)
export const settingsPage = lazyComponent(
  () => import('../screens/settings-screen.tsx'),
  (code) => code.SettingsScreen,
)
export const teamPage = lazyComponent(
  () => import('../screens/team-screen.tsx'),
  (code) => code.TeamScreen,
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
  const gate = lazyComponent(signedIn, (code) => code.gateOf(kind))
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
