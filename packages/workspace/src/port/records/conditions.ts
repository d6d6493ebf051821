import { TYPES_TO_FILTER } from './built-in-uses.ts'
import type { FieldType } from './fields.ts'

/**
 * The operators of conditions. `is` matches any of the values, `is_not` none of them, `all_of` every one (tags and
 * several choices); `contains` matches a part of a text; `before`, `after` and `between` compare numbers and days,
 * `between` with both ends included; `empty` and `filled` have no values.
 */
export const OPERATORS = [
  'is',
  'is_not',
  'all_of',
  'contains',
  'before',
  'after',
  'between',
  'empty',
  'filled',
] as const
export type Operator = (typeof OPERATORS)[number]

/**
 * A condition of a filter. The field is a built-in or custom field by its key (`vendor`, `own.seats`), or another one
 * of `FILTER_TYPES`; for automations and agents it can be `heartbeat`, whose values are states. Numbers, days and IDs
 * are written as text, checkboxes as `yes` or `no`. Days are in UTC; texts are compared without regard to case and
 * accents.
 */
export interface Condition {
  field: string
  operator: Operator
  values: readonly string[]
}

/** Conditions of which all or any have to hold. */
export interface ConditionGroup {
  match: 'all' | 'any'
  conditions: readonly Condition[]
}

/** All or any of conditions and groups, nested once. */
export interface Conditions {
  match: 'all' | 'any'
  conditions: readonly (Condition | ConditionGroup)[]
}

/**
 * The types of the fields that every account can filter by. Custom fields are added to them. Owners are members and
 * invited people by their IDs.
 */
export const FILTER_TYPES: ReadonlyMap<string, FieldType> = new Map<string, FieldType>(
  Object.entries(TYPES_TO_FILTER),
)

const OF_ALL = ['empty', 'filled'] as const
const OF_TEXT = ['is', 'is_not', 'contains', ...OF_ALL] as const
const OF_ORDERED = ['is', 'is_not', 'before', 'after', 'between', ...OF_ALL] as const
const OF_ONE = ['is', 'is_not', ...OF_ALL] as const

/** The operators for each type of field. */
export const OPERATORS_OF: Readonly<Record<FieldType, readonly Operator[]>> = {
  text: OF_TEXT,
  address: OF_TEXT,
  long_text: ['contains', ...OF_ALL],
  number: OF_ORDERED,
  date: OF_ORDERED,
  yes_no: OF_ONE,
  choice: OF_ONE,
  choices: ['is', 'is_not', 'all_of', ...OF_ALL],
  member: OF_ONE,
  record: OF_ONE,
}

/** The maximum number of conditions in a filter, nested ones included, and of values in a condition. */
export const MAX_CONDITIONS = 50
export const MAX_VALUES = 100
