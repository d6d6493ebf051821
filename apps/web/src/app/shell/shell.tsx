import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Outlet, useLocation, useNavigationType } from 'react-router'
import { part } from '@/lib/part.ts'
import { PHONE, useMediaQuery } from '@/lib/use-media-query.ts'
import { useOnFirstTouch } from '@/lib/use-on-first-touch.ts'
import { useWhenIdle } from '@/lib/use-when-idle.ts'
import { WorkspaceProvider } from '@/queries/context.tsx'
import { createQueryClient, followConnection } from '@/queries/query-client.ts'
import { useSessionState } from '@/session/context.tsx'
import { meOf, type SessionState } from '@/session/session-state.ts'
import { ErrorBoundary } from '@/shared/parts/error-boundary.tsx'
import { PressedPart } from '@/shared/parts/pressed-part.tsx'
import { giveEscapeToWindow } from '@/ui/closes-on-escape.ts'
import { LoadingScreen } from '@/ui/loading-screen.tsx'
import { hasOpenMenu, isWindowOpen } from '@/ui/open-window.ts'
import { TooltipProvider } from '@/ui/tooltip-provider.tsx'
import type { Me } from '@/workspace/port.ts'
import { preloadAccountMenu } from './account-menu.tsx'
import { ConnectionBanner } from './connection-banner.tsx'
import { Creation } from './creation.tsx'
import { focusPart, focusScreenStart } from './focus-screen-start.ts'
import { GuardedNavigation } from './guarded-navigation.tsx'
import { Header } from './header.tsx'
import { Keys } from './keys.tsx'
import { Palette, preloadPalette } from './palette.tsx'
import { Sidebar } from './sidebar.tsx'
import { useSidebarShortcut } from './sidebar-shortcut.ts'
import { useSidebar } from './sidebar-state.ts'
import { useFormerAccount } from './use-former-account.ts'
import { useNews } from './use-news.ts'
import { usePersonLanguage } from './use-person-language.ts'
import { useSendPendingDeletions } from './use-send-pending-deletions.ts'
import { useWorkspaceOf } from './workspace-of-session.ts'

const mobileMenu = part(async () => (await import('./mobile-menu.tsx')).MobileMenu)
const placementGate = part(async () => (await import('@/features/joining/placement-gate.tsx')).PlacementGate)

function preloadWindows(): void {
  preloadAccountMenu()
  preloadPalette()
}

/** The layout around every screen but those of /auth. For another user everything inside is mounted anew. */
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
        <TooltipProvider>
          <GuardedNavigation>
            <Layout state={state}>
              <Outlet />
            </Layout>
          </GuardedNavigation>
          <ConnectionBanner />
        </TooltipProvider>
      </WorkspaceProvider>
    </QueryClientProvider>
  )
}

function Layout({ state, children }: { state: SessionState; children: ReactNode }) {
  const { t } = useTranslation()
  const sidebar = useSidebar()
  const isPhone = useMediaQuery(PHONE)
  const [isMenuOpen, setMenuOpen] = useState(false)
  const [isPaletteOpen, setPaletteOpen] = useState(false)
  useSidebarShortcut(sidebar.toggle)
  useSendPendingDeletions()
  const formerAccount = useFormerAccount(state)
  useNews(state)
  usePersonLanguage(state)
  useOnFirstTouch(preloadWindows)
  useWhenIdle(preloadPalette)
  const { pathname, hash } = useLocation()
  // Where the user comes from the screen to sign in, the focus would be lost with that screen.
  const focusedScreen = useRef(useNavigationType() === 'POP' ? pathname : null)
  const isSettled = state.status !== 'signed-in' || state.membership !== null
  const hasNoAccount = state.status === 'signed-in' && state.membership?.account === null
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
          {/* What is read or filled in keeps a width for reading, and begins where a wide table does. */}
          <div className="mx-auto max-w-[110rem]">
            <div className="max-w-6xl has-data-wide:max-w-none">
              {/* Before the permission level is known, no button could say whether it may be used. */}
              <ErrorBoundary screen={pathname}>
                {isSettled ? (
                  <Suspense fallback={waiting}>
                    {hasNoAccount ? (
                      <placementGate.Component formerAccount={formerAccount}>
                        {children}
                      </placementGate.Component>
                    ) : (
                      children
                    )}
                    <FocusOnNavigation pathname={pathname} hash={hash} focusedScreen={focusedScreen} />
                  </Suspense>
                ) : (
                  waiting
                )}
              </ErrorBoundary>
            </div>
          </div>
        </main>
      </div>
      <PressedPart open={isMenuOpen} onMissing={() => setMenuOpen(false)}>
        {isPhone && <mobileMenu.Component open={isMenuOpen} onOpenChange={setMenuOpen} state={state} />}
      </PressedPart>
      <Creation />
      <Keys />
      <Palette open={isPaletteOpen} onOpenChange={setPaletteOpen} />
    </>
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
