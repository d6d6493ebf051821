import type { CatalogueKind } from './catalogues.ts'

/** What can point to a record, or belong to it. */
export const AFFECTED = ['experts', 'solutions', 'articles', 'automations', 'agents'] as const

/** Something that loses a record when it is deleted. */
export interface DeletionEffect {
  affected: (typeof AFFECTED)[number]
  count: number
  /** The first few of them. */
  names: readonly string[]
}

export interface DeletionPart {
  /** What deleting the record will touch; nothing for one that is not there. */
  effects(kind: CatalogueKind, id: string): Promise<readonly DeletionEffect[]>
  /**
   * Prepares a deletion that must be able to leave together with the page. What it gives sends it without waiting for
   * anything; the answer is not heard.
   */
  prepareToLeave(kind: CatalogueKind, id: string): Promise<() => void>
}
