import { NOTIFICATIONS } from '@cairn/workspace/notifications/kinds'
import type { Notification } from '@cairn/workspace/port/notifications'
import type { TFunction } from 'i18next'
import { renewalOf } from '@/catalogue/fields/renewal.ts'
import { formatDate, formatDateTime } from '@/lib/text/dates.ts'
import { permissionLabel } from '@/shared/people/permission-label.ts'
import { FORMER, personName } from '@/shared/people/person-name.ts'
import { PRODUCT_NAME } from '@/ui/layout/page-title.tsx'

/** The language of the reader, and the present time. */
interface Reading {
  language: string
  nowMs: number
}

/** Describes a notification in a sentence. */
export function sentenceOf(notification: Notification, t: TFunction, reading: Reading): string {
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
      renewal: happeningOf(notification, reading),
      silentSince: notification.silentSince && formatDateTime(notification.silentSince, reading.language),
      awaySeconds: notification.awaySeconds,
      token: tokenOf(notification, reading),
      serviceAccount: notification.serviceAccount,
    },
    t,
  )
}

/** Dates are in the reader's time zone. */
function happeningOf({ renewsOn }: Notification, { language, nowMs }: Reading) {
  if (renewsOn === null) return null
  const renewal = renewalOf(renewsOn, new Date(nowMs))
  return {
    date: formatDate(new Date(`${renewsOn}T00:00`), language),
    inDays: renewal?.state === 'near' ? renewal.days : null,
  }
}

function tokenOf({ token }: Notification, { language }: Reading) {
  if (token === null) return null
  const { name, endsAt, usedAt, network } = token
  return {
    name,
    ends: formatDateTime(endsAt, language),
    lastUsed: usedAt && formatDateTime(usedAt, language),
    network,
  }
}

/** Returns the name of the actor: the server acts in the product's name. */
function actorOf({ actor }: Notification, t: TFunction): string {
  if (actor === null) return PRODUCT_NAME
  return personName(actor.name || FORMER, t)
}
