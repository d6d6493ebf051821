import type postgres from 'postgres'
import { ID } from '../support/cast.ts'
import { BEHIND } from './catalogue.ts'

export const VERBS = ['select', 'insert', 'update', 'delete'] as const
export type Verb = (typeof VERBS)[number]
export const LEVELS = ['viewer', 'user', 'manager', 'admin'] as const
export type Level = (typeof LEVELS)[number]

/** The share of their account's rows that a member of a level reaches. */
type Reach = 'all' | 'some' | 'none'

export interface TableRights {
  table: string
  reach: Record<Verb, Record<Level, Reach>>
  /** Whether a caller without a session may do it too. */
  anonymous: Record<Verb, boolean>
  /** The names of the policies that let a caller in. Policies that restrict a token to its scope are left out. */
  policies: Record<Verb, string[]>
}

interface Policy {
  table: string
  name: string
  verb: Verb
  roles: string[]
  condition: string
}

const POLICIES = `
  with recursive ${BEHIND}
  select c.relname as "table", p.polname as name, p.polroles::regrole[]::text[] as roles,
    case p.polcmd when 'r' then 'select' when 'a' then 'insert' when 'w' then 'update' when 'd' then 'delete' end as verb,
    case when p.polcmd = 'a' then pg_get_expr(p.polwithcheck, p.polrelid) else pg_get_expr(p.polqual, p.polrelid) end
      as condition
  from pg_policy p
  left join shown s on s.place = p.polrelid
  join pg_class c on c.oid in (p.polrelid, s.id)
  where c.relnamespace = 'public'::regnamespace and p.polpermissive
  group by c.relname, p.oid, p.polname, p.polroles, p.polcmd, p.polqual, p.polwithcheck, p.polrelid
  order by c.relname, p.polname`

/**
 * The rows of Acme or of one of its people. Each row of the user has copies that belong to the caller and to a
 * colleague.
 */
function sample(table: string, caller: string): string {
  const rows = `public.${table} t where to_jsonb(t)::text ~ '${ID.acme}|${ID.user}|uma@acme.test'`
  const as = (person: string) => `
    select (jsonb_populate_record(t, replace(to_jsonb(t)::text, '${ID.user}', '${person}')::jsonb)).* from ${rows}`
  return [`select * from ${rows}`, as(caller), as(ID.colleague)].join(' union all ')
}

/**
 * Determines the rights of each level to each table by evaluating the policies for the rows of the cast: their
 * conditions run as that person, and rights to the table come on top.
 */
export async function rightsOf(sql: postgres.Sql, tables: readonly string[]): Promise<TableRights[]> {
  const policies = await sql.unsafe<Policy[]>(POLICIES)
  const rights: TableRights[] = []
  for (const table of tables) {
    const own = policies.filter((policy) => policy.table === table)
    rights.push({
      table,
      reach: await eachVerb((verb) => reachOf(sql, table, verb, own)),
      anonymous: await eachVerb((verb) => isOpenToAnon(sql, table, verb, own)),
      policies: await eachVerb(async (verb) =>
        (await mayAtAll(sql, 'authenticated', table, verb))
          ? own.filter((policy) => policy.verb === verb).map((policy) => policy.name)
          : [],
      ),
    })
  }
  return rights
}

async function eachVerb<T>(find: (verb: Verb) => Promise<T>): Promise<Record<Verb, T>> {
  return {
    select: await find('select'),
    insert: await find('insert'),
    update: await find('update'),
    delete: await find('delete'),
  }
}

async function reachOf(
  sql: postgres.Sql,
  table: string,
  verb: Verb,
  policies: readonly Policy[],
): Promise<Record<Level, Reach>> {
  const found: Record<Level, Reach> = { viewer: 'none', user: 'none', manager: 'none', admin: 'none' }
  if (!(await mayAtAll(sql, 'authenticated', table, verb))) return found
  const conditions = policies
    .filter((policy) => policy.verb === verb && policy.roles.includes('authenticated'))
    .map((policy) => `(${policy.condition})`)
  if (conditions.length === 0) return found
  for (const level of LEVELS) {
    const claims = JSON.stringify({ role: 'authenticated', sub: ID[level] })
    const [counted] = await sql.begin(async (tx) => {
      await tx`select set_config('request.jwt.claims', ${claims}, true)`
      return tx.unsafe<[{ rows: number; reached: number }]>(`
        select count(*)::int as rows, count(*) filter (where ${conditions.join(' or ')})::int as reached
        from (${sample(table, ID[level])}) as ${table}`)
    })
    if (counted.rows === 0) throw new Error(`The cast has no row of Acme in ${table} to ask about.`)
    found[level] = counted.reached === 0 ? 'none' : counted.reached === counted.rows ? 'all' : 'some'
  }
  return found
}

async function isOpenToAnon(
  sql: postgres.Sql,
  table: string,
  verb: Verb,
  policies: readonly Policy[],
): Promise<boolean> {
  const open = policies.some((policy) => policy.verb === verb && policy.roles.includes('anon'))
  return open && (await mayAtAll(sql, 'anon', table, verb))
}

/** Whether the role has the right to the table, or to a column of it. */
async function mayAtAll(sql: postgres.Sql, role: string, table: string, verb: Verb): Promise<boolean> {
  const [row] = await sql.unsafe<[{ may: boolean }]>(
    verb === 'delete'
      ? `select has_table_privilege('${role}', 'public.${table}', 'delete') as may`
      : `select has_any_column_privilege('${role}', 'public.${table}', '${verb}') as may`,
  )
  return row.may
}
