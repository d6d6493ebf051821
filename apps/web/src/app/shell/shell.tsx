import type { Me } from '@cairn/workspace/port/workspace'
import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Outlet, useLocation, useNavigationType } from 'react-router'
import { PHONE, useMediaQuery } from '@/lib/hooks/use-media-query.ts'
import { fetchScreensWhenIdle } from '@/lib/loading/fetch-screens.ts'
import { lazyComponent } from '@/lib/loading/lazy-component.ts'
import { WorkspaceProvider } from '@/queries/context.tsx'
import { createQueryClient, followConnection } from '@/queries/query-client.ts'
import { useSessionState } from '@/session/context.tsx'
import { meOf, type SessionState } from '@/session/session-state.ts'
import { ErrorBoundary } from '@/shared/boundary/error-boundary.tsx'
import { Window } from '@/shared/boundary/window.tsx'
import { Proof } from '@/shared/proof/proof.tsx'
import { giveEscapeToWindow } from '@/ui/floating/closes-on-escape.ts'
import { hasOpenMenu, isWindowOpen } from '@/ui/floating/open-window.ts'
import { LoadingScreen } from '@/ui/loading/loading-screen.tsx'
import { useWorkspaceOf } from '../workspace/workspace-of-session.ts'
import { ConnectionBanner } from './connection-banner.tsx'
import { Creation } from './creation.tsx'
import { focusPart, focusScreenStart } from './focus-screen-start.ts'
import { Header } from './header/header.tsx'
import { Keys } from './keys/keys.tsx'
import { Palette } from './keys/palette.tsx'
import { GuardedNavigation } from './navigation/guarded-navigation.tsx'
import { Sidebar } from './navigation/sidebar.tsx'
import { useSidebarShortcut } from './navigation/sidebar-shortcut.ts'
import { useSidebar } from './navigation/sidebar-state.ts'
import { useNews } from './use-news.ts'
import { usePersonLanguage } from './use-person-language.ts'
import { useSendPendingDeletions } from './use-send-pending-deletions.ts'
import { WithMyTeams } from './with-my-teams.tsx'

const mobileMenu = lazyComponent(
  () => import('./navigation/mobile-menu.tsx'),
  (code) => code.MobileMenu,
)
const placementGate = lazyComponent(
  () => import('@/features/join-account/placement-gate.tsx'),
  (code) => code.PlacementGate,
)

/** The layout around every screen but those of /auth. Everything inside is mounted again for another user. */
export function Shell() {
  const state = useSessionState()
  const me = meOf(state)
  return <UserWorkspace key={me.personId ?? me.kind} state={state} me={me} />
}

/** The workspace of one user or guest with its query cache, which no other user ever sees. */
function UserWorkspace({ state, me }: { state: SessionState; me: Me }) {
  const workspace = useWorkspaceOf(state)
  const [queryClient] = useState(createQueryClient)
  useEffect(() => followConnection(workspace.connection), [workspace])
  useEffect(giveEscapeToWindow, [])
  return (
    <QueryClientProvider client={queryClient}>
      <WorkspaceProvider workspace={workspace} me={me}>
        <WithMyTeams>
          <GuardedNavigation>
            <Layout state={state}>
              <Outlet />
            </Layout>
          </GuardedNavigation>
        </WithMyTeams>
        <ConnectionBanner />
        <Proof prove={workspace.security.prove} />
      </WorkspaceProvider>
    </QueryClientProvider>
  )
}

function Layout({ state, children }: { state: SessionState; children: ReactNode }) {
  const { t } = useTranslation()
  const sidebar = useSidebar()
  const isPhone = useMediaQuery(PHONE)
  // Null until it is opened first.
  const [isMenuOpen, setMenuOpen] = useState<boolean | null>(null)
  const [isPaletteOpen, setPaletteOpen] = useState(false)
  useSidebarShortcut(sidebar.toggle)
  useSendPendingDeletions()
  useNews(state)
  usePersonLanguage(state)
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
          <Screen state={state}>{children}</Screen>
        </main>
      </div>
      {isPhone && isMenuOpen !== null && (
        <Window onClose={() => setMenuOpen(null)}>
          <mobileMenu.Component open={isMenuOpen} onOpenChange={setMenuOpen} state={state} />
        </Window>
      )}
      <Creation />
      <Keys />
      <Palette open={isPaletteOpen} onOpenChange={setPaletteOpen} />
    </>
  )
}

/** The screen of the address, once it is known what the user may do. */
function Screen({ state, children }: { state: SessionState; children: ReactNode }) {
  const { t } = useTranslation()
  const { pathname, hash } = useLocation()
  // Where the user comes from the screen to sign in, the focus would be lost with that screen.
  const focusedScreen = useRef(useNavigationType() === 'POP' ? pathname : null)
  const isSettled = state.status !== 'signed-in' || state.membership !== null
  const hasNoAccount = state.status === 'signed-in' && state.membership?.account === null
  const waiting = <LoadingScreen text={t('Loading...')} className="min-h-64" />
  return (
    // Screens with text or forms keep a readable width, and begin at the same edge as a wide table.
    <div className="mx-auto max-w-[110rem]">
      <div className="max-w-6xl has-data-wide:max-w-none">
        {/* Before the permission level is known, no button could say whether it may be used. */}
        <ErrorBoundary screen={pathname}>
          {isSettled ? (
            <Suspense fallback={waiting}>
              {hasNoAccount ? <placementGate.Component>{children}</placementGate.Component> : children}
              <FetchOtherScreens />
              <FocusOnNavigation pathname={pathname} hash={hash} focusedScreen={focusedScreen} />
            </Suspense>
          ) : (
            waiting
          )}
        </ErrorBoundary>
      </div>
    </div>
  )
}

interface FocusOnNavigationProps {
  pathname: string
  /** Names a part of the screen, if any. */
  hash: string
  /** The screen that had the focus last; on the first one of a page that was just loaded the browser sets it. */
  focusedScreen: RefObject<string | null>
}

/**
 * After a navigation, moves the focus to the start of the new screen, or to the part of it that the address names, and
 * scrolls there, unless the user went back or forward to it. Mounted beside the screen, so that it waits for the screen's
 * code as well.
 */
function FocusOnNavigation({ pathname, hash, focusedScreen }: FocusOnNavigationProps) {
  const navigation = useNavigationType()
  const isFirst = useRef(true)
  useEffect(() => {
    const isNew = focusedScreen.current !== pathname
    const isLoaded = isFirst.current
    isFirst.current = false
    focusedScreen.current = pathname
    // When the page was loaded, the part was not there yet for the browser to scroll to.
    if ((navigation !== 'POP' || isLoaded) && focusPart(hash)) return
    if (!isNew) return
    if (navigation !== 'POP') window.scrollTo(0, 0)
    // A user who has opened a dialog or a menu meanwhile stays in it.
    if (!isWindowOpen() && !hasOpenMenu()) focusScreenStart()
  }, [pathname, hash, navigation, focusedScreen])
  return null
}

/** Mounted beside the first screen, so that it waits for that one's code. */
function FetchOtherScreens() {
  useEffect(fetchScreensWhenIdle, [])
  return null
}
