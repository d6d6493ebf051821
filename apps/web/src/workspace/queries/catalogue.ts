import { queryOptions } from '@tanstack/react-query'

type ReadList<Item> = (onStart: (first: readonly Item[]) => void) => Promise<readonly Item[]>

/**
 * The list of a catalogue. The first of many records show while the rest is loading: a list that was updated never, at
 * 0, is still a part. Later loads replace the list as a whole.
 */
export function catalogueList<Item>(all: readonly [string], read: ReadList<Item>) {
  return queryOptions({
    queryKey: [...all, 'list'],
    queryFn: ({ client, queryKey }) =>
      read((first) => {
        client.setQueryData<readonly Item[]>(queryKey, (shown) => shown ?? first, { updatedAt: 0 })
      }),
  })
}

export type CatalogueList<Item> = ReturnType<typeof catalogueList<Item>>
