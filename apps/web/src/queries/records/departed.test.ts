import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { openDemo } from '@/workspace/demo/open.ts'
import { departedQueries } from './departed.ts'

test('rows that come into sight one after the other ask together, and together again after a failure', async () => {
  const asked: (readonly string[])[] = []
  const demo = openDemo()
  const workspace = {
    ...demo,
    gaps: {
      ...demo.gaps,
      async departed(_kind: string, ids: readonly string[]) {
        asked.push(ids)
        if (asked.length === 1) throw new Error('Not now')
        return [{ recordId: 'a', name: 'Ana' }]
      },
    },
  }
  const queries = new QueryClient({ defaultOptions: { queries: { retry: 1, retryDelay: 20 } } })
  const first = queries.fetchQuery(departedQueries.of(workspace, 'system', 'a'))
  await new Promise((resolve) => setTimeout(resolve, 1))
  const second = queries.fetchQuery(departedQueries.of(workspace, 'system', 'b'))
  expect(await Promise.all([first, second])).toEqual([{ recordId: 'a', name: 'Ana' }, null])
  expect(asked).toEqual([
    ['a', 'b'],
    ['a', 'b'],
  ])
})
