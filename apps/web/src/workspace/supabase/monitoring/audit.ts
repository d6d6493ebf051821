import { WorkspaceError } from '@cairn/workspace/errors'
import {
  AUDIT_PAGE,
  type AuditEntry,
  type AuditFilter,
  type AuditPart,
  type AuditPosition,
  SEVERITIES,
  type SecurityOverview,
} from '@cairn/workspace/port/audit'
import { z } from 'zod/mini'
import { ask } from '../client/ask.ts'
import type { Connect } from '../client/client.ts'

const entryRow = z.object({
  id: z.string(),
  user_id: z.nullable(z.string()),
  user_name: z.nullable(z.string()),
  action: z.string(),
  severity: z.enum(SEVERITIES),
  resource_type: z.string(),
  resource_id: z.nullable(z.string()),
  resource_name: z.nullable(z.string()),
  details: z.record(z.string(), z.unknown()),
  user_agent: z.nullable(z.string()),
  ip_address: z.nullable(z.string()),
  source: z.enum(['server', 'browser']),
  created_at: z.string(),
})

const filtersAnswer = z.object({
  actions: z.array(z.string()),
  people: z.array(z.object({ id: z.string(), name: z.string() })),
})

const members = z.array(z.object({ id: z.string(), name: z.string() }))

const overviewAnswer = z.object({
  figures: z.object({
    events: z.number(),
    failed_sign_ins: z.number(),
    lock_outs: z.number(),
    level_changes: z.number(),
    by_day: z.array(z.object({ day: z.string(), events: z.number(), failed_sign_ins: z.number() })),
  }),
  newest: z.array(entryRow),
  level_changes: z.array(entryRow),
  open_lock_outs: z.array(z.object({ id: z.string(), name: z.string(), locked_until: z.string() })),
  without_second_factor: z.nullable(members),
  not_seen: z.nullable(members),
  stale_invitations: z.number(),
})

const activityRow = z.object({
  id: z.string(),
  action: z.string(),
  user_agent: z.nullable(z.string()),
  ip_address: z.nullable(z.string()),
  source: z.enum(['server', 'browser']),
  created_at: z.string(),
})

/** No row, where one was expected. */
const noRow = z.object({ code: z.literal('PGRST116') })

/** The audit log, as the server's procedures have it. Only admins are answered. */
export function createAudit(connect: Connect): AuditPart {
  return {
    async page(filter, after, rows = AUDIT_PAGE) {
      const args = { ...argumentsOf(filter, after), rows_param: rows }
      const found = await ask(connect, (supabase) => supabase.rpc('get_audit_log', args), z.array(entryRow))
      const last = found.length === rows ? found.at(-1) : undefined
      return {
        entries: found.map(entryOf),
        next: last ? { at: last.created_at, id: last.id } : null,
      }
    },

    filters: () => ask(connect, (supabase) => supabase.rpc('get_audit_filters'), filtersAnswer),

    async overview() {
      try {
        return overviewOf(
          await ask(connect, (supabase) => supabase.rpc('get_security_overview'), overviewAnswer),
        )
      } catch (error) {
        // Nothing to read is no failure (SEC-17).
        if (error instanceof WorkspaceError && noRow.safeParse(error.cause).success) return null
        throw error
      }
    },

    releaseLockOut: (personId) =>
      ask(connect, (supabase) => supabase.rpc('release_lock_out', { user_id_param: personId }), z.boolean()),

    remindOfSecondFactor: (personId) =>
      ask(
        connect,
        (supabase) => supabase.rpc('remind_of_second_factor', { user_id_param: personId }),
        z.boolean(),
      ),

    async ownActivity() {
      const rows = await ask(
        connect,
        (supabase) => supabase.rpc('get_my_security_activity'),
        z.array(activityRow),
      )
      return rows.map(({ id, action, user_agent, ip_address, source, created_at }) => ({
        id,
        action,
        userAgent: user_agent,
        address: ip_address,
        source,
        at: new Date(created_at),
      }))
    },
  }
}

function argumentsOf({ action, personId, severity, from, until }: AuditFilter, after: AuditPosition | null) {
  return {
    ...(action !== null && { action_param: action }),
    ...(personId !== null && { person_param: personId }),
    ...(severity !== null && { severity_param: severity }),
    ...(from !== null && { from_param: from.toISOString() }),
    ...(until !== null && { until_param: until.toISOString() }),
    ...(after !== null && { before_time: after.at, before_id: after.id }),
  }
}

function overviewOf(answer: z.infer<typeof overviewAnswer>): SecurityOverview {
  const { figures } = answer
  return {
    figures: {
      events: figures.events,
      failedSignIns: figures.failed_sign_ins,
      lockOuts: figures.lock_outs,
      levelChanges: figures.level_changes,
    },
    byDay: figures.by_day.map(({ day, events, failed_sign_ins: failedSignIns }) => ({
      day,
      events,
      failedSignIns,
    })),
    newest: answer.newest.map(entryOf),
    levelChanges: answer.level_changes.map(entryOf),
    openLockOuts: answer.open_lock_outs.map(({ id, name, locked_until: until }) => ({
      id,
      name,
      until: new Date(until),
    })),
    withoutSecondFactor: answer.without_second_factor,
    notSeen: answer.not_seen,
    staleInvitations: answer.stale_invitations,
  }
}

function entryOf(row: z.infer<typeof entryRow>): AuditEntry {
  return {
    id: row.id,
    action: row.action,
    severity: row.severity,
    person: row.user_id === null ? null : { id: row.user_id, name: row.user_name },
    resource: { type: row.resource_type, id: row.resource_id, name: row.resource_name },
    details: row.details,
    userAgent: row.user_agent,
    address: row.ip_address,
    source: row.source,
    at: new Date(row.created_at),
  }
}
