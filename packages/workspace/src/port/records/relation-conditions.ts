/** The fields of conditions on relations: what a record depends on, and what it is used by. Values are ids of records. */
export const RELATION_FIELDS = ['depends_on', 'used_by'] as const
export type RelationField = (typeof RELATION_FIELDS)[number]

/** Instead of an id: any record without an owner. */
export const UNOWNED = 'unowned'
