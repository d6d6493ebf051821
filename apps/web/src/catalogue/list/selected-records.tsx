import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import type { CatalogueRecord } from '@cairn/workspace/port/records/records'
import { useTranslation } from 'react-i18next'
import { SelectionBar } from '../bulk/selection-bar.tsx'
import type { Selection } from '../bulk/use-selection.ts'

interface SelectedRecordsProps {
  kind: CatalogueKind
  selection: Selection<CatalogueRecord>
  /** How many fit the filter. */
  found: number
}

/** How many are selected, and what can be done with them. */
export function SelectedRecords({ kind, selection, found }: SelectedRecordsProps) {
  const { t } = useTranslation()
  const { isAny } = selection.rows
  return (
    <>
      <p role="status" className="sr-only">
        {isAny && t('{{count}} selected', { count: selection.count(found) })}
      </p>
      {isAny && <SelectionBar kind={kind} selection={selection} found={found} />}
    </>
  )
}
