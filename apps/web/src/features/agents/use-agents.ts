import { useTranslation } from 'react-i18next'
import { byAge } from '@/catalogue/orders.ts'
import { useCatalogue } from '@/catalogue/use-catalogue.ts'
import { useDeleteRecord } from '@/catalogue/use-delete-record.ts'
import { useSaveRecord, useSetStatus } from '@/catalogue/use-writes.ts'
import { agentQueries } from '@/queries/agents.ts'
import { useWorkspace } from '@/queries/context.tsx'
import type { Shelf } from '@/queries/list-cache.ts'
import { solutionQueries } from '@/queries/solutions.ts'
import type { Agent, AgentStatus } from '@/workspace/port/agents.ts'
import { type AgentForm, inputOf } from './agent-form.ts'

/** The account's agents, the newest first. */
export function useAgents() {
  const { t } = useTranslation()
  return useCatalogue(agentQueries.records(useWorkspace()), {
    title: t('Error loading agents'),
    message: t('Failed to fetch agents. Please try again.'),
  })
}

function useShelf(): Shelf<Agent> {
  return { records: agentQueries.records(useWorkspace()), order: byAge }
}

/** Saves a new or a changed agent. */
export function useSaveAgent({ onTaken }: { onTaken: (message: string) => void }) {
  const { t } = useTranslation()
  const { agents } = useWorkspace()
  return useSaveRecord<Agent, AgentForm>({
    shelf: useShelf(),
    add: (form) => agents.add(inputOf(form)),
    update: (agent, form) => agents.update(agent.id, inputOf(form), agent.version),
    done: ({ name }, isNew) =>
      isNew
        ? { title: t('Agent created'), description: t('Agent has been created.') }
        : { title: t('Agent updated'), description: t('{{name}} has been updated successfully', { name }) },
    failed: (isNew) => ({
      title: t('Error'),
      says: (message) =>
        isNew
          ? t('Failed to create agent: {{message}}', { message })
          : t('Failed to update agent: {{message}}', { message }),
      signedOutTitle: t('Authentication Error'),
    }),
    onTaken,
  })
}

/** Changes an agent's status. */
export function useSetAgentStatus() {
  const { t } = useTranslation()
  const { agents } = useWorkspace()
  return useSetStatus<Agent, AgentStatus>({
    shelf: useShelf(),
    write: agents.setStatus,
    done: ({ name }) => ({
      title: t('Agent updated'),
      description: t('{{name}} has been updated successfully', { name }),
    }),
    failed: {
      title: t('Error'),
      says: (message) => t('Failed to update agent: {{message}}', { message }),
    },
  })
}

/** Deletes an agent; solutions that it belongs to lose it. */
export function useDeleteAgent() {
  const { t } = useTranslation()
  const { agents } = useWorkspace()
  return useDeleteRecord<Agent>({
    kind: 'agent',
    shelf: useShelf(),
    remove: agents.remove,
    done: { title: t('Agent deleted'), description: t('The agent has been deleted successfully') },
    failed: {
      title: t('Error'),
      says: (message) => t('Failed to delete agent: {{message}}', { message }),
    },
    makesStale: [solutionQueries.all],
  })
}
