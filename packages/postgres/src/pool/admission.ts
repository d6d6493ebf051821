import { setDeadline } from '../wire/deadline.ts'
import { Overloaded } from '../wire/errors.ts'

export interface AdmissionOptions {
  /** How many pieces of work run at once. */
  concurrency: number
  /**
   * How many pieces of work may wait for their turn; beyond that, work of the party with the longest line is refused.
   */
  maxQueued: number
  /** How long work may wait, in milliseconds, before it is refused. */
  maxWaitMs: number
}

/** A party for whom work is done. At most `most` pieces of it run at once, however idle the rest is. */
export interface Party {
  readonly name: string
  readonly most: number
}

/** The current amount of work. */
export interface Load {
  running: number
  waiting: number
}

export interface Admission {
  /**
   * Runs the work when its turn comes. The first parties take turns, so that a party with many requests only delays its
   * own. Throws {@link Overloaded} when the queue is full or the wait too long.
   */
  run<T>(work: () => Promise<T>, parties?: readonly Party[]): Promise<T>
  /** Begins a turn of the parties, which {@link leave} ends: at once (undefined), or when it comes. Rejects as `run`. */
  enter(parties: readonly Party[]): Promise<void> | undefined
  leave(parties: readonly Party[]): void
  load(): Load
}

interface Waiting {
  parties: readonly Party[]
  admit: () => void
  refuse: (reason: string) => void
  /** Ends its time limit. */
  cancel: () => void
}

const NOBODY: readonly Party[] = []

/**
 * A bounded queue in front of a scarce resource (connections, processor cores): it refuses work before waits grow long.
 *
 *     const hashing = createAdmission({ concurrency: 2, maxQueued: 200, maxWaitMs: 3_000 })
 *     await hashing.run(() => hash(password))
 */
export function createAdmission({ concurrency, maxQueued, maxWaitMs }: AdmissionOptions): Admission {
  const queue = createFairQueue(maxQueued)
  const busy = createBusyParties()
  let running = 0

  function start(parties: readonly Party[]): void {
    running += 1
    busy.add(parties)
  }

  function enter(parties: readonly Party[]): Promise<void> | undefined {
    if (running < concurrency && busy.haveRoom(parties)) {
      start(parties)
      return undefined
    }
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        parties,
        admit: resolve,
        refuse(reason) {
          waiting.cancel()
          reject(new Overloaded(reason))
        },
        cancel: setDeadline(() => {
          queue.remove(waiting)
          waiting.refuse(`No turn within ${maxWaitMs} ms.`)
        }, maxWaitMs),
      }
      queue.add(waiting)
    })
  }

  /** Gives the turn to a waiting party that may have it. */
  function leave(parties: readonly Party[]): void {
    running -= 1
    busy.remove(parties)
    while (running < concurrency) {
      const next = queue.takeFirst(busy.haveRoom)
      if (next === null) return
      next.cancel()
      start(next.parties)
      next.admit()
    }
  }

  return {
    enter,
    leave,
    async run(work, parties = NOBODY) {
      await enter(parties)
      try {
        return await work()
      } finally {
        leave(parties)
      }
    },
    load: () => ({ running, waiting: queue.length() }),
  }
}

/** Counts the running work of each party. */
function createBusyParties() {
  const running = new Map<string, number>()
  return {
    haveRoom: (parties: readonly Party[]) =>
      parties.every(({ name, most }) => (running.get(name) ?? 0) < most),
    add(parties: readonly Party[]): void {
      for (const { name } of parties) running.set(name, (running.get(name) ?? 0) + 1)
    },
    remove(parties: readonly Party[]): void {
      for (const { name } of parties) {
        const left = (running.get(name) ?? 0) - 1
        if (left > 0) running.set(name, left)
        else running.delete(name)
      }
    },
  }
}

/** The waiting work, a line for each first party; the lines take turns. */
function createFairQueue(maxQueued: number) {
  /** The lines in the order of their next turns. */
  const lines = new Map<string, Waiting[]>()
  let length = 0

  const lineOf = ({ parties }: Waiting) => parties[0]?.name ?? ''

  function longest(): Waiting[] {
    return [...lines.values()].reduce((a, b) => (b.length > a.length ? b : a), [])
  }

  function remove(waiting: Waiting): void {
    const line = lines.get(lineOf(waiting)) ?? []
    line.splice(line.indexOf(waiting), 1)
    length -= 1
    if (line.length === 0) lines.delete(lineOf(waiting))
  }

  return {
    remove,
    length: () => length,
    /** Adds work. Where all places are taken, the longest line loses its last entry. */
    add(waiting: Waiting): void {
      const line = lines.get(lineOf(waiting)) ?? []
      lines.set(lineOf(waiting), line)
      line.push(waiting)
      length += 1
      if (length <= maxQueued) return
      const last = (line.length === longest().length ? line : longest()).at(-1) ?? waiting
      remove(last)
      last.refuse('The queue is full.')
    },
    /** Takes the first in line who may have a turn; their line moves to the end. */
    takeFirst(mayHave: (parties: readonly Party[]) => boolean): Waiting | null {
      for (const [name, line] of lines) {
        const [first] = line
        if (first === undefined || !mayHave(first.parties)) continue
        remove(first)
        if (lines.delete(name)) lines.set(name, line)
        return first
      }
      return null
    },
  }
}
