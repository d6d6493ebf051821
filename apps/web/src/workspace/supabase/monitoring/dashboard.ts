import type { DashboardPart } from '@cairn/workspace/port/dashboard'
import { CATALOGUE_KINDS, CATALOGUE_TABLES } from '@cairn/workspace/port/records/catalogues'
import { z } from 'zod/mini'
import { ask } from '../client/ask.ts'
import type { Connect } from '../client/client.ts'

const countsRow = z.record(z.enum(CATALOGUE_TABLES), z.number())

const activityRows = z.array(
  z.object({
    id: z.string(),
    kind: z.enum(CATALOGUE_KINDS),
    resource: z.string(),
    action: z.enum(['created', 'updated']),
    user_name: z.nullable(z.string()),
    occurred_at: z.string(),
  }),
)

const outlookAnswer = z.object({
  renewals: z.object({
    total: z.number(),
    items: z.array(
      z.object({ kind: z.enum(CATALOGUE_KINDS), id: z.string(), name: z.string(), renews_on: z.string() }),
    ),
  }),
  departments: z.array(z.object({ name: z.string(), records: z.number(), with_owner: z.number() })),
})

/** Figures and news of the account, counted and merged by the server. */
export function createDashboard(connect: Connect): DashboardPart {
  return {
    counts: () => ask(connect, (supabase) => supabase.rpc('get_dashboard_counts'), countsRow),

    async recentActivity() {
      const rows = await ask(connect, (supabase) => supabase.rpc('get_recent_activity'), activityRows)
      return rows.map(({ id, kind, resource, action, user_name, occurred_at }) => ({
        id,
        kind,
        resource,
        action,
        userName: user_name || 'Unknown User',
        occurredAt: new Date(occurred_at),
      }))
    },

    async outlook() {
      const { renewals, departments } = await ask(
        connect,
        (supabase) => supabase.rpc('get_outlook'),
        outlookAnswer,
      )
      return {
        renewals: {
          total: renewals.total,
          items: renewals.items.map(({ renews_on, ...record }) => ({ ...record, renewsOn: renews_on })),
        },
        departments: departments.map(({ with_owner, ...rest }) => ({ ...rest, withOwner: with_owner })),
      }
    },
  }
}
