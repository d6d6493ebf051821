import type { Agent } from '../port/agents.ts'
import type { Workspace } from '../port.ts'
import { catalogueQueries } from './catalogue.ts'

/** Keys and fetchers of the agents. */
export const agentQueries = {
  all: ['agents'] as const,
  records: ({ agents }: Workspace) => catalogueQueries<Agent>(agentQueries.all, agents),
}
