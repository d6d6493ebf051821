import type postgres from 'postgres'
import { z } from 'zod'

/** Roles that requests run as. A client does not have to know objects that neither may touch. */
const API_ROLES = `array['anon', 'authenticated']`

const column = z.object({
  name: z.string(),
  comment: z.string().nullable(),
  /** Name of the type; for an array, that of its elements. */
  type: z.string(),
  isArray: z.boolean(),
  notNull: z.boolean(),
  hasDefault: z.boolean(),
  isKey: z.boolean(),
  /** The words that a check lists for it; null where any is possible. */
  words: z.array(z.string()).nullable(),
  /** The rights of requests to it. */
  select: z.boolean(),
  insert: z.boolean(),
  update: z.boolean(),
})

const foreignKey = z.object({
  name: z.string(),
  columns: z.array(z.string()),
  target: z.string(),
  targetColumns: z.array(z.string()),
  isOneToOne: z.boolean(),
})

const table = z.object({
  name: z.string(),
  comment: z.string(),
  columns: z.array(column),
  foreignKeys: z.array(foreignKey),
  delete: z.boolean(),
})

const parameter = z.object({
  name: z.string(),
  type: z.string(),
  isArray: z.boolean(),
  hasDefault: z.boolean(),
})

const answered = z.object({
  name: z.string(),
  type: z.string(),
  isArray: z.boolean(),
  /** Whether its domain refuses null. */
  notNull: z.boolean(),
  /** The words that its domain lists; null where any is possible. */
  words: z.array(z.string()).nullable(),
})

const routine = z.object({
  name: z.string(),
  comment: z.string(),
  parameters: z.array(parameter),
  /** The columns of a returned table or composite; empty when something else is returned. */
  columns: z.array(answered),
  type: z.string(),
  isArray: z.boolean(),
  returnsSet: z.boolean(),
  /** Roles that may call it. */
  callers: z.array(z.string()),
})

export type Column = z.infer<typeof column>
export type Table = z.infer<typeof table>
export type Routine = z.infer<typeof routine>
export type AnswerColumn = z.infer<typeof answered>
/** The name of a type and whether it is a list of that. */
export type TypeName = Pick<Column, 'type' | 'isArray'>

/** A domain counts as the type that it restricts. */
const TYPE = (oid: string) => `
  'type', (select coalesce(e.typname, b.typname) from pg_type t
    join pg_type b on b.oid = coalesce(nullif(t.typbasetype, 0), t.oid)
    left join pg_type e on e.oid = b.typelem and b.typcategory = 'A' where t.oid = ${oid}),
  'isArray', (select t.typcategory = 'A' from pg_type t where t.oid = ${oid})`

/** A column of an answer, with what its domain promises. */
const ANSWER_COLUMN = (name: string, oid: string) => `jsonb_build_object(
  'name', ${name}, ${TYPE(oid)}, 'notNull', (select t.typnotnull from pg_type t where t.oid = ${oid}),
  'words', (
    select jsonb_agg(w[1] order by w[1])
    from pg_constraint k cross join regexp_matches(pg_get_constraintdef(k.oid), '''([^'']+)''::text', 'g') w
    where k.contypid = ${oid} and k.contype = 'c'
  )
)`

const may = (privilege: string) => `(
  select bool_or(has_column_privilege(role, c.oid, a.attnum, '${privilege}')) from unnest(${API_ROLES}) role)`

const NAMES = (relation: string, numbers: string) => `(
  select jsonb_agg(n.attname order by listed.place)
  from unnest(${numbers}) with ordinality listed (number, place)
  join pg_attribute n on n.attrelid = ${relation} and n.attnum = listed.number)`

/** The one table behind a view, as `shown`: id of the view, place and name of the table. For `with recursive`. */
export const BEHIND = `
  behind as (
    select c.oid as id, c.oid as place from pg_class c where c.relkind = 'v'
    union
    select b.id, d.refobjid
    from behind b
    join pg_rewrite r on r.ev_class = b.place
    join pg_depend d on d.classid = 'pg_rewrite'::regclass and d.objid = r.oid and d.refclassid = 'pg_class'::regclass
      and d.refobjid <> b.place
  ),
  shown as (
    select b.id, min(t.oid) as place, min(t.relname) as name
    from behind b join pg_class t on t.oid = b.place and t.relkind = 'r'
    group by b.id having count(*) = 1
  )`

/** The columns without which a check refuses the rows of a view. */
const NEEDED = `
  needed as (
    select k.conrelid as place, m[1] as name
    from pg_constraint k
    cross join regexp_matches(pg_get_constraintdef(k.oid), 'refuse_missing\\(kind, ''(\\w+)''', 'g') m
  )`

/** The columns whose words a check lists, for rows of every kind. */
const KNOWN = `
  known as (
    select k.conrelid as place, m[2] as name, m[3] as list
    from pg_constraint k
    cross join regexp_matches(
      pg_get_constraintdef(k.oid),
      '^CHECK \\(private\\.holds\\(\\(+(?:(\\w+) IS NULL\\) OR \\()?(\\w+) = ANY \\((ARRAY\\[[^]]*\\])\\)+,'
    ) m
    where m[1] is null or m[1] = m[2]
  )`

