import type { AccountJob } from '@cairn/jobs/job'
import type { Privileged } from '@cairn/postgres/pool/privileged'
import { z } from 'zod'
import type { Notices } from '../notices/notices.ts'
import { accountsIn } from './accounts.ts'

/** How many heartbeats are told of in one transaction. */
const BATCH = 1_000

const heartbeatRows = z.array(z.object({ heartbeat: z.string() }))

/** Tells members of heartbeats that are late, fail or are back. One that cannot be told keeps no other waiting. */
export const tellOfHeartbeats = (database: Privileged, { moment }: Pick<Notices, 'moment'>): AccountJob => ({
  kind: 'by account',
  name: 'tell of heartbeats',
  everySeconds: 5,
  accounts: () =>
    accountsIn(database, (sql) => sql`select account from private.accounts_with_heartbeat_news() as account`),
  async run(account, units) {
    const found = await units.each({
      kind: 'heartbeat',
      async find(without) {
        const waiting = await database.statement(
          (sql) => sql`
            select heartbeat
            from private.heartbeats_to_tell(${account}::uuid, ${[...without]}::text[], ${BATCH}) as heartbeat`,
        )
        return heartbeatRows.parse(waiting).map(({ heartbeat }) => heartbeat)
      },
      async work(heartbeats) {
        await database.statement(
          (sql) => sql`
            select private.notify_of_heartbeats(
              ${account}::uuid, coalesce(${moment()}, now()), ${[...heartbeats]}::text[]
            )`,
        )
      },
    })
    return found === BATCH
  },
})
