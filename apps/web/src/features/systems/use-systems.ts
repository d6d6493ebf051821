import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { toast } from '@/ui/toast-store.ts'
import { useWorkspace } from '@/workspace/context.tsx'
import { WorkspaceError } from '@/workspace/errors.ts'
import { failureToast, useLoadFailureToast } from '@/workspace/failure-toast.ts'
import type { System } from '@/workspace/port/systems.ts'
import { dashboardQueries } from '@/workspace/queries/dashboard.ts'
import { systemQueries } from '@/workspace/queries/systems.ts'
import { changeOf, newSystemOf, type SystemForm } from './system-form.ts'

/**
 * The account's systems: none before they are there, `isPartial` while only the first of many are. A failure shows a
 * toast, and counts as none.
 */
export function useSystems() {
  const { t } = useTranslation()
  const { data, error, dataUpdatedAt, isFetching, refetch } = useQuery(systemQueries.list(useWorkspace()))
  useLoadFailureToast(error, t('Error loading systems'))
  const isPartial = data !== undefined && dataUpdatedAt === 0
  const failed = error !== null && (data === undefined || isPartial)
  return {
    systems: data === undefined || failed ? null : data,
    isPartial,
    failure: failed ? error : null,
    isFetching,
    refetch: () => void refetch(),
  }
}

interface SaveInput {
  /** Null for a new one. */
  system: System | null
  form: SystemForm
}

/** Saves a new or a changed system; the answer takes its place in the list, nothing is loaded again. */
export function useSaveSystem({ onTaken }: { onTaken: (message: string) => void }) {
  const { t } = useTranslation()
  const { systems } = useWorkspace()
  const putInList = usePutInList()
  const { mutateAsync, isPending } = useMutation({
    mutationFn: ({ system, form }: SaveInput) =>
      system ? systems.update(system.id, changeOf(form)) : systems.add(newSystemOf(form)),
    onSuccess(saved, { system }) {
      const { id, name } = saved
      putInList((list) => [...list.filter((listed) => listed.id !== id), saved])
      toast(
        system
          ? { title: t('System updated'), description: t('{{name}} has been updated successfully', { name }) }
          : { title: t('System added'), description: t('{{name}} has been added successfully', { name }) },
      )
    },
    onError(error, { system }) {
      if (error instanceof WorkspaceError && error.kind === 'conflict') onTaken(error.message)
      toast(failureToast(error, system ? t('Error updating system') : t('Error adding system'), t))
    },
  })
  return { save: (input: SaveInput) => succeeds(mutateAsync(input)), isSaving: isPending }
}

/** Deletes a system. */
export function useDeleteSystem() {
  const { t } = useTranslation()
  const { systems } = useWorkspace()
  const putInList = usePutInList()
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (system: System) => systems.remove(system.id),
    onSuccess(_, system) {
      putInList((list) => list.filter(({ id }) => id !== system.id))
      toast({ title: t('System deleted'), description: t('The system has been deleted successfully') })
    },
    onError: (error) => toast(failureToast(error, t('Error deleting system'), t)),
  })
  return { remove: (system: System) => succeeds(mutateAsync(system)), isDeleting: isPending }
}

/** Writes into the cached list, in order, and makes the figures that count it stale. */
function usePutInList() {
  const workspace = useWorkspace()
  const queries = useQueryClient()
  const { queryKey } = systemQueries.list(workspace)
  return (change: (list: readonly System[]) => readonly System[]) => {
    queries.setQueryData(
      queryKey,
      (list) => list && [...change(list)].sort((one, other) => one.name.localeCompare(other.name)),
    )
    // A list that was asked for before the write may arrive after it, without it.
    if (queries.isFetching({ queryKey }) > 0) void queries.invalidateQueries({ queryKey })
    void queries.invalidateQueries({ queryKey: dashboardQueries.all })
  }
}

/** Whether it worked; the failure itself has been shown already. */
function succeeds(work: Promise<unknown>): Promise<boolean> {
  return work.then(
    () => true,
    () => false,
  )
}
