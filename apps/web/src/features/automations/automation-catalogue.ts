import type { Automation, AutomationChange, NewAutomation } from '@cairn/workspace/port/records/automations'
import type { CatalogueDefinition } from '@/catalogue/definition.ts'

/** The account's automations, and the words for them. */
export const AUTOMATIONS: CatalogueDefinition<Automation, NewAutomation, AutomationChange> = {
  kind: 'automation',
  part: ({ automations }) => automations,
  words: (t) => ({
    loadFailed: {
      title: t('Error loading automations'),
      message: t('Failed to fetch automations. Please try again.'),
    },
    added: () => ({ title: t('Automation created'), description: t('Automation has been created.') }),
    changed: (name) => ({
      title: t('Automation updated'),
      description: t('{{name}} has been updated successfully', { name }),
    }),
    addFailed: {
      title: t('Error'),
      says: (message) => t('Failed to create automation: {{message}}', { message }),
      signedOutTitle: t('Authentication Error'),
    },
    changeFailed: {
      title: t('Error'),
      says: (message) => t('Failed to update automation: {{message}}', { message }),
      signedOutTitle: t('Authentication Error'),
    },
    deletion: {
      title: t('Delete Automation'),
      question: t('Are you sure you want to delete this automation?'),
    },
    deleted: {
      title: t('Automation deleted'),
      description: t('The automation has been deleted successfully'),
    },
    deleteFailed: {
      title: t('Error'),
      says: (message) => t('Failed to delete automation: {{message}}', { message }),
    },
  }),
}
