import type { CatalogueKind } from './records/catalogues.ts'

/** `registered` once a record has its source and id; `ignored` for good, until it is taken back. */
export const FOUND_STATES = ['waiting', 'registered', 'ignored'] as const
export type FoundState = (typeof FOUND_STATES)[number]

/** How many found records a page has. */
export const FOUND_PAGE = 100

/** What a source has and the catalogues may not. */
export interface FoundRecord {
  id: string
  kind: CatalogueKind
  source: string
  /** Its id at the source. */
  sourceId: string
  name: string
  /** Who owns it, in the words of the source. */
  owner: string | null
  firstSeenAt: Date
  lastSeenAt: Date
  state: FoundState
  /** The record that it is; null for none, and where that is gone. */
  recordId: string | null
}

/** Null for any. */
export interface FoundFilter {
  state: FoundState
  kind: CatalogueKind | null
  source: string | null
}

/** How many there are of a kind, a source and a state. */
export interface FoundGroup {
  kind: CatalogueKind
  source: string
  state: FoundState
  count: number
}

/** These, or all of a kind and source. */
export type FoundChoice = { ids: readonly string[] } | Omit<FoundFilter, 'state'>

/** A source whose scripts push what they find. */
export interface FoundSource {
  id: string
  name: string
  /** Null where that person has left. */
  createdByName: string | null
  createdAt: Date
  /** When it last pushed something. */
  lastSeenAt: Date | null
}

/** What was found and is not registered yet. An import registers it; see `ImportsPart`. */
export interface FoundPart {
  /** The latest first. */
  list(filter: FoundFilter, skip: number): Promise<{ items: readonly FoundRecord[]; total: number }>
  /** Of the account, whatever is listed. */
  groups(): Promise<readonly FoundGroup[]>
  /** Makes what waits, of one kind and one source, the plan of an import, and gives its id. */
  review(which: FoundChoice): Promise<string>
  /** Gives how many. */
  ignore(which: FoundChoice): Promise<number>
  /** Lets wait again what was ignored, or whose record is gone for good; gives how many. */
  takeBack(which: FoundChoice): Promise<number>
  /** Lets rows wait here that an import leaves out; gives how many. */
  leaveForLater(importId: string): Promise<number>
  sources(): Promise<readonly FoundSource[]>
  /** Gives the key of the source, which is shown this once. */
  addSource(name: string): Promise<string>
  /** Gives another key; the former one ends. */
  renewKey(source: string): Promise<string>
  /** What it has pushed stays. */
  deleteSource(source: string): Promise<void>
}
