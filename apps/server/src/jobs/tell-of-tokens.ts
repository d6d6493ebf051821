import type { AccountJob } from '@cairn/jobs/job'
import type { Privileged } from '@cairn/postgres/pool/privileged'
import { z } from 'zod'
import type { Notices } from '../notices/notices.ts'
import { accountsIn } from './accounts.ts'

/** How many tokens are told of in one transaction: of more, one person would be told of the first twenty alone. */
const BATCH = 20

const tokenRows = z.array(z.object({ token: z.string() }))

/** Tells owners of API tokens that end soon. One that cannot be told keeps no other waiting. */
export const tellOfTokens = (database: Privileged, { moment }: Pick<Notices, 'moment'>): AccountJob => ({
  kind: 'by account',
  name: 'tell of tokens',
  everySeconds: 3_600,
  accounts: () =>
    accountsIn(
      database,
      (sql) => sql`
        select account from private.accounts_with_ending_tokens(coalesce(${moment()}, now())) as account`,
    ),
  async run(account, units) {
    const found = await units.each({
      kind: 'token',
      async find(without) {
        const due = await database.statement(
          (sql) => sql`
            select token
            from private.tokens_to_tell(
              ${account}::uuid, coalesce(${moment()}, now()), ${[...without]}::text[], ${BATCH}
            ) as token`,
        )
        return tokenRows.parse(due).map(({ token }) => token)
      },
      async work(tokens) {
        await database.statement(
          (sql) => sql`
            select private.notify_of_ending_tokens(
              ${account}::uuid, coalesce(${moment()}, now()), ${[...tokens]}::text[]
            )`,
        )
      },
    })
    return found === BATCH
  },
})
