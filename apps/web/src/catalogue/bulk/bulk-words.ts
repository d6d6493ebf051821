import type { BulkChange, BulkOutcome, BulkReason } from '@cairn/workspace/port/records/bulk'
import type { FieldValue } from '@cairn/workspace/port/records/fields'
import type { TFunction } from 'i18next'
import type { RecordField } from '../fields/field.ts'
import { fieldProblem } from '../fields/field-problem.ts'
import { isEmptyValue } from '../fields/values.ts'

/** The texts for a change of many records; a deletion has separate ones. */
export interface BulkWords {
  confirm: string
  willChange: (outcome: BulkOutcome) => string
  /** Why there is nothing to confirm. */
  nothing: string
  /** `count` is at least 1. */
  done: (count: number) => string
  nothingDone: string
  failed: string
  mayNot: (count: number) => string
}

export function bulkWords(action: BulkChange['action'], t: TFunction): BulkWords {
  return action === 'delete' ? wordsOfDeletion(t) : wordsOfChange(t)
}

function wordsOfChange(t: TFunction): BulkWords {
  return {
    confirm: t('Change'),
    willChange: ({ changes, total }) =>
      t('{{count}} of {{total}} selected records will change.', {
        count: changes,
        total,
        defaultValue_one: '{{count}} of {{total}} selected records will change.',
      }),
    nothing: t('Nothing would change.'),
    done: (count) =>
      t('Changed: {{count}} records', { count, defaultValue_one: 'Changed: {{count}} record' }),
    nothingDone: t('Nothing was changed'),
    failed: t('The records could not be changed'),
    mayNot: (count) =>
      t('Skipped because you cannot change them: {{count}}', {
        count,
        defaultValue_one: 'Skipped because you cannot change it: {{count}}',
      }),
  }
}

function wordsOfDeletion(t: TFunction): BulkWords {
  return {
    confirm: t('Delete'),
    willChange: ({ changes, total }) =>
      t('{{count}} of {{total}} selected records will be deleted.', {
        count: changes,
        total,
        defaultValue_one: '{{count}} of {{total}} selected records will be deleted.',
      }),
    nothing: t('Nothing would be deleted.'),
    done: (count) =>
      t('Deleted: {{count}} records', { count, defaultValue_one: 'Deleted: {{count}} record' }),
    nothingDone: t('Nothing was deleted'),
    failed: t('The records could not be deleted'),
    mayNot: (count) =>
      t('Skipped because you cannot delete them: {{count}}', {
        count,
        defaultValue_one: 'Skipped because you cannot delete it: {{count}}',
      }),
  }
}

/** Explains why so many records are left out. */
export function reasonText(reason: BulkReason, count: number, { mayNot }: BulkWords, t: TFunction): string {
  switch (reason) {
    case 'no_right':
      return mayNot(count)
    case 'already':
      return t('Skipped because nothing would change: {{count}}', {
        count,
        defaultValue_one: 'Skipped because nothing would change: {{count}}',
      })
    case 'full':
      return t('Skipped because they have 50 tags already: {{count}}', {
        count,
        defaultValue_one: 'Skipped because it has 50 tags already: {{count}}',
      })
    case 'changed_meanwhile':
      return t('Skipped because they were changed in the meantime: {{count}}', {
        count,
        defaultValue_one: 'Skipped because it was changed in the meantime: {{count}}',
      })
  }
}

/** Returns the problem of a value for many records; null where there is none. */
export function bulkValueProblem(
  field: RecordField,
  value: FieldValue | undefined,
  t: TFunction,
  language: string,
): string | null {
  if (isEmptyValue(value) && !field.required) return t('Enter a value, or choose to empty the field.')
  return fieldProblem(field, value, t, language)
}
