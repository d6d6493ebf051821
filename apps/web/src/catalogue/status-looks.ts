import { lookOf, type StatusLook } from '@/ui/status-badge.tsx'
import type { AgentStatus } from '@/workspace/port/agents.ts'
import type { AutomationStatus } from '@/workspace/port/automations.ts'
import type { SolutionStatus } from '@/workspace/port/solutions.ts'
import type { SystemStatus } from '@/workspace/port/systems.ts'

const ACTIVE: StatusLook = { label: 'Active', variant: 'success' }
const INACTIVE: StatusLook = { label: 'Inactive', variant: 'neutral' }
const DEPRECATED: StatusLook = { label: 'Deprecated', variant: 'danger' }

const SYSTEM: Record<SystemStatus, StatusLook> = {
  active: ACTIVE,
  inactive: INACTIVE,
  maintenance: { label: 'Maintenance', variant: 'warning' },
  deprecated: DEPRECATED,
}
const SOLUTION: Record<SolutionStatus, StatusLook> = {
  active: ACTIVE,
  development: { label: 'Development', variant: 'warning' },
  inactive: INACTIVE,
  deprecated: DEPRECATED,
}
const AGENT: Record<AgentStatus, StatusLook> = {
  active: ACTIVE,
  training: { label: 'Training', variant: 'warning' },
  inactive: INACTIVE,
}
const AUTOMATION: Record<AutomationStatus, StatusLook> = { active: ACTIVE, inactive: INACTIVE }

type Stored = string | null

/** The word (an English key) and colour of a system's status; for one that is not known, 'Unknown'. */
export const systemStatusLook = (status: Stored) => lookOf(SYSTEM, status ?? '')

/** The same of a solution, which is active where nothing else is said. */
export const solutionStatusLook = (status: Stored) => lookOf(SOLUTION, status ?? 'active')

export const agentStatusLook = (status: Stored) => lookOf(AGENT, status ?? '')

export const automationStatusLook = (status: Stored) => lookOf(AUTOMATION, status ?? '')

/** The word (an English key) of any catalogue's status, where it does not matter whose. */
export const statusWord = (status: string) =>
  lookOf({ ...SYSTEM, ...SOLUTION, ...AGENT, ...AUTOMATION }, status).label
