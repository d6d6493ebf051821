import type { CatalogueKind } from './catalogues.ts'
import type { DeletionImpact, DeletionOptions } from './deletion.ts'
import type { FieldKey } from './field-keys.ts'
import type { FieldValues } from './fields.ts'
import type { RecordFilter } from './records.ts'

/** What is done to many records at once; a person or a tag by the id, null for nobody. */
export type BulkChange =
  | { action: 'owner'; value: string | null }
  | { action: 'expert'; value: string }
  | { action: 'status'; value: string }
  | { action: 'add_tag' | 'remove_tag'; value: string }
  | FieldChange
  | { action: 'delete'; value: null }

/** A field gets a value, a cost with its currency; without any it is emptied. */
export interface FieldChange {
  action: 'field'
  key: FieldKey
  value: FieldValues
}

/** The records that are meant: some of a catalogue, or all that fit a filter, without a few. */
export type BulkTarget =
  | { kind: CatalogueKind; ids: readonly string[]; filter: null }
  | { kind: CatalogueKind; ids: null; filter: RecordFilter; except: readonly string[] }

/** Why a record is left out; `full` where it has as many tags as it can have. */
export const BULK_REASONS = ['no_right', 'already', 'full', 'changed_meanwhile'] as const
export type BulkReason = (typeof BULK_REASONS)[number]

export interface BulkOutcome {
  total: number
  changes: number
  leftOut: Readonly<Record<BulkReason, number>>
  /** The first few of those that are left out. */
  examples: readonly { id: string; name: string; reason: BulkReason }[]
}

/** What would come of a change. */
export interface BulkPreview extends BulkOutcome {
  /** What changes after this moment is left out when it is done. */
  seenAt: string
  /**
   * The owners or statuses that go, and of how many records; an owner of nobody is null. Of a field only whether it is
   * `filled`. Most records first.
   */
  before: readonly { value: string | null; total: number }[]
  /** The first 50 of the records that change, by name, with what goes: of a field its values. */
  first: readonly { id: string; name: string; before: string | null; fields: FieldValues }[]
  /** The records that a deletion would delete; none for other changes. */
  deletes: readonly string[]
  /** What depends on these. */
  impact: readonly DeletionImpact[]
}

/** How many records are changed at once, and deleted. */
export const MAX_IN_BULK = 10_000
export const MAX_DELETED = 2000

/** At most so many records at a time. */
export interface BulkPart {
  preview(target: BulkTarget, change: BulkChange): Promise<BulkPreview>
  /** Does it, as one act, a deletion as the options say; null for the act where nothing changed. */
  change(
    target: BulkTarget,
    change: BulkChange,
    seenAt: string,
    options: DeletionOptions,
  ): Promise<BulkOutcome & { act: string | null }>
}
