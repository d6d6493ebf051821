import { expect, test } from 'vitest'
import { createFailuresInMemory } from '../src/failures-in-memory.ts'

const BAD = { job: 'purge', account: null, item: 'token bad' }

test('an item that fails is tried again, and waits after its last try', async () => {
  const store = createFailuresInMemory()
  expect(await store.noteFailure(BAD, '', 2)).toBe(1)
  expect(await store.failingItems('purge', null, null)).toEqual(new Map([['token bad', false]]))
  expect(await store.noteFailure(BAD, '', 2)).toBe(2)
  expect(await store.failingItems('purge', null, null)).toEqual(new Map([['token bad', true]]))
  await store.forgetFailure(BAD)
  expect(await store.failingItems('purge', null, null)).toEqual(new Map())
})

test('an item that was set aside for a time is tried again afterwards', async () => {
  let now = 0
  const store = createFailuresInMemory(() => now)
  await store.noteFailure(BAD, '', 1)
  now = 59_999
  expect(await store.failingItems('purge', null, 60)).toEqual(new Map([['token bad', true]]))
  now = 60_000
  expect(await store.failingItems('purge', null, 60)).toEqual(new Map([['token bad', false]]))
})

test('jobs, accounts and failures of the job as a whole are kept apart', async () => {
  const store = createFailuresInMemory()
  await store.noteFailure({ ...BAD, item: null }, '', 1)
  await store.noteFailure({ ...BAD, job: 'other' }, '', 1)
  await store.noteFailure({ ...BAD, account: 'a' }, '', 1)
  expect(await store.failingItems('purge', null, null)).toEqual(new Map())
})
