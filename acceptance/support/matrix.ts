import { REPEATS } from '@cairn/testing/tier'
import { expect } from 'vitest'
import { CALLERS, type Caller } from './cast.ts'
import type { Snapshot } from './snapshot.ts'

/**
 * The number of rows that were returned or touched, or the code of the refusal. For procedures with other answers: a
 * number, 'true' or 'false' as it is, 'text', or 'done'.
 */
export type Outcome = number | string

/** The code for a missing right to the table, the column, the row or the procedure. */
export const NO = '42501'

/** The outcome for each caller, in the order of `CALLERS`. */
export type Expected = readonly [
  anonymous: Outcome,
  unplaced: Outcome,
  viewer: Outcome,
  user: Outcome,
  manager: Outcome,
  admin: Outcome,
  rival: Outcome,
]

interface Attempt {
  run(caller: Caller): PromiseLike<Outcome>
  /** Whether a success changes rows. */
  writes: boolean
  expected: Expected
  /** The outcome for a former member, where it differs from that for a person without an account. */
  former?: Outcome | undefined
  /** Whether another case shows already that callers with the right succeed. `npm test` then tries the refused ones alone. */
  successIsShown: boolean
}

/**
 * Tries the same as every caller. Callers who only read, are refused or reach nothing try concurrently, and after them
 * every row must be unchanged. Then the others try, one by one, and after each the snapshot is restored.
 */
export async function tryAll(
  { run, writes, expected, former = expected[1], successIsShown }: Attempt,
  snapshot: Snapshot,
): Promise<void> {
  const wanted = new Map<Caller, Outcome>(CALLERS.map((caller, index) => [caller, expected[index] ?? NO]))
  wanted.set('former', former)
  const seen = new Map<Caller, Outcome>()
  const entries = [...wanted]
  const harmless = entries.filter(([, outcome]) => !writes || changesNothing(outcome))
  await Promise.all(harmless.map(async ([caller]) => seen.set(caller, await run(caller))))
  const changed = await snapshot.changed()
  for (const [caller] of entries.filter((one) => !harmless.includes(one))) {
    if (successIsShown && !REPEATS) wanted.delete(caller)
    else {
      seen.set(caller, await run(caller))
      await snapshot.restore()
    }
  }
  // A failure must not affect the next case.
  if (changed.length > 0) await snapshot.restore()
  expect({ ...Object.fromEntries(seen), changed }).toEqual({ ...Object.fromEntries(wanted), changed: [] })
}

/**
 * Whether an outcome means no change: nothing reached, a refusal (five characters, or the data API's own), or a
 * procedure that answers no.
 */
function changesNothing(outcome: Outcome): boolean {
  return outcome === 0 || /^(?:[0-9A-Z]{5}|PGRST\d+|false)$/.test(String(outcome))
}

export interface Answer {
  data: unknown
  error: { code: string } | null
  count?: number | null
}

/** The outcome of a request of the official client. */
export function outcomeOf({ data, error, count }: Answer): Outcome {
  if (error !== null) return error.code
  if (typeof count === 'number') return count
  if (Array.isArray(data)) return data.length
  if (typeof data === 'number') return data
  if (typeof data === 'boolean') return String(data)
  return typeof data === 'string' ? 'text' : 'done'
}
