import { WorkspaceError } from '@cairn/workspace/errors'
import { phrase } from '@cairn/workspace/lib/phrase'
import type { CatalogueRecord, ChangeOutcome } from '@cairn/workspace/port/records/records'

interface ChangeRequest<Row, Item> {
  /** The state of the record that the change started from. */
  version: string
  /** Writes the row if it still has that version; the rows that were written. */
  write: () => Promise<readonly Row[]>
  /** Reads the row as it is now; null where there is none. */
  read: () => Promise<Row | null>
  itemOf: (row: Row) => Item
}

/**
 * Changes a record unless another user has changed it meanwhile. When no row was written, it looks why.
 * @throws WorkspaceError of `write`, and one of kind 'not-found' for a user who may not change the record.
 */
export async function changeRecord<Row, Item extends CatalogueRecord>(
  request: ChangeRequest<Row, Item>,
): Promise<ChangeOutcome<Item>> {
  const { version, write, read, itemOf } = request
  const [written] = await write()
  if (written) return { kind: 'saved', item: itemOf(written) }
  const row = await read()
  if (row === null) return { kind: 'gone' }
  const current = itemOf(row)
  if (current.version === version) throw nothingTouched()
  return { kind: 'changed', current }
}

/** A write that found no row: it is not there, or it is not the caller's to touch. */
function nothingTouched(): WorkspaceError {
  return new WorkspaceError(phrase('This no longer exists, or you are not allowed to change it.'), {
    kind: 'not-found',
  })
}

/** For the answer to a deletion: one that deleted nothing has failed. */
export function requireOne(rows: readonly unknown[]): void {
  if (rows.length === 0) throw nothingTouched()
}
