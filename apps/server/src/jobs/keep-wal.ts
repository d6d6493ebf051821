import { setTimeout as wait } from 'node:timers/promises'
import type { QueueJob } from '@cairn/jobs/job'
import { postgresFailure } from '@cairn/postgres/errors'
import { keepWal, type WalParts } from '../backups/wal/keep-wal.ts'
import { whyNoBackup } from '../backups/why-no-backup.ts'
import type { Observe } from '../observe/events.ts'

const AGAIN_AFTER_MS = 5_000
/** Another server reads from the slot. */
const IN_USE = '55006'

/** Keeps what Postgres writes, in one of all servers: whoever has Postgres' slot. A failure is told once. */
export function keepWalJob(parts: Omit<WalParts, 'signal'>, observe: Observe): QueueJob {
  const name = 'keep wal'
  const stopping = new AbortController()
  const { signal } = stopping
  let running: Promise<void> = Promise.resolve()
  let told = false

  const onBegin = () => {
    told = false
  }

  async function keep(): Promise<void> {
    while (!signal.aborted) {
      try {
        await keepWal({ ...parts, signal, onBegin })
      } catch (error) {
        const isToTell = !signal.aborted && !told && postgresFailure(error)?.code !== IN_USE
        if (isToTell) {
          told = true
          const cause = whyNoBackup(error, parts)
          observe({ kind: 'job-failed', job: name, account: null, item: null, attempts: 1, cause })
        }
      }
      await wait(AGAIN_AFTER_MS, undefined, { signal }).catch(() => {})
    }
  }

  return {
    kind: 'queue',
    name,
    start() {
      running = keep()
    },
    async close() {
      stopping.abort(new Error('The server stops.'))
      await running
    },
  }
}
