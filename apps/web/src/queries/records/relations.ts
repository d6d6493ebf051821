import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import { MAP_GROUPINGS, type MapGrouping, type MapList } from '@cairn/workspace/port/records/record-map'
import type { Workspace } from '@cairn/workspace/port/workspace'
import { queryOptions } from '@tanstack/react-query'
import { LINKED } from '../deletions/deletion.ts'

/** The most related records that details load at once. */
const AT_ONCE = 150
/** The most neighbors that the map draws, beside the record itself. */
const DRAWN = 149
const JUST_LOADED_MS = 1000

/** Key and fetcher of what a record is related to. */
export const relationQueries = {
  of: (workspace: Workspace, kind: CatalogueKind, recordId: string) =>
    queryOptions({
      queryKey: [...LINKED, 'near', kind, recordId],
      queryFn: () => workspace.relations.neighbours(kind, recordId, 1, AT_ONCE),
      staleTime: 0,
    }),
  /** The neighbors of a record for the map. */
  around: (workspace: Workspace, kind: CatalogueKind, recordId: string, depth: number) =>
    queryOptions({
      queryKey: [...LINKED, 'around', kind, recordId, depth],
      queryFn: () => workspace.relations.neighbours(kind, recordId, depth, DRAWN),
      staleTime: 0,
    }),
  /** All records in groups, with the groups that are unfolded in it. */
  map: (workspace: Workspace, by: MapGrouping, unfolded: readonly string[], list: MapList | null) =>
    queryOptions({
      queryKey: [...LINKED, 'map', by, unfolded, list],
      queryFn: async () => ({ map: await workspace.relations.map(by, unfolded, list), unfolded }),
      // The map that was looked at for its groups is the one that is drawn.
      staleTime: JUST_LOADED_MS,
    }),
  /** The first grouping with at least two groups; the first of all where there is none. It stays while the map is open. */
  telling: (workspace: Workspace, list: MapList | null) =>
    queryOptions({
      queryKey: ['telling grouping', list],
      async queryFn({ client }) {
        for (const by of MAP_GROUPINGS) {
          const { map } = await client.fetchQuery(relationQueries.map(workspace, by, [], list))
          if (map.groups.length > 1) return by
        }
        return MAP_GROUPINGS[0]
      },
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 0,
    }),
}
