/** A failure, for the log. `account` and `item` are null for the job as a whole, and `item` for all of an account. */
export interface JobFailed {
  /** Given up: all attempts are used up, and the failure is in the operator's list. */
  kind: 'job-failed' | 'job-given-up'
  job: string
  account: string | null
  item: string | null
  attempts: number
  cause: unknown
}

/** A job that ended, whether or not some of its accounts and items failed. For metrics. */
export interface JobDone {
  kind: 'job-done'
  job: string
  ms: number
}

export type JobEvent = JobFailed | JobDone

export type Observe = (event: JobEvent) => void
