import { z } from 'zod/mini'
import { type CataloguePart, RECORDS_PER_PAGE } from '../port/records.ts'
import { ask, askCounted } from './ask.ts'
import type { Connect } from './client.ts'
import type { FindStanding } from './membership.ts'

type Kind = 'system' | 'solution' | 'agent' | 'automation'
type Reads<Item> = Pick<CataloguePart<Item, never, never>, 'list' | 'find' | 'byIds'>

interface CatalogueReadsOptions<Row extends z.ZodMiniType, Item> {
  connect: Connect
  standing: FindStanding
  kind: Kind
  columns: string
  row: Row
  itemOf: (row: z.output<Row>) => Item
}

/** How the records of a catalogue are read: the first page from its table, all others through the procedure. */
export function catalogueReads<Row extends z.ZodMiniType, Item>(
  options: CatalogueReadsOptions<Row, Item>,
): Reads<Item> {
  const { connect, standing, kind, columns, row, itemOf } = options
  const rows = z.array(row)
  const found = z.object({ total: z.number(), items: rows })
  return {
    async list() {
      const { accountId } = await standing()
      const { data, total } = await askCounted(
        connect,
        (supabase) =>
          inOrder(
            kind,
            supabase.from(`${kind}s`).select(columns, { count: 'exact' }).eq('account_id', accountId),
          ).limit(RECORDS_PER_PAGE),
        rows,
      )
      return { items: data.map(itemOf), total }
    },

    async find({ text, order }, skip) {
      const { total, items } = await ask(
        connect,
        (supabase) =>
          supabase.rpc('find_records', {
            kind,
            query: text,
            sort: order?.by ?? 'usual',
            descending: order?.descending ?? false,
            skip,
          }),
        found,
      )
      return { items: items.map(itemOf), total }
    },

    async byIds(ids) {
      const known = ids.filter((id) => UUID.test(id))
      if (known.length === 0) return []
      const data = await ask(
        connect,
        (supabase) => inOrder(kind, supabase.from(`${kind}s`).select(columns).in('id', known)),
        rows,
      )
      return data.map(itemOf)
    },
  }
}

/** What an address names may be anything. */
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

interface Query<Self> {
  order(column: string, options?: { ascending: boolean }): Self
}

function inOrder<Q extends Query<Q>>(kind: Kind, query: Q): Q {
  if (kind === 'system' || kind === 'solution') return query.order('name')
  return query.order('created_at', { ascending: false }).order('id', { ascending: false })
}
