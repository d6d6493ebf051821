import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { logFailure } from '@/lib/log.ts'
import { useMe, useWorkspace } from '@/queries/context.tsx'
import { dashboardQueries } from '@/queries/dashboard.ts'
import { vanish } from '@/queries/hide-deleted.ts'
import { listKeys, type Shelf } from '@/queries/list-cache.ts'
import { pendingDeletions } from '@/queries/pending-deletions.ts'
import { type FailureWords, failureToast } from '@/shared/failure-toast.ts'
import { type ToastInput, toast } from '@/ui/toast-store.ts'
import type { ActivityKind } from '@/workspace/port/dashboard.ts'
import type { CatalogueRecord } from '@/workspace/port/records.ts'
import { can } from '@/workspace/rules/can.ts'

interface DeleteOptions<Item> {
  kind: ActivityKind
  shelf: Shelf<Item>
  remove: (id: string) => Promise<void>
  done: ToastInput
  failed: FailureWords
  /** What else shows the record. */
  makesStale?: readonly QueryKey[]
}

/**
 * Deletes a record. It disappears at once; the server hears of it when the toast, which offers to take it back, has
 * gone. Where it is known that the server will refuse, it is asked at once instead, and nothing disappears.
 */
export function useDeleteRecord<Item extends CatalogueRecord>(options: DeleteOptions<Item>) {
  const { kind, shelf, remove, done, failed, makesStale = [] } = options
  const { t } = useTranslation()
  const me = useMe()
  const workspace = useWorkspace()
  const queries = useQueryClient()
  const tellFailure = (error: unknown) => toast(failureToast(error, failed, t))
  const reload = () => {
    for (const queryKey of [...listKeys(shelf.records), dashboardQueries.all, ...makesStale])
      void queries.invalidateQueries({ queryKey })
  }

  const { mutateAsync, isPending } = useMutation({
    mutationFn: ({ id }: Item) => remove(id),
    onSuccess() {
      reload()
      toast(done)
    },
    onError: tellFailure,
  })

  const removeLater = (record: Item) => {
    const { id } = record
    let leave: (() => void) | null = null
    const prepared = (ready: () => void) => {
      leave = ready
    }
    workspace.deletion
      .prepareToLeave(kind, id)
      .then(prepared, (error: unknown) => logFailure('preparing a deletion to leave with the page', error))

    const deletion = {
      kind,
      record,
      leave: () => leave?.(),
      async send() {
        shown.dismiss()
        try {
          await remove(id)
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
    const putBack = vanish(queries, deletion)
    const undo = () => {
      if (pendingDeletions.takeBack(id)) putBack()
    }
    const shown = toast({
      ...done,
      action: { label: t('Undo'), onPress: undo, isUndo: true },
      onGone: () => void pendingDeletions.send(id),
    })
  }

  return {
    /** Whether the record has gone from the screen. */
    async remove(record: Item): Promise<boolean> {
      if (!can(me, 'delete-record', record).allowed) {
        return mutateAsync(record).then(
          () => true,
          () => false,
        )
      }
      removeLater(record)
      return true
    },
    isDeleting: isPending,
  }
}
