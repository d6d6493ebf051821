import type { CatalogueKind } from './records/catalogues.ts'

/** A change that an assistant proposes. */
export interface Suggestion {
  id: string
  /** The name of the column. */
  field: string
  before: unknown
  after: unknown
  why: string
  /** The program that suggested it, as it calls itself. */
  client: string
  /** In whose name; null when that person has left. */
  suggestedBy: string | null
  createdAt: Date
}

/** What assistants suggest, and whether they may. */
export interface SuggestionsPart {
  /** Those of a record that wait for an answer, the oldest first. */
  of(kind: CatalogueKind, recordId: string): Promise<readonly Suggestion[]>
  /** Applies it in the name of the user. Throws where the field was changed since. */
  accept(id: string): Promise<void>
  dismiss(id: string): Promise<void>
  /** Whether the account lets assistants suggest edits. */
  areAllowed(): Promise<boolean>
  /** For admins. */
  allow(allowed: boolean): Promise<void>
}
