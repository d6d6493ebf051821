import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import type { CatalogueRecord } from '@cairn/workspace/port/records/records'
import { useTranslation } from 'react-i18next'
import { isGivenUp } from './status-styles.ts'

interface RecordNameProps {
  kind: CatalogueKind
  record: Pick<CatalogueRecord, 'name' | 'status'>
}

/** The name of a record in a list: that of a deprecated one is struck through. */
export function RecordName({ kind, record: { name, status } }: RecordNameProps) {
  const { t } = useTranslation()
  if (!isGivenUp(kind, status)) return name
  return (
    <s title={t('Deprecated')} className="text-muted-foreground decoration-1">
      {name}
    </s>
  )
}
