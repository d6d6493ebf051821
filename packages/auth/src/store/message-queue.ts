import type { Transaction } from './transaction.ts'

/** How a message travels. */
export type MessageChannel = 'email' | 'sms' | 'whatsapp'

/** A mail or text message that has still to be sent. */
export interface QueuedMessageRow {
  id: string
  channel: MessageChannel
  template: string
  recipient: string
  values_sealed: Uint8Array
  created_at: Date
  /** How often it has been tried, this time included. */
  attempts: number
  age_ms: number
}

/** For so long a mail belongs to the sender that took it; if the sender dies, another one takes over. */
const LEASE_SECONDS = 120

export async function insertMessage(
  tx: Transaction,
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

/** Takes mails that are due, the oldest first, for as long as the lease lasts. Several senders never get the same one. */
export async function leaseDueMessages(tx: Transaction, atMost: number): Promise<QueuedMessageRow[]> {
  return tx<QueuedMessageRow[]>`
    update auth.mail_queue
    set attempts = attempts + 1, next_attempt_at = now() + make_interval(secs => ${LEASE_SECONDS})
    where id in (
      select id from auth.mail_queue
      where next_attempt_at <= now()
      order by next_attempt_at
      limit ${atMost}
      for update skip locked
    )
    returning
      id, channel, template, recipient, values_sealed, created_at, attempts,
      (extract(epoch from now() - created_at) * 1000)::float8 as age_ms`
}

/** Tries again later. */
export async function postponeMessage(tx: Transaction, id: string, inMs: number): Promise<void> {
  await tx`
    update auth.mail_queue set next_attempt_at = now() + make_interval(secs => ${inMs / 1_000}) where id = ${id}`
}

/** It has been sent, or is worth nothing any more. */
export async function deleteMessage(tx: Transaction, id: string): Promise<void> {
  await tx`delete from auth.mail_queue where id = ${id}`
}
