import type { AccountJob } from '@cairn/jobs/job'
import type { Privileged } from '@cairn/postgres/privileged'
import { z } from 'zod'
import { accountsIn } from './accounts.ts'

/** Few enough that nobody has to wait for them. */
const BATCH = 2_000

const countedRows = z.tuple([z.object({ counted: z.number() })])

/** Brings changes of records into the figures of gaps, so that readers need not look at the records. */
export const countRecords = (database: Privileged): AccountJob => ({
  kind: 'by account',
  name: 'count records',
  everySeconds: 5,
  accounts: () =>
    accountsIn(database, (sql) => sql`select account from private.accounts_to_count() as account`),
  async run(account) {
    const answer = await database.statement(
      (sql) => sql`select private.count_marked(${account}::uuid, ${BATCH}) as counted`,
    )
    const [{ counted }] = countedRows.parse(answer)
    return counted >= BATCH
  },
})
