import type { Solution } from '@cairn/workspace/port/records/solutions'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { CatalogueTableProps } from '@/catalogue/list/filtered-records.tsx'
import { useRecordColumns } from '@/catalogue/list/record-columns.tsx'
import { RecordsTable } from '@/catalogue/list/records-table.tsx'
import { useTags } from '@/catalogue/tags/use-tags.ts'

/** The solutions, a row each. */
export function SolutionsTable(props: CatalogueTableProps<Solution>) {
  const { t } = useTranslation()
  const hasTags = useTags().tags.length > 0
  const { name, description, status, owner, tags, created } = useRecordColumns<Solution>('solution')
  const columns = useMemo(
    () => [name, description, status, owner, ...(hasTags ? [tags] : []), created],
    [name, description, status, owner, hasTags, tags, created],
  )
  return (
    <RecordsTable
      {...props}
      kind="solution"
      columns={columns}
      loadingText={t('Loading solutions...')}
      emptyText={t('No solutions found.')}
    />
  )
}
