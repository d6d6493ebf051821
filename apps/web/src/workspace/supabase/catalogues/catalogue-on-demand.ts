import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import type { CatalogueRecord, RecordInput } from '@cairn/workspace/port/records/records'
import type { CatalogueAdapter, RowSchema } from './catalogue-adapter.ts'
import { catalogueGroups } from './catalogue-groups.ts'
import { type CatalogueWriting, catalogueWrites } from './catalogue-writes.ts'
import { createRecordExperts } from './record-experts.ts'

/** What a catalogue can do beside being read: writing its records, putting them together, and the members who know them. */
export function createCatalogueOnDemand<
  Kind extends CatalogueKind,
  Row extends RowSchema,
  Item extends CatalogueRecord,
  New extends RecordInput,
  Change extends { status: string },
>(adapter: CatalogueAdapter<Row, Item>, writing: CatalogueWriting<Kind, New, Change>) {
  const { connect, findCaller, kind } = adapter
  return {
    ...catalogueWrites(adapter, writing),
    ...catalogueGroups(adapter),
    ...createRecordExperts(connect, findCaller, kind),
  }
}
