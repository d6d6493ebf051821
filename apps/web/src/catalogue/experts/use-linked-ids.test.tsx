import { WorkspaceError } from '@cairn/workspace/errors'
import { asPhrase } from '@cairn/workspace/lib/phrase'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { startTranslations } from '@/i18n/setup.ts'
import { useChangeLinkedIds } from './use-linked-ids.ts'

startTranslations()

const queryKey = ['systems', 'experts', 'crm']

/** Renders the hook, and returns its functions that change the list; `write` decides the result of each write. */
function changes(queries: QueryClient, write: (id: string) => Promise<void>) {
  const words = { write, done: { title: 'Done' }, failed: 'Failed' }
  const given: ReturnType<typeof useChangeLinkedIds>[] = []
  const Screen = () => {
    given.push(useChangeLinkedIds({ queryKey, add: words, remove: words, stale: [['dashboard']] }))
    return null
  }
  renderToStaticMarkup(
    <QueryClientProvider client={queries}>
      <Screen />
    </QueryClientProvider>,
  )
  const [first] = given
  if (first === undefined) throw new Error('Nothing was drawn.')
  return first
}

test('refetches a change wherever it counts', async () => {
  const queries = new QueryClient()
  for (const key of [queryKey, ['dashboard', 'gaps'], ['team']]) queries.setQueryData(key, [])
  changes(queries, () => Promise.resolve()).add('ben')
  const isStale = (key: readonly string[]) => queries.getQueryState(key)?.isInvalidated
  await expect.poll(() => isStale(['dashboard', 'gaps'])).toBe(true)
  expect(isStale(['team'])).toBe(false)
})

test('undoes a change that fails, and nothing that was changed meanwhile', async () => {
  const queries = new QueryClient()
  queries.setQueryData(queryKey, ['ada'])
  const fails: ((error: Error) => void)[] = []
  const { add, remove } = changes(queries, (id) =>
    id === 'cleo' ? Promise.resolve() : new Promise((_, reject) => fails.push(reject)),
  )
  add('ben')
  remove('ada')
  add('cleo')
  await expect.poll(() => queries.getQueryData(queryKey)).toEqual(['ben', 'cleo'])

  for (const fail of fails) fail(new WorkspaceError(asPhrase('Not now'), { kind: 'offline' }))
  await expect.poll(() => queries.getQueryData(queryKey)).toEqual(['cleo', 'ada'])
})
