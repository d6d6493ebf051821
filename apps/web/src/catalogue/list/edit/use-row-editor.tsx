import type { CatalogueRecord } from '@cairn/workspace/port/records/records'
import { type ReactNode, useCallback, useState } from 'react'
import type { CatalogueQueries } from '@/queries/records/catalogue.ts'
import { areSingleKeysOn } from '@/shared/keys.ts'
import type { SaveRecord } from './record-value.ts'
import { RowEditor } from './row-editor.tsx'
import { useSaveValue } from './use-save-value.ts'

interface Edited<Item> {
  record: Item
  column: string | null
  anchor: HTMLElement
}

/** Changes values in the rows of a list. */
export function useRowEditor<Item extends CatalogueRecord>(
  records: CatalogueQueries<Item>,
  saveRecord: SaveRecord<Item>,
) {
  const [edited, setEdited] = useState<Edited<Item> | null>(null)
  const save = useSaveValue(records, saveRecord)
  const close = () => setEdited(null)
  const shown: ReactNode = edited && (
    <RowEditor
      kind={records.kind}
      {...edited}
      onClose={close}
      onChange={(change) => void save(edited.record, change)}
    />
  )
  return {
    shown,
    /** Opens the picker at a cell; without a column, at the title of the row, and asks which. */
    edit: useCallback((record: Item, column: string | null, anchor: HTMLElement) => {
      if (column === null && !areSingleKeysOn()) return
      setEdited({ record, column, anchor })
    }, []),
  }
}
