import { listMessagesSetAside, type MessageSetAside, retryMessagesSetAside } from '@cairn/delivery/set-aside'
import { type ListedJob, listJobs, retryFailedJobs } from '@cairn/jobs/list'
import { parseConfig } from './config.ts'
import { visitDatabase } from './database.ts'

const NO_DATABASE = 'There is no database yet.'

/**
 * `npm start -- --jobs`: all jobs, and what of them fails: accounts, items and messages. Throws errors with a sentence for
 * the operator.
 */
export async function showJobs(env: NodeJS.ProcessEnv): Promise<string> {
  const lines = await visitDatabase(parseConfig(env), async (sql) => [
    ...(await listJobs(sql)).map(line),
    ...(await listMessagesSetAside(sql)).map(lineOfMessage),
  ])
  if (lines === null) return NO_DATABASE
  return lines.length === 0 ? 'No server has run a job yet.' : lines.join('\n')
}

/** `npm start -- --retry-jobs`: tries anew what was given up or set aside. Throws the same. */
export async function retryJobs(env: NodeJS.ProcessEnv): Promise<string> {
  const retried = await visitDatabase(
    parseConfig(env),
    async (sql) => (await retryFailedJobs(sql)) + (await retryMessagesSetAside(sql)),
  )
  return retried === null ? NO_DATABASE : `Tried anew: ${retried}`
}

/** A line for a job, and an indented one for an account or an item. */
export function line({ job, account_id, item, state, attempts, next_at, done_at, error }: ListedJob): string {
  const facts = [
    state,
    ...(attempts === 0 ? [] : [tries(attempts)]),
    `last ${done_at?.toISOString() ?? 'never'}`,
    ...(next_at === null ? [] : [`next ${next_at.toISOString()}`]),
  ]
  const what = [
    job,
    ...(account_id === null ? [] : [`account ${account_id}`]),
    ...(item === null ? [] : [item]),
  ]
  return `${what.length === 1 ? '' : '  '}${what.join(', ')}: ${facts.join(', ')}${error === null ? '' : `: ${error}`}`
}

function lineOfMessage({ id, template, attempts, set_aside_at, error }: MessageSetAside): string {
  return `  send messages, ${template} ${id}: failed, ${tries(attempts)}, last ${set_aside_at.toISOString()}: ${error}`
}

const tries = (attempts: number) => `${attempts} failed ${attempts === 1 ? 'try' : 'tries'}`
