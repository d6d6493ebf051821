import { matchRoutes, type RouteObject } from 'react-router'
import { z } from 'zod/mini'
import type { LazyComponent } from '@/lib/loading/lazy-component.ts'
import { Moved } from './moved.tsx'
import {
  activityPage,
  actPage,
  apiDocsPage,
  authPage,
  cataloguePages,
  confirmPage,
  dashboardPage,
  discoveryPage,
  emailCodePage,
  forgotPasswordPage,
  importPage,
  invitationPage,
  mapPage,
  memberPage,
  newPasswordPage,
  notFoundPage,
  notificationsPage,
  oauthConsentPage,
  passkeyOfferPage,
  placeholderPage,
  profilePage,
  searchPage,
  settingsPage,
  shellPage,
  ssoPage,
  teamPage,
  welcomePage,
} from './pages.ts'
import { Protected } from './protected.tsx'

/** `handle` holds the function that preloads the screen's code. */
function at(path: string, { Component, preload }: LazyComponent): RouteObject {
  return { path, element: <Component />, handle: { preload } }
}

/** Routes that are drawn in the outlet of a layout. */
function around({ Component, preload }: LazyComponent, children: RouteObject[]): RouteObject {
  return { element: <Component />, handle: { preload }, children }
}

/** Paths whose feature is still being built. */
const placeholders = [
  '/knowledge',
  '/knowledge/create',
  '/questions',
  '/questions/new',
  '/questions/:id',
  '/processes',
]

const shellRoutes: RouteObject[] = [
  at('/', dashboardPage),
  at('/dashboard', dashboardPage),
  at('/profile', profilePage),
  at('/search', searchPage),
  at('/notifications', notificationsPage),
  at('/activity', activityPage),
  at('/activity/:id', actPage),
  at('/discovery', discoveryPage),
  at('/map', mapPage),
  at('/import', importPage),
  ...Object.values(cataloguePages).map(({ path, gate, screen }) =>
    around(gate, [at(path, screen), at(`${path}/:id`, screen)]),
  ),
  at('/settings', settingsPage),
  at('/settings/:page', settingsPage),
  { path: '/acts', element: <Moved to="/activity" /> },
  { path: '/acts/:id', element: <Moved to="/activity/:id" /> },
  { path: '/bin', element: <Moved to="/activity" search={{ show: 'bin' }} /> },
  { path: '/found', element: <Moved to="/discovery" /> },
  at('/welcome', welcomePage),
  at('/team', teamPage),
  at('/team/:id', memberPage),
  ...placeholders.map((path) => at(path, placeholderPage)),
  at('*', notFoundPage),
]

export const routes: RouteObject[] = [
  at('/auth', authPage),
  at('/auth/confirm', confirmPage),
  at('/auth/forgot-password', forgotPasswordPage),
  at('/auth/code', emailCodePage),
  at('/auth/new-password', newPasswordPage),
  at('/auth/passkey', passkeyOfferPage),
  at('/auth/sso', ssoPage),
  at('/invitation', invitationPage),
  at('/oauth/consent', oauthConsentPage),
  at('/docs/api', apiDocsPage),
  {
    element: <Protected preload={preloadScreens} />,
    children: [around(shellPage, shellRoutes)],
  },
]

const preloadable = z.object({ preload: z.custom<() => void>((value) => typeof value === 'function') })

function preloadScreens(pathname: string): void {
  for (const { route } of matchRoutes(routes, pathname) ?? []) {
    const found = preloadable.safeParse(route.handle)
    if (found.success) found.data.preload()
  }
}
