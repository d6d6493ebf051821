import type { DashboardPart } from '@cairn/workspace/port/dashboard'
import { CATALOGUE_KINDS } from '@cairn/workspace/port/records/catalogues'
import { z } from 'zod/mini'
import { ask, askJson } from '../client/ask.ts'
import type { Connect } from '../client/client.ts'
import { act, actOf } from '../records/acts.ts'
import { moment, renamed } from '../rows/renamed.ts'

const activityRows = z.array(
  renamed({
    id: z.string(),
    kind: z.enum(CATALOGUE_KINDS),
    resource: z.string(),
    action: z.enum(['created', 'updated']),
    userName: z.nullable(z.string()),
    occurredAt: moment,
    act: z.nullable(act),
  }),
)

const outlookAnswer = z.object({
  renewals: z.object({
    total: z.number(),
    items: z.array(
      renamed({ kind: z.enum(CATALOGUE_KINDS), id: z.string(), name: z.string(), renewsOn: z.string() }),
    ),
  }),
  departments: z.array(renamed({ name: z.string(), records: z.number(), withOwner: z.number() })),
})

/** Figures and news of the account, counted and merged by the server. */
export function createDashboard(connect: Connect): DashboardPart {
  return {
    counts: () => ask(connect, (supabase) => supabase.rpc('get_dashboard_counts')),

    async recentActivity() {
      const rows = await askJson(connect, (supabase) => supabase.rpc('get_recent_activity'), activityRows)
      return rows.map(({ userName, act: told, ...row }) => ({
        ...row,
        userName: userName || 'Unknown User',
        act: told && actOf(told),
      }))
    },

    outlook: () => askJson(connect, (supabase) => supabase.rpc('get_outlook'), outlookAnswer),
  }
}
