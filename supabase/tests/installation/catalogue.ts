import type postgres from 'postgres'

const SCHEMAS = `('public', 'private', 'auth')`

/** The contents of the catalogue, one line for each object: comparable between two moments and between two databases. */
const THINGS = [
  `select 'table', c.oid::regclass::text,
    concat_ws(' ', c.relkind, c.relowner::regrole, c.relrowsecurity, c.relforcerowsecurity, c.relacl::text[], c.reloptions),
    obj_description(c.oid, 'pg_class')
  from pg_class c where c.relnamespace in (select oid from schemas) and c.relkind <> 'i'`,
  `select 'column', format('%s.%s', c.oid::regclass, a.attname),
    concat_ws(' ', format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attidentity, a.attgenerated, a.attacl::text[],
      pg_get_expr(d.adbin, d.adrelid)),
    col_description(c.oid, a.attnum)
  from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
  where c.relnamespace in (select oid from schemas) and c.relkind <> 'i'`,
  `select 'constraint', format('%s.%s', k.conrelid::regclass, k.conname), pg_get_constraintdef(k.oid),
    obj_description(k.oid, 'pg_constraint')
  from pg_constraint k where k.connamespace in (select oid from schemas)`,
  `select 'index', i.indexrelid::regclass::text, pg_get_indexdef(i.indexrelid), obj_description(i.indexrelid, 'pg_class')
  from pg_index i join pg_class c on c.oid = i.indrelid where c.relnamespace in (select oid from schemas)`,
  `select 'policy', format('%s.%s', p.polrelid::regclass, p.polname),
    concat_ws(' ', p.polcmd, p.polpermissive, p.polroles::regrole[], pg_get_expr(p.polqual, p.polrelid),
      pg_get_expr(p.polwithcheck, p.polrelid)),
    obj_description(p.oid, 'pg_policy')
  from pg_policy p`,
  `select 'trigger', format('%s.%s', t.tgrelid::regclass, t.tgname), concat_ws(' ', t.tgenabled, pg_get_triggerdef(t.oid)),
    obj_description(t.oid, 'pg_trigger')
  from pg_trigger t where not t.tgisinternal`,
  `select 'function', p.oid::regprocedure::text, concat_ws(' ', p.proowner::regrole, p.proacl::text[], pg_get_functiondef(p.oid)),
    obj_description(p.oid, 'pg_proc')
  from pg_proc p where p.pronamespace in (select oid from schemas)`,
  `select 'role', r.rolname::text, concat_ws(' ', r.rolsuper, r.rolcanlogin, r.rolinherit, r.rolbypassrls, r.rolcreaterole,
      array(select m.roleid::regrole::text from pg_auth_members m where m.member = r.oid order by 1)), null
  from pg_roles r where r.rolname !~ '^pg_'`,
]

/** Everything that the migrations could have changed. */
export async function catalogueOf(sql: postgres.ISql): Promise<string[]> {
  const rows = await sql.unsafe<{ line: string }[]>(`
    with schemas as (select oid from pg_namespace where nspname in ${SCHEMAS}),
      things (kind, name, definition, comment) as (${THINGS.join(' union all ')})
    select concat_ws(' | ', kind, name, definition, comment) as line from things order by kind, name, definition`)
  return rows.map(({ line }) => line)
}

/** Only what belongs to the product. Rights of the installing role itself differ, and say nothing. */
export function ofTheProduct(catalogue: readonly string[]): string[] {
  return catalogue.filter((line) => !/^role \| (?!cairn_)|^\w+ \| auth\./.test(line))
}
