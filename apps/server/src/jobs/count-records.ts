import type { AccountJob } from '@cairn/jobs/job'
import type { Privileged } from '@cairn/postgres/pool/privileged'
import { z } from 'zod'
import { accountsIn } from './accounts.ts'

/** Few enough that nobody has to wait for them. */
const BATCH = 2_000

const recordRows = z.array(z.object({ record: z.string() }))
const countedRows = z.tuple([z.object({ counted: z.number() })])

/**
 * Brings changes of records into the figures of gaps, so that readers need not look at the records, and into the counts of
 * contributions what found them busy.
 */
export const countRecords = (database: Privileged): AccountJob => ({
  kind: 'by account',
  name: 'count records',
  everySeconds: 5,
  accounts: () =>
    accountsIn(database, (sql) => sql`select account from private.accounts_to_count() as account`),
  async run(account, units) {
    let some = false
    await database.statement((sql) => sql`select private.count_left_contributions(${account}::uuid)`)
    const found = await units.each({
      kind: 'record',
      async find(without) {
        const marked = await database.statement(
          (sql) => sql`
            select record from private.marked_records(${account}::uuid, ${[...without]}::text[], ${BATCH}) as record`,
        )
        return recordRows.parse(marked).map(({ record }) => record)
      },
      async work(records) {
        const answer = await database.statement(
          (sql) =>
            sql`select private.count_marked(${account}::uuid, null, ${[...records]}::text[]) as counted`,
        )
        const [{ counted }] = countedRows.parse(answer)
        some ||= counted > 0
      },
    })
    return some && found > 0
  },
})
