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
import { moment, renamed } from '../rows/renamed.ts'

const PAGE_ROWS = 30

const RECORD_KINDS = [...CATALOGUE_KINDS, 'article'] as const

const text = z.catch(z.nullable(z.string()), null)

const payload = renamed({
  fields: z.catch(z.array(z.string()), []),
  newPermission: z.catch(z.nullable(z.enum(LEVELS)), null),
  name: text,
  others: z.catch(z.number(), 0),
  act: text,
  giver: text,
  amount: z.catch(z.number(), 1),
  reason: text,
  dependents: z.catch(z.array(z.string()), []),
  view: z.catch(
    z.nullable(z.object({ id: z.string(), name: z.string(), came: z.number(), went: z.number() })),
    null,
  ),
  renewsOn: text,
  since: z.catch(z.nullable(moment), null),
  awaySeconds: z.catch(z.nullable(z.number()), null),
  token: z.catch(
    z.nullable(
      renamed({
        name: z.string(),
        endsAt: moment,
        usedAt: z.nullable(moment),
        network: z.nullable(z.string()),
      }),
    ),
    null,
  ),
  serviceAccount: text,
})

const notificationRow = renamed({
  id: z.string(),
  number: z.number(),
  kind: z.string(),
  actorId: z.nullable(z.string()),
  actorName: z.nullable(z.string()),
  actorAvatar: z.nullable(z.string()),
  recordKind: z.nullable(z.enum(RECORD_KINDS)),
  recordId: z.nullable(z.string()),
  recordName: z.nullable(z.string()),
  payload,
  createdAt: moment,
  readAt: z.nullable(z.string()),
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

function manyOf({ kind, recordKind, recordId, payload: { amount } }: Row): Notification['many'] {
  // The records of a handover are counted by its act, see `handoverOf`; those that came into a view, by the view.
  if (kind === 'handed_over' || kind === 'view_changed' || recordKind === null || recordId !== null)
    return null
  return { kind: recordKind, amount }
}

function viewOf({ recordKind, payload: { view } }: Row): Notification['view'] {
  const kind = CATALOGUE_KINDS.find((known) => known === recordKind)
  return view === null || kind === undefined ? null : { ...view, kind }
}

function positionOf(row: Row | undefined): NotificationPosition | null {
  return row ? { number: row.number, id: row.id } : null
}

function notificationOf(row: Row): Notification<string> {
  const { id, kind, actorId, recordKind, recordId, recordName, payload: told } = row
  const { fields, others, reason, dependents, renewsOn, awaySeconds, token, serviceAccount } = told
  return {
    ...{ id, kind, fields, others, reason, dependents, renewsOn, awaySeconds, token, serviceAccount },
    actor: actorId === null ? null : { id: actorId, name: row.actorName, avatarUrl: row.actorAvatar },
    record:
      recordKind === null || recordId === null || recordName === null
        ? null
        : { kind: recordKind, id: recordId, name: recordName },
    many: manyOf(row),
    level: told.newPermission,
    newcomer: told.name,
    handover: handoverOf(told),
    view: viewOf(row),
    silentSince: told.since,
    happenedAt: row.createdAt,
    isRead: row.readAt !== null,
  }
}
