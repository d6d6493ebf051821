import type { Me, Workspace } from '@cairn/workspace/port/workspace'
import { createContext, type ReactNode, useContext } from 'react'

const WorkspaceContext = createContext<Workspace | null>(null)
const MeContext = createContext<Me | null>(null)

interface WorkspaceProviderProps {
  workspace: Workspace
  me: Me
  children: ReactNode
}

/**
 * Hands screens the workspace and who looks at it. Cached answers belong to one person: what changes `workspace` or
 * the person behind it clears the query cache as well.
 */
export function WorkspaceProvider({ workspace, me, children }: WorkspaceProviderProps) {
  return (
    <WorkspaceContext value={workspace}>
      <MeContext value={me}>{children}</MeContext>
    </WorkspaceContext>
  )
}

/** Tells the screens beneath more of who looks at them. */
export function MeProvider({ me, children }: Pick<WorkspaceProviderProps, 'me' | 'children'>) {
  return <MeContext value={me}>{children}</MeContext>
}

export function useWorkspace(): Workspace {
  return provided(useContext(WorkspaceContext))
}

export function useMe(): Me {
  return provided(useContext(MeContext))
}

function provided<T>(value: T | null): T {
  if (value === null)
    throw new Error('A screen that reads the workspace must stand inside WorkspaceProvider.')
  return value
}
