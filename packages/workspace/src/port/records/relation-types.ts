/** The ways in which a record relates to another one. */
export const RELATION_TYPES = ['depends_on', 'feeds_data_to', 'runs_in', 'replaces', 'part_of'] as const
export type RelationType = (typeof RELATION_TYPES)[number]

/** A relation as one of its records has it: whether it leads away from it, and to which other record. */
export interface RelationTo {
  otherId: string
  type: RelationType
  outgoing: boolean
  note: string
}

/** A change of the relations of a record: one that is added, or removed where it is still there. */
export interface RelationChange extends RelationTo {
  removed?: boolean
}
