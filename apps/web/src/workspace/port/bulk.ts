import type { CatalogueKind } from './catalogues.ts'
import type { RecordFilter } from './records.ts'

/** What is done to many records at once; a person by their id, null for nobody. */
export type BulkChange =
  | { action: 'owner'; value: string | null }
  | { action: 'expert'; value: string }
  | { action: 'status'; value: string }
  | { action: 'delete'; value: null }

/** The records that are meant: some of a catalogue, or all that fit a filter. */
export type BulkTarget =
  | { kind: CatalogueKind; ids: readonly string[]; filter: null }
  | { kind: CatalogueKind; ids: null; filter: RecordFilter }

/** Why a record is left out. */
export const BULK_REASONS = ['no_right', 'already', 'changed_meanwhile'] as const
export type BulkReason = (typeof BULK_REASONS)[number]

export interface BulkOutcome {
  total: number
  changes: number
  leftOut: Readonly<Record<BulkReason, number>>
  /** The first few of those that are left out. */
  examples: readonly { id: string; name: string; reason: BulkReason }[]
}

/** At most 10,000 records at a time. */
export interface BulkPart {
  /** What would come of it. What changes after `seenAt` is left out when it is done. */
  preview(target: BulkTarget, change: BulkChange): Promise<BulkOutcome & { seenAt: string }>
  /** Does it, as one act; null for the act where nothing changed. */
  change(
    target: BulkTarget,
    change: BulkChange,
    seenAt: string,
  ): Promise<BulkOutcome & { act: string | null }>
  /** Takes an act of the user back, once and within an hour; gives how many records that were. */
  undo(act: string): Promise<number>
}
