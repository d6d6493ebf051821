import { expect, test } from 'vitest'
import { together } from './together.ts'

test('questions at the same time are sent together, later ones separately', async () => {
  const asked: (readonly string[])[] = []
  const lengthOf = together(async (ids) => {
    asked.push(ids)
    return new Map(ids.filter((id) => id !== 'gone').map((id) => [id, id.length]))
  })
  expect(await Promise.all([lengthOf('a'), lengthOf('bb'), lengthOf('a'), lengthOf('gone')])).toEqual([
    1,
    2,
    1,
    null,
  ])
  expect(await lengthOf('ccc')).toBe(3)
  expect(asked).toEqual([['a', 'bb', 'gone'], ['ccc']])
})

test('a question that fails does not spoil the next', async () => {
  let fails = true
  const answer = together(async (ids) => {
    if (fails) throw new Error('The server is away.')
    return new Map(ids.map((id) => [id, id]))
  })
  await expect(answer('a')).rejects.toThrow('The server is away.')
  fails = false
  expect(await answer('a')).toBe('a')
})
