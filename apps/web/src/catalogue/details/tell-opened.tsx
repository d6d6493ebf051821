import type { CatalogueRecord } from '@cairn/workspace/port/records/records'
import { useEffect } from 'react'
import { noteRecent } from '@/lib/browser/recent-records.ts'
import { useMe } from '@/queries/context.tsx'
import type { CatalogueQueries } from '@/queries/records/catalogue.ts'
import type { SaveRecord } from '../list/edit/record-value.ts'
import { useSaveValue } from '../list/edit/use-save-value.ts'
import { showOpened } from '../opened-record.ts'

interface TellOpenedProps<Item> {
  record: Item
  records: CatalogueQueries<Item>
  save: SaveRecord<Item>
}

/** Stands beside the details of a record: tells the palette of it, and keeps it among the recent ones. */
export function TellOpened<Item extends CatalogueRecord>({ record, records, save }: TellOpenedProps<Item>) {
  const { kind } = records
  const { id, name } = record
  const { personId } = useMe()
  const saveValue = useSaveValue(records, save)
  useEffect(() => showOpened({ kind, record, change: (change) => void saveValue(record, change) }))
  useEffect(() => noteRecent(personId, { kind, id, name }), [personId, kind, id, name])
  return null
}
