import type { TFunction } from 'i18next'
import { permissionLabel } from '@/shared/permission-label.ts'
import { PRODUCT_NAME } from '@/ui/page-header.tsx'
import type { Notification } from '@/workspace/port/notifications.ts'

/** What happened, in a sentence. */
export function sentenceOf(notification: Notification, t: TFunction): string {
  const { kind, level, newcomer } = notification
  const actor = actorOf(notification, t)
  const record = notification.record?.name ?? t('a record')
  switch (kind) {
    case 'invitation_accepted':
      return t('{{name}} accepted your invitation.', { name: newcomer ?? actor })
    case 'member_joined':
      return t('{{name}} joined your account.', { name: newcomer ?? actor })
    case 'expert_assigned':
      return t('{{actor}} made you an expert of {{record}}.', { actor, record })
    case 'owner_assigned':
      return t('{{actor}} made you the owner of {{record}}.', { actor, record })
    case 'level_changed':
      return level === null
        ? t('{{actor}} changed your level.', { actor })
        : t('{{actor}} changed your level to {{level}}.', { actor, level: permissionLabel(level, t) })
    case 'record_changed':
      return t('{{actor}} changed {{record}}.', { actor, record })
    case 'record_deleted':
      return t('{{actor}} deleted {{record}}.', { actor, record })
  }
}

/** The server itself acts in the product's name. */
function actorOf({ actor }: Notification, t: TFunction): string {
  if (actor === null) return PRODUCT_NAME
  return actor.name || t('A former member')
}
