import type { CataloguePart } from '@cairn/workspace/port/records/records'
import { z } from 'zod/mini'
import { askJson } from '../client/ask.ts'
import { filterParameters } from '../rows/filter-parameters.ts'
import { holderOf } from '../rows/records.ts'
import type { CatalogueAdapter, RowSchema } from './catalogue-adapter.ts'

const grouped = z.object({
  groups: z.array(
    z.object({ value: z.nullable(z.string()), records: z.number(), costs: z.record(z.string(), z.number()) }),
  ),
  rest: z.number(),
})

/** Groups the records of a catalogue by their values in a field. */
export function catalogueGroups<Row extends RowSchema, Item>({
  connect,
  kind,
}: CatalogueAdapter<Row, Item>): Pick<CataloguePart<Item, never, never>, 'groups'> {
  return {
    async groups(field, filter) {
      const { groups, rest } = await askJson(
        connect,
        (supabase) => supabase.rpc('group_records', { kind, field, ...filterParameters(filter) }),
        grouped,
      )
      return {
        groups: groups.map((group) => ({
          ...group,
          value: field === 'owner' ? holderOf(group.value) : group.value,
        })),
        rest,
      }
    },
  }
}
