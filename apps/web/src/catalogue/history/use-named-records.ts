import { CATALOGUE_KINDS, CATALOGUES } from '@cairn/workspace/port/records/catalogues'
import type { HistoryEntry } from '@cairn/workspace/port/records/history'
import type { CatalogueRecord } from '@cairn/workspace/port/records/records'
import { useQueries } from '@tanstack/react-query'
import { useWorkspace } from '@/queries/context.tsx'
import { catalogueQueries } from '@/queries/records/catalogue.ts'
import type { RecordField } from '../fields/field.ts'

/**
 * Returns the names, by id, of the records to which fields point or pointed in a history. A failure leaves them
 * unknown.
 */
export function useNamedRecords(
  fields: readonly RecordField[],
  entries: readonly Pick<HistoryEntry, 'field' | 'before' | 'after'>[],
): ReadonlyMap<string, string> {
  const workspace = useWorkspace()
  const found = useQueries({
    queries: CATALOGUE_KINDS.map((kind) => {
      const keys = new Set(fields.filter(({ recordKind }) => recordKind === kind).map(({ key }) => key))
      const lines = entries.filter(({ field }) => field !== null && keys.has(field))
      const ids = lines.flatMap(({ before, after }) => [before, after].filter((id) => typeof id === 'string'))
      const queries = catalogueQueries<CatalogueRecord>(kind, workspace[CATALOGUES[kind].table])
      return { ...queries.byIds([...new Set(ids)].sort()), enabled: ids.length > 0 }
    }),
  })
  return new Map(found.flatMap(({ data }) => data ?? []).map(({ id, name }) => [id, name]))
}
