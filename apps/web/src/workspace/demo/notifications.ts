import { phrase } from '../../lib/phrase.ts'
import type { Notification, NotificationsPart } from '../port/notifications.ts'
import { loaded, notSaved } from './answers.ts'
import { minutesAgo } from './data/moments.ts'
import { DEMO_NOTIFICATIONS } from './data/notifications.ts'

/** What a member of the example account would be told. */
export const demoNotifications: NotificationsPart = {
  page: ({ unreadOnly }) =>
    loaded(() => ({ items: examples().filter(({ isRead }) => !unreadOnly || !isRead), next: null })),
  unreadCount: () => loaded(() => examples().filter(({ isRead }) => !isRead).length),
  markRead: () => notSaved(phrase('Notifications')),
  markAllRead: () => notSaved(phrase('Notifications')),
}

function examples(): Notification[] {
  return DEMO_NOTIFICATIONS.map(({ actorId, actorName, minutesAgo: minutes, ...sample }) => ({
    fields: [],
    level: null,
    newcomer: null,
    others: 0,
    handover: null,
    reason: null,
    dependents: [],
    ...sample,
    actor: { id: actorId, name: actorName, avatarUrl: null },
    happenedAt: minutesAgo(minutes),
  }))
}
