import { folded } from '../lib/forgiving.ts'
import type { FieldType } from '../port/records/fields.ts'
import type { CatalogueRecord } from '../port/records/records.ts'
import { valueReader } from './conditions.ts'

/** A field by which records are put in order. */
export interface OrderedField {
  key: string
  type: FieldType
  /** In their order. */
  choices: readonly { id: string }[]
}

type Rank = string | number | null

/**
 * Where a record stands by a field, null for the end: choices by their definition, texts without regard to capitals and
 * accents. The database has the same in supabase/schemas/070_finding/14_fields_of_lists.sql.
 */
export function fieldRank({ key, type, choices }: OrderedField): (record: CatalogueRecord) => Rank {
  const read = valueReader(key)
  const places = new Map(choices.map(({ id }, place) => [id, place]))
  return (record) => {
    const value = read(record)
    switch (typeof value) {
      case 'number':
        return value
      case 'boolean':
        return Number(value)
      case 'string':
        return type === 'choice' ? (places.get(value) ?? null) : folded(value) || null
      case 'object':
        return places.get(value[0] ?? '') ?? null
      default:
        return null
    }
  }
}

/** The records in the order of a field: those without a value last in both directions, those alike as they were. */
export function orderByField<Item extends CatalogueRecord>(
  records: readonly Item[],
  field: OrderedField,
  descending: boolean,
): readonly Item[] {
  const rank = fieldRank(field)
  const direction = descending ? -1 : 1
  return records
    .map((record) => ({ record, rank: rank(record) }))
    .sort((one, other) => {
      if (one.rank === null || other.rank === null)
        return Number(one.rank === null) - Number(other.rank === null)
      if (one.rank === other.rank) return 0
      return one.rank < other.rank ? -direction : direction
    })
    .map(({ record }) => record)
}
