-- What a database of Supabase has before the first migration of a project, and projects count on. Only databases that serve
-- such a project get it (npm start -- --project); Cairn's own has none of it.
--
-- The roles that migrations name. Nobody signs in as any of them: who serves is authenticator and supabase_auth_admin, and who
-- migrates is the user of the database's address.

do $$
declare
  wanted text;
begin
  foreach wanted in array array[
    'postgres', 'supabase_admin', 'supabase_storage_admin', 'supabase_realtime_admin', 'supabase_replication_admin',
    'supabase_read_only_user', 'dashboard_user', 'pgbouncer'
  ]
  loop
    if not exists (select from pg_catalog.pg_roles where rolname = wanted) then
      execute format('create role %I nologin noinherit', wanted);
    end if;
  end loop;
end
$$;

grant anon, authenticated, service_role to postgres;

-- Says that the database serves a project. Where it had migrations before, its seed is not for it.
create table cairn.project (
  is_the_only_row boolean primary key default true check (is_the_only_row),
  seeded_at timestamptz
);

insert into cairn.project (seeded_at)
values (case when to_regclass('supabase_migrations.schema_migrations') is not null then now() end);

comment on table cairn.project is 'One row: this database serves a project of its own, and when its seed was run.';
