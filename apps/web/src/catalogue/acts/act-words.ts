import type { Act, ActLeft, ActPerson } from '@cairn/workspace/port/records/acts'
import type { TFunction } from 'i18next'
import { FORMER, personName } from '@/shared/people/person-name.ts'
import { PRODUCT_NAME } from '@/ui/layout/page-title.tsx'
import { statusWord } from '../status-styles.ts'

/** Who did something: a member, one who has left, or the server. */
export function actorName(person: ActPerson | null, t: TFunction): string {
  return person === null ? PRODUCT_NAME : personName(person.name ?? FORMER, t)
}

/** What an act did, and to how many records. */
export function actTitle(act: Pick<Act, 'action' | 'records' | 'value' | 'valueName'>, t: TFunction): string {
  const count = act.records
  const name = personName(act.valueName ?? FORMER, t)
  const tag = act.valueName ?? t('Deleted tag')
  switch (act.action) {
    case 'owner':
      if (act.value === null)
        return t('Owner removed: {{count}} records', {
          count,
          defaultValue_one: 'Owner removed: {{count}} record',
        })
      return t('Owner is now {{name}}: {{count}} records', {
        count,
        name,
        defaultValue_one: 'Owner is now {{name}}: {{count}} record',
      })
    case 'status':
      return t('Status is now {{status}}: {{count}} records', {
        count,
        status: t(statusWord(act.value ?? '')),
        defaultValue_one: 'Status is now {{status}}: {{count}} record',
      })
    case 'expert':
      return t('{{name}} is now an expert: {{count}} records', {
        count,
        name,
        defaultValue_one: '{{name}} is now an expert: {{count}} record',
      })
    case 'add_tag':
      return t('Tag {{tag}} added: {{count}} records', {
        count,
        tag,
        defaultValue_one: 'Tag {{tag}} added: {{count}} record',
      })
    case 'remove_tag':
      return t('Tag {{tag}} removed: {{count}} records', {
        count,
        tag,
        defaultValue_one: 'Tag {{tag}} removed: {{count}} record',
      })
    case 'delete':
      return t('Deleted: {{count}} records', { count, defaultValue_one: 'Deleted: {{count}} record' })
    case 'restore':
      return t('Restored: {{count}} records', { count, defaultValue_one: 'Restored: {{count}} record' })
    case 'handover':
      return t('Handed over by {{name}}: {{count}} records', {
        count,
        name,
        defaultValue_one: 'Handed over by {{name}}: {{count}} record',
      })
    case 'undo':
      return takenBackText(count, t)
  }
}

export function takenBackText(count: number, t: TFunction): string {
  return t('Undone: {{count}} records', { count, defaultValue_one: 'Undone: {{count}} record' })
}

/** What speaks against taking a record back, with whoever changed it. */
export function problemText({ problem, by }: Pick<ActLeft, 'problem' | 'by'>, t: TFunction): string {
  const person = actorName(by, t)
  switch (problem) {
    case 'changed':
      return t('changed since by {{person}}', { person })
    case 'deleted':
      return t('deleted since by {{person}}', { person })
    case 'restored':
      return t('restored since by {{person}}', { person })
    case 'gone':
      return t('not there any more')
    case 'not_allowed':
      return t('not yours to change')
    case 'switched_off':
      return t('its feature is switched off')
    case 'name_taken':
      return t('its name is taken by now')
    case 'left':
      return t('the person has left')
    case 'tag_gone':
      return t('the tag has been deleted')
  }
}

/** '2 left: changed since by Ben', for each reason; null where nothing is left. */
export function leftText(left: readonly ActLeft[], t: TFunction): string | null {
  if (left.length === 0) return null
  return left
    .map((group) =>
      t('{{number}} left: {{reason}}', { number: group.records, reason: problemText(group, t) }),
    )
    .join(' · ')
}
