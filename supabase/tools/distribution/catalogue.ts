import type postgres from 'postgres'
import { z } from 'zod'

const relation = z.object({
  name: z.string(),
  isView: z.boolean(),
  /** Its query, where it is a view. */
  text: z.string(),
  /** The column that says which account a row belongs to. */
  accountColumn: z.string().nullable(),
  /** Whether that column may be empty. */
  mayBeEmpty: z.boolean(),
})
const unique = z.object({
  name: z.string(),
  table: z.string(),
  isPrimary: z.boolean(),
  columns: z.array(z.string()),
})
const foreignKey = z.object({
  name: z.string(),
  table: z.string(),
  columns: z.array(z.string()),
  target: z.string(),
  targetColumns: z.array(z.string()),
  setsNull: z.boolean(),
})
const policy = z.object({
  name: z.string(),
  table: z.string(),
  hasQuery: z.boolean(),
  lets: z.enum(['read', 'write']),
})
const trigger = z.object({ name: z.string(), table: z.string(), calls: z.string() })
const routine = z.object({ name: z.string(), text: z.string(), isDefiner: z.boolean() })

export type Relation = z.infer<typeof relation>
export type Unique = z.infer<typeof unique>
export type ForeignKey = z.infer<typeof foreignKey>
export type Routine = z.infer<typeof routine>

export interface Catalogue {
  relations: Relation[]
  uniques: Unique[]
  foreignKeys: ForeignKey[]
  policies: z.infer<typeof policy>[]
  triggers: z.infer<typeof trigger>[]
  routines: Routine[]
}

const SCHEMAS = `('public'::regnamespace, 'private'::regnamespace, 'auth'::regnamespace)`

/** The name of a table with its schema, whatever the search path is. */
const named = (oid: string) =>
  `(select r.relnamespace::regnamespace || '.' || r.relname from pg_class r where r.oid = ${oid})`

const columns = (table: string, numbers: string) => `array(
  select a.attname::text
  from unnest(${numbers}) with ordinality listed (number, place)
  join pg_attribute a on a.attrelid = ${table} and a.attnum = listed.number
  order by listed.place)`

const RELATIONS = `
  select ${named('c.oid')} as name, c.relkind = 'v' as "isView",
    case c.relkind when 'v' then pg_get_viewdef(c.oid) else '' end as text,
    a.attname as "accountColumn", a.attnotnull is false as "mayBeEmpty"
  from pg_class c
  left join pg_attribute a on a.attrelid = c.oid and not a.attisdropped
    and a.attname = case c.oid when 'public.accounts'::regclass then 'id' else 'account_id' end
  where c.relnamespace in ${SCHEMAS} and c.relkind in ('r', 'p', 'v')
  order by 1`

const UNIQUES = `
  select n.relname as name, ${named('i.indrelid')} as "table", i.indisprimary as "isPrimary",
    ${columns('i.indrelid', 'i.indkey::smallint[]')} as columns
  from pg_index i
  join pg_class n on n.oid = i.indexrelid and n.relnamespace in ${SCHEMAS}
  where i.indisunique
  order by 2, 1`

const FOREIGN_KEYS = `
  select k.conname as name, ${named('k.conrelid')} as "table", ${columns('k.conrelid', 'k.conkey')} as columns,
    ${named('k.confrelid')} as target, ${columns('k.confrelid', 'k.confkey')} as "targetColumns",
    k.confdeltype = 'n' as "setsNull"
  from pg_constraint k
  where k.contype = 'f' and k.connamespace in ${SCHEMAS}
  order by 2, 1`

const POLICIES = `
  select p.polname as name, ${named('p.polrelid')} as "table",
    concat(p.polqual, p.polwithcheck) like '%{SUBLINK %' as "hasQuery",
    case p.polcmd when 'r' then 'read' else 'write' end as lets
  from pg_policy p
  join pg_class c on c.oid = p.polrelid and c.relnamespace in ${SCHEMAS}
  order by 2, 1`

const TRIGGERS = `
  select t.tgname as name, ${named('t.tgrelid')} as "table",
    (select p.pronamespace::regnamespace || '.' || p.proname from pg_proc p where p.oid = t.tgfoid) as calls
  from pg_trigger t
  join pg_class c on c.oid = t.tgrelid and c.relnamespace in ${SCHEMAS}
  where not t.tgisinternal
  order by 2, 1`

/** Without their comments, which may name anything. */
const ROUTINES = `
  select p.pronamespace::regnamespace || '.' || p.proname as name, p.prosecdef as "isDefiner",
    regexp_replace(pg_get_functiondef(p.oid), '--[^\\n]*', '', 'g') as text
  from pg_proc p
  where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace)
  order by 1`

/** The facts that decide how a database can be spread over several. */
export async function catalogueOf(sql: postgres.Sql): Promise<Catalogue> {
  return {
    relations: z.array(relation).parse(await sql.unsafe(RELATIONS)),
    uniques: z.array(unique).parse(await sql.unsafe(UNIQUES)),
    foreignKeys: z.array(foreignKey).parse(await sql.unsafe(FOREIGN_KEYS)),
    policies: z.array(policy).parse(await sql.unsafe(POLICIES)),
    triggers: z.array(trigger).parse(await sql.unsafe(TRIGGERS)),
    routines: z.array(routine).parse(await sql.unsafe(ROUTINES)),
  }
}
