import type { CatalogueKind } from './catalogues.ts'

/** A deleted record that can still be restored. */
export interface BinnedRecord {
  kind: CatalogueKind
  /** Not `id`: an item with the `id` of a deleted record is hidden while its deletion can be undone. */
  recordId: string
  name: string
  /** Null for the server. A name is null for a member who has left. */
  deletedBy: { id: string; name: string | null } | null
  deletedAt: Date
  /** When the server deletes it for good. */
  expiresAt: Date
  /** The reason in the words of the member who deleted it; may be empty. */
  reason: string
  /** The act that deleted it with others, and how many they were, where it can still be undone. */
  act: { id: string; records: number } | null
  /** A member who may delete a record may restore it. */
  mayRestore: boolean
}

export const BIN_PAGE = 100

export interface BinPage {
  /** A page of records, the last deleted first. */
  items: readonly BinnedRecord[]
  total: number
  /** For how many days records stay in the bin. */
  days: number
}

/**
 * The reasons why a link was not restored with a record: its target is in the bin too, or another record took its
 * place.
 */
export const MISSING_REASONS = ['gone', 'left', 'bin', 'full', 'elsewhere'] as const

/** A link that a restored record lost permanently, or for now. */
export interface MissingLink {
  /** Owner, expert, article or a kind of record. */
  part: string
  name: string
  why: (typeof MISSING_REASONS)[number]
}

export interface RestoredRecord {
  kind: CatalogueKind
  id: string
  name: string
  missing: readonly MissingLink[]
}

export interface BinPart {
  /** A page of the account's bin after `skip` records: of one kind or of all, with the text in the name. */
  page(kind: CatalogueKind | null, skip: number, query?: string): Promise<BinPage>
  /** Restores the records that can be restored, as one act; returns how many were, and how many stay. */
  restoreMany(ids: readonly string[]): Promise<{ restored: number; left: number }>
  /**
   * Restores a record, under another name where one is given. @throws WorkspaceError of kind `conflict` where the name
   * is taken.
   */
  restore(id: string, newName: string | null): Promise<RestoredRecord>
  /** Permanently deletes one record, or all in the bin, and returns how many. */
  purge(id: string | null): Promise<number>
}
