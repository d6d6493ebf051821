-- What migrations call of supabase_vault, where Postgres does not have it: secrets are named, and their values are not kept.

do $$
begin
  if exists (select from pg_catalog.pg_available_extensions where name = 'supabase_vault') then
    return;
  end if;
  create table vault.secrets (
    id uuid primary key default gen_random_uuid(),
    name text unique,
    description text not null default '',
    secret text check (secret is null),
    key_id uuid,
    nonce bytea,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
  );
  comment on table vault.secrets is 'The names of secrets. Their values are not kept: this Postgres does not have supabase_vault.';

  create view vault.decrypted_secrets as
    select id, name, description, secret, null::text as decrypted_secret, key_id, nonce, created_at, updated_at
    from vault.secrets;

  create function vault.create_secret(
    new_secret text, new_name text default null, new_description text default '', new_key_id uuid default null
  ) returns uuid
  language sql set search_path = ''
  as 'insert into vault.secrets (name, description) values (new_name, coalesce(new_description, '''')) returning id';

  create function vault.update_secret(
    secret_id uuid, new_secret text default null, new_name text default null, new_description text default null,
    new_key_id uuid default null
  ) returns void
  language sql set search_path = ''
  as 'update vault.secrets s
      set name = coalesce(new_name, s.name), description = coalesce(new_description, s.description), updated_at = now()
      where s.id = secret_id';

  grant usage on schema vault to postgres, service_role;
  grant select, delete on vault.secrets, vault.decrypted_secrets to postgres, service_role;
end
$$;
