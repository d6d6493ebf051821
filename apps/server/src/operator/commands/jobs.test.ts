import type { ListedJob } from '@cairn/jobs/list'
import { expect, it } from 'vitest'
import { line } from './jobs.ts'

const at = new Date('2026-11-23T12:00:00Z')
const waiting: ListedJob = {
  job: 'count records',
  account_id: null,
  item: null,
  state: 'waiting',
  attempts: 0,
  next_at: at,
  done_at: null,
  error: null,
}

it.each<[Partial<ListedJob>, string]>([
  [{}, 'count records: waiting, last never, next 2026-11-23T12:00:00.000Z'],
  [
    { state: 'retrying', attempts: 1, error: 'No network.' },
    'count records: retrying, 1 failed try, last never, next 2026-11-23T12:00:00.000Z: No network.',
  ],
  [
    { account_id: 'a1', state: 'failed', attempts: 20, next_at: null, done_at: at, error: 'Planted.' },
    '  count records, account a1: failed, 20 failed tries, last 2026-11-23T12:00:00.000Z: Planted.',
  ],
  [
    {
      account_id: 'a1',
      item: 'member b2',
      state: 'failed',
      attempts: 3,
      next_at: null,
      done_at: at,
      error: 'Planted.',
    },
    '  count records, account a1, member b2: failed, 3 failed tries, last 2026-11-23T12:00:00.000Z: Planted.',
  ],
  [
    { item: 'session c3', state: 'retrying', attempts: 1, error: 'Planted.' },
    '  count records, session c3: retrying, 1 failed try, last never, next 2026-11-23T12:00:00.000Z: Planted.',
  ],
])('a line of the list of jobs says state, tries and times: %o', (given, said) => {
  expect(line({ ...waiting, ...given })).toBe(said)
})
