import type { Statements } from '../wire/transaction.ts'

/** A table with rows to be moved. */
export interface MovedTable {
  /** Quoted, with its schema. */
  name: string
  /** The columns that are not computed, quoted, by name: their order differs with the age of a database. */
  columns: readonly string[]
}

/** A counter, and where it stands. */
export interface MovedSequence {
  name: string
  lastValue: string
  isCalled: boolean
}

/** Written by the migrations at the target, and not by the move. */
const HISTORIES = ['auth.schema_migrations', 'supabase_migrations.schema_migrations']

/** All tables of a database, whatever schema they are in, but for those of Postgres, of extensions and of the move itself. */
export async function tablesIn(sql: Statements): Promise<MovedTable[]> {
  return sql<MovedTable[]>`
    select
      format('%I.%I', n.nspname, c.relname) as name,
      array(
        select quote_ident(a.attname)
        from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
        order by a.attname collate "C"
      ) as columns
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r'
      and c.relpersistence <> 't'
      and n.nspname !~ '^pg_'
      and n.nspname not in ('information_schema', 'cairn_move')
      and format('%s.%s', n.nspname, c.relname) <> all (${HISTORIES})
      and not exists (
        select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e'
      )
    order by 1`
}

/** All sequences, with where they stand. */
export async function sequencesIn(sql: Statements): Promise<MovedSequence[]> {
  const names = await sql<{ name: string }[]>`
    select format('%I.%I', n.nspname, c.relname) as name
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'S' and n.nspname !~ '^pg_' and n.nspname not in ('information_schema', 'cairn_move')
    order by 1`
  const sequences: MovedSequence[] = []
  for (const { name } of names) {
    const [at] = await sql.unsafe<[{ lastValue: string; isCalled: boolean }]>(
      `select last_value::text as "lastValue", is_called as "isCalled" from ${name}`,
    )
    sequences.push({ name, ...at })
  }
  return sequences
}

/** How many rows a table has, and a sum over what is in them that does not depend on their order. */
export interface Checksum {
  rows: string
  sum: string
}

/**
 * Counts the rows of a table and adds up what is in them, as Postgres writes it. The settings that change how it writes
 * values have to be the same on both sides; see {@link WRITTEN_ALIKE}.
 */
export async function checksumOf(sql: Statements, { name, columns }: MovedTable): Promise<Checksum> {
  const [row] = await sql.unsafe<[Checksum]>(`
    select
      count(*)::text as rows,
      coalesce(sum(('x' || left(md5(row(${columns.map((column) => `t.${column}`).join(', ')})::text), 15))::bit(60)::bigint), 0)::text as sum
    from only ${name} t`)
  return row
}

/** Settings with which every Postgres writes values in the same way, and gives long statements their time. */
export const WRITTEN_ALIKE = {
  DateStyle: 'ISO, YMD',
  IntervalStyle: 'postgres',
  TimeZone: 'UTC',
  bytea_output: 'hex',
  extra_float_digits: 1,
  client_encoding: 'UTF8',
  statement_timeout: 0,
  lock_timeout: 0,
  idle_in_transaction_session_timeout: 0,
  search_path: 'pg_catalog',
} as const
