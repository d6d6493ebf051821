import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useOwnerName } from '@/shared/people/use-team.ts'
import { statusStyle } from '../status-styles.ts'
import type { RecordForm } from './record-form.ts'

/** How a field of a form is shown where two states of it are compared. */
export interface ComparedField<Form> {
  name: keyof Form & string
  label: string
  show: (form: Form) => ReactNode
}

/** Those that the form of every record has. */
export function useComparedFields(
  kind: CatalogueKind,
): readonly ComparedField<RecordForm & { status: string }>[] {
  const { t } = useTranslation()
  const ownerName = useOwnerName()
  return [
    { name: 'name', label: t('Name'), show: ({ name }) => name },
    { name: 'description', label: t('Description'), show: ({ description }) => description },
    { name: 'ownerId', label: t('Owner'), show: ({ ownerId }) => ownerName(ownerId) },
    { name: 'status', label: t('Status'), show: ({ status }) => t(statusStyle(kind, status).label) },
  ]
}
