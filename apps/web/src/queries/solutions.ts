import { queryOptions } from '@tanstack/react-query'
import type { LinkKind } from '@/workspace/port/solutions.ts'
import type { Workspace } from '@/workspace/port.ts'
import { catalogueKey } from './catalogue.ts'

/** Key and fetcher of what belongs to a solution. */
export const solutionQueries = {
  links: (workspace: Workspace, kind: LinkKind, solutionId: string) =>
    queryOptions({
      queryKey: [...catalogueKey('solution'), kind, solutionId],
      queryFn: () => workspace.solutions.links(kind, solutionId),
    }),
}
