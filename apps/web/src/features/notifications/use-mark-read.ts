import type { Notification, NotificationPage } from '@cairn/workspace/port/notifications'
import { type InfiniteData, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useWorkspace } from '@/queries/context.tsx'
import { noteMark, notificationQueries } from '@/queries/notifications.ts'
import { failureToast } from '@/shared/loading/failure-toast.ts'
import { toast } from '@/ui/feedback/toast-store.ts'

type Lists = InfiniteData<NotificationPage>

/**
 * Marks one or all notifications as read. The screen and the bell show it at once, and undo it if the server refuses. A
 * read notification stays in the list of the unread until that list is reloaded: nothing jumps away under a pointer.
 */
export function useMarkRead() {
  const { notifications } = useWorkspace()
  return {
    markOne: useMarking((notification: Notification) => notifications.markRead(notification.id)),
    markAll: useMarking((_: null) => notifications.markAllRead()),
  }
}

/** `null` stands for all of them. */
function useMarking<Which extends Notification | null>(write: (which: Which) => Promise<void>) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const { queryKey: countKey } = notificationQueries.count(useWorkspace())
  const { mutate } = useMutation({
    mutationFn: (which: Which) => noteMark(write(which)),
    async onMutate(which: Which) {
      // An answer that is on its way does not know of this yet.
      await queries.cancelQueries({ queryKey: notificationQueries.all })
      const marked = which === null ? unreadIds(queries) : new Set([which.id])
      const unread = queries.getQueryData(countKey)
      setRead(queries, marked, true)
      queries.setQueryData(countKey, (count) => count && (which === null ? 0 : count - 1))
      return { marked, taken: (unread ?? 0) - (queries.getQueryData(countKey) ?? 0) }
    },
    onError(error, _, before) {
      if (before) {
        setRead(queries, before.marked, false)
        queries.setQueryData(countKey, (count) => (count !== undefined ? count + before.taken : count))
      }
      toast(failureToast(error, { title: t('Could not be marked as read') }, t))
    },
    onSettled() {
      void queries.invalidateQueries({ queryKey: notificationQueries.lists, refetchType: 'none' })
      return queries.invalidateQueries({ queryKey: countKey })
    },
  })
  return mutate
}

function cachedLists(queries: QueryClient): Lists[] {
  return queries
    .getQueriesData<Lists>({ queryKey: notificationQueries.lists })
    .flatMap(([, list]) => (list ? [list] : []))
}

function unreadIds(queries: QueryClient): ReadonlySet<string> {
  const items = cachedLists(queries).flatMap(({ pages }) => pages.flatMap((page) => page.items))
  return new Set(items.filter(({ isRead }) => !isRead).map(({ id }) => id))
}

function setRead(queries: QueryClient, ids: ReadonlySet<string>, isRead: boolean): void {
  queries.setQueriesData<Lists>(
    { queryKey: notificationQueries.lists },
    (list) =>
      list && {
        ...list,
        pages: list.pages.map((page) => ({
          ...page,
          items: page.items.map((item) => (ids.has(item.id) ? { ...item, isRead } : item)),
        })),
      },
  )
}
