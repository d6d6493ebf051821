import { folded } from '../lib/forgiving.ts'
import {
  type Condition,
  type ConditionGroup,
  type Conditions,
  FILTER_TYPES,
} from '../port/records/conditions.ts'
import type { FieldValue } from '../port/records/fields.ts'
import type { CatalogueRecord } from '../port/records/records.ts'

type Test<Tested> = (tested: Tested) => boolean

/**
 * Tests records against conditions in which `conditionProblem` has found no problem. The database has the same in
 * supabase/schemas/070_finding/12_conditions.sql.
 */
export function conditionsTest({ match, conditions }: Conditions | ConditionGroup): Test<CatalogueRecord> {
  const tests = conditions.map((part) => ('field' in part ? conditionTest(part) : conditionsTest(part)))
  if (tests.length === 0) return () => true
  return match === 'all'
    ? (record) => tests.every((test) => test(record))
    : (record) => tests.some((test) => test(record))
}

function conditionTest(condition: Condition): Test<CatalogueRecord> {
  const read = valueReader(condition.field)
  const test = valueTest(condition)
  return (record) => test(read(record))
}

/** Returns a reader for the value of a record in a field; undefined for none. */
export function valueReader(field: string): (record: CatalogueRecord) => FieldValue | undefined {
  switch (field) {
    case 'name':
      return ({ name }) => name
    case 'description':
      return ({ description }) => description
    case 'status':
      return ({ status }) => status ?? undefined
    case 'owner':
      return ({ ownerId }) => ownerId ?? undefined
    case 'tags':
      return ({ tags }) => tags
    case 'created':
      return ({ createdAt }) => dayOf(createdAt)
    case 'updated':
      return ({ updatedAt }) => dayOf(updatedAt)
    default:
      return ({ fields }) => fields[field]
  }
}

const DAY_MS = 24 * 60 * 60 * 1000
/** A cache, because many records have the same day, and formatting one is slow. */
const days = new Map<number, string>()

function dayOf(moment: Date): string {
  const number = Math.floor(moment.getTime() / DAY_MS)
  const known = days.get(number)
  if (known !== undefined) return known
  const day = moment.toISOString().slice(0, 'yyyy-mm-dd'.length)
  days.set(number, day)
  return day
}

function valueTest({ field, operator, values }: Condition): Test<FieldValue | undefined> {
  const isText = (FILTER_TYPES.get(field) ?? 'text') === 'text'
  const [first = '', last = ''] = values
  switch (operator) {
    case 'empty':
      return isEmpty
    case 'filled':
      return not(isEmpty)
    case 'is':
      return oneOf(values, isText)
    case 'is_not':
      return not(oneOf(values, isText))
    case 'all_of':
      return (value) => typeof value === 'object' && values.every((wanted) => value.includes(wanted))
    case 'contains':
      return containing(values)
    case 'before':
      return compared((difference) => difference(first) < 0)
    case 'after':
      return compared((difference) => difference(first) > 0)
    case 'between':
      return compared((difference) => difference(first) >= 0 && difference(last) <= 0)
  }
}

function not<Tested>(test: Test<Tested>): Test<Tested> {
  return (tested) => !test(tested)
}

function isEmpty(value: FieldValue | undefined): boolean {
  return value === undefined || value === '' || (typeof value === 'object' && value.length === 0)
}

/**
 * Tests whether the value is one of the values, or contains one of them. IDs of choices and people are compared with
 * case.
 */
function oneOf(values: readonly string[], isText: boolean): Test<FieldValue | undefined> {
  const words = new Set(isText ? values.map(folded) : values)
  const numbers = new Set(values.map(Number))
  return (value) => {
    switch (typeof value) {
      case 'string':
        return words.has(isText ? folded(value) : value) && value !== ''
      case 'number':
        return numbers.has(value)
      case 'boolean':
        return words.has(value ? 'yes' : 'no')
      case 'object':
        return value.some((one) => words.has(isText ? folded(one) : one))
      default:
        return false
    }
  }
}

function containing(values: readonly string[]): Test<FieldValue | undefined> {
  const terms = values.map(folded)
  return (value) => {
    const texts = typeof value === 'object' ? value : [typeof value === 'string' ? value : '']
    return texts.some((text) => text !== '' && terms.some((term) => folded(text).includes(term)))
  }
}

/** Compares numbers as numbers, and days as their texts. */
function compared(test: (difference: (wanted: string) => number) => boolean): Test<FieldValue | undefined> {
  return (value) => {
    if (typeof value === 'number') return test((wanted) => value - Number(wanted))
    if (typeof value !== 'string' || value === '') return false
    return test((wanted) => (value < wanted ? -1 : Number(value > wanted)))
  }
}
