import type { AccountJob } from '@cairn/jobs/job'
import type { Privileged } from '@cairn/postgres/pool/privileged'
import { MAP_GROUPINGS } from '@cairn/workspace/port/records/record-map'
import { accountsIn } from './accounts.ts'

/** All relations of an account may be millions. */
const TIME_LIMIT = '10min'

/** Counts the maps of large accounts, which would take a request too long. One way to fold stops no other. */
export const countMaps = (database: Privileged): AccountJob => ({
  kind: 'by account',
  name: 'count maps',
  everySeconds: 60,
  accounts: () => accountsIn(database, (sql) => sql`select account from private.maps_to_count() as account`),
  async run(account) {
    for (const by of MAP_GROUPINGS)
      await database.transaction(async (tx) => {
        await tx`select set_config('statement_timeout', ${TIME_LIMIT}, true)`
        await tx`select private.count_map(${account}::uuid, ${by})`
      })
    return false
  },
})
