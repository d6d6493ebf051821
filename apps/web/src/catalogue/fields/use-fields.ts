import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { builtInFields, type RecordField } from './field.ts'

/** The fields that records of a kind have beside name, status and owner, in the order of the form. */
export function useFields(_kind: CatalogueKind): readonly RecordField[] {
  const { t } = useTranslation()
  return useMemo(() => builtInFields(t), [t])
}
