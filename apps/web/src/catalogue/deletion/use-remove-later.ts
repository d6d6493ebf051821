import type { DeletionOptions } from '@cairn/workspace/port/records/deletion'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { logFailure } from '@/lib/log.ts'
import { useWorkspace } from '@/queries/context.tsx'
import { hideDeleted } from '@/queries/deletions/hide-deleted.ts'
import { type PendingDeletion, pendingDeletions } from '@/queries/deletions/pending-deletions.ts'
import { type ToastInput, toast } from '@/ui/feedback/toast-store.ts'

interface LateDeletion extends Pick<PendingDeletion, 'kind' | 'record' | 'reload'> {
  options: DeletionOptions | null
  remove: () => Promise<void>
  /** The text of the toast that offers to undo the deletion. */
  done: ToastInput
  tellFailure: (error: unknown) => void
  onUndone: () => void
}

/** Returns a function that hides something until its deletion is sent or undone: it is sent when the toast has gone. */
export function useRemoveLater(): (deletion: LateDeletion) => void {
  const { t } = useTranslation()
  const workspace = useWorkspace()
  const queries = useQueryClient()
  return ({ kind, record, reload, options, remove, done, tellFailure, onUndone }) => {
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
          await remove()
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
      onUndone()
    }
    const shown = toast({
      ...done,
      action: { label: t('Undo'), onPress: undo, isUndo: true },
      onGone: () => void pendingDeletions.send(id),
    })
  }
}
