/** Works in one process at a time, whichever of them leases it first. Its run can come twice: it has to allow that. */
export interface SharedJob {
  kind: 'shared'
  name: string
  everySeconds: number
  run(): Promise<void>
}

/** The same, account by account: one that fails is tried again later, and no other waits for it. */
export interface AccountJob {
  kind: 'by account'
  name: string
  everySeconds: number
  /** The accounts for which there is something to do. */
  accounts(): Promise<readonly string[]>
  /** Does a part for an account, and says whether there is more. */
  run(account: string): Promise<boolean>
}

/** Works in each process, for that process. */
export interface LocalJob {
  kind: 'in each process'
  name: string
  everySeconds: number
  run(): Promise<void>
}

/** Runs in each process as it sees fit: a queue whose entries are leased one by one. */
export interface QueueJob {
  kind: 'queue'
  name: string
  start(): void
  close(): Promise<void>
}

export type Job = SharedJob | AccountJob | LocalJob | QueueJob

/** What fails, for the log. `account` is null for the job as a whole. */
export interface JobFailed {
  /** Given up: its tries are used up, and it is in the operator's list as failed. */
  kind: 'job-failed' | 'job-given-up'
  job: string
  account: string | null
  attempts: number
  cause: unknown
}

export type Observe = (event: JobFailed) => void
