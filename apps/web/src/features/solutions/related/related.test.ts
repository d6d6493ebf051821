import { expect, test } from 'vitest'
import { suggestionsOf } from './related.ts'

test('[SOL-34, 36, GAP-33] what stands in for links are the first 3 that are active', () => {
  const items = ['active', 'inactive', 'active', null, 'active', 'active'].map((status, id) => ({
    id,
    status,
  }))
  expect(suggestionsOf(items).map(({ id }) => id)).toEqual([0, 2, 4])
})
