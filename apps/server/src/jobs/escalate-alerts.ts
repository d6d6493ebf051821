import type { AccountJob } from '@cairn/jobs/job'
import type { Privileged } from '@cairn/postgres/pool/privileged'
import { z } from 'zod'
import type { Notices } from '../notices/notices.ts'
import { accountsIn } from './accounts.ts'

/** How many alerts are passed on in one transaction. */
const BATCH = 1_000

const heartbeatRows = z.array(z.object({ heartbeat: z.string() }))

/** Passes alerts that nobody has settled on to deputies. One that cannot be passed on keeps no other waiting. */
export const escalateAlerts = (database: Privileged, { moment }: Pick<Notices, 'moment'>): AccountJob => ({
  kind: 'by account',
  name: 'escalate alerts',
  everySeconds: 60,
  accounts: () =>
    accountsIn(
      database,
      (sql) => sql`
        select account from private.accounts_with_alerts_due(coalesce(${moment()}, now())) as account`,
    ),
  async run(account, units) {
    const found = await units.each({
      kind: 'alert',
      async find(without) {
        const due = await database.statement(
          (sql) => sql`
            select heartbeat
            from private.alerts_to_escalate(
              ${account}::uuid, coalesce(${moment()}, now()), ${[...without]}::text[], ${BATCH}
            ) as heartbeat`,
        )
        return heartbeatRows.parse(due).map(({ heartbeat }) => heartbeat)
      },
      async work(heartbeats) {
        await database.statement(
          (sql) => sql`
            select private.escalate_alerts(
              ${account}::uuid, coalesce(${moment()}, now()), ${[...heartbeats]}::text[]
            )`,
        )
      },
    })
    return found === BATCH
  },
})
