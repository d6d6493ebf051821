import { CATALOGUES } from '@cairn/workspace/port/records/catalogues'
import type { Workspace } from '@cairn/workspace/port/workspace'
import { queryOptions } from '@tanstack/react-query'
import { dashboardQueries } from './dashboard.ts'
import { catalogueKey } from './records/catalogue.ts'

/** Keys and fetchers of what a new account does first. */
export const firstStepsQueries = {
  /** How far the account has come: out of date with the dashboard. */
  progress: (workspace: Workspace) =>
    queryOptions({
      queryKey: [...dashboardQueries.all, 'first-steps'],
      queryFn: () => workspace.firstSteps.progress(),
    }),
  /** The names of the first records of a kind. */
  names: (workspace: Workspace, kind: 'system' | 'agent') =>
    queryOptions({
      queryKey: [...catalogueKey(kind), 'names'],
      queryFn: async () => {
        const { items } = await workspace[CATALOGUES[kind].table].list()
        return items.map(({ name }) => name)
      },
    }),
}
