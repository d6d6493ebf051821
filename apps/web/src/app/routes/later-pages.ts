// The screens that few visits begin with, each with a function that loads it. See `pages.ts`.
export const search = async () => (await import('@/features/search/search-page.tsx')).SearchPage
export const profile = async () => (await import('../screens/profile-screen.tsx')).ProfileScreen
export const notifications = async () =>
  (await import('@/features/notifications/notifications-page.tsx')).NotificationsPage
export const bin = async () => (await import('@/features/bin/bin-page.tsx')).BinPage
export const acts = async () => (await import('@/features/acts/acts-page.tsx')).ActsPage
export const act = async () => (await import('@/features/acts/act-page.tsx')).ActPage
export const member = async () => (await import('@/features/team/member/member-page.tsx')).MemberPage
export const imports = async () => (await import('@/features/import/import-page.tsx')).ImportPage
export const found = async () => (await import('@/features/found/found-page.tsx')).FoundPage
export const placeholder = async () =>
  (await import('@/features/placeholders/placeholder-page.tsx')).PlaceholderPage
export const welcome = async () => (await import('../screens/welcome-screen.tsx')).WelcomeScreen
export const invitation = async () => (await import('../screens/invitation-screen.tsx')).InvitationScreen
export const oauthConsent = async () =>
  (await import('../screens/oauth-consent-screen.tsx')).OAuthConsentScreen
export const confirm = async () => (await import('@/features/access/links/confirm-page.tsx')).ConfirmPage
export const notFound = async () => (await import('@/features/not-found/not-found-page.tsx')).NotFoundPage
export const apiDocs = async () => (await import('./api-docs-screen.tsx')).ApiDocsScreen
