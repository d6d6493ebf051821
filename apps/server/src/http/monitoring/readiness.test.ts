import { DatabaseUnavailable, Overloaded } from '@cairn/postgres/wire/errors'
import postgres from 'postgres'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createReadiness } from './readiness.ts'

const ANSWER = { takesWrites: true, clockSeconds: 0 }
const never = () => new Promise<never>(() => {})
const refused = () => Promise.reject(new DatabaseUnavailable('The database cannot be reached.'))
const noTurn = () =>
  Promise.reject(new DatabaseUnavailable('No connection became free.', { cause: new Overloaded('full') }))
const noPlace = () => {
  const cause = Object.assign(new postgres.PostgresError(''), { code: '53300' })
  return Promise.reject(new DatabaseUnavailable('The database cannot be reached.', { cause }))
}

function arrange() {
  const database = vi.fn((): Promise<typeof ANSWER> => Promise.resolve(ANSWER))
  const pools = vi.fn((): Promise<number | null> => Promise.resolve(null))
  const look = createReadiness({
    // The query is of no interest here, only its result.
    database: { statement: vi.fn().mockImplementation(() => database()) },
    requests: { run: vi.fn().mockResolvedValue([]) },
    oldestMessageSeconds: pools,
  })
  return { database, pools, look }
}

/** Lets as much time pass as the check may take. */
async function afterASecond<T>(looking: Promise<T>): Promise<T> {
  await vi.advanceTimersByTimeAsync(1_000)
  return looking
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

describe('a database that answers on the connection of the check', () => {
  it('is seen with the oldest mail', async () => {
    const { look, pools } = arrange()
    pools.mockResolvedValue(12)
    expect(await look()).toEqual({ ...ANSWER, oldestMailSeconds: 12 })
  })

  it.each([
    ['give no connection within a second', never],
    ['refuse what would wait too long', noTurn],
  ])('is seen where its pools %s, however often it is asked', async (_, answer) => {
    const { look, pools } = arrange()
    pools.mockImplementation(answer)
    for (let turn = 0; turn < 4; turn += 1)
      expect(await afterASecond(look())).toEqual({ ...ANSWER, oldestMailSeconds: undefined })
    pools.mockResolvedValue(null)
  })
})

describe('a database that does not answer', () => {
  it('is away with the second look, and back with the first answer', async () => {
    const { look, database } = arrange()
    database.mockImplementationOnce(never)
    expect(await afterASecond(look())).toBe('slow')
    expect(await afterASecond(look())).toBe('no database')
    expect(await afterASecond(look())).toBe('no database')
  })

  it('is away at once where it refuses connections', async () => {
    const { look, database } = arrange()
    database.mockImplementation(refused)
    expect(await look()).toBe('no database')
    database.mockResolvedValue(ANSWER)
    expect(await look()).toMatchObject(ANSWER)
  })

  it('is seen where only the connection was cut', async () => {
    const { look, database } = arrange()
    database.mockImplementationOnce(refused)
    expect(await look()).toMatchObject(ANSWER)
  })

  it.each([
    ['answer', () => Promise.resolve(null)],
    ['are busy', never],
  ])('is there where it has no connection to spare for the check, and the pools %s', async (_, answer) => {
    const { look, database, pools } = arrange()
    database.mockImplementation(noPlace)
    pools.mockImplementation(answer)
    for (let turn = 0; turn < 4; turn += 1) expect(await afterASecond(look())).toBe('slow')
  })

  it('is away where it has no connection to spare for anybody', async () => {
    const { look, database, pools } = arrange()
    database.mockImplementation(noPlace)
    pools.mockImplementation(noPlace)
    expect(await look()).toBe('no database')
  })

  it('is away where the pools say so', async () => {
    const { look, pools } = arrange()
    pools.mockImplementation(refused)
    expect(await look()).toBe('no database')
  })
})

it('many who ask at once are told by one look, and what does not answer is asked once', async () => {
  const { look, database } = arrange()
  database.mockImplementation(never)
  const answers = await afterASecond(Promise.all(Array.from({ length: 50 }, look)))
  expect(new Set(answers)).toEqual(new Set(['slow']))
  await afterASecond(look())
  expect(database).toHaveBeenCalledTimes(1)
})
