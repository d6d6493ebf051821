import { CATALOGUES, type CatalogueKind, type CatalogueTable } from '@cairn/workspace/port/records/catalogues'
import {
  type CataloguePart,
  RECORDS_PER_PAGE,
  type RecordFilter,
  type RecordSearch,
} from '@cairn/workspace/port/records/records'
import { queryOptions } from '@tanstack/react-query'

type Reads<Item> = Pick<CataloguePart<Item, never, never>, 'list' | 'find' | 'byIds' | 'groups'>

/** The start of all keys of a catalogue: making it stale makes everything stale that was read of it. */
export function catalogueKey(kind: CatalogueKind): readonly [CatalogueTable] {
  return [CATALOGUES[kind].table]
}

/** Keys and fetchers of a catalogue's records. What a write leaves in them is up to `list-cache.ts`. */
export function catalogueQueries<Item>(kind: CatalogueKind, part: Reads<Item>) {
  const all = catalogueKey(kind)
  return {
    kind,
    /** The first page: all there is of a small catalogue. */
    list: queryOptions({ queryKey: [...all, 'list'], queryFn: () => part.list() }),
    /** A page, from 0, of what fits a search; and those of all searches. */
    pages: [...all, 'pages'] as const,
    page: (search: RecordSearch, index: number) => ({
      queryKey: [...all, 'pages', search, index],
      queryFn: () => part.find(search, index * RECORDS_PER_PAGE),
    }),
    /** What records that fit have in a field; and all that was asked in this way. */
    grouped: [...all, 'groups'] as const,
    groups: (field: string, filter: RecordFilter) =>
      queryOptions({
        queryKey: [...all, 'groups', field, filter],
        queryFn: () => part.groups(field, filter),
      }),
    /** Those of the ids that are there; and all that were asked for in this way. */
    known: [...all, 'known'] as const,
    byIds: (ids: readonly string[]) =>
      queryOptions({
        queryKey: [...all, 'known', ids],
        queryFn: () => (ids.length === 0 ? [] : part.byIds(ids)),
      }),
  }
}

export type CatalogueQueries<Item> = ReturnType<typeof catalogueQueries<Item>>
