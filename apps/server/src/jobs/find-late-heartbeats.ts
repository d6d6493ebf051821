import type { SharedJob } from '@cairn/jobs/job'
import type { Privileged } from '@cairn/postgres/pool/privileged'
import { z } from 'zod'
import type { Notices } from '../notices/notices.ts'

/** How many heartbeats are noted as late in one transaction. */
const BATCH = 1_000

const heartbeatRows = z.array(z.object({ heartbeat: z.string() }))

/**
 * Notes which heartbeats are late, and that calls are answered: it runs where they are. A heartbeat that cannot be noted
 * keeps no other waiting.
 */
export const findLateHeartbeats = (database: Privileged, { moment }: Pick<Notices, 'moment'>): SharedJob => ({
  kind: 'shared',
  name: 'find late heartbeats',
  everySeconds: 5,
  async run(units) {
    let found: number
    do {
      await database.statement((sql) => sql`select private.note_answering(coalesce(${moment()}, now()))`)
      found = await units.each({
        kind: 'heartbeat',
        async find(without) {
          const late = await database.statement(
            (sql) => sql`
              select heartbeat
              from private.late_heartbeats(coalesce(${moment()}, now()), ${[...without]}::text[], ${BATCH}) as heartbeat`,
          )
          return heartbeatRows.parse(late).map(({ heartbeat }) => heartbeat)
        },
        async work(heartbeats) {
          await database.statement(
            (sql) =>
              sql`select private.mark_late_heartbeats(coalesce(${moment()}, now()), ${[...heartbeats]}::text[])`,
          )
        },
      })
    } while (found === BATCH)
  },
})
