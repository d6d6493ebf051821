import { useTranslation } from 'react-i18next'
import { byName } from '@/catalogue/orders.ts'
import { useCatalogue } from '@/catalogue/use-catalogue.ts'
import { useDeleteRecord } from '@/catalogue/use-delete-record.ts'
import { useSaveRecord } from '@/catalogue/use-writes.ts'
import { useWorkspace } from '@/queries/context.tsx'
import type { Shelf } from '@/queries/list-cache.ts'
import { solutionQueries } from '@/queries/solutions.ts'
import type { Solution } from '@/workspace/port/solutions.ts'
import { changeOf, newSolutionOf, type SolutionForm } from './solution-form.ts'

/** The account's solutions. */
export function useSolutions() {
  const { t } = useTranslation()
  return useCatalogue(solutionQueries.records(useWorkspace()), { title: t('Error loading solutions') })
}

function useShelf(): Shelf<Solution> {
  return { records: solutionQueries.records(useWorkspace()), order: byName }
}

/** Saves a new or a changed solution. */
export function useSaveSolution({ onTaken }: { onTaken: (message: string) => void }) {
  const { t } = useTranslation()
  const { solutions } = useWorkspace()
  return useSaveRecord<Solution, SolutionForm>({
    shelf: useShelf(),
    add: (form) => solutions.add(newSolutionOf(form)),
    update: (solution, form) => solutions.update(solution.id, changeOf(form), solution.version),
    done: ({ name }, isNew) =>
      isNew
        ? { title: t('Solution added'), description: t('{{name}} has been added successfully', { name }) }
        : {
            title: t('Solution updated'),
            description: t('{{name}} has been updated successfully', { name }),
          },
    failed: (isNew) => ({ title: isNew ? t('Error adding solution') : t('Error updating solution') }),
    onTaken,
  })
}

/** Deletes a solution. */
export function useDeleteSolution() {
  const { t } = useTranslation()
  const { solutions } = useWorkspace()
  return useDeleteRecord<Solution>({
    kind: 'solution',
    shelf: useShelf(),
    remove: solutions.remove,
    done: { title: t('Solution deleted'), description: t('The solution has been deleted successfully') },
    failed: { title: t('Error deleting solution') },
  })
}
