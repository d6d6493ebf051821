import type postgres from 'postgres'
import { z } from 'zod'

/** The objects that only the schemas declare, and those that move by statements written by hand. */
const DECLARED = ['function', 'view', 'trigger', 'policy', 'relation'] as const
export const BY_HAND = [
  'table',
  'column',
  'constraint',
  'index',
  'type',
  'role',
  'schema',
  'function of an extension',
] as const

/** An object of the schemas public and private, or a trigger of ours on a table of auth. */
const databaseObjectSchema = z.object({
  kind: z.enum([...DECLARED, ...BY_HAND]),
  /** As Postgres writes it: `private.rank(text)`, `public.systems`; a trigger or policy by its name alone. */
  name: z.string(),
  /** The table of a trigger or policy. */
  relation: z.string().nullable(),
  /** The part that `create or replace` can change. */
  definition: z.string(),
  /** The part that it cannot: names and types of arguments and results. */
  signature: z.string(),
  owner: z.string(),
  rights: z.string(),
  comment: z.string(),
})
export type DatabaseObject = z.infer<typeof databaseObjectSchema>

const SCHEMAS = `('public'::regnamespace, 'private'::regnamespace)`

/** The rights of roles other than the owner. */
const rightsIn = (list: string, owner: string): string => `(
  select string_agg(
    format('%s=%s', case a.grantee when 0 then 'public' else a.grantee::regrole::text end, a.privilege_type), ','
    order by a.grantee::regrole::text, a.privilege_type
  )
  from aclexplode(${list}) as a
  where a.grantee <> ${owner}
)`

