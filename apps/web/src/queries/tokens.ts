import type { Workspace } from '@cairn/workspace/port/workspace'
import { queryOptions } from '@tanstack/react-query'

/** Key and fetcher of API tokens and service accounts. Scripts use them meanwhile, so that they are asked each time. */
export const tokenQueries = {
  all: (workspace: Workspace) =>
    queryOptions({
      queryKey: ['api-tokens'],
      queryFn: () => workspace.tokens.all(),
      staleTime: 0,
    }),
}
