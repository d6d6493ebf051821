import { CATALOGUES, type CatalogueKind, type CatalogueTable } from '@cairn/workspace/port/records/catalogues'
import {
  type CataloguePart,
  RECORDS_PER_PAGE,
  type RecordFilter,
  type RecordSearch,
} from '@cairn/workspace/port/records/records'
import { queryOptions } from '@tanstack/react-query'

type Reads<Item> = Pick<CataloguePart<Item, never, never>, 'list' | 'find' | 'byIds' | 'groups'>

/** The start of all keys of a catalogue: invalidating it invalidates everything that was read of it. */
export function catalogueKey(kind: CatalogueKind): readonly [CatalogueTable] {
  return [CATALOGUES[kind].table]
}

/** Keys and fetchers of a catalogue's records. `list-cache.ts` writes changes into them. */
export function catalogueQueries<Item>(kind: CatalogueKind, part: Reads<Item>) {
  const all = catalogueKey(kind)
  return {
    kind,
    /** The first page: all records of a small catalogue. */
    list: queryOptions({ queryKey: [...all, 'list'], queryFn: () => part.list() }),
    /** A page, from 0, of the records that match a search; and the key of all searches. */
    pages: [...all, 'pages'] as const,
    page: (search: RecordSearch, index: number) => ({
      queryKey: [...all, 'pages', search, index],
      queryFn: () => part.find(search, index * RECORDS_PER_PAGE),
    }),
    /** The groups of the matching records by a field; and the key of all groups. */
    grouped: [...all, 'groups'] as const,
    groups: (field: string, filter: RecordFilter) =>
      queryOptions({
        queryKey: [...all, 'groups', field, filter],
        queryFn: () => part.groups(field, filter),
      }),
    /** The existing records with these ids; and the key of all such requests. */
    known: [...all, 'known'] as const,
    byIds: (ids: readonly string[]) =>
      queryOptions({
        queryKey: [...all, 'known', ids],
        queryFn: () => (ids.length === 0 ? [] : part.byIds(ids)),
      }),
  }
}

export type CatalogueQueries<Item> = ReturnType<typeof catalogueQueries<Item>>
