import type { NewAgent } from './agents.ts'
import type { AutomationChange } from './automations.ts'
import type { SolutionChange } from './solutions.ts'
import type { SystemChange } from './systems.ts'

/** New records of a kind, each with its status. */
export type NewRecords =
  | { kind: 'system'; records: readonly SystemChange[] }
  | { kind: 'agent'; records: readonly NewAgent[] }
  | { kind: 'automation'; records: readonly AutomationChange[] }
  | { kind: 'solution'; records: readonly SolutionChange[] }

export interface AddedRecords {
  added: readonly { id: string; name: string }[]
  /** Names that the account has already, or that stood twice: left out. */
  taken: readonly string[]
}

/** How far a new account has come. */
export interface FirstSteps {
  /** Systems, and those with an owner; counted up to 5. */
  systems: number
  owned: number
  /** Another member, or for admins an open invitation. */
  hasColleague: boolean
  /** A record has a link. */
  hasLink: boolean
}

export interface FirstStepsPart {
  progress(): Promise<FirstSteps>
  /** Adds up to 100 records of a kind, all or none. */
  addRecords(records: NewRecords): Promise<AddedRecords>
}
