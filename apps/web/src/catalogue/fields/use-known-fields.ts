import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useWorkspace } from '@/queries/context.tsx'
import { ownFieldQueries } from '@/queries/own-fields.ts'
import { builtInFields, ownField, type RecordField } from './field.ts'

/**
 * Returns all fields that records of a kind have or had, for texts about the past: a retired or deleted field keeps its
 * name there. Null while the account's custom fields are loading; where they cannot be loaded, only the built-in ones.
 */
export function useKnownFields(kind: CatalogueKind): readonly RecordField[] | null {
  const { t } = useTranslation()
  const { data, isLoading } = useQuery(ownFieldQueries.list(useWorkspace()))
  return useMemo(() => {
    if (isLoading) return null
    const own = data?.filter((field) => field.kind === kind) ?? []
    return [...builtInFields(t), ...own.map(ownField)]
  }, [t, kind, data, isLoading])
}
