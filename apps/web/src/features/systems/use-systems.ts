import { useTranslation } from 'react-i18next'
import type { Shelf } from '@/workspace/catalogue/list-cache.ts'
import { byName } from '@/workspace/catalogue/orders.ts'
import { useCatalogue } from '@/workspace/catalogue/use-catalogue.ts'
import { useDeleteRecord } from '@/workspace/catalogue/use-delete-record.ts'
import { useSaveRecord } from '@/workspace/catalogue/use-writes.ts'
import { useWorkspace } from '@/workspace/context.tsx'
import type { System } from '@/workspace/port/systems.ts'
import { solutionQueries } from '@/workspace/queries/solutions.ts'
import { systemQueries } from '@/workspace/queries/systems.ts'
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
