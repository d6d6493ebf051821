import type { Statements } from '@cairn/postgres/privileged'

/** The channel of a message. */
export type MessageChannel = 'email' | 'sms' | 'whatsapp'

/** A mail or SMS that has still to be sent. */
export interface QueuedMessageRow {
  id: string
  channel: MessageChannel
  template: string
  recipient: string
  values_sealed: Uint8Array
  created_at: Date
  /** How many attempts there were, including this one. */
  attempts: number
}

/**
 * How long a message belongs to the sender that took it, unless it says that it is still at it; when that sender is
 * killed, another takes over.
 */
const LEASE_SECONDS = 5
/** No message waits longer than this for its next attempt: what waits longer was written before the clock was set back. */
const LONGEST_WAIT_MINUTES = 20

export async function insertMessage(
  tx: Statements,
  mail: {
    id: string
    channel: MessageChannel
    template: string
    recipient: string
    valuesSealed: Uint8Array
  },
): Promise<void> {
  await tx`
    insert into auth.mail_queue (id, channel, template, recipient, values_sealed)
    values (${mail.id}, ${mail.channel}, ${mail.template}, ${mail.recipient}, ${Buffer.from(mail.valuesSealed)})`
}

/** Leases messages that are due, the oldest first. No two senders get the same message. */
export async function leaseDueMessages(tx: Statements, atMost: number): Promise<QueuedMessageRow[]> {
  return tx<QueuedMessageRow[]>`
    update auth.mail_queue
    set attempts = attempts + 1, next_attempt_at = now() + make_interval(secs => ${LEASE_SECONDS})
    where id in (
      select id from auth.mail_queue
      where
        next_attempt_at <= now()
        or next_attempt_at > now() + make_interval(mins => ${LONGEST_WAIT_MINUTES})
      order by next_attempt_at
      limit ${atMost}
      for update skip locked
    )
    returning
      id, channel, template, recipient, values_sealed, created_at, attempts`
}

/** Says of leased messages that they are still being sent. */
export async function renewLeases(sql: Statements, ids: readonly string[]): Promise<void> {
  await sql`
    update auth.mail_queue
    set next_attempt_at = now() + make_interval(secs => ${LEASE_SECONDS})
    where id = any(${[...ids]}::uuid[])`
}

/** How long the oldest message has been waiting, in seconds; null when none waits. */
export async function oldestMessageSeconds(sql: Statements): Promise<number | null> {
  const [row] = await sql<{ seconds: number | null }[]>`
    select floor(extract(epoch from now() - min(created_at)))::int as seconds from auth.mail_queue`
  return row?.seconds ?? null
}

/** Lets the message be retried later. */
export async function postponeMessage(tx: Statements, id: string, inMs: number): Promise<void> {
  await tx`
    update auth.mail_queue set next_attempt_at = now() + make_interval(secs => ${inMs / 1_000}) where id = ${id}`
}

/** Takes a message out of the queue that was sent or given up. */
export async function deleteMessage(tx: Statements, id: string): Promise<void> {
  await tx`delete from auth.mail_queue where id = ${id}`
}
