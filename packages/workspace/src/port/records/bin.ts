import type { CatalogueKind } from './catalogues.ts'

/** A deleted record that can still be had back. */
export interface BinnedRecord {
  kind: CatalogueKind
  /** Not `id`: what has that of a deleted record is hidden while its deletion can be taken back. */
  recordId: string
  name: string
  /** Null for the server. A name is null for a member who has left. */
  deletedBy: { id: string; name: string | null } | null
  deletedAt: Date
  /** When the server deletes it for good. */
  expiresAt: Date
  /** In the words of the member who deleted it; may be empty. */
  reason: string
  /** The act that deleted it with others, and how many they were, where it can still be undone. */
  act: { id: string; records: number } | null
  /** A member who may delete a record may restore it. */
  mayRestore: boolean
}

export const BIN_PAGE = 100

export interface BinPage {
  /** What was deleted last comes first. */
  items: readonly BinnedRecord[]
  total: number
  /** For how many days records stay. */
  days: number
}

/** Why something did not come back with a record: it waits in the bin too, or another record took its place. */
export const MISSING_REASONS = ['gone', 'left', 'bin', 'full', 'elsewhere'] as const

/** Something that a restored record lost for good, or for now. */
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
  /** A page of the account's bin, of one kind or of all, with the text in the name, after so many records. */
  page(kind: CatalogueKind | null, skip: number, query?: string): Promise<BinPage>
  /** Restores those of many that can be, as one act; says how many, and how many stay. */
  restoreMany(ids: readonly string[]): Promise<{ restored: number; left: number }>
  /** Under another name where one is given; a taken one is a `WorkspaceError` of kind `conflict`. */
  restore(id: string, newName: string | null): Promise<RestoredRecord>
  /** Deletes one for good, or all that are in the bin, and says how many that were. */
  purge(id: string | null): Promise<number>
}
