import { NOTIFICATIONS } from '@cairn/workspace/notifications/kinds'
import { listOfMany } from '@cairn/workspace/notifications/list-of-many'
import type { Notification } from '@cairn/workspace/port/notifications'
import { viewPath } from '@cairn/workspace/port/records/views'
import { recordPath } from '@/catalogue/record-path.ts'

/** Where the user, `me`, sees what a notification is about; null where there is nothing to see (any more). */
export function targetOf(
  { kind, actor, record, many, others, view }: Notification,
  me: string | null,
): string | null {
  if (many !== null) return listOfMany(kind, many.kind, me)
  switch (NOTIFICATIONS[kind].leadsTo) {
    case 'person':
      return actor === null || others > 0 ? '/team' : `/team/${encodeURIComponent(actor.id)}`
    case 'admission':
      return '/settings/security'
    case 'profile':
      return '/profile'
    case 'view':
      return view && viewPath(view.kind, view.id)
    case 'archive':
      return '/settings/archive'
    case 'webhooks':
      return '/settings/webhooks'
    case 'tokens':
      return '/settings/tokens'
    case 'list':
      return null
    case 'record':
      if (record === null || record.kind === 'article') return null
      return recordPath({ kind: record.kind, id: record.id })
  }
}
