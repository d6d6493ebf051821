import { DatabaseUnavailable } from '@cairn/postgres/wire/errors'
import type { Observe } from './events.ts'
import type { FailureStore } from './store.ts'

/** The number of attempts before a unit is set aside. */
const UNIT_ATTEMPTS = 3
/** The number of failures in one pass beyond which single units are not the cause. */
const MOST_FAILURES = 100

interface Work {
  /** The name of a unit, for the operator: `notification`. */
  kind: string
  /** The keys of units to work on, except for some that wait. Long lists may come in parts. */
  find(without: readonly string[]): Promise<readonly string[]>
  /** Works on these units, in one transaction: all or none. May be called again for the same keys. */
  work(keys: readonly string[]): Promise<void>
  /** Whether units are done one by one from the start, where the work is not a transaction. */
  oneByOne?: boolean
  /** How long a unit waits that was set aside; without it, until the operator retries it. */
  asideSeconds?: number
}

/** Runs a job's work on independent units, such as the rows of an account. */
export interface Units {
  /**
   * Works on all found units together. Where that fails it works on halves, and halves of these, until the failing
   * units are isolated: they are retried later, and set aside after {@link UNIT_ATTEMPTS} attempts, and all others are
   * done. Throws `DatabaseUnavailable`, for which no unit can be blamed, and the cause of the last failure where more
   * than {@link MOST_FAILURES} units fail. Returns how many were found.
   */
  each(work: Work): Promise<number>
  /** Runs a part of the job that must keep no other part waiting: its failure is stored as that of a unit by `each`. */
  part(name: string, work: () => Promise<void>): Promise<void>
  /** Aborts when the process stops: long work ends then. */
  readonly stopping: AbortSignal
}

interface UnitsOptions {
  store: FailureStore
  job: string
  /** Null for a job that does not work account by account. */
  account: string | null
  describe: (cause: unknown) => string
  observe: Observe
  stopping: AbortSignal
}

export function createUnits({ store, job, account, describe, observe, stopping }: UnitsOptions): Units {
  async function failed(item: string, cause: unknown): Promise<void> {
    const used = await store.noteFailure({ job, account, item }, describe(cause), UNIT_ATTEMPTS)
    const kind = used === UNIT_ATTEMPTS ? 'job-given-up' : 'job-failed'
    observe({ kind, job, account, item, attempts: used, cause })
  }

  const forget = (item: string) => store.forgetFailure({ job, account, item })

  /** Whether the failed units wait, by key. */
  async function failingOf({ kind, asideSeconds }: Work): Promise<Map<string, boolean>> {
    const items = await store.failingItems(job, account, asideSeconds ?? null)
    const prefix = `${kind} `
    return new Map(
      [...items].flatMap(([item, waits]) =>
        item.startsWith(prefix) ? [[item.slice(prefix.length), waits] as const] : [],
      ),
    )
  }

  async function each(units: Work): Promise<number> {
    const failing = await failingOf(units)
    const itemOf = (key: string) => `${units.kind} ${key}`
    const keys = await units.find([...failing].flatMap(([key, waits]) => (waits ? [key] : [])))
    let failures = 0
    const ended = {
      async fails(key: string, cause: unknown) {
        failures += 1
        if (failures > MOST_FAILURES) throw cause
        await failed(itemOf(key), cause)
      },
      async done(key: string) {
        if (failing.has(key)) await forget(itemOf(key))
      },
    }
    const fresh = keys.filter((key) => !failing.has(key))
    for (const part of units.oneByOne === true ? fresh.map((key) => [key]) : [fresh])
      await apart(part, units.work, ended, stopping)
    for (const key of keys) if (failing.has(key)) await apart([key], units.work, ended, stopping)
    // A failed unit that is not found any more was done by others, or is gone.
    for (const [key, waits] of failing) if (!waits && !keys.includes(key)) await forget(itemOf(key))
    return keys.length
  }

  async function part(name: string, work: () => Promise<void>): Promise<void> {
    const item = `all ${name}`
    const waits = (await store.failingItems(job, account, null)).get(item)
    if (waits === true) return
    const ended = {
      fails: (_: string, cause: unknown) => failed(item, cause),
      done: async () => (waits === undefined ? undefined : forget(item)),
    }
    await apart([name], work, ended, stopping)
  }

  return { each, part, stopping }
}

/** Receives every key that fails alone, and those that are done. */
interface Ended {
  fails: (key: string, cause: unknown) => Promise<void>
  done: (key: string) => Promise<void>
}

/** Works on these units, in halves where that fails. */
async function apart(
  keys: readonly string[],
  work: Work['work'],
  ended: Ended,
  stopping: AbortSignal,
): Promise<void> {
  const [key, ...others] = keys
  if (key === undefined || stopping.aborted) return
  try {
    await work(keys)
  } catch (cause) {
    if (cause instanceof DatabaseUnavailable) throw cause
    if (others.length === 0) return ended.fails(key, cause)
    const middle = Math.ceil(keys.length / 2)
    await apart(keys.slice(0, middle), work, ended, stopping)
    return apart(keys.slice(middle), work, ended, stopping)
  }
  for (const one of keys) await ended.done(one)
}
