/** One change of one field, or the making of a record. */
export interface HistoryEntry {
  id: string
  /** The same for everything that was done at one stroke. */
  act: string
  /** Whether the account remembers that act as one on many records. */
  isOfAct: boolean
  action: 'created' | 'updated' | 'deleted' | 'restored'
  /** The name of the column; null where the record was made or deleted. */
  field: string | null
  /** As stored; what was too large to keep is `{ omitted_bytes }`. */
  before: unknown
  after: unknown
  /** Null for the server. May be a member who has left. */
  changedBy: string | null
  /** The name of the API token or app through which the person did it; null where they did it themselves. */
  program: string | null
  /** The moment as the server says it: a `Date` would lose its microseconds. */
  changedAt: string
}

/** Where a page ends, as the server says it. */
export interface HistoryPosition {
  changedAt: string
  id: string
}

export interface HistoryPage {
  entries: readonly HistoryEntry[]
  /** Where the next page begins; null behind the oldest. */
  next: HistoryPosition | null
}

export interface HistoryPart {
  /** What happened to a record, 10 at a time, the latest first; further ones from where the last page ended. */
  page(recordId: string, after: HistoryPosition | null): Promise<HistoryPage>
}
