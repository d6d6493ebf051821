import { Suspense } from 'react'
import { BrowserRouter, useLocation, useRoutes } from 'react-router'
import { currentLanguage } from '@/i18n/choice.ts'
import { forgetDrafts } from '@/lib/browser/drafts.ts'
import { ConfigProvider, type PageConfig } from '@/lib/config.ts'
import { lazy } from '@/lib/loading/lazy.ts'
import { SessionProvider } from '@/session/context.tsx'
import { createSessionStore } from '@/session/session-store.ts'
import { ErrorBoundary } from '@/shared/boundary/error-boundary.tsx'
import { toast } from '@/ui/feedback/toast-store.ts'
import { openSupabase } from '@/workspace/supabase/open.ts'
import { LazyProof } from './lazy-proof.tsx'
import { LazyToaster } from './lazy-toaster.tsx'
import { routes } from './routes/routes.tsx'
import { MembersWorkspaceProvider } from './workspace/workspace-of-session.ts'

const deletions = lazy(() => import('@/queries/deletions/pending-deletions.ts'))

/** Everything that lives as long as the page. Restoring and following the session starts here. */
export function createServices(config: PageConfig) {
  const { access, membership, workspace } = openSupabase(config, currentLanguage)
  const session = createSessionStore({
    access,
    membership,
    storage: localStorage,
    toast,
    async beforeSignOut() {
      // The page has it already where something was deleted; the sign-in does without.
      const { pendingDeletions } = await deletions.load()
      await pendingDeletions.sendLast()
      forgetDrafts()
    },
    later: (work, afterMs) => void setTimeout(work, afterMs),
  })
  session.start()
  return { config, access, workspace, session }
}

/** The composition of the app: the only place that knows all its parts. */
export function App({ services }: { services: ReturnType<typeof createServices> }) {
  const { config, access, workspace, session } = services
  return (
    <ConfigProvider value={config}>
      <SessionProvider access={access} session={session}>
        <MembersWorkspaceProvider value={workspace}>
          <BrowserRouter>
            <Screens />
          </BrowserRouter>
          <LazyProof />
          <LazyToaster />
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
