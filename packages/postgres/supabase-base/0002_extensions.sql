-- The schema of the extensions, which every session searches after public.

create schema if not exists extensions;
grant usage on schema extensions to postgres, anon, authenticated, service_role, dashboard_user;

do $$
declare
  wanted text;
begin
  foreach wanted in array array['pgcrypto', 'uuid-ossp']
  loop
    if exists (select from pg_catalog.pg_available_extensions where name = wanted) then
      execute format('create extension if not exists %I schema extensions', wanted);
    end if;
  end loop;
  if not exists (select from pg_catalog.pg_extension where extname = 'uuid-ossp') then
    create function extensions.uuid_generate_v4() returns uuid
    language sql volatile parallel safe
    as 'select pg_catalog.gen_random_uuid()';
  end if;
  execute format('alter database %I set search_path = "$user", public, extensions', current_database());
end
$$;

-- What exports of a project name beside it. Nothing is in them.
create schema if not exists graphql;
create schema if not exists graphql_public;
create schema if not exists vault;
grant usage on schema graphql_public to postgres, anon, authenticated, service_role;

create function graphql_public.graphql(
  "operationName" text default null,
  query text default null,
  variables jsonb default null,
  extensions jsonb default null
) returns jsonb
language sql immutable
as $$
  select '{"errors": [{"message": "pg_graphql extension is not enabled."}]}'::jsonb
$$;
