/** What the records of every catalogue have. `status` is as stored, which may be a word that this app does not know. */
export interface CatalogueRecord {
  id: string
  name: string
  description: string
  createdAt: Date
  updatedAt: Date
  ownerId: string | null
  accountId: string
  status: string | null
  createdBy: string | null
  /** Another one after each change: by it, a change tells which state of the record it started from. */
  version: string
}

/** What became of a change. */
export type ChangeOutcome<Item> =
  | { kind: 'saved'; item: Item }
  /** Somebody else has changed the record since: nothing was written. */
  | { kind: 'changed'; current: Item }
  /** Somebody else has deleted it. */
  | { kind: 'gone' }

/** What somebody enters for a record of any catalogue. */
export interface RecordInput {
  name: string
  description: string
  ownerId: string | null
}

/** As many records as a page has: a catalogue of more is filtered and ordered by the server. */
export const RECORDS_PER_PAGE = 100

/** Records that follow one another in an order, and how many there are in all. */
export interface RecordPage<Item> {
  items: readonly Item[]
  total: number
}

/** What records can be ordered by; some catalogues have but some of it. */
export const RECORD_ORDERS = [
  'name',
  'created',
  'status',
  'owner',
  'lastPublisher',
  'platform',
  'lastUsed',
  'source',
  'lastRun',
] as const
export type RecordOrder = (typeof RECORD_ORDERS)[number]

export interface RecordSearch {
  /** Stands in the name or the description, in any capitals; empty for every record. */
  text: string
  /** Null for the catalogue's own order. */
  order: { by: RecordOrder; descending: boolean } | null
}

/** What every catalogue can do. */
export interface CataloguePart<Item, New, Change> {
  /** The first page of the account's records, in the catalogue's own order. */
  list(): Promise<RecordPage<Item>>
  /** The page that begins after so many records that fit. */
  find(search: RecordSearch, skip: number): Promise<RecordPage<Item>>
  /** Those of the ids that are there, in the catalogue's own order. */
  byIds(ids: readonly string[]): Promise<readonly Item[]>
  /** A taken name is a `WorkspaceError` of kind `conflict`. */
  add(input: New): Promise<Item>
  /** Changes the record if it still has this version. */
  update(id: string, change: Change, version: string): Promise<ChangeOutcome<Item>>
  /** What points to the record lets go of it. */
  remove(id: string): Promise<void>
}
