import type { Refusal } from '@cairn/workspace/errors'
import type { ImportProblem } from '@cairn/workspace/port/imports'
import type { TFunction } from 'i18next'
import { errorMessage } from '@/i18n/error-message.ts'

/** Describes the problem of a row in a sentence. `label` returns the label of a field. */
export function rowProblemText(
  { problem, field, detail, refusal }: ImportProblem,
  label: (field: string) => string,
  t: TFunction,
): string {
  const name = field === null ? '' : label(field)
  const word = detail ?? ''
  switch (problem) {
    case 'value':
      return detail === null
        ? t('{{field}} cannot have this value.', { field: name })
        : errorMessage({ message: detail, refusal: refusal ? inWordsOf(refusal, name) : null }, t)
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
    case 'several_records':
      return t('{{field}}: several records are called {{word}}.', { field: name, word })
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

/** The refusal with the label of its field in the reader's language. */
function inWordsOf(refusal: Refusal, field: string): Refusal {
  return field === '' ? refusal : { ...refusal, parameters: { ...refusal.parameters, field } }
}
