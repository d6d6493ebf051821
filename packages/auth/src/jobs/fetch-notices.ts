import type { Privileged } from '@cairn/postgres/privileged'
import type { Notices } from '../delivery/mail/notice.ts'
import type { MailQueue } from '../delivery/mail/queue.ts'

interface NoticesOptions {
  database: Privileged
  notices: Notices
  queue: MailQueue
}

/**
 * Moves the product's mails that are due into the queue. Taking and queueing happen in one transaction, so each mail is
 * queued once, even when a server is killed in between.
 */
export function createNoticeFetcher({ database, notices, queue }: NoticesOptions): () => Promise<void> {
  return async () => {
    const queued = await database.transaction(async (tx) => {
      const due = await notices.take(tx)
      for (const notice of due) await queue.enqueueNotice(tx, notice)
      return due.length
    })
    if (queued > 0) queue.wake()
  }
}
