import type {
  Notification,
  NotificationPosition,
  NotificationsPart,
} from '@cairn/workspace/port/notifications'
import { LEVELS } from '@cairn/workspace/port/permission-level'
import { CATALOGUE_KINDS } from '@cairn/workspace/port/records/catalogues'
import { z } from 'zod/mini'
import { ask, askJson, tell } from '../client/ask.ts'
import type { Connect } from '../client/client.ts'
import { momentOf } from '../rows/records.ts'

const PAGE_ROWS = 30

const RECORD_KINDS = [...CATALOGUE_KINDS, 'article'] as const

const payload = z.object({
  fields: z.catch(z.array(z.string()), []),
  new_permission: z.catch(z.nullable(z.enum(LEVELS)), null),
  name: z.catch(z.nullable(z.string()), null),
  others: z.catch(z.number(), 0),
  act: z.catch(z.nullable(z.string()), null),
  giver: z.catch(z.nullable(z.string()), null),
  amount: z.catch(z.number(), 1),
  reason: z.catch(z.nullable(z.string()), null),
  dependents: z.catch(z.array(z.string()), []),
  view: z.catch(
    z.nullable(z.object({ id: z.string(), name: z.string(), came: z.number(), went: z.number() })),
    null,
  ),
  renews_on: z.catch(z.nullable(z.string()), null),
  since: z.catch(z.nullable(z.string()), null),
  away_seconds: z.catch(z.nullable(z.number()), null),
  token: z.catch(
    z.nullable(
      z.object({
        name: z.string(),
        ends_at: z.string(),
        used_at: z.nullable(z.string()),
        network: z.nullable(z.string()),
      }),
    ),
    null,
  ),
  service_account: z.catch(z.nullable(z.string()), null),
})

const notificationRow = z.object({
  id: z.string(),
  number: z.number(),
  kind: z.string(),
  actor_id: z.nullable(z.string()),
  actor_name: z.nullable(z.string()),
  actor_avatar: z.nullable(z.string()),
  record_kind: z.nullable(z.enum(RECORD_KINDS)),
  record_id: z.nullable(z.string()),
  record_name: z.nullable(z.string()),
  payload,
  created_at: z.string(),
  read_at: z.nullable(z.string()),
})
const notificationRows = z.array(notificationRow)

/** The notifications that the server keeps for the signed-in user. */
export function createNotifications(connect: Connect): NotificationsPart {
  return {
    unreadCount: () => ask(connect, (supabase) => supabase.rpc('unread_notification_count')),

    async page({ unreadOnly, after }) {
      const rows = await askJson(
        connect,
        (supabase) =>
          supabase.rpc('get_my_notifications', {
            // A row beyond those shown tells whether there is another page.
            result_limit: PAGE_ROWS + 1,
            unread_only: unreadOnly,
            ...(after && { before_number: after.number, before_id: after.id }),
          }),
        notificationRows,
      )
      const shown = rows.slice(0, PAGE_ROWS)
      return {
        items: shown.map(notificationOf),
        next: rows.length > PAGE_ROWS ? positionOf(shown.at(-1)) : null,
      }
    },

    async markRead(id) {
      const row = { read_at: new Date().toISOString() }
      await tell(connect, (supabase) => supabase.from('notifications').update(row).eq('id', id))
    },

    async markAllRead() {
      await ask(connect, (supabase) => supabase.rpc('mark_all_notifications_read'))
    },
  }
}

function handoverOf({ act, giver, amount }: z.infer<typeof payload>): Notification['handover'] {
  return act === null || giver === null ? null : { act, giver, amount }
}

type Row = z.infer<typeof notificationRow>

function manyOf({ kind, record_kind, record_id, payload: { amount } }: Row): Notification['many'] {
  // The records of a handover are counted by its act, see `handoverOf`; those that came into a view, by the view.
  if (kind === 'handed_over' || kind === 'view_changed' || record_kind === null || record_id !== null)
    return null
  return { kind: record_kind, amount }
}

function viewOf({ record_kind, payload: { view } }: Row): Notification['view'] {
  const kind = CATALOGUE_KINDS.find((known) => known === record_kind)
  return view === null || kind === undefined ? null : { ...view, kind }
}

function tokenOf({ token }: z.infer<typeof payload>): Notification['token'] {
  return (
    token && {
      name: token.name,
      endsAt: new Date(token.ends_at),
      usedAt: momentOf(token.used_at),
      network: token.network,
    }
  )
}

function positionOf(row: Row | undefined): NotificationPosition | null {
  return row ? { number: row.number, id: row.id } : null
}

function notificationOf(row: Row): Notification<string> {
  const { id, kind, actor_id, record_kind, record_id, record_name } = row
  return {
    id,
    kind,
    actor: actor_id === null ? null : { id: actor_id, name: row.actor_name, avatarUrl: row.actor_avatar },
    record:
      record_kind === null || record_id === null || record_name === null
        ? null
        : { kind: record_kind, id: record_id, name: record_name },
    many: manyOf(row),
    fields: row.payload.fields,
    level: row.payload.new_permission,
    newcomer: row.payload.name,
    others: row.payload.others,
    handover: handoverOf(row.payload),
    reason: row.payload.reason,
    dependents: row.payload.dependents,
    view: viewOf(row),
    renewsOn: row.payload.renews_on,
    silentSince: row.payload.since === null ? null : new Date(row.payload.since),
    awaySeconds: row.payload.away_seconds,
    token: tokenOf(row.payload),
    serviceAccount: row.payload.service_account,
    happenedAt: new Date(row.created_at),
    isRead: row.read_at !== null,
  }
}
