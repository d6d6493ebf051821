import type postgres from 'postgres'
import { catalogueOf } from '../installation/catalogue.ts'

/**
 * The definition of a trigger can read differently after it went through a dump, with the same meaning: a comparison of
 * rows becomes one of their columns. Each is made once more from its definition, so that both sides read the same.
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
  end
  $$`

/** All objects of a database, each as a line, spelled alike whether they came by migrations or by a dump. */
export async function objectsOf(sql: postgres.Sql): Promise<string[]> {
  await sql.unsafe(RESPELLED)
  return catalogueOf(sql)
}
