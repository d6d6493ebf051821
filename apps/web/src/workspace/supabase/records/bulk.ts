import {
  BULK_REASONS,
  type BulkChange,
  type BulkPart,
  type BulkTarget,
} from '@cairn/workspace/port/records/bulk'
import { storedOwnerId } from '@cairn/workspace/port/records/team-owner'
import { z } from 'zod/mini'
import { askJson } from '../client/ask.ts'
import type { Connect } from '../client/client.ts'
import { fieldValue } from '../rows/fields.ts'
import { filterParameters } from '../rows/filter-parameters.ts'
import { holderOf } from '../rows/records.ts'
import { impactGroups, impactOf, linksOf } from './deletion.ts'

const counted = {
  total: z.number(),
  changes: z.number(),
  no_right: z.number(),
  already: z.number(),
  full: z.number(),
  changed_meanwhile: z.number(),
  left_out: z.array(z.object({ id: z.string(), name: z.string(), reason: z.enum(BULK_REASONS) })),
}
const previewed = z.object({
  ...counted,
  before: z.record(z.string(), z.number()),
  first: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      before: z.nullable(z.string()),
      fields: z.record(z.string(), fieldValue),
    }),
  ),
  seen_at: z.string(),
  deletes: z.array(z.string()),
  impact: impactGroups,
})
const changed = z.object({ ...counted, act: z.nullable(z.string()) })

/** Many records at once, in one procedure. */
export function createBulk(connect: Connect): BulkPart {
  return {
    async preview(target, change) {
      const { seen_at, before, first, deletes, impact, ...answer } = await askJson(
        connect,
        (supabase) => supabase.rpc('preview_bulk', parametersOf(target, change)),
        previewed,
      )
      return {
        ...outcomeOf(answer),
        before: Object.entries(before)
          .map(([value, total]) => ({ value: holderOf(value), total }))
          .toSorted((one, other) => other.total - one.total),
        first: first.map((item) => ({ ...item, before: holderOf(item.before) })),
        ...{ seenAt: seen_at, deletes, impact: impactOf(impact) },
      }
    },
    async change(target, change, seenAt, options) {
      const { act, ...answer } = await askJson(
        connect,
        (supabase) =>
          supabase.rpc('change_in_bulk', {
            ...parametersOf(target, change),
            seen_at: seenAt,
            ...(change.action === 'delete' && { reason: options.reason, ...linksOf(options) }),
          }),
        changed,
      )
      return { ...outcomeOf(answer), act }
    },
  }
}

function parametersOf(target: BulkTarget, change: BulkChange) {
  const { kind, ids } = target
  const value = wordOf(change)
  const what = { kind, action: change.action, ...(value !== null && { value }) }
  if (ids !== null) return { ...what, ids: [...ids] }
  const { filter, except } = target
  return { ...what, ...filterParameters(filter), ...(except.length > 0 && { excepted: [...except] }) }
}

/** The value of a change as the procedure takes it. */
function wordOf(change: BulkChange): string | null {
  if (change.action === 'field') return JSON.stringify({ [change.key]: null, ...change.value })
  return change.value === null ? null : storedOwnerId(change.value)
}

type Counted = Omit<z.output<typeof changed>, 'act'>

function outcomeOf({ total, changes, no_right, already, full, changed_meanwhile, left_out }: Counted) {
  return { total, changes, leftOut: { no_right, already, full, changed_meanwhile }, examples: left_out }
}
