import type { Units } from './units.ts'

/** Works in one process at a time, whichever of them leases it first. Its run can come twice: it has to allow that. */
export interface SharedJob {
  kind: 'shared'
  name: string
  everySeconds: number
  /** Due whenever a process starts too, so that one which is restarted often does it as well. */
  atStart?: boolean
  /** `units` keeps what fails apart from what does not. */
  run(units: Units): Promise<void>
}

/** The same, account by account: one that fails is tried again later, and no other waits for it. */
export interface AccountJob {
  kind: 'by account'
  name: string
  everySeconds: number
  atStart?: boolean
  /** The accounts for which there is something to do. */
  accounts(): Promise<readonly string[]>
  /** Does a part for an account, and says whether there is more. */
  run(account: string, units: Units): Promise<boolean>
}

/** Works in each process, for that process. What of it fails is remembered for as long as the process runs. */
export interface LocalJob {
  kind: 'in each process'
  name: string
  everySeconds: number
  run(units: Units): Promise<void>
}

/** Runs in each process as it sees fit: a queue whose entries are leased one by one. */
export interface QueueJob {
  kind: 'queue'
  name: string
  start(): void
  close(): Promise<void>
}

export type Job = SharedJob | AccountJob | LocalJob | QueueJob
