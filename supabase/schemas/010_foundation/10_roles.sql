-- Roles, default privileges and extensions: who owns what, and what is closed until a file opens it.
--
-- Supabase brings anon, authenticated, service_role, authenticator and supabase_auth_admin. Two more roles keep
-- ownership apart from use, and a third keeps tokens apart from sessions; no user can sign in as any of them:
--   cairn_owner    owns the tables; row security is forced on them, so even their owner sees nothing by itself
--   cairn_definer  owns the functions that have to look past row security, and holds the grants that these need
--   cairn_token    acts for a token with scopes: it may what authenticated may, within the policies about scopes. A session
--                  is authenticated itself, so that its plans know nothing of scopes
--
-- Helpers live in the schema private, which no API exposes.

do $$
begin
  if not exists (select from pg_catalog.pg_roles where rolname = 'cairn_owner') then
    create role cairn_owner nologin;
  end if;
  if not exists (select from pg_catalog.pg_roles where rolname = 'cairn_definer') then
    create role cairn_definer nologin bypassrls;
  end if;
  if not exists (select from pg_catalog.pg_roles where rolname = 'cairn_token') then
    create role cairn_token nologin;
  end if;
  grant authenticated to cairn_token;
  -- A request becomes what its role may become.
  grant cairn_token to authenticator;
  if not (select rolbypassrls from pg_catalog.pg_roles where rolname = 'cairn_definer') then
    raise exception 'The role cairn_definer may not bypass row security.'
      using hint = 'Run as a superuser: alter role cairn_definer bypassrls;';
  end if;
  -- Where migrations run without a superuser, handing something over takes membership.
  if not (select rolsuper from pg_catalog.pg_roles where rolname = current_user) then
    grant cairn_owner, cairn_definer to current_user;
  end if;
end
$$;

grant usage, create on schema public to cairn_owner, cairn_definer;

-- Supabase opens every new object in public to its API roles, and Postgres every function to all roles. Here a table
-- or function stays closed until its file grants rights on it.
alter default privileges revoke execute on functions from public;
alter default privileges in schema public revoke all on tables from anon, authenticated, service_role;
alter default privileges in schema public revoke all on functions from anon, authenticated, service_role;
alter default privileges in schema public revoke all on sequences from anon, authenticated, service_role;

create schema private;
alter schema private owner to cairn_owner;
grant usage on schema private to authenticated, service_role;
grant usage, create on schema private to cairn_definer;
comment on schema private is 'Helpers and bookkeeping of the product. Not exposed by any API.';

-- The auth server calls the auth hooks.
grant usage on schema public to supabase_auth_admin;

-- Supabase keeps extensions in a schema of their own.
create schema if not exists extensions;
create extension if not exists pg_trgm with schema extensions;
create extension if not exists btree_gin with schema extensions;
create extension if not exists pgcrypto with schema extensions;
grant usage on schema extensions to cairn_definer;
grant execute on function extensions.crypt(text, text), extensions.gen_salt(text, integer) to cairn_definer;
