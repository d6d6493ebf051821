import type postgres from 'postgres'
import { catalogueOf } from '../installation/catalogue.ts'

/**
 * The definition of a trigger or a check can read differently after it went through a dump, with the same meaning: a
 * comparison of rows becomes one of their columns, and a range in a row of conditions two of them. Each is made once more
 * from its definition, so that both sides read the same.
 */
const RESPELLED = `
  do $$
  declare
    found record;
  begin
    for found in
      select t.tgname as name, t.tgrelid::regclass as relation, pg_get_triggerdef(t.oid) as definition,
        obj_description(t.oid, 'pg_trigger') as comment
      from pg_trigger t
      where t.tgqual is not null and not t.tgisinternal
    loop
      execute format('drop trigger %I on %s', found.name, found.relation);
      execute found.definition;
      execute format('comment on trigger %I on %s is %L', found.name, found.relation, found.comment);
    end loop;
    for found in
      select c.conname as name, c.conrelid::regclass as relation, pg_get_constraintdef(c.oid) as definition,
        obj_description(c.oid, 'pg_constraint') as comment
      from pg_constraint c join pg_namespace n on n.oid = c.connamespace
      where n.nspname in ('public', 'private', 'auth') and c.contype = 'c' and c.conrelid <> 0 and c.conislocal
        and pg_get_constraintdef(c.oid) like '%>=%<=%'
    loop
      execute format('alter table %s drop constraint %I', found.relation, found.name);
      execute format('alter table %s add constraint %I %s', found.relation, found.name, found.definition);
      if found.comment is not null then
        execute format('comment on constraint %I on %s is %L', found.name, found.relation, found.comment);
      end if;
    end loop;
  end
  $$`

/** All objects of a database, each as a line, spelled alike whether they came by migrations or by a dump. */
export async function objectsOf(sql: postgres.Sql): Promise<string[]> {
  await sql.unsafe(RESPELLED)
  return catalogueOf(sql)
}
