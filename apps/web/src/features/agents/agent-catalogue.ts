import type { Agent, NewAgent } from '@cairn/workspace/port/records/agents'
import type { CatalogueDefinition } from '@/catalogue/definition.ts'

/** The account's agents, and the words for them. */
export const AGENTS: CatalogueDefinition<Agent, NewAgent, NewAgent> = {
  kind: 'agent',
  part: ({ agents }) => agents,
  words: (t) => ({
    loadFailed: {
      title: t('Error loading agents'),
      message: t('Failed to fetch agents. Please try again.'),
    },
    added: () => ({ title: t('Agent created'), description: t('Agent has been created.') }),
    changed: (name) => ({
      title: t('Agent updated'),
      description: t('{{name}} has been updated successfully', { name }),
    }),
    addFailed: {
      title: t('Error'),
      says: (message) => t('Failed to create agent: {{message}}', { message }),
      signedOutTitle: t('Authentication Error'),
    },
    changeFailed: {
      title: t('Error'),
      says: (message) => t('Failed to update agent: {{message}}', { message }),
      signedOutTitle: t('Authentication Error'),
    },
    deletion: {
      title: t('Delete Agent'),
      question: t('Are you sure you want to delete this agent?'),
    },
    deleted: { title: t('Agent deleted'), description: t('The agent has been deleted successfully') },
    deleteFailed: {
      title: t('Error'),
      says: (message) => t('Failed to delete agent: {{message}}', { message }),
    },
  }),
}
