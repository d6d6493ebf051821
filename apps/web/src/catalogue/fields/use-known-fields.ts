import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useWorkspace } from '@/queries/context.tsx'
import { ownFieldQueries } from '@/queries/own-fields.ts'
import { builtInFields, ownField, type RecordField } from './field.ts'

/**
 * All fields that records of a kind have or had, for what is told of the past: a retired or deleted field keeps its name
 * there. Null while the account's own are loading; where they cannot be loaded, the built-in ones alone.
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
