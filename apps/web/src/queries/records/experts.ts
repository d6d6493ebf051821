import { CATALOGUES, type CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import type { RecordExperts } from '@cairn/workspace/port/records/records'
import type { Workspace } from '@cairn/workspace/port/workspace'
import { queryOptions } from '@tanstack/react-query'
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
