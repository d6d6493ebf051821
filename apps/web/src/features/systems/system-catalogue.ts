import type { NewSystem, System, SystemChange } from '@cairn/workspace/port/records/systems'
import type { CatalogueDefinition } from '@/catalogue/definition.ts'

/** The account's systems, and the words for them. */
export const SYSTEMS: CatalogueDefinition<System, NewSystem, SystemChange> = {
  kind: 'system',
  part: ({ systems }) => systems,
  words: (t) => ({
    loadFailed: { title: t('Error loading systems') },
    added: (name) => ({
      title: t('System added'),
      description: t('{{name}} has been added successfully', { name }),
    }),
    changed: (name) => ({
      title: t('System updated'),
      description: t('{{name}} has been updated successfully', { name }),
    }),
    addFailed: { title: t('Error adding system') },
    changeFailed: { title: t('Error updating system') },
    deletion: {
      title: t('Delete System'),
      question: t(
        'Are you sure you want to delete this system? This action will remove all associations to knowledge articles.',
      ),
    },
    deleted: { title: t('System deleted'), description: t('The system has been deleted successfully') },
    deleteFailed: { title: t('Error deleting system') },
  }),
}
