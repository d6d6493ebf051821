import { HAS_REPLAYED } from '../pool/answering.ts'
import { LOCKS } from '../start/locks.ts'
import { NO_PATIENCE, type Patience, reach } from '../start/patience.ts'
import { lockForStart } from '../start/start-lock.ts'
import { UnsuitableDatabase } from '../wire/errors.ts'
import type { ConnectionTarget } from '../wire/target.ts'
import { inTransaction } from '../wire/transaction.ts'

const SCHEMA = 'cairn_replicas'

/**
 * Only who may read statistics sees which timeline a replica follows, so the function runs as the administrator. A
 * replica that was ahead of the one that was promoted has the same LSN on another timeline, with other contents.
 * Sources: https://www.postgresql.org/docs/current/monitoring-stats.html#MONITORING-PG-STAT-WAL-RECEIVER-VIEW,
 * https://www.postgresql.org/docs/current/continuous-archiving.html#BACKUP-TIMELINES
 */
const FUNCTION = `
  create schema if not exists ${SCHEMA};
  revoke all on schema ${SCHEMA} from public;
  grant usage on schema ${SCHEMA} to authenticator;
  create or replace function ${HAS_REPLAYED}(lsn pg_lsn, timeline integer) returns boolean
  language sql volatile security definer
  set search_path = ''
  as $$
    select pg_catalog.pg_is_in_recovery()
      and pg_catalog.pg_last_wal_replay_lsn() operator(pg_catalog.>=) lsn
      and exists (
        select from pg_catalog.pg_stat_wal_receiver receiver where receiver.received_tli = timeline
      )
  $$;
  revoke all on function ${HAS_REPLAYED}(pg_lsn, integer) from public;
  grant execute on function ${HAS_REPLAYED}(pg_lsn, integer) to authenticator;
  comment on schema ${SCHEMA} is 'Questions of Cairn to the replicas that read for it. For the authenticator.';
  comment on function ${HAS_REPLAYED}(pg_lsn, integer) is
    'Whether this Postgres is a replica that follows a timeline and has replayed up to an LSN. For the authenticator.';
`

/**
 * Makes the function, as the administrator of the primary. Throws {@link UnsuitableDatabase} where the administrator may
 * not see what it asks for.
 */
export async function prepareReplicas(primary: ConnectionTarget, patience: Patience): Promise<void> {
  const client = await reach(primary, 'cairn start', NO_PATIENCE)
  try {
    await inTransaction(client.sql, async (tx) => {
      await lockForStart(tx, LOCKS.bootstrap, 'prepares this database', patience)
      const [row] = await tx<{ may: boolean; name: string }[]>`
        select pg_has_role('pg_read_all_stats', 'usage') as may, current_user as name`
      if (row?.may !== true) throw mayNotSee(row?.name ?? primary.user)
      await tx.unsafe(FUNCTION)
    })
  } finally {
    await client.close()
  }
}

function mayNotSee(user: string): UnsuitableDatabase {
  return new UnsuitableDatabase(
    `DATABASE_READ_URL is set, but ${user}, the user of DATABASE_URL, may not see how far replicas are. Run as ` +
      `superuser: grant pg_read_all_stats to ${user}. Or take DATABASE_READ_URL out.`,
  )
}
