import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react'
import type { Access } from '@/workspace/port/access.ts'
import type { AccessState } from './session-state.ts'
import type { AccessController } from './session-store.ts'

interface AccessContextValue {
  access: Access
  controller: AccessController
}

const AccessContext = createContext<AccessContextValue | null>(null)

export function AccessProvider({
  access,
  controller,
  children,
}: AccessContextValue & { children: ReactNode }) {
  return <AccessContext value={{ access, controller }}>{children}</AccessContext>
}

function useAccessContext(): AccessContextValue {
  const value = useContext(AccessContext)
  if (!value) throw new Error('Stands outside of AccessProvider.')
  return value
}

/** Signing up and in. */
export function useAccess(): Access {
  return useAccessContext().access
}

/** Guest mode and signing out. */
export function useAccessController(): AccessController {
  return useAccessContext().controller
}

/** Who sits in front of the screen, now and whenever that changes. */
export function useAccessState(): AccessState {
  const { controller } = useAccessContext()
  return useSyncExternalStore(controller.subscribe, controller.current)
}
