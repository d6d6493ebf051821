import { z } from 'zod/mini'
import type { NotificationsPart } from '../port/notifications.ts'
import { ask } from './ask.ts'
import { chunkMissing } from './chunk-missing.ts'
import type { Connect } from './client.ts'
import { once } from './once.ts'

/** What the server keeps for the user who is signed in; all but the number at the bell is loaded with the first call. */
export function createNotifications(connect: Connect): NotificationsPart {
  const load = once(async () => {
    const { createNotificationsOnDemand } = await import('./notifications-on-demand.ts').catch(chunkMissing)
    return createNotificationsOnDemand(connect)
  })
  return {
    unreadCount: () => ask(connect, (supabase) => supabase.rpc('unread_notification_count'), z.number()),
    page: async (query) => (await load()).page(query),
    markRead: async (id) => (await load()).markRead(id),
    markAllRead: async () => (await load()).markAllRead(),
  }
}
