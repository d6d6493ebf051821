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

export type Observe = (event: JobFailed) => void
