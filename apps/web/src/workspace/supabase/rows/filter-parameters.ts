import type { Condition, Conditions } from '@cairn/workspace/port/records/conditions'
import type { RecordFilter } from '@cairn/workspace/port/records/records'
import { storedOwnerId } from '@cairn/workspace/port/records/team-owner'

/** The form of an id. An address may have any text in its place. */
export const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** An id that owns nothing, and is no tag. */
const NOBODY = '00000000-0000-0000-0000-000000000000'

/**
 * The filter of a list, as the procedures take it: an owner who is invited by their invitation.
 * @param word stands for an owner, and stays as it is
 */
export function filterParameters(filter: RecordFilter, word: string | null = null) {
  const { text, statuses, owners, gaps, conditions } = filter
  return {
    query: text,
    ...(statuses.length > 0 && { statuses: [...statuses] }),
    ...(owners.length > 0 && { owners: idsOf(owners, word), without_owner: owners.includes(null) }),
    ...(gaps.length > 0 && { gaps: [...gaps] }),
    ...(conditions && { conditions: conditionsParameter(conditions, word) }),
  }
}

function conditionsParameter({ match, conditions }: Conditions, word: string | null) {
  const parameter = (condition: Condition) => conditionParameter(condition, word)
  return {
    match,
    conditions: conditions.map((part) =>
      'field' in part ? parameter(part) : { match: part.match, conditions: part.conditions.map(parameter) },
    ),
  }
}

const OF_IDS: readonly string[] = ['owner', 'tags']

/** A condition as the procedures take it: a value that is not an id becomes one that owns nothing. */
function conditionParameter({ field, operator, values }: Condition, word: string | null) {
  const idOf = (value: string) => {
    const id = storedOwnerId(value)
    return id === word || UUID.test(id) ? id : NOBODY
  }
  return { field, operator, values: OF_IDS.includes(field) ? values.map(idOf) : [...values] }
}

/** The ids of owners; if none is valid, an id that owns nothing, because an empty list would drop the filter. */
function idsOf(owners: RecordFilter['owners'], word: string | null): string[] {
  const ids = owners
    .flatMap((id) => (id === null ? [] : storedOwnerId(id)))
    .filter((id) => id === word || UUID.test(id))
  return ids.length > 0 || owners.includes(null) ? ids : [NOBODY]
}
