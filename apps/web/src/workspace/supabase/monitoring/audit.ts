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
import { ask, askJson } from '../client/ask.ts'
import type { Connect } from '../client/client.ts'
import { moment, renamed } from '../rows/renamed.ts'

const entryRow = renamed({
  id: z.string(),
  action: z.string(),
  userAgent: z.nullable(z.string()),
  ipAddress: z.nullable(z.string()),
  source: z.enum(['server', 'browser']),
  createdAt: z.string(),
  userId: z.nullable(z.string()),
  userName: z.nullable(z.string()),
  severity: z.enum(SEVERITIES),
  resourceType: z.string(),
  resourceId: z.nullable(z.string()),
  resourceName: z.nullable(z.string()),
  details: z.record(z.string(), z.unknown()),
})

const filtersAnswer = z.object({
  actions: z.array(z.string()),
  people: z.array(z.object({ id: z.string(), name: z.string() })),
})

const members = z.array(z.object({ id: z.string(), name: z.string() }))

const overviewAnswer = renamed({
  figures: renamed({
    events: z.number(),
    failedSignIns: z.number(),
    lockOuts: z.number(),
    levelChanges: z.number(),
    byDay: z.array(renamed({ day: z.string(), events: z.number(), failedSignIns: z.number() })),
  }),
  newest: z.array(entryRow),
  levelChanges: z.array(entryRow),
  openLockOuts: z.array(renamed({ id: z.string(), name: z.string(), lockedUntil: moment })),
  withoutSecondFactor: z.nullable(members),
  notSeen: z.nullable(members),
  staleInvitations: z.number(),
})

/** No row, where one was expected. */
const noRow = z.object({ code: z.literal('PGRST116') })

/** The audit log, as the server's procedures have it. Only admins are answered. */
export function createAudit(connect: Connect): AuditPart {
  return {
    async page(filter, after, rows = AUDIT_PAGE) {
      const args = { ...argumentsOf(filter, after), rows_param: rows }
      const found = await askJson(
        connect,
        (supabase) => supabase.rpc('get_audit_log', args),
        z.array(entryRow),
      )
      const last = found.length === rows ? found.at(-1) : undefined
      return {
        entries: found.map(entryOf),
        next: last ? { at: last.createdAt, id: last.id } : null,
      }
    },

    filters: () => askJson(connect, (supabase) => supabase.rpc('get_audit_filters'), filtersAnswer),

    async overview() {
      try {
        return overviewOf(
          await askJson(connect, (supabase) => supabase.rpc('get_security_overview'), overviewAnswer),
        )
      } catch (error) {
        // Nothing to read is no failure (SEC-17).
        if (error instanceof WorkspaceError && noRow.safeParse(error.cause).success) return null
        throw error
      }
    },

    releaseLockOut: (personId) =>
      ask(connect, (supabase) => supabase.rpc('release_lock_out', { user_id_param: personId })),

    remindOfSecondFactor: (personId) =>
      ask(connect, (supabase) => supabase.rpc('remind_of_second_factor', { user_id_param: personId })),

    async ownActivity() {
      const rows = await ask(connect, (supabase) =>
        supabase
          .rpc('get_my_security_activity')
          .select('id, action, source, userAgent:user_agent, address:ip_address, createdAt:created_at'),
      )
      return rows.map(({ createdAt, ...row }) => ({ ...row, at: new Date(createdAt) }))
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

function overviewOf({ figures, ...answer }: z.output<typeof overviewAnswer>): SecurityOverview {
  const { byDay, ...counts } = figures
  return {
    ...{ figures: counts, byDay },
    newest: answer.newest.map(entryOf),
    levelChanges: answer.levelChanges.map(entryOf),
    openLockOuts: answer.openLockOuts.map(({ lockedUntil: until, ...member }) => ({ ...member, until })),
    ...{ withoutSecondFactor: answer.withoutSecondFactor, notSeen: answer.notSeen },
    staleInvitations: answer.staleInvitations,
  }
}

function entryOf(row: z.output<typeof entryRow>): AuditEntry {
  const { userId, userName, resourceType: type, resourceId, resourceName, ...event } = row
  const { ipAddress: address, createdAt, ...noted } = event
  return {
    ...{ ...noted, address, at: new Date(createdAt) },
    person: userId === null ? null : { id: userId, name: userName },
    resource: { type, id: resourceId, name: resourceName },
  }
}
