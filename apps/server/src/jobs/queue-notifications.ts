import type { MailQueue } from '@cairn/delivery/port/messages'
import type { AccountJob } from '@cairn/jobs/job'
import type { Privileged } from '@cairn/postgres/pool/privileged'
import type { Notices } from '../notices/notices.ts'
import { queueNotices } from '../notices/queue-notices.ts'
import { accountsIn } from './accounts.ts'

/** Queues the mails about notifications that are due. One that cannot be mailed keeps no other waiting. */
export const queueNotifications = (database: Privileged, mail: MailQueue, notices: Notices): AccountJob => ({
  kind: 'by account',
  name: 'queue notifications',
  everySeconds: 5,
  accounts: () =>
    accountsIn(database, (sql) => sql`select account from private.accounts_to_mail() as account`),
  async run(account, units) {
    let queued = 0
    await units.each({
      kind: 'notification',
      find: (without) => database.statement((sql) => notices.dueNotifications(sql, account, without)),
      async work(ids) {
        queued += await queueNotices(database, mail, (tx) => notices.takeNotifications(tx, account, ids))
      },
    })
    return queued > 0
  },
})
