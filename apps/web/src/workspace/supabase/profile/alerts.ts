import type { AlertsPart } from '@cairn/workspace/port/alerts'
import { DEFAULT_ESCALATION_HOURS } from '@cairn/workspace/rules/preferences'
import { z } from 'zod/mini'
import { signedInId } from '../account/membership.ts'
import { ask, askJson, askOrNull, tell } from '../client/ask.ts'
import type { Connect } from '../client/client.ts'
import { changedNow } from '../rows/records.ts'
import { moment, renamed } from '../rows/renamed.ts'

const windows = z.array(renamed({ id: z.string(), startsAt: moment, endsAt: moment, note: z.string() }))
const underway = z.array(renamed({ recordId: z.string(), endsAt: moment }))
const deputy = z.nullable(
  renamed({ deputyId: z.nullable(z.string()), awayFrom: z.nullable(moment), awayUntil: z.nullable(moment) }),
)
const contact = z.nullable(renamed({ chatUrl: z.string(), email: z.nullable(z.string()) }))
const addresses = z.array(
  renamed({
    id: z.string(),
    viewId: z.nullable(z.string()),
    teamId: z.nullable(z.string()),
    createdAt: moment,
    lastUsedAt: z.nullable(moment),
  }),
)

/** Maintenance of records, whom alerts reach, and the addresses of calendars. */
export function createAlerts(connect: Connect): AlertsPart {
  return { ...maintenanceOf(connect), ...contactsOf(connect), ...reachOf(connect), ...calendarsOf(connect) }
}

type Maintenance = Pick<AlertsPart, 'maintenance' | 'inMaintenance' | 'addMaintenance' | 'removeMaintenance'>
type Contacts = Pick<AlertsPart, 'contact' | 'saveContact'>
type Calendars = Pick<AlertsPart, 'calendars' | 'makeCalendar' | 'renewCalendar' | 'removeCalendar'>

function maintenanceOf(connect: Connect): Maintenance {
  return {
    maintenance: (recordId) =>
      askJson(
        connect,
        (supabase) =>
          supabase
            .from('maintenance_windows')
            .select('id, starts_at, ends_at, note')
            .eq('record_id', recordId)
            .gt('ends_at', 'now')
            .order('starts_at'),
        windows,
      ),
    async inMaintenance(recordIds) {
      const rows = await askJson(
        connect,
        (supabase) =>
          supabase
            .from('maintenance_windows')
            .select('record_id, ends_at')
            .in('record_id', [...recordIds])
            .lte('starts_at', 'now')
            .gt('ends_at', 'now'),
        underway,
      )
      return new Map(rows.map(({ recordId, endsAt }) => [recordId, endsAt]))
    },
    async addMaintenance({ recordId, startsAt, endsAt, note }) {
      const row = {
        record_id: recordId,
        starts_at: (startsAt ?? new Date()).toISOString(),
        ends_at: endsAt.toISOString(),
        note,
      }
      await tell(connect, (supabase) => supabase.from('maintenance_windows').insert(row))
    },
    async removeMaintenance(id) {
      await ask(connect, (supabase) =>
        supabase.from('maintenance_windows').delete().eq('id', id).select('id').single(),
      )
    },
  }
}

function contactsOf(connect: Connect): Contacts {
  return {
    contact: (memberId) =>
      askJson(connect, (supabase) => supabase.rpc('get_contact', { target_user_id: memberId }), contact),
    async saveContact({ chatUrl, showsEmail }) {
      await tell(connect, (supabase) =>
        supabase.rpc('set_my_contact', { chat_url: chatUrl, shows_email: showsEmail }),
      )
    },
  }
}

function reachOf(connect: Connect): Omit<AlertsPart, keyof Maintenance | keyof Contacts | keyof Calendars> {
  return {
    async deputy() {
      const personId = await signedInId(connect)
      const row = await askJson(
        connect,
        (supabase) =>
          supabase
            .from('deputies')
            .select('deputy_id, away_from, away_until')
            .eq('user_id', personId)
            .maybeSingle(),
        deputy,
      )
      return row ?? { deputyId: null, awayFrom: null, awayUntil: null }
    },
    async nameDeputy({ deputyId, awayFrom, awayUntil }) {
      await tell(connect, (supabase) =>
        supabase.rpc('name_deputy', {
          ...(deputyId && { deputy_param: deputyId }),
          ...(awayFrom && { away_from_param: awayFrom.toISOString() }),
          ...(awayUntil && { away_until_param: awayUntil.toISOString() }),
        }),
      )
    },
    async quietHours() {
      const personId = await signedInId(connect)
      const row = await askOrNull(connect, (supabase) =>
        supabase
          .from('notification_preferences')
          .select('quiet_from, quiet_until')
          .eq('user_id', personId)
          .maybeSingle(),
      )
      if (!row?.quiet_from || !row.quiet_until) return null
      return { from: row.quiet_from.slice(0, 5), until: row.quiet_until.slice(0, 5) }
    },
    async saveQuietHours(hours) {
      const row = {
        quiet_from: hours?.from ?? null,
        quiet_until: hours?.until ?? null,
        user_id: await signedInId(connect),
        ...changedNow(),
      }
      await tell(connect, (supabase) =>
        supabase.from('notification_preferences').upsert(row, { onConflict: 'user_id' }),
      )
    },
    async escalation() {
      const row = await askOrNull(connect, (supabase) =>
        supabase.from('alert_settings').select('escalate_after_hours').maybeSingle(),
      )
      return row?.escalate_after_hours ?? DEFAULT_ESCALATION_HOURS
    },
    async saveEscalation(hours) {
      await tell(connect, (supabase) =>
        supabase.from('alert_settings').upsert({ escalate_after_hours: hours }, { onConflict: 'account_id' }),
      )
    },
  }
}

const secret = z.object({ token: z.string() })

function calendarsOf(connect: Connect): Calendars {
  return {
    calendars: () =>
      askJson(
        connect,
        (supabase) =>
          supabase
            .from('calendar_addresses')
            .select('id, view_id, team_id, created_at, last_used_at')
            .order('created_at'),
        addresses,
      ),
    async makeCalendar({ viewId, teamId }) {
      const sent = {
        ...(viewId !== null && { view_param: viewId }),
        ...(teamId !== null && { team_param: teamId }),
      }
      return (await askJson(connect, (supabase) => supabase.rpc('make_calendar_address', sent), secret)).token
    },
    async renewCalendar(id) {
      const sent = { id_param: id }
      return (await askJson(connect, (supabase) => supabase.rpc('renew_calendar_address', sent), secret))
        .token
    },
    async removeCalendar(id) {
      await tell(connect, (supabase) => supabase.rpc('remove_calendar_address', { id_param: id }))
    },
  }
}
