import { z } from 'zod/mini'
import type { NotificationsPart } from '../port/notifications.ts'
import { ask } from './ask.ts'
import type { Connect } from './client.ts'
import { onDemand } from './on-demand.ts'

/** What the server keeps for the user who is signed in; all but the number at the bell is loaded with the first call. */
export function createNotifications(connect: Connect): NotificationsPart {
  return {
    unreadCount: () => ask(connect, (supabase) => supabase.rpc('unread_notification_count'), z.number()),
    ...onDemand(
      async () => (await import('./notifications-on-demand.ts')).createNotificationsOnDemand(connect),
      ['page', 'markRead', 'markAllRead'],
    ),
  }
}
