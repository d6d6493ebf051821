import { WorkspaceError } from '@cairn/workspace/errors'
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { historyQueries } from '@/queries/records/history.ts'
import { failureToast } from '@/shared/loading/failure-toast.ts'
import { type ToastInput, toast } from '@/ui/feedback/toast-store.ts'

const NONE: readonly string[] = []

type ChangeOfIds = (ids: readonly string[], id: string) => readonly string[]

interface Change {
  /** The cached list of ids. */
  queryKey: QueryKey
  write: (id: string) => Promise<void>
  apply: ChangeOfIds
  takeBack: ChangeOfIds
  done: ToastInput
  failed: string
  /** The other queries that show it. */
  stale?: readonly QueryKey[]
}

interface LinkedIdsOptions extends Pick<Change, 'queryKey' | 'stale'> {
  add: Pick<Change, 'write' | 'done' | 'failed'>
  remove: Pick<Change, 'write' | 'done' | 'failed'>
}

/**
 * Adds to and removes from the ids that belong to a record: its experts, its automations. The list shows the change at
 * once, and undoes it if the server refuses.
 */
export function useChangeLinkedIds({ add, remove, ...list }: LinkedIdsOptions) {
  return {
    add: useOptimisticChange({ ...list, apply: withId, takeBack: withoutId, ...add }),
    remove: useOptimisticChange({ ...list, apply: withoutId, takeBack: withId, ...remove }),
  }
}

const withoutId: ChangeOfIds = (ids, id) => ids.filter((listed) => listed !== id)
const withId: ChangeOfIds = (ids, id) => [...withoutId(ids, id), id]

function useOptimisticChange({ queryKey, write, apply, takeBack, done, failed, stale = [] }: Change) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const reload = () => queries.invalidateQueries({ queryKey })
  const show = (change: ChangeOfIds, id: string) =>
    queries.setQueryData<readonly string[]>(queryKey, (ids = NONE) => change(ids, id))
  const { mutate } = useMutation({
    mutationFn: write,
    async onMutate(id) {
      await queries.cancelQueries({ queryKey })
      show(apply, id)
    },
    onSuccess() {
      toast(done)
      for (const other of [historyQueries.all, ...stale]) void queries.invalidateQueries({ queryKey: other })
      return reload()
    },
    onError(error, id) {
      // Restores only this id, not the whole earlier list: another change may have come meanwhile.
      show(takeBack, id)
      toast(failureToast(error, { title: failed }, t))
      return isOutdatedList(error) ? reload() : undefined
    },
  })
  return mutate
}

/** Whether another user seems to have changed the list meanwhile. Any other failure leaves it as it was. */
function isOutdatedList(error: unknown): boolean {
  return error instanceof WorkspaceError && ['conflict', 'not-found', 'invalid'].includes(error.kind)
}
