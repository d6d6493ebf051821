import type { Phrase } from '@cairn/workspace/lib/phrase'
import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import type { CataloguePart, CatalogueRecord, RecordInput } from '@cairn/workspace/port/records/records'
import type { z } from 'zod/mini'
import { creator } from '../account/creator.ts'
import type { FindCaller } from '../account/membership.ts'
import type { Connect } from '../client/client.ts'
import { lazyPart } from '../client/lazy-part.ts'
import type { RowSchema } from './catalogue-adapter.ts'
import { catalogueReads } from './catalogue-reads.ts'
import type { CatalogueWriting } from './catalogue-writes.ts'

/** What each catalogue has of its own. */
interface CatalogueOptions<Kind extends CatalogueKind, Row extends RowSchema, Item, New, Change>
  extends Omit<CatalogueWriting<Kind, New, Change>, 'findCreator'> {
  kind: Kind
  row: Row
  itemOf: (row: z.output<Row>) => Item
  /** What a signed-out user who adds a record is told. */
  signIn?: Phrase
}

/**
 * The account's records of a kind, in the table of that kind, and the members who know them. The code that changes them
 * is loaded with the first read.
 */
export function createCatalogue<
  Kind extends CatalogueKind,
  Row extends RowSchema,
  Item extends CatalogueRecord,
  New extends RecordInput,
  Change extends { status: string },
>(
  connect: Connect,
  findCaller: FindCaller,
  options: CatalogueOptions<Kind, Row, Item, New, Change>,
): CataloguePart<Item, New, Change> {
  const { kind, row, itemOf, signIn, ...writing } = options
  const columns = Object.keys(row.shape).join(', ')
  const adapter = { connect, findCaller, kind, columns, row, itemOf }
  const findCreator = signIn === undefined ? findCaller : () => creator(findCaller, signIn)
  const reads = catalogueReads(adapter)
  const onDemand = lazyPart(
    () => import('./catalogue-on-demand.ts'),
    (code) => code.createCatalogueOnDemand(adapter, { ...writing, findCreator }),
  )
  /** A screen that reads records may change them: no press shall wait for the code. */
  const withPreload =
    <Given extends unknown[], Answer>(read: (...given: Given) => Answer) =>
    (...given: Given) => {
      onDemand.preload()
      return read(...given)
    }
  return {
    list: withPreload(reads.list),
    find: withPreload(reads.find),
    byIds: withPreload(reads.byIds),
    groups: onDemand.call((part) => part.groups),
    add: onDemand.call((part) => part.add),
    update: onDemand.call((part) => part.update),
    setStatus: onDemand.call((part) => part.setStatus),
    setOwner: onDemand.call((part) => part.setOwner),
    remove: onDemand.call((part) => part.remove),
    experts: onDemand.call((part) => part.experts),
    addExpert: onDemand.call((part) => part.addExpert),
    removeExpert: onDemand.call((part) => part.removeExpert),
  }
}
