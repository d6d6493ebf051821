import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { openDemo } from '@/workspace/demo/open.ts'
import { keysOfNews } from '../news.ts'
import { AFTER_HANDOVER } from './after-handover.ts'
import { handoverQueries } from './handovers.ts'

it('a handover, or news of one, leaves an open dialog its list of a person who may be gone', async () => {
  const queries = new QueryClient()
  const { queryKey } = handoverQueries.items(openDemo(), 'ana', false, 'system')
  queries.setQueryData(queryKey, { pages: [], pageParams: [] })
  for (const stale of [...AFTER_HANDOVER, ...keysOfNews(['system', 'notifications', 'team'])])
    await queries.invalidateQueries({ queryKey: stale })
  expect(queries.getQueryState(queryKey)?.isInvalidated).toBe(false)
})
