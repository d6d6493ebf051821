import type postgres from 'postgres'

/**
 * Everything that belongs to people and accounts. Notes of sign-ins and limits change with every visit and stay out.
 */
const TABLES = [
  'auth.users',
  'auth.identities',
  'public.accounts',
  'public.account_domains',
  'public.account_members',
  'public.profiles',
  'public.app_features',
  'public.systems',
  'public.system_experts',
]

/** The columns that a sign-in is expected to change. */
const OF_SIGN_INS = ['last_sign_in_at', 'updated_at']

/**
 * Reads all rows directly from the database, table by table, to compare before and after. The rows of one account can
 * be left out: those of a person who may change their own rows.
 */
export async function contentsOf(
  database: postgres.Sql,
  { without = 'no account' }: { without?: string } = {},
): Promise<Record<string, readonly unknown[]>> {
  const tables = TABLES.map(async (table) => {
    const ignored = table.startsWith('auth.') ? OF_SIGN_INS : []
    const rows = await database<{ row: unknown }[]>`
      select to_jsonb(t) - ${ignored}::text[] as row from ${database(table)} t
      where position(${without} in to_jsonb(t)::text) = 0
      order by to_jsonb(t)::text`
    return [table, rows.map(({ row }) => row)] as const
  })
  return Object.fromEntries(await Promise.all(tables))
}

/** Every value of every table, in one text; bytes are also decoded as text. */
export async function everyValueIn(database: postgres.Sql): Promise<{ text: string; tables: number }> {
  const tables = await database<{ name: string; schema: string }[]>`
    select c.relname as name, n.nspname as schema from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema')`
  const texts: string[] = []
  for (const { schema, name } of tables) {
    const rows = await database<{ row: string }[]>`
      select to_jsonb(t)::text as row from ${database(schema)}.${database(name)} t`
    texts.push(...rows.map(({ row }) => row))
  }
  const text = texts.join('\n')
  const bytes = [...text.matchAll(/\\\\x([0-9a-f]+)/g)].map(([, hex = '']) =>
    Buffer.from(hex, 'hex').toString('latin1'),
  )
  return { text: [text, ...bytes].join('\n'), tables: tables.length }
}
