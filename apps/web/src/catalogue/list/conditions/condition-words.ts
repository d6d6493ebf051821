import type { Condition, ConditionGroup, Operator } from '@cairn/workspace/port/records/conditions'
import type { FieldType } from '@cairn/workspace/port/records/fields'
import type { TFunction } from 'i18next'
import { formatDay } from '@/lib/text/dates.ts'
import { numberText } from '../../fields/field-text.ts'
import { type FilterField, isRelationField } from './filter-fields.tsx'

/** Returns the words for an operator with this field and number of values. */
export function operatorWord(
  operator: Operator,
  field: Pick<FilterField, 'key' | 'type'>,
  t: TFunction,
  values = 1,
): string {
  return isRelationField(field) ? relationWord(operator, t) : valueWord(operator, field.type, t, values)
}

/** The words after 'Depends on' and 'Used by'. */
function relationWord(operator: Operator, t: TFunction): string {
  switch (operator) {
    case 'empty':
      return t('nothing')
    case 'filled':
      return t('anything')
    case 'is_not':
      return t('none of')
    default:
      return t('any of')
  }
}

function valueWord(operator: Operator, type: FieldType, t: TFunction, values: number): string {
  switch (operator) {
    case 'is':
      if (type === 'choices') return t('has any of')
      return values > 1 ? t('is any of') : t('is')
    case 'is_not':
      if (type === 'choices') return t('has none of')
      return values > 1 ? t('is none of') : t('is not')
    case 'all_of':
      return t('has all of')
    case 'contains':
      return t('contains')
    case 'before':
      return type === 'date' ? t('is before') : t('is less than')
    case 'after':
      return type === 'date' ? t('is after') : t('is more than')
    case 'between':
      return t('is between')
    case 'empty':
      return t('is empty')
    case 'filled':
      return t('is not empty')
  }
}

const MOST_VALUES = 2

/** Describes a condition: 'Criticality is High'. An unknown field is named by its key. */
export function conditionText(
  { field: key, operator, values }: Condition,
  fields: readonly FilterField[],
  t: TFunction,
  language: string,
): string {
  const field = fields.find((one) => one.key === key)
  const words = values.map((value) => valueText(value, field, language))
  const more = words.length - MOST_VALUES
  const listed = words.slice(0, MOST_VALUES).join(', ') + (more > 0 ? ` +${more}` : '')
  const [first, last] = words
  return t('{{field}} {{operator}} {{values}}', {
    field: field?.label ?? key,
    operator: operatorWord(operator, field ?? { key, type: 'text' }, t, values.length),
    values: operator === 'between' ? t('{{first}} and {{last}}', { first, last }) : listed,
  }).trim()
}

/** A value in words. */
export function valueText(value: string, field: FilterField | undefined, language: string): string {
  const option = field?.options?.find(({ id }) => id === value)
  if (option) return option.label
  // Its name is loaded.
  if (field && isRelationField(field)) return '…'
  if (field?.type === 'date') return formatDay(value, language)
  if (field?.type === 'number') return numberText(field, Number(value), language)
  return value
}

/** Nested conditions in words: 'Any of: …'. */
export function groupText(
  { match, conditions }: ConditionGroup,
  fields: readonly FilterField[],
  t: TFunction,
  language: string,
): string {
  const filters = conditions.map((condition) => conditionText(condition, fields, t, language)).join(', ')
  return match === 'all' ? t('All of: {{filters}}', { filters }) : t('Any of: {{filters}}', { filters })
}
