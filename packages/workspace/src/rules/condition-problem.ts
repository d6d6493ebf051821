import {
  type Condition,
  type Conditions,
  MAX_CONDITIONS,
  MAX_VALUES,
  OPERATORS_OF,
  type Operator,
} from '../port/records/conditions.ts'
import type { FieldType } from '../port/records/fields.ts'

/** The problem with conditions, and the field that has it. */
export type ConditionProblem =
  | { kind: 'too many conditions' | 'too many values' }
  | { kind: 'no such field' | 'wrong number of values'; field: string }
  | { kind: 'no such operator' | 'no such value'; field: string; word: string }

/** The first condition that the database would refuse; null where all are valid. */
export function conditionProblem(
  { conditions }: Conditions,
  types: ReadonlyMap<string, FieldType>,
): ConditionProblem | null {
  const all = conditions.flatMap((part) => ('field' in part ? [part] : part.conditions))
  if (all.length > MAX_CONDITIONS) return { kind: 'too many conditions' }
  for (const condition of all) {
    const problem = problemOf(condition, types)
    if (problem !== null) return problem
  }
  return null
}

/** The problem in the words of the database. */
export function refusalOf(problem: ConditionProblem): string {
  switch (problem.kind) {
    case 'too many conditions':
      return `A filter has at most ${MAX_CONDITIONS} conditions.`
    case 'too many values':
      return `A filter has at most ${MAX_VALUES} values.`
    case 'no such field':
      return `There is no field "${problem.field}" to filter by.`
    case 'no such operator':
      return `The field "${problem.field}" cannot be filtered by "${problem.word}".`
    case 'no such value':
      return `The field "${problem.field}" cannot be filtered by the value "${problem.word}".`
    case 'wrong number of values':
      return `The filter by the field "${problem.field}" has too few or too many values.`
  }
}

/** Returns the problem with one condition. */
export function problemOf(
  { field, operator, values }: Condition,
  types: ReadonlyMap<string, FieldType>,
): ConditionProblem | null {
  const type = types.get(field)
  if (type === undefined) return { kind: 'no such field', field }
  if (!OPERATORS_OF[type].includes(operator)) return { kind: 'no such operator', field, word: operator }
  if (values.length > MAX_VALUES) return { kind: 'too many values' }
  if (!takes(operator, values.length)) return { kind: 'wrong number of values', field }
  const word = values.find((value) => !mayBeValue(type, value))
  return word === undefined ? null : { kind: 'no such value', field, word }
}

/** Whether an operator accepts that number of values. */
function takes(operator: Operator, count: number): boolean {
  switch (operator) {
    case 'empty':
    case 'filled':
      return count === 0
    case 'before':
    case 'after':
      return count === 1
    case 'between':
      return count === 2
    default:
      return count > 0
  }
}

const NUMBER = /^-?\d{1,15}(\.\d{1,15})?$/
const DAY = /^\d{4}-\d{2}-\d{2}$/

/** Whether a field of the type can have the value; an unknown ID is a value that no record has. */
function mayBeValue(type: FieldType, value: string): boolean {
  switch (type) {
    case 'number':
      return NUMBER.test(value)
    case 'date':
      return DAY.test(value) && value >= '1900' && isInCalendar(value)
    case 'yes_no':
      return value === 'yes' || value === 'no'
    default:
      return true
  }
}

function isInCalendar(day: string): boolean {
  const moment = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(day)
}
