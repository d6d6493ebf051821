import { setTimeout as delay } from 'node:timers/promises'
import { createPollLoop } from '@cairn/jobs/poll-loop'
import type { Privileged } from '@cairn/postgres/pool/privileged'
import {
  dueAfterClockWasSet,
  leaseMessage,
  type MessageChannel,
  type QueuedMessageRow,
  receiverOf,
  renewLeases,
} from './message-queue.ts'
import { roomFor, SLOW_AFTER_MS, type UnderWay } from './room.ts'

const SECOND_MS = 1_000
/**
 * The interval has to be shorter, by more than a lease, than the ten seconds after which a mail of a killed sender has
 * to be sent.
 */
const POLL_INTERVAL_MS = 4 * SECOND_MS
const RENEW_LEASES_EVERY_MS = SECOND_MS
/** A mail server that does not answer must not prevent the stop; the lease makes up for it. */
const CLOSE_WITHIN_MS = 5 * SECOND_MS
/** For how long a receiver is known to let messages hang: at most as long as a message waits for its next attempt. */
const HANGING_FOR_MS = 15 * 60 * SECOND_MS

/** The result of sending a message. */
export type Outcome = 'sent' | 'failed'

interface LaneOptions {
  database: Privileged
  channels: readonly MessageChannel[]
  /** How many messages are sent at once. */
  connections: number
  /**
   * Sends a message and stores the result. `settle` is called when only the storing is left: then the lease is not
   * renewed any more.
   */
  deliver: (message: QueuedMessageRow, settle: () => void) => Promise<Outcome>
  report: (cause: unknown) => void
}

/** Sends messages of some channels, several at once, each with a separate lease. */
export interface Lane {
  start(): void
  wake(): void
  /** Stops after the messages that are being sent, or after a few seconds. */
  close(): Promise<void>
}

export function createLane({ database, channels, connections, deliver, report }: LaneOptions): Lane {
  const underWay = new Map<string, UnderWay>()
  const leased = new Set<string>()
  const sending = new Set<Promise<void>>()
  const hanging = createHanging()
  let clockSeenMs = Number.NEGATIVE_INFINITY

  async function send(message: QueuedMessageRow): Promise<void> {
    const sinceMs = performance.now()
    underWay.set(message.id, { message, sinceMs })
    leased.add(message.id)
    try {
      const outcome = await deliver(message, () => leased.delete(message.id))
      hanging.note(receiverOf(message), outcome === 'failed' && performance.now() - sinceMs > SLOW_AFTER_MS)
    } catch (cause) {
      // A failing message leaves the others alone; its lease ends by itself.
      report(cause)
    } finally {
      leased.delete(message.id)
      underWay.delete(message.id)
      loop.wake()
    }
  }

  async function work(): Promise<boolean> {
    const nowMs = performance.now()
    if (nowMs - clockSeenMs >= POLL_INTERVAL_MS) {
      await database.statement(dueAfterClockWasSet)
      clockSeenMs = nowMs
    }
    const room = roomFor({ underWay: [...underWay.values()], connections, hanging: hanging.now(), nowMs })
    if (room === null) return false
    const message = await database.statement((sql) => leaseMessage(sql, { channels, ...room }))
    if (message === null) return false
    const sent = send(message).finally(() => sending.delete(sent))
    sending.add(sent)
    return true
  }

  const loop = createPollLoop({ intervalMs: POLL_INTERVAL_MS, work, onFailure: report })
  let renewing: NodeJS.Timeout | undefined

  return {
    start() {
      loop.start()
      renewing = setInterval(() => {
        // After a failed renewal the next one follows; at worst a message is sent twice.
        if (leased.size > 0) database.statement((sql) => renewLeases(sql, [...leased])).catch(() => {})
      }, RENEW_LEASES_EVERY_MS).unref()
    },
    wake: loop.wake,
    async close() {
      const ended = loop.stop().then(() => Promise.all(sending))
      await Promise.race([ended, delay(CLOSE_WITHIN_MS, null, { ref: false })])
      clearInterval(renewing)
    },
  }
}

/** Remembers for a while the receivers at which messages hang. */
function createHanging() {
  const untilMs = new Map<string, number>()
  return {
    note(receiver: string, hangs: boolean): void {
      if (hangs) untilMs.set(receiver, performance.now() + HANGING_FOR_MS)
      else untilMs.delete(receiver)
    },
    now(): ReadonlySet<string> {
      for (const [receiver, until] of untilMs) if (until < performance.now()) untilMs.delete(receiver)
      return new Set(untilMs.keys())
    },
  }
}
