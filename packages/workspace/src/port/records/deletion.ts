import type { CatalogueKind } from './catalogues.ts'

interface Dependent {
  id: string
  name: string
  /** As that of a record; of an article, its author. */
  ownerId: string | null
}

/** What depends on records of one kind: the first 50 by name. */
export interface DeletionImpact {
  kind: CatalogueKind | 'article'
  total: number
  /** Those in use that rest on it. */
  active: number
  items: readonly Dependent[]
}

/** What is done along with a deletion. */
export interface DeletionOptions {
  reason: string
  /** The record that gets what points to the deleted one; null where nothing is moved. */
  moveTo: string | null
  /** Whether the owners of what depends on it are told. */
  notifiesOwners: boolean
}

export const NO_DELETION_OPTIONS: DeletionOptions = { reason: '', moveTo: null, notifiesOwners: false }

/** Whether a deletion has any options set. */
export function hasDeletionOptions({ reason, moveTo, notifiesOwners }: DeletionOptions): boolean {
  return reason !== '' || moveTo !== null || notifiesOwners
}

export interface DeletionPart {
  /** What depends on the record, or belongs to a solution. */
  impact(kind: CatalogueKind, id: string): Promise<readonly DeletionImpact[]>
  /** Deletes a record as the options say. */
  remove(kind: CatalogueKind, id: string, options: DeletionOptions): Promise<void>
  /** Gives a record the status that its kind has for what is not used any more. */
  retire(kind: CatalogueKind, id: string): Promise<void>
  /**
   * Prepares a deletion that must be able to leave together with the page. What it gives sends it without waiting for
   * anything; the answer is not heard.
   */
  prepareToLeave(
    kind: CatalogueKind | 'view',
    id: string,
    options: DeletionOptions | null,
  ): Promise<() => void>
}
