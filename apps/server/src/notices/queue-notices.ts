import type { MailQueue, Notice } from '@cairn/delivery/port/messages'
import type { Privileged, Statements } from '@cairn/postgres/pool/privileged'

/**
 * Moves mails that are due into the queue. Taking and queueing happen in one transaction, so each mail is queued once,
 * even when a server is killed in between. Returns how many.
 */
export async function queueNotices(
  database: Privileged,
  mail: MailQueue,
  take: (tx: Statements) => Promise<readonly Notice[]>,
): Promise<number> {
  const queued = await database.transaction(async (tx) => {
    const due = await take(tx)
    for (const notice of due) await mail.enqueueNotice(tx, notice)
    return due.length
  })
  if (queued > 0) mail.wake()
  return queued
}
