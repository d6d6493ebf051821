import type { Worker } from 'node:cluster'
import { z } from 'zod'

/** The order that a process receives once it has asked. */
const serveOrder = z.object({
  kind: z.literal('serve'),
  number: z.number(),
  of: z.number(),
  /** Where the built-in Postgres listens, which the parent holds; null for the one of DATABASE_URL. */
  socket: z.object({ folder: z.string(), port: z.number(), password: z.string() }).nullable(),
  /** Opens the outbox; null where mail is sent. */
  outboxKey: z.string().nullable(),
  /** Whether it performs the tasks that are done once for all processes. */
  first: z.boolean(),
})

const stopOrder = z.object({ kind: z.literal('stop') })

/** Asks whether the process still does something; see liveness.ts. */
const pingOrder = z.object({ kind: z.literal('ping') })

/** The figures of one process, and of all of them. */
const values = z.array(z.looseObject({}))
const figuresOrder = z.object({ kind: z.literal('tell figures'), round: z.number() })
const allFiguresOrder = z.object({ kind: z.literal('figures of all'), values: z.array(values) })

/** From the parent to a process that serves. */
export const order = z.discriminatedUnion('kind', [
  serveOrder,
  stopOrder,
  pingOrder,
  figuresOrder,
  allFiguresOrder,
])
export type Order = z.output<typeof order>
export type ServeOrder = z.output<typeof serveOrder>

/** From a process that serves to the parent. */
export const report = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('asks') }),
  /** The answer to a ping. */
  z.object({ kind: z.literal('alive') }),
  z.object({ kind: z.literal('ready'), publishableKey: z.string() }),
  /** A monitor reads the figures at that process. */
  z.object({ kind: z.literal('wants figures') }),
  z.object({ kind: z.literal('figures'), round: z.number(), values }),
  /** Its start has failed: a sentence for the operator. */
  z.object({ kind: z.literal('failed'), sentence: z.string() }),
  /**
   * It stops, and the parent closes its listener. The parent's own hold goes first, so that no connection is lost
   * between.
   */
  z.object({ kind: z.literal('closes') }),
])
export type Report = z.output<typeof report>

/** The code of a process that was told to stop and had to leave something undone; its log says what. */
export const UNFINISHED = 3

/**
 * Sends a message to a process. A process that has just ended receives nothing, and the parent soon learns of the end:
 * without a callback the failed write would end the parent too.
 */
export function tell(worker: Worker, told: Order): void {
  if (worker.isConnected()) worker.send(told, () => {})
}
