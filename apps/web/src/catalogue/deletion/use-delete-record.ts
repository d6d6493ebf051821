import { CATALOGUE_KINDS, CATALOGUES } from '@cairn/workspace/port/records/catalogues'
import type { DeletionOptions } from '@cairn/workspace/port/records/deletion'
import type { CatalogueRecord } from '@cairn/workspace/port/records/records'
import { can } from '@cairn/workspace/rules/can'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useMe, useWorkspace } from '@/queries/context.tsx'
import { dashboardQueries } from '@/queries/dashboard.ts'
import { binQueries } from '@/queries/deletions/bin.ts'
import { catalogueKey, catalogueQueries } from '@/queries/records/catalogue.ts'
import { listKeys } from '@/queries/records/list-cache.ts'
import { failureToast } from '@/shared/loading/failure-toast.ts'
import { toast } from '@/ui/feedback/toast-store.ts'
import type { AnyCatalogue } from '../definition.ts'
import { focusRow } from '../focus-row.ts'
import { useRemoveLater } from './use-remove-later.ts'

/**
 * Deletes a record. It disappears at once; the server receives the deletion when the toast, which offers to undo it,
 * has gone. Where the server is known to refuse, the request is sent at once instead, and nothing disappears.
 */
export function useDeleteRecord<Item extends CatalogueRecord>(catalogue: AnyCatalogue<Item>) {
  const me = useMe()
  const deletion = useDeletion(catalogue)
  const { mutateAsync, isPending } = useMutation({
    mutationFn: ({ record, options }: { record: Item; options: DeletionOptions | null }) =>
      deletion.remove(record.id, options),
    onSuccess() {
      deletion.reload()
      toast(deletion.done)
    },
    onError: deletion.tellFailure,
  })
  const removeLater = useRemoveLater()
  return {
    /** Whether the record has gone from the screen. */
    async remove(record: Item, options: DeletionOptions | null): Promise<boolean> {
      if (!can(me, 'delete-record', record).allowed) {
        return mutateAsync({ record, options }).then(
          () => true,
          () => false,
        )
      }
      removeLater({
        ...deletion,
        kind: catalogue.kind,
        record,
        options,
        remove: () => deletion.remove(record.id, options),
        onUndone: () => focusRow(record.name),
      })
      return true
    },
    isDeleting: isPending,
  }
}

/** The steps of a deletion, independent of when the server receives it. */
function useDeletion<Item extends CatalogueRecord>({ kind, part, words }: AnyCatalogue<Item>) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const { deleted, deleteFailed } = words(t)
  const workspace = useWorkspace()
  const records = part(workspace)
  const usedBy: readonly string[] = CATALOGUES[kind].usedBy
  const users = CATALOGUE_KINDS.filter((other) => usedBy.includes(CATALOGUES[other].table))
  const stale = [
    ...listKeys(catalogueQueries(kind, records)),
    dashboardQueries.all,
    binQueries.all,
    ...users.map((other) => catalogueKey(other)),
  ]
  return {
    remove: (id: string, options: DeletionOptions | null) =>
      options === null ? records.remove(id) : workspace.deletion.remove(kind, id, options),
    done: deleted,
    tellFailure: (error: unknown) => void toast(failureToast(error, deleteFailed, t)),
    reload() {
      for (const queryKey of stale) void queries.invalidateQueries({ queryKey })
    },
  }
}
