import { describe, expect, test } from 'vitest'
import { related } from './related.ts'

const all = [
  { id: 'a', status: 'active' },
  { id: 'b', status: 'inactive' },
  { id: 'c', status: 'active' },
  { id: 'd', status: 'active' },
  { id: 'e', status: 'active' },
]
const ids = (items: readonly { id: string }[]) => items.map(({ id }) => id)

describe('related', () => {
  test('[GAP-33] shows what is linked, whatever its status', () => {
    const { shown, areLinked, candidates } = related(all, ['e', 'b'])
    expect(ids(shown)).toEqual(['b', 'e'])
    expect(areLinked).toBe(true)
    expect(ids(candidates)).toEqual(['a', 'c', 'd'])
  })

  test('[SOL-34, 36, GAP-33] without a link shows the first 3 that are active', () => {
    const { shown, areLinked, candidates } = related(all, [])
    expect(ids(shown)).toEqual(['a', 'c', 'd'])
    expect(areLinked).toBe(false)
    expect(candidates).toHaveLength(5)
  })
})
