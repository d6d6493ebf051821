import type { Act } from '@cairn/workspace/port/records/acts'
import type { TFunction } from 'i18next'
import { FORMER, personName } from '@/shared/people/person-name.ts'
import { fieldName } from '../history/field-name.ts'
import { statusWord } from '../status-styles.ts'
import { takenBackText } from './act-words.ts'

/** Describes a bulk change, with the number of its records. */
// biome-ignore lint/plugin/short-functions: a flat table of titles, a case for each action.
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
    case 'field':
      return t('{{field}} changed: {{count}} records', {
        count,
        // A deleted custom field has no name any more.
        field: act.valueName ?? fieldName(act.value ?? '', t),
        defaultValue_one: '{{field}} changed: {{count}} record',
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
    case 'import':
      return t('Import of {{file}}: {{count}} records', {
        count,
        file: act.value ?? '',
        defaultValue_one: 'Import of {{file}}: {{count}} record',
      })
    case 'delete_team':
      return t('Team {{name}} deleted: {{count}} records', {
        count,
        name: act.value ?? '',
        defaultValue_one: 'Team {{name}} deleted: {{count}} record',
      })
    case 'merge_team':
      return t('Team {{name}} merged: {{count}} records', {
        count,
        name: act.value ?? '',
        defaultValue_one: 'Team {{name}} merged: {{count}} record',
      })
    case 'undo':
      return takenBackText(count, t)
  }
}
