import type { CatalogueRecord } from '@cairn/workspace/port/records/records'
import { type ReactNode, useEffect } from 'react'
import { noteRecent } from '@/lib/browser/recent-records.ts'
import { useMe } from '@/queries/context.tsx'
import type { CatalogueQueries } from '@/queries/records/catalogue.ts'
import type { SaveRecord } from '../list/edit/record-value.ts'
import { useSaveValue } from '../list/edit/use-save-value.ts'
import { showOpened } from '../opened-record.ts'
import type { Editing } from '../properties/editing.ts'
import { useEditRecord } from '../properties/use-edit-record.tsx'

interface OpenedDetailsProps<Item> {
  record: Item
  records: CatalogueQueries<Item>
  save: SaveRecord<Item>
  details: (editing: Editing<Item>) => ReactNode
}

/** The details of a record, whose values are changed there. The palette is told of it, and it is among the recent ones. */
export function OpenedDetails<Item extends CatalogueRecord>({
  record,
  records,
  save,
  details,
}: OpenedDetailsProps<Item>) {
  const { kind } = records
  const { id, name } = record
  const { personId } = useMe()
  const saveValue = useSaveValue(records, save)
  const { editing, question } = useEditRecord(record, records, save)
  useEffect(() => showOpened({ kind, record, change: (change) => void saveValue(record, change) }))
  useEffect(() => noteRecent(personId, { kind, id, name }), [personId, kind, id, name])
  return (
    <>
      {details(editing)}
      {question}
    </>
  )
}
