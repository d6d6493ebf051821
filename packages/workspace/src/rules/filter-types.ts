import { BEYOND_RECORDS } from '../port/records/beyond-records.ts'
import type { CatalogueKind } from '../port/records/catalogues.ts'
import { FILTER_TYPES } from '../port/records/conditions.ts'
import type { FieldType } from '../port/records/fields.ts'
import { HEARTBEAT_FIELD } from '../port/records/heartbeat-condition.ts'
import { HEARTBEAT_KINDS } from '../port/records/heartbeats.ts'

/** The types of the fields by which the records of a kind can be filtered in every account. */
export function filterTypesOf(kind: CatalogueKind): ReadonlyMap<string, FieldType> {
  const canReport = HEARTBEAT_KINDS.some((known) => known === kind)
  const asked = [...BEYOND_RECORDS].filter(([field]) => canReport || field !== HEARTBEAT_FIELD)
  return new Map([...FILTER_TYPES, ...asked])
}
