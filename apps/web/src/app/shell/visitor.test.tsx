import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { describe, expect, it, vi } from 'vitest'
import { startTranslations } from '@/i18n/setup.ts'
import { lazy } from '@/lib/loading/lazy.ts'
import { WorkspaceProvider } from '@/queries/context.tsx'
import { createQueryClient } from '@/queries/query-client.ts'
import { SessionProvider } from '@/session/context.tsx'
import { meOf, type SessionState } from '@/session/session-state.ts'
import { openDemo } from '@/workspace/demo/open.ts'
import { followSession } from '@/workspace/supabase/access/follow-session.ts'
import { TeamScreen } from '../screens/team-screen.tsx'
import { Header } from './header/header.tsx'
import { MenuFooter } from './navigation/mobile-menu.tsx'

vi.hoisted(() => vi.stubGlobal('navigator', { platform: 'Linux' }))

startTranslations()

const visitor: SessionState = { status: 'anonymous', reason: null }
const nothing = () => undefined

const session = {
  current: () => visitor,
  subscribe: () => nothing,
  start: nothing,
  enterGuestMode: nothing,
  leaveGuestMode: nothing,
  rereadMembership: async () => undefined,
  noteMembership: nothing,
  signOut: async () => undefined,
}

const { access: sessionAccess } = followSession(
  () => Promise.reject(new Error('Drawing sends no request.')),
  {
    url: () => new URL('http://localhost/'),
    hasSession: () => false,
    codeVerifier: () => null,
    isSignInCallback: () => false,
    takeCallbackError: () => null,
    leaveCallback: nothing,
    onSessionChange: nothing,
  },
)
const access = lazy(() => Promise.reject(new Error('The shell signs nobody in.')))

/** The markup of a part of the app for a visitor, who is neither signed in nor a guest. */
function drawn(part: ReactNode): string {
  return renderToStaticMarkup(
    <MemoryRouter>
      <SessionProvider access={access} sessionAccess={sessionAccess} session={session}>
        <QueryClientProvider client={createQueryClient()}>
          <WorkspaceProvider workspace={openDemo()} me={meOf(visitor)}>
            {part}
          </WorkspaceProvider>
        </QueryClientProvider>
      </SessionProvider>
    </MemoryRouter>,
  )
}

// The shell sends visitors to /auth before it is drawn; its parts know them all the same.
describe('[DIS-23] the shell for a visitor, who is neither signed in nor a guest', () => {
  it('[SHELL-71] has a Sign In button to /auth in its header, and no account menu', () => {
    const header = drawn(
      <Header state={visitor} onOpenMenu={nothing} onOpenPalette={nothing} onToggleSidebar={nothing} />,
    )
    expect(header).toMatch(/<a [^>]*href="\/auth"[^>]*>Sign In<\/a>/)
    expect(header).not.toContain('Account menu')
    expect(header).not.toContain('Guest Mode')
    expect(header).not.toContain('Notifications')
  })

  it('[SHELL-56] has Sign In in the footer of its mobile menu, and nothing else', () => {
    const footer = drawn(<MenuFooter status="anonymous" onNavigate={nothing} />)
    expect(footer).toMatch(/^<a [^>]*href="\/auth"[^>]*>Sign In<\/a>$/)
  })
})

describe('[DIS-17] the team directory for a visitor', () => {
  it('[TEAM-25] is empty, and loads nobody', () => {
    const team = drawn(<TeamScreen />)
    expect(team).toContain('No team members found')
    expect(team).not.toContain('Loading team members')
    expect(team).not.toContain('<table')
  })
})
