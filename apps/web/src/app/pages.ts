import { page } from './page.ts'

export const shellPage = page(async () => (await import('./shell/shell.tsx')).Shell)
export const authPage = page(async () => (await import('@/features/access/auth-page.tsx')).AuthPage)
export const confirmPage = page(async () => (await import('@/features/access/confirm-page.tsx')).ConfirmPage)
export const dashboardPage = page(
  async () => (await import('@/features/dashboard/dashboard-page.tsx')).DashboardPage,
)
export const systemsPage = page(async () => (await import('@/features/systems/systems-page.tsx')).SystemsPage)
export const solutionsPage = page(
  async () => (await import('@/features/solutions/solutions-page.tsx')).SolutionsPage,
)
export const agentsPage = page(async () => (await import('@/features/agents/agents-page.tsx')).AgentsPage)
export const automationsPage = page(
  async () => (await import('@/features/automations/automations-page.tsx')).AutomationsPage,
)
export const settingsPage = page(async () => (await import('./settings-screen.tsx')).SettingsScreen)
export const searchPage = page(async () => (await import('@/features/search/search-page.tsx')).SearchPage)
export const profilePage = page(async () => (await import('./profile-screen.tsx')).ProfileScreen)
export const notificationsPage = page(
  async () => (await import('@/features/notifications/notifications-page.tsx')).NotificationsPage,
)
export const placeholderPage = page(
  async () => (await import('@/features/placeholders/placeholder-page.tsx')).PlaceholderPage,
)
export const notFoundPage = page(
  async () => (await import('@/features/not-found/not-found-page.tsx')).NotFoundPage,
)

const loadGates = () => import('./feature-gate.tsx')
export const systemsGate = page(async () => (await loadGates()).SystemsGate)
export const automationsGate = page(async () => (await loadGates()).AutomationsGate)
export const agentsGate = page(async () => (await loadGates()).AgentsGate)
export const solutionsGate = page(async () => (await loadGates()).SolutionsGate)
