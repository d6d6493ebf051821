import postgres from 'postgres'
import { expect, it } from 'vitest'
import { createGathering } from '../src/pool/gathering.ts'
import { DatabaseUnavailable, Overloaded } from '../src/wire/errors.ts'

/** Batches that end when the test says so. */
function held({ most = 100, atOnce = 1, maxWaiting = 100 } = {}) {
  const batches: { items: readonly number[]; end: (error?: unknown) => void }[] = []
  const add = createGathering<number, string>({
    most,
    atOnce,
    maxWaiting,
    send: (items) =>
      new Promise((resolve, reject) => {
        const end = (error?: unknown) =>
          error === undefined ? resolve(items.map((item) => `answer ${item}`)) : reject(error)
        batches.push({ items, end })
      }),
  })
  return { add, batches, sent: () => batches.map(({ items }) => items) }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

it('sends the first at once, and what comes meanwhile together', async () => {
  const { add, batches, sent } = held()
  const answers = Promise.all([1, 2, 3].map(add))
  expect(sent()).toEqual([[1]])
  batches[0]?.end()
  await turn()
  expect(sent()).toEqual([[1], [2, 3]])
  batches[1]?.end()
  expect(await answers).toEqual(['answer 1', 'answer 2', 'answer 3'])
})

it('has so many batches under way and so many items in each, and no more', async () => {
  const { add, batches, sent } = held({ most: 2, atOnce: 2 })
  const answers = Promise.all([1, 2, 3, 4, 5, 6].map(add))
  expect(sent()).toEqual([[1], [2]])
  batches[1]?.end()
  await turn()
  expect(sent()).toEqual([[1], [2], [3, 4]])
  batches[0]?.end()
  await turn()
  batches[2]?.end()
  batches[3]?.end()
  expect(await answers).toHaveLength(6)
})

it('refuses what does not fit into the queue, and has room again later', async () => {
  const { add, batches } = held({ maxWaiting: 1 })
  const first = add(1)
  const second = add(2)
  await expect(add(3)).rejects.toBeInstanceOf(Overloaded)
  batches[0]?.end()
  await turn()
  const third = add(3)
  batches[1]?.end()
  await turn()
  batches[2]?.end()
  expect(await Promise.all([first, second, third])).toEqual(['answer 1', 'answer 2', 'answer 3'])
})

it('lets an item at fault fail alone', async () => {
  const add = createGathering<number, string>({
    most: 100,
    atOnce: 1,
    maxWaiting: 100,
    send: async (items) => {
      if (items.includes(5)) throw new Error(`not with ${items.length}`)
      return items.map((item) => `answer ${item}`)
    },
  })
  const answers = await Promise.allSettled(Array.from({ length: 10 }, (_, item) => add(item)))
  expect(answers.map(({ status }) => status)).toEqual(
    Array.from({ length: 10 }, (_, item) => (item === 5 ? 'rejected' : 'fulfilled')),
  )
  expect(answers[5]).toMatchObject({ reason: new Error('not with 1') })
})

it('takes a row that is locked for the fault of one item', async () => {
  const locked = Object.assign(new postgres.PostgresError(''), { code: '55P03' })
  const add = createGathering<number, number>({
    most: 100,
    atOnce: 1,
    maxWaiting: 100,
    send: async (items) => {
      if (items.includes(5)) throw new DatabaseUnavailable('busy', { cause: locked })
      return items
    },
  })
  const answers = await Promise.allSettled(Array.from({ length: 10 }, (_, item) => add(item)))
  expect(answers.filter(({ status }) => status === 'rejected')).toEqual([
    { status: 'rejected', reason: new DatabaseUnavailable('busy') },
  ])
})

it('tries nothing again while the database is away', async () => {
  const { add, batches, sent } = held()
  const answers = Promise.allSettled([1, 2, 3].map(add))
  batches[0]?.end()
  await turn()
  batches[1]?.end(new DatabaseUnavailable('away'))
  expect((await answers).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected'])
  expect(sent()).toEqual([[1], [2, 3]])
})

it('fails where a batch is not answered item by item', async () => {
  const add = createGathering({ most: 1, atOnce: 1, maxWaiting: 1, send: async () => [] })
  await expect(add(1)).rejects.toThrow('A batch was not answered item by item.')
})
