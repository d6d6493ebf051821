import { CATALOGUES } from '@cairn/workspace/port/records/catalogues'
import { type CataloguePart, RECORDS_PER_PAGE } from '@cairn/workspace/port/records/records'
import { z } from 'zod/mini'
import { askCounted, askJson } from '../client/ask.ts'
import { filterParameters, UUID } from '../rows/filter-parameters.ts'
import type { CatalogueAdapter, RowSchema } from './catalogue-adapter.ts'

type Reads<Item> = Pick<CataloguePart<Item, never, never>, 'list' | 'find' | 'byIds'>

/** How the records of a catalogue are read: the first page from its table, all others through the procedure. */
export function catalogueReads<Row extends RowSchema, Item>(
  adapter: CatalogueAdapter<Row, Item>,
): Reads<Item> {
  const { connect, findCaller, kind, columns, row, itemOf } = adapter
  const { table, order } = CATALOGUES[kind]
  const rows = z.array(row)
  const found = z.object({ total: z.number(), items: rows })
  return {
    async list() {
      const { accountId } = await findCaller()
      const { data, total } = await askCounted(
        connect,
        (supabase) =>
          ordered(
            supabase.from(table).select(columns, { count: 'exact' }).eq('account_id', accountId),
            order,
          ).limit(RECORDS_PER_PAGE),
        rows,
      )
      return { items: data.map(itemOf), total }
    },

    async find({ order: wanted, ...filter }, skip) {
      const { total, items } = await askJson(
        connect,
        (supabase) =>
          supabase.rpc('find_records', {
            kind,
            sort: wanted?.by ?? 'usual',
            descending: wanted?.descending ?? false,
            skip,
            ...filterParameters(filter),
          }),
        found,
      )
      return { items: items.map(itemOf), total }
    },

    async byIds(ids) {
      const known = ids.filter((id) => UUID.test(id))
      if (known.length === 0) return []
      const data = await askJson(
        connect,
        (supabase) => ordered(supabase.from(table).select(columns).in('id', known), order),
        rows,
      )
      return data.map(itemOf)
    },
  }
}

interface Query<Self> {
  order(column: string, options?: { ascending: boolean }): Self
}

function ordered<Q extends Query<Q>>(query: Q, order: 'name' | 'newest'): Q {
  if (order === 'name') return query.order('name')
  return query.order('created_at', { ascending: false }).order('id', { ascending: false })
}
