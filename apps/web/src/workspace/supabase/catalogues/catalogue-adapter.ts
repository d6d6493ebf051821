import type { CatalogueKind, CatalogueTable } from '@cairn/workspace/port/records/catalogues'
import type { z } from 'zod/mini'
import type { FindCaller } from '../account/membership.ts'
import type { Connect } from '../client/client.ts'
import type { Database } from '../client/database-types.ts'

type Tables = Database['public']['Tables']

/** The columns that a new record, or a change, of a catalogue can set. */
export type Insert<Kind extends CatalogueKind = CatalogueKind> = Tables[CatalogueTable<Kind>]['Insert']
export type Update<Kind extends CatalogueKind = CatalogueKind> = Tables[CatalogueTable<Kind>]['Update']

/** The schema of a row of a catalogue's table; its keys are the columns that are read. */
export type RowSchema = z.ZodMiniObject

/** How the records of a catalogue are read from its table. */
export interface CatalogueAdapter<Row extends RowSchema, Item> {
  connect: Connect
  findCaller: FindCaller
  kind: CatalogueKind
  columns: string
  row: Row
  itemOf: (row: z.output<Row>) => Item
}
