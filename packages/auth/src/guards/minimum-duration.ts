import { setTimeout } from 'node:timers/promises'

/** More than the writes for an address that we know, or do not know, take when there is no hurry. */
const MINIMUM_MS = 40

/**
 * Lets work that does more for some addresses than for others take the same time for all, so that the time tells nobody
 * which ones we know. What it throws is thrown at once: refusals do not depend on that.
 */
export async function withMinimumDuration<T>(work: () => Promise<T>): Promise<T> {
  const [result] = await Promise.all([work(), setTimeout(MINIMUM_MS)])
  return result
}
