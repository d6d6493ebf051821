import type { Statements } from '@cairn/postgres/pool/privileged'
import { z } from 'zod'

const listed = z.object({
  job: z.string(),
  account_id: z.string().nullable(),
  item: z.string().nullable(),
  state: z.enum(['waiting', 'running', 'retrying', 'failed']),
  attempts: z.number(),
  next_at: z.date().nullable(),
  done_at: z.date().nullable(),
  error: z.string().nullable(),
})

/** A job, or an account or an item of which a job fails. */
export type ListedJob = z.output<typeof listed>

/** All jobs and what of them fails, for the operator. */
export async function listJobs(sql: Statements): Promise<ListedJob[]> {
  return z.array(listed).parse([...(await sql`select * from public.list_jobs()`)])
}

const retried = z.tuple([z.object({ retried: z.number() })])

/** Retries all failures; returns how many they are. */
export async function retryFailedJobs(sql: Statements): Promise<number> {
  const [row] = retried.parse(await sql`select public.retry_failed_jobs() as retried`)
  return row.retried
}
