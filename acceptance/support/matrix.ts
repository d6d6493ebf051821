import { REPEATS } from '@cairn/testing/tier'
import { expect } from 'vitest'
import { CALLERS, type Caller } from './cast.ts'
import type { Snapshot } from './snapshot.ts'

/**
 * How many rows were given or touched, or the code of the refusal. For procedures that answer something else: a number,
 * 'true' or 'false' as it is, 'text', or 'done'.
 */
export type Outcome = number | string

/** No right to the table, the column, the row or the procedure. */
export const NO = '42501'

/** What each caller gets, in the order of `CALLERS`. */
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
  /** Whether success leaves something behind. */
  writes: boolean
  expected: Expected
  /** What a former member gets where it differs from what a person without an account gets. */
  former?: Outcome | undefined
  /** Whether another case shows already that callers with the right succeed. `npm test` then tries the refused ones alone. */
  successIsShown: boolean
}

/**
 * Every caller tries the same. Those who only read, are to be refused or to reach nothing do so at the same time, and
 * after them every row must be as it was. Then come the others, one by one, and after each everything is put back.
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
  // Whatever went wrong stays with its own case.
  if (changed.length > 0) await snapshot.restore()
  expect({ ...Object.fromEntries(seen), changed }).toEqual({ ...Object.fromEntries(wanted), changed: [] })
}

/** Nothing reached, a refusal (five characters, or the data API's own), or a procedure that says no. */
function changesNothing(outcome: Outcome): boolean {
  return outcome === 0 || /^(?:[0-9A-Z]{5}|PGRST\d+|false)$/.test(String(outcome))
}

export interface Answer {
  data: unknown
  error: { code: string } | null
  count?: number | null
}

/** What came of a request of the official client. */
export function outcomeOf({ data, error, count }: Answer): Outcome {
  if (error !== null) return error.code
  if (typeof count === 'number') return count
  if (Array.isArray(data)) return data.length
  if (typeof data === 'number') return data
  if (typeof data === 'boolean') return String(data)
  return typeof data === 'string' ? 'text' : 'done'
}
