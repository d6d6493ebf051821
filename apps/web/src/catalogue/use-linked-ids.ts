import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { historyQueries } from '@/queries/history.ts'
import { failureToast } from '@/shared/failure-toast.ts'
import { type ToastInput, toast } from '@/ui/toast-store.ts'
import { WorkspaceError } from '@/workspace/errors.ts'

const NONE: readonly string[] = []

interface Change {
  /** The cached list of ids. */
  queryKey: QueryKey
  write: (id: string) => Promise<void>
  apply: (ids: readonly string[], id: string) => readonly string[]
  done: ToastInput
  failed: string
}

interface LinkedIdsOptions {
  queryKey: QueryKey
  add: Pick<Change, 'write' | 'done' | 'failed'>
  remove: Pick<Change, 'write' | 'done' | 'failed'>
}

/**
 * Adds to and removes from the ids that belong to a record: its experts, its automations. The list shows the change at
 * once, and takes it back if the server refuses.
 */
export function useChangeLinkedIds({ queryKey, add, remove }: LinkedIdsOptions) {
  return {
    add: useOptimisticChange({ queryKey, apply: (ids, id) => [...ids, id], ...add }),
    remove: useOptimisticChange({
      queryKey,
      apply: (ids, id) => ids.filter((listed) => listed !== id),
      ...remove,
    }),
  }
}

function useOptimisticChange({ queryKey, write, apply, done, failed }: Change) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const reload = () => queries.invalidateQueries({ queryKey })
  const { mutate } = useMutation({
    mutationFn: write,
    async onMutate(id) {
      await queries.cancelQueries({ queryKey })
      const before = queries.getQueryData<readonly string[]>(queryKey)
      queries.setQueryData<readonly string[]>(queryKey, (ids = NONE) => apply(ids, id))
      return before
    },
    onSuccess() {
      toast(done)
      void queries.invalidateQueries({ queryKey: historyQueries.all })
      return reload()
    },
    onError(error, _, before) {
      queries.setQueryData(queryKey, before)
      toast(failureToast(error, { title: failed }, t))
      return isAboutTheList(error) ? reload() : undefined
    },
  })
  return mutate
}

/** Whether another user seems to have changed the list meanwhile. Any other failure leaves it as it was. */
function isAboutTheList(error: unknown): boolean {
  return error instanceof WorkspaceError && ['conflict', 'not-found', 'invalid'].includes(error.kind)
}
