import type { MailQueue } from '@cairn/delivery/port/messages'
import type { AccountJob } from '@cairn/jobs/job'
import type { Privileged } from '@cairn/postgres/privileged'
import type { Notices } from '../notices/notices.ts'
import { queueNotices } from '../notices/queue-notices.ts'
import { accountsIn } from './accounts.ts'

/** Queues the weekly digests that are due. */
export const queueDigests = (database: Privileged, mail: MailQueue, notices: Notices): AccountJob => ({
  kind: 'by account',
  name: 'queue digests',
  everySeconds: 5,
  accounts: () =>
    accountsIn(
      database,
      (sql) => sql`
        select account from private.accounts_to_digest(coalesce(${notices.moment()}, now())) as account`,
    ),
  async run(account) {
    await queueNotices(database, mail, (tx) => notices.takeDigests(tx, account))
    return false
  },
})
