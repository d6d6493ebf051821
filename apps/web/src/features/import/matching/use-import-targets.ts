import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFields } from '@/catalogue/fields/use-fields.ts'
import type { ImportTarget } from '../reading/mapping.ts'
import { importTargets } from './import-targets.ts'
import { useNamesOf } from './label-texts.ts'

/** The fields of a kind that a column can go to, with their names in all languages; null until these are loaded. */
export function useImportTargets(kind: CatalogueKind): readonly ImportTarget[] | null {
  const { t } = useTranslation()
  const fields = useFields(kind)
  const namesOf = useNamesOf()
  return useMemo(() => namesOf && importTargets(kind, fields, { t, namesOf }), [kind, fields, namesOf, t])
}
