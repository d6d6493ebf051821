import { CATALOGUE_KINDS, CATALOGUES, type CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import { useTranslation } from 'react-i18next'
import { ExportList } from '@/shared/export/export-list.tsx'

interface ExportBinProps {
  kind: CatalogueKind | null
  query: string
  onClose: () => void
}

/** Exports the deleted records that the bin shows. */
export function ExportBin({ kind, query, onClose }: ExportBinProps) {
  const { t } = useTranslation()
  const kinds = CATALOGUE_KINDS.map((one) => [one, t(CATALOGUES[one].one)])
  return (
    <ExportList
      wanted={{ list: 'bin', kind, query }}
      title={t('Bin')}
      columns={[
        { key: 'name', head: t('Name'), type: 'text' },
        { key: 'kind', head: t('Kind'), type: 'choice', words: Object.fromEntries(kinds) },
        { key: 'deleted_by', head: t('Deleted By'), type: 'member' },
        { key: 'deleted_at', head: t('Deleted At'), type: 'moment' },
        { key: 'expires_at', head: t('Kept Until'), type: 'moment' },
        { key: 'reason', head: t('Reason'), type: 'long_text' },
      ]}
      onClose={onClose}
    />
  )
}
