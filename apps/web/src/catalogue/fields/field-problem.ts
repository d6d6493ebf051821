import type { FieldValue, FieldValues } from '@cairn/workspace/port/records/fields'
import type { TFunction } from 'i18next'
import { isWebAddress } from '@/lib/address/web-address.ts'
import { isDay } from '@/lib/text/dates.ts'
import { formatNumber } from '@/lib/text/numbers.ts'
import type { RecordField } from './field.ts'
import { COST } from './money.ts'
import { isEmptyValue } from './values.ts'

/** As the database has them. */
const MAX_COST = 1_000_000_000_000
const MAX_NUMBER = 1_000_000_000_000_000
const MAX_DECIMALS = 6

type CheckedField = Pick<RecordField, 'key' | 'label' | 'type' | 'required' | 'maxLength'>

/**
 * The fields as a form asks for them for a record with these values, null being a new one: fields that became required
 * later stay optional for records that have no value.
 */
export function fieldsToAsk(fields: readonly RecordField[], had: FieldValues | null): readonly RecordField[] {
  return fields.map((field) =>
    field.required && had !== null && isEmptyValue(had[field.key]) ? { ...field, required: false } : field,
  )
}

/**
 * Returns the problem with an entered value, as a sentence; null where there is none. Inputs give values as they are
 * stored, except for typed text that is no number: that stays a text.
 */
export function fieldProblem(
  field: CheckedField,
  value: FieldValue | undefined,
  t: TFunction,
  language: string,
): string | null {
  if (value === undefined || isEmptyValue(value))
    return field.required ? t('{{field}} is required.', { field: field.label }) : null
  switch (field.type) {
    case 'text':
    case 'long_text':
      return textProblem(field, value, t, language)
    case 'number':
      return numberProblem(field, value, t, language)
    case 'date':
      return isDayInRange(value) ? null : t('Enter a day between the years 1900 and 9999.')
    case 'address':
      return typeof value === 'string' && isWebAddress(value.trim())
        ? null
        : t('Enter a web address that begins with http:// or https://.')
    case 'yes_no':
    case 'choice':
    case 'choices':
    case 'member':
    case 'record':
      return null
  }
}

function textProblem(
  { label, maxLength }: CheckedField,
  value: FieldValue,
  t: TFunction,
  language: string,
): string | null {
  if (maxLength === null || typeof value !== 'string' || value.trim().length <= maxLength) return null
  const max = formatNumber(maxLength, language)
  return t('{{field}} must have at most {{max}} characters.', { field: label, max })
}

function numberProblem(
  { key }: CheckedField,
  value: FieldValue,
  t: TFunction,
  language: string,
): string | null {
  if (typeof value !== 'number' || !Number.isFinite(value)) return t('Enter a number.')
  const [least, most] = key === COST ? [0, MAX_COST] : [-MAX_NUMBER, MAX_NUMBER]
  if (value >= least && value <= most)
    return key === COST || Number(value.toFixed(MAX_DECIMALS)) === value
      ? null
      : t('Enter a number with at most {{max}} decimals.', { max: MAX_DECIMALS })
  return t('Enter a number from {{least}} to {{most}}.', {
    least: formatNumber(least, language),
    most: formatNumber(most, language),
  })
}

function isDayInRange(value: FieldValue): boolean {
  return typeof value === 'string' && isDay(value) && value >= '1900-01-01'
}

/** Returns the values to store: texts without space around them, and nothing that is empty. */
export function cleanValues(fields: readonly RecordField[], entered: FieldValues): FieldValues {
  const types = new Map(fields.map(({ key, type }) => [key, type]))
  const isTyped = (key: string) => ['text', 'long_text', 'address'].includes(types.get(key) ?? '')
  return Object.fromEntries(
    Object.entries(entered)
      .filter(([key, value]) => !types.has(key) || !isEmptyValue(value))
      .map(([key, value]) => [key, typeof value === 'string' && isTyped(key) ? value.trim() : value]),
  )
}
