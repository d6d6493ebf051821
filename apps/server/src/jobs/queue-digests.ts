import type { MailQueue } from '@cairn/delivery/port/messages'
import type { AccountJob } from '@cairn/jobs/job'
import type { Privileged } from '@cairn/postgres/pool/privileged'
import type { Notices } from '../notices/notices.ts'
import { queueNotices } from '../notices/queue-notices.ts'
import { accountsIn } from './accounts.ts'

/** Queues the weekly digests that are due. A member whose digest fails keeps no other waiting. */
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
  async run(account, units) {
    let queued = 0
    await units.each({
      kind: 'member',
      find: (without) => database.statement((sql) => notices.dueDigests(sql, account, without)),
      async work(people) {
        queued += await queueNotices(database, mail, (tx) => notices.takeDigests(tx, account, people))
      },
    })
    return queued > 0
  },
})
