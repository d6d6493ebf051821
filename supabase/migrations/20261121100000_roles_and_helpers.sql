-- Roles and helpers: who owns what, and the few questions that every later chapter asks.
--
-- Supabase brings anon, authenticated, service_role, authenticator and supabase_auth_admin. Two more keep ownership
-- apart from use, and nobody can sign in as either:
--   cairn_owner    owns the tables; row security is forced on them, so even their owner sees nothing by itself
--   cairn_definer  owns the functions that have to look past row security, and holds the grants that these need
-- Helpers live in the schema private, which no API exposes.

do $$
begin
  if not exists (select from pg_catalog.pg_roles where rolname = 'cairn_owner') then
    create role cairn_owner nologin;
  end if;
  if not exists (select from pg_catalog.pg_roles where rolname = 'cairn_definer') then
    create role cairn_definer nologin bypassrls;
  end if;
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

-- Supabase opens whatever appears in public to its API roles, and Postgres every function to everybody. Here a table or
-- function is closed until its chapter opens it.
alter default privileges revoke execute on functions from public;
alter default privileges in schema public revoke all on tables from anon, authenticated, service_role;
alter default privileges in schema public revoke all on functions from anon, authenticated, service_role;
alter default privileges in schema public revoke all on sequences from anon, authenticated, service_role;

create schema private;
alter schema private owner to cairn_owner;
grant usage on schema private to authenticated, service_role;
grant usage, create on schema private to cairn_definer;
comment on schema private is 'Helpers and bookkeeping of the product. Not exposed by any API.';

