import { expect, test } from 'vitest'
import { pathOfTag, tagFilterOf, withTagFilter } from './tag-filter.ts'

test('an address names tags of which records have any, or all', () => {
  expect(tagFilterOf('')).toBeNull()
  expect(tagFilterOf('all:')).toBeNull()
  expect(tagFilterOf('a,b,a')).toEqual({ ids: ['a', 'b'], all: false })
  expect(tagFilterOf('all:a,b')).toEqual({ ids: ['a', 'b'], all: true })
})

test('an address keeps what else it says', () => {
  const params = new URLSearchParams('q=x')
  const [any, all] = [false, true].map((every) => withTagFilter(params, { ids: ['a', 'b'], all: every }))
  expect([any?.get('tag'), all?.get('tag'), all?.get('q')]).toEqual(['a,b', 'all:a,b', 'x'])
  expect(withTagFilter(params, { ids: [], all: true }).toString()).toBe('q=x')
  expect(pathOfTag('/systems', 'a')).toBe('/systems?tag=a')
})
