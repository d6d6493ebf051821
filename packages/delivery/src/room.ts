import { type QueuedMessageRow, receiverOf, type Wanted } from './message-queue.ts'
import { PRIORITIES } from './port/priority.ts'

const SECOND_MS = 1_000
/** The time after which a message counts as slow. A mail server takes much less, unless it waits for another server. */
export const SLOW_AFTER_MS = 5 * SECOND_MS

/** A message that is being sent. */
export interface UnderWay {
  message: QueuedMessageRow
  sinceMs: number
}

interface Situation {
  underWay: readonly UnderWay[]
  /** How many messages may be under way at once. */
  connections: number
  /** Receivers that have recently let a message hang. */
  hanging: ReadonlySet<string>
  nowMs: number
}

/**
 * The messages that may be sent beside those under way; null while all connections are taken. Of several connections
 * one is reserved for messages that a person waits for, and half for first attempts. A receiver at which messages hang
 * gets one connection, and none ever gets all.
 */
export function roomFor({
  underWay,
  connections,
  hanging,
  nowMs,
}: Situation): Omit<Wanted, 'channels'> | null {
  if (underWay.length >= connections) return null
  const mostOfOneKind = Math.max(1, connections - 1)
  const waited = underWay.filter(({ message }) => message.priority === PRIORITIES.awaited)
  const retried = underWay.filter(({ message }) => message.attempts > 1)
  return {
    lowestPriority: underWay.length - waited.length < mostOfOneKind ? PRIORITIES.digest : PRIORITIES.awaited,
    retries: retried.length < Math.max(1, Math.floor(connections / 2)),
    without: [
      ...receivers(underWay.filter((one) => isSlow(one, hanging, nowMs))),
      ...countBy(receivers(waited)).flatMap(([receiver, count]) => (count < mostOfOneKind ? [] : [receiver])),
    ],
  }
}

const receivers = (sent: readonly UnderWay[]) => sent.map(({ message }) => receiverOf(message))

function isSlow({ message, sinceMs }: UnderWay, hanging: ReadonlySet<string>, nowMs: number): boolean {
  return nowMs - sinceMs > SLOW_AFTER_MS || hanging.has(receiverOf(message))
}

function countBy(names: readonly string[]): [string, number][] {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts]
}
