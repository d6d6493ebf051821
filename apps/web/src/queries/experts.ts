import { queryOptions } from '@tanstack/react-query'
import { CATALOGUES, type CatalogueKind } from '@/workspace/port/catalogues.ts'
import type { RecordExperts } from '@/workspace/port/records.ts'
import type { Workspace } from '@/workspace/port.ts'
import { catalogueKey } from './catalogue.ts'

/** The part of the workspace that knows who knows the records of a kind. */
export function expertsPart(workspace: Workspace, kind: CatalogueKind): RecordExperts {
  return workspace[CATALOGUES[kind].table]
}

/** Key and fetcher of the members who know a record. */
export const expertQueries = {
  of: (workspace: Workspace, kind: CatalogueKind, recordId: string) =>
    queryOptions({
      queryKey: [...catalogueKey(kind), 'experts', recordId],
      queryFn: () => expertsPart(workspace, kind).experts(recordId),
    }),
}
