import type { Workspace } from '@cairn/workspace/port/workspace'
import { queryOptions } from '@tanstack/react-query'

/** Keys and fetchers of the articles. A write makes `all` stale. */
export const articleQueries = {
  all: ['articles'] as const,
  list: (workspace: Workspace) =>
    queryOptions({
      queryKey: [...articleQueries.all, 'list'],
      queryFn: () => workspace.articles.list(),
    }),
  detail: (workspace: Workspace, id: string) =>
    queryOptions({
      queryKey: [...articleQueries.all, 'detail', id],
      queryFn: () => workspace.articles.get(id),
    }),
}
