import type postgres from 'postgres'

type Sql = postgres.Sql | postgres.TransactionSql

/** A statement that gives a hash of each table: of all rows, but for those of one account. */
export async function hashesOfOthers(sql: Sql, account: string): Promise<(sql: Sql) => Promise<Hashes>> {
  const tables = await sql<{ name: string; by: string | null }[]>`
    select
      format('%I.%I', n.nspname, c.relname) as name,
      case
        when c.oid = 'public.accounts'::regclass then 'id'
        else (select a.attname from pg_attribute a where a.attrelid = c.oid and a.attname = 'account_id')
      end as by
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'private', 'auth') and c.relkind = 'r'
    order by 1`
  const parts = tables.map(
    ({ name, by }) => `
      select '${name}' as name, coalesce(md5(string_agg(md5(t::text), '' order by md5(t::text))), '') as hash
      from ${name} t ${by === null ? '' : `where t.${by} is distinct from '${account}'`}`,
  )
  const statement = parts.join(' union all ')
  return async (tx) => {
    const rows = await tx.unsafe<{ name: string; hash: string }[]>(statement, [], { prepare: true })
    return Object.fromEntries(rows.map(({ name, hash }) => [name, hash]))
  }
}

export type Hashes = Readonly<Record<string, string>>
