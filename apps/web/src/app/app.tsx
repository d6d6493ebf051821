import { Suspense } from 'react'
import { BrowserRouter, useLocation, useRoutes } from 'react-router'
import { currentLanguage } from '@/i18n/choice.ts'
import { forgetDrafts } from '@/lib/browser/drafts.ts'
import { forgetRecent } from '@/lib/browser/recent-records.ts'
import { ConfigProvider, type PageConfig } from '@/lib/config.ts'
import { lazy } from '@/lib/loading/lazy.ts'
import { pendingDeletions } from '@/queries/deletions/pending-deletions.ts'
import { SessionProvider } from '@/session/context.tsx'
import { createSessionStore } from '@/session/session-store.ts'
import { ErrorBoundary } from '@/shared/boundary/error-boundary.tsx'
import { toast } from '@/ui/feedback/toast-store.ts'
import { Toaster } from '@/ui/feedback/toaster.tsx'
import { openSupabase } from '@/workspace/supabase/open.ts'
import { routes } from './routes/routes.tsx'
import { MembersWorkspaceProvider } from './workspace/workspace-of-session.ts'

/** Everything that lives as long as the page. Restoring and following the session starts here. */
export function createServices(config: PageConfig) {
  const service = openSupabase({
    address: config,
    language: currentLanguage,
    loadAccess: async () => (await import('./routes/sign-in.ts')).createAccess,
    loadWorkspace: async () => (await import('./routes/signed-in.ts')).createWorkspace,
  })
  const session = createSessionStore({
    access: service.session,
    membership: service.membership,
    storage: localStorage,
    toast,
    async beforeSignOut() {
      await pendingDeletions.sendLast()
      forgetDrafts()
      forgetRecent()
    },
    later: (work, afterMs) => void setTimeout(work, afterMs),
  })
  session.start()
  return {
    config,
    session,
    sessionAccess: service.session,
    access: lazy(service.openAccess),
    workspace: lazy(service.openWorkspace),
  }
}

/** The composition of the app: the only place that knows all its parts. */
export function App({ services }: { services: ReturnType<typeof createServices> }) {
  const { config, workspace, ...session } = services
  return (
    <ConfigProvider value={config}>
      <SessionProvider {...session}>
        <MembersWorkspaceProvider value={workspace}>
          <BrowserRouter>
            <Screens />
          </BrowserRouter>
          <Toaster />
        </MembersWorkspaceProvider>
      </SessionProvider>
    </ConfigProvider>
  )
}

function Screens() {
  const { key } = useLocation()
  return (
    <ErrorBoundary screen={key}>
      <Suspense>{useRoutes(routes)}</Suspense>
    </ErrorBoundary>
  )
}
