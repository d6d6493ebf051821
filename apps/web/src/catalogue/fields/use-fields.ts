import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useWorkspace } from '@/queries/context.tsx'
import { ownFieldQueries } from '@/queries/own-fields.ts'
import { builtInFields, ownField, type RecordField } from './field.ts'

/**
 * The fields that records of a kind have beside name, status and owner, in the order of the form: the built-in ones, then
 * the account's own. Until these are loaded, and where they cannot be, the built-in ones alone.
 */
export function useFields(kind: CatalogueKind): readonly RecordField[] {
  const { t } = useTranslation()
  const { data } = useQuery(ownFieldQueries.list(useWorkspace()))
  return useMemo(() => {
    const shown = data?.filter((field) => field.kind === kind && !field.isRetired && field.deletedAt === null)
    return [...builtInFields(t), ...(shown ?? []).map(ownField)]
  }, [t, kind, data])
}
