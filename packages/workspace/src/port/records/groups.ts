/** The records with the same value in a field. */
export interface RecordGroup {
  /** The value as conditions write it; null for records without one. */
  value: string | null
  records: number
  /** The total monthly cost of the records, by currency. */
  costs: Readonly<Record<string, number>>
}

/** The values that records have in a field. A record with several tags or choices is in several groups. */
export interface RecordGroups {
  /** The groups, the largest first. */
  groups: readonly RecordGroup[]
  /** How many more groups there are. */
  rest: number
}

/** The maximum number of groups in one answer. */
export const MAX_GROUPS = 200
