import { expect, test } from 'vitest'
import { createTokenCache } from './token-cache.ts'

test('the cache forgets what was used longest ago', () => {
  const cache = createTokenCache<number>(2)
  cache.set('a', 1)
  cache.set('b', 2)
  expect(cache.get('a')).toBe(1)
  cache.set('c', 3)
  expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual([1, undefined, 3])
  cache.delete('a')
  expect(cache.get('a')).toBeUndefined()
  cache.clear()
  expect(cache.get('c')).toBeUndefined()
})
