import { DatabaseUnavailable, Overloaded } from '@cairn/postgres/wire/errors'
import { expect, it } from 'vitest'
import { takingInCalls } from './take-in-calls.ts'

const CALL = { token: 'x', name: null, action: 'success', rid: null, note: null, network: '', agent: null }

/** How often the database was asked before the call was given up. */
async function triesUntil(error: Error): Promise<number> {
  let tries = 0
  const takeIn = takingInCalls({
    statement() {
      tries += 1
      return Promise.reject(error)
    },
  })
  await expect(takeIn(CALL)).rejects.toBe(error)
  return tries
}

it('a call waits for its turn three times', async () => {
  const busy = new DatabaseUnavailable('No connection became free.', { cause: new Overloaded('No turn.') })
  expect(await triesUntil(busy)).toBe(3)
})

it('a call is given up at once where the database is away', async () => {
  expect(await triesUntil(new DatabaseUnavailable('The database cannot be reached.'))).toBe(1)
})
