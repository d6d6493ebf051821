import { BUILT_IN_FIELDS, BUILT_IN_KEYS, type FieldType } from './fields.ts'

/**
 * What a condition asks of a value. `is` any of the values, `is_not` none of them, `all_of` every one (tags and several
 * choices); `contains` a part of a text; `before`, `after` and `between` compare numbers and days, `between` with both
 * ends; `empty` and `filled` have no values.
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
 * One condition of a filter. The field is a built-in or own field by its key (`vendor`, `own.seats`), or another one of
 * `FILTER_TYPES`; of automations and agents it can be `heartbeat`, whose values are states. Numbers, days and ids are written as text, what is ticked or not as `yes` or `no`. Days are those of
 * UTC; texts are compared without regard to capitals and accents.
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

/** The types of fields that every account can filter by. Own fields come to them. Owners are members and invited people by their ids. */
export const FILTER_TYPES: ReadonlyMap<string, FieldType> = new Map<string, FieldType>([
  ['name', 'text'],
  ['description', 'long_text'],
  ['status', 'choice'],
  ['owner', 'member'],
  ['tags', 'choices'],
  ['created', 'date'],
  ['updated', 'date'],
  ...BUILT_IN_KEYS.map((key) => [key, BUILT_IN_FIELDS[key].type] as const),
])

const OF_ALL = ['empty', 'filled'] as const
const OF_TEXT = ['is', 'is_not', 'contains', ...OF_ALL] as const
const OF_ORDERED = ['is', 'is_not', 'before', 'after', 'between', ...OF_ALL] as const
const OF_ONE = ['is', 'is_not', ...OF_ALL] as const

/** What can be asked of a field of a type. */
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

/** As many conditions as a filter has, nested ones included, and values as one of them has. */
export const MAX_CONDITIONS = 50
export const MAX_VALUES = 100
