import type { AccountJob } from '@cairn/jobs/job'
import type { Privileged } from '@cairn/postgres/pool/privileged'
import { accountsIn } from './accounts.ts'

/** The first time it counts a year of everything that changed. */
const TIME_LIMIT = '10min'

/** Writes down how well the records of each account are covered when a week begins. */
export const keepCoverage = (database: Privileged): AccountJob => ({
  kind: 'by account',
  name: 'keep coverage',
  everySeconds: 3_600,
  accounts: () =>
    accountsIn(database, (sql) => sql`select account from private.accounts_without_coverage() as account`),
  async run(account) {
    await database.transaction(async (tx) => {
      await tx`select set_config('statement_timeout', ${TIME_LIMIT}, true)`
      await tx`select private.store_all_coverage(${account}::uuid)`
    })
    return false
  },
})
