import type { NewSolution, Solution, SolutionChange } from '@cairn/workspace/port/records/solutions'
import type { CatalogueDefinition } from '@/catalogue/definition.ts'

/** The account's solutions, and the words for them. */
export const SOLUTIONS: CatalogueDefinition<Solution, NewSolution, SolutionChange> = {
  kind: 'solution',
  part: ({ solutions }) => solutions,
  words: (t) => ({
    loadFailed: { title: t('Error loading solutions') },
    added: (name) => ({
      title: t('Solution added'),
      description: t('{{name}} has been added successfully', { name }),
    }),
    changed: (name) => ({
      title: t('Solution updated'),
      description: t('{{name}} has been updated successfully', { name }),
    }),
    addFailed: { title: t('Error adding solution') },
    changeFailed: { title: t('Error updating solution') },
    deletion: {
      title: t('Delete Solution'),
      question: t('Are you sure you want to delete this solution?'),
    },
    deleted: { title: t('Solution deleted'), description: t('The solution has been deleted successfully') },
    deleteFailed: { title: t('Error deleting solution') },
  }),
}
