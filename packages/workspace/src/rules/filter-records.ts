import { contains } from '../lib/best-first.ts'
import type { CatalogueRecord, RecordFilter } from '../port/records/records.ts'

/** The records that fit: by a text in the name or description, in any capitals, and by status and owner; not by gaps. */
export function filterRecords<Item extends CatalogueRecord>(
  records: readonly Item[],
  { text, statuses, owners }: Omit<RecordFilter, 'gaps'>,
): readonly Item[] {
  const term = text.trim().toLocaleLowerCase()
  if (term === '' && statuses.length === 0 && owners.length === 0) return records
  return records.filter(
    ({ name, description, status, ownerId }) =>
      (contains(name, term) || contains(description, term)) &&
      (statuses.length === 0 || statuses.includes(status ?? '')) &&
      (owners.length === 0 || owners.includes(ownerId)),
  )
}