const TABLES_SQL = `
  with recursive ${BEHIND}, ${NEEDED}, ${KNOWN}
  select coalesce(jsonb_agg(jsonb_build_object(
    'name', c.relname,
    'comment', obj_description(c.oid, 'pg_class'),
    'delete', (select bool_or(has_table_privilege(role, c.oid, 'delete')) from unnest(${API_ROLES}) role),
    'columns', (
      select jsonb_agg(jsonb_build_object(
        'name', a.attname,
        'comment', col_description(c.oid, a.attnum),
        ${TYPE('a.atttypid')},
        'notNull', a.attnotnull or exists (
          select from pg_attribute b where b.attrelid = s.place and b.attname = a.attname and b.attnotnull
        ) or exists (select from needed n where n.place = s.place and n.name = a.attname),
        'hasDefault', a.atthasdef or a.attidentity <> '',
        'isKey', exists (
          select from pg_index i
          join pg_attribute b on b.attrelid = i.indrelid and b.attname = a.attname and b.attnum = any (i.indkey)
          where i.indrelid = coalesce(s.place, c.oid) and i.indisprimary
        ),
        'words', (
          select jsonb_agg(w[1] order by w[1])
          from known n cross join regexp_matches(n.list, '''([^'']+)''::text', 'g') w
          where n.place = coalesce(s.place, c.oid) and n.name = a.attname
        ),
        'select', ${may('select')}, 'insert', ${may('insert')}, 'update', ${may('update')}
      ) order by a.attnum)
      from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    ),
    'foreignKeys', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'name', case when s.place is null then k.conname else regexp_replace(k.conname, '^' || s.name, c.relname) end,
        'columns', ${NAMES('k.conrelid', 'k.conkey')},
        'target', (select t.relname from pg_class t where t.oid = k.confrelid),
        'targetColumns', ${NAMES('k.confrelid', 'k.confkey')},
        'isOneToOne', exists (
          select from pg_index i where i.indrelid = k.conrelid and i.indisunique and i.indpred is null
            and i.indexprs is null and (i.indkey::smallint[])[0:i.indnkeyatts - 1] <@ k.conkey)
      ) order by k.conname), '[]')
      from pg_constraint k
      where k.conrelid = coalesce(s.place, c.oid) and k.contype = 'f'
        and not exists (
          select from pg_attribute b where b.attrelid = k.conrelid and b.attnum = any (k.conkey)
            and not exists (
              select from pg_attribute a where a.attrelid = c.oid and a.attname = b.attname and not a.attisdropped
            )
        )
        and (select t.relnamespace from pg_class t where t.oid = k.confrelid) = c.relnamespace
    )
  ) order by c.relname), '[]') as found
  from pg_class c left join shown s on s.id = c.oid
  where c.relnamespace = $1::regnamespace and c.relkind in ('r', 'p', 'v')`

/** The arguments and results of the function p: mode i in, b both, v variadic, t column of a returned table. */
const ARGUMENTS = `
  select n.place, n.type, p.proargnames[n.place] as name, coalesce(p.proargmodes[n.place], 'i') as mode
  from unnest(coalesce(p.proallargtypes, p.proargtypes::oid[])) with ordinality n (type, place)`

const ROUTINES_SQL = `
  select coalesce(jsonb_agg(jsonb_build_object(
    'name', p.proname,
    'comment', obj_description(p.oid, 'pg_proc'),
    'parameters', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'name', a.name, ${TYPE('a.type')}, 'hasDefault', a.place > p.pronargs - p.pronargdefaults
      ) order by a.place) filter (where a.mode in ('i', 'b', 'v')), '[]')
      from (${ARGUMENTS}) a
    ),
    'columns', (
      select coalesce(jsonb_agg(${ANSWER_COLUMN('a.name', 'a.type')} order by a.place), '[]')
      from (
        select a.place, a.name, a.type from (${ARGUMENTS}) a where a.mode = 't'
        union all
        select a.attnum, a.attname, a.atttypid
        from pg_type t join pg_attribute a on a.attrelid = t.typrelid and a.attnum > 0 and not a.attisdropped
        where t.oid = p.prorettype and t.typtype = 'c'
      ) a
    ),
    ${TYPE('p.prorettype')},
    'returnsSet', p.proretset,
    'callers', (
      select coalesce(jsonb_agg(role) filter (where has_function_privilege(role, p.oid, 'execute')), '[]')
      from unnest(${API_ROLES}) role
    )
  ) order by p.proname), '[]') as found
  from pg_proc p
  where p.pronamespace = $1::regnamespace and p.prorettype <> 'trigger'::regtype
    -- A function of a row is related to it, and no procedure.
    and not exists (select from pg_class r where r.reltype = any (p.proargtypes::oid[]))`

/** Every table of a schema, with the rights of requests to its columns. */
export async function tablesOf(sql: postgres.Sql, schema: string): Promise<Table[]> {
  const [row] = await sql.unsafe(TABLES_SQL, [schema])
  return z.array(table).parse(row?.['found'])
}

/** Every function of a schema that is no trigger, with the roles that may call it. */
export async function routinesOf(sql: postgres.Sql, schema: string): Promise<Routine[]> {
  const [row] = await sql.unsafe(ROUTINES_SQL, [schema])
  return z.array(routine).parse(row?.['found'])
}
