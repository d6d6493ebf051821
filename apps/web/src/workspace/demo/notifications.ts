import { minutesAgo } from '@cairn/workspace/examples/moments'
import { DEMO_NOTIFICATIONS } from '@cairn/workspace/examples/notifications'
import { phrase } from '@cairn/workspace/lib/phrase'
import type { Notification, NotificationsPart } from '@cairn/workspace/port/notifications'
import { loaded, notSaved } from './answers.ts'

/** The notifications of a member of the example account. */
export const demoNotifications: NotificationsPart = {
  page: ({ unreadOnly }) =>
    loaded(() => ({ items: examples().filter(({ isRead }) => !unreadOnly || !isRead), next: null })),
  unreadCount: () => loaded(() => examples().filter(({ isRead }) => !isRead).length),
  markRead: () => notSaved(phrase('Notifications')),
  markAllRead: () => notSaved(phrase('Notifications')),
}

function examples(): Notification[] {
  return DEMO_NOTIFICATIONS.map(({ actorId, actorName, minutesAgo: minutes, ...sample }) => ({
    many: null,
    fields: [],
    level: null,
    newcomer: null,
    others: 0,
    handover: null,
    reason: null,
    dependents: [],
    view: null,
    renewsOn: null,
    silentSince: null,
    awaySeconds: null,
    token: null,
    serviceAccount: null,
    ...sample,
    actor: actorId === null ? null : { id: actorId, name: actorName, avatarUrl: null },
    happenedAt: minutesAgo(minutes),
  }))
}
