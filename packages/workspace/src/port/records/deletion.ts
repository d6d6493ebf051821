import type { CatalogueKind } from './catalogues.ts'

interface Dependent {
  id: string
  name: string
  /** The owner of a record; of an article, its author. */
  ownerId: string | null
}

/** The dependents of one kind: the first 50 by name. */
export interface DeletionImpact {
  kind: CatalogueKind | 'article'
  total: number
  /** How many of the dependents are in use. */
  active: number
  items: readonly Dependent[]
}

/** The options of a deletion. */
export interface DeletionOptions {
  reason: string
  /** The record that receives the links to the deleted one; null where no links are moved. */
  moveTo: string | null
  /** Whether the owners of dependents are notified. */
  notifiesOwners: boolean
}

export const NO_DELETION_OPTIONS: DeletionOptions = { reason: '', moveTo: null, notifiesOwners: false }

/** Whether a deletion has any options set. */
export function hasDeletionOptions({ reason, moveTo, notifiesOwners }: DeletionOptions): boolean {
  return reason !== '' || moveTo !== null || notifiesOwners
}

export interface DeletionPart {
  /** Returns the dependents of the record, or the members of a solution. */
  impact(kind: CatalogueKind, id: string): Promise<readonly DeletionImpact[]>
  /** Deletes a record as the options say. */
  remove(kind: CatalogueKind, id: string, options: DeletionOptions): Promise<void>
  /** Gives a record the status that its kind has for records no longer in use. */
  retire(kind: CatalogueKind, id: string): Promise<void>
  /**
   * Prepares a deletion that can be sent while the page unloads. The returned function sends it without waiting for
   * anything; the response is ignored.
   */
  prepareToLeave(
    kind: CatalogueKind | 'view',
    id: string,
    options: DeletionOptions | null,
  ): Promise<() => void>
}
