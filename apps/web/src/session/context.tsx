import type { Access, SessionAccess } from '@cairn/workspace/port/access'
import { createContext, type ReactNode, use, useContext, useSyncExternalStore } from 'react'
import type { Lazy } from '@/lib/loading/lazy.ts'
import type { SessionState } from './session-state.ts'
import type { SessionStore } from './session-store.ts'

interface SessionContextValue {
  sessionAccess: SessionAccess
  access: Lazy<Access>
  session: SessionStore
}

const SessionContext = createContext<SessionContextValue | null>(null)

export function SessionProvider({ children, ...value }: SessionContextValue & { children: ReactNode }) {
  return <SessionContext value={value}>{children}</SessionContext>
}

function useSessionContext(): SessionContextValue {
  const value = useContext(SessionContext)
  if (!value) throw new Error('Stands outside of SessionProvider.')
  return value
}

/** Signing up and in, in the file of the sign-in screen. Suspends while that is loaded. */
export function useAccess(): Access {
  return use(useSessionContext().access.drawn())
}

/** Returns the access to the session, which restores it, and to the settings that are kept with it. */
export function useSessionAccess(): SessionAccess {
  return useSessionContext().sessionAccess
}

/** Returns the store for guest mode and signing out. */
export function useSessionStore(): SessionStore {
  return useSessionContext().session
}

/** Returns the user of the page, and updates whenever that changes. */
export function useSessionState(): SessionState {
  const { session } = useSessionContext()
  return useSyncExternalStore(session.subscribe, session.current, session.current)
}
