import type { z } from 'zod'
import type { QueuedMessageRow } from './message-queue.ts'
import type { Sealer } from './sealer.ts'

/**
 * A queued message cannot be composed. The message of the error is for the operator, and reveals nothing of the
 * contents.
 */
export class NotComposed extends Error {
  override name = 'NotComposed'
}

/**
 * Returns the stored values of a queued message. Throws {@link NotComposed} where they were sealed with another secret,
 * or are damaged.
 */
export function openStored<Schema extends z.ZodType>(
  { values_sealed, id }: QueuedMessageRow,
  sealer: Sealer,
  schema: Schema,
): z.output<Schema> {
  try {
    return schema.parse(JSON.parse(sealer.open(values_sealed, id)))
  } catch (cause) {
    const name = cause instanceof Error ? cause.name : 'unknown'
    throw new NotComposed(`What is stored of it cannot be read (${name}).`, { cause })
  }
}
