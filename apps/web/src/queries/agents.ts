import type { Agent } from '@/workspace/port/agents.ts'
import type { Workspace } from '@/workspace/port.ts'
import { catalogueQueries } from './catalogue.ts'

/** Keys and fetchers of the agents. */
export const agentQueries = {
  all: ['agents'] as const,
  records: ({ agents }: Workspace) => catalogueQueries<Agent>(agentQueries.all, agents),
}
