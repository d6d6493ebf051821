import { WorkspaceError } from '../errors.ts'
import type { CatalogueRecord, ChangeOutcome } from '../port/records.ts'

interface ChangeRequest<Row, Item> {
  /** The state of the record that the change started from. */
  version: string
  /** Writes the row if it still has that version; 'not-found' where no row was written. */
  write: () => Promise<Row>
  /** Reads the row as it is now; null where there is none. */
  read: () => Promise<Row | null>
  itemOf: (row: Row) => Item
}

/**
 * Changes a record that nobody else has changed meanwhile. When no row was written, it looks why.
 * @throws WorkspaceError of `write`, and so for somebody who may not change the record.
 */
export async function changeRecord<Row, Item extends CatalogueRecord>(
  request: ChangeRequest<Row, Item>,
): Promise<ChangeOutcome<Item>> {
  const { version, write, read, itemOf } = request
  try {
    return { kind: 'saved', item: itemOf(await write()) }
  } catch (error) {
    if (!(error instanceof WorkspaceError) || error.kind !== 'not-found') throw error
    const row = await read()
    if (row === null) return { kind: 'gone' }
    const current = itemOf(row)
    if (current.version === version) throw error
    return { kind: 'changed', current }
  }
}
