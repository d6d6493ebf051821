import type { AccountJob } from '@cairn/jobs/job'
import type { Privileged } from '@cairn/postgres/pool/privileged'
import { z } from 'zod'
import type { Notices } from '../notices/notices.ts'
import { accountsIn } from './accounts.ts'

/** How many records are told of in one transaction. */
const BATCH = 500

const recordRows = z.array(z.object({ record: z.string() }))
const toldRows = z.tuple([z.object({ told: z.number() })])

/** Tells members of contracts that renew or end soon. A record that fails keeps no other waiting. */
export const tellOfRenewals = (database: Privileged, { moment }: Pick<Notices, 'moment'>): AccountJob => ({
  kind: 'by account',
  name: 'tell of renewals',
  everySeconds: 3_600,
  accounts: () =>
    accountsIn(
      database,
      (sql) => sql`
        select account from private.accounts_with_renewals(coalesce(${moment()}, now())) as account`,
    ),
  async run(account, units) {
    let some = false
    await units.each({
      kind: 'renewal',
      async find(without) {
        const due = await database.statement(
          (sql) => sql`
            select record
            from private.renewals_to_tell(
              ${account}::uuid, coalesce(${moment()}, now()), ${[...without]}::text[], ${BATCH}
            ) as record`,
        )
        return recordRows.parse(due).map(({ record }) => record)
      },
      async work(records) {
        const answer = await database.statement(
          (sql) => sql`
            select public.tell_of_renewals(
              ${records.length}, coalesce(${moment()}, now()), ${account}::uuid, ${[...records]}::text[]
            ) as told`,
        )
        const [{ told }] = toldRows.parse(answer)
        some ||= told > 0
      },
    })
    return some
  },
})
