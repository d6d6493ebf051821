import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, type ReactNode, type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Outlet, useLocation, useNavigationType } from 'react-router'
import { PHONE, useMediaQuery } from '@/lib/use-media-query.ts'
import { WorkspaceProvider } from '@/queries/context.tsx'
import { createQueryClient, followConnection } from '@/queries/query-client.ts'
import { useSessionState } from '@/session/context.tsx'
import { meOf, type SessionState } from '@/session/session-state.ts'
import { LoadingScreen } from '@/ui/loading-screen.tsx'
import { isWindowOpen } from '@/ui/open-window.ts'
import { TooltipProvider } from '@/ui/tooltip-provider.tsx'
import type { Me } from '@/workspace/port.ts'
import { ErrorBoundary } from '../errors/error-boundary.tsx'
import { ConnectionBanner } from './connection-banner.tsx'
import { focusScreenStart } from './focus-screen-start.ts'
import { Header } from './header.tsx'
import { Palette } from './palette.tsx'
import { Sidebar } from './sidebar.tsx'
import { useSidebarShortcut } from './sidebar-shortcut.ts'
import { useSidebar } from './sidebar-state.ts'
import { useSendPendingDeletions } from './use-send-pending-deletions.ts'
import { useWorkspaceOf } from './workspace-of-session.ts'

const MobileMenu = lazy(async () => ({ default: (await import('./mobile-menu.tsx')).MobileMenu }))

/** The frame of every screen but the sign-in. Another person gets everything anew, whatever the last one had open. */
export function Shell() {
  const state = useSessionState()
  const me = meOf(state)
  return <UserWorkspace key={me.personId ?? me.kind} state={state} me={me} />
}

/** One person's place: the workspace, and the cache of what was read from it, which nobody else ever sees. */
function UserWorkspace({ state, me }: { state: SessionState; me: Me }) {
  const workspace = useWorkspaceOf(state)
  const [queryClient] = useState(createQueryClient)
  useEffect(() => followConnection(workspace.connection), [workspace])
  return (
    <QueryClientProvider client={queryClient}>
      <WorkspaceProvider workspace={workspace} me={me}>
        <TooltipProvider>
          <Frame state={state}>
            <Outlet />
          </Frame>
          <ConnectionBanner />
        </TooltipProvider>
      </WorkspaceProvider>
    </QueryClientProvider>
  )
}

function Frame({ state, children }: { state: SessionState; children: ReactNode }) {
  const { t } = useTranslation()
  const sidebar = useSidebar()
  const isPhone = useMediaQuery(PHONE)
  const [isMenuOpen, setMenuOpen] = useState(false)
  const [isPaletteOpen, setPaletteOpen] = useState(false)
  useSidebarShortcut(sidebar.toggle)
  useSendPendingDeletions()
  const { pathname } = useLocation()
  const startedOn = useRef(pathname)
  const isSettled = state.status !== 'signed-in' || state.membership !== null
  const waiting = <LoadingScreen text={t('Loading...')} className="min-h-64" />
  return (
    <>
      <a
        href="#main"
        className="fixed top-2 left-2 z-90 -translate-y-16 rounded-md bg-primary px-3 py-2 font-medium text-primary-foreground text-sm focus:translate-y-0"
      >
        {t('Skip to content')}
      </a>
      <Header
        state={state}
        onOpenMenu={() => setMenuOpen(true)}
        onOpenPalette={() => setPaletteOpen(true)}
        onToggleSidebar={sidebar.toggle}
      />
      <div className="flex">
        <Sidebar {...sidebar} />
        <main
          id="main"
          tabIndex={-1}
          className="min-w-0 flex-1 px-8 py-7 outline-none [--sticky-top:4rem] max-md:px-4 max-md:py-5"
        >
          <div className="mx-auto max-w-6xl">
            {/* Until the level is known, every button would have to pretend. */}
            <ErrorBoundary screen={pathname}>
              {isSettled ? (
                <Suspense fallback={waiting}>
                  {children}
                  <StartOfScreen pathname={pathname} startedOn={startedOn} />
                </Suspense>
              ) : (
                waiting
              )}
            </ErrorBoundary>
          </div>
        </main>
      </div>
      <Suspense>
        {isPhone && <MobileMenu open={isMenuOpen} onOpenChange={setMenuOpen} state={state} />}
      </Suspense>
      <Palette open={isPaletteOpen} onOpenChange={setPaletteOpen} />
    </>
  )
}

interface StartOfScreenProps {
  pathname: string
  /** The screen that was started on last; the first one starts by itself. */
  startedOn: RefObject<string>
}

/**
 * After a navigation, a screen reader and the tab key start where the new screen does, and a screen that one has not
 * come back to starts at its top. Stands beside the screen, so that it waits for its code as well.
 */
function StartOfScreen({ pathname, startedOn }: StartOfScreenProps) {
  const navigation = useNavigationType()
  useEffect(() => {
    if (startedOn.current === pathname) return
    startedOn.current = pathname
    if (navigation !== 'POP') window.scrollTo(0, 0)
    // Whoever has opened a window meanwhile, and types there, stays in it.
    if (!isWindowOpen()) focusScreenStart()
  }, [pathname, navigation, startedOn])
  return null
}
