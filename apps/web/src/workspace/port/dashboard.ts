/** How many active systems, active automations, agents and solutions the account has. */
export interface DashboardCounts {
  systems: number
  automations: number
  agents: number
  solutions: number
}

export const ACTIVITY_KINDS = ['system', 'automation', 'agent', 'solution'] as const

export type ActivityKind = (typeof ACTIVITY_KINDS)[number]

/** Something that happened to a record of the account; `id` is the record's. */
export interface Activity {
  id: string
  kind: ActivityKind
  resource: string
  action: 'created' | 'updated'
  /** 'Unknown User' when nobody can be named. */
  userName: string
  occurredAt: Date
}

export interface DashboardPart {
  counts(): Promise<DashboardCounts>
  /** The 8 newest, newest first. */
  recentActivity(): Promise<readonly Activity[]>
}
