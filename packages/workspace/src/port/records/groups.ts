/** The records that have the same in a field. */
export interface RecordGroup {
  /** As conditions write it; null for those without a value. */
  value: string | null
  records: number
  /** What they cost in a month, by currency. */
  costs: Readonly<Record<string, number>>
}

/** What records have in a field. One with several tags or choices stands in several groups. */
export interface RecordGroups {
  /** Those of the most records first. */
  groups: readonly RecordGroup[]
  /** How many more groups there are. */
  rest: number
}

/** As many groups as are given at once. */
export const MAX_GROUPS = 200
