/**
 * Selects the objects of a schema that the caller may use, with their comments. Takes the schema's name, returns one
 * JSON text.
 */
export const INSPECT = `
  select coalesce((select json_build_object(
    'comment', obj_description(n.oid, 'pg_namespace'),
    'tables', (
      select coalesce(json_agg(json_build_object(
        'name', c.relname,
        'comment', obj_description(c.oid, 'pg_class'),
        'mayRead', has_any_column_privilege(c.oid, 'select'),
        'mayInsert', has_any_column_privilege(c.oid, 'insert'),
        'mayUpdate', has_any_column_privilege(c.oid, 'update'),
        'mayDelete', has_table_privilege(c.oid, 'delete'),
        'columns', (
          select coalesce(json_agg(json_build_object(
            'name', a.attname,
            'comment', col_description(c.oid, a.attnum),
            'required', a.attnotnull,
            'maxLength', case
              when a.atttypid in ('character'::regtype, 'character varying'::regtype) and a.atttypmod > 4
                then a.atttypmod - 4
            end,
            'enum', (
              select json_agg(e.enumlabel order by e.enumsortorder) from pg_enum e where e.enumtypid = a.atttypid
            )
          ) order by a.attnum), '[]')
          from pg_attribute a
          where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
            and has_column_privilege(c.oid, a.attnum, 'select, insert, update')
        )
      ) order by c.relname), '[]')
      from pg_class c
      where c.relnamespace = n.oid and c.relkind in ('r', 'p', 'v', 'm', 'f') and not c.relispartition
        and (has_any_column_privilege(c.oid, 'select, insert, update') or has_table_privilege(c.oid, 'delete'))
    ),
    'functions', (
      select coalesce(json_agg(json_build_object(
        'id', p.oid::text,
        'comment', obj_description(p.oid, 'pg_proc')
      ) order by p.proname, p.oid), '[]')
      from pg_proc p
      where p.pronamespace = n.oid and has_function_privilege(p.oid, 'execute')
    )
  )
  from pg_namespace n
  where n.nspname = $1::text and has_schema_privilege(n.oid, 'usage')
  ), '{"comment":null,"tables":[],"functions":[]}')::text as answer`
