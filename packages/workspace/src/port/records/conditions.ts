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
 * One condition of a filter. The field is a built-in or own field by its key (`vendor`, `own.seats`), or one of
 * `OTHER_FIELDS`. Numbers, days and ids are written as text.
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

/** What conditions can ask beside built-in and own fields. Owners are members and invited people by their ids. */
export const OTHER_FIELDS = ['name', 'description', 'status', 'owner', 'tags', 'created', 'updated'] as const

/** As many conditions as a filter has, nested ones included, and values as one of them has. */
export const MAX_CONDITIONS = 50
export const MAX_VALUES = 100
