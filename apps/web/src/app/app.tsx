import { Suspense } from 'react'
import { BrowserRouter, useLocation, useRoutes } from 'react-router'
import { ConfigProvider, type PageConfig } from '@/lib/config.ts'
import { pendingDeletions } from '@/queries/pending-deletions.ts'
import { AccessProvider } from '@/session/context.tsx'
import { createAccessController } from '@/session/session-store.ts'
import { toast } from '@/ui/toast-store.ts'
import { openSupabase } from '@/workspace/supabase/open.ts'
import { ErrorBoundary } from './errors/error-boundary.tsx'
import { LazyToaster } from './lazy-toaster.tsx'
import { routes } from './routes/routes.tsx'
import { MembersWorkspaceProvider } from './shell/workspace-of-session.ts'

/** Everything that lives as long as the page. Following the session starts here. */
export function createServices(config: PageConfig) {
  const { access, membership, workspace } = openSupabase(config)
  const controller = createAccessController({
    access,
    membership,
    storage: localStorage,
    toast,
    beforeSignOut: pendingDeletions.sendLast,
    later: (work, afterMs) => void setTimeout(work, afterMs),
  })
  controller.start()
  return { config, access, workspace, controller }
}

/** The composition of the app: the only place that knows all its parts. */
export function App({ services }: { services: ReturnType<typeof createServices> }) {
  const { config, access, workspace, controller } = services
  return (
    <ConfigProvider value={config}>
      <AccessProvider access={access} controller={controller}>
        <MembersWorkspaceProvider value={workspace}>
          <BrowserRouter>
            <Screens />
          </BrowserRouter>
          <LazyToaster />
        </MembersWorkspaceProvider>
      </AccessProvider>
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
