import type { AccountJob } from '@cairn/jobs/job'
import type { Privileged } from '@cairn/postgres/pool/privileged'
import { z } from 'zod'
import { accountsIn } from './accounts.ts'

const BATCH = 500

const keyRows = z.array(z.object({ key: z.string() }))

/** Compares watched views with what they held a day ago, and tells who watches them. One that fails stops no other. */
export const compareViews = (database: Privileged): AccountJob => ({
  kind: 'by account',
  name: 'compare views',
  everySeconds: 60,
  accounts: () =>
    accountsIn(database, (sql) => sql`select account from private.accounts_to_compare() as account`),
  async run(account, units) {
    const found = await units.each({
      kind: 'view',
      // Each is compared by itself: it may hold thousands of records.
      oneByOne: true,
      async find(without) {
        const due = await database.statement(
          (sql) => sql`
            select key from private.views_to_compare(${account}::uuid, ${[...without]}::text[], ${BATCH}) as key`,
        )
        return keyRows.parse(due).map(({ key }) => key)
      },
      async work(keys) {
        for (const key of keys) {
          const [view = '', member = ''] = key.split(' ')
          await database.statement(
            (sql) => sql`select private.compare_view(${account}::uuid, ${view}::uuid, ${member}::uuid)`,
          )
        }
      },
    })
    return found === BATCH
  },
})
