import { useTranslation } from 'react-i18next'
import type { CatalogueKind } from '@/workspace/port/catalogues.ts'
import type { CatalogueRecord } from '@/workspace/port/records.ts'
import { isGivenUp } from './status-looks.ts'

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
