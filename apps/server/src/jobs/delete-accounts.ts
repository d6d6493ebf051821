import { noteOperatorAct } from '@cairn/auth/operator-log'
import { deleteUser } from '@cairn/auth/store/users-admin'
import type { AccountJob } from '@cairn/jobs/job'
import type { Privileged } from '@cairn/postgres/pool/privileged'
import { z } from 'zod'
import type { Observe } from '../observe/events.ts'
import { accountsIn } from './accounts.ts'

const memberRows = z.array(z.object({ member: z.string() }))

/** An account can hold a million rows, and each goes by itself. */
const PATIENCE = '1h'

/** Deletes accounts a week after an operator has arranged it, with the users of their members. */
export const deleteAccounts = (database: Privileged, observe: Observe): AccountJob => ({
  kind: 'by account',
  name: 'delete accounts',
  everySeconds: 3_600,
  accounts: () =>
    accountsIn(database, (sql) => sql`select account from private.accounts_due_for_deletion() as account`),
  async run(account) {
    const deleted = await database.transaction(async (tx) => {
      await tx`select set_config('statement_timeout', ${PATIENCE}, true)`
      // Kept a moment ago, or deleted by another server.
      const [found] = await tx<[{ due: boolean }]>`
        select ${account}::uuid in (select private.accounts_due_for_deletion()) as due`
      if (!found.due) return 0
      const rows = await tx`select member::text from private.delete_account(${account}::uuid) as member`
      const members = memberRows.parse([...rows])
      for (const { member } of members) await deleteUser(tx, member)
      await noteOperatorAct(tx, {
        command: 'delete-account',
        by: 'the server, as arranged',
        userId: null,
        traits: { account, members: String(members.length) },
      })
      return members.length
    })
    observe({ kind: 'purged', what: 'members of a deleted account', rows: deleted })
    return false
  },
})
