import type { Statements } from '@cairn/postgres/pool/privileged'
import { z } from 'zod'
import { command } from '../command.ts'
import { megabytes } from '../megabytes.ts'
import { textTable } from '../text-table.ts'

const listed = z.array(
  z.object({
    id: z.string(),
    name: z.string(),
    members: z.number(),
    admins: z.array(z.string()),
    created_at: z.date(),
  }),
)
const ofAccounts = z.array(z.object({ name: z.string(), has_records: z.boolean() }))
const shares = z.array(
  z.object({ account_id: z.string(), rows: z.number(), records: z.number(), bytes: z.number() }),
)

/** All accounts with what they hold. */
export const accounts = command({
  name: 'accounts',
  summary: 'all accounts with members, records and sizes, the largest first',
  input: z.object({}),
  async run({ look }) {
    const all = await look(async (sql) => withSizes(await listAccounts(sql), await sizesOf(sql)))
    const rows = all.map(({ id, name, members, records, bytes, admins }) => [
      id,
      name,
      members,
      records,
      Number(megabytes(bytes)),
      admins.join(', '),
    ])
    return {
      text: textTable(['id', 'name', 'members', 'records', 'MB', 'admins'], rows),
      json: { accounts: all },
    }
  },
})

async function listAccounts(sql: Statements) {
  const rows = await sql`
    select
      a.id::text, a.name, a.created_at,
      (select count(*)::int from public.account_members m where m.account_id = a.id) as members,
      array(
        select p.email
        from public.account_members m
        join public.profiles p on p.id = m.user_id
        where m.account_id = a.id and m.permission_level = 'admin'
        order by p.email
      ) as admins
    from public.accounts a`
  return listed.parse([...rows])
}

/** Rows, records and the share of tables and indexes that rows of an account take up. */
async function sizesOf(sql: Statements) {
  const tables = ofAccounts.parse([
    ...(await sql`
      select c.oid::regclass::text as name, c.oid = 'private.records'::regclass as has_records
      from pg_class c
      join pg_namespace n on n.oid = c.relnamespace and n.nspname in ('public', 'private')
      join pg_attribute a on a.attrelid = c.oid and a.attname = 'account_id' and not a.attisdropped
      where c.relkind = 'r'
      order by c.oid`),
  ])
  // The names are Postgres's own, quoted by it where they need that.
  const counts = tables.map(
    ({ name, has_records }) => `
      select account_id, count(*) as rows, ${has_records ? 'count(*)' : '0'} as records,
        count(*) * pg_total_relation_size('${name}') / sum(count(*)) over () as bytes
      from ${name} where account_id is not null group by account_id`,
  )
  const rows = await sql.unsafe(`
    select account_id::text, sum(rows)::float8 as rows, sum(records)::float8 as records, sum(bytes)::float8 as bytes
    from (${counts.join(' union all ')}) as counted group by account_id`)
  return shares.parse([...rows])
}

const NOTHING = { rows: 0, records: 0, bytes: 0 }

function withSizes(all: z.output<typeof listed>, sizes: z.output<typeof shares>) {
  const sizeOf = new Map(sizes.map(({ account_id, ...size }) => [account_id, size]))
  return all
    .map((account) => ({ ...account, ...(sizeOf.get(account.id) ?? NOTHING) }))
    .map((account) => ({ ...account, bytes: Math.round(account.bytes) }))
    .toSorted((one, other) => other.bytes - one.bytes || one.name.localeCompare(other.name))
}
