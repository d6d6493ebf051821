/** The change of a field, or the creation of a record. */
export interface HistoryEntry {
  id: string
  /** The same for all changes of one action. */
  act: string
  /** Whether the account has stored that act as a bulk change. */
  isOfAct: boolean
  action: 'created' | 'updated' | 'deleted' | 'restored'
  /** The name of the column; null where the record was created or deleted. */
  field: string | null
  /** As stored; a value that was too large to keep is `{ omitted_bytes }`. */
  before: unknown
  after: unknown
  /** Null for the server. May be a member who has left. */
  changedBy: string | null
  /** The name of the API token or app through which the person did it; null where they did it themselves. */
  program: string | null
  /** The moment as the server writes it: a `Date` would lose its microseconds. */
  changedAt: string
}

/** The position where a page ends, as the server writes it. */
export interface HistoryPosition {
  changedAt: string
  id: string
}

export interface HistoryPage {
  entries: readonly HistoryEntry[]
  /** Where the next page begins; null behind the oldest. */
  next: HistoryPosition | null
}

/** A part of the history: handovers, maintenance windows that were added or removed, and all other changes. */
export type HistoryTopic = 'changes' | 'handovers' | 'maintenance'

/** The field that the entries of a topic have; all other entries are changes. */
export const FIELD_OF_TOPIC = {
  handovers: 'handover',
  maintenance: 'maintenance',
} as const satisfies Partial<Record<HistoryTopic, string>>

export interface HistoryPart {
  /**
   * The changes of a record, 10 per page, the latest first; the next page begins where the last one ended. With a topic
   * only those of it.
   */
  page(recordId: string, after: HistoryPosition | null, topic?: HistoryTopic | null): Promise<HistoryPage>
}
