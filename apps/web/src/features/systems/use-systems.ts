import { useTranslation } from 'react-i18next'
import { byName } from '@/catalogue/orders.ts'
import { useCatalogue } from '@/catalogue/use-catalogue.ts'
import { useDeleteRecord } from '@/catalogue/use-delete-record.ts'
import { useSaveRecord } from '@/catalogue/use-writes.ts'
import { useWorkspace } from '@/queries/context.tsx'
import type { Shelf } from '@/queries/list-cache.ts'
import { solutionQueries } from '@/queries/solutions.ts'
import { systemQueries } from '@/queries/systems.ts'
import type { System } from '@/workspace/port/systems.ts'
import { changeOf, newSystemOf, type SystemForm } from './system-form.ts'

/** The account's systems. */
export function useSystems() {
  const { t } = useTranslation()
  return useCatalogue(systemQueries.records(useWorkspace()), { title: t('Error loading systems') })
}

function useShelf(): Shelf<System> {
  return { records: systemQueries.records(useWorkspace()), order: byName }
}

/** Saves a new or a changed system. */
export function useSaveSystem({ onTaken }: { onTaken: (message: string) => void }) {
  const { t } = useTranslation()
  const { systems } = useWorkspace()
  return useSaveRecord<System, SystemForm>({
    shelf: useShelf(),
    add: (form) => systems.add(newSystemOf(form)),
    update: (system, form) => systems.update(system.id, changeOf(form), system.version),
    done: ({ name }, isNew) =>
      isNew
        ? { title: t('System added'), description: t('{{name}} has been added successfully', { name }) }
        : { title: t('System updated'), description: t('{{name}} has been updated successfully', { name }) },
    failed: (isNew) => ({ title: isNew ? t('Error adding system') : t('Error updating system') }),
    onTaken,
  })
}

/** Deletes a system; solutions that rest on it lose it. */
export function useDeleteSystem() {
  const { t } = useTranslation()
  const { systems } = useWorkspace()
  return useDeleteRecord<System>({
    kind: 'system',
    shelf: useShelf(),
    remove: systems.remove,
    done: { title: t('System deleted'), description: t('The system has been deleted successfully') },
    failed: { title: t('Error deleting system') },
    makesStale: [solutionQueries.all],
  })
}
