import type postgres from 'postgres'
import type { Person } from './cast.ts'
import { become, type Stage } from './stage.ts'

interface Notification {
  kind: string
  actor_name: string | null
  record_kind: string | null
  record_id: string | null
  record_name: string | null
  payload: unknown
  read_at: Date | null
}

/** The notifications in a person's list, newest first. */
export async function notificationsOf(tx: postgres.TransactionSql, person: Person): Promise<Notification[]> {
  await become(tx, person)
  const rows = await tx<Notification[]>`
    select kind, actor_name, record_kind, record_id, record_name, payload, read_at from public.get_my_notifications()`
  return [...rows].map((row) => ({ ...row }))
}

/** The notifications that a person gets of another one's action, which is rolled back. */
export function told(
  stage: Stage,
  person: Person,
  actor: Person,
  ...statements: string[]
): Promise<Notification[]> {
  return stage.as(actor, async (tx) => {
    for (const statement of statements) await tx.unsafe(statement)
    return notificationsOf(tx, person)
  })
}
