import type { Statements } from '@cairn/postgres/pool/privileged'
import { PRIORITIES, type Priority } from './port/priority.ts'

/** The channel of a message. */
export type MessageChannel = 'email' | 'sms' | 'whatsapp'

/** A mail or SMS that has yet to be sent. */
export interface QueuedMessageRow {
  id: string
  channel: MessageChannel
  template: string
  recipient: string
  /** The number of its {@link PRIORITIES} entry: the lowest is sent first. */
  priority: number
  values_sealed: Uint8Array
  created_at: Date
  /** The number of attempts, including this one. */
  attempts: number
}

/** The messages that a sender has room for. */
export interface Wanted {
  channels: readonly MessageChannel[]
  /** Excludes messages with a higher number, which can wait. */
  lowestPriority: number
  /** Whether messages are included that were tried before. */
  retries: boolean
  /** Receivers that get none now (see {@link receiverOf}). */
  without: readonly string[]
}

/**
 * How long a message belongs to the sender that leased it, unless the sender renews the lease; when that sender is
 * killed, another takes over.
 */
const LEASE_SECONDS = 5
/** The longest wait of a message for its next attempt: a longer one was stored before the clock was set back. */
const LONGEST_WAIT_MINUTES = 20

export async function insertMessage(
  tx: Statements,
  mail: {
    id: string
    channel: MessageChannel
    template: string
    recipient: string
    priority: Priority
    valuesSealed: Uint8Array
  },
): Promise<void> {
  await tx`
    insert into auth.mail_queue (id, channel, template, recipient, priority, values_sealed)
    values (
      ${mail.id}, ${mail.channel}, ${mail.template}, ${mail.recipient}, ${PRIORITIES[mail.priority]},
      ${Buffer.from(mail.valuesSealed)}
    )`
}

/**
 * The receiver that may delay its messages: the domain of a mail address, or a phone number. The same as in
 * {@link leaseMessage}.
 */
export function receiverOf({ recipient }: Pick<QueuedMessageRow, 'recipient'>): string {
  return recipient.slice(recipient.lastIndexOf('@') + 1).toLowerCase()
}

/**
 * Leases a message that is due: of the wanted ones the one with the lowest priority number that has waited longest.
 * Null when there is none. No two senders get the same message.
 */
export async function leaseMessage(sql: Statements, wanted: Wanted): Promise<QueuedMessageRow | null> {
  const [leased] = await sql<QueuedMessageRow[]>`
    update auth.mail_queue
    set attempts = attempts + 1, next_attempt_at = now() + make_interval(secs => ${LEASE_SECONDS})
    where id = (
      select id from auth.mail_queue
      where
        set_aside_at is null
        and next_attempt_at <= now()
        and priority <= ${wanted.lowestPriority}
        and channel = any(${[...wanted.channels]}::text[])
        and (attempts = 0 or ${wanted.retries})
        and lower(substring(recipient from '[^@]*$')) <> all(${[...wanted.without]}::text[])
      order by priority, next_attempt_at
      limit 1
      for update skip locked
    )
    returning
      id, channel, template, recipient, priority, values_sealed, created_at, attempts`
  return leased ?? null
}

/** Makes messages due that were postponed before the clock was set back. */
export async function dueAfterClockWasSet(sql: Statements): Promise<void> {
  await sql`
    update auth.mail_queue set next_attempt_at = now()
    where next_attempt_at > now() + make_interval(mins => ${LONGEST_WAIT_MINUTES})`
}

/** Renews the leases of messages that are still being sent. */
export async function renewLeases(sql: Statements, ids: readonly string[]): Promise<void> {
  await sql`
    update auth.mail_queue
    set next_attempt_at = now() + make_interval(secs => ${LEASE_SECONDS})
    where id = any(${[...ids]}::uuid[])`
}

/** How long the oldest message has been waiting, in seconds; null when none waits. */
export async function oldestMessageSeconds(sql: Statements): Promise<number | null> {
  const [row] = await sql<{ seconds: number | null }[]>`
    select floor(extract(epoch from now() - min(created_at)))::int as seconds
    from auth.mail_queue
    where set_aside_at is null`
  return row?.seconds ?? null
}

/** Postpones the message to be retried later. */
export async function postponeMessage(tx: Statements, id: string, inMs: number): Promise<void> {
  await tx`
    update auth.mail_queue set next_attempt_at = now() + make_interval(secs => ${inMs / 1_000}) where id = ${id}`
}

/** Deletes a message from the queue that was sent or given up. */
export async function deleteMessage(tx: Statements, id: string): Promise<void> {
  await tx`delete from auth.mail_queue where id = ${id}`
}
