import { expect, test } from 'vitest'
import { suggestionsOf } from './related.ts'

test('[SOL-34, 36, GAP-33] the suggestions in place of links are the first 3 active items', () => {
  const items = ['active', 'inactive', 'active', null, 'active', 'active'].map((status, id) => ({
    id,
    status,
  }))
  expect(suggestionsOf(items).map(({ id }) => id)).toEqual([0, 2, 4])
})
