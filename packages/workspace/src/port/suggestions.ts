import type { CatalogueKind } from './records/catalogues.ts'

/** A change that an assistant proposes. */
export interface Suggestion {
  id: string
  /** The name of the column. */
  field: string
  before: unknown
  after: unknown
  why: string
  /** The name that the suggesting program gives itself. */
  client: string
  /** The person for whom the program acted; null when they have left. */
  suggestedBy: string | null
  createdAt: Date
}

/** The suggestions of assistants, and whether assistants may suggest. */
export interface SuggestionsPart {
  /** The suggestions for a record that wait for an answer, the oldest first. */
  of(kind: CatalogueKind, recordId: string): Promise<readonly Suggestion[]>
  /** Applies the suggestion in the name of the user. Throws where the field has changed since. */
  accept(id: string): Promise<void>
  dismiss(id: string): Promise<void>
  /** Whether the account lets assistants suggest edits. */
  areAllowed(): Promise<boolean>
  /** For admins. */
  allow(allowed: boolean): Promise<void>
}
