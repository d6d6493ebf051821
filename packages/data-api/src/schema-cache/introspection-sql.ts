/**
 * Questions to the catalogue. Each takes the exposed schemas as a JSON array of names and answers one JSON text, so
 * that
 * nothing depends on how the driver reads Postgres' own types.
 */

export const EXPOSED = `
  exposed as (
    select oid, nspname from pg_namespace
    where nspname in (select json_array_elements_text($1::text::json))
  )`

/** Names of domains that stand for media types, as a regular expression of Postgres. */
export const MEDIA_TYPE_NAME = '^([a-z0-9.-]+/[a-z0-9.+-]+|[*]/[*])$'

/** The roles that callers have, as a JSON array of those of whom `condition` is true; it names them `role.oid`. */
const rolesThat = (condition: string) => `(
    select coalesce(json_agg(role.rolname), '[]') from pg_roles role
    where role.rolname in ('anon', 'authenticated', 'service_role') and ${condition}
  )`

/**
 * Every type as it has to be spelled: names of built-in types come from format_type (with -1, so that character stays
 * bpchar and keeps its length), all others carry their schema. `base` is the type beneath a domain.
 */
export const SPELLED_TYPES = `
  bases as (
    select oid, oid as base from pg_type where typtype <> 'd'
    union all
    select d.oid, b.base from pg_type d join bases b on b.oid = d.typbasetype where d.typtype = 'd'
  ),
  spelled as (
    select
      t.oid,
      case when n.nspname = 'pg_catalog' then format_type(t.oid, -1)
           when e.typarray = t.oid then quote_ident(n.nspname) || '.' || quote_ident(e.typname) || '[]'
           else quote_ident(n.nspname) || '.' || quote_ident(t.typname) end as name,
      t.typarray
    from pg_type t
    join pg_namespace n on n.oid = t.typnamespace
    left join pg_type e on e.oid = t.typelem
  ),
  types as (
    select declared.oid, declared.name as declared, compared.name as compared, arrays.name as "array"
    from spelled declared
    join bases on bases.oid = declared.oid
    join spelled compared on compared.oid = bases.base
    left join spelled arrays on arrays.oid = compared.typarray
  )`

/** Tables and views of the exposed schemas, and every row type that an exposed function returns. */
export const RELATIONS = `
  with recursive ${EXPOSED}, ${SPELLED_TYPES},
  returned as (
    select t.typrelid as oid
    from pg_proc p
    join exposed e on e.oid = p.pronamespace
    join bases b on b.oid = p.prorettype
    join pg_type t on t.oid = b.base and t.typrelid <> 0
  ),
  relations as (
    select
      c.oid,
      n.nspname as schema,
      c.relname as name,
      n.oid in (select oid from exposed) and c.relkind in ('r', 'p', 'v', 'm', 'f') and not c.relispartition as is_table,
      c.relkind in ('r', 'p') as is_plain,
      c.relkind in ('v', 'm') as is_view,
      coalesce(c.reloptions::text ~ 'check_option', false) as is_checked,
      pg_relation_is_updatable(c.oid, true) as events
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    where (n.oid in (select oid from exposed) and c.relkind in ('r', 'p', 'v', 'm', 'f') and not c.relispartition)
       or c.oid in (select oid from returned)
  ),
  columns as (
    select
      a.attrelid,
      json_agg(json_build_object(
        'number', a.attnum,
        'name', a.attname,
        'declared', t.declared,
        'compared', t.compared,
        'array', t."array",
        'defaultSql', case
          when a.attidentity <> '' then (
            select format('nextval(%L::regclass)', quote_ident(n.nspname) || '.' || quote_ident(s.relname))
            from pg_depend o
            join pg_class s on s.oid = o.objid and s.relkind = 'S'
            join pg_namespace n on n.oid = s.relnamespace
            where o.deptype = 'i' and o.refobjid = a.attrelid and o.refobjsubid = a.attnum
          )
          when a.attgenerated = '' then coalesce(pg_get_expr(d.adbin, d.adrelid), own.typdefault)
        end
      ) order by a.attnum) as list
    from pg_attribute a
    join types t on t.oid = a.atttypid
    join pg_type own on own.oid = a.atttypid
    left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attnum > 0 and not a.attisdropped and a.attrelid in (select oid from relations)
    group by a.attrelid
  )
  select coalesce(json_agg(json_build_object(
    'id', r.oid::text,
    'schema', r.schema,
    'name', r.name,
    'isTable', r.is_table,
    'isView', r.is_view,
    'isChecked', r.is_checked,
    'insertable', r.is_plain or r.events & 8 = 8,
    'updatable', r.is_plain or r.events & 4 = 4,
    'deletable', r.is_plain or r.events & 16 = 16,
    'usableBy', ${rolesThat(
      `(has_any_column_privilege(role.oid, r.oid, 'select, insert, update') or has_table_privilege(role.oid, r.oid, 'delete'))`,
    )},
    'columns', coalesce(c.list, '[]')
  )), '[]')::text as answer
  from relations r
  left join columns c on c.attrelid = r.oid`

/**
 * Primary and foreign keys of all tables, by the numbers of tables and columns: a view may show what lies in a schema
 * that
 * is not exposed. The keys of partitions repeat what their parent says.
 */
