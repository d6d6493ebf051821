import type { ArrangedPerson } from '@cairn/testing/people'
import type postgres from 'postgres'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

interface NotificationsOf {
  accountId: string
  now: Date
  person: (name: string) => ArrangedPerson | undefined
}

interface Told {
  kind: string
  actor: string
  record: string | null
  payload: Record<string, string | string[]>
  agoMs: number
  isRead: boolean
}

const TOLD: readonly Told[] = [
  {
    kind: 'record_changed',
    actor: 'Dev Placeholder',
    record: 'Identity Provider',
    payload: { fields: ['description', 'status'] },
    agoMs: 8 * MINUTE_MS,
    isRead: false,
  },
  {
    kind: 'owner_assigned',
    actor: 'Eva Demo',
    record: 'Intranet',
    payload: {},
    agoMs: 2 * HOUR_MS,
    isRead: false,
  },
  {
    kind: 'expert_assigned',
    actor: 'Ben Sample',
    record: 'Billing',
    payload: {},
    agoMs: 20 * HOUR_MS,
    isRead: true,
  },
  {
    kind: 'member_joined',
    actor: 'Finn Template',
    record: null,
    payload: { name: 'Finn Template' },
    agoMs: 3 * DAY_MS,
    isRead: true,
  },
]

/**
 * Arranges the notifications of the founder; the latest is unread. Arranging the rest created notifications about
 * actions of nobody.
 */
export async function arrangeNotifications(
  database: postgres.Sql,
  { accountId, now, person }: NotificationsOf,
): Promise<void> {
  await database`delete from public.notifications where account_id = ${accountId}`
  for (const [index, told] of TOLD.entries()) {
    const { actor, record, agoMs, isRead, ...fields } = told
    const at = new Date(now.getTime() - agoMs)
    await database`
      insert into public.notifications (
        account_id, user_id, number, kind, actor_id, record_kind, record_id, record_name, payload, in_app, mail_due,
        created_at, read_at
      )
      select ${accountId}, ${person('Ada Example')?.id ?? null}, ${TOLD.length - index}, ${fields.kind},
        ${person(actor)?.id ?? null}, s.kind, s.id, s.name, ${database.json(fields.payload)}, true, false,
        ${at}, ${isRead ? at : null}
      from (select 1) one
      left join (select 'system' as kind, id, name from public.systems where account_id = ${accountId}) s
        on s.name = ${record}`
  }
}
