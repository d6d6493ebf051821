import { CATALOGUES, type CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import type { CatalogueRecord } from '@cairn/workspace/port/records/records'
import { useWorkspace } from '@/queries/context.tsx'
import { type CatalogueQueries, catalogueQueries } from '@/queries/records/catalogue.ts'
import { useRecords } from '@/queries/records/use-records.ts'

/** Where the records of a kind are read; of systems, where no kind is said. */
export function useQueriesOf(kind: CatalogueKind | null): CatalogueQueries<CatalogueRecord> {
  const workspace = useWorkspace()
  const known = kind ?? 'system'
  return catalogueQueries<CatalogueRecord>(known, workspace[CATALOGUES[known].table])
}

/** The name of a record; null where it is not known, or is gone. */
export function useRecordName(
  kind: CatalogueKind | null,
  id: string,
): { name: string | null; isLoading: boolean } {
  const { items, error } = useRecords(useQueriesOf(kind), kind === null || id === '' ? [] : [id])
  return { name: items?.[0]?.name ?? null, isLoading: items === null && error === null }
}
