import type { Workspace } from '@cairn/workspace/port/workspace'
import { createContext, use, useContext } from 'react'
import { type Lazy, lazy } from '@/lib/loading/lazy.ts'
import type { SessionState } from '@/session/session-state.ts'

const MembersWorkspace = createContext<Lazy<Workspace> | null>(null)

/** Provides the workspace of signed-in users, which is the same one each time. */
export const MembersWorkspaceProvider = MembersWorkspace.Provider

/** The demo workspace of guests; its file is loaded when guest mode begins. */
const demo = lazy(async () => (await import('@/workspace/demo/open.ts')).openDemo())

/** The workspace for a session state: the user's own, or the demo for anyone else. Suspends while it is loading. */
export function useWorkspaceOf(state: SessionState): Workspace {
  const members = useContext(MembersWorkspace)
  if (!members) throw new Error('Stands outside of MembersWorkspaceProvider.')
  return use((state.status === 'signed-in' ? members : demo).drawn())
}
