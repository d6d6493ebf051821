import { listMessagesSetAside, type MessageSetAside } from '@cairn/delivery/set-aside'
import { type ListedJob, listJobs } from '@cairn/jobs/list'
import { z } from 'zod'
import { readWalState } from '../../backups/wal/wal-state.ts'
import { command } from '../command.ts'
import { walKept } from '../doctor/backups.ts'

/** All jobs, and what of them fails: accounts, items and messages. */
export const jobs = command({
  name: 'jobs',
  summary: 'what Cairn does by itself, and how that goes',
  input: z.object({}),
  async run({ look, config }) {
    const { dir, wal } = config().backups
    const kept = wal ? await readWalState(dir) : null
    const listed = await look(async (sql) => ({
      jobs: await listJobs(sql),
      messages: await listMessagesSetAside(sql),
    }))
    const lines = [
      ...listed.jobs.map(line),
      ...listed.messages.map(lineOfMessage),
      ...(wal ? [`keep wal: ${walKept(kept)}`] : []),
    ]
    const text = lines.length === 0 ? 'No server has run a job yet.' : lines.join('\n')
    return { text, json: { ...listed, wal: kept } }
  },
})

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
