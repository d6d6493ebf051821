import type { NotificationsPart } from '@cairn/workspace/port/notifications'
import { z } from 'zod/mini'
import { ask } from '../client/ask.ts'
import type { Connect } from '../client/client.ts'
import { lazyPart } from '../client/lazy-part.ts'

/** What the server keeps for the user who is signed in; all but the number at the bell is loaded with the first call. */
export function createNotifications(connect: Connect): NotificationsPart {
  const onDemand = lazyPart(
    () => import('./notifications-on-demand.ts'),
    (code) => code.createNotificationsOnDemand(connect),
  )
  return {
    unreadCount: () => ask(connect, (supabase) => supabase.rpc('unread_notification_count'), z.number()),
    page: onDemand.call((part) => part.page),
    markRead: onDemand.call((part) => part.markRead),
    markAllRead: onDemand.call((part) => part.markAllRead),
  }
}
