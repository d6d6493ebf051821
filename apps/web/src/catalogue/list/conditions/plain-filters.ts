import type { Condition, Conditions, Operator } from '@cairn/workspace/port/records/conditions'
import type { ConditionPart } from './condition-parts.ts'
import { putPart } from './known-parts.ts'
import { type TagFilter, tagCondition, tagsOf, withTags } from './tag-condition.ts'

/**
 * The fields whose chosen values have a place of their own in an address, with the operators that it knows:
 * `status=active`. With any other operator, such a filter is a condition as those of other fields are.
 */
const OPERATORS = { status: ['is'], owner: ['is'], tags: ['is', 'all_of'] } as const
type PlainField = keyof typeof OPERATORS

interface Filters {
  statuses: readonly string[]
  /** Null for nobody. */
  owners: readonly (string | null)[]
  conditions: Conditions | null
}

/** A filter by values of a field with a place of its own. */
export type PlainFilter = Condition & { field: PlainField }

const isPlainField = (field: string): field is PlainField => Object.hasOwn(OPERATORS, field)

/** Returns the operators of a field with a place of its own. */
export function plainOperators(field: PlainField): readonly Operator[] {
  return OPERATORS[field]
}

/** Whether a filter has a place of its own in an address. */
export function isPlain(part: ConditionPart | null): part is PlainFilter {
  return (
    part !== null &&
    'field' in part &&
    isPlainField(part.field) &&
    plainOperators(part.field).includes(part.operator)
  )
}

/** Returns the filters of a list that have a place of their own. Having no owner is none of them. */
export function plainFilters({
  statuses,
  owners,
  tags,
}: Pick<Filters, 'statuses' | 'owners'> & { tags: TagFilter }): readonly PlainFilter[] {
  const all: readonly PlainFilter[] = [
    { field: 'status', operator: 'is', values: statuses },
    { field: 'owner', operator: 'is', values: owners.filter((owner) => owner !== null) },
    { ...tagCondition(tags), field: 'tags' },
  ]
  return all.filter(({ values }) => values.length > 0)
}

/**
 * Returns the change of a list that puts a filter in the place of another one; null as the other one adds the filter,
 * null as the filter removes the other one. An added filter keeps values that the field has by now: the list may have
 * been left for a view a moment before.
 */
export function withFilter(
  now: Filters,
  before: ConditionPart | null,
  next: ConditionPart | null,
): Partial<Filters> {
  if (!isPlain(before) && !isPlain(next)) return { conditions: putPart(now.conditions, before, next) }
  const left = without(now, before, next)
  if (next === null) return left
  const then = { ...now, ...left }
  const added = isPlain(next)
    ? withValues(then, next, before === null ? withKnown(then, next) : next.values)
    : { conditions: putPart(then.conditions, null, next) }
  return { ...left, ...added }
}

function without(now: Filters, before: ConditionPart | null, next: ConditionPart | null): Partial<Filters> {
  if (before === null) return {}
  if (!isPlain(before)) return { conditions: putPart(now.conditions, before, null) }
  return isPlain(next) && next.field === before.field ? {} : withValues(now, before, [])
}

/** The values of a filter behind those that its field has already. */
function withKnown({ conditions, ...now }: Filters, { field, values }: PlainFilter): readonly string[] {
  const known = plainFilters({ ...now, tags: tagsOf(conditions) }).find((filter) => filter.field === field)
  return [...new Set([...(known?.values ?? []), ...values])]
}

function withValues(now: Filters, filter: PlainFilter, values: readonly string[]): Partial<Filters> {
  switch (filter.field) {
    case 'status':
      return { statuses: values }
    case 'owner':
      return { owners: [...values, ...now.owners.filter((owner) => owner === null)] }
    case 'tags':
      return { conditions: withTags(now.conditions, { ids: values, all: filter.operator === 'all_of' }) }
  }
}
