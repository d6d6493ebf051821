import type { Privileged } from '@cairn/postgres/privileged'
import type { MessageSender } from '../delivery/sender.ts'
import type { Observe } from '../events.ts'
import type { SessionLimits } from '../model/session.ts'
import type { Saml } from '../saml/saml.ts'
import { noteTime } from '../store/clock.ts'
import { deleteExpired, type Expiry, endedSessions } from '../store/expiry.ts'
import { purge } from '../store/housekeeping.ts'
import type { KeyRing } from '../tokens/key-ring.ts'
import { refreshSamlMetadata } from './refresh-saml-metadata.ts'

const MINUTE_MS = 60_000
const REFRESH_KEYS_EVERY_MS = 5 * MINUTE_MS
/** Well within the minute by which the clock may go wrong between two looks at it. */
const NOTE_TIME_EVERY_MS = 15_000
const FETCH_NOTICES_EVERY_MS = 5_000
const FREQUENTLY_MS = 5_000
const HOUR_MS = 60 * MINUTE_MS
const PURGE_EVERY_MS = HOUR_MS
/** Looks for metadata that is a day old. */
const REFRESH_METADATA_EVERY_MS = HOUR_MS

/** What the server does again and again beside all that; its failure is observed under the name. */
export interface RegularJob {
  task: string
  run(database: Privileged): Promise<void>
}

export interface Background {
  start(): void
  close(): Promise<void>
}

export interface BackgroundOptions {
  database: Privileged
  keys: KeyRing
  sender: MessageSender
  saml: Saml | null
  sessionLimits: SessionLimits
  /** Queues the product's mails; null where it has none. */
  fetchNotices: (() => Promise<void>) | null
  /** What is kept for a time only. */
  expiries: readonly Expiry[]
  frequent: readonly RegularJob[]
  hourly: readonly RegularJob[]
  observe: Observe
}

/** The background jobs: sending messages, looking at the clock, refreshing keys and metadata, purging. */
export function createBackground(options: BackgroundOptions): Background {
  const { database, keys, sender, saml, sessionLimits, fetchNotices, expiries, frequent, hourly, observe } =
    options
  const timers: NodeJS.Timeout[] = []
  const running = new Set<Promise<void>>()

  function every(intervalMs: number, task: string, work: () => Promise<void>): () => void {
    const run = () => {
      const turn = work()
        .catch((cause: unknown) => observe({ kind: 'background-failed', task, cause }))
        .finally(() => running.delete(turn))
      running.add(turn)
    }
    timers.push(setInterval(run, intervalMs).unref())
    return run
  }

  return {
    start() {
      sender.start()
      every(NOTE_TIME_EVERY_MS, 'clock', () => database.statement(noteTime))()
      if (fetchNotices !== null) every(FETCH_NOTICES_EVERY_MS, 'notices', fetchNotices)()
      every(REFRESH_KEYS_EVERY_MS, 'signing keys', keys.refresh)
      for (const { task, run } of frequent) every(FREQUENTLY_MS, task, () => run(database))()
      for (const { task, run } of hourly) every(HOUR_MS, task, () => run(database))()
      every(PURGE_EVERY_MS, 'purge', async () => {
        const purged = await database.transaction((tx) => purge(tx, sessionLimits))
        observe({
          kind: 'purged',
          rows: purged + (await deleteExpired(database, [endedSessions, ...expiries])),
        })
      })
      if (saml === null) return
      every(REFRESH_METADATA_EVERY_MS, 'saml metadata', () => refreshSamlMetadata(database, saml, observe))
    },
    async close() {
      for (const timer of timers) clearInterval(timer)
      await Promise.all([sender.close(), ...running])
    },
  }
}
