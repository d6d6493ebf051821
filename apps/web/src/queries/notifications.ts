import type { NotificationPage, NotificationPosition } from '@cairn/workspace/port/notifications'
import type { Workspace } from '@cairn/workspace/port/workspace'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'

const REFRESH_MS = 30_000

export type NotificationFilter = 'all' | 'unread'

const START: { after: NotificationPosition | null } = { after: null }

const marks = new Set<Promise<void>>()

/** Notes that notifications are being marked as read: a list that is asked for meanwhile waits, and knows of it. */
export function noteMark(mark: Promise<void>): Promise<void> {
  marks.add(mark)
  return mark.finally(() => marks.delete(mark))
}

/** Keys and fetchers of the notifications. */
export const notificationQueries = {
  all: ['notifications'] as const,
  lists: ['notifications', 'list'] as const,
  /** How many are unread. Asks again every 30 s while the tab is in sight, and when it comes back. */
  count: (workspace: Workspace) =>
    queryOptions({
      queryKey: [...notificationQueries.all, 'count'],
      queryFn: () => workspace.notifications.unreadCount(),
      refetchInterval: REFRESH_MS,
    }),
  list: (workspace: Workspace, filter: NotificationFilter) =>
    infiniteQueryOptions({
      queryKey: [...notificationQueries.lists, filter],
      async queryFn({ pageParam: { after } }) {
        await Promise.allSettled(marks)
        return workspace.notifications.page({ unreadOnly: filter === 'unread', after })
      },
      initialPageParam: START,
      getNextPageParam: ({ next }: NotificationPage) => (next ? { after: next } : undefined),
      staleTime: 0,
    }),
}
