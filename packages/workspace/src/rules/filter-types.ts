import type { CatalogueKind } from '../port/records/catalogues.ts'
import { FILTER_TYPES } from '../port/records/conditions.ts'
import type { FieldType } from '../port/records/fields.ts'
import { HEARTBEAT_FIELD } from '../port/records/heartbeat-condition.ts'
import { HEARTBEAT_KINDS } from '../port/records/heartbeats.ts'
import { RELATION_FIELDS } from '../port/records/relation-conditions.ts'

/** The types of the fields by which the records of a kind can be filtered in every account. */
export function filterTypesOf(kind: CatalogueKind): ReadonlyMap<string, FieldType> {
  const canReport = HEARTBEAT_KINDS.some((known) => known === kind)
  const asked = [...(canReport ? [HEARTBEAT_FIELD] : []), ...RELATION_FIELDS]
  return new Map([...FILTER_TYPES, ...asked.map((field) => [field, 'choice'] as const)])
}
