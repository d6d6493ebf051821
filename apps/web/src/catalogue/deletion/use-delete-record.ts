import { CATALOGUE_KINDS, CATALOGUES, type CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import type { DeletionOptions } from '@cairn/workspace/port/records/deletion'
import type { CatalogueRecord } from '@cairn/workspace/port/records/records'
import { can } from '@cairn/workspace/rules/can'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { logFailure } from '@/lib/log.ts'
import { useMe, useWorkspace } from '@/queries/context.tsx'
import { dashboardQueries } from '@/queries/dashboard.ts'
import { binQueries } from '@/queries/deletions/bin.ts'
import { hideDeleted } from '@/queries/deletions/hide-deleted.ts'
import { pendingDeletions } from '@/queries/deletions/pending-deletions.ts'
import { catalogueKey, catalogueQueries } from '@/queries/records/catalogue.ts'
import { listKeys } from '@/queries/records/list-cache.ts'
import { failureToast } from '@/shared/loading/failure-toast.ts'
import { toast } from '@/ui/feedback/toast-store.ts'
import type { AnyCatalogue } from '../definition.ts'
import { focusRow } from '../focus-row.ts'

/**
 * Deletes a record. It disappears at once; the server hears of it when the toast, which offers to take it back, has
 * gone. Where it is known that the server will refuse, it is asked at once instead, and nothing disappears.
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
  const removeLater = useDeleteLater(catalogue.kind, deletion)
  return {
    /** Whether the record has gone from the screen. */
    async remove(record: Item, options: DeletionOptions | null): Promise<boolean> {
      if (!can(me, 'delete-record', record).allowed) {
        return mutateAsync({ record, options }).then(
          () => true,
          () => false,
        )
      }
      removeLater(record, options)
      return true
    },
    isDeleting: isPending,
  }
}

/** What a deletion consists of, whenever the server hears of it. */
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

/** Gives what hides a record until its deletion is sent, or taken back. */
function useDeleteLater(
  kind: CatalogueKind,
  { remove, done, tellFailure, reload }: ReturnType<typeof useDeletion>,
): (record: CatalogueRecord, options: DeletionOptions | null) => void {
  const { t } = useTranslation()
  const workspace = useWorkspace()
  const queries = useQueryClient()
  return (record, options) => {
    const { id } = record
    let leave: (() => void) | null = null
    const prepared = (ready: () => void) => {
      leave = ready
    }
    workspace.deletion
      .prepareToLeave(kind, id, options)
      .then(prepared, (error: unknown) => logFailure('preparing a deletion to leave with the page', error))

    const deletion = {
      kind,
      record,
      leave: () => leave?.(),
      async send() {
        shown.dismiss()
        try {
          await remove(id, options)
          pendingDeletions.settle(id)
        } catch (error) {
          pendingDeletions.restore(id)
          putBack()
          tellFailure(error)
        }
      },
      reload,
    }
    pendingDeletions.begin(deletion)
    const putBack = hideDeleted(queries, deletion)
    const undo = () => {
      if (!pendingDeletions.takeBack(id)) return
      putBack()
      focusRow(record.name)
    }
    const shown = toast({
      ...done,
      action: { label: t('Undo'), onPress: undo, isUndo: true },
      onGone: () => void pendingDeletions.send(id),
    })
  }
}
