import { WorkspaceError } from '@cairn/workspace/errors'
import { asPhrase } from '@cairn/workspace/lib/phrase'
import type { Article, ArticlesPart } from '@cairn/workspace/port/articles'
import type { Workspace } from '@cairn/workspace/port/workspace'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { startTranslations } from '@/i18n/setup.ts'
import { articleQueries } from '@/queries/articles.ts'
import { WorkspaceProvider } from '@/queries/context.tsx'
import { toasts } from '@/ui/feedback/toast-store.ts'
import { openDemo } from '@/workspace/demo/open.ts'
import {
  useArticle,
  useArticles,
  useCreateArticle,
  useDeleteArticle,
  useUpdateArticle,
} from './use-articles.ts'

startTranslations()

const input = { title: 'First days', excerpt: '', content: 'Coffee first.', category: 'HR', systemId: null }
const article: Article = {
  ...input,
  id: 'a1',
  accountId: 'acme',
  authorId: 'ada',
  authorName: 'Ada Example',
  authorAvatar: null,
  createdAt: new Date(0),
  updatedAt: new Date(0),
}
const kept: ArticlesPart = {
  list: async () => [article],
  get: async () => article,
  create: async () => article,
  update: async () => article,
  remove: async () => undefined,
}

let queries: QueryClient
beforeEach(() => {
  queries = new QueryClient()
})

/** Returns the result of a hook on a screen, with these articles. */
function drawn<Given>(articles: ArticlesPart, hook: () => Given): Given {
  const workspace: Workspace = { ...openDemo(), articles }
  const given: Given[] = []
  const Screen = () => {
    given.push(hook())
    return null
  }
  renderToStaticMarkup(
    <QueryClientProvider client={queries}>
      <WorkspaceProvider
        workspace={workspace}
        me={{ kind: 'guest', personId: null, account: null, permissionLevel: 'viewer' }}
      >
        <Screen />
      </WorkspaceProvider>
    </QueryClientProvider>,
  )
  const [first] = given
  if (first === undefined) throw new Error('Nothing was drawn.')
  return first
}

const told = () =>
  toasts.current().map(({ title, description, variant }) => ({ title, description, variant }))

describe('the hooks for articles', () => {
  test('[KNOW-12] return those of the workspace', async () => {
    const workspace: Workspace = { ...openDemo(), articles: kept }
    await queries.fetchQuery(articleQueries.list(workspace))
    await queries.fetchQuery(articleQueries.detail(workspace, 'a1'))
    expect(drawn(kept, useArticles).data).toEqual([article])
    expect(drawn(kept, () => useArticle('a1')).data).toEqual(article)
  })

  test('[KNOW-17, DIS-10] report that an article was created, updated or deleted, and refetch the articles', async () => {
    const stale = vi.spyOn(queries, 'invalidateQueries')
    const said = { description: null, variant: 'default' }
    await drawn(kept, useCreateArticle).mutateAsync(input)
    expect(told()).toEqual([{ title: 'Article created', ...said }])
    await drawn(kept, useUpdateArticle).mutateAsync({ id: 'a1', input })
    expect(told()).toEqual([{ title: 'Article updated', ...said }])
    await drawn(kept, useDeleteArticle).mutateAsync('a1')
    expect(told()).toEqual([{ title: 'Article deleted', ...said }])
    expect(stale.mock.calls).toEqual(Array.from({ length: 3 }, () => [{ queryKey: articleQueries.all }]))
  })

  test('[KNOW-18, OPEN-23] report why a write failed', async () => {
    const message = 'You can publish up to 10 posts per hour. Please try again later.'
    const refuse = () => Promise.reject(new WorkspaceError(asPhrase(message), { kind: 'refused' }))
    const refused: ArticlesPart = { ...kept, create: refuse, update: refuse, remove: refuse }
    const said = { description: message, variant: 'destructive' }
    await expect(drawn(refused, useCreateArticle).mutateAsync(input)).rejects.toThrow(message)
    expect(told()).toEqual([{ title: 'Error creating article', ...said }])
    await expect(drawn(refused, useUpdateArticle).mutateAsync({ id: 'a1', input })).rejects.toThrow(message)
    expect(told()).toEqual([{ title: 'Error updating article', ...said }])
    await expect(drawn(refused, useDeleteArticle).mutateAsync('a1')).rejects.toThrow(message)
    expect(told()).toEqual([{ title: 'Error deleting article', ...said }])
  })

  test('[KNOW-19] ask a guest to sign in', async () => {
    const { articles } = openDemo()
    await expect(drawn(articles, useCreateArticle).mutateAsync(input)).rejects.toThrow()
    expect(told()).toMatchObject([{ description: 'You must be signed in to create articles' }])
    await expect(drawn(articles, useUpdateArticle).mutateAsync({ id: 'a1', input })).rejects.toThrow()
    expect(told()).toMatchObject([{ description: 'You must be signed in to update articles' }])
    await expect(drawn(articles, useDeleteArticle).mutateAsync('a1')).rejects.toThrow()
    expect(told()).toMatchObject([{ description: 'You must be signed in to delete articles' }])
  })
})
