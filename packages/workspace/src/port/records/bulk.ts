import type { CatalogueKind } from './catalogues.ts'
import type { DeletionImpact, DeletionOptions } from './deletion.ts'
import type { FieldKey } from './field-keys.ts'
import type { FieldValues } from './fields.ts'
import type { RecordFilter } from './records.ts'

/** The action on many records at once; a person or a tag is given by the ID, null for nobody. */
export type BulkChange =
  | { action: 'owner'; value: string | null }
  | { action: 'expert'; value: string }
  | { action: 'status'; value: string }
  | { action: 'add_tag' | 'remove_tag'; value: string }
  | FieldChange
  | { action: 'delete'; value: null }

/** A field gets a value, a cost with its currency; without a value it is emptied. */
export interface FieldChange {
  action: 'field'
  key: FieldKey
  value: FieldValues
}

/** The target records: some of a catalogue, or all that match a filter, except for a few. */
export type BulkTarget =
  | { kind: CatalogueKind; ids: readonly string[]; filter: null }
  | { kind: CatalogueKind; ids: null; filter: RecordFilter; except: readonly string[] }

/** The reasons why a record is skipped; `full` where it has the maximum number of tags. */
export const BULK_REASONS = ['no_right', 'already', 'full', 'changed_meanwhile'] as const
export type BulkReason = (typeof BULK_REASONS)[number]

export interface BulkOutcome {
  total: number
  changes: number
  leftOut: Readonly<Record<BulkReason, number>>
  /** The first few records that are skipped. */
  examples: readonly { id: string; name: string; reason: BulkReason }[]
}

/** The expected result of a change. */
export interface BulkPreview extends BulkOutcome {
  /** The moment of the preview: a record that changes later is skipped when the change is made. */
  seenAt: string
  /**
   * The owners or statuses that are replaced, and of how many records; null for no owner. Of a field only whether it is
   * `filled`. Sorted by the number of records, the highest first.
   */
  before: readonly { value: string | null; total: number }[]
  /** The first 50 of the records that change, by name, with the value that is replaced: of a field its values. */
  first: readonly { id: string; name: string; before: string | null; fields: FieldValues }[]
  /** The records that a deletion would delete; none for other changes. */
  deletes: readonly string[]
  /** The records that depend on these. */
  impact: readonly DeletionImpact[]
}

/** How many records can be changed or deleted at once. */
export const MAX_IN_BULK = 10_000
export const MAX_DELETED = 2000

/** Bulk changes, of `MAX_IN_BULK` records at most. */
export interface BulkPart {
  preview(target: BulkTarget, change: BulkChange): Promise<BulkPreview>
  /** Makes the change as one act, a deletion as the options say; the act is null where nothing changed. */
  change(
    target: BulkTarget,
    change: BulkChange,
    seenAt: string,
    options: DeletionOptions,
  ): Promise<BulkOutcome & { act: string | null }>
}
