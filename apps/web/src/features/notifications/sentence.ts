import type { TFunction } from 'i18next'
import { permissionLabel } from '@/shared/permission-label.ts'
import { FORMER, personName } from '@/shared/person-name.ts'
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
      return joined(newcomer ?? actor, notification.others, t)
    case 'newcomer_waiting':
      return waiting(newcomer ?? actor, notification.others, t)
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
    case 'dependency_deleted':
      return t('{{actor}} deleted {{record}}, on which {{dependents}} depended.', {
        actor,
        record,
        dependents: notification.dependents.join(', '),
      })
    case 'record_restored':
      return t('{{actor}} restored {{record}}.', { actor, record })
    case 'handed_over':
      return handedOver(notification, t)
    case 'second_factor_wanted':
      return t('{{actor}} asks you to set up two-factor authentication.', { actor })
  }
}

function joined(name: string, others: number, t: TFunction): string {
  if (others === 0) return t('{{name}} joined your account.', { name })
  return t('{{name}} and {{count}} others joined your account.', {
    name,
    count: others,
    defaultValue_one: '{{name}} and {{count}} other joined your account.',
  })
}

/** Whoever handed it over may have been the giver, who has left: then only the giver is named. */
function handedOver({ actor, record, handover }: Notification, t: TFunction): string {
  const giver = personName(handover?.giver ?? FORMER, t)
  const by = actor?.name ? personName(actor.name, t) : null
  if (record !== null) {
    if (by === null || by === giver)
      return t('{{giver}} handed {{record}} over to you.', { giver, record: record.name })
    return t('{{actor}} handed {{record}} over to you, which was with {{giver}}.', {
      actor: by,
      record: record.name,
      giver,
    })
  }
  const count = handover?.amount ?? 1
  if (by === null || by === giver)
    return t('{{giver}} handed {{count}} records over to you.', {
      giver,
      count,
      defaultValue_one: '{{giver}} handed {{count}} record over to you.',
    })
  return t('{{actor}} handed {{count}} records over to you, which were with {{giver}}.', {
    actor: by,
    count,
    giver,
    defaultValue_one: '{{actor}} handed {{count}} record over to you, which was with {{giver}}.',
  })
}

function waiting(name: string, others: number, t: TFunction): string {
  if (others === 0) return t('{{name}} waits to be admitted to your account.', { name })
  return t('{{name}} and {{count}} others wait to be admitted to your account.', {
    name,
    count: others,
    defaultValue_one: '{{name}} and {{count}} other wait to be admitted to your account.',
  })
}

/** The server itself acts in the product's name. */
function actorOf({ actor }: Notification, t: TFunction): string {
  if (actor === null) return PRODUCT_NAME
  return personName(actor.name || FORMER, t)
}
