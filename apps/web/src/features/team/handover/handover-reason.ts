import type { HandoverItem } from '@cairn/workspace/port/records/handovers'
import type { TFunction } from 'i18next'
import { personName } from '@/shared/people/person-name.ts'

/** Why a member is suggested, or why none is. */
export function reasonOf(
  { part, reason, suggested, linkedName, others }: HandoverItem,
  t: TFunction,
): string {
  const name = personName(suggested?.name ?? '', t)
  switch (reason) {
    case 'record_owner':
      return t('Suggested: {{name}}, its owner', { name })
    case 'only_expert':
      return t('Suggested: {{name}}, its only other expert', { name })
    case 'linked_owner':
      return t('Suggested: {{name}}, who owns {{record}}', { name, record: linkedName ?? t('a record') })
    case 'known':
      return t('{{count}} others know it', { count: others, defaultValue_one: '{{count}} other knows it' })
    case null:
      if (part === 'expert') return t('No suggestion: nobody else knows it')
      if (others === 0) return t('No suggestion: it has no other expert and no links')
      return t('No suggestion: it has {{count}} other experts', {
        count: others,
        defaultValue_one: 'No suggestion: it has {{count}} other expert',
      })
  }
}
