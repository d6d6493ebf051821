import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { focusRow } from '@/catalogue/focus-row.ts'
import { logFailure } from '@/lib/log.ts'
import { binQueries } from '@/queries/bin.ts'
import { catalogueKey, catalogueQueries } from '@/queries/catalogue.ts'
import { useMe, useWorkspace } from '@/queries/context.tsx'
import { dashboardQueries } from '@/queries/dashboard.ts'
import { hideDeleted } from '@/queries/hide-deleted.ts'
import { listKeys } from '@/queries/list-cache.ts'
import { pendingDeletions } from '@/queries/pending-deletions.ts'
import { failureToast } from '@/shared/failure-toast.ts'
import { toast } from '@/ui/toast-store.ts'
import { CATALOGUE_KINDS, CATALOGUES, type CatalogueKind } from '@/workspace/port/catalogues.ts'
import type { DeletionWish } from '@/workspace/port/deletion.ts'
import type { CatalogueRecord } from '@/workspace/port/records.ts'
import { can } from '@/workspace/rules/can.ts'
import type { AnyCatalogue } from './definition.ts'

/**
 * Deletes a record. It disappears at once; the server hears of it when the toast, which offers to take it back, has
 * gone. Where it is known that the server will refuse, it is asked at once instead, and nothing disappears.
 */
export function useDeleteRecord<Item extends CatalogueRecord>(catalogue: AnyCatalogue<Item>) {
  const me = useMe()
  const deletion = useDeletion(catalogue)
  const { mutateAsync, isPending } = useMutation({
    mutationFn: ({ record, wish }: { record: Item; wish: DeletionWish | null }) =>
      deletion.remove(record.id, wish),
    onSuccess() {
      deletion.reload()
      toast(deletion.done)
    },
    onError: deletion.tellFailure,
  })
  const removeLater = useDeleteLater(catalogue.kind, deletion)
  return {
    /** Whether the record has gone from the screen. */
    async remove(record: Item, wish: DeletionWish | null): Promise<boolean> {
      if (!can(me, 'delete-record', record).allowed) {
        return mutateAsync({ record, wish }).then(
          () => true,
          () => false,
        )
      }
      removeLater(record, wish)
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
    remove: (id: string, wish: DeletionWish | null) =>
      wish === null ? records.remove(id) : workspace.deletion.remove(kind, id, wish),
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
): (record: CatalogueRecord, wish: DeletionWish | null) => void {
  const { t } = useTranslation()
  const workspace = useWorkspace()
  const queries = useQueryClient()
  return (record, wish) => {
    const { id } = record
    let leave: (() => void) | null = null
    const prepared = (ready: () => void) => {
      leave = ready
    }
    workspace.deletion
      .prepareToLeave(kind, id, wish)
      .then(prepared, (error: unknown) => logFailure('preparing a deletion to leave with the page', error))

    const deletion = {
      kind,
      record,
      leave: () => leave?.(),
      async send() {
        shown.dismiss()
        try {
          await remove(id, wish)
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
