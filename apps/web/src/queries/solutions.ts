import { queryOptions } from '@tanstack/react-query'
import type { LinkKind, Solution } from '@/workspace/port/solutions.ts'
import type { Workspace } from '@/workspace/port.ts'
import { catalogueQueries } from './catalogue.ts'

/** Keys and fetchers of the solutions catalogue. */
export const solutionQueries = {
  all: ['solutions'] as const,
  records: ({ solutions }: Workspace) => catalogueQueries<Solution>(solutionQueries.all, solutions),
  links: (workspace: Workspace, kind: LinkKind, solutionId: string) =>
    queryOptions({
      queryKey: [...solutionQueries.all, kind, solutionId],
      queryFn: () => workspace.solutions.links(kind, solutionId),
    }),
}
