import { type ListedJob, listJobs, retryFailedJobs } from '@cairn/jobs/list'
import { parseConfig } from './config.ts'
import { visitDatabase } from './database.ts'

const NO_DATABASE = 'There is no database yet.'

/** `npm start -- --jobs`: all jobs, and the accounts of which one fails. Throws errors with a sentence for the operator. */
export async function showJobs(env: NodeJS.ProcessEnv): Promise<string> {
  const jobs = await visitDatabase(parseConfig(env), listJobs)
  if (jobs === null) return NO_DATABASE
  return jobs.length === 0 ? 'No server has run a job yet.' : jobs.map(line).join('\n')
}

/** `npm start -- --retry-jobs`: tries anew what was given up. Throws the same. */
export async function retryJobs(env: NodeJS.ProcessEnv): Promise<string> {
  const retried = await visitDatabase(parseConfig(env), retryFailedJobs)
  return retried === null ? NO_DATABASE : `Tried anew: ${retried}`
}

/** A line for a job, and an indented one for an account. */
export function line({ job, account_id, state, attempts, next_at, done_at, error }: ListedJob): string {
  const facts = [
    state,
    ...(attempts === 0 ? [] : [`${attempts} failed ${attempts === 1 ? 'try' : 'tries'}`]),
    `last ${done_at?.toISOString() ?? 'never'}`,
    ...(next_at === null ? [] : [`next ${next_at.toISOString()}`]),
  ]
  const subject = account_id === null ? job : `  ${job}, account ${account_id}`
  return `${subject}: ${facts.join(', ')}${error === null ? '' : `: ${error}`}`
}
