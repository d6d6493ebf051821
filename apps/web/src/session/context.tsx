import type { Access } from '@cairn/workspace/port/access'
import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react'
import type { SessionState } from './session-state.ts'
import type { SessionStore } from './session-store.ts'

interface SessionContextValue {
  access: Access
  session: SessionStore
}

const SessionContext = createContext<SessionContextValue | null>(null)

export function SessionProvider({
  access,
  session,
  children,
}: SessionContextValue & { children: ReactNode }) {
  return <SessionContext value={{ access, session }}>{children}</SessionContext>
}

function useSessionContext(): SessionContextValue {
  const value = useContext(SessionContext)
  if (!value) throw new Error('Stands outside of SessionProvider.')
  return value
}

/** Returns the functions for signing up and in. */
export function useAccess(): Access {
  return useSessionContext().access
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