export const KEYS = `
  with unique_keys as (
    select conrelid, (select array_agg(number order by number) from unnest(conkey) as number) as numbers
    from pg_constraint where contype in ('p', 'u')
  )
  select coalesce(json_agg(json_build_object(
    'kind', k.contype,
    'constraint', k.conname,
    'tableId', k.conrelid::text,
    'tableName', c.relname,
    'targetId', k.confrelid::text,
    'columns', pairs.list,
    'unique', exists (select from unique_keys u where u.conrelid = k.conrelid and u.numbers = pairs.numbers)
  ) order by k.conrelid, k.conname), '[]')::text as answer
  from pg_constraint k
  join pg_class c on c.oid = k.conrelid
  join pg_namespace n on n.oid = k.connamespace
  cross join lateral (
    select
      json_agg(json_build_array(key.here, coalesce(key.there, 0)) order by key.place) as list,
      array_agg(key.here order by key.here) as numbers
    from unnest(k.conkey, k.confkey) with ordinality as key (here, there, place)
  ) pairs
  where k.contype in ('p', 'f') and k.conparentid = 0
    and n.nspname not in ('pg_catalog', 'information_schema') and $1::text is not null`

/** The parsed query of every view: it says which column of which table each of its columns shows. */
export const VIEWS = `
  select coalesce(json_agg(json_build_object('id', c.oid::text, 'tree', r.ev_action::text)), '[]')::text as answer
  from pg_class c
  join pg_namespace n on n.oid = c.relnamespace
  join pg_rewrite r on r.ev_class = c.oid and r.rulename = '_RETURN'
  where c.relkind in ('v', 'm')
    and n.nspname not in ('pg_catalog', 'information_schema') and $1::text is not null`

/**
 * Functions of the exposed schemas, without those that only triggers call, and those with parameters that a request has no name for: one unnamed parameter may stand for a whole body.
 * Parameters come in the order of declaration, what they give back included.
 */
export const FUNCTIONS = `
  with recursive ${EXPOSED}, ${SPELLED_TYPES},
  callable as (
    select p.*, e.nspname, b.base, t.typrelid, r.typname as returned, returned.declared, returned.compared, returned."array"
    from pg_proc p
    join exposed e on e.oid = p.pronamespace
    join pg_type r on r.oid = p.prorettype
    join bases b on b.oid = p.prorettype
    join pg_type t on t.oid = b.base
    left join types returned on returned.oid = p.prorettype
    where p.prokind = 'f'
      and b.base not in ('trigger'::regtype, 'event_trigger'::regtype)
      and (
        p.pronargs = 0
        or p.proargnames is not null and '' <> all (p.proargnames[1:p.pronargs])
        or p.pronargs = 1 and p.proargtypes[0] in ('json'::regtype, 'jsonb'::regtype, 'text'::regtype, 'xml'::regtype, 'bytea'::regtype)
        or p.pronargs = 1 and p.proargtypes[0] in (select reltype from pg_class)
      )
  )
  select coalesce(json_agg(json_build_object(
    'id', c.oid::text,
    'schema', c.nspname,
    'name', c.proname,
    'readOnly', c.provolatile <> 'v',
    'returnsSet', c.proretset,
    'returnsVoid', c.base = 'void'::regtype,
    'returnsOneRow', not c.proretset or c.prorows = 1,
    'binary', c.base = 'bytea'::regtype,
    'returned', json_build_object('declared', c.declared, 'compared', c.compared, 'array', c."array"),
    'mediaType', case when c.returned ~* '${MEDIA_TYPE_NAME}' then lower(c.returned) end,
    'relationId', nullif(c.typrelid, 0)::text,
    'requiredCount', c.pronargs - c.pronargdefaults,
    'rowOfId', case when c.pronargs = 1 then (
      select nullif(t.typrelid, 0)::text from pg_type t where t.oid = c.proargtypes[0]
    ) end,
    'usableBy', ${rolesThat(`has_function_privilege(role.oid, c.oid, 'execute')`)},
    'parameters', coalesce(parameters.list, '[]')
  ) order by c.oid), '[]')::text as answer
  from callable c
  left join lateral (
    select json_agg(json_build_object(
      'name', coalesce(c.proargnames[item.place], ''),
      'mode', coalesce(c.proargmodes[item.place]::text, 'i'),
      'declared', t.declared,
      'compared', t.compared,
      'array', t."array"
    ) order by item.place) as list
    from unnest(coalesce(c.proallargtypes, c.proargtypes::oid[])) with ordinality as item (type, place)
    join types t on t.oid = item.type
  ) parameters on true`

/** The enumerations, domains and ranges of the exposed schemas, and the types of extensions: casts to them are allowed. */
export const TYPES = `
  with ${EXPOSED}
  select coalesce(json_agg(json_build_object(
    'name', lower(t.typname),
    'spelled', quote_ident(n.nspname) || '.' || quote_ident(t.typname)
  ) order by e.oid is not null), '[]')::text as answer
  from pg_type t
  join pg_namespace n on n.oid = t.typnamespace
  left join exposed e on e.oid = n.oid
  where (e.oid is not null and t.typtype in ('e', 'd', 'r'))
     or (t.typtype = 'b' and t.typelem = 0 and n.nspname <> 'pg_catalog' and exists (
       select from pg_depend d
       where d.classid = 'pg_type'::regclass and d.objid = t.oid
         and d.refclassid = 'pg_extension'::regclass and d.deptype = 'e'
     ))`

export const TEXT_SEARCH_CONFIGS = `
  select coalesce(json_agg(cfgname), '[]')::text as answer
  from pg_ts_config
  where pg_ts_config_is_visible(oid) and $1::text is not null`

export const TIME_ZONES = `
  select coalesce(json_agg(name), '[]')::text as answer
  from pg_timezone_names
  where $1::text is not null`
