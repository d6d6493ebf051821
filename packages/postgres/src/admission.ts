/** More work is waiting than can be done in time. The caller answers 503 and may try again. */
export class Overloaded extends Error {
  override name = 'Overloaded'
  readonly retryAfterSeconds: number

  constructor(message: string, retryAfterSeconds = 1) {
    super(message)
    this.retryAfterSeconds = retryAfterSeconds
  }
}

export interface AdmissionOptions {
  /** How many pieces of work run at once. */
  concurrency: number
  /** How many pieces of work may wait for their turn; the next is refused at once. */
  maxQueued: number
  /** How long work may wait, in milliseconds, before it is refused. */
  maxWaitMs: number
}

export interface Admission {
  /** Runs the work when its turn comes. Throws {@link Overloaded} when the queue is full or the wait too long. */
  run<T>(work: () => Promise<T>): Promise<T>
}

interface Waiting {
  admit: () => void
  timer: NodeJS.Timeout
}

/**
 * A bounded queue in front of something scarce (connections, processor cores): it refuses work before waits grow long.
 *
 *     const hashing = createAdmission({ concurrency: 2, maxQueued: 200, maxWaitMs: 3_000 })
 *     await hashing.run(() => hash(password))
 */
export function createAdmission({ concurrency, maxQueued, maxWaitMs }: AdmissionOptions): Admission {
  const queue: Waiting[] = []
  let running = 0

  function turn(): Promise<void> {
    if (running < concurrency) {
      running += 1
      return Promise.resolve()
    }
    if (queue.length >= maxQueued) return Promise.reject(new Overloaded('The queue is full.'))
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        admit: resolve,
        timer: setTimeout(() => {
          queue.splice(queue.indexOf(waiting), 1)
          reject(new Overloaded(`No turn within ${maxWaitMs} ms.`))
        }, maxWaitMs),
      }
      queue.push(waiting)
    })
  }

  /** Gives the turn to the work that has waited longest, if any waits. */
  function done(): void {
    const next = queue.shift()
    if (next === undefined) {
      running -= 1
      return
    }
    clearTimeout(next.timer)
    next.admit()
  }

  return {
    async run(work) {
      await turn()
      try {
        return await work()
      } finally {
        done()
      }
    },
  }
}
