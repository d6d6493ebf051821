import { type Phrase, phrase } from '@cairn/workspace/lib/phrase'
import type { ImportProblem } from '@cairn/workspace/port/imports'
import type { TFunction } from 'i18next'
import { errorMessage } from '@/i18n/error-message.ts'

/** The sentences about values of custom fields, which begin with the name of the field. */
const OF_OWN_FIELDS: readonly Phrase[] = [
  phrase('{{field}} is required.'),
  phrase('{{field}} was deleted.'),
  phrase('There is no field {{field}}.'),
  phrase('{{field}} must be a text.'),
  phrase('{{field}} must be a number.'),
  phrase('{{field}} must be yes or no.'),
  phrase('{{field}} must be one of its present choices.'),
  phrase('{{field}} must be some of its present choices.'),
  phrase('{{field}} must be a member of your account.'),
  phrase('{{field}} must be a record that is there.'),
  phrase('{{field}} must have at most {{max}} characters.'),
]

/** Describes the problem of a row in a sentence. `label` returns the label of a field. */
export function rowProblemText(
  { problem, field, detail }: ImportProblem,
  label: (field: string) => string,
  t: TFunction,
): string {
  const name = field === null ? '' : label(field)
  const word = detail ?? ''
  switch (problem) {
    case 'value':
      // The server's sentence names the field.
      return detail === null
        ? t('{{field}} cannot have this value.', { field: name })
        : errorMessage({ message: detail }, t, OF_OWN_FIELDS)
    case 'required':
      return t('{{field}} is required.', { field: name })
    case 'no_field':
      return t('There is no field {{field}} any more.', { field: name })
    case 'unreadable':
      return t('{{field}} has a character that cannot be stored.', { field: name })
    case 'key_missing':
      return t('The row has nothing by which it could find its record.')
    case 'name_missing':
      return t('A new record needs a name.')
    case 'repeated':
      return t('Row {{row}} is about the same record.', { row: word })
    case 'several':
      return t('Several records fit this row.')
    case 'not_found':
      return t('No record has this ID.')
    case 'in_bin':
      return t('The record is in the bin.')
    case 'no_right':
      return t('You may not change this record.')
    case 'name_taken':
      return t('Another record has this name.')
    case 'source_taken':
      return t('Another record has this source ID.')
    case 'unknown_member':
      return t('{{field}}: nobody is called {{word}}.', { field: name, word })
    case 'unknown_record':
      return t('{{field}}: no record is called {{word}}.', { field: name, word })
    case 'unknown_tag':
      return t('There is no tag {{word}}. Managers and administrators can add it.', { word })
    case 'changed':
      return detail === null
        ? t('The record has been changed since the check.')
        : t('{{person}} has changed the record since the check.', { person: detail })
    case 'deleted':
      return t('The record has been deleted since the check.')
  }
}
