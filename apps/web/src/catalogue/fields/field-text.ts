import type { FieldValue } from '@cairn/workspace/port/records/fields'
import type { TFunction } from 'i18next'
import { formatDay } from '@/lib/text/dates.ts'
import { formatDecimal } from '@/lib/text/numbers.ts'
import type { RecordField } from './field.ts'

/** The names and the language for a value in words. */
export interface FieldWords {
  t: TFunction
  language: string
  /** The names of a member and of a record, by their ids. */
  person: (id: string) => string
  record: (id: string) => string
}

/** A value in words. */
export function fieldText(field: RecordField, value: FieldValue, words: FieldWords): string {
  const { t, language } = words
  if (typeof value === 'number') return numberText(field, value, language)
  if (typeof value === 'boolean') return value ? t('Yes') : t('No')
  if (typeof value === 'object') return value.map((id) => choiceOf(field, id).name).join(', ')
  switch (field.type) {
    case 'date':
      return formatDay(value, language)
    case 'choice':
    case 'choices':
      return choiceOf(field, value).name
    case 'member':
      return words.person(value)
    case 'record':
      return words.record(value)
    default:
      return value
  }
}

/** A number with its unit. */
export function numberText({ unit }: Pick<RecordField, 'unit'>, value: number, language: string): string {
  const number = formatDecimal(value, language)
  return unit === '' ? number : `${number} ${unit}`
}

/** A choice by its id; a deleted choice is named by its id alone. */
export function choiceOf(
  { choices }: Pick<RecordField, 'choices'>,
  id: string,
): RecordField['choices'][number] {
  return choices.find((choice) => choice.id === id) ?? { id, name: id, color: 'gray' }
}
