import { setTimeout as wait } from 'node:timers/promises'
import type { QueueJob } from '@cairn/jobs/job'
import { postgresFailure } from '@cairn/postgres/wire/errors'
import { keepWal, type WalParts } from '../backups/wal/keep-wal.ts'
import { noteNotKept } from '../backups/wal/kept-state.ts'
import { whyNoBackup } from '../backups/why-no-backup.ts'
import { describeForOperator } from '../observe/describe-for-operator.ts'
import type { Observe } from '../observe/events.ts'

const AGAIN_AFTER_MS = 5_000
const LONGEST_MS = 5 * 60_000
/** Another server reads from the slot. */
const IN_USE = '55006'

interface KeepWalParts extends Omit<WalParts, 'signal' | 'onBegin' | 'onKept'> {
  /** The waits between tries, for tests. */
  pause?: (ms: number, signal: AbortSignal) => Promise<void>
}

const pauseFor = async (ms: number, signal: AbortSignal): Promise<void> => {
  await wait(ms, undefined, { signal }).catch(() => {})
}

/**
 * Keeps Postgres' WAL on one of all servers: the one that has Postgres' slot. The operator learns of a failure once,
 * until WAL was kept again; the tries become less frequent meanwhile.
 */
export function keepWalJob({ pause = pauseFor, ...parts }: KeepWalParts, observe: Observe): QueueJob {
  const name = 'keep wal'
  const stopping = new AbortController()
  const { signal } = stopping
  let running: Promise<void> = Promise.resolve()
  let told = false
  let pauseMs = AGAIN_AFTER_MS

  const onKept = () => {
    told = false
    pauseMs = AGAIN_AFTER_MS
  }

  async function tell(error: unknown): Promise<void> {
    const cause = whyNoBackup(error, parts)
    await noteNotKept(parts.dir, describeForOperator(cause))
    if (!told) observe({ kind: 'job-failed', job: name, account: null, item: null, attempts: 1, cause })
    told = true
  }

  async function keep(): Promise<void> {
    while (!signal.aborted) {
      try {
        await keepWal({ ...parts, signal, onKept })
      } catch (error) {
        // A server that waits for another's slot looks often.
        if (postgresFailure(error)?.code === IN_USE) pauseMs = AGAIN_AFTER_MS
        else if (!signal.aborted) await tell(error)
      }
      await pause(pauseMs, signal)
      pauseMs = Math.min(pauseMs * 2, LONGEST_MS)
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
