import type { Privileged, Statements } from '@cairn/postgres/pool/privileged'
import { z } from 'zod'

const standby = z.object({ standby: z.string(), lag_bytes: z.number(), lag_seconds: z.number() })
const queue = z.object({ queue: z.string(), count: z.number(), oldest_seconds: z.number() })
const job = z.object({ job: z.string(), well_at: z.number().nullable() })
const failures = z.object({ job: z.string(), scope: z.string(), state: z.string(), count: z.number() })

const product = z.object({
  queues: z.array(queue),
  jobs: z.array(job),
  failures: z.array(failures),
})
const row = z.object({
  size_bytes: z.number(),
  connections: z.number(),
  most_connections: z.number(),
  oldest_transaction_seconds: z.number().nullable(),
  standbys: z.array(standby),
  mails: queue,
  product: product.nullable(),
})

/** The figures of the database and its queues. Null or empty where it does not report them. */
export type DatabaseFigures = z.output<typeof row>

/** Reads all figures at once; rejects when the database does not answer in time. */
export type ReadFigures = () => Promise<DatabaseFigures>

const ANSWERS_WITHIN_MS = 2_000

/**
 * Reads all figures with one query, which Postgres ends after two seconds. `hasProduct`: whether Cairn's own tables are
 * there.
 *
 * Only a role that may read all statistics (`pg_read_all_stats`) sees transactions of other users and standbys: without
 * that right these figures are left out.
 */
export function readingFigures(accounts: Privileged, hasProduct: boolean): ReadFigures {
  return () =>
    accounts.transaction(async (tx) => {
      await tx.unsafe(`set local statement_timeout = ${ANSWERS_WITHIN_MS}`)
      const [found] = await ask(tx, hasProduct)
      return row.parse(found)
    })
}

const ask = (sql: Statements, hasProduct: boolean) => sql`
  select
    pg_database_size(current_database())::float8 as size_bytes,
    (select sum(numbackends)::integer from pg_stat_database) as connections,
    current_setting('max_connections')::integer as most_connections,
    (
      select coalesce(extract(epoch from max(clock_timestamp() - xact_start)), 0)::float8
      from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()
      having pg_has_role('pg_read_all_stats', 'usage')
    ) as oldest_transaction_seconds,
    (
      select coalesce(json_agg(json_build_object(
        'standby', coalesce(application_name, ''),
        'lag_bytes', pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn)::float8,
        -- Empty where a standby has replayed everything and nothing is written.
        'lag_seconds', coalesce(extract(epoch from replay_lag), 0)::float8
      )), '[]')
      from pg_stat_replication
      where replay_lsn is not null
    ) as standbys,
    (
      select json_build_object(
        'queue', 'mails',
        'count', count(*),
        'oldest_seconds', coalesce(extract(epoch from now() - min(created_at)), 0)
      )
      from auth.mail_queue
      where set_aside_at is null
    ) as mails,
    ${hasProduct ? sql`private.operating_figures()` : sql`null`} as product`
