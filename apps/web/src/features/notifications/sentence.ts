import { NOTIFICATIONS } from '@cairn/workspace/notifications/kinds'
import type { Notification } from '@cairn/workspace/port/notifications'
import type { TFunction } from 'i18next'
import { permissionLabel } from '@/shared/people/permission-label.ts'
import { FORMER, personName } from '@/shared/people/person-name.ts'
import { PRODUCT_NAME } from '@/ui/layout/page-title.tsx'

/** What happened, in a sentence. */
export function sentenceOf(notification: Notification, t: TFunction): string {
  const { kind, level, newcomer, others, handover, dependents, view } = notification
  const actor = actorOf(notification, t)
  const giver = personName(handover?.giver ?? FORMER, t)
  return NOTIFICATIONS[kind].sentence(
    {
      actor,
      actorNamed: Boolean(notification.actor?.name) && actor !== giver,
      record: notification.record?.name ?? null,
      many: notification.many,
      newcomer: newcomer ?? actor,
      others,
      level: level === null ? null : permissionLabel(level, t),
      giver,
      amount: handover?.amount ?? 1,
      dependents,
      view,
    },
    t,
  )
}

/** The server itself acts in the product's name. */
function actorOf({ actor }: Notification, t: TFunction): string {
  if (actor === null) return PRODUCT_NAME
  return personName(actor.name || FORMER, t)
}
