import { folded } from '../lib/forgiving.ts'
import type { FieldType, FieldValue } from '../port/records/fields.ts'
import { MAX_GROUPS, type RecordGroup, type RecordGroups } from '../port/records/groups.ts'
import type { CatalogueRecord } from '../port/records/records.ts'
import { valueReader } from './conditions.ts'

/**
 * Puts records together by what they have in a field; of texts that differ by capitals and accents alone, the first in
 * the alphabet stands for all. The database has the same in supabase/schemas/070_finding/14_fields_of_lists.sql.
 */
export function groupRecords(
  records: readonly CatalogueRecord[],
  field: string,
  type: FieldType,
): RecordGroups {
  const read = valueReader(field)
  const groups = new Map<string | null, Sum>()
  for (const record of records)
    for (const value of wordsOf(read(record))) {
      const alike = value !== null && type === 'text' ? folded(value) : value
      const group = groups.get(alike) ?? { value, records: 0, cents: new Map<string, number>() }
      if (value !== null && group.value !== null && value < group.value) group.value = value
      group.records += 1
      const { cost_per_month: cost, cost_currency: currency } = record.fields
      if (typeof cost === 'number' && typeof currency === 'string')
        group.cents.set(currency, (group.cents.get(currency) ?? 0) + Math.round(cost * CENTS))
      groups.set(alike, group)
    }
  const sorted = [...groups.values()].map(groupOf).sort(mostFirst)
  return { groups: sorted.slice(0, MAX_GROUPS), rest: Math.max(0, sorted.length - MAX_GROUPS) }
}

interface Sum {
  value: string | null
  records: number
  cents: Map<string, number>
}

const CENTS = 100

function groupOf({ value, records, cents }: Sum): RecordGroup {
  const costs = Object.fromEntries([...cents].map(([currency, sum]) => [currency, sum / CENTS]))
  return { value, records, costs }
}

function mostFirst(one: RecordGroup, other: RecordGroup): number {
  const difference = other.records - one.records
  if (difference !== 0) return difference
  if (one.value === null || other.value === null)
    return Number(one.value === null) - Number(other.value === null)
  return one.value < other.value ? -1 : 1
}

function wordsOf(value: FieldValue | undefined): readonly (string | null)[] {
  switch (typeof value) {
    case 'undefined':
      return NONE
    case 'boolean':
      return [value ? 'yes' : 'no']
    case 'object':
      return value.length === 0 ? NONE : value
    default:
      return value === '' ? NONE : [String(value)]
  }
}

const NONE = [null]
