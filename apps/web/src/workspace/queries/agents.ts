import type { Agent } from '../port/agents.ts'
import type { Workspace } from '../port.ts'
import { catalogueList } from './catalogue.ts'

/** Keys and fetchers of the agents. */
export const agentQueries = {
  all: ['agents'] as const,
  list: ({ agents }: Workspace) => catalogueList<Agent>(agentQueries.all, (onStart) => agents.list(onStart)),
}