/** Each query returns: kind, name, relation, definition, signature, owner, rights, comment. */
const QUERIES = [
  `select 'function', p.oid::regprocedure::text, null, regexp_replace(pg_get_functiondef(p.oid), '\\s+$', ''),
     concat_ws(' ', pg_get_function_result(p.oid), p.proargnames, p.pronargdefaults), p.proowner::regrole::text,
     ${rightsIn(`coalesce(p.proacl, acldefault('f', p.proowner))`, 'p.proowner')}, obj_description(p.oid, 'pg_proc')
   from pg_proc p
   where p.pronamespace in ${SCHEMAS}`,
  `select 'view', c.oid::regclass::text, null,
     concat_ws(' ', c.reloptions, pg_get_viewdef(c.oid), (
       select string_agg(format('%s: %s', a.attname, pg_get_expr(d.adbin, d.adrelid)), ' ' order by a.attnum)
       from pg_attrdef d join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum
       where d.adrelid = c.oid
     )),
     (select string_agg(format('%s %s', a.attname, format_type(a.atttypid, a.atttypmod)), ', ' order by a.attnum)
      from pg_attribute a where a.attrelid = c.oid and a.attnum > 0), c.relowner::regrole::text, '',
     obj_description(c.oid, 'pg_class')
   from pg_class c
   where c.relnamespace in ${SCHEMAS} and c.relkind = 'v'`,
  `select 'trigger', t.tgname::text, t.tgrelid::regclass::text, concat_ws(' ', t.tgenabled, pg_get_triggerdef(t.oid)), '',
     '', '', obj_description(t.oid, 'pg_trigger')
   from pg_trigger t join pg_proc p on p.oid = t.tgfoid
   where not t.tgisinternal and p.pronamespace in ${SCHEMAS}`,
  `select 'policy', p.polname::text, p.polrelid::regclass::text,
     concat_ws(' ', p.polcmd, p.polpermissive, p.polroles::regrole[], pg_get_expr(p.polqual, p.polrelid),
       pg_get_expr(p.polwithcheck, p.polrelid)), '', '', '', obj_description(p.oid, 'pg_policy')
   from pg_policy p`,
  `select 'relation', c.oid::regclass::text, null, concat_ws(' ', c.relrowsecurity, c.relforcerowsecurity), '',
     c.relowner::regrole::text,
     concat_ws(' ', ${rightsIn('c.relacl', 'c.relowner')},
       (select string_agg(format('%s %s', a.attname, ${rightsIn('a.attacl', 'c.relowner')}), ' ' order by a.attname)
        from pg_attribute a where a.attrelid = c.oid and a.attacl is not null)),
     concat_ws(' ', case c.relkind when 'r' then obj_description(c.oid, 'pg_class') end,
       (select string_agg(format('%s: %s', a.attname, col_description(c.oid, a.attnum)), ' ' order by a.attname)
        from pg_attribute a where a.attrelid = c.oid and col_description(c.oid, a.attnum) is not null))
   from pg_class c
   where c.relnamespace in ${SCHEMAS} and c.relkind in ('r', 'v')`,
  `select 'table', c.oid::regclass::text, null, concat_ws(' ', c.relkind, c.reloptions), '', c.relowner::regrole::text, '', ''
   from pg_class c
   where c.relnamespace in ${SCHEMAS} and c.relkind in ('r', 'p', 'S', 'm')`,
  `select 'column', format('%s.%s', c.oid::regclass, a.attname), null,
     concat_ws(' ', format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attidentity, a.attgenerated,
       pg_get_expr(d.adbin, d.adrelid)), '', '', '', ''
   from pg_class c
   join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
   left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
   where c.relnamespace in ${SCHEMAS} and c.relkind in ('r', 'p', 'c')`,
  `select 'constraint', format('%s.%s', k.conrelid::regclass, k.conname), null, pg_get_constraintdef(k.oid), '', '', '',
     obj_description(k.oid, 'pg_constraint')
   from pg_constraint k
   where k.connamespace in ${SCHEMAS} and k.contype <> 'n'`,
  `select 'index', i.indexrelid::regclass::text, null, pg_get_indexdef(i.indexrelid), '', '', '',
     obj_description(i.indexrelid, 'pg_class')
   from pg_index i join pg_class c on c.oid = i.indrelid
   where c.relnamespace in ${SCHEMAS}`,
  `select 'type', t.oid::regtype::text, null,
     concat_ws(' ', t.typtype, case when t.typtype = 'd' then format_type(t.typbasetype, null) end, case when t.typnotnull then 'not null' end), '', t.typowner::regrole::text, '', obj_description(t.oid, 'pg_type')
   from pg_type t
   where t.typnamespace in ${SCHEMAS} and t.typtype in ('c', 'd', 'e')
     and not exists (select from pg_class c where c.oid = t.typrelid and c.relkind <> 'c')`,
  `select 'role', r.rolname::text, null,
     concat_ws(' ', r.rolsuper, r.rolcanlogin, r.rolinherit, r.rolbypassrls, r.rolcreaterole), '', '', '', ''
   from pg_roles r where r.rolname like 'cairn\\_%'`,
  `select 'schema', n.nspname::text, null, '', '', '', ${rightsIn('n.nspacl', 'n.nspowner')}, ''
   from pg_namespace n where n.nspname in ('public', 'private', 'extensions', 'auth')`,
  `select 'function of an extension', p.oid::regprocedure::text, null, '', '', '',
     ${rightsIn('p.proacl', 'p.proowner')}, ''
   from pg_proc p where p.pronamespace = to_regnamespace('extensions')`,
]

/** Everything that migrations and schemas can make, in a fixed order. */
export async function objectsOf(sql: postgres.ISql): Promise<DatabaseObject[]> {
  // Names are written with their schema.
  await sql.unsafe(`set search_path = ''`)
  const rows = await sql.unsafe(`
    select kind, name, relation, definition, coalesce(signature, '') as signature, coalesce(owner, '') as owner,
      coalesce(rights, '') as rights, coalesce(comment, '') as comment
    from (${QUERIES.join(' union all ')}) as found
      (kind, name, relation, definition, signature, owner, rights, comment)
    order by kind, relation, name`)
  return z.array(databaseObjectSchema).parse([...rows])
}
