import type { Phrase } from '@cairn/workspace/lib/phrase'
import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import type { CataloguePart, CatalogueRecord, RecordInput } from '@cairn/workspace/port/records/records'
import type { z } from 'zod/mini'
import { creator } from '../account/creator.ts'
import type { FindCaller } from '../account/membership.ts'
import type { Connect } from '../client/client.ts'
import type { RowSchema } from './catalogue-adapter.ts'
import { catalogueGroups } from './catalogue-groups.ts'
import { catalogueReads } from './catalogue-reads.ts'
import { type CatalogueWriting, catalogueWrites } from './catalogue-writes.ts'
import { createRecordExperts } from './record-experts.ts'

/** The options in which catalogues differ. */
interface CatalogueOptions<Kind extends CatalogueKind, Row extends RowSchema, Item, New, Change>
  extends Omit<CatalogueWriting<Kind, New, Change>, 'findCreator'> {
  kind: Kind
  row: Row
  itemOf: (row: z.output<Row>) => Item
  /** The message for a signed-out user who adds a record. */
  signIn?: Phrase
}

/** The account's records of a kind, in the table of that kind, and the members who know them. */
export function createCatalogue<
  Kind extends CatalogueKind,
  Row extends RowSchema,
  Item extends CatalogueRecord,
  New extends RecordInput,
  Change extends RecordInput & { status: string },
>(
  connect: Connect,
  findCaller: FindCaller,
  options: CatalogueOptions<Kind, Row, Item, New, Change>,
): CataloguePart<Item, New, Change> {
  const { kind, row, itemOf, signIn, ...writing } = options
  const columns = Object.keys(row.shape).join(', ')
  const adapter = { connect, findCaller, kind, columns, row, itemOf }
  const findCreator = signIn === undefined ? findCaller : () => creator(findCaller, signIn)
  return {
    ...catalogueReads(adapter),
    ...catalogueWrites(adapter, { ...writing, findCreator }),
    ...catalogueGroups(adapter),
    ...createRecordExperts(connect, findCaller, kind),
  }
}
