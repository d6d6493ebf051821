import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { openDemo } from '@/workspace/demo/open.ts'
import { catalogueQueries } from './catalogue.ts'
import { departedQueries } from './departed.ts'
import { handoverQueries } from './handovers.ts'
import { useListCache } from './list-cache.ts'

test('a record that is saved makes stale what another owner ends: its handover, and who left it behind', async () => {
  const queries = new QueryClient()
  const workspace = openDemo()
  const [record] = (await workspace.systems.list()).items
  const { queryKey } = handoverQueries.pending(workspace, 'system')
  const left = departedQueries.of(workspace, 'system', record?.id ?? '').queryKey
  queries.setQueryData(queryKey, {})
  queries.setQueryData(left, null)
  const Screen = () => {
    const cache = useListCache(catalogueQueries('system', workspace.systems))
    if (record) cache.put(record)
    return null
  }
  renderToStaticMarkup(
    <QueryClientProvider client={queries}>
      <Screen />
    </QueryClientProvider>,
  )
  expect(queries.getQueryState(queryKey)?.isInvalidated).toBe(true)
  expect(queries.getQueryState(left)?.isInvalidated).toBe(true)
})
