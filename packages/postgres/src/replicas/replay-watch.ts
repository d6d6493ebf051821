import { setTimeout as wait } from 'node:timers/promises'
import type { Client } from '../wire/client.ts'
import { coded } from '../wire/errors.ts'
import type { Connect } from '../wire/primary.ts'

/** Watches how far a replica has replayed, over a separate connection. */
export interface ReplayWatch {
  /** How far it is known to be; null while it cannot be asked. */
  known(): bigint | null
  /** By so much its clock is ahead of ours. */
  clockAheadMs(): number
  /** Whether it has replayed up to there, or does so in time. */
  reach(at: bigint, withinMs: number): Promise<boolean>
  close(): Promise<void>
}

interface Look {
  at: bigint
  clockAheadMs: number
}

const CONNECT_WITHIN_MS = 2_000
const AGAIN_AFTER_MS = 500
/** While nobody waits it is asked as often, to notice that it is gone. */
const LOOK_EVERY_MS = 250
/** While somebody waits. */
const LOOK_AGAIN_MS = 1
const ANSWER_WITHIN_MS = 500

const ASK = `
  select
    pg_is_in_recovery() as standby,
    pg_last_wal_replay_lsn() - '0/0'::pg_lsn as at,
    extract(epoch from clock_timestamp()) * 1000 as now`

/** `onChange` hears whether the replica answers: with null, or with why it does not. */
export function watchReplay(connect: Connect, onChange: (away: unknown) => void): ReplayWatch {
  const waiting = createWaiting()
  const over = new AbortController()
  let last: Look | null = null
  let client: Client | null = null

  async function follow(opened: Client): Promise<void> {
    for (let first = true; !over.signal.aborted; first = false) {
      last = await look(opened)
      if (first) onChange(null)
      waiting.reached(last.at)
      await waiting.pause()
    }
  }

  async function keepFollowing(): Promise<void> {
    while (!over.signal.aborted) {
      try {
        client = await connect({ withinMs: CONNECT_WITHIN_MS })
        await follow(client)
      } catch (cause) {
        if (!over.signal.aborted) onChange(cause)
      }
      last = null
      waiting.giveUp()
      client?.destroy()
      await wait(AGAIN_AFTER_MS, undefined, { signal: over.signal, ref: false }).catch(() => {})
    }
  }
  const following = keepFollowing()

  return {
    known: () => last?.at ?? null,
    clockAheadMs: () => last?.clockAheadMs ?? 0,
    reach: async (at, withinMs) => last !== null && (last.at >= at || waiting.for(at, withinMs)),
    async close() {
      over.abort()
      client?.destroy()
      waiting.wake()
      await following
    },
  }
}

async function look(client: Client): Promise<Look> {
  const late = setTimeout(() => client.destroy(coded('ETIMEDOUT', 'It does not answer')), ANSWER_WITHIN_MS)
  const asked = Date.now()
  try {
    const [row] = await client.batches.run([{ text: ASK, values: [], prepare: true }])
    if (row?.['standby'] !== 't' || row['at'] === null) throw coded('NO_STANDBY', 'It is no standby any more')
    const clockAheadMs = Number(row['now']) - (asked + Date.now()) / 2
    return { at: BigInt(String(row['at'])), clockAheadMs }
  } finally {
    clearTimeout(late)
  }
}

interface Waiter {
  at: bigint
  end: (reached: boolean) => void
}

/** Those who wait until a replica has replayed up to somewhere, and the pause between two looks. */
function createWaiting() {
  const waiters = new Set<Waiter>()
  let wake = () => {}

  return {
    for(at: bigint, withinMs: number): Promise<boolean> {
      return new Promise((resolve) => {
        const late = setTimeout(() => waiter.end(false), withinMs)
        const waiter: Waiter = {
          at,
          end(reached) {
            clearTimeout(late)
            waiters.delete(waiter)
            resolve(reached)
          },
        }
        waiters.add(waiter)
        wake()
      })
    },
    reached(at: bigint): void {
      for (const waiter of [...waiters]) if (waiter.at <= at) waiter.end(true)
    },
    giveUp(): void {
      for (const waiter of [...waiters]) waiter.end(false)
    },
    /** Ends when somebody comes who waits. */
    async pause(): Promise<void> {
      if (waiters.size > 0) return wait(LOOK_AGAIN_MS)
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, LOOK_EVERY_MS).unref()
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
      wake = () => {}
    },
    wake: () => wake(),
  }
}
