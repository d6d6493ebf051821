import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useWorkspace } from '@/queries/context.tsx'
import { departedQueries } from '@/queries/records/departed.ts'

/** The key of a record. */
export interface RecordKey {
  kind: CatalogueKind
  id: string
}

/** Returns the text for a record without an owner: the person who left it behind, where known. */
export function useNoOwnerText({ kind, id }: RecordKey): string {
  const { t } = useTranslation()
  const { data: departed } = useQuery(departedQueries.of(useWorkspace(), kind, id))
  if (!departed) return t('No owner assigned')
  return departed.name ? t('Owner left: {{name}}', { name: departed.name }) : t('Owner left')
}

/** Shows that a record has no owner. */
export function NoOwner(record: RecordKey) {
  return (
    <span className="wrap-anywhere whitespace-normal text-muted-foreground">{useNoOwnerText(record)}</span>
  )
}
