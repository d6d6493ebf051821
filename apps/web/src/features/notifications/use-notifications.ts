import { isNotificationKind } from '@cairn/workspace/notifications/kinds'
import type { Notification } from '@cairn/workspace/port/notifications'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useWorkspace } from '@/queries/context.tsx'
import { type NotificationFilter, notificationQueries } from '@/queries/notifications.ts'

/** The notifications, and how many are unread. News are fetched as soon as the count rises. */
export function useNotifications(filter: NotificationFilter) {
  const workspace = useWorkspace()
  const queries = useQueryClient()
  const list = useInfiniteQuery(notificationQueries.list(workspace, filter))
  const { data: unread } = useQuery({ ...notificationQueries.count(workspace), refetchOnMount: 'always' })
  const known = useRef(unread)
  useEffect(() => {
    const hasRisen = known.current !== undefined && unread !== undefined && unread > known.current
    known.current = unread
    if (hasRisen) void queries.invalidateQueries({ queryKey: notificationQueries.lists })
  }, [unread, queries])
  const items = list.data?.pages.flatMap((page) => page.items).filter(isKnown) ?? null
  return { ...list, items, unread }
}

function isKnown(notification: Notification<string>): notification is Notification {
  return isNotificationKind(notification.kind)
}
