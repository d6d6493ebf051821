import type postgres from 'postgres'
import { ID } from './cast.ts'

/** The noon from which these tests count. */
const NOON = Date.parse('2027-04-01T12:00Z')
/** A moment so many minutes after noon. */
export const at = (minutes: number): Date => new Date(NOON + minutes * 60_000)

interface Beat {
  kind?: 'automation' | 'agent'
  recordId?: string
  account?: string
  /** The moment from which it is late, in minutes after noon. */
  lateAt: number
  graceSeconds?: number
}

/** A heartbeat of Acme's automation Invoices that reported at noon; returns its id. */
export async function arrangeHeartbeat(
  admin: postgres.Sql,
  { kind = 'automation', recordId = ID.invoices, account = ID.acme, lateAt, graceSeconds = 600 }: Beat,
): Promise<string> {
  const due = new Date(at(lateAt).getTime() - graceSeconds * 1_000)
  const [row] = await admin<{ id: string }[]>`
    insert into public.heartbeats (
      account_id, kind, record_id, token_hash, expects, every_seconds, grace_seconds, status, first_at, last_at, due_at,
      late_at
    )
    values (
      ${account}, ${kind}, ${recordId}, gen_random_uuid()::text, 'interval', 3600, ${graceSeconds}, 'up', ${at(0)},
      ${at(0)}, ${due}, ${at(lateAt)}
    )
    returning id`
  if (row === undefined) throw new Error('A heartbeat is one row.')
  return row.id
}

/** Their ids, as Postgres writes a list. */
export const listed = (rows: readonly { id: string }[]): string => `{${rows.map(({ id }) => id).join(',')}}`

/**
 * Runs the server's frequent check, at a moment in minutes after noon; returns the number of heartbeats noted as late.
 */
export async function lookForLate(server: postgres.Sql, minutes: number): Promise<number> {
  const moment = at(minutes)
  await server`select private.note_answering(${moment})`
  const late = await server<{ id: string }[]>`
    select id from private.late_heartbeats(${moment}, '{}'::text[], 100000) as id`
  const [row] = await server<{ noted: number }[]>`
    select private.mark_late_heartbeats(${moment}, ${listed(late)}::text[]) as noted`
  return row?.noted ?? 0
}

/** Runs the check every half a minute, from one minute to another; returns the minutes in which it noted any. */
export async function lookBetween(server: postgres.Sql, from: number, until: number): Promise<number[]> {
  const noted = []
  for (let minute = from; minute <= until; minute += 0.5)
    if ((await lookForLate(server, minute)) > 0) noted.push(minute)
  return noted
}