-- The claims are read directly instead of through auth.uid(), so that the definer needs no right in the schema auth.
create function private.caller_id() returns uuid
language sql stable set search_path = ''
as $$
  select (nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub')::uuid
$$;
comment on function private.caller_id() is 'The user id of the caller; null for a caller without one.';

create function private.rank(permission_level text) returns integer
language sql immutable set search_path = ''
as $$
  select array_position(array['viewer', 'user', 'manager', 'admin'], permission_level) - 1
$$;
comment on function private.rank(text) is
  'viewer 0, user 1, manager 2, admin 3; null for anything else, and null passes no comparison.';

-- Names end up in lists, mails and exports: a line break, a change of writing direction or an invisible character in one
-- makes it look like something else.
create function private.display_text(value text) returns text
language sql immutable set search_path = ''
as $$
  select btrim(regexp_replace(
    regexp_replace(
      value,
      '[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\U000e0000-\U000e007f]',
      '', 'g'
    ),
    '[\u0001-\u0020\u007f-\u00a0\u2028\u2029]+', ' ', 'g'
  ))
$$;
comment on function private.display_text(text) is
  'One line of text without control, direction and invisible characters, trimmed, white space collapsed.';

create function private.email_domain(email text) returns text
language sql immutable set search_path = ''
as $$
  select nullif(lower(rtrim(substring(email from '@([^@]*)$'), '.')), '')
$$;
comment on function private.email_domain(text) is 'What follows the last @, in lower case; null where nothing does.';

create function private.masked_email(email text) returns text
language sql immutable set search_path = ''
as $$
  select left(email, 2) || '********'
$$;
comment on function private.masked_email(text) is
  'What others may see of an address: its first two characters, then always as many stars.';

-- Triggers run as whoever writes. Only authenticated callers are overruled: the server''s own functions are trusted, and
-- as cairn_owner runs nothing but a foreign key letting go of somebody who left, which is no change of the record.
create function private.stamp_record() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    if current_user = 'authenticated' then
      new.created_by := private.caller_id();
      new.updated_by := new.created_by;
      new.created_at := now();
      new.updated_at := now();
    end if;
  elsif current_user <> 'cairn_owner' then
    new.updated_by := old.updated_by;
    new.updated_at := old.updated_at;
    if new is distinct from old then
      new.updated_by := private.caller_id();
      new.updated_at := now();
    end if;
  end if;
  return new;
end
$$;
comment on function private.stamp_record() is
  'Trigger: sets created_by, created_at, updated_by and updated_at, the latter two only when something changed.';

create function private.stamp_change() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.updated_at := old.updated_at;
  if new is distinct from old then
    new.updated_at := now();
  end if;
  return new;
end
$$;
comment on function private.stamp_change() is 'Trigger: sets updated_at when something changed.';

create function private.clean_name() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.name := private.display_text(coalesce(new.name, ''));
  return new;
end
$$;
comment on function private.clean_name() is 'Trigger: turns name into display text before its length is checked.';

create function private.clean_list(list text[]) returns text[]
language sql immutable set search_path = ''
as $$
  select coalesce(array_agg(first.entry order by first.place), '{}')
  from (
    select private.display_text(given.entry) as entry, min(given.place) as place
    from unnest(list) with ordinality as given (entry, place)
    group by 1
  ) first
  where first.entry <> ''
$$;
comment on function private.clean_list(text[]) is
  'The entries as display text, in their order, without empty and repeated ones.';

create function private.list_within(list text[], entries integer, characters integer) returns boolean
language sql immutable set search_path = ''
as $$
  select cardinality(list) <= entries
    and not exists (select from unnest(list) as l (entry) where l.entry is null or char_length(l.entry) > characters)
$$;
comment on function private.list_within(text[], integer, integer) is
  'Whether a list has at most so many entries of at most so many characters, none of them null.';

-- Postgres would say "new row for relation … violates check constraint …", which is no sentence for people. So a check
-- carries its own: check (private.holds(char_length(name) <= 120, 'Name must have …')).
create function private.holds(rule boolean, sentence text) returns boolean
language plpgsql immutable set search_path = ''
as $$
begin
  if not rule then
    raise exception '%', sentence using errcode = '23514';
  end if;
  return rule;
end
$$;
comment on function private.holds(boolean, text) is
  'For check constraints: whether the rule holds; raises the sentence where it does not. Null passes, as in any check.';

-- The unique index is what holds; this says it in words, unless two come at the same moment.
create function private.refuse_taken_name() returns trigger
language plpgsql set search_path = ''
as $$
declare
  taken boolean;
begin
  execute format(
    'select exists (select from %I.%I r where r.account_id = $1 and lower(r.name) = lower($2) and r.id <> $3)',
    tg_table_schema, tg_table_name
  ) into taken using new.account_id, new.name, new.id;
  if taken then
    raise exception '% with this name already exists.', tg_argv[0]
      using errcode = '23505', constraint = tg_argv[1], hint = 'Choose another name. Capitals make no difference.';
  end if;
  return new;
end
$$;
comment on function private.refuse_taken_name() is
  'Trigger ("A kind", constraint): refuses a name that a record of the account has already, in a sentence for people.';

alter function private.caller_id() owner to cairn_definer;
alter function private.rank(text) owner to cairn_definer;
alter function private.display_text(text) owner to cairn_definer;
alter function private.email_domain(text) owner to cairn_definer;
alter function private.masked_email(text) owner to cairn_definer;
alter function private.stamp_record() owner to cairn_definer;
alter function private.stamp_change() owner to cairn_definer;
alter function private.clean_name() owner to cairn_definer;
alter function private.clean_list(text[]) owner to cairn_definer;
alter function private.list_within(text[], integer, integer) owner to cairn_definer;
alter function private.holds(boolean, text) owner to cairn_definer;
alter function private.refuse_taken_name() owner to cairn_definer;

-- Called from policies and from triggers that run as the caller, or as the owner on behalf of a foreign key.
grant execute on function
  private.caller_id(), private.rank(text), private.display_text(text), private.clean_list(text[]),
  private.list_within(text[], integer, integer)
  to authenticated, service_role, cairn_owner;
-- A check is evaluated as whoever writes the row, and anon may note a failed sign-in.
grant execute on function private.holds(boolean, text) to anon, authenticated, service_role, cairn_owner;
