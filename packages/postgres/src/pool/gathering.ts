import { DatabaseUnavailable, Overloaded, postgresFailure } from '../wire/errors.ts'

export interface GatheringOptions<Item, Answer> {
  /** Does the work for several items; resolves with an answer for each, in their order. */
  send: (items: readonly Item[]) => Promise<readonly Answer[]>
  /** How many items go together at the most. */
  most: number
  /** How many batches are under way at once. */
  atOnce: number
  /** How many items may wait; beyond that, they are refused. */
  maxWaiting: number
}

/** Resolves with the answer to an item once its batch is done. */
export type Gathering<Item, Answer> = (item: Item) => Promise<Answer>

interface Waiting<Item, Answer> {
  item: Item
  resolve: (answer: Answer) => void
  reject: (error: unknown) => void
}

/**
 * Puts what comes while work is under way together into the next batch: a single item waits for nothing, and the more
 * come, the less each costs. A batch that fails is tried again in halves, so that an item at fault fails alone, and one
 * whose row is locked; not where the database is away, which every half would meet too. Throws {@link Overloaded} where
 * too much waits.
 */
export function createGathering<Item, Answer>({
  send,
  most,
  atOnce,
  maxWaiting,
}: GatheringOptions<Item, Answer>): Gathering<Item, Answer> {
  const waiting: Waiting<Item, Answer>[] = []
  let underWay = 0

  async function answer(batch: readonly Waiting<Item, Answer>[]): Promise<void> {
    try {
      const answers = await send(batch.map(({ item }) => item))
      if (answers.length !== batch.length) throw new Error('A batch was not answered item by item.')
      for (const [index, found] of answers.entries()) batch[index]?.resolve(found)
    } catch (error) {
      if (batch.length === 1 || concernsAll(error)) {
        for (const { reject } of batch) reject(error)
        return
      }
      const middle = Math.ceil(batch.length / 2)
      await answer(batch.slice(0, middle))
      await answer(batch.slice(middle))
    }
  }

  async function work(): Promise<void> {
    underWay += 1
    while (waiting.length > 0) await answer(waiting.splice(0, most))
    underWay -= 1
  }

  return (item) =>
    new Promise((resolve, reject) => {
      if (waiting.length >= maxWaiting) {
        reject(new Overloaded('Too many items wait for their batch.'))
        return
      }
      waiting.push({ item, resolve, reject })
      if (underWay < atOnce) void work()
    })
}

/** SQLSTATE of a lock that did not come free in time. */
const LOCKED = '55P03'

function concernsAll(error: unknown): boolean {
  return error instanceof DatabaseUnavailable && postgresFailure(error.cause)?.code !== LOCKED
}
