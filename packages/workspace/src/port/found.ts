import type { CatalogueKind } from './records/catalogues.ts'

/** The states of a found record: `registered` once a record has its source and ID; `ignored` until that is undone. */
export const FOUND_STATES = ['waiting', 'registered', 'ignored'] as const
export type FoundState = (typeof FOUND_STATES)[number]

/** How many found records a page has. */
export const FOUND_PAGE = 100

/** A record that a source has and the catalogues may not have. */
export interface FoundRecord {
  id: string
  kind: CatalogueKind
  source: string
  /** The record's ID at the source. */
  sourceId: string
  name: string
  /** The owner's name or address as the source writes it. */
  owner: string | null
  firstSeenAt: Date
  lastSeenAt: Date
  /** Whether its source has sent others since, more than a day later. */
  isMissing: boolean
  state: FoundState
  /** The ID of the registered record; null where there is none, or where it is deleted. */
  recordId: string | null
}

/** Null for any. */
export interface FoundFilter {
  state: FoundState
  kind: CatalogueKind | null
  source: string | null
}

/** The number of found records of a kind, a source and a state. */
export interface FoundGroup {
  kind: CatalogueKind
  source: string
  state: FoundState
  count: number
}

/** The records with these IDs, or all of a kind and source. */
export type FoundChoice = { ids: readonly string[] } | Omit<FoundFilter, 'state'>

/** A source whose scripts push the records that they find. */
export interface FoundSource {
  id: string
  name: string
  /** Null where that person has left. */
  createdByName: string | null
  createdAt: Date
  /** The time of its last push. */
  lastSeenAt: Date | null
}

/** Found records that are not registered yet. An import registers them; see `ImportsPart`. */
export interface FoundPart {
  /** The latest first. */
  list(filter: FoundFilter, skip: number): Promise<{ items: readonly FoundRecord[]; total: number }>
  /** The groups of the whole account, regardless of any filter. */
  groups(): Promise<readonly FoundGroup[]>
  /** Turns the waiting records of one kind and one source into the plan of an import, and returns its ID. */
  review(which: FoundChoice): Promise<string>
  /** Ignores found records and returns how many. */
  ignore(which: FoundChoice): Promise<number>
  /** Returns records to waiting that were ignored, or whose record is permanently deleted; returns how many. */
  takeBack(which: FoundChoice): Promise<number>
  /** Adds the rows that an import leaves out to the waiting records; returns how many. */
  leaveForLater(importId: string): Promise<number>
  sources(): Promise<readonly FoundSource[]>
  /** Returns the key of the source, which is shown this once. */
  addSource(name: string): Promise<string>
  /** Returns a new key; the former one stops working. */
  renewKey(source: string): Promise<string>
  /** Deletes a source. The records that it has pushed stay. */
  deleteSource(source: string): Promise<void>
}
