export const SYSTEM_STATUSES = ['active', 'inactive', 'maintenance', 'deprecated'] as const

export type SystemStatus = (typeof SYSTEM_STATUSES)[number]

/** A system that the organisation runs. `status` is as stored, which may be a word that this app does not know. */
export interface System {
  id: string
  name: string
  description: string
  createdAt: Date
  updatedAt: Date
  ownerId: string | null
  accountId: string
  status: string | null
  details: Readonly<Record<string, unknown>>
  createdBy: string | null
}

export interface NewSystem {
  name: string
  description: string
  ownerId: string | null
}

export interface SystemChange extends NewSystem {
  status: SystemStatus
}

export interface SystemsPart {
  /** All systems of the account, by name. `onStart` gets the first of them while more are on their way. */
  list(onStart?: (first: readonly System[]) => void): Promise<readonly System[]>
  /** A taken name is a `WorkspaceError` of kind `conflict`. */
  add(input: NewSystem): Promise<System>
  update(id: string, change: SystemChange): Promise<System>
  /** Its experts and its place in knowledge articles go with it. */
  remove(id: string): Promise<void>
  /** The ids of the people who know the system. */
  experts(systemId: string): Promise<readonly string[]>
  addExpert(systemId: string, personId: string): Promise<void>
  removeExpert(systemId: string, personId: string): Promise<void>
}
