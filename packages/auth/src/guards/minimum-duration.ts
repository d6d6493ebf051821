import { setTimeout } from 'node:timers/promises'

/** More than the database needs for known and unknown addresses alike, when there is little load. */
const MINIMUM_MS = 40

/**
 * Lets work take the same time whether an address has an account or not, so that the time does not tell which addresses
 * have one (user enumeration). What the work throws is thrown at once: refusals do not depend on accounts.
 */
export async function withMinimumDuration<T>(work: () => Promise<T>): Promise<T> {
  const [result] = await Promise.all([work(), setTimeout(MINIMUM_MS)])
  return result
}
