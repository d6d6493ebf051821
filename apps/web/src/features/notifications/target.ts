import { recordPath } from '@/catalogue/record-path.ts'
import type { Notification } from '@/workspace/port/notifications.ts'

/** Where the user sees what a notification is about; null where there is nothing to see (any more). */
export function targetOf({ kind, actor, record, others }: Notification): string | null {
  switch (kind) {
    case 'invitation_accepted':
    case 'member_joined':
      return actor === null || others > 0 ? '/team' : `/team/${encodeURIComponent(actor.id)}`
    case 'newcomer_waiting':
      return '/settings?tab=security'
    case 'level_changed':
    case 'second_factor_wanted':
      return '/profile'
    case 'record_deleted':
    case 'dependency_deleted':
    // What was handed over is listed below the sentence.
    case 'handed_over':
      return null
    case 'expert_assigned':
    case 'owner_assigned':
    case 'record_changed':
    case 'record_restored': {
      if (record === null || record.kind === 'article') return null
      return recordPath({ kind: record.kind, id: record.id })
    }
  }
}
