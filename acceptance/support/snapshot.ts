import type postgres from 'postgres'
import { z } from 'zod'

/** The contents of a database at one moment: detects changes since, and restores them. */
export interface Snapshot {
  /** The tables whose rows have changed since. */
  changed(): Promise<string[]>
  restore(): Promise<void>
}

/**
 * Tables that also count refused requests, or that the server itself writes at any time. Tables of `public` are named
 * without their schema.
 */
const COUNTERS = [
  'private.turns',
  'private.records_to_count',
  'private.contributions_to_count',
  'private.counted_records',
  'private.record_counts',
  'private.coverage_weeks',
  'private.coverage_accounts',
  'private.map_counts',
  'private.counted_groups',
  'private.counted_edges',
  'private.answering',
  'private.jobs',
  'private.job_failures',
  'private.webhook_secrets',
  'private.webhook_work',
  'private.webhook_queue',
  'private.webhook_remains',
  'webhook_deliveries',
  'private.view_contents',
]

const tableRow = z.object({ name: z.string(), copy: z.string(), columns: z.string() })

/** Copies every row of the product directly in the database. */
export async function takeSnapshot(database: postgres.Sql): Promise<Snapshot> {
  const found = await database`
    select c.oid::regclass::text as name, format('snapshot.%I', n.nspname || '_' || c.relname) as copy,
      string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where n.nspname in ('public', 'private') and c.relkind = 'r' and c.oid::regclass::text <> all (${COUNTERS})
    group by c.oid, n.nspname, c.relname`
  // Outside of the schema public every name has its schema; inside, the search path removes it.
  const tables = z.array(tableRow).parse([...found])
  await database.unsafe(`
    create schema snapshot;
    ${tables.map(({ name, copy, columns }) => `create table ${copy} as select ${columns} from ${name}`).join(';')}`)

  // Every write gives a row a new version, so versions suffice to find changes.
  const versions = tables
    .map(
      ({ name }) =>
        `select '${name}' as name, count(*) || '/' || coalesce(sum(xmin::text::bigint), 0) as state from ${name}`,
    )
    .join(' union all ')
  const states = async () => {
    const rows = await database.begin(async (tx) => {
      // For so many small tables Postgres would start parallel workers, which takes longer than reading them.
      await tx`set local max_parallel_workers_per_gather = 0`
      return tx.unsafe<{ name: string; state: string }[]>(versions)
    })
    return new Map(rows.map(({ name, state }) => [name, state]))
  }
  let known = await states()
  const changed = async () => {
    const now = await states()
    return tables.filter(({ name }) => now.get(name) !== known.get(name))
  }

  return {
    changed: async () => (await changed()).map(({ name }) => name),
    async restore() {
      const statements = (await changed()).map(
        ({ name, copy, columns }) =>
          `delete from ${name}; insert into ${name} (${columns}) overriding system value select ${columns} from ${copy}`,
      )
      await database.begin((tx) =>
        tx.unsafe(
          [
            'set local session_replication_role = replica',
            ...statements,
            'select private.recount_account(a.id) from public.accounts a',
          ].join(';'),
        ),
      )
      known = await states()
    },
  }
}
