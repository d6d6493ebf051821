import { createContext, use, useContext } from 'react'
import type { SessionState } from '@/session/session-state.ts'
import type { Workspace } from '@/workspace/port.ts'

const MembersWorkspace = createContext<(() => Promise<Workspace>) | null>(null)

/** Hands down the way to the workspace of signed-in people, which is the same one each time. */
export const MembersWorkspaceProvider = MembersWorkspace.Provider

let demo: Promise<Workspace> | null = null

/** The guests' workspace; its data is loaded for the first guest only. */
function demoWorkspace(): Promise<Workspace> {
  demo ??= import('@/workspace/demo/open.ts').then(({ openDemo }) => openDemo())
  return demo
}

/** The workspace that belongs to whoever is here. Suspends while it is loading. */
export function useWorkspaceOf(state: SessionState): Workspace {
  const members = useContext(MembersWorkspace)
  if (!members) throw new Error('Stands outside of MembersWorkspaceProvider.')
  return use(state.status === 'signed-in' ? members() : demoWorkspace())
}
