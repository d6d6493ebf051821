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

/** What every catalogue can do. */
export interface CataloguePart<Item, New, Change> {
  /** All records of the account. `onStart` gets the first of them while more are on their way. */
  list(onStart?: (first: readonly Item[]) => void): Promise<readonly Item[]>
  /** A taken name is a `WorkspaceError` of kind `conflict`. */
  add(input: New): Promise<Item>
  /** Changes the record if it still has this version. */
  update(id: string, change: Change, version: string): Promise<ChangeOutcome<Item>>
  /** What points to the record lets go of it. */
  remove(id: string): Promise<void>
}
