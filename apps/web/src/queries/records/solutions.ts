import type { LinkKind } from '@cairn/workspace/port/records/solutions'
import type { Workspace } from '@cairn/workspace/port/workspace'
import { queryOptions } from '@tanstack/react-query'
import { catalogueKey } from './catalogue.ts'

/** Key and fetcher of what belongs to a solution. */
export const solutionQueries = {
  links: (workspace: Workspace, kind: LinkKind, solutionId: string) =>
    queryOptions({
      queryKey: [...catalogueKey('solution'), kind, solutionId],
      queryFn: () => workspace.solutions.links(kind, solutionId),
    }),
}
