import { setTimeout as wait } from 'node:timers/promises'
import type { HttpCaller } from '../support/caller.ts'
import { line, milliseconds } from '../support/print.ts'

const BETWEEN_MS = 100
const ALONE = 40
const MOST_TIMES = 1.5
/** Slower by less than this is no difference that a user notices. */
const UNNOTICED_MS = 10

/** The list that another member opens again and again. */
const LIST = '/systems?select=id,name,description,owner_id,status,updated_at&order=name&limit=50'

interface Times {
  median: number
  slowest: number
}

async function list(member: HttpCaller): Promise<number> {
  const began = performance.now()
  await member.get(LIST)
  return performance.now() - began
}

function timesOf(all: readonly number[]): Times {
  const sorted = all.toSorted((one, other) => one - other)
  return { median: sorted[Math.floor(sorted.length / 2)] ?? 0, slowest: sorted.at(-1) ?? 0 }
}

/** How long the list takes while nothing else is going on. */
export async function listsAlone(member: HttpCaller): Promise<Times> {
  const all: number[] = []
  for (let count = 0; count < ALONE; count += 1) {
    all.push(await list(member))
    await wait(BETWEEN_MS / 4)
  }
  return timesOf(all)
}

/** Does something while another member opens a list again and again, and prints how long that took. */
export async function withListsBeside<Answer>(
  what: string,
  member: HttpCaller,
  alone: Times,
  work: () => Promise<Answer>,
): Promise<Answer> {
  const over = new AbortController()
  const all: number[] = []
  const reading = (async () => {
    while (!over.signal.aborted) {
      all.push(await list(member))
      await wait(BETWEEN_MS)
    }
  })()
  try {
    return await work()
  } finally {
    over.abort()
    await reading
    const { median, slowest } = timesOf(all)
    const times = median / alone.median
    line(
      `${what}: a list of another member, median and slowest`,
      `${milliseconds(median)}, ${milliseconds(slowest)}, × ${times.toFixed(1)}`,
      `× ${MOST_TIMES} of ${milliseconds(alone.median)}`,
    )
    if (times > MOST_TIMES && median - alone.median > UNNOTICED_MS) process.exitCode = 1
  }
}
