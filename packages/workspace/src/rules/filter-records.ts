import { forgivingly } from '../lib/forgiving.ts'
import type { CatalogueRecord, RecordFilter } from '../port/records/records.ts'
import { conditionsTest } from './conditions.ts'

/** The records that fit: by a text in the name or description, forgivingly, and by all else but gaps. */
export function filterRecords<Item extends CatalogueRecord>(
  records: readonly Item[],
  { text, statuses, owners, conditions }: Omit<RecordFilter, 'gaps'>,
): readonly Item[] {
  const isBlank = text.trim() === ''
  const isAll = statuses.length === 0 && owners.length === 0 && !conditions
  if (isBlank && isAll) return records
  const meets = conditions && conditionsTest(conditions)
  const named = isBlank ? records : forgivingly(records, text, ({ name, description }) => [name, description])
  return named.filter(
    (record) =>
      (statuses.length === 0 || statuses.includes(record.status ?? '')) &&
      (owners.length === 0 || owners.includes(record.ownerId)) &&
      (!meets || meets(record)),
  )
}
