import { useQueryClient } from '@tanstack/react-query'
import { agentQueries } from '@/queries/agents.ts'
import { automationQueries } from '@/queries/automations.ts'
import { useWorkspace } from '@/queries/context.tsx'
import { dashboardQueries } from '@/queries/dashboard.ts'
import { solutionQueries } from '@/queries/solutions.ts'
import { systemQueries } from '@/queries/systems.ts'
import { usePreload } from '../preload.ts'

/** Gives what fetches a screen ahead of the press: its code, and what it shows first unless that is fresh. */
export function useWarm(): (path: string) => void {
  const preload = usePreload()
  const workspace = useWorkspace()
  const queries = useQueryClient()
  return (path) => {
    preload(path)
    switch (path) {
      case '/':
        void queries.prefetchQuery(dashboardQueries.counts(workspace))
        return void queries.prefetchQuery(dashboardQueries.activity(workspace))
      case '/systems':
        return void queries.prefetchQuery(systemQueries.records(workspace).list)
      case '/solutions':
        return void queries.prefetchQuery(solutionQueries.records(workspace).list)
      case '/agents':
        return void queries.prefetchQuery(agentQueries.records(workspace).list)
      case '/automations':
        return void queries.prefetchQuery(automationQueries.records(workspace).list)
    }
  }
}
