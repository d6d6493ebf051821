import { forgivingly } from '../lib/forgiving.ts'
import type { CatalogueRecord, RecordFilter } from '../port/records/records.ts'

/** The records that fit: by a text in the name or description, forgivingly, and by status and owner; not by gaps. */
export function filterRecords<Item extends CatalogueRecord>(
  records: readonly Item[],
  { text, statuses, owners }: Omit<RecordFilter, 'gaps'>,
): readonly Item[] {
  if (text.trim() === '' && statuses.length === 0 && owners.length === 0) return records
  return forgivingly(records, text, ({ name, description }) => [name, description]).filter(
    ({ status, ownerId }) =>
      (statuses.length === 0 || statuses.includes(status ?? '')) &&
      (owners.length === 0 || owners.includes(ownerId)),
  )
}
