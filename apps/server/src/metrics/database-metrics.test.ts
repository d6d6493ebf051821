import { expect, it } from 'vitest'
import type { DatabaseFigures } from './database-figures.ts'
import { createDatabaseMetrics } from './database-metrics.ts'

const FIGURES: DatabaseFigures = {
  size_bytes: 9_000_000,
  connections: 12,
  most_connections: 100,
  oldest_transaction_seconds: 1.5,
  standbys: [{ standby: 'walreceiver', lag_bytes: 4_096, lag_seconds: 0.25 }],
  mails: { queue: 'mails', count: 3, oldest_seconds: 61 },
  product: {
    queues: [{ queue: 'webhooks', count: 0, oldest_seconds: 0 }],
    jobs: [
      { job: 'count records', well_at: 1_764_000_000 },
      { job: 'never run', well_at: null },
    ],
    failures: [{ job: 'count records', scope: 'account', state: 'retrying', count: 2 }],
  },
}

/** The lines with values. */
const linesOf = async (text: Promise<string>) =>
  (await text).split('\n').filter((line) => /^[a-z]/.test(line))

it('shows what the database says of itself', async () => {
  expect(await linesOf(createDatabaseMetrics(async () => FIGURES).text())).toEqual([
    'cairn_database_up 1',
    'cairn_database_size_bytes 9000000',
    'cairn_database_connections 12',
    'cairn_database_connections_max 100',
    'cairn_database_oldest_transaction_seconds 1.5',
    'cairn_replication_lag_bytes{standby="walreceiver"} 4096',
    'cairn_replication_lag_seconds{standby="walreceiver"} 0.25',
    'cairn_queue_waiting{queue="mails"} 3',
    'cairn_queue_waiting{queue="webhooks"} 0',
    'cairn_queue_oldest_seconds{queue="mails"} 61',
    'cairn_queue_oldest_seconds{queue="webhooks"} 0',
    'cairn_job_last_success_timestamp_seconds{job="count records"} 1764000000',
    'cairn_job_failures{job="count records",scope="account",state="retrying"} 2',
  ])
})

it('says of a database that is away only that it is, and nothing of before', async () => {
  let isAway = false
  let time = 0
  const metrics = createDatabaseMetrics(
    async () => {
      if (isAway) throw new Error('away')
      return FIGURES
    },
    () => time,
  )
  expect(await linesOf(metrics.text())).toContain('cairn_database_up 1')
  isAway = true
  time = 5_000
  expect(await linesOf(metrics.text())).toEqual(['cairn_database_up 0'])
})

it('shows no figure that it may not know', async () => {
  const figures = { ...FIGURES, oldest_transaction_seconds: null, standbys: [], product: null }
  const lines = await linesOf(createDatabaseMetrics(async () => figures).text())
  expect(lines.filter((line) => /oldest_transaction|replication|job/.test(line))).toEqual([])
})

it('asks the database once for all who read within five seconds', async () => {
  let asked = 0
  let time = 0
  const metrics = createDatabaseMetrics(
    async () => {
      asked += 1
      return FIGURES
    },
    () => time,
  )
  await Promise.all([metrics.text(), metrics.text()])
  time = 4_999
  await metrics.text()
  expect(asked).toBe(1)
  time = 5_000
  await metrics.text()
  expect(asked).toBe(2)
})
