/** What fails, for the log. `account` and `item` are null for the job as a whole, and `item` for all of an account. */
export interface JobFailed {
  /** Given up: its tries are used up, and it is in the operator's list as failed. */
  kind: 'job-failed' | 'job-given-up'
  job: string
  account: string | null
  item: string | null
  attempts: number
  cause: unknown
}

/** A job that came to its end, whatever of its accounts and items failed. For metrics. */
export interface JobDone {
  kind: 'job-done'
  job: string
  ms: number
}

export type JobEvent = JobFailed | JobDone

export type Observe = (event: JobEvent) => void
