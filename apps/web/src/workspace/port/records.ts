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
}

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
  update(id: string, change: Change): Promise<Item>
  /** What points to the record lets go of it. */
  remove(id: string): Promise<void>
}
