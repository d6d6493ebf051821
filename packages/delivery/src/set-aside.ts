import type { Statements } from '@cairn/postgres/pool/privileged'
import { z } from 'zod'

const setAside = z.object({
  id: z.string(),
  template: z.string(),
  attempts: z.number(),
  set_aside_at: z.date(),
  error: z.string(),
})

/** A message that could not be put together. */
export type MessageSetAside = z.output<typeof setAside>

/** Keeps a message that cannot be put together for the operator. It is not tried again until somebody asks for it. */
export async function setMessageAside(sql: Statements, id: string, error: string): Promise<void> {
  await sql`update auth.mail_queue set set_aside_at = now(), error = ${error} where id = ${id}`
}

/** The messages that were set aside, the oldest first, without recipients. */
export async function listMessagesSetAside(sql: Statements): Promise<MessageSetAside[]> {
  const rows = await sql`
    select id, template, attempts, set_aside_at, error
    from auth.mail_queue
    where set_aside_at is not null
    order by set_aside_at, id`
  return z.array(setAside).parse([...rows])
}

/** Retries all of them, with as many attempts as the first time; returns how many. */
export async function retryMessagesSetAside(sql: Statements): Promise<number> {
  const retried = await sql`
    update auth.mail_queue
    set set_aside_at = null, error = null, attempts = 0, next_attempt_at = now()
    where set_aside_at is not null`
  return retried.count
}

/** Tries all of them once more: a server of another version may be able to put them together. */
export async function tryMessagesSetAside(sql: Statements): Promise<void> {
  await sql`
    update auth.mail_queue set set_aside_at = null, error = null, next_attempt_at = now()
    where set_aside_at is not null`
}
