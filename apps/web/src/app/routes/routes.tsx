import { matchRoutes, type RouteObject } from 'react-router'
import { z } from 'zod/mini'
import { emailCodePage, forgotPasswordPage, newPasswordPage, ssoPage } from './access-pages.ts'
import type { Page } from './page.ts'
import {
  authPage,
  cataloguePages,
  confirmPage,
  dashboardPage,
  notFoundPage,
  notificationsPage,
  placeholderPage,
  profilePage,
  searchPage,
  settingsPage,
  shellPage,
} from './pages.ts'
import { Protected } from './protected.tsx'

/** `handle` holds the function that preloads the screen's code. */
function at(path: string, { Component, preload }: Page): RouteObject {
  return { path, element: <Component />, handle: { preload } }
}

/** Routes that are drawn in the outlet of a layout. */
function around({ Component, preload }: Page, children: RouteObject[]): RouteObject {
  return { element: <Component />, handle: { preload }, children }
}

/** Paths whose feature is still being built. */
const placeholders = [
  '/team',
  '/team/:id',
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
  ...Object.values(cataloguePages).map(({ path, gate, screen }) => around(gate, [at(path, screen)])),
  at('/settings', settingsPage),
  ...placeholders.map((path) => at(path, placeholderPage)),
  at('*', notFoundPage),
]

export const routes: RouteObject[] = [
  at('/auth', authPage),
  at('/auth/confirm', confirmPage),
  at('/auth/forgot-password', forgotPasswordPage),
  at('/auth/code', emailCodePage),
  at('/auth/new-password', newPasswordPage),
  at('/auth/sso', ssoPage),
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
