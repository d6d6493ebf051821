import type { SavedView, ViewChange } from '@cairn/workspace/port/records/views'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useWorkspace } from '@/queries/context.tsx'
import { pendingDeletions } from '@/queries/deletions/pending-deletions.ts'
import { viewQueries } from '@/queries/records/views.ts'
import { failureToast } from '@/shared/loading/failure-toast.ts'
import { toast } from '@/ui/feedback/toast-store.ts'

/** The changes to an existing view: each shows at once, and is undone where the server refuses it. */
export type ViewAct =
  | { act: 'change'; id: string; change: ViewChange }
  | { act: 'set'; id: string; setting: Partial<Pick<SavedView, 'isDefault' | 'isWatched'>> }
  | { act: 'order'; ids: readonly string[] }

/** Changes views, and brings the lists of them up to date. */
export function useChangeViews() {
  const { t } = useTranslation()
  const workspace = useWorkspace()
  const queries = useQueryClient()
  const { queryKey } = viewQueries.list(workspace)
  const { mutate, isPending } = useMutation({
    async mutationFn(act: ViewAct) {
      const { views } = workspace
      // The name of a view that counts as deleted is free.
      if (act.act === 'change') await pendingDeletions.sendAll()
      switch (act.act) {
        case 'change':
          return views.change(act.id, act.change)
        case 'set':
          return views.set(act.id, act.setting)
        case 'order':
          return views.order(act.ids)
      }
    },
    onMutate(act) {
      queries.setQueryData(queryKey, (views: readonly SavedView[] | undefined) => views && after(views, act))
    },
    onError: (error) => toast(failureToast(error, { title: t('The view could not be changed') }, t)),
    onSettled: () => queries.invalidateQueries({ queryKey: viewQueries.all }),
  })
  return { change: mutate, isChanging: isPending }
}

/** Returns the views after a change. */
export function after(views: readonly SavedView[], act: ViewAct): readonly SavedView[] {
  switch (act.act) {
    case 'change': {
      const { list, ...change } = act.change
      return views.map((view) =>
        view.id === act.id ? { ...view, ...change, ...(list && { address: list.address }) } : view,
      )
    }
    case 'set': {
      const kind = views.find(({ id }) => id === act.id)?.kind
      return views.map((view) => {
        if (view.id === act.id) return { ...view, ...act.setting }
        return act.setting.isDefault && view.kind === kind ? { ...view, isDefault: false } : view
      })
    }
    case 'order': {
      const placeOf = ({ id }: SavedView) => act.ids.indexOf(id)
      const moved = views
        .filter((view) => placeOf(view) >= 0)
        .toSorted((one, other) => placeOf(one) - placeOf(other))
      return [...views.filter((view) => placeOf(view) < 0), ...moved]
    }
  }
}
