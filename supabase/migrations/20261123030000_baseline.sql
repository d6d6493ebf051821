-- The baseline: the whole database as it was when its earlier migrations were put together into this one.
-- Written from supabase/schemas, where functions, policies, views, triggers and grants are edited. A database that has
-- all of the migrations that baseline.json names counts as migrated to it.

-- Functions name tables that come after them.
set check_function_bodies = off;

-- Roles, default privileges and extensions: who owns what, and what is closed until a file opens it.
--
-- Supabase brings anon, authenticated, service_role, authenticator and supabase_auth_admin. Two more roles keep
-- ownership apart from use, and no user can sign in as either:
--   cairn_owner    owns the tables; row security is forced on them, so even their owner sees nothing by itself
--   cairn_definer  owns the functions that have to look past row security, and holds the grants that these need
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

-- Helpers for text: display text, addresses, mailboxes, domains and hashes of tokens.
--
-- Display text is a single line without invisible characters: what users type as a name or a list entry is stored so.
-- The helpers read no table, so every file may call them.

-- Fillers, blanks and selectors are part of some scripts, so they stay between other characters; alone they show
-- nothing.
create function private.display_text(value text) returns text
language sql immutable set search_path = ''
as $$
  select case
    when shown ~ '[^ \u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]' then shown
    when shown is not null then ''
  end
  from (
    select btrim(regexp_replace(
      regexp_replace(
        value,
        '[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\U000e0000-\U000e007f]',
        '', 'g'
      ),
      '[\u0001-\u0020\u007f-\u00a0\u2028\u2029]+', ' ', 'g'
    )) as shown
  ) as cleaned
$$;
comment on function private.display_text(text) is
  'One line of text without control, direction and invisible characters, trimmed, white space collapsed; empty where nothing of it can be seen.';
alter function private.display_text(text) owner to cairn_definer;
grant execute on function private.display_text(text) to authenticated, service_role, cairn_owner;

create function private.email_domain(email text) returns text
language sql immutable set search_path = ''
as $$
  select nullif(lower(rtrim(substring(email from '@([^@]*)$'), '.')), '')
$$;
comment on function private.email_domain(text) is 'What follows the last @, in lower case; null where nothing does.';
alter function private.email_domain(text) owner to cairn_definer;

create function private.masked_email(email text) returns text
language sql immutable set search_path = ''
as $$
  select left(email, 2) || '********'
$$;
comment on function private.masked_email(text) is
  'What others may see of an address: its first two characters, then always as many stars.';
alter function private.masked_email(text) owner to cairn_definer;

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
alter function private.clean_list(text[]) owner to cairn_definer;
grant execute on function private.clean_list(text[]) to authenticated, service_role, cairn_owner;

-- A function looks a token up by its hash. So no token is compared character by character, and response times tell a
-- caller nothing.
create function private.token_hash(token text) returns text
language sql immutable set search_path = ''
as $$
  select encode(sha256(convert_to(token, 'UTF8')), 'hex')
$$;
comment on function private.token_hash(text) is 'What is stored of a token: its SHA-256, in hexadecimal.';
alter function private.token_hash(text) owner to cairn_definer;

create function private.metadata_text(metadata jsonb, field text) returns text
language sql immutable set search_path = ''
as $$
  select case
    when jsonb_typeof(metadata -> field) = 'string'
    then nullif(btrim(left(private.display_text(left(metadata ->> field, 1000)), 120)), '')
  end
$$;
comment on function private.metadata_text(jsonb, text) is
  'A name out of sign-up metadata, at most 120 characters of display text; null when there is none.';
alter function private.metadata_text(jsonb, text) owner to cairn_definer;

-- Not every mail server ignores dots. Two people whose addresses differ in dots alone are rare. Once the first has
-- left an account, the second needs an invitation to it, and that is all.
create function private.mailbox(email text) returns text
language sql immutable set search_path = ''
as $$
  select coalesce(nullif(replace(split_part(local, '+', 1), '.', ''), ''), local) || '@' || private.email_domain(email)
  from (select lower(regexp_replace(email, '@[^@]*$', '')) as local) as address
$$;
comment on function private.mailbox(text) is
  'The mailbox behind an address: without subaddress (what follows a +) and dots, in lower case.';
alter function private.mailbox(text) owner to cairn_definer;

-- A webhook's path is often its password. Members who work with the record see the present address; the history would
-- show a replaced address to every member for ever.
create function private.masked_address(address jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select case
    when jsonb_typeof(address) = 'string' and address #>> '{}' <> ''
    then to_jsonb(coalesce(substring(address #>> '{}' from '^[^:]+://[^/?#]+'), '') || '/…')
    else address
  end
$$;
comment on function private.masked_address(jsonb) is 'An address without what follows its host, where a secret may be.';
alter function private.masked_address(jsonb) owner to cairn_definer;

create function private.domain_and_parents(domain text) returns text[]
language sql immutable set search_path = ''
as $$
  select array_agg(array_to_string(labels[place:], '.'))
  from (select string_to_array(domain, '.') as labels) as given, generate_subscripts(labels, 1) as place
$$;
comment on function private.domain_and_parents(text) is 'A domain and all that it is below: a.b.example, b.example, example.';
alter function private.domain_and_parents(text) owner to cairn_definer;

-- Checks: shared rules for values, and the refusals that carry a sentence for people.
--
-- Tables use these functions in check constraints and triggers, so a value is refused by whichever way it comes. A
-- refusal names the rule in words that a screen can show as they are.

create function private.clean_name() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.name := private.display_text(coalesce(new.name, ''));
  return new;
end
$$;
comment on function private.clean_name() is 'Trigger: turns name into display text before its length is checked.';
alter function private.clean_name() owner to cairn_definer;

create function private.list_within(list text[], entries integer, characters integer) returns boolean
language sql immutable set search_path = ''
as $$
  select cardinality(list) <= entries
    and not exists (select from unnest(list) as l (entry) where l.entry is null or char_length(l.entry) > characters)
$$;
comment on function private.list_within(text[], integer, integer) is
  'Whether a list has at most so many entries of at most so many characters, none of them null.';
alter function private.list_within(text[], integer, integer) owner to cairn_definer;
grant execute on function private.list_within(text[], integer, integer) to authenticated, service_role, cairn_owner;

-- Postgres would say "new row for relation … violates check constraint …", which users do not understand. So a check
-- carries its own sentence: check (private.holds(char_length(name) <= 120, 'Name must have …')).
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
alter function private.holds(boolean, text) owner to cairn_definer;
grant execute on function private.holds(boolean, text) to anon, authenticated, service_role, cairn_owner;

-- The unique index decides. This trigger refuses in words, unless two users take a name at the same moment.
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
alter function private.refuse_taken_name() owner to cairn_definer;

-- The rule is that of the auth server: unquoted ASCII, a domain of at least two labels. Look-alikes in other scripts
-- are no address.
create function private.is_email(value text) returns boolean
language sql immutable set search_path = ''
as $$
  select char_length(value) <= 320
    and value ~ '^[A-Za-z0-9!#$%&''*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&''*+/=?^_`{|}~-]+)*@([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])$'
$$;
comment on function private.is_email(text) is 'Whether it has the shape of an e-mail address.';
alter function private.is_email(text) owner to cairn_definer;
grant execute on function private.is_email(text) to authenticated, service_role, cairn_owner;

create function private.refuse_non_admin(sentence text) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if private.my_rank() is distinct from 3 then
    raise exception '%', sentence using errcode = '42501', hint = 'Ask an administrator.';
  end if;
end
$$;
comment on function private.refuse_non_admin(text) is 'Refuses with 42501 and the sentence everybody but admins.';
alter function private.refuse_non_admin(text) owner to cairn_definer;

create function private.is_time_zone(name text) returns boolean
language sql stable set search_path = ''
as $$
  select exists (select from pg_catalog.pg_timezone_names z where z.name = is_time_zone.name)
$$;
comment on function private.is_time_zone(text) is 'Whether Postgres knows a time zone of this name. Takes some milliseconds.';
alter function private.is_time_zone(text) owner to cairn_definer;

-- Callers: who asks, from where, at which level and how often, and the stamps that note it in rows.
--
-- The user id, address and browser of a caller come from the settings of the request, never from a parameter. Outside
-- a request they are null.
-- private.turns limits how often a caller or a peer may ask: a key has a number of calls a minute. Stamps set who
-- made or changed a row and when; what a client sends for these columns is overruled.

-- A key has one row for each minute. The first call of a key in a minute also deletes some old rows.
create table private.turns (
  key text not null,
  minute timestamptz not null,
  taken integer not null,
  primary key (key, minute)
);
create index turns_minute_idx on private.turns (minute);
comment on table private.turns is 'How many calls of a kind were made in a minute, by one peer or by all.';
alter table private.turns owner to cairn_owner;

-- The function reads the claims itself instead of calling auth.uid(), so that the definer needs no right in the
-- schema auth.
create function private.caller_id() returns uuid
language sql stable set search_path = ''
as $$
  select (nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub')::uuid
$$;
comment on function private.caller_id() is 'The user id of the caller; null for a caller without one.';
alter function private.caller_id() owner to cairn_definer;
grant execute on function private.caller_id() to authenticated, service_role, cairn_owner;

create function private.rank(permission_level text) returns integer
language sql immutable set search_path = ''
as $$
  select array_position(array['viewer', 'user', 'manager', 'admin'], permission_level) - 1
$$;
comment on function private.rank(text) is
  'viewer 0, user 1, manager 2, admin 3; null for anything else, and null passes no comparison.';
alter function private.rank(text) owner to cairn_definer;
grant execute on function private.rank(text) to authenticated, service_role, cairn_owner;

-- A record can change because a member left. They are no member any more, so the record does not name them as its
-- editor.
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
      if current_user = 'cairn_definer' and new.updated_by is distinct from old.updated_by then
        if not private.is_member(new.account_id, new.updated_by) then
          new.updated_by := null;
        end if;
      end if;
      new.updated_at := now();
    end if;
  end if;
  return new;
end
$$;
comment on function private.stamp_record() is
  'Trigger: sets created_by, created_at, updated_by and updated_at, the latter two only when something changed.';
alter function private.stamp_record() owner to cairn_definer;

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
alter function private.stamp_change() owner to cairn_definer;

create function private.take_turn(key text, per_minute integer) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  this_minute constant timestamptz := date_trunc('minute', now());
  taken_now integer;
begin
  -- Looked up first: who is over the limit shall not queue for the row.
  if (select t.taken >= per_minute from private.turns t where t.key = take_turn.key and t.minute = this_minute) then
    return false;
  end if;
  insert into private.turns as t (key, minute, taken)
  values (take_turn.key, this_minute, 1)
  on conflict on constraint turns_pkey do update set taken = t.taken + 1
  returning t.taken into taken_now;
  if taken_now = 1 then
    delete from private.turns t
    where t.ctid in (
      select o.ctid from private.turns o where o.minute < this_minute - interval '5 minutes' limit 100
      for update skip locked
    );
  end if;
  return taken_now <= per_minute;
end
$$;
comment on function private.take_turn(text, integer) is 'Counts a call; false when the key has had its number in this minute.';
alter function private.take_turn(text, integer) owner to cairn_definer;

-- The server in front reports the address of its peer. Requests without an address share one turn.
create function private.as_address(value text) returns inet
language plpgsql immutable set search_path = ''
as $$
begin
  return nullif(btrim(value), '')::inet;
exception when invalid_text_representation then
  return null;
end
$$;
comment on function private.as_address(text) is 'An IP address; null for anything else.';
alter function private.as_address(text) owner to cairn_definer;

create function private.caller_address() returns inet
language sql stable set search_path = ''
as $$
  select private.as_address(split_part(
    nullif(current_setting('request.headers', true), '')::jsonb ->> 'x-forwarded-for', ',', 1
  ))
$$;
comment on function private.caller_address() is 'The peer of the current request, as the server in front reports it; null where it does not.';
alter function private.caller_address() owner to cairn_definer;

-- An IPv6 subscriber has a whole /64 network and may change the address at will.
create function private.network_of(address inet) returns cidr
language sql immutable set search_path = ''
as $$
  select case
    when address is null then null
    when family(address) = 4 then network(set_masklen(address, 32))
    when address << '::ffff:0:0/96' then network(replace(host(address), '::ffff:', '')::inet)
    else network(set_masklen(address, 64))
  end
$$;
comment on function private.network_of(inet) is 'Where an address is from: itself, or the /64 network of an IPv6 address.';
alter function private.network_of(inet) owner to cairn_definer;

create function private.limit_public_calls(kind text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if not private.take_turn(kind || ' of ' || coalesce(private.network_of(private.caller_address())::text, 'unknown'), 60)
    or not private.take_turn(kind, 1200)
  then
    raise exception 'Too many requests.' using errcode = 'PT429', hint = 'Wait a minute, then try again.';
  end if;
end
$$;
comment on function private.limit_public_calls(text) is
  'Refuses with PT429 what one peer asks more than sixty times a minute, or all together more than 1,200 times.';
alter function private.limit_public_calls(text) owner to cairn_definer;

create function private.stamp_assignment() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.assigned_by := private.caller_id();
  new.created_at := now();
  return new;
end
$$;
comment on function private.stamp_assignment() is 'Trigger: an assignment is made by whoever makes it, now.';
alter function private.stamp_assignment() owner to cairn_definer;

create function private.caller_agent() returns text
language sql stable set search_path = ''
as $$
  select nullif(private.display_text(left(
    nullif(current_setting('request.headers', true), '')::jsonb ->> 'user-agent', 500
  )), '')
$$;
comment on function private.caller_agent() is 'What the caller''s browser calls itself; null outside a request.';
alter function private.caller_agent() owner to cairn_definer;

create function private.current_act() returns uuid
language plpgsql set search_path = ''
as $$
begin
  if coalesce(current_setting('cairn.act', true), '') = '' then
    perform set_config('cairn.act', gen_random_uuid()::text, true);
  end if;
  return current_setting('cairn.act')::uuid;
end
$$;
comment on function private.current_act() is 'The id of the current transaction in the history: random, the same until it ends.';
alter function private.current_act() owner to cairn_definer;
grant execute on function private.current_act() to service_role;

create function private.refuse_non_owner() returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if private.my_rank() is distinct from 3 then
    raise exception 'Only account owners can manage invitations.' using errcode = '42501', hint = 'Ask an administrator.';
  end if;
end
$$;
comment on function private.refuse_non_owner() is 'Refuses whoever is no admin of an account.';
alter function private.refuse_non_owner() owner to cairn_definer;
grant execute on function private.refuse_non_owner() to authenticated;

alter table private.turns enable row level security;
alter table private.turns force row level security;

revoke all on private.turns from public, anon, authenticated, service_role;
grant select, insert, update, delete on private.turns to cairn_definer;

-- Accounts and people: the organisation, the person, and the membership that joins them with its level.
--
-- A person belongs to one account at most. account_members is the truth about account, level and department. Triggers
-- mirror the three into profiles, so that a policy on profiles needs no join.
-- A teammate reads of a profile its id, name and avatar; everything else goes through functions that know the
-- person's privacy switches. For the same reason members cannot read the department from account_members.
-- There is no grant to insert: triggers on auth.users and the functions that admit people write these rows.

create table public.accounts (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  newcomers_need_admission boolean not null default false,
  constraint accounts_name_length check (private.holds(
    char_length(name) between 1 and 120,
    'Name must have 1 to 120 characters.'
  ))
);
comment on table public.accounts is 'An organisation. Everything that people register belongs to one.';
comment on column public.accounts.newcomers_need_admission is
  'Whether people of the account''s domain wait until an admin admits them. Those who are invited never wait.';
alter table public.accounts owner to cairn_owner;

create table public.profiles (
  id uuid primary key references auth.users (id) on delete cascade,
  account_id uuid references public.accounts (id) on delete set null,
  email text not null,
  name text not null,
  permission_level text not null default 'viewer',
  avatar text,
  bio text,
  job_role text,
  department text,
  privacy_email_visible boolean not null default false,
  privacy_bio_visible boolean not null default false,
  privacy_job_visible boolean not null default true,
  privacy_department_visible boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint profiles_permission_level_known check (private.holds(
    permission_level in ('viewer', 'user', 'manager', 'admin'),
    'Level must be viewer, user, manager or admin.'
  )),
  constraint profiles_name_length check (private.holds(
    char_length(name) between 1 and 120,
    'Name must have 1 to 120 characters.'
  )),
  constraint profiles_avatar_is_web_address check (private.holds(
    avatar = ''
      or char_length(avatar) <= 2048 and avatar ~* '^https?://[^[:space:][:cntrl:]/?#@\\]+([/?#][^[:space:][:cntrl:]\\]*)?$',
    'Avatar must be a web address (https or http) of at most 2,048 characters.'
  )),
  constraint profiles_bio_length check (private.holds(
    char_length(bio) <= 2000,
    'Bio must have at most 2,000 characters.'
  )),
  constraint profiles_job_role_length check (private.holds(
    char_length(job_role) <= 120,
    'Job role must have at most 120 characters.'
  )),
  constraint profiles_department_length check (private.holds(
    char_length(department) <= 120,
    'Department must have at most 120 characters.'
  ))
);
create index profiles_account_id_idx on public.profiles (account_id);
-- The sign-in finds a profile by its address, and so do the functions that list locked-out members.
create index profiles_email_idx on public.profiles (lower(email));
create index profiles_by_change_idx on public.profiles (account_id, updated_at desc);
comment on table public.profiles is 'A person whose e-mail address is confirmed.';
comment on column public.profiles.account_id is 'Mirror of account_members, kept by a trigger.';
comment on column public.profiles.permission_level is 'Mirror of account_members, kept by a trigger.';
comment on column public.profiles.department is 'The same as in account_members: a change to either changes both.';
comment on column public.profiles.email is 'The confirmed address; follows auth.users.';
comment on column public.profiles.privacy_email_visible is 'Whether teammates may see the address, masked.';
alter table public.profiles owner to cairn_owner;

create table public.account_members (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references public.accounts (id) on delete cascade,
  user_id uuid not null unique references public.profiles (id) on delete cascade,
  role text not null default 'member',
  permission_level text not null default 'viewer',
  department text,
  knowledge_areas text[] not null default '{}',
  contribution_count integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Foreign keys that carry the account point here.
  constraint account_members_account_id_user_id_key unique (account_id, user_id),
  constraint account_members_role_known check (private.holds(
    role in ('owner', 'member'),
    'Role must be owner or member.'
  )),
  constraint account_members_permission_level_known check (private.holds(
    permission_level in ('viewer', 'user', 'manager', 'admin'),
    'Level must be viewer, user, manager or admin.'
  )),
  constraint account_members_department_length check (private.holds(
    char_length(department) <= 120,
    'Department must have at most 120 characters.'
  )),
  constraint account_members_knowledge_areas_size check (private.holds(
    cardinality(knowledge_areas) <= 100 and octet_length(array_to_string(knowledge_areas, '')) <= 10000,
    'Knowledge areas must be at most 100 and not longer than 10,000 bytes together.'
  )),
  constraint account_members_contribution_count_positive check (private.holds(
    contribution_count >= 0,
    'Contribution count must not be negative.'
  ))
);
create index account_members_admins_idx on public.account_members (account_id) where permission_level = 'admin';
create index account_members_by_change_idx on public.account_members (account_id, updated_at desc);
comment on table public.account_members is 'Who belongs to an account, and with which level.';
comment on column public.account_members.role is 'owner for the founder, otherwise member. Gives no right.';
comment on column public.account_members.permission_level is 'viewer, user, manager or admin: decides what the person may do.';
comment on column public.account_members.contribution_count is 'Records that the member created and that still exist.';
alter table public.account_members owner to cairn_owner;

-- Policies ask as (select private.my_account()), which runs once for a statement.
create function private.my_account() returns uuid
language sql stable security definer set search_path = ''
as $$
  select m.account_id from public.account_members m where m.user_id = private.caller_id()
$$;
comment on function private.my_account() is 'The caller''s account; null for a caller without one.';
alter function private.my_account() owner to cairn_definer;
grant execute on function private.my_account() to authenticated, service_role, cairn_owner;

create function private.my_rank() returns integer
language sql stable security definer set search_path = ''
as $$
  select private.rank(m.permission_level) from public.account_members m where m.user_id = private.caller_id()
$$;
comment on function private.my_rank() is 'The caller''s rank in their account; null for a caller without one.';
alter function private.my_rank() owner to cairn_definer;
grant execute on function private.my_rank() to authenticated, service_role, cairn_owner;

create function public.get_my_profile()
returns table (
  id uuid, email text, name text, avatar text, bio text, job_role text, department text,
  privacy_email_visible boolean, privacy_bio_visible boolean, privacy_job_visible boolean,
  privacy_department_visible boolean
)
language sql stable security definer set search_path = ''
as $$
  select
    p.id, p.email, p.name, p.avatar, p.bio, p.job_role, p.department,
    p.privacy_email_visible, p.privacy_bio_visible, p.privacy_job_visible, p.privacy_department_visible
  from public.profiles p
  where p.id = private.caller_id()
$$;
comment on function public.get_my_profile() is 'The caller''s own profile, everything of it that is theirs to change.';
alter function public.get_my_profile() owner to cairn_definer;
revoke all on function public.get_my_profile() from public, anon, authenticated, service_role;
grant execute on function public.get_my_profile() to authenticated, service_role;

create function public.get_public_profiles_by_ids(ids uuid[]) returns table (id uuid, name text, avatar text)
language sql stable set search_path = ''
as $$
  select p.id, p.name, p.avatar
  from public.account_members m
  join public.profiles p on p.id = m.user_id
  where m.account_id = (select private.my_account()) and m.user_id = any (ids)
  order by p.name, p.id
$$;
comment on function public.get_public_profiles_by_ids(uuid[]) is
  'Name and avatar of those of the given people who belong to the caller''s account.';
alter function public.get_public_profiles_by_ids(uuid[]) owner to cairn_definer;
revoke all on function public.get_public_profiles_by_ids(uuid[]) from public, anon, authenticated, service_role;
grant execute on function public.get_public_profiles_by_ids(uuid[]) to authenticated, service_role;

create function public.get_account_team_member_profiles() returns table (id uuid, name text, avatar text)
language sql stable set search_path = ''
as $$
  select p.id, p.name, p.avatar
  from public.account_members m
  join public.profiles p on p.id = m.user_id
  where m.account_id = (select private.my_account())
  order by p.name, p.id
$$;
comment on function public.get_account_team_member_profiles() is 'Name and avatar of everybody in the caller''s account.';
alter function public.get_account_team_member_profiles() owner to cairn_definer;
revoke all on function public.get_account_team_member_profiles() from public, anon, authenticated, service_role;
grant execute on function public.get_account_team_member_profiles() to authenticated, service_role;

-- A changed contribution_count leaves updated_at alone: it says something about records, not about the membership.
create trigger account_members_stamp
  before update of account_id, role, permission_level, department, knowledge_areas, updated_at on public.account_members
  for each row execute function private.stamp_change();
create trigger accounts_stamp before update on public.accounts
  for each row execute function private.stamp_change();
create trigger profiles_clean before insert or update of name on public.profiles
  for each row execute function private.clean_name();
create trigger profiles_stamp before update on public.profiles
  for each row execute function private.stamp_change();

alter table public.accounts enable row level security;
alter table public.accounts force row level security;

create policy "members see their account" on public.accounts
  for select to authenticated
  using (id = (select private.my_account()));

alter table public.profiles enable row level security;
alter table public.profiles force row level security;

create policy "people see themselves and their teammates" on public.profiles
  for select to authenticated
  using (id = (select private.caller_id()) or account_id = (select private.my_account()));

create policy "people change themselves, managers change their team" on public.profiles
  for update to authenticated
  using (
    id = (select private.caller_id())
    or account_id = (select private.my_account())
      and (select private.my_rank()) >= 2
      and (permission_level <> 'admin' or (select private.my_rank()) = 3)
  );

alter table public.account_members enable row level security;
alter table public.account_members force row level security;

create policy "members see who belongs to their account" on public.account_members
  for select to authenticated
  using (account_id = (select private.my_account()));

create policy "managers change the memberships of their team" on public.account_members
  for update to authenticated
  using (
    account_id = (select private.my_account())
    and (select private.my_rank()) >= 2
    and (permission_level <> 'admin' or (select private.my_rank()) = 3)
  );

create policy "admins end memberships" on public.account_members
  for delete to authenticated
  using (account_id = (select private.my_account()) and (select private.my_rank()) = 3);

revoke all on public.accounts, public.profiles, public.account_members from public, anon, authenticated, service_role;
grant select on public.accounts to authenticated;
grant select (id, name, avatar) on public.profiles to authenticated;
grant update (name, avatar, bio, job_role, department) on public.profiles to authenticated;
grant select (
  id, account_id, user_id, role, permission_level, knowledge_areas, contribution_count, created_at, updated_at
) on public.account_members to authenticated;
grant update (permission_level, department, knowledge_areas) on public.account_members to authenticated;
grant delete on public.account_members to authenticated;
grant select, insert, update, delete on public.accounts, public.profiles, public.account_members to service_role;
grant select, insert, update, delete on public.accounts, public.profiles, public.account_members to cairn_definer;

-- Membership: rules about changes of members, the mirror in profiles, and the memory of people who left.
--
-- Row security cannot compare a row before and after a change, so triggers do. They bind users, not the server's own
-- functions. An account keeps at least one admin.
-- Members who leave are remembered by their user and by every address that they had. Their domain does not let them
-- in again; only an invitation does.

create table private.former_members (
  account_id uuid not null references public.accounts (id) on delete cascade,
  email text not null,
  left_at timestamptz not null default now(),
  removed_by uuid,
  user_id uuid,
  primary key (account_id, email)
);
comment on table private.former_members is
  'Addresses that left an account or were removed from it: their domain does not let them in again.';
comment on column private.former_members.user_id is 'Who it was; empty for a user who is deleted or was no user any more.';
alter table private.former_members owner to cairn_owner;

create table private.past_addresses (
  user_id uuid not null,
  email text not null,
  primary key (user_id, email)
);
comment on table private.past_addresses is 'Confirmed addresses that people had before their present one. Go with the person.';
alter table private.past_addresses owner to cairn_owner;

create function private.guard_level() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if new.user_id = private.caller_id() then
    raise exception 'Permission changes must be made by an account administrator.'
      using errcode = '42501', hint = 'Nobody changes their own level. Ask another administrator.';
  end if;
  if private.rank(new.permission_level) > private.my_rank() then
    raise exception 'Nobody gives a level above their own.'
      using errcode = '42501', hint = 'Ask an administrator.';
  end if;
  return new;
end
$$;
comment on function private.guard_level() is 'Trigger: nobody changes their own level or gives one above their own.';
alter function private.guard_level() owner to cairn_definer;

create function private.guard_profile() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if (new.avatar, new.bio, new.department) is distinct from (old.avatar, old.bio, old.department) then
    raise exception 'Only name and job role of another member''s profile can be changed here.'
      using errcode = '42501', hint = 'The department is changed in the membership; the rest belongs to the person.';
  end if;
  return new;
end
$$;
comment on function private.guard_profile() is 'Trigger: of other people''s profiles only name and job role change.';
alter function private.guard_profile() owner to cairn_definer;

-- Two admins who leave at the same moment have to wait for each other: the account's row is the queue. The lock lets
-- foreign keys to the account pass, because both transactions may have written some already.
create function private.keep_an_admin() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform from public.accounts a where a.id = old.account_id for no key update;
  -- Nothing found: the account itself is being deleted.
  if found and not exists (
    select from public.account_members m where m.account_id = old.account_id and m.permission_level = 'admin'
  ) then
    raise exception 'An account needs an admin.'
      using errcode = 'LA001', hint = 'Make somebody else admin first.';
  end if;
  return null;
end
$$;
comment on function private.keep_an_admin() is 'Trigger: refuses with LA001 what would leave an account without an admin.';
alter function private.keep_an_admin() owner to cairn_definer;

create function private.mirror_membership() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    perform private.remember_leaver(old.account_id, p.id, p.email) from public.profiles p where p.id = old.user_id;
    update public.profiles set account_id = null, permission_level = 'viewer' where id = old.user_id;
    return null;
  end if;
  if tg_op = 'INSERT' then
    delete from private.former_members f
    using public.profiles p
    where p.id = new.user_id and f.account_id = new.account_id
      and (f.user_id = p.id or private.mailbox(f.email) = private.mailbox(p.email));
    delete from private.waiting_newcomers w where w.user_id = new.user_id;
  end if;
  update public.profiles p
  set account_id = new.account_id,
    permission_level = new.permission_level,
    department = case when tg_op = 'INSERT' then coalesce(new.department, p.department) else new.department end
  where p.id = new.user_id
    and (p.account_id, p.permission_level, p.department)
      is distinct from (new.account_id, new.permission_level, new.department);
  return null;
end
$$;
comment on function private.mirror_membership() is
  'Trigger: carries account, level and department over to the profile, and remembers who left.';
alter function private.mirror_membership() owner to cairn_definer;

create function private.mirror_department() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.account_members m
  set department = new.department
  where m.user_id = new.id and m.department is distinct from new.department;
  return null;
end
$$;
comment on function private.mirror_department() is 'Trigger: carries the department over to the membership.';
alter function private.mirror_department() owner to cairn_definer;

-- When a user is deleted the profile goes first, and with it the address that the membership's own trigger looks for.
create function private.remember_deleted_person() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.remember_leaver(old.account_id, old.id, old.email);
  return null;
end
$$;
comment on function private.remember_deleted_person() is 'Trigger: remembers the address of a member whose user is deleted.';
alter function private.remember_deleted_person() owner to cairn_definer;

create function private.has_left(account uuid, person uuid, email text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from private.former_members f
    where f.account_id = account
      and (f.user_id = person or private.mailbox(f.email) = private.mailbox(has_left.email))
  )
$$;
comment on function private.has_left(uuid, uuid, text) is 'Whether the person, or another of their mailbox, left the account.';
alter function private.has_left(uuid, uuid, text) owner to cairn_definer;

create function private.remember_leaver(account uuid, person uuid, email text) returns void
language sql volatile security definer set search_path = ''
as $$
  -- Nothing for an account that is just being deleted.
  insert into private.former_members (account_id, email, user_id, removed_by)
  select a.id, addresses.email, person, private.caller_id()
  from public.accounts a, (
    select lower(remember_leaver.email) as email
    union
    select p.email from private.past_addresses p where p.user_id = person
  ) as addresses
  where a.id = account
  on conflict (account_id, email) do update set user_id = excluded.user_id
$$;
comment on function private.remember_leaver(uuid, uuid, text) is 'Remembers every address of somebody who leaves an account.';
alter function private.remember_leaver(uuid, uuid, text) owner to cairn_definer;

-- By its name it comes after profiles_remember, which still needs the addresses.
create function private.remove_past_addresses() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.past_addresses where user_id = old.id;
  return null;
end
$$;
comment on function private.remove_past_addresses() is 'Trigger: a person''s past addresses go with the person.';
alter function private.remove_past_addresses() owner to cairn_definer;

create function private.is_member(account uuid, person uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from public.account_members m where m.account_id = account and m.user_id = person)
$$;
comment on function private.is_member(uuid, uuid) is 'Whether a person belongs to an account.';
alter function private.is_member(uuid, uuid) owner to cairn_definer;

-- Members who leave let go of what they owned, made and knew, also in the bin. Coming back to the account brings none
-- of it back.
create function private.stayed_member(account uuid, person uuid, since timestamptz) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.account_members m
    where m.account_id = account and m.user_id = person and m.created_at <= since
  )
$$;
comment on function private.stayed_member(uuid, uuid, timestamptz) is
  'Whether a person has belonged to an account ever since.';
alter function private.stayed_member(uuid, uuid, timestamptz) owner to cairn_definer;

create trigger account_members_guard before update on public.account_members
  for each row when (current_user = 'authenticated' and new.permission_level is distinct from old.permission_level)
  execute function private.guard_level();
create trigger account_members_keep_an_admin_on_change after update on public.account_members
  for each row
  when (old.permission_level = 'admin'
    and (new.permission_level, new.account_id) is distinct from (old.permission_level, old.account_id))
  execute function private.keep_an_admin();
create trigger account_members_keep_an_admin_on_delete after delete on public.account_members
  for each row when (old.permission_level = 'admin') execute function private.keep_an_admin();
create trigger account_members_mirror after insert or update or delete on public.account_members
  for each row execute function private.mirror_membership();
create trigger profiles_guard before update on public.profiles
  for each row when (current_user = 'authenticated' and old.id is distinct from private.caller_id())
  execute function private.guard_profile();
create trigger profiles_mirror_department after update of department on public.profiles
  for each row when (new.department is distinct from old.department)
  execute function private.mirror_department();
create trigger profiles_remember after delete on public.profiles
  for each row when (old.account_id is not null) execute function private.remember_deleted_person();
create trigger profiles_remove_past_addresses after delete on public.profiles
  for each row execute function private.remove_past_addresses();

alter table private.former_members enable row level security;
alter table private.former_members force row level security;

alter table private.past_addresses enable row level security;
alter table private.past_addresses force row level security;

revoke all on private.former_members from public, anon, authenticated, service_role;
grant select, insert, update, delete on private.former_members to cairn_definer;
revoke all on private.past_addresses from public, anon, authenticated, service_role;
grant select, insert, update, delete on private.past_addresses to cairn_definer;

-- E-mail domains: which account a domain leads to, and which domains lead to none.
--
-- A domain belongs to the account of the first person who confirmed an address at it. Domains of public mail
-- providers say nothing about an organisation: no user signs up with them, and no account gets them.
-- Users read neither table: what the sign-up screen has to know is two booleans about one domain.
-- At a start after an upgrade the server hands over the lists of public mail domains that it was built with. Rows of
-- source list follow them; rows of source operator belong to the operator, and the lists leave them alone. A row that
-- says allowed is an operator's exception. The most specific row decides: a.b.example before b.example before
-- example.

create table public.account_domains (
  domain text primary key,
  account_id uuid not null references public.accounts (id) on delete cascade,
  created_at timestamptz not null default now(),
  constraint account_domains_domain_lower_case check (private.holds(
    domain = lower(domain) and char_length(domain) between 1 and 253,
    'Domain must have 1 to 253 characters, in lower case.'
  ))
);
create index account_domains_account_id_idx on public.account_domains (account_id);
comment on table public.account_domains is 'The account that people with an address at the domain join.';
alter table public.account_domains owner to cairn_owner;

create table public.domain_blacklist (
  domain text primary key,
  created_at timestamptz not null default now(),
  source text not null default 'operator',
  allowed boolean not null default false,
  constraint domain_blacklist_domain_lower_case check (private.holds(
    domain = lower(domain) and char_length(domain) between 1 and 253,
    'Domain must have 1 to 253 characters, in lower case.'
  )),
  constraint domain_blacklist_source_known check (private.holds(
    source in ('operator', 'list'),
    'Source must be operator or list.'
  )),
  constraint domain_blacklist_lists_allow_nothing check (private.holds(
    source = 'operator' or not allowed,
    'Only a row of the operator can allow a domain.'
  ))
);
comment on table public.domain_blacklist is 'Domains with which nobody may sign up, public mail providers above all.';
comment on column public.domain_blacklist.source is 'list: follows the lists of public mail domains. operator: added by hand, and left alone.';
comment on column public.domain_blacklist.allowed is 'An exception of the operator: addresses at the domain may sign up, although a list or a domain above it says otherwise.';
alter table public.domain_blacklist owner to cairn_owner;

create table private.public_mail_list (
  only_one boolean primary key default true check (only_one),
  fingerprint text not null,
  taken_at timestamptz not null default now()
);
comment on table private.public_mail_list is 'Which lists of public mail domains the blacklist follows.';
alter table private.public_mail_list owner to cairn_owner;

create function private.is_blacklisted(domain text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select coalesce((
    select not b.allowed
    from public.domain_blacklist b
    where b.domain = any (private.domain_and_parents(is_blacklisted.domain))
    order by char_length(b.domain) desc
    limit 1
  ), false)
$$;
comment on function private.is_blacklisted(text) is 'Whether nobody may sign up with an address at the domain, or at one above it.';
alter function private.is_blacklisted(text) owner to cairn_definer;

create function public.signup_domain_status(domain_param text) returns json
language plpgsql security definer set search_path = ''
as $$
declare
  wanted constant text := lower(rtrim(btrim(coalesce(domain_param, '')), '.'));
  blacklisted boolean;
begin
  if char_length(domain_param) > 253 then
    raise exception 'That is too long for a domain.' using errcode = '22023', hint = 'A domain has at most 253 characters.';
  end if;
  perform private.limit_public_calls('domain status');
  blacklisted := private.is_blacklisted(wanted);
  return json_build_object(
    'blacklisted', blacklisted,
    'first', wanted <> '' and not blacklisted
      and not exists (select from public.account_domains d where d.domain = wanted)
  );
end
$$;
comment on function public.signup_domain_status(text) is
  'What the sign-up screen may know of a domain: {"blacklisted": …, "first": …}. Sixty times a minute for one peer.';
alter function public.signup_domain_status(text) owner to cairn_definer;
revoke all on function public.signup_domain_status(text) from public, anon, authenticated, service_role;
grant execute on function public.signup_domain_status(text) to anon, authenticated, service_role;

create function public.take_public_mail_domains(fingerprint_param text, domains text[] default null) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  -- Servers that start at the same moment take turns.
  perform pg_advisory_xact_lock(hashtextextended('public mail domains', 0));
  if exists (select from private.public_mail_list l where l.fingerprint = fingerprint_param) then
    return false;
  end if;
  if domains is null then
    return true;
  end if;
  delete from public.domain_blacklist b
  where b.source = 'list' and not exists (select from unnest(domains) as d (domain) where d.domain = b.domain);
  insert into public.domain_blacklist (domain, source)
  select distinct d.domain, 'list' from unnest(domains) as d (domain)
  on conflict do nothing;
  insert into private.public_mail_list as l (fingerprint) values (fingerprint_param)
  on conflict (only_one) do update set fingerprint = excluded.fingerprint, taken_at = now();
  return false;
end
$$;
comment on function public.take_public_mail_domains(text, text[]) is
  'For the server alone: whether lists with this fingerprint are still to be handed over, and with domains, takes them.';
alter function public.take_public_mail_domains(text, text[]) owner to cairn_definer;
revoke all on function public.take_public_mail_domains(text, text[]) from public, anon, authenticated, service_role;
grant execute on function public.take_public_mail_domains(text, text[]) to service_role, supabase_auth_admin;

alter table public.account_domains enable row level security;
alter table public.account_domains force row level security;

alter table public.domain_blacklist enable row level security;
alter table public.domain_blacklist force row level security;

alter table private.public_mail_list enable row level security;
alter table private.public_mail_list force row level security;

revoke all on public.account_domains, public.domain_blacklist from public, anon, authenticated, service_role;
grant select, insert, update, delete on public.account_domains, public.domain_blacklist to service_role, cairn_definer;
revoke all on private.public_mail_list from public, anon, authenticated, service_role;
grant select, insert, update, delete on private.public_mail_list to cairn_definer;

-- Invitations: an admin lets a person in whose domain does not, or with more than a viewer's level.
--
-- An invitation is open until the invited person accepts it, an admin revokes it (declined_at), or it is seven days
-- old. Once closed it stays closed. It also ends when its sender is no admin of the account any more. When its person
-- leaves the account, only a later invitation lets them in again.
-- The token of a link is computed from the invitation's id and a secret, so that admins can copy the link again,
-- while the table holds only its hash. A token alone opens nothing: only the user who confirmed the address accepts.

create table private.secrets (
  name text primary key,
  value bytea not null
);
comment on table private.secrets is 'What functions sign with. Made once for each database, never shown.';
alter table private.secrets owner to cairn_owner;

create table public.pending_invitations (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null default private.my_account() references public.accounts (id) on delete cascade,
  email text not null,
  name text not null,
  job_role text,
  department text,
  permission_level text not null default 'viewer',
  invited_by uuid,
  invitation_token text not null,
  expires_at timestamptz not null default now() + interval '7 days',
  accepted_at timestamptz,
  declined_at timestamptz,
  created_at timestamptz not null default now(),
  constraint pending_invitations_invited_by_fkey foreign key (account_id, invited_by)
    references public.account_members (account_id, user_id) on delete set null (invited_by),
  constraint pending_invitations_invitation_token_key unique (invitation_token),
  constraint pending_invitations_email_valid check (private.holds(
    private.is_email(email) and email = lower(email),
    'Please enter a valid email address.'
  )),
  constraint pending_invitations_name_length check (private.holds(
    char_length(name) between 1 and 120,
    'Name must have 1 to 120 characters.'
  )),
  constraint pending_invitations_job_role_length check (private.holds(
    char_length(job_role) <= 120,
    'Job role must have at most 120 characters.'
  )),
  constraint pending_invitations_department_length check (private.holds(
    char_length(department) <= 120,
    'Department must have at most 120 characters.'
  )),
  constraint pending_invitations_permission_level_known check (private.holds(
    permission_level in ('viewer', 'user', 'manager', 'admin'),
    'Please select a valid permission level.'
  )),
  constraint pending_invitations_ends_once check (private.holds(
    accepted_at is null or declined_at is null,
    'An invitation is accepted or revoked, not both.'
  )),
  constraint pending_invitations_account_id_id_key unique (account_id, id)
);
create unique index pending_invitations_open_key on public.pending_invitations (account_id, email)
  where accepted_at is null and declined_at is null;
create index pending_invitations_open_email_idx on public.pending_invitations (email)
  where accepted_at is null and declined_at is null;
create index pending_invitations_by_time_idx on public.pending_invitations (account_id, created_at desc);
create index pending_invitations_invited_by_idx on public.pending_invitations (account_id, invited_by);
comment on table public.pending_invitations is 'Invitations to an account: open, accepted, revoked and expired ones.';
comment on column public.pending_invitations.email is 'The invited address, in lower case. Only whoever has confirmed it accepts.';
comment on column public.pending_invitations.invitation_token is
  'The hash of the token, in hexadecimal. get_invitation_token tells admins the token itself.';
comment on column public.pending_invitations.invited_by is 'The admin who sent it; empty when that person left.';
comment on column public.pending_invitations.declined_at is 'When it was revoked.';
alter table public.pending_invitations owner to cairn_owner;

create function private.invitation_token(invitation_id uuid) returns text
language sql stable security definer set search_path = ''
as $$
  -- Hashed twice, as HMAC does, so that nobody can lengthen what was signed. Base64 as it may stand in a URL.
  select rtrim(translate(encode(sha256(s.value || sha256(s.value || uuid_send(invitation_id))), 'base64'), '+/', '-_'), '=')
  from private.secrets s
  where s.name = 'invitations'
$$;
comment on function private.invitation_token(uuid) is 'The token in the link of an invitation: 43 characters.';
alter function private.invitation_token(uuid) owner to cairn_definer;

create function private.is_invited(address text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.pending_invitations i
    where i.email = lower(address) and i.accepted_at is null and i.declined_at is null and i.expires_at > now()
  )
$$;
comment on function private.is_invited(text) is 'Whether an invitation to the address is open, by whichever account.';
alter function private.is_invited(text) owner to cairn_definer;

create function private.prepare_invitation() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- By the collation C only ASCII letters change: others must not turn into one.
  new.email := lower(btrim(new.email) collate "C");
  new.name := private.display_text(coalesce(new.name, ''));
  new.job_role := nullif(private.display_text(new.job_role), '');
  new.department := nullif(private.display_text(new.department), '');
  new.invitation_token := private.token_hash(private.invitation_token(new.id));
  return new;
end
$$;
comment on function private.prepare_invitation() is 'Trigger: puts an invitation into shape and gives it its token.';
alter function private.prepare_invitation() owner to cairn_definer;

create function private.guard_invitation() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- Locked, so that whoever is demoted at this moment has either invited before it or may not any more.
  perform from public.account_members m
  where m.user_id = private.caller_id() and m.account_id = new.account_id and m.permission_level = 'admin'
  for share;
  if not found then
    raise exception 'Only account owners can manage invitations.' using errcode = '42501', hint = 'Ask an administrator.';
  end if;
  new.invited_by := private.caller_id();
  -- What follows counts, so the invitations of an account are written one after the other.
  perform from public.accounts a where a.id = new.account_id for no key update;
  perform private.refuse_more_invitations(1);
  if exists (
    select from public.profiles p where p.account_id = new.account_id and lower(p.email) = new.email
  ) then
    raise exception 'A user with this email already exists in the system.'
      using errcode = '23505', hint = 'This person is a member of your account.';
  end if;
  delete from public.pending_invitations i
  where i.account_id = new.account_id and i.email = new.email
    and i.accepted_at is null and i.declined_at is null and i.expires_at <= now();
  if exists (
    select from public.pending_invitations i
    where i.account_id = new.account_id and i.email = new.email and i.accepted_at is null and i.declined_at is null
  ) then
    raise exception 'This person has an open invitation already.'
      using errcode = '23505', hint = 'Send them its link, or revoke it first.';
  end if;
  return new;
end
$$;
comment on function private.guard_invitation() is
  'Trigger: an admin invites, in their own name, once for an address, two hundred times a day, and nobody who belongs already.';
alter function private.guard_invitation() owner to cairn_definer;

create function private.guard_revocation() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if old.accepted_at is not null or old.declined_at is not null then
    raise exception 'This invitation is no longer open.'
      using errcode = '23514', hint = 'It was accepted or revoked in the meantime.';
  end if;
  if new.declined_at is not null then
    new.declined_at := now();
  end if;
  return new;
end
$$;
comment on function private.guard_revocation() is 'Trigger: an open invitation can be revoked, now, and nothing else.';
alter function private.guard_revocation() owner to cairn_definer;

-- Before the change: it locks the invitations first and the account later, in the order of a user who accepts an
-- invitation.
create function private.end_invitations_of_inviter() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- The account itself goes, and its invitations with it.
  if not exists (select from public.accounts a where a.id = old.account_id) then
    return coalesce(new, old);
  end if;
  update public.pending_invitations i
  set declined_at = now()
  where i.account_id = old.account_id and i.invited_by = old.user_id
    and i.accepted_at is null and i.declined_at is null;
  return coalesce(new, old);
end
$$;
comment on function private.end_invitations_of_inviter() is
  'Trigger: the open invitations of an admin end with the right to invite.';
alter function private.end_invitations_of_inviter() owner to cairn_definer;

-- A member who left may take another address. Invitations to it from before they left end with the membership; with a
-- later invitation an admin asks them back.
create function private.end_invitations_of_leaver() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.pending_invitations i
  set declined_at = now()
  where i.account_id = new.account_id and private.mailbox(i.email) = private.mailbox(new.email)
    and i.created_at <= new.left_at
    and i.accepted_at is null and i.declined_at is null;
  return null;
end
$$;
comment on function private.end_invitations_of_leaver() is
  'Trigger: an invitation from before the membership ended does not bring it back.';
alter function private.end_invitations_of_leaver() owner to cairn_definer;

create trigger former_members_end_invitations after insert on private.former_members
  for each row execute function private.end_invitations_of_leaver();
create trigger account_members_end_invitations_on_change before update on public.account_members
  for each row
  when (old.permission_level = 'admin'
    and (new.permission_level, new.account_id) is distinct from (old.permission_level, old.account_id))
  execute function private.end_invitations_of_inviter();
create trigger account_members_end_invitations_on_delete before delete on public.account_members
  for each row when (old.permission_level = 'admin') execute function private.end_invitations_of_inviter();

-- Triggers run in the order of their names: first clean, then guard.
create trigger pending_invitations_clean before insert on public.pending_invitations
  for each row execute function private.prepare_invitation();
create trigger pending_invitations_guard before insert on public.pending_invitations
  for each row when (current_user = 'authenticated') execute function private.guard_invitation();
create trigger pending_invitations_guard_revocation before update on public.pending_invitations
  for each row when (current_user = 'authenticated') execute function private.guard_revocation();

alter table private.secrets enable row level security;
alter table private.secrets force row level security;

alter table public.pending_invitations enable row level security;
alter table public.pending_invitations force row level security;

create policy "admins see the invitations of their account" on public.pending_invitations
  for select to authenticated
  using (account_id = (select private.my_account()) and (select private.my_rank()) = 3);

create policy "admins invite" on public.pending_invitations
  for insert to authenticated
  with check (account_id = (select private.my_account()) and (select private.my_rank()) = 3);

create policy "admins revoke invitations" on public.pending_invitations
  for update to authenticated
  using (account_id = (select private.my_account()) and (select private.my_rank()) = 3);

revoke all on private.secrets from public, anon, authenticated, service_role;
grant select on private.secrets to cairn_definer;
revoke all on public.pending_invitations from public, anon, authenticated, service_role;
grant select on public.pending_invitations to authenticated;

-- A client may send invited_by, and is overruled. There is no grant to delete: the clean-up procedure deletes expired
-- invitations.
grant insert (account_id, email, name, job_role, department, permission_level, invited_by)
  on public.pending_invitations to authenticated;
grant update (declined_at) on public.pending_invitations to authenticated;
grant select, insert, update, delete on public.pending_invitations to service_role, cairn_definer;

-- Accepting invitations: what a link tells the person who follows it, and the auth server before it mails.
--
-- A link is for the user who confirmed the invited address. The token names the invitation and opens nothing by
-- itself: validate_invitation tells a holder of the token five fields, and no address. Unknown, expired, revoked and
-- accepted invitations look alike.
-- Any visitor can ask the auth server for a mail to any address. So it asks invitation_of_address whether an
-- invitation is open before it mails 'You are invited'.
-- Only a user with the invited address, confirmed, accepts an invitation.
-- People whose domain has single sign-on join with it: with a password they would become a second user beside the
-- user that their organisation knows.

-- Supabase lets roles read its auth tables; where even that is refused, no domain counts as having single sign-on.
do $$
begin
  grant select (id, disabled) on auth.sso_providers to cairn_definer;
  grant select (sso_provider_id, domain) on auth.sso_domains to cairn_definer;
exception when insufficient_privilege or undefined_table or undefined_column then
  raise notice 'Invitations will not say who signs in with single sign-on.';
end
$$;

create function private.open_invitation(token text) returns setof public.pending_invitations
language sql stable security definer set search_path = ''
as $$
  select i.*
  from public.pending_invitations i
  where i.invitation_token = private.token_hash(token)
    and i.accepted_at is null and i.declined_at is null and i.expires_at > now()
$$;
comment on function private.open_invitation(text) is 'The open invitation that a token belongs to.';
alter function private.open_invitation(text) owner to cairn_definer;

create function public.validate_invitation(token_param text) returns json
language plpgsql security definer set search_path = ''
as $$
declare
  answer json;
begin
  perform private.limit_public_calls('invitation checks');
  select json_build_object(
    'valid', true, 'reason', null, 'account_name', a.name, 'inviter_name', p.name, 'expires_at', i.expires_at
  ) into answer
  from private.open_invitation(token_param) i
  join public.accounts a on a.id = i.account_id
  left join public.profiles p on p.id = i.invited_by;
  return coalesce(answer, json_build_object(
    'valid', false, 'reason', 'invalid_or_expired', 'account_name', null, 'inviter_name', null, 'expires_at', null
  ));
end
$$;
comment on function public.validate_invitation(text) is
  'Whether a token can be accepted by the right person: {"valid", "reason", "account_name", "inviter_name", "expires_at"}.';
alter function public.validate_invitation(text) owner to cairn_definer;
revoke all on function public.validate_invitation(text) from public, anon, authenticated, service_role;
grant execute on function public.validate_invitation(text) to anon, authenticated, service_role;

create function public.get_invitation_recipient(token_param text) returns json
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.limit_public_calls('invitation checks');
  return (
    select json_build_object(
      'mine', i.email = lower(p.email),
      'sent_to', case when i.email = lower(p.email) then i.email else private.masked_email(i.email) end
    )
    from private.open_invitation(token_param) i
    join public.profiles p on p.id = private.caller_id()
  );
end
$$;
comment on function public.get_invitation_recipient(text) is
  'Whether an open invitation is the caller''s, and to which address it was sent, masked unless it is theirs.';
alter function public.get_invitation_recipient(text) owner to cairn_definer;
revoke all on function public.get_invitation_recipient(text) from public, anon, authenticated, service_role;
grant execute on function public.get_invitation_recipient(text) to authenticated;

create function public.invitation_of_address(event jsonb) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('invited', private.is_invited(event ->> 'email'))
$$;
comment on function public.invitation_of_address(jsonb) is
  'Auth hook: whether an invitation to the address is open: {"invited": …}.';
alter function public.invitation_of_address(jsonb) owner to cairn_definer;
revoke all on function public.invitation_of_address(jsonb) from public, anon, authenticated, service_role;
grant execute on function public.invitation_of_address(jsonb) to supabase_auth_admin;

create function public.is_invited_by_single_sign_on(token_param text) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.limit_public_calls('invitation checks');
  if not has_schema_privilege('auth', 'usage') or to_regclass('auth.sso_domains') is null
    or not has_column_privilege('auth.sso_domains', 'domain', 'select')
    or not has_column_privilege('auth.sso_providers', 'disabled', 'select')
  then
    return false;
  end if;
  return exists (
    select from private.open_invitation(token_param) i
    join auth.sso_domains d on d.domain = private.email_domain(i.email)
    join auth.sso_providers p on p.id = d.sso_provider_id and not p.disabled
  );
end
$$;
comment on function public.is_invited_by_single_sign_on(text) is
  'Whether the address of an open invitation belongs to a domain whose people sign in with single sign-on.';
alter function public.is_invited_by_single_sign_on(text) owner to cairn_definer;
revoke all on function public.is_invited_by_single_sign_on(text) from public, anon, authenticated, service_role;
grant execute on function public.is_invited_by_single_sign_on(text) to anon, authenticated;

create function private.accept_as_caller(invitation public.pending_invitations) returns json
language plpgsql security definer set search_path = ''
as $$
declare
  person public.profiles;
begin
  select p.* into person from public.profiles p where p.id = private.caller_id();
  if lower(person.email) is distinct from invitation.email then
    return private.not_accepted('This invitation was sent to another address.');
  end if;
  insert into public.account_members (account_id, user_id, permission_level, department)
  values (
    invitation.account_id, person.id, invitation.permission_level, coalesce(invitation.department, person.department)
  )
  on conflict (user_id) do nothing;
  if not found then
    return private.not_accepted((
      select format('You already belong to %s.', a.name)
      from public.account_members m join public.accounts a on a.id = m.account_id
      where m.user_id = person.id
    ));
  end if;
  update public.pending_invitations set accepted_at = now() where id = invitation.id;
  update public.profiles
  set job_role = coalesce(invitation.job_role, job_role),
    name = case when name = private.display_name('{}') then invitation.name else name end
  where id = person.id;
  return (
    select json_build_object('success', true, 'account_name', a.name, 'error', null)
    from public.accounts a where a.id = invitation.account_id
  );
end
$$;
comment on function private.accept_as_caller(public.pending_invitations) is
  'Makes the caller a member by an open invitation that the calling function has locked, if it is theirs.';
alter function private.accept_as_caller(public.pending_invitations) owner to cairn_definer;

-- The function locks the invitation first, so that of many users who accept at once only the first finds it open. The
-- unique key on the person keeps two invitations accepted at once from making two memberships.
create function public.accept_invitation(token_param text, user_email_param text) returns json
language plpgsql security definer set search_path = ''
as $$
declare
  invitation public.pending_invitations;
begin
  select i.* into invitation
  from public.pending_invitations i
  where i.invitation_token = private.token_hash(token_param)
    and i.accepted_at is null and i.declined_at is null and i.expires_at > now()
  for update;
  if not found then
    return private.not_accepted('This invitation has expired or is no longer valid.');
  end if;
  if lower(btrim(user_email_param)) is distinct from invitation.email then
    return private.not_accepted('This invitation was sent to another address.');
  end if;
  return private.accept_as_caller(invitation);
end
$$;
comment on function public.accept_invitation(text, text) is
  'Makes the caller a member, if the invitation is open and theirs: {"success", "account_name", "error"}.';
alter function public.accept_invitation(text, text) owner to cairn_definer;
revoke all on function public.accept_invitation(text, text) from public, anon, authenticated, service_role;
grant execute on function public.accept_invitation(text, text) to authenticated;

create function public.accept_my_invitation(invitation_id_param uuid) returns json
language plpgsql security definer set search_path = ''
as $$
declare
  invitation public.pending_invitations;
begin
  select i.* into invitation
  from public.pending_invitations i
  where i.id = invitation_id_param
    and i.email = (select lower(p.email) from public.profiles p where p.id = private.caller_id())
    and i.accepted_at is null and i.declined_at is null and i.expires_at > now()
  for update;
  if not found then
    return private.not_accepted('This invitation has expired or is no longer valid.');
  end if;
  return private.accept_as_caller(invitation);
end
$$;
comment on function public.accept_my_invitation(uuid) is
  'Makes the caller a member by one of the invitations that get_my_placement named: {"success", "account_name", "error"}.';
alter function public.accept_my_invitation(uuid) owner to cairn_definer;
revoke all on function public.accept_my_invitation(uuid) from public, anon, authenticated, service_role;
grant execute on function public.accept_my_invitation(uuid) to authenticated;

create function private.not_accepted(error text) returns json
language sql immutable set search_path = ''
as $$
  select json_build_object('success', false, 'account_name', null, 'error', error)
$$;
comment on function private.not_accepted(text) is 'The answer to an invitation that was not accepted.';
alter function private.not_accepted(text) owner to cairn_definer;

-- What admins do with invitations: send, list, renew and withdraw them, for one person or many.
--
-- Procedures that write run as the caller where they can: the policies and triggers of the table decide about each
-- row. Inviting several people is all or nothing, and the answer says what is wrong with which person.
-- An account sends at most 200 invitations within 24 hours. An admin who has to wait learns until when.

create function public.get_invitation_token(invitation_id_param uuid) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  token text;
begin
  select private.invitation_token(i.id) into token
  from public.pending_invitations i
  where i.id = invitation_id_param and i.account_id = private.my_account() and private.my_rank() = 3
    and i.accepted_at is null and i.declined_at is null and i.expires_at > now();
  if token is null then
    raise exception 'There is no such open invitation.'
      using errcode = 'PT404', hint = 'It was accepted, revoked or expired, or belongs to another account.';
  end if;
  return token;
end
$$;
comment on function public.get_invitation_token(uuid) is
  'For admins: the token that stands in the link /invitation?token=… of an open invitation of their account.';
alter function public.get_invitation_token(uuid) owner to cairn_definer;
revoke all on function public.get_invitation_token(uuid) from public, anon, authenticated, service_role;
grant execute on function public.get_invitation_token(uuid) to authenticated;

-- Runs as the caller, so that a row written here passes the same policy and triggers as a row written to the table.
create function public.invite_member(
  email_param text,
  name_param text,
  job_role_param text default null,
  department_param text default null,
  permission_level_param text default 'viewer'
) returns json
language plpgsql set search_path = ''
as $$
declare
  invitation public.pending_invitations;
begin
  insert into public.pending_invitations (email, name, job_role, department, permission_level)
  values (email_param, name_param, job_role_param, department_param, coalesce(permission_level_param, 'viewer'))
  returning * into invitation;
  return json_build_object(
    'id', invitation.id,
    'expires_at', invitation.expires_at,
    'token', public.get_invitation_token(invitation.id)
  );
end
$$;
comment on function public.invite_member(text, text, text, text, text) is
  'For admins: invites somebody. Answers {"id": …, "expires_at": …, "token": …}; a second invitation to an address waits until the first has ended.';
alter function public.invite_member(text, text, text, text, text) owner to cairn_definer;
revoke all on function public.invite_member(text, text, text, text, text) from public, anon, authenticated, service_role;
grant execute on function public.invite_member(text, text, text, text, text) to authenticated;

create function public.cleanup_expired_invitations_enhanced() returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  removed integer;
begin
  if private.my_rank() is distinct from 3 then
    raise exception 'Only account owners can manage invitations.' using errcode = '42501', hint = 'Ask an administrator.';
  end if;
  delete from public.pending_invitations i
  where i.account_id = private.my_account() and i.expires_at <= now()
    and i.accepted_at is null and i.declined_at is null;
  get diagnostics removed = row_count;
  perform private.clean_audit_log();
  return removed;
end
$$;
comment on function public.cleanup_expired_invitations_enhanced() is
  'For admins: deletes the expired invitations of their account and says how many they were; cleans the audit log too.';
alter function public.cleanup_expired_invitations_enhanced() owner to cairn_definer;
revoke all on function public.cleanup_expired_invitations_enhanced() from public, anon, authenticated, service_role;
grant execute on function public.cleanup_expired_invitations_enhanced() to authenticated;

-- The address stays masked: an admin who invited a person knows it, and a list on a screen tells it to bystanders.
create function public.get_invitations(history_limit integer default 5) returns json
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.refuse_non_owner();
  return (
    with mine as materialized (
      select
        i.id, i.name, private.masked_email(i.email) as sent_to, i.permission_level, i.created_at, i.expires_at,
        coalesce(i.accepted_at, i.declined_at, i.expires_at) as ended_at,
        p.name as inviter_name,
        case
          when i.accepted_at is not null then 'accepted'
          when i.declined_at is not null then 'revoked'
          when i.expires_at <= now() then 'expired'
          else 'pending'
        end as status
      from public.pending_invitations i
      left join public.profiles p on p.id = i.invited_by
      where i.account_id = private.my_account()
    )
    select json_build_object(
      'active', (select coalesce(json_agg(m order by m.created_at desc, m.id), '[]') from mine m where m.status = 'pending'),
      'ended', (select count(*) from mine m where m.status <> 'pending'),
      'history', (
        select coalesce(json_agg(h order by h.ended_at desc, h.id), '[]')
        from (
          select m.* from mine m where m.status <> 'pending' order by m.ended_at desc, m.id
          limit least(greatest(coalesce(history_limit, 5), 0), 500)
        ) h
      )
    )
  );
end
$$;
comment on function public.get_invitations(integer) is
  'For admins: the invitations of their account, with masked addresses: {"active": […], "ended": number, "history": […]}. The history holds the last that ended.';
alter function public.get_invitations(integer) owner to cairn_definer;
revoke all on function public.get_invitations(integer) from public, anon, authenticated, service_role;
grant execute on function public.get_invitations(integer) to authenticated;

-- Runs as the caller, so that the same policies and triggers decide. A link belongs to the id of its invitation: a
-- new link is a new invitation, and the old invitation is revoked.
create function public.renew_invitation(invitation_id_param uuid) returns json
language plpgsql set search_path = ''
as $$
declare
  former public.pending_invitations;
  renewed jsonb;
begin
  perform private.refuse_non_owner();
  select i.* into former
  from public.pending_invitations i
  where i.id = invitation_id_param and i.accepted_at is null and i.declined_at is null;
  if not found then
    raise exception 'There is no such open invitation.'
      using errcode = 'PT404', hint = 'It was accepted or revoked in the meantime.';
  end if;
  perform set_config('cairn.renewed_invitation', former.id::text, true);
  update public.pending_invitations set declined_at = now() where id = former.id;
  renewed := public.invite_member(
    former.email, former.name, former.job_role, former.department, former.permission_level
  )::jsonb;
  perform private.follow_renewed_invitation(former.id, (renewed ->> 'id')::uuid);
  perform set_config('cairn.renewed_invitation', '', true);
  return jsonb_build_object('email', former.email, 'name', former.name) || renewed;
end
$$;
comment on function public.renew_invitation(uuid) is
  'For admins: ends an open invitation and sends its like. Answers as invite_member does, with the address and the name.';
alter function public.renew_invitation(uuid) owner to cairn_definer;
revoke all on function public.renew_invitation(uuid) from public, anon, authenticated, service_role;
grant execute on function public.renew_invitation(uuid) to authenticated;

create function public.withdraw_invitation(invitation_id_param uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  withdrawn public.pending_invitations;
begin
  perform private.refuse_non_owner();
  delete from public.pending_invitations i
  where i.id = invitation_id_param and i.account_id = private.my_account() and i.invited_by = private.caller_id()
    and i.accepted_at is null and i.declined_at is null and i.created_at > now() - interval '10 minutes'
  returning * into withdrawn;
  if found then
    perform private.write_audit(
      withdrawn.account_id, private.caller_id(), 'invitation_revoked', 'invitation', withdrawn.id::text,
      jsonb_build_object('permission', withdrawn.permission_level)
    );
  end if;
end
$$;
comment on function public.withdraw_invitation(uuid) is
  'For admins: takes back what they sent within ten minutes, for an invitation whose mail could not be sent. It leaves the list, stays in the audit log, and counts for the day.';
alter function public.withdraw_invitation(uuid) owner to cairn_definer;
revoke all on function public.withdraw_invitation(uuid) from public, anon, authenticated, service_role;
grant execute on function public.withdraw_invitation(uuid) to authenticated;

create function private.refuse_more_invitations(wanted integer) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  most constant integer := 200;
  sent constant timestamptz[] := array(
    select t.at from private.invitations_of_today(private.my_account()) as t (at) order by t.at
  );
  -- The one that has to be a day old, so that there is room.
  oldest_in_the_way constant integer := cardinality(sent) + wanted - most;
begin
  if oldest_in_the_way <= 0 then
    return;
  end if;
  raise exception 'An account sends at most 200 invitations within a day.'
    using errcode = 'PT429', hint = 'Please try again later.',
      detail = coalesce(
        to_char((sent[oldest_in_the_way] + interval '1 day') at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), ''
      );
end
$$;
comment on function private.refuse_more_invitations(integer) is
  'Refuses so many more invitations of the caller''s account, where they are more than 200 within a day; the detail says when they fit.';
alter function private.refuse_more_invitations(integer) owner to cairn_definer;
grant execute on function private.refuse_more_invitations(integer) to authenticated;

-- Runs as the caller, so that the policies and triggers of a single invitation decide about each row.
create function public.invite_members(
  people jsonb,
  department_param text default null,
  permission_level_param text default 'viewer'
) returns json
language plpgsql set search_path = ''
as $$
declare
  person record;
  invited jsonb;
  invitations jsonb := '[]';
  problems jsonb := '[]';
begin
  perform private.refuse_non_owner();
  if coalesce(jsonb_typeof(people), '') <> 'array' or jsonb_array_length(people) not between 1 and 100 then
    raise exception 'One step invites 1 to 100 people.' using errcode = '22023', hint = 'Invite the others afterwards.';
  end if;
  perform private.refuse_more_invitations(jsonb_array_length(people));
  begin
    for person in
      select p.entry ->> 'email' as email, p.entry ->> 'name' as name from jsonb_array_elements(people) p (entry)
    loop
      begin
        invited := public.invite_member(
          person.email, person.name, null, department_param, permission_level_param
        )::jsonb;
        invitations := invitations || (invited || jsonb_build_object('email', person.email, 'name', person.name));
      exception when unique_violation or check_violation or not_null_violation then
        problems := problems || jsonb_build_object('email', person.email, 'message', sqlerrm);
      end;
    end loop;
    if problems <> '[]' then
      raise exception 'Not everybody can be invited.' using errcode = 'CA001';
    end if;
  exception when sqlstate 'CA001' then
    -- What was written before goes with it.
    invitations := '[]';
  end;
  return json_build_object('invitations', invitations, 'problems', problems);
end
$$;
comment on function public.invite_members(jsonb, text, text) is
  'For admins: invites up to 100 people [{"email", "name"}] in one step. Answers {"invitations": [{"email", "name", "id", "expires_at", "token"}], "problems": [{"email", "message"}]}; with a problem nobody is invited.';
alter function public.invite_members(jsonb, text, text) owner to cairn_definer;
revoke all on function public.invite_members(jsonb, text, text) from public, anon, authenticated, service_role;
grant execute on function public.invite_members(jsonb, text, text) to authenticated;

-- An admin could withdraw invitations and send as many again, without end. So the function counts the audit log,
-- which no user can empty. It counts the rows of the table too, because a statement's own entries come only after all
-- of its rows.
create function private.invitations_of_today(account uuid) returns setof timestamptz
language sql stable security definer set search_path = ''
as $$
  select min(sent.at)
  from (
    select i.id::text as id, i.created_at as at
    from public.pending_invitations i
    where i.account_id = account and i.created_at > now() - interval '1 day'
    union all
    select l.resource_id, l.created_at
    from public.security_audit_log l
    where l.account_id = account and l.created_at > now() - interval '1 day'
      and l.action = 'invitation_created' and l.source = 'server'
  ) as sent
  group by sent.id
$$;
comment on function private.invitations_of_today(uuid) is
  'When each invitation of an account''s last 24 hours was sent, those that were withdrawn included.';
alter function private.invitations_of_today(uuid) owner to cairn_definer;

-- Joining: what happens when a user confirms an e-mail address, changes it, or is deleted softly.
--
-- Profile, account and membership come into being in the transaction that confirms the address. The first person of a
-- domain founds its account and is its admin; later ones join as viewers, or wait where the account wants that.
-- A person without an account who has an open invitation is not placed: they join by accepting it. A changed address
-- never moves a person to another account. What a person wrote at sign-up counts as display text.
-- When an operator deletes a user softly, their id stays for the records that name it. Membership and profile go, and
-- the last admin of an account is refused with LA001.

create function private.display_name(metadata jsonb) returns text
language sql immutable set search_path = ''
as $$
  select coalesce(
    private.metadata_text(metadata, 'name'),
    nullif(btrim(left(
      concat_ws(' ', private.metadata_text(metadata, 'first_name'), private.metadata_text(metadata, 'last_name')), 120
    )), ''),
    'Team Member'
  )
$$;
comment on function private.display_name(jsonb) is 'What a new person is called.';
alter function private.display_name(jsonb) owner to cairn_definer;

create function private.suggested_account_name(domain text) returns text
language sql immutable set search_path = ''
as $$
  select upper(left(label, 1)) || substr(label, 2)
  from (select left(split_part(domain, '.', 1), 120) as label) as first
$$;
comment on function private.suggested_account_name(text) is 'The first label of the domain with its first letter capitalised.';
alter function private.suggested_account_name(text) owner to cairn_definer;

create function private.join_account_of_domain(person uuid, email text, metadata jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  home constant text := private.email_domain(email);
  account uuid;
begin
  if home is null or private.is_blacklisted(home) then
    return;
  end if;
  -- Colleagues who confirm at the same moment take turns, so that one of them founds and the others find. The key on
  -- the domain would refuse a second founding, but only by failing the confirmation.
  perform pg_advisory_xact_lock(hashtextextended('account of domain ' || home, 0));
  select d.account_id into account from public.account_domains d where d.domain = home;
  if account is null then
    insert into public.accounts (name)
    values (coalesce(private.metadata_text(metadata, 'account_name'), private.suggested_account_name(home)))
    returning id into account;
    insert into public.account_domains (domain, account_id) values (home, account);
    insert into public.account_members (account_id, user_id, role, permission_level)
    values (account, person, 'owner', 'admin');
  elsif private.has_left(account, person, email) then
    return;
  elsif (select a.newcomers_need_admission from public.accounts a where a.id = account) then
    perform private.let_wait(person, account);
  else
    insert into public.account_members (account_id, user_id) values (account, person);
  end if;
end
$$;
comment on function private.join_account_of_domain(uuid, text, jsonb) is
  'Founds or joins the account of an address'' domain, or lets the person wait there. Nothing for blacklisted domains and for those who left.';
alter function private.join_account_of_domain(uuid, text, jsonb) owner to cairn_definer;

create function private.provision() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.profiles (id, email, name)
  values (new.id, new.email, private.display_name(new.raw_user_meta_data))
  on conflict (id) do nothing;
  -- Somebody known is never placed a second time.
  if found and not private.is_invited(new.email) then
    perform private.join_account_of_domain(new.id, new.email, new.raw_user_meta_data);
  end if;
  return null;
end
$$;
comment on function private.provision() is 'Trigger: makes the profile and the membership of a newly confirmed person.';
alter function private.provision() owner to cairn_definer;

create function private.follow_email() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.past_addresses (user_id, email)
  select p.id, lower(p.email) from public.profiles p where p.id = new.id and p.email <> ''
  on conflict do nothing;
  update public.profiles set email = new.email where id = new.id;
  -- Whoever left goes on being known, so that a second user with this address is too.
  insert into private.former_members (account_id, email, user_id, left_at)
  select f.account_id, lower(new.email), new.id, max(f.left_at)
  from private.former_members f
  where f.user_id = new.id
  group by f.account_id
  on conflict do nothing;
  delete from private.waiting_newcomers w
  where w.user_id = new.id and private.email_domain(new.email) is distinct from private.email_domain(old.email);
  return null;
end
$$;
comment on function private.follow_email() is 'Trigger: carries a changed and confirmed address over to the profile.';
alter function private.follow_email() owner to cairn_definer;

-- Auth hook: refuses a sign-up before the user exists, whatever the screen said. An invitation outweighs the
-- blacklist: an admin has vouched for the address, and confirming it places no user in an account.
create function public.before_user_created(event jsonb) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select case
    when private.is_blacklisted(private.email_domain(event #>> '{user,email}'))
      and not private.is_invited(event #>> '{user,email}')
    then
      jsonb_build_object('error', jsonb_build_object(
        'http_code', 403,
        'message', 'Sign up with this email domain is not permitted.'
      ))
    else '{}'::jsonb
  end
$$;
comment on function public.before_user_created(jsonb) is 'Auth hook: refuses addresses at blacklisted domains, unless they are invited.';
alter function public.before_user_created(jsonb) owner to cairn_definer;
revoke all on function public.before_user_created(jsonb) from public, anon, authenticated, service_role;
grant execute on function public.before_user_created(jsonb) to supabase_auth_admin;

create function private.empty_person() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.account_members where user_id = new.id;
  delete from private.past_addresses where user_id = new.id;
  delete from private.waiting_newcomers where user_id = new.id;
  update public.profiles
  set email = '', name = 'Former Member', avatar = null, bio = null, job_role = null, department = null
  where id = new.id;
  return null;
end
$$;
comment on function private.empty_person() is 'Trigger: takes membership and profile of somebody who is deleted softly.';
alter function private.empty_person() owner to cairn_definer;

-- A person who has joined in another way can never accept an invitation to the account.
create function private.end_invitations_of_joined(account uuid, person uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  invitation uuid;
begin
  for invitation in
    select i.id
    from public.pending_invitations i
    join public.profiles p on p.id = person and lower(p.email) = i.email
    where i.account_id = account and i.accepted_at is null and i.declined_at is null
    order by i.id
    for update of i
  loop
    perform private.hand_to_invited(account, invitation, person, null);
    update public.pending_invitations set declined_at = now() where id = invitation;
  end loop;
end
$$;
comment on function private.end_invitations_of_joined(uuid, uuid) is
  'Ends the open invitations of an account to somebody who has joined it without them, and gives them what these owned.';
alter function private.end_invitations_of_joined(uuid, uuid) owner to cairn_definer;

create trigger cairn_provision after insert or update of email_confirmed_at on auth.users
  for each row when (new.email_confirmed_at is not null and new.email is not null)
  execute function private.provision();
create trigger cairn_follow_email after update of email on auth.users
  for each row
  when (new.email is distinct from old.email and new.email is not null and new.email_confirmed_at is not null)
  execute function private.follow_email();
create trigger cairn_empty_person after update of deleted_at on auth.users
  for each row when (new.deleted_at is not null and old.deleted_at is null)
  execute function private.empty_person();

-- Newcomers: people of an account's domain who wait until an admin admits them.
--
-- An account may ask that an admin admits newcomers of its domain. They then have a profile and no account, wait, and
-- the admins are told. A refused newcomer counts as a person who left: only an invitation lets them in.
-- Many newcomers make one notification. While an admin has not read it, the next newcomer takes its place, and it
-- says how many there are besides. What was read stays as it was. A mail that is due keeps its moment; after it, the
-- next is due when the admin has read what there is.

create table private.waiting_newcomers (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  account_id uuid not null references public.accounts (id) on delete cascade,
  created_at timestamptz not null default now()
);
create index waiting_newcomers_account_id_idx on private.waiting_newcomers (account_id);
comment on table private.waiting_newcomers is 'People of an account''s domain whom no admin has admitted yet.';
alter table private.waiting_newcomers owner to cairn_owner;

create function private.let_wait(person uuid, account uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.waiting_newcomers as w (user_id, account_id)
  values (person, account)
  on conflict (user_id) do update set account_id = excluded.account_id, created_at = now()
  where w.account_id <> excluded.account_id;
  if found then
    perform private.notify(account, m.user_id, 'newcomer_waiting', payload => jsonb_build_object('name', p.name))
    from public.account_members m, public.profiles p
    where m.account_id = account and m.permission_level = 'admin' and p.id = person;
  end if;
end
$$;
comment on function private.let_wait(uuid, uuid) is 'Lets a newcomer wait for an admin, and tells the admins, once.';
alter function private.let_wait(uuid, uuid) owner to cairn_definer;

create function public.set_newcomer_admission(needed boolean) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.refuse_non_admin('Only administrators decide how people join.');
  if needed is null then
    raise exception 'The setting must be on or off.' using errcode = '22023', hint = 'Send true or false.';
  end if;
  update public.accounts a set newcomers_need_admission = needed
  where a.id = private.my_account() and a.newcomers_need_admission <> needed;
  if found then
    perform private.write_audit(
      private.my_account(), private.caller_id(), 'newcomer_admission_updated', 'account', private.my_account()::text,
      jsonb_build_object('needed', needed)
    );
  end if;
end
$$;
comment on function public.set_newcomer_admission(boolean) is
  'For admins: whether newcomers of the account''s domain wait until an admin admits them.';
alter function public.set_newcomer_admission(boolean) owner to cairn_definer;
revoke all on function public.set_newcomer_admission(boolean) from public, anon, authenticated, service_role;
grant execute on function public.set_newcomer_admission(boolean) to authenticated;

create function public.get_waiting_newcomers()
returns table (user_id uuid, name text, email text, waiting_since timestamptz)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.refuse_non_admin('Only administrators see who waits to be admitted.');
  return query
    select p.id, p.name, p.email, w.created_at
    from private.waiting_newcomers w
    join public.profiles p on p.id = w.user_id
    where w.account_id = private.my_account()
    order by w.created_at, p.id
    limit 1000;
end
$$;
comment on function public.get_waiting_newcomers() is
  'For admins: who waits to be admitted to their account, with name and address, the longest waiting first.';
alter function public.get_waiting_newcomers() owner to cairn_definer;
revoke all on function public.get_waiting_newcomers() from public, anon, authenticated, service_role;
grant execute on function public.get_waiting_newcomers() to authenticated;

create function public.admit_newcomer(target_user_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.take_newcomer(target_user_id);
  insert into public.account_members (account_id, user_id) values (private.my_account(), target_user_id)
  on conflict (user_id) do nothing;
  if found then
    perform private.end_invitations_of_joined(private.my_account(), target_user_id);
  end if;
  perform private.write_audit(
    private.my_account(), private.caller_id(), 'newcomer_admitted', 'account_member', target_user_id::text
  );
end
$$;
comment on function public.admit_newcomer(uuid) is 'For admins: makes somebody who waits a member, as a viewer.';
alter function public.admit_newcomer(uuid) owner to cairn_definer;
revoke all on function public.admit_newcomer(uuid) from public, anon, authenticated, service_role;
grant execute on function public.admit_newcomer(uuid) to authenticated;

create function public.refuse_newcomer(target_user_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.take_newcomer(target_user_id);
  perform private.remember_leaver(private.my_account(), p.id, p.email) from public.profiles p where p.id = target_user_id;
  perform private.write_audit(
    private.my_account(), private.caller_id(), 'newcomer_refused', 'account_member', target_user_id::text
  );
end
$$;
comment on function public.refuse_newcomer(uuid) is
  'For admins: refuses somebody who waits. As with a member who left, only an invitation lets them in then.';
alter function public.refuse_newcomer(uuid) owner to cairn_definer;
revoke all on function public.refuse_newcomer(uuid) from public, anon, authenticated, service_role;
grant execute on function public.refuse_newcomer(uuid) to authenticated;

create function private.fold_newcomers(
  account uuid, person uuid, kind text, out others integer, out mail_due_since timestamptz
)
language sql volatile security definer set search_path = ''
as $$
  with withdrawn as (
    delete from public.notifications n
    where n.account_id = fold_newcomers.account and n.user_id = person and n.kind = fold_newcomers.kind and n.read_at is null
    returning n.payload, n.mail_due, n.created_at
  )
  select
    coalesce(sum(1 + coalesce((w.payload ->> 'others')::integer, 0)), 0)::integer,
    min(w.created_at) filter (where w.mail_due)
  from withdrawn w
$$;
comment on function private.fold_newcomers(uuid, uuid, text) is
  'Takes the unread notifications of newcomers off a person''s list. Returns how many newcomers they told of, and since when a mail about them is due.';
alter function private.fold_newcomers(uuid, uuid, text) owner to cairn_definer;

create function private.take_newcomer(person uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.refuse_non_admin('Only administrators admit people.');
  delete from private.waiting_newcomers w where w.user_id = person and w.account_id = private.my_account();
  if not found then
    raise exception 'This person does not wait any more.'
      using errcode = 'PT404', hint = 'Another administrator may have decided, or they joined elsewhere.';
  end if;
end
$$;
comment on function private.take_newcomer(uuid) is
  'For admins: ends somebody''s waiting for their account, or refuses with PT404 where nobody waits.';
alter function private.take_newcomer(uuid) owner to cairn_definer;

alter table private.waiting_newcomers enable row level security;
alter table private.waiting_newcomers force row level security;

revoke all on private.waiting_newcomers from public, anon, authenticated, service_role;
grant select, insert, update, delete on private.waiting_newcomers to cairn_definer;

-- Placing people without an account: what they can choose from, and joining the account of their domain.
--
-- get_my_placement tells a person what they can choose from: the account that they wait for, their open invitations,
-- and what their domain offers.

-- For users whom an open invitation kept from being placed, and who do not accept it or cannot any more.
create function public.join_account_of_my_domain(account_name_param text default null) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  person public.profiles;
begin
  select p.* into person from public.profiles p where p.id = private.caller_id() for update;
  if person.id is not null and person.account_id is null then
    perform private.join_account_of_domain(
      person.id, person.email, jsonb_strip_nulls(jsonb_build_object('account_name', account_name_param))
    );
    perform private.end_invitations_of_joined(private.my_account(), person.id);
  end if;
  return private.my_account();
end
$$;
comment on function public.join_account_of_my_domain(text) is
  'Places somebody without an account by their confirmed address, as at sign-up, and tells the account they belong to. The name is for an account that is founded.';
alter function public.join_account_of_my_domain(text) owner to cairn_definer;
revoke all on function public.join_account_of_my_domain(text) from public, anon, authenticated, service_role;
grant execute on function public.join_account_of_my_domain(text) to authenticated;

create function private.my_open_invitations() returns json
language sql stable security definer set search_path = ''
as $$
  select coalesce(json_agg(
    json_build_object(
      'id', i.id, 'account_name', a.name, 'inviter_name', inviter.name, 'permission_level', i.permission_level,
      'expires_at', i.expires_at
    )
    order by i.created_at desc
  ), '[]')
  from public.profiles me
  join public.pending_invitations i on i.email = lower(me.email)
  join public.accounts a on a.id = i.account_id
  left join public.profiles inviter on inviter.id = i.invited_by
  where me.id = private.caller_id() and i.accepted_at is null and i.declined_at is null and i.expires_at > now()
$$;
comment on function private.my_open_invitations() is 'The open invitations to the caller''s confirmed address.';
alter function private.my_open_invitations() owner to cairn_definer;

create function private.my_domain_offer() returns json
language sql stable security definer set search_path = ''
as $$
  select json_build_object(
    'domain', home, 'account_name', a.name, 'suggested_name', private.suggested_account_name(home),
    'needs_admission', coalesce(a.newcomers_need_admission, false)
  )
  from (
    select p.id, p.email, private.email_domain(p.email) as home
    from public.profiles p
    where p.id = private.caller_id()
  ) as me
  left join public.account_domains d on d.domain = me.home
  left join public.accounts a on a.id = d.account_id
  where not private.is_blacklisted(me.home)
    and (a.id is null or not private.has_left(a.id, me.id, me.email))
    -- Its own invitation says more than the domain: it has the level.
    and not exists (
      select from public.pending_invitations i
      where i.account_id = a.id and i.email = lower(me.email)
        and i.accepted_at is null and i.declined_at is null and i.expires_at > now()
    )
$$;
comment on function private.my_domain_offer() is
  'What the caller''s confirmed domain offers: an account to join, or, without account_name, one to found. Null for nothing.';
alter function private.my_domain_offer() owner to cairn_definer;

create function public.get_my_placement() returns json
language sql stable security definer set search_path = ''
as $$
  select case
    when private.my_account() is not null then json_build_object('waiting_for', null, 'invitations', '[]'::json, 'domain', null)
    else json_build_object(
      'waiting_for', (
        select a.name from private.waiting_newcomers w join public.accounts a on a.id = w.account_id
        where w.user_id = private.caller_id()
      ),
      'invitations', private.my_open_invitations(),
      'domain', private.my_domain_offer()
    )
  end
$$;
comment on function public.get_my_placement() is
  'Where somebody without an account may belong: the account they wait for, their open invitations, and what their domain offers.';
alter function public.get_my_placement() owner to cairn_definer;
revoke all on function public.get_my_placement() from public, anon, authenticated, service_role;
grant execute on function public.get_my_placement() to authenticated;

-- Features: what an account has switched on.
--
-- A feature without a row has its default. Every member reads the switches, for the sidebar follows them; admins
-- write them. knowledge_base and q_and_a are announced and stay off; processes has no switch.
-- A feature that is off refuses writes of all callers but admins. Its records leave search and activity, and stay
-- readable for members who have their address: a switch hides, it takes nothing away.

create table public.app_features (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null default private.my_account() references public.accounts (id) on delete cascade,
  feature_name text not null,
  enabled boolean not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by uuid,
  updated_by uuid,
  constraint app_features_account_id_feature_name_key unique (account_id, feature_name),
  constraint app_features_created_by_fkey foreign key (account_id, created_by)
    references public.account_members (account_id, user_id) on delete set null (created_by),
  constraint app_features_updated_by_fkey foreign key (account_id, updated_by)
    references public.account_members (account_id, user_id) on delete set null (updated_by),
  constraint app_features_feature_name_known check (private.holds(
    feature_name in ('systems', 'automations', 'agents', 'solutions', 'knowledge_base', 'q_and_a'),
    'Feature must be systems, automations, agents, solutions, knowledge_base or q_and_a.'
  )),
  constraint app_features_announced_stay_off check (private.holds(
    not (enabled and feature_name in ('knowledge_base', 'q_and_a')),
    'Knowledge base and Q&A cannot be switched on yet.'
  ))
);
create index app_features_created_by_idx on public.app_features (account_id, created_by);
create index app_features_updated_by_idx on public.app_features (account_id, updated_by);
comment on table public.app_features is 'Feature switches that differ from their default, or once did.';
comment on column public.app_features.feature_name is 'systems, automations, agents, solutions, knowledge_base or q_and_a.';
alter table public.app_features owner to cairn_owner;

create function private.feature_enabled(feature text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select coalesce(
    (select f.enabled from public.app_features f where f.account_id = private.my_account() and f.feature_name = feature),
    feature in ('systems', 'automations', 'agents', 'solutions')
  )
$$;
comment on function private.feature_enabled(text) is 'Whether the feature is on in the caller''s account.';
alter function private.feature_enabled(text) owner to cairn_definer;
grant execute on function private.feature_enabled(text) to authenticated, service_role;

create function private.refuse_switched_off() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform private.refuse_feature_off(tg_argv[0]);
  return null;
end
$$;
comment on function private.refuse_switched_off() is
  'Statement trigger (feature): refuses writes of non-admins while the feature is off.';
alter function private.refuse_switched_off() owner to cairn_definer;

-- All refusals of a feature that is switched off use this sentence.
create function private.refuse_feature_off(feature text) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if not private.feature_enabled(feature) and private.my_rank() is distinct from 3 then
    raise exception 'The % feature is currently disabled.', initcap(feature)
      using errcode = '42501', hint = 'Please contact your administrator.';
  end if;
end
$$;
comment on function private.refuse_feature_off(text) is 'Refuses what only admins do while a feature is switched off.';
alter function private.refuse_feature_off(text) owner to cairn_definer;
grant execute on function private.refuse_feature_off(text) to authenticated;

create function private.switched_off(account uuid, record_kind text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.app_features f
    where f.account_id = account and f.feature_name = record_kind || 's' and not f.enabled
  )
$$;
comment on function private.switched_off(uuid, text) is 'Whether an account has switched the feature of a kind of records off.';
alter function private.switched_off(uuid, text) owner to cairn_definer;

create trigger app_features_stamp before insert or update on public.app_features
  for each row execute function private.stamp_record();

alter table public.app_features enable row level security;
alter table public.app_features force row level security;

create policy "members see the switches" on public.app_features
  for select to authenticated
  using (account_id = (select private.my_account()));

create policy "admins add switches" on public.app_features
  for insert to authenticated
  with check (account_id = (select private.my_account()) and (select private.my_rank()) = 3);

create policy "admins turn switches" on public.app_features
  for update to authenticated
  using (account_id = (select private.my_account()) and (select private.my_rank()) = 3);

revoke all on public.app_features from public, anon, authenticated, service_role;
grant select on public.app_features to authenticated;
grant insert (account_id, feature_name, enabled, updated_by) on public.app_features to authenticated;

-- A client may send updated_by and updated_at, and is overruled.
grant update (enabled, updated_by, updated_at) on public.app_features to authenticated;
grant select, insert, update, delete on public.app_features to service_role, cairn_definer;

-- Appearance: how an account presents itself to its members.
--
-- An account has one row at most; without it the screen shows its defaults. Members read, admins write. The name is
-- the account's name: saving it renames the account, so that shell and invitations speak of the same.

create table public.appearance_settings (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null default private.my_account() references public.accounts (id) on delete cascade,
  account_name text not null,
  description text not null default '',
  logo_url text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by uuid,
  updated_by uuid,
  constraint appearance_settings_account_id_key unique (account_id),
  constraint appearance_settings_created_by_fkey foreign key (account_id, created_by)
    references public.account_members (account_id, user_id) on delete set null (created_by),
  constraint appearance_settings_updated_by_fkey foreign key (account_id, updated_by)
    references public.account_members (account_id, user_id) on delete set null (updated_by),
  constraint appearance_settings_account_name_length check (private.holds(
    char_length(account_name) between 1 and 120,
    'Account name must have 1 to 120 characters.'
  )),
  constraint appearance_settings_description_length check (private.holds(
    char_length(description) <= 500,
    'Description must have at most 500 characters.'
  )),
  -- No user information before the host: it makes one address look like another.
  constraint appearance_settings_logo_url_is_web_address check (private.holds(
    logo_url = '' or char_length(logo_url) <= 2048 and logo_url ~* '^https?://[^[:space:][:cntrl:]/?#@\\]+([/?#][^[:space:][:cntrl:]\\]*)?$',
    'Logo must be a web address (https or http) of at most 2,048 characters.'
  ))
);
create index appearance_settings_created_by_idx on public.appearance_settings (account_id, created_by);
create index appearance_settings_updated_by_idx on public.appearance_settings (account_id, updated_by);
comment on table public.appearance_settings is 'Name, description and logo that an account shows to its members.';
comment on column public.appearance_settings.account_name is 'Carried over to accounts.name.';
comment on column public.appearance_settings.logo_url is 'Empty for the default logo.';
alter table public.appearance_settings owner to cairn_owner;

create function private.clean_appearance() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.account_name := private.display_text(coalesce(new.account_name, ''));
  new.description := private.display_text(coalesce(new.description, ''));
  new.logo_url := btrim(coalesce(new.logo_url, ''));
  return new;
end
$$;
comment on function private.clean_appearance() is 'Trigger: turns name and description into display text before their length is checked.';
alter function private.clean_appearance() owner to cairn_definer;

create function private.rename_account() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.accounts a set name = new.account_name
  where a.id = new.account_id and a.name <> new.account_name;
  return null;
end
$$;
comment on function private.rename_account() is 'Trigger: carries the name over to the account.';
alter function private.rename_account() owner to cairn_definer;

create function private.audit_appearance() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.write_audit(
    new.account_id, private.caller_id(), 'appearance_updated', 'appearance_settings', new.id::text,
    jsonb_build_object('account_name', new.account_name)
  );
  return null;
end
$$;
comment on function private.audit_appearance() is 'Trigger: enters changed settings into the audit log.';
alter function private.audit_appearance() owner to cairn_definer;

create trigger appearance_settings_clean before insert or update on public.appearance_settings
  for each row execute function private.clean_appearance();
create trigger appearance_settings_stamp before insert or update on public.appearance_settings
  for each row execute function private.stamp_record();
create trigger appearance_settings_rename after insert or update of account_name on public.appearance_settings
  for each row execute function private.rename_account();
create trigger appearance_settings_audit_new after insert on public.appearance_settings
  for each row execute function private.audit_appearance();
create trigger appearance_settings_audit_changed after update on public.appearance_settings
  for each row when (
    (new.account_name, new.description, new.logo_url) is distinct from (old.account_name, old.description, old.logo_url)
  )
  execute function private.audit_appearance();

alter table public.appearance_settings enable row level security;
alter table public.appearance_settings force row level security;

create policy "members see the appearance of their account" on public.appearance_settings
  for select to authenticated
  using (account_id = (select private.my_account()));

create policy "admins set the appearance" on public.appearance_settings
  for insert to authenticated
  with check (account_id = (select private.my_account()) and (select private.my_rank()) = 3);

create policy "admins change the appearance" on public.appearance_settings
  for update to authenticated
  using (account_id = (select private.my_account()) and (select private.my_rank()) = 3);

revoke all on public.appearance_settings from public, anon, authenticated, service_role;
grant select on public.appearance_settings to authenticated;

-- A client may send updated_by and updated_at, and is overruled. An upsert sets account_id too; the policy keeps it.
grant insert (account_id, account_name, description, logo_url, updated_by, updated_at)
  on public.appearance_settings to authenticated;
grant update (account_id, account_name, description, logo_url, updated_by, updated_at)
  on public.appearance_settings to authenticated;
grant select, insert, update, delete on public.appearance_settings to service_role, cairn_definer;

-- Managing members: levels, details and the end of a membership.
--
-- The procedures that users call run as their caller, so that policies and triggers decide, for them as for the
-- tables. They add that all of it happens or nothing, and that a caller without the right is told so.
-- Members who leave, or become viewers, can hand over what they own in the same transaction.

create function private.clean_knowledge_areas() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.knowledge_areas := private.clean_list(new.knowledge_areas);
  return new;
end
$$;
comment on function private.clean_knowledge_areas() is
  'Trigger: knowledge areas are display text, in the order given, each once and none empty.';
alter function private.clean_knowledge_areas() owner to cairn_definer;

create function private.refuse_stranger(person uuid) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not exists (
    select from public.account_members m where m.user_id = person and m.account_id = private.my_account()
  ) then
    raise exception 'There is no such member in your account.'
      using errcode = 'PT404', hint = 'They may have left in the meantime.';
  end if;
end
$$;
comment on function private.refuse_stranger(uuid) is
  'Refuses with PT404 who is no member of the caller''s account, whether they exist elsewhere or not.';
alter function private.refuse_stranger(uuid) owner to cairn_definer;
grant execute on function private.refuse_stranger(uuid) to authenticated;

create function public.secure_update_user_permission(
  target_user_id uuid,
  new_permission_level text,
  target_account_id uuid,
  handover jsonb default null
) returns void
language plpgsql set search_path = ''
as $$
begin
  if private.rank(new_permission_level) is null then
    raise exception 'Please select a valid permission level.'
      using errcode = '22023', hint = 'It is viewer, user, manager or admin.';
  end if;
  if target_account_id = private.my_account() and private.my_rank() = 3 then
    perform private.refuse_stranger(target_user_id);
    if handover is not null and new_permission_level = 'viewer' then
      perform private.hand_over(target_user_id, handover, false);
    end if;
    update public.account_members
    set permission_level = new_permission_level
    where user_id = target_user_id and account_id = target_account_id;
    if found then
      return;
    end if;
  end if;
  -- Also for somebody who was an admin a moment ago: the update then found no row that is theirs to change.
  raise exception 'Permission changes must be made by an account administrator.'
    using errcode = '42501', hint = 'Ask an administrator of the account.';
end
$$;
comment on function public.secure_update_user_permission(uuid, text, uuid, jsonb) is
  'For admins: gives another member of their account a level. An account keeps at least one admin (LA001). Who becomes a viewer can hand over what they own (handover, as in remove_member); the rest stays theirs.';
alter function public.secure_update_user_permission(uuid, text, uuid, jsonb) owner to cairn_definer;
revoke all on function public.secure_update_user_permission(uuid, text, uuid, jsonb) from public, anon, authenticated, service_role;
grant execute on function public.secure_update_user_permission(uuid, text, uuid, jsonb) to authenticated;

-- Two statements for each table, because members may write department and job role without reading them. Each has to
-- find its row: the caller may lose their level between the statements.
create function public.update_member(
  target_user_id uuid,
  new_name text default null,
  new_job_role text default null,
  new_department text default null,
  new_knowledge_areas text[] default null,
  new_permission_level text default null,
  handover jsonb default null
) returns void
language plpgsql set search_path = ''
as $$
declare
  allowed boolean;
begin
  perform private.refuse_stranger(target_user_id);
  if target_user_id = private.caller_id() then
    raise exception 'Nobody changes themselves as a team member.'
      using errcode = '42501', hint = 'Your own details are changed in your profile.';
  end if;
  if handover is not null and new_permission_level = 'viewer' then
    perform private.hand_over(target_user_id, handover, false);
  end if;
  update public.account_members m
  set permission_level = coalesce(new_permission_level, m.permission_level),
    knowledge_areas = coalesce(new_knowledge_areas, m.knowledge_areas)
  where m.user_id = target_user_id;
  allowed := found;
  if new_department is not null then
    update public.account_members set department = nullif(btrim(new_department), '') where user_id = target_user_id;
    allowed := allowed and found;
  end if;
  update public.profiles p set name = coalesce(new_name, p.name) where p.id = target_user_id;
  allowed := allowed and found;
  if new_job_role is not null then
    update public.profiles set job_role = nullif(btrim(new_job_role), '') where id = target_user_id;
    allowed := allowed and found;
  end if;
  if not allowed then
    raise exception 'Members are changed by managers, administrators by administrators.'
      using errcode = '42501', hint = 'Ask an administrator.';
  end if;
end
$$;
comment on function public.update_member(uuid, text, text, text, text[], text, jsonb) is
  'For managers and admins: changes another member, all of it or nothing. What is null or left out stays; '''' empties. Who becomes a viewer can hand over what they own (handover, as in remove_member).';
alter function public.update_member(uuid, text, text, text, text[], text, jsonb) owner to cairn_definer;
revoke all on function public.update_member(uuid, text, text, text, text[], text, jsonb) from public, anon, authenticated, service_role;
grant execute on function public.update_member(uuid, text, text, text, text[], text, jsonb) to authenticated;

-- A function and no policy on the table: a delete with its filter forgotten would otherwise end the caller's
-- membership.
create function private.leave_account() returns void
language sql security definer set search_path = ''
as $$
  delete from public.account_members where user_id = private.caller_id()
$$;
comment on function private.leave_account() is 'Ends the caller''s own membership.';
alter function private.leave_account() owner to cairn_definer;
grant execute on function private.leave_account() to authenticated;

create function public.remove_member(target_user_id uuid, handover jsonb default null) returns void
language plpgsql set search_path = ''
as $$
begin
  perform private.refuse_stranger(target_user_id);
  if target_user_id is distinct from private.caller_id() and private.my_rank() is distinct from 3 then
    raise exception 'Members are removed by administrators.'
      using errcode = '42501', hint = 'Everybody may leave by themselves.';
  end if;
  perform private.hand_over(target_user_id, coalesce(handover, '{}'), true);
  if target_user_id = private.caller_id() then
    perform private.leave_account();
    return;
  end if;
  delete from public.account_members where user_id = target_user_id;
  -- Somebody who was an admin a moment ago.
  if not found then
    raise exception 'Members are removed by administrators.'
      using errcode = '42501', hint = 'Everybody may leave by themselves.';
  end if;
end
$$;
comment on function public.remove_member(uuid, jsonb) is
  'Ends a membership: an admin anybody''s, everybody their own. An account keeps at least one admin (LA001). handover says who gets what they own and know: {"records": [{"kind", "id", "part": "owner" | "expert", "receiver" | "invitation" or neither}], "rest": {"receiver"} | {"invitation"} | {"suggested": true} | null}; what nobody gets has no owner then. HO001 where somebody else was quicker.';
alter function public.remove_member(uuid, jsonb) owner to cairn_definer;
revoke all on function public.remove_member(uuid, jsonb) from public, anon, authenticated, service_role;
grant execute on function public.remove_member(uuid, jsonb) to authenticated;

create trigger account_members_clean before insert or update of knowledge_areas on public.account_members
  for each row execute function private.clean_knowledge_areas();

-- The team directory: pages of the team, the profile of a member, and what a member owns and knows.
--
-- Each member decides who sees their address, bio, job role and department; name and avatar are always seen. Others
-- see an address masked even then. This binds admins too: a hidden department is neither shown nor filtered by, or
-- the filter would tell it.
-- Admins find the open invitations of their account among the members, before them.

create function private.initials(name text) returns text
language sql immutable set search_path = ''
as $$
  select upper(concat(left(name, 1), substring(name from ' ([^ ])[^ ]*$')))
$$;
comment on function private.initials(text) is 'The first letters of the first and the last word.';
alter function private.initials(text) owner to cairn_definer;

-- Only the functions below call this; they see to it that the account is the caller's.
create function private.visible_profiles(account uuid, person uuid default null)
returns table (
  id uuid, name text, avatar text, initials text, display_email text, bio text, job_role text, department text
)
language sql stable security definer set search_path = ''
as $$
  select
    p.id, p.name, p.avatar, private.initials(p.name),
    case when seen.by_owner then p.email when p.privacy_email_visible then private.masked_email(p.email) end,
    case when seen.by_owner or p.privacy_bio_visible then p.bio end,
    case when seen.by_owner or p.privacy_job_visible then p.job_role end,
    case when seen.by_owner or p.privacy_department_visible then p.department end
  from public.account_members m
  join public.profiles p on p.id = m.user_id
  cross join lateral (select p.id = (select private.caller_id()) as by_owner) as seen
  where m.account_id = visible_profiles.account
    and (visible_profiles.person is null or m.user_id = visible_profiles.person)
$$;
comment on function private.visible_profiles(uuid, uuid) is
  'The members of an account, or one of them, as the caller may see them.';
alter function private.visible_profiles(uuid, uuid) owner to cairn_definer;

create function public.get_secure_team_member_profiles(account_id_param uuid)
returns table (
  id uuid, name text, avatar text, initials text, display_email text, job_role text, department text
)
language plpgsql stable security definer set search_path = ''
as $$
begin
  if account_id_param is null or account_id_param is distinct from private.my_account() then
    raise exception 'You do not belong to this account.'
      using errcode = '42501', hint = 'Team members see each other, nobody else does.';
  end if;
  return query
    select v.id, v.name, v.avatar, v.initials, v.display_email, v.job_role, v.department
    from private.visible_profiles(account_id_param) v
    order by v.name, v.id;
end
$$;
comment on function public.get_secure_team_member_profiles(uuid) is
  'Everybody in the caller''s account, by name: what each of them lets their teammates see.';
alter function public.get_secure_team_member_profiles(uuid) owner to cairn_definer;
revoke all on function public.get_secure_team_member_profiles(uuid) from public, anon, authenticated, service_role;
grant execute on function public.get_secure_team_member_profiles(uuid) to authenticated;

create function public.get_member_profile(target_user_id uuid)
returns table (
  id uuid, name text, avatar text, initials text, display_email text, bio text, job_role text, department text,
  permission_level text, knowledge_areas text[], contribution_count integer, joined_at timestamptz
)
language sql stable security definer set search_path = ''
as $$
  select
    v.id, v.name, v.avatar, v.initials, v.display_email, v.bio, v.job_role, v.department,
    m.permission_level, m.knowledge_areas, m.contribution_count, m.created_at
  from private.visible_profiles(private.my_account(), target_user_id) v
  join public.account_members m on m.user_id = v.id
  where v.id = target_user_id
$$;
comment on function public.get_member_profile(uuid) is
  'One member of the caller''s account, as far as they let their teammates see; no row for anybody else.';
alter function public.get_member_profile(uuid) owner to cairn_definer;
revoke all on function public.get_member_profile(uuid) from public, anon, authenticated, service_role;
grant execute on function public.get_member_profile(uuid) to authenticated;

create function public.update_privacy_settings(
  email_visible boolean,
  bio_visible boolean,
  job_visible boolean,
  department_visible boolean
) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if num_nulls(email_visible, bio_visible, job_visible, department_visible) > 0 then
    raise exception 'Each of the four settings must be on or off.' using errcode = '22023', hint = 'Send true or false.';
  end if;
  update public.profiles
  set privacy_email_visible = email_visible,
    privacy_bio_visible = bio_visible,
    privacy_job_visible = job_visible,
    privacy_department_visible = department_visible
  where id = private.caller_id();
end
$$;
comment on function public.update_privacy_settings(boolean, boolean, boolean, boolean) is
  'What teammates may see of the caller.';
alter function public.update_privacy_settings(boolean, boolean, boolean, boolean) owner to cairn_definer;
revoke all on function public.update_privacy_settings(boolean, boolean, boolean, boolean) from public, anon, authenticated, service_role;
grant execute on function public.update_privacy_settings(boolean, boolean, boolean, boolean) to authenticated;

create function private.team_entries(account uuid, include_invited boolean)
returns table (
  id text, name text, avatar text, job_role text, department text, permission_level text, knowledge_areas text[],
  contribution_count integer, is_pending boolean
)
language sql stable security definer set search_path = ''
as $$
  select
    v.id::text, v.name, v.avatar, v.job_role, v.department, m.permission_level, m.knowledge_areas,
    m.contribution_count, false
  from private.visible_profiles(account) v
  join public.account_members m on m.user_id = v.id
  union all
  select
    'pending-' || i.id, i.name, null, i.job_role, i.department, i.permission_level, '{}', 0, true
  from public.pending_invitations i
  where include_invited and i.account_id = account
    and i.accepted_at is null and i.declined_at is null and i.expires_at > now()
$$;
comment on function private.team_entries(uuid, boolean) is
  'The members of an account as the caller may see them, and the people with an open invitation.';
alter function private.team_entries(uuid, boolean) owner to cairn_definer;

create function private.team_order(sort text, descending boolean) returns text
language sql immutable set search_path = ''
as $$
  select known.expression || case when descending then ' desc' else '' end || ' nulls last'
  from (
    values
      ('name', 'e.name'),
      ('jobRole', 'nullif(e.job_role, '''')'),
      ('permission', 'private.rank(e.permission_level)'),
      ('department', 'nullif(e.department, '''')'),
      ('status', 'e.contribution_count')
  ) as known (sort, expression)
  where known.sort = team_order.sort
$$;
comment on function private.team_order(text, boolean) is
  'What follows "order by" for the entries e of a team; null for an order that it does not have.';
alter function private.team_order(text, boolean) owner to cairn_definer;

create function public.find_members(
  query text default '',
  in_department text default null,
  of_level text default null,
  with_area text default null,
  of_status text default null,
  sort text default 'name',
  descending boolean default false,
  skip integer default 0
) returns json
language plpgsql stable security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  ordering constant text := private.team_order(sort, coalesce(descending, false));
  wanted constant text := private.display_text(coalesce(query, ''));
  answer json;
begin
  if ordering is null or coalesce(of_status, 'active') not in ('active', 'pending') then
    raise exception 'The team has no such order or status.' using errcode = '22023';
  end if;
  if char_length(wanted) > 200 then
    raise exception 'A search has at most 200 characters.' using errcode = '22023', hint = 'Search for less.';
  end if;
  execute format(
    'with team as materialized (select * from private.team_entries($1, private.my_rank() = 3)),
    found as materialized (
      select e.*
      from team e
      where e.name ilike $2
        and ($3 is null or e.department = $3)
        and ($4 is null or e.permission_level = $4)
        and ($5 is null or exists (select from unnest(e.knowledge_areas) a where lower(a) = lower($5)))
        and ($6 is null or e.is_pending = ($6 = ''pending''))
    ),
    page as (
      select e.*, row_number() over (order by e.is_pending desc, %1$s, e.name, e.id) as place
      from found e
      order by e.is_pending desc, %1$s, e.name, e.id
      limit 100 offset $7
    )
    select json_build_object(
      ''all'', (select count(*) from team),
      ''total'', (select count(*) from found),
      ''items'', (select coalesce(json_agg(p order by p.place), ''[]'') from page p)
    )',
    ordering
  )
    into answer
    using account, '%' || regexp_replace(wanted, '([\\%_])', '\\\1', 'g') || '%', in_department, of_level, with_area,
      of_status, greatest(coalesce(skip, 0), 0);
  return answer;
end
$$;
comment on function public.find_members(text, text, text, text, text, text, boolean, integer) is
  'A page of 100 of the caller''s team, pending people first: {"all", "total", "items": [{id, name, avatar, job_role, department, permission_level, knowledge_areas, contribution_count, is_pending}]}. The text stands in the name.';
alter function public.find_members(text, text, text, text, text, text, boolean, integer) owner to cairn_definer;
revoke all on function public.find_members(text, text, text, text, text, text, boolean, integer) from public, anon, authenticated, service_role;
grant execute on function public.find_members(text, text, text, text, text, text, boolean, integer) to authenticated;

create function public.get_team_departments() returns json
language sql stable security definer set search_path = ''
as $$
  select coalesce(json_agg(d.department order by lower(d.department), d.department), '[]')
  from (
    select distinct e.department
    from private.team_entries(private.my_account(), private.my_rank() = 3) e
    where e.department <> ''
  ) d
$$;
comment on function public.get_team_departments() is
  'The departments that somebody of the caller''s team shows, each once, by name.';
alter function public.get_team_departments() owner to cairn_definer;
revoke all on function public.get_team_departments() from public, anon, authenticated, service_role;
grant execute on function public.get_team_departments() to authenticated;

-- An admin's look at another member's profile is entered once in five minutes: a page that is drawn anew is no second
-- look.
create function public.open_member_profile(target_user_id uuid)
returns table (
  id uuid, name text, avatar text, initials text, display_email text, bio text, job_role text, department text,
  permission_level text, knowledge_areas text[], contribution_count integer, joined_at timestamptz
)
language plpgsql volatile security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
begin
  if private.my_rank() = 3
    and target_user_id is distinct from private.caller_id()
    and exists (
      select from public.account_members m where m.user_id = target_user_id and m.account_id = account
    )
    and not exists (
      select from public.security_audit_log l
      where l.user_id = private.caller_id() and l.created_at > clock_timestamp() - interval '5 minutes'
        and l.action = 'profile_viewed' and l.source = 'server' and l.resource_id = target_user_id::text
    )
  then
    perform private.write_audit(
      account, private.caller_id(), 'profile_viewed', 'profile', target_user_id::text,
      jsonb_build_object('viewed_profile_id', target_user_id)
    );
  end if;
  return query select * from public.get_member_profile(target_user_id);
end
$$;
comment on function public.open_member_profile(uuid) is
  'The same as get_member_profile, which an admin''s look at somebody else enters into the audit log.';
alter function public.open_member_profile(uuid) owner to cairn_definer;
revoke all on function public.open_member_profile(uuid) from public, anon, authenticated, service_role;
grant execute on function public.open_member_profile(uuid) to authenticated;

create function public.get_member_records(
  target_user_id uuid,
  relation text,
  kinds text[] default array['system', 'solution', 'agent', 'automation'],
  skip integer default 0
) returns json
language sql stable security definer set search_path = ''
as $$
  with account as materialized (
    select m.account_id as id
    from public.account_members m
    where m.user_id = target_user_id and m.account_id = private.my_account()
  ),
  found as materialized (
    select r.kind, r.id, r.name
    from account a
    join private.catalogue_records r on r.account_id = a.id
    where relation = 'owner' and r.owner_id = target_user_id and r.kind = any (kinds)
    union all
    select r.kind, r.id, r.name
    from account a
    join private.record_experts x on x.account_id = a.id
    join private.catalogue_records r on r.account_id = x.account_id and r.kind = x.kind and r.id = x.record_id
    where relation = 'expert' and x.expert_id = target_user_id and x.kind = any (kinds)
  ),
  page as (
    select f.* from found f order by lower(f.name), f.id limit 10 offset greatest(coalesce(skip, 0), 0)
  )
  select json_build_object(
    'total', (select count(*) from found),
    'items', (select coalesce(json_agg(p order by lower(p.name), p.id), '[]') from page p)
  )
$$;
comment on function public.get_member_records(uuid, text, text[], integer) is
  'Ten of the records of these kinds that a member of the caller''s account owns ("owner"), or is an expert of ("expert"): {"total", "items": [{kind, id, name}]}.';
alter function public.get_member_records(uuid, text, text[], integer) owner to cairn_definer;
revoke all on function public.get_member_records(uuid, text, text[], integer) from public, anon, authenticated, service_role;
grant execute on function public.get_member_records(uuid, text, text[], integer) to authenticated;

-- Sign-in protection: guessing passwords becomes slow, and no attacker can lock out the owner of an address.
--
-- The auth server asks password_verification_attempt, about unknown addresses exactly as about known ones. Five
-- failures within 15 minutes close the address for a minute, five more for two, then four, eight, sixteen and at most
-- thirty. A day without a lock starts over. While it is closed the right password is refused too, and attempts
-- neither count nor prolong.
-- A network from which the address signed in within 30 days has its own count and lock; all others share one.
-- Failures of unknown addresses are kept for an hour, so that guessing them cannot fill the disk. Rows that browsers
-- write into login_attempts are notes that decide nothing. Locks move with a clock that was set (auth.clock).

create table public.login_attempts (
  id bigint generated always as identity primary key,
  email text not null,
  success boolean not null default false,
  attempted_at timestamptz not null default now(),
  source text not null default 'browser',
  origin cidr,
  of_nobody boolean not null default false,
  constraint login_attempts_email_lower_case check (private.holds(
    email = lower(email) and char_length(email) <= 320,
    'E-mail must have at most 320 characters, in lower case.'
  )),
  constraint login_attempts_source_known check (private.holds(
    source in ('server', 'browser'),
    'Source must be server or browser.'
  ))
);
create index login_attempts_counted_idx on public.login_attempts (email, attempted_at) where source = 'server';
create index login_attempts_noted_idx on public.login_attempts (origin, attempted_at) where source = 'browser';
create index login_attempts_attempted_at_idx on public.login_attempts (attempted_at);
create index login_attempts_of_nobody_idx on public.login_attempts (attempted_at) where of_nobody;
comment on table public.login_attempts is 'Sign-ins by password, failed and successful. Kept for 90 days.';
comment on column public.login_attempts.source is 'server: counted by the lock-out. browser: a note that decides nothing.';
comment on column public.login_attempts.origin is 'The IPv4 address or the IPv6 /64 network; null when unknown.';
comment on column public.login_attempts.of_nobody is
  'The address had no account: kept for an hour.';
alter table public.login_attempts owner to cairn_owner;

create table private.sign_in_locks (
  id bigint generated always as identity primary key,
  email text not null,
  origin cidr,
  series integer not null,
  locked_until timestamptz not null,
  constraint sign_in_locks_email_origin_key unique nulls not distinct (email, origin)
);
create index sign_in_locks_locked_until_idx on private.sign_in_locks (locked_until);
comment on table private.sign_in_locks is 'Until when an address is closed, for one known network or for all others.';
comment on column private.sign_in_locks.origin is 'The known network; null stands for all networks that are not known.';
comment on column private.sign_in_locks.series is 'How many locks in a row this is.';
alter table private.sign_in_locks owner to cairn_owner;

create function private.is_known_origin(email text, origin cidr) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.login_attempts a
    where a.email = is_known_origin.email and a.origin = is_known_origin.origin
      and a.source = 'server' and a.success and a.attempted_at > now() - interval '30 days'
  )
$$;
comment on function private.is_known_origin(text, cidr) is
  'Whether the address signed in from the network during the last 30 days.';
alter function private.is_known_origin(text, cidr) owner to cairn_definer;

create function private.sign_in_failures(email text, known_origin cidr, since timestamptz) returns bigint
language sql stable security definer set search_path = ''
as $$
  select count(*)
  from public.login_attempts f
  where f.email = sign_in_failures.email and f.source = 'server' and not f.success and f.attempted_at > since
    and case
      when known_origin is null then not private.is_known_origin(f.email, f.origin)
      else f.origin = known_origin
    end
    and not exists (
      select from public.login_attempts s
      where s.email = f.email and s.source = 'server' and s.success
        and s.origin is not distinct from f.origin and s.attempted_at >= f.attempted_at
    )
$$;
comment on function private.sign_in_failures(text, cidr, timestamptz) is
  'Failures since a moment that no later success from the same network has made good; null counts all unknown networks.';
alter function private.sign_in_failures(text, cidr, timestamptz) owner to cairn_definer;

create function private.seconds_locked(email text, origin cidr) returns integer
language sql stable security definer set search_path = ''
as $$
  select coalesce(max(ceil(extract(epoch from l.locked_until - clock_timestamp())))::integer, 0)
  from private.sign_in_locks l
  where l.email = seconds_locked.email and l.locked_until > clock_timestamp()
    and l.origin is not distinct from
      case when private.is_known_origin(seconds_locked.email, seconds_locked.origin) then seconds_locked.origin end
$$;
comment on function private.seconds_locked(text, cidr) is
  'For how long the address is closed to sign-ins from the network; 0 when it is open.';
alter function private.seconds_locked(text, cidr) owner to cairn_definer;

create function private.count_failed_sign_in(email text, origin cidr, of_nobody boolean) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  moment constant timestamptz := clock_timestamp();
  known_origin constant cidr := case when private.is_known_origin(email, origin) then origin end;
  last_lock private.sign_in_locks;
  next_series integer := 1;
begin
  insert into public.login_attempts (email, success, attempted_at, source, origin, of_nobody)
  values (email, false, moment, 'server', origin, of_nobody);
  select l.* into last_lock from private.sign_in_locks l
  where l.email = count_failed_sign_in.email and l.origin is not distinct from known_origin;
  if private.sign_in_failures(email, known_origin, greatest(moment - interval '15 minutes', last_lock.locked_until)) < 5 then
    return;
  end if;
  if last_lock.locked_until > moment - interval '1 day' then
    next_series := least(last_lock.series + 1, 6);
  end if;
  insert into private.sign_in_locks (email, origin, series, locked_until)
  values (email, known_origin, next_series, moment + least(2 ^ (next_series - 1), 30) * interval '1 minute')
  on conflict on constraint sign_in_locks_email_origin_key
  do update set series = excluded.series, locked_until = excluded.locked_until;
end
$$;
comment on function private.count_failed_sign_in(text, cidr, boolean) is
  'Records a failure, and closes the address with the fifth.';
alter function private.count_failed_sign_in(text, cidr, boolean) owner to cairn_definer;

create function private.count_successful_sign_in(email text, origin cidr) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.login_attempts (email, success, attempted_at, source, origin)
  values (email, true, clock_timestamp(), 'server', origin);
  -- Where networks are not told, null is the one that has just proven itself.
  delete from private.sign_in_locks l
  where l.email = count_successful_sign_in.email and l.origin is not distinct from count_successful_sign_in.origin;
end
$$;
comment on function private.count_successful_sign_in(text, cidr) is 'Records a success, and forgets the failures from its network.';
alter function private.count_successful_sign_in(text, cidr) owner to cairn_definer;

-- Every attempt deletes a few old rows, so that no job has to run.
create function private.sweep_sign_ins() returns void
language sql security definer set search_path = ''
as $$
  delete from public.login_attempts where id in (
    select a.id from public.login_attempts a where a.attempted_at < now() - interval '90 days'
    order by a.attempted_at limit 20 for update skip locked
  );
  delete from public.login_attempts where id in (
    select a.id from public.login_attempts a where a.of_nobody and a.attempted_at < now() - interval '1 hour'
    order by a.attempted_at limit 50 for update skip locked
  );
  delete from private.sign_in_locks where id in (
    select l.id from private.sign_in_locks l where l.locked_until < now() - interval '1 day'
    order by l.locked_until limit 20 for update skip locked
  );
$$;
comment on function private.sweep_sign_ins() is
  'Deletes some of the attempts older than 90 days, or an hour where nobody has the address, and of the locks that no longer matter.';
alter function private.sweep_sign_ins() owner to cairn_definer;

-- Auth hook. Event: {"user_id": uuid or null, "valid": boolean, "metadata": {"email", "ip_address"}}. Hosted Supabase
-- sends no metadata and does not ask about unknown addresses: there the hook looks the address up, and all networks
-- are one.
create function public.password_verification_attempt(event jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  address constant text := lower(left(coalesce(
    event #>> '{metadata,email}',
    (select p.email from public.profiles p where p.id = (event ->> 'user_id')::uuid)
  ), 320));
  origin constant cidr := private.network_of(private.as_address(event #>> '{metadata,ip_address}'));
  wait_minutes integer;
begin
  if address is null then
    return jsonb_build_object('decision', 'continue');
  end if;
  -- A hundred guesses sent at once are decided one after the other.
  perform pg_advisory_xact_lock(hashtextextended('sign-in of ' || address, 0));
  wait_minutes := ceil(private.seconds_locked(address, origin) / 60.0);
  if wait_minutes > 0 then
    return jsonb_build_object(
      'decision', 'reject',
      'message', format(
        'Too many failed attempts. Please wait %s %s before trying again.',
        wait_minutes, case wait_minutes when 1 then 'minute' else 'minutes' end
      ),
      'should_logout_user', false
    );
  end if;
  perform private.sweep_sign_ins();
  if (event ->> 'valid')::boolean then
    perform private.count_successful_sign_in(address, origin);
  else
    perform private.count_failed_sign_in(address, origin, event ->> 'user_id' is null);
  end if;
  return jsonb_build_object('decision', 'continue');
end
$$;
comment on function public.password_verification_attempt(jsonb) is
  'Auth hook: counts password attempts and refuses them while the address is closed.';
alter function public.password_verification_attempt(jsonb) owner to cairn_definer;
revoke all on function public.password_verification_attempt(jsonb) from public, anon, authenticated, service_role;
grant execute on function public.password_verification_attempt(jsonb) to supabase_auth_admin;

-- The same state for the screen. It does not tell whether the address exists: the function does not know that.
create function public.check_login_rate_limit(email_param text, ip_param text default null) returns json
language sql stable security definer set search_path = ''
as $$
  select json_build_object('allowed', wait = 0, 'retry_after_seconds', wait)
  from private.seconds_locked(
    lower(left(coalesce(email_param, ''), 320)), private.network_of(private.caller_address())
  ) as wait
$$;
comment on function public.check_login_rate_limit(text, text) is
  'Whether a sign-in would be let through: {"allowed": …, "retry_after_seconds": …}. ip_param is ignored: the caller''s own address counts.';
alter function public.check_login_rate_limit(text, text) owner to cairn_definer;
revoke all on function public.check_login_rate_limit(text, text) from public, anon, authenticated, service_role;
grant execute on function public.check_login_rate_limit(text, text) to anon, authenticated, service_role;

create function public.log_successful_login(email_param text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  address text;
begin
  select lower(p.email) into address
  from public.profiles p where p.id = private.caller_id() and lower(p.email) = lower(email_param);
  if address is not null and private.take_turn('note of sign-in by ' || private.caller_id(), 5) then
    insert into public.login_attempts (email, success, source, origin)
    values (address, true, 'browser', private.network_of(private.caller_address()));
  end if;
end
$$;
comment on function public.log_successful_login(text) is
  'Notes that the caller signed in. Does nothing unless the caller''s own confirmed address is given.';
alter function public.log_successful_login(text) owner to cairn_definer;
revoke all on function public.log_successful_login(text) from public, anon, authenticated, service_role;
grant execute on function public.log_successful_login(text) to authenticated, service_role;

-- The trigger drops notes beyond the limit without an answer that would tell.
create function private.receive_browser_note() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.email := lower(new.email);
  new.attempted_at := now();
  new.source := 'browser';
  new.origin := private.network_of(private.caller_address());
  if private.take_turn('sign-in notes of ' || coalesce(new.origin::text, 'unknown'), 20)
    and private.take_turn('sign-in notes', 600)
  then
    return new;
  end if;
  return null;
end
$$;
comment on function private.receive_browser_note() is 'Trigger: sets what a browser must not say, and drops a flood.';
alter function private.receive_browser_note() owner to cairn_definer;

create function private.keep_sign_in_protection() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  step constant interval := new.seen_at - old.seen_at;
begin
  update private.sign_in_locks set locked_until = locked_until + step;
  -- What the lock-out counts: failures of a quarter of an hour, and what made them good.
  update public.login_attempts set attempted_at = attempted_at + step
  where source = 'server' and attempted_at > old.seen_at - interval '15 minutes';
  return null;
end
$$;
comment on function private.keep_sign_in_protection() is
  'Trigger: moves locks, and the attempts that may lead to one, with a clock that was set.';
alter function private.keep_sign_in_protection() owner to cairn_definer;

create trigger login_attempts_from_browser before insert on public.login_attempts
  for each row when (current_user in ('anon', 'authenticated'))
  execute function private.receive_browser_note();

do $$
begin
  create trigger cairn_keep_sign_in_protection after update of seen_at on auth.clock
    for each row when (new.seen_at - old.seen_at not between interval '-1 minute' and interval '1 minute')
    execute function private.keep_sign_in_protection();
exception when insufficient_privilege or undefined_table then
  raise notice 'Locks on sign-ins will open early when the clock is set forward.';
end
$$;

alter table public.login_attempts enable row level security;
alter table public.login_attempts force row level security;

create policy "browsers note failures" on public.login_attempts
  for insert to anon, authenticated
  with check (not success and source = 'browser');

alter table private.sign_in_locks enable row level security;
alter table private.sign_in_locks force row level security;

revoke all on public.login_attempts, private.sign_in_locks from public, anon, authenticated, service_role;
grant insert (email, success, attempted_at) on public.login_attempts to anon, authenticated;
grant select, insert, update, delete on public.login_attempts to service_role;
grant select, insert, update, delete on public.login_attempts, private.sign_in_locks to cairn_definer;

-- Audit log: who did what to the account's security, and when.
--
-- Rows of source server are the truth: triggers write them in the transaction of what they tell. Rows of source
-- browser are what a user's browser reported; the server sets who, from where and when, and no figure counts them.
-- Admins read the log of their account. No user changes or deletes a row; clean-up reaches only what is older than 90
-- days, and leaves an entry of its own. Entries about a person stay when they leave, so user_id is no foreign key.

-- Purged records cannot be had back: that is worth as much attention as a log that was cleaned.
create function private.audit_severity(action text) returns text
language sql immutable set search_path = ''
as $$
  select case
    when action is null then null
    when action in (
      'login_rate_limit_check', 'password_changed', 'password_change_failed', 'permission_updated', 'member_removed',
      'audit_log_cleaned', 'team_data_access_failed', 'member_second_factor_removed', 'member_sessions_ended',
      'bin_purged'
    ) then 'high'
    when action in (
      'failed_login', 'lock_out_released', 'password_change_attempted', 'session_ended', 'member_joined', 'member_left',
      'invitation_created', 'invitation_accepted', 'invitation_revoked', 'newcomer_admitted', 'newcomer_refused',
      'newcomer_admission_updated', 'second_factor_reminder_sent', 'feature_updated', 'appearance_updated',
      'bin_expired'
    ) or action like '%\_deleted' then 'medium'
    else 'low'
  end
$$;
comment on function private.audit_severity(text) is 'How much an admin should care about an action: low, medium or high.';
alter function private.audit_severity(text) owner to cairn_definer;
grant execute on function private.audit_severity(text) to authenticated, service_role, cairn_owner;

create table public.security_audit_log (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null default private.my_account() references public.accounts (id) on delete cascade,
  user_id uuid,
  action text not null,
  resource_type text not null,
  resource_id text,
  details jsonb not null default '{}',
  user_agent text,
  ip_address inet,
  source text not null default 'server',
  -- Not now(): what happens within one transaction has an order too.
  created_at timestamptz not null default clock_timestamp(),
  severity text not null generated always as (private.audit_severity(action)) stored,
  constraint security_audit_log_action_word check (private.holds(
    action ~ '^[a-z][a-z0-9_]{0,63}$',
    'Action must be a word of at most 64 small letters, digits and underscores.'
  )),
  constraint security_audit_log_resource_type_word check (private.holds(
    resource_type ~ '^[a-z][a-z0-9_]{0,63}$',
    'Resource type must be a word of at most 64 small letters, digits and underscores.'
  )),
  constraint security_audit_log_resource_id_length check (private.holds(
    char_length(resource_id) <= 200,
    'Resource id must have at most 200 characters.'
  )),
  constraint security_audit_log_details_object check (private.holds(
    jsonb_typeof(details) = 'object' and octet_length(details::text) <= 8000,
    'Details must be a JSON object of at most 8,000 bytes.'
  )),
  constraint security_audit_log_source_known check (private.holds(
    source in ('server', 'browser'),
    'Source must be server or browser.'
  ))
);
create index security_audit_log_by_person_idx on public.security_audit_log (user_id, created_at desc);
create index security_audit_log_created_at_idx on public.security_audit_log (created_at);
create index security_audit_log_by_time_idx on public.security_audit_log (account_id, created_at desc)
  include (action, source);
-- A filter that few rows fit must not read through all other rows: each filter has an index, alone and with a person.
-- These indexes are in the order of the time as UTC, which no other index has. By created_at itself the planner,
-- which takes filters as independent, would read the log from its end and hope to fill a page soon.
create index security_audit_log_by_action_idx
  on public.security_audit_log (account_id, action, (created_at at time zone 'utc') desc);
create index security_audit_log_by_severity_idx
  on public.security_audit_log (account_id, severity, (created_at at time zone 'utc') desc);
create index security_audit_log_by_person_and_time_idx
  on public.security_audit_log (user_id, (created_at at time zone 'utc') desc);
create index security_audit_log_by_person_action_idx
  on public.security_audit_log (user_id, action, (created_at at time zone 'utc') desc);
create index security_audit_log_by_person_severity_idx
  on public.security_audit_log (user_id, severity, (created_at at time zone 'utc') desc);
comment on table public.security_audit_log is 'What happened to the security of an account. Never changed, kept for at least 90 days.';
comment on column public.security_audit_log.user_id is
  'Who did it; for sign-ins, whose address it was. Empty when the server did it. Stays when the person leaves.';
comment on column public.security_audit_log.source is 'server: seen by the database. browser: reported by the browser of user_id.';
comment on column public.security_audit_log.ip_address is 'The peer; of an IPv6 sign-in its /64 network.';
comment on column public.security_audit_log.severity is 'low, medium or high: what the action says.';
alter table public.security_audit_log owner to cairn_owner;

create function private.write_audit(
  account uuid, person uuid, action text, resource_type text, resource_id text,
  details jsonb default '{}', address inet default null
)
returns void
language sql security definer set search_path = ''
as $$
  -- An account that is just being deleted takes its log with it.
  insert into public.security_audit_log (
    account_id, user_id, action, resource_type, resource_id, details, user_agent, ip_address
  )
  select
    a.id, person, write_audit.action, write_audit.resource_type, write_audit.resource_id, write_audit.details,
    private.caller_agent(), coalesce(address, private.caller_address())
  from public.accounts a
  where a.id = account
$$;
comment on function private.write_audit(uuid, uuid, text, text, text, jsonb, inet) is
  'Writes an entry of source server. Nothing for somebody without account.';
alter function private.write_audit(uuid, uuid, text, text, text, jsonb, inet) owner to cairn_definer;

create function private.take_audit_turn() returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if not private.take_turn('audit notes of ' || private.caller_id(), 30) then
    raise exception 'Too many security events were reported.'
      using errcode = 'PT429', hint = 'Wait a minute, then try again.';
  end if;
end
$$;
comment on function private.take_audit_turn() is 'Counts a report of the caller; refuses the 31st within a minute.';
alter function private.take_audit_turn() owner to cairn_definer;

create function private.receive_audit_note() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.take_audit_turn();
  new.user_id := private.caller_id();
  new.user_agent := private.caller_agent();
  new.ip_address := private.caller_address();
  new.source := 'browser';
  new.created_at := clock_timestamp();
  return new;
end
$$;
comment on function private.receive_audit_note() is 'Trigger: marks a report as one, and sets what a browser must not say.';
alter function private.receive_audit_note() owner to cairn_definer;

create function public.log_security_event_enhanced(
  p_action text, p_resource_type text, p_severity text, p_details jsonb default '{}'
)
returns void
language plpgsql security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
begin
  if coalesce(p_action not in ('password_change_attempted', 'password_change_failed', 'password_changed'), true)
    or p_resource_type is distinct from 'user_account'
    or coalesce(p_severity not in ('medium', 'high'), true)
    or coalesce(jsonb_typeof(p_details), 'null') not in ('object', 'null')
  then
    raise exception 'That is no security event.' using errcode = '22023',
      hint = 'Actions: password_change_attempted, password_change_failed, password_changed. Resource type: user_account. '
        || 'Severity: medium or high. Details: a JSON object.';
  end if;
  -- Nobody would read what somebody without account reports.
  if account is null then
    return;
  end if;
  perform private.take_audit_turn();
  insert into public.security_audit_log (
    account_id, user_id, action, resource_type, resource_id, details, user_agent, ip_address, source
  )
  values (
    account, private.caller_id(), p_action, p_resource_type, private.caller_id()::text,
    case jsonb_typeof(p_details) when 'object' then p_details else '{}' end || jsonb_build_object('severity', p_severity),
    private.caller_agent(), private.caller_address(), 'browser'
  );
end
$$;
comment on function public.log_security_event_enhanced(text, text, text, jsonb) is
  'Notes what the caller''s browser reports of a password change. Thirty times a minute.';
alter function public.log_security_event_enhanced(text, text, text, jsonb) owner to cairn_definer;
revoke all on function public.log_security_event_enhanced(text, text, text, jsonb) from public, anon, authenticated, service_role;
grant execute on function public.log_security_event_enhanced(text, text, text, jsonb) to authenticated, service_role;

create function private.clean_audit_log() returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  removed integer;
begin
  if private.my_rank() is distinct from 3 then
    raise exception 'Only administrators clean up the audit log.'
      using errcode = '42501', hint = 'Ask an administrator.';
  end if;
  delete from public.security_audit_log l
  where l.account_id = account and l.created_at < now() - interval '90 days';
  get diagnostics removed = row_count;
  if removed > 0 then
    perform private.write_audit(
      account, private.caller_id(), 'audit_log_cleaned', 'security_audit_log', null, jsonb_build_object('removed', removed)
    );
  end if;
  return removed;
end
$$;
comment on function private.clean_audit_log() is
  'Deletes what is older than 90 days of the caller''s account, for its admins, and says so in the log. Returns how many.';
alter function private.clean_audit_log() owner to cairn_definer;

create trigger security_audit_log_from_browser before insert on public.security_audit_log
  for each row when (current_user = 'authenticated')
  execute function private.receive_audit_note();

alter table public.security_audit_log enable row level security;
alter table public.security_audit_log force row level security;

create policy "admins read the log of their account" on public.security_audit_log
  for select to authenticated
  using (account_id = (select private.my_account()) and (select private.my_rank()) = 3);

create policy "members report to their account" on public.security_audit_log
  for insert to authenticated
  with check (account_id = (select private.my_account()) and source = 'browser');

revoke all on public.security_audit_log from public, anon, authenticated, service_role;
grant select on public.security_audit_log to authenticated;

-- A client may send user_id and user_agent, and is overruled.
grant insert (account_id, user_id, action, resource_type, resource_id, details, user_agent)
  on public.security_audit_log to authenticated;

-- No role may change an entry. Only the definer may delete, and its functions delete nothing younger than 90 days.
grant select, insert on public.security_audit_log to service_role;
grant select, insert, delete on public.security_audit_log to cairn_definer;

-- What the audit log is told: triggers on the tables themselves, so that every way of a change leaves its entry.
--
-- A session that goes before its time ended by an act. The auth server says in the setting auth.session_end when a
-- user signed out. Where it says nothing (a hosted project, a changed password, a ban) the entry is session_ended. A
-- session that ends by age leaves no entry: no user did anything.
-- A project that keeps the tables of sessions closed has no such entries, only what browsers report.

-- Failures of an address without a user concern no account; attempts while an address is closed are not counted.
create function private.audit_failed_sign_in() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.write_audit(
    p.account_id, p.id, 'failed_login', 'user_account', p.id::text, '{}', new.origin
  )
  from public.profiles p
  where lower(p.email) = new.email and p.account_id is not null;
  return null;
end
$$;
comment on function private.audit_failed_sign_in() is 'Trigger: enters a failed sign-in into the log of the member''s account.';
alter function private.audit_failed_sign_in() owner to cairn_definer;

create function private.audit_lock_out() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.write_audit(
    p.account_id, p.id, 'login_rate_limit_check', 'user_account', p.id::text,
    jsonb_build_object('failed_attempts', 5, 'locked_until', new.locked_until), new.origin
  )
  from public.profiles p
  where lower(p.email) = new.email and p.account_id is not null;
  return null;
end
$$;
comment on function private.audit_lock_out() is 'Trigger: enters a lock-out into the log of the member''s account.';
alter function private.audit_lock_out() owner to cairn_definer;

-- Every way to sign in moves last_sign_in_at. Where it was a password, the hook noted the network a moment ago.
create function private.audit_sign_in() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.write_audit(
    m.account_id, m.user_id, 'login_successful', 'user_account', m.user_id::text, '{}',
    (
      select a.origin from public.login_attempts a
      where a.email = lower(new.email) and a.source = 'server' and a.success
        and a.attempted_at > clock_timestamp() - interval '10 seconds'
      order by a.attempted_at desc
      limit 1
    )
  )
  from public.account_members m
  where m.user_id = new.id;
  return null;
end
$$;
comment on function private.audit_sign_in() is 'Trigger: enters a sign-in into the log of the member''s account.';
alter function private.audit_sign_in() owner to cairn_definer;

create function private.audit_password() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.write_audit(
    m.account_id, m.user_id, 'password_changed', 'user_account', m.user_id::text, '{}'
  )
  from public.account_members m
  where m.user_id = new.id;
  return null;
end
$$;
comment on function private.audit_password() is 'Trigger: enters a changed password into the log of the member''s account.';
alter function private.audit_password() owner to cairn_definer;

create function private.audit_membership() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    perform private.write_audit(
      new.account_id, new.user_id, 'member_joined', 'account_member', new.user_id::text,
      jsonb_build_object('permission', new.permission_level)
    );
  elsif tg_op = 'DELETE' then
    perform private.write_audit(
      old.account_id, private.caller_id(),
      case when old.user_id = private.caller_id() then 'member_left' else 'member_removed' end,
      'account_member', old.user_id::text, jsonb_build_object('permission', old.permission_level)
    );
  else
    perform private.write_audit(
      new.account_id, private.caller_id(), 'permission_updated', 'account_member', new.user_id::text,
      jsonb_build_object('new_permission', new.permission_level, 'old_permission', old.permission_level)
    );
  end if;
  return null;
end
$$;
comment on function private.audit_membership() is 'Trigger: enters who joined, left or was removed, and every change of a level.';
alter function private.audit_membership() owner to cairn_definer;

-- Without the address: an id says enough to an admin, and nothing to the reader of a copied log.
create function private.audit_invitation() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.write_audit(
    new.account_id, private.caller_id(),
    case
      when tg_op = 'INSERT' then 'invitation_created'
      when new.accepted_at is not null then 'invitation_accepted'
      else 'invitation_revoked'
    end,
    'invitation', new.id::text, jsonb_build_object('permission', new.permission_level)
  );
  return null;
end
$$;
comment on function private.audit_invitation() is 'Trigger: enters an invitation that was sent, accepted or revoked.';
alter function private.audit_invitation() owner to cairn_definer;

create function private.audit_feature() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.write_audit(
    new.account_id, private.caller_id(), 'feature_updated', 'app_feature', new.feature_name,
    jsonb_build_object('enabled', new.enabled)
  );
  return null;
end
$$;
comment on function private.audit_feature() is 'Trigger: enters a turned switch.';
alter function private.audit_feature() owner to cairn_definer;

create function private.audit_deletion() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.write_audit(
    new.account_id, new.changed_by, new.kind || '_' || new.action, new.kind, new.record_id::text,
    jsonb_build_object('name', new.record_name)
  );
  return null;
end
$$;
comment on function private.audit_deletion() is 'Trigger: enters the deletion or restoration of a record, out of its history.';
alter function private.audit_deletion() owner to cairn_definer;

create function private.audit_ended_sessions() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.write_audit(
    m.account_id, m.user_id,
    case current_setting('auth.session_end', true) when 'logout' then 'logout' else 'session_ended' end,
    'user_account', m.user_id::text, jsonb_build_object('sessions', e.sessions)
  )
  from (
    select s.user_id, count(*) as sessions
    from ended s
    where s.not_after is null or s.not_after > now()
    group by s.user_id
  ) e
  join public.account_members m on m.user_id = e.user_id;
  return null;
end
$$;
comment on function private.audit_ended_sessions() is
  'Trigger: enters sessions that ended before their time into the log of the member''s account.';
alter function private.audit_ended_sessions() owner to cairn_definer;

create trigger cairn_audit_sign_in after update of last_sign_in_at on auth.users
  for each row when (new.last_sign_in_at is distinct from old.last_sign_in_at and new.last_sign_in_at is not null)
  execute function private.audit_sign_in();
create trigger cairn_audit_password after update of encrypted_password on auth.users
  for each row when (new.encrypted_password is distinct from old.encrypted_password)
  execute function private.audit_password();
create trigger sign_in_locks_audit after insert or update of locked_until on private.sign_in_locks
  for each row when (new.locked_until > clock_timestamp()) execute function private.audit_lock_out();
create trigger account_members_note_coming_and_going after insert or delete on public.account_members
  for each row execute function private.audit_membership();
create trigger account_members_note_level after update on public.account_members
  for each row when (new.permission_level is distinct from old.permission_level)
  execute function private.audit_membership();
create trigger app_features_audit_new after insert on public.app_features
  for each row execute function private.audit_feature();
create trigger app_features_audit_turned after update on public.app_features
  for each row when (new.enabled is distinct from old.enabled) execute function private.audit_feature();
create trigger login_attempts_audit after insert on public.login_attempts
  for each row when (new.source = 'server' and not new.success)
  execute function private.audit_failed_sign_in();
create trigger pending_invitations_audit_sent after insert on public.pending_invitations
  for each row execute function private.audit_invitation();
create trigger pending_invitations_audit_ended after update on public.pending_invitations
  for each row when (
    old.accepted_at is null and new.accepted_at is not null or old.declined_at is null and new.declined_at is not null
  )
  execute function private.audit_invitation();

do $$
begin
  create trigger cairn_audit_ended_sessions after delete on auth.sessions
    referencing old table as ended
    for each statement execute function private.audit_ended_sessions();
exception when insufficient_privilege or undefined_table then
  raise notice 'The log of security events will have no entries of ended sessions.';
end
$$;

-- Reading the audit log: by action, person, severity and time, a page at a time, however long it is.
--
-- For admins. A page begins after the entry that the caller names, by its time and id. Every filter has its index, so
-- a page costs no more in a long log than in a short one.

create function private.audit_page(
  account uuid, action text, person uuid, severity text, since timestamptz, until timestamptz,
  before_time timestamptz, before_id uuid, rows integer
)
returns setof public.security_audit_log
language plpgsql stable security definer set search_path = ''
as $$
begin
  -- Put together for each call, so that it is planned for the filters that it has.
  return query execute format(
    $query$
      select l.*
      from public.security_audit_log l
      where l.account_id = $1
        and ($2 is null or l.action = $2)
        and ($3 is null or l.user_id = $3)
        and ($4 is null or l.severity = $4)
        and ($5 is null or l.created_at %1$s >= $5 %1$s)
        and ($6 is null or l.created_at %1$s < $6 %1$s)
        and ($7 is null or (l.created_at %1$s, l.id) < ($7 %1$s, $8))
      order by l.created_at %1$s desc, l.id desc
      limit $9
    $query$,
    case when coalesce(action, person::text, severity) is null then '' else $zone$at time zone 'utc'$zone$ end
  )
  using account, action, person, severity, since, until, before_time, before_id, rows;
end
$$;
comment on function private.audit_page(uuid, text, uuid, text, timestamptz, timestamptz, timestamptz, uuid, integer) is
  'Entries of an account''s audit log that fit, newest first, older than the one named.';
alter function private.audit_page(uuid, text, uuid, text, timestamptz, timestamptz, timestamptz, uuid, integer) owner to cairn_definer;

create function public.get_audit_log(
  action_param text default null, person_param uuid default null, severity_param text default null,
  from_param timestamptz default null, until_param timestamptz default null,
  before_time timestamptz default null, before_id uuid default null, rows_param integer default 100
)
returns table (
  id uuid, user_id uuid, user_name text, action text, severity text, resource_type text, resource_id text,
  resource_name text, details jsonb, user_agent text, ip_address text, source text, created_at timestamptz
)
language plpgsql stable security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  -- The severity follows from the action: with both, one of them is enough, or nothing fits.
  severity_left constant text := case when action_param is null then severity_param end;
begin
  perform private.require_security_admin();
  if coalesce(rows_param not between 1 and 1000, true) then
    raise exception 'A page has 1 to 1,000 entries.' using errcode = '22023', hint = 'Leave rows_param out for 100.';
  end if;
  if from_param >= until_param then
    raise exception 'The time ends before it begins.' using errcode = '22023', hint = 'from_param must be before until_param.';
  end if;
  if severity_param <> private.audit_severity(action_param) then
    return;
  end if;
  return query
  select
    e.id, e.user_id, p.name, e.action, e.severity, e.resource_type, e.resource_id, r.name, e.details, e.user_agent,
    -- As it stands in JSON: without the mask of a single address.
    to_jsonb(e.ip_address) #>> '{}', e.source, e.created_at
  from private.audit_page(
    account, action_param, person_param, severity_left, from_param, until_param, before_time, before_id, rows_param
  ) e
  left join public.profiles p on p.id = e.user_id and p.account_id = account
  left join public.profiles r on r.account_id = account
    and e.resource_type in ('user_account', 'account_member', 'profile')
    and r.id = case when e.resource_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then e.resource_id::uuid end
  order by e.created_at desc, e.id desc;
end
$$;
comment on function public.get_audit_log(text, uuid, text, timestamptz, timestamptz, timestamptz, uuid, integer) is
  'For admins: a page of the account''s audit log, newest first, from one time until before another, older than the entry named.';
alter function public.get_audit_log(text, uuid, text, timestamptz, timestamptz, timestamptz, uuid, integer) owner to cairn_definer;
revoke all on function public.get_audit_log(text, uuid, text, timestamptz, timestamptz, timestamptz, uuid, integer) from public, anon, authenticated, service_role;
grant execute on function public.get_audit_log(text, uuid, text, timestamptz, timestamptz, timestamptz, uuid, integer) to authenticated, service_role;

-- What an admin can filter by. Each action is one look into the index, not a read of the log.
create function public.get_audit_filters() returns json
language plpgsql stable security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
begin
  perform private.require_security_admin();
  return json_build_object(
    'actions', (
      with recursive found (action) as (
        (select l.action from public.security_audit_log l where l.account_id = account order by l.action limit 1)
        union all
        select (
          select l.action from public.security_audit_log l
          where l.account_id = account and l.action > f.action
          order by l.action
          limit 1
        )
        from found f
        where f.action is not null
      )
      select coalesce(json_agg(f.action order by f.action), '[]') from found f where f.action is not null
    ),
    'people', (
      select coalesce(json_agg(json_build_object('id', p.id, 'name', p.name) order by p.name, p.id), '[]')
      from public.account_members m
      join public.profiles p on p.id = m.user_id
      where m.account_id = account
    )
  );
end
$$;
comment on function public.get_audit_filters() is
  'For admins: {"actions", "people"}, the actions that the account''s log has, and the members, as {"id", "name"}.';
alter function public.get_audit_filters() owner to cairn_definer;
revoke all on function public.get_audit_filters() from public, anon, authenticated, service_role;
grant execute on function public.get_audit_filters() to authenticated, service_role;

-- Security at a glance: what admins see of their account, and each user of themselves.
--
-- Figures count what the server saw. The list of the newest entries has the reports of browsers too, marked as such.
-- The overview names what an admin can improve: members who are locked out, have no second factor or were not seen
-- for long, and invitations that wait. An admin releases a lock and reminds a member of the second factor.

-- Of second factors the definer reads whose they are and whether they are verified, nothing else. Where the project
-- refuses even that, the answer is "unknown", not a failure.
do $$
begin
  grant usage on schema auth to cairn_definer;
  if to_regclass('auth.mfa_factors') is not null then
    grant select (user_id, status) on auth.mfa_factors to cairn_definer;
  end if;
exception when insufficient_privilege then
  null;
end
$$;

-- Of sessions and users the definer reads when a user was last here, nothing else. Where that is refused, the answer
-- is "unknown".
do $$
begin
  grant select (user_id, updated_at) on auth.sessions to cairn_definer;
  grant select (id, last_sign_in_at) on auth.users to cairn_definer;
exception when insufficient_privilege or undefined_table or undefined_column then
  null;
end
$$;

create function private.require_security_admin() returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if private.my_rank() is distinct from 3 then
    raise exception 'Security monitoring is only available to administrators.'
      using errcode = '42501', hint = 'Ask an administrator.';
  end if;
end
$$;
comment on function private.require_security_admin() is 'Refuses everybody but admins.';
alter function private.require_security_admin() owner to cairn_definer;

create function private.members_without_second_factor(account uuid) returns json
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not has_schema_privilege('auth', 'usage') or to_regclass('auth.mfa_factors') is null
    or not has_column_privilege('auth.mfa_factors', 'user_id', 'select')
  then
    return null;
  end if;
  return (
    select coalesce(json_agg(json_build_object('id', p.id, 'name', p.name) order by p.name, p.id), '[]')
    from public.account_members m
    join public.profiles p on p.id = m.user_id
    where m.account_id = account
      and not exists (select from auth.mfa_factors f where f.user_id = m.user_id and f.status = 'verified')
  );
end
$$;
comment on function private.members_without_second_factor(uuid) is
  'Members who sign in without a verified second factor; null where the auth server does not tell.';
alter function private.members_without_second_factor(uuid) owner to cairn_definer;

-- The entries as the log itself gives them: with their severity, and the person they concern.
create function private.audit_entries(account uuid, wanted_action text, wanted_source text) returns json
language sql stable security definer set search_path = ''
as $$
  select coalesce(json_agg(e order by e.created_at desc), '[]')
  from (
    select
      l.id, l.user_id, p.name as user_name, l.action, l.severity, l.resource_type, l.resource_id, r.name as resource_name,
      l.details, l.user_agent, l.ip_address, l.source, l.created_at
    from public.security_audit_log l
    left join public.profiles p on p.id = l.user_id and p.account_id = account
    left join public.profiles r on r.account_id = account
      and l.resource_type in ('user_account', 'account_member', 'profile')
      and r.id = case when l.resource_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then l.resource_id::uuid end
    where l.account_id = account and l.created_at > now() - interval '30 days'
      and (wanted_action is null or l.action = wanted_action)
      and (wanted_source is null or l.source = wanted_source)
    order by l.created_at desc
    limit 10
  ) e
$$;
comment on function private.audit_entries(uuid, text, text) is
  'The 10 newest entries of the last 30 days, of one action and source or of all.';
alter function private.audit_entries(uuid, text, text) owner to cairn_definer;

create function private.audit_figures(account uuid) returns json
language sql stable security definer set search_path = ''
as $$
  with seen as materialized (
    select (l.created_at at time zone 'utc')::date as day, l.action, count(*) as times
    from public.security_audit_log l
    where l.account_id = account and l.source = 'server' and l.created_at > now() - interval '30 days'
    group by 1, 2
  )
  select json_build_object(
    'events', (select coalesce(sum(s.times), 0) from seen s),
    'failed_sign_ins', (select coalesce(sum(s.times), 0) from seen s where s.action = 'failed_login'),
    'lock_outs', (select coalesce(sum(s.times), 0) from seen s where s.action = 'login_rate_limit_check'),
    'level_changes', (select coalesce(sum(s.times), 0) from seen s where s.action = 'permission_updated'),
    'by_day', (
      select json_agg(
        json_build_object(
          'day', d.day,
          'events', (select coalesce(sum(s.times), 0) from seen s where s.day = d.day),
          'failed_sign_ins', (
            select coalesce(sum(s.times), 0) from seen s where s.day = d.day and s.action = 'failed_login'
          )
        )
        order by d.day
      )
      from (
        select (now() at time zone 'utc')::date - days_ago as day from generate_series(0, 29) as days_ago
      ) d
    )
  )
$$;
comment on function private.audit_figures(uuid) is 'The figures of the last 30 days, and two of them for each day (UTC).';
alter function private.audit_figures(uuid) owner to cairn_definer;

create function private.open_lock_outs(account uuid) returns json
language sql stable security definer set search_path = ''
as $$
  select coalesce(json_agg(o order by o.locked_until desc, o.id), '[]')
  from (
    select p.id, p.name, max(l.locked_until) as locked_until
    from private.sign_in_locks l
    join public.profiles p on lower(p.email) = l.email
    where l.locked_until > clock_timestamp() and p.account_id = account
    group by p.id, p.name
  ) o
$$;
comment on function private.open_lock_outs(uuid) is 'Members who cannot sign in just now, from some network at least.';
alter function private.open_lock_outs(uuid) owner to cairn_definer;

create function public.get_security_overview() returns json
language plpgsql stable security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
begin
  perform private.require_security_admin();
  return json_build_object(
    'figures', private.audit_figures(account),
    'newest', private.audit_entries(account, null, null),
    'level_changes', private.audit_entries(account, 'permission_updated', 'server'),
    'open_lock_outs', private.open_lock_outs(account),
    'without_second_factor', private.members_without_second_factor(account),
    'not_seen', private.members_not_seen(account, 90),
    'stale_invitations', (
      select count(*)
      from public.pending_invitations i
      where i.account_id = account and i.accepted_at is null and i.declined_at is null and i.expires_at < now()
    )
  );
end
$$;
comment on function public.get_security_overview() is
  'For admins, of the last 30 days: {"figures", "newest", "level_changes", "open_lock_outs", "without_second_factor", "not_seen", "stale_invitations"}.';
alter function public.get_security_overview() owner to cairn_definer;
revoke all on function public.get_security_overview() from public, anon, authenticated, service_role;
grant execute on function public.get_security_overview() to authenticated, service_role;

-- The series goes on: an attacker gets five tries, and then a longer lock.
create function public.release_lock_out(user_id_param uuid) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  address text;
begin
  perform private.require_security_admin();
  select lower(p.email) into address
  from public.profiles p where p.id = user_id_param and p.account_id = private.my_account();
  if address is null then
    return false;
  end if;
  -- The lock of password_verification_attempt: no attempt is decided in between.
  perform pg_advisory_xact_lock(hashtextextended('sign-in of ' || address, 0));
  update private.sign_in_locks l set locked_until = clock_timestamp()
  where l.email = address and l.locked_until > clock_timestamp();
  if not found then
    return false;
  end if;
  perform private.write_audit(
    private.my_account(), private.caller_id(), 'lock_out_released', 'user_account', user_id_param::text
  );
  return true;
end
$$;
comment on function public.release_lock_out(uuid) is
  'For admins: lets a locked-out member of the account sign in again. False when there was nothing to release.';
alter function public.release_lock_out(uuid) owner to cairn_definer;
revoke all on function public.release_lock_out(uuid) from public, anon, authenticated, service_role;
grant execute on function public.release_lock_out(uuid) to authenticated, service_role;

create function public.get_my_security_activity()
returns table (id uuid, action text, ip_address text, user_agent text, source text, created_at timestamptz)
language sql stable security definer set search_path = ''
as $$
  -- The address as it stands in JSON: without the mask of a single one.
  select l.id, l.action, to_jsonb(l.ip_address) #>> '{}', l.user_agent, l.source, l.created_at
  from public.security_audit_log l
  where l.user_id = private.caller_id()
    and l.action in (
      'login', 'logout', 'login_successful', 'failed_login', 'login_rate_limit_check',
      'password_change_attempted', 'password_change_failed', 'password_changed'
    )
  order by l.created_at desc
  limit 20
$$;
comment on function public.get_my_security_activity() is 'The caller''s 20 latest sign-ins and password events.';
alter function public.get_my_security_activity() owner to cairn_definer;
revoke all on function public.get_my_security_activity() from public, anon, authenticated, service_role;
grant execute on function public.get_my_security_activity() to authenticated, service_role;

create function private.members_not_seen(account uuid, days integer) returns json
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not has_schema_privilege('auth', 'usage') or to_regclass('auth.sessions') is null
    or not has_column_privilege('auth.sessions', 'updated_at', 'select')
    or not has_column_privilege('auth.users', 'last_sign_in_at', 'select')
  then
    return null;
  end if;
  return (
    select coalesce(json_agg(json_build_object('id', s.id, 'name', s.name) order by s.name, s.id), '[]')
    from (
      select
        p.id, p.name, m.created_at, u.last_sign_in_at,
        (select max(e.updated_at) from auth.sessions e where e.user_id = p.id) as last_session
      from public.account_members m
      join public.profiles p on p.id = m.user_id
      left join auth.users u on u.id = m.user_id
      where m.account_id = account
    ) s
    where greatest(s.created_at, s.last_sign_in_at, s.last_session) < now() - make_interval(days => days)
  );
end
$$;
comment on function private.members_not_seen(uuid, integer) is
  'Members who have not been here for so many days; null where the auth server does not tell.';
alter function private.members_not_seen(uuid, integer) owner to cairn_definer;

create function public.remind_of_second_factor(user_id_param uuid) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
begin
  perform private.require_security_admin();
  if user_id_param = private.caller_id()
    or not exists (
      select from json_array_elements(private.members_without_second_factor(account)) m
      where m ->> 'id' = user_id_param::text
    )
  then
    return false;
  end if;
  -- Not twice at the same moment, and not again within a day.
  if not pg_try_advisory_xact_lock(hashtextextended('reminder of ' || user_id_param, 0))
    or exists (
      select from public.security_audit_log l
      where l.account_id = account and l.action = 'second_factor_reminder_sent' and l.resource_id = user_id_param::text
        and l.created_at > now() - interval '1 day'
    )
  then
    return false;
  end if;
  perform private.notify(account, user_id_param, 'second_factor_wanted');
  perform private.write_audit(
    account, private.caller_id(), 'second_factor_reminder_sent', 'user_account', user_id_param::text
  );
  return true;
end
$$;
comment on function public.remind_of_second_factor(uuid) is
  'For admins: asks a member to add a second factor, by notification and mail as their preferences want it; once a day. False when the member has one, or was asked.';
alter function public.remind_of_second_factor(uuid) owner to cairn_definer;
revoke all on function public.remind_of_second_factor(uuid) from public, anon, authenticated, service_role;
grant execute on function public.remind_of_second_factor(uuid) to authenticated, service_role;

-- What admins do about the sign-in of a member: end their sessions, or remove a second factor that they have lost.
--
-- Sessions and factors belong to the auth server; Cairn's own has a function for each. Where the functions are
-- missing (a hosted project), the admin is told, and the operator of the project does it there.

do $$
begin
  grant execute on function auth.end_sessions(uuid, uuid), auth.remove_second_factors(uuid, uuid) to cairn_definer;
exception when insufficient_privilege or undefined_function then
  raise notice 'Admins will not be able to end the sessions of members, nor to remove their second factors.';
end
$$;

create function private.refuse_sign_in_change(person uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  -- Both are locked: whoever is demoted, or leaves, at this moment has done so before or does so after.
  perform from public.account_members m
  where m.user_id = private.caller_id() and m.permission_level = 'admin'
  for share;
  if not found then
    raise exception 'The sign-in of members is managed by administrators.'
      using errcode = '42501', hint = 'Ask an administrator.';
  end if;
  perform from public.account_members m
  where m.user_id = person and m.account_id = private.my_account()
  for share;
  if not found then
    perform private.refuse_stranger(person);
  end if;
  if person = private.caller_id() then
    raise exception 'Your own sessions and second factors are among your security settings.'
      using errcode = '42501', hint = 'Open the security settings.';
  end if;
  if coalesce(not has_function_privilege(to_regprocedure('auth.end_sessions(uuid, uuid)'), 'execute'), true) then
    raise exception 'This server does not let administrators change how members sign in.'
      using errcode = '0A000', hint = 'Ask whoever runs the server.';
  end if;
end
$$;
comment on function private.refuse_sign_in_change(uuid) is
  'Refuses whoever is no admin of the person''s account, admins themselves about their own sign-in, and a server that cannot do it.';
alter function private.refuse_sign_in_change(uuid) owner to cairn_definer;

create function public.end_member_sessions(target_user_id uuid) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  ended integer;
begin
  perform private.refuse_sign_in_change(target_user_id);
  ended := auth.end_sessions(target_user_id, private.caller_id());
  perform private.write_audit(
    private.my_account(), private.caller_id(), 'member_sessions_ended', 'user_account', target_user_id::text,
    jsonb_build_object('sessions', ended)
  );
  return ended;
end
$$;
comment on function public.end_member_sessions(uuid) is
  'For admins: signs another member of their account out everywhere, at once. Answers how many sessions that ended.';
alter function public.end_member_sessions(uuid) owner to cairn_definer;
revoke all on function public.end_member_sessions(uuid) from public, anon, authenticated, service_role;
grant execute on function public.end_member_sessions(uuid) to authenticated;

create function public.remove_member_second_factor(target_user_id uuid) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  removed integer;
begin
  perform private.refuse_sign_in_change(target_user_id);
  removed := auth.remove_second_factors(target_user_id, private.caller_id());
  perform private.write_audit(
    private.my_account(), private.caller_id(), 'member_second_factor_removed', 'user_account', target_user_id::text,
    jsonb_build_object('factors', removed)
  );
  return removed;
end
$$;
comment on function public.remove_member_second_factor(uuid) is
  'For admins: removes the second factors and recovery codes of another member of their account, who signs in without until they add one. Answers how many there were.';
alter function public.remove_member_second_factor(uuid) owner to cairn_definer;
revoke all on function public.remove_member_second_factor(uuid) from public, anon, authenticated, service_role;
grant execute on function public.remove_member_second_factor(uuid) to authenticated;

-- What browsers record about password changes: earlier passwords, and how often the user tried.
--
-- These are records, not guards: the auth server decides whether a password may be changed. So users reach their own
-- rows only, and can do no more with them than fool their own screen.
-- Of a password the browser sends a fast hash, which is as good as the password to its finder. The table stores a
-- slow, salted hash of that, which no API role reads.

create table public.password_history (
  id bigint generated always as identity primary key,
  user_id uuid not null default private.caller_id() references public.profiles (id) on delete cascade,
  password_hash text not null,
  created_at timestamptz not null default now()
);
create index password_history_user_id_idx on public.password_history (user_id, id desc);
comment on table public.password_history is 'The last five passwords that a person''s browser recorded, as slow salted hashes.';
alter table public.password_history owner to cairn_owner;

create table public.security_rate_limits (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default private.caller_id() references public.profiles (id) on delete cascade,
  action_type text not null,
  attempts integer not null default 1,
  window_start timestamptz not null default now(),
  blocked_until timestamptz,
  created_at timestamptz not null default now(),
  constraint security_rate_limits_action_type_known check (private.holds(
    action_type = 'password_change',
    'Action must be password_change.'
  )),
  constraint security_rate_limits_attempts_range check (private.holds(
    attempts between 0 and 1000,
    'Attempts must be 0 to 1,000.'
  ))
);
create index security_rate_limits_by_window_idx on public.security_rate_limits (user_id, action_type, window_start desc);
comment on table public.security_rate_limits is 'How often a person''s browser tried to change the password. Decides nothing.';
comment on column public.security_rate_limits.blocked_until is 'Until when the screen refuses further attempts.';
alter table public.security_rate_limits owner to cairn_owner;

create function private.receive_password() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.caller_id() is not null and not private.take_turn('password notes of ' || private.caller_id(), 5) then
    raise exception 'Too many passwords were recorded.'
      using errcode = 'PT429', hint = 'Wait a minute, then try again.';
  end if;
  new.created_at := now();
  -- Hashed to one length first: bcrypt reads 72 bytes and no more.
  new.password_hash := extensions.crypt(
    encode(sha256(convert_to(new.password_hash, 'UTF8')), 'hex'), extensions.gen_salt('bf', 10)
  );
  return new;
end
$$;
comment on function private.receive_password() is 'Trigger: stores nothing but a slow salted hash, whatever was sent.';
alter function private.receive_password() owner to cairn_definer;

create function private.keep_five_passwords() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.password_history h
  where h.user_id = new.user_id and h.id in (
    select o.id from public.password_history o where o.user_id = new.user_id order by o.id desc offset 5
  );
  return null;
end
$$;
comment on function private.keep_five_passwords() is 'Trigger: forgets all but a person''s last five.';
alter function private.keep_five_passwords() owner to cairn_definer;

create function public.check_password_history(user_id_param uuid, new_password_hash text) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if user_id_param is distinct from private.caller_id() then
    raise exception 'Nobody asks about the passwords of others.' using errcode = '42501', hint = 'Ask about your own.';
  end if;
  if new_password_hash is null then
    raise exception 'A hash of the new password is needed.' using errcode = '22023', hint = 'Its SHA-256, in hexadecimal.';
  end if;
  if not private.take_turn('password questions of ' || private.caller_id(), 10) then
    raise exception 'Too many requests.' using errcode = 'PT429', hint = 'Wait a minute, then try again.';
  end if;
  return not exists (
    select from public.password_history h
    where h.user_id = user_id_param
      and h.password_hash = extensions.crypt(
        encode(sha256(convert_to(new_password_hash, 'UTF8')), 'hex'), h.password_hash
      )
  );
end
$$;
comment on function public.check_password_history(uuid, text) is
  'True when the password is none of the caller''s last five recorded ones. Ten times a minute.';
alter function public.check_password_history(uuid, text) owner to cairn_definer;
revoke all on function public.check_password_history(uuid, text) from public, anon, authenticated, service_role;
grant execute on function public.check_password_history(uuid, text) to authenticated, service_role;

create function private.receive_rate_limit() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not private.take_turn('rate limits of ' || private.caller_id(), 20) then
    raise exception 'Too many requests.' using errcode = 'PT429', hint = 'Wait a minute, then try again.';
  end if;
  new.window_start := now();
  new.created_at := now();
  delete from public.security_rate_limits l
  where l.user_id = private.caller_id() and l.id in (
    select o.id from public.security_rate_limits o
    where o.user_id = private.caller_id() order by o.window_start desc offset 9
  );
  return new;
end
$$;
comment on function private.receive_rate_limit() is 'Trigger: a window begins now, and a person has ten of them at most.';
alter function private.receive_rate_limit() owner to cairn_definer;

create trigger password_history_receive before insert on public.password_history
  for each row execute function private.receive_password();
create trigger password_history_keep_five after insert on public.password_history
  for each row execute function private.keep_five_passwords();
create trigger security_rate_limits_receive before insert on public.security_rate_limits
  for each row when (current_user = 'authenticated') execute function private.receive_rate_limit();

alter table public.password_history enable row level security;
alter table public.password_history force row level security;

create policy "people record their own passwords" on public.password_history
  for insert to authenticated
  with check (user_id = (select private.caller_id()));

alter table public.security_rate_limits enable row level security;
alter table public.security_rate_limits force row level security;

create policy "people see their own tries" on public.security_rate_limits
  for select to authenticated
  using (user_id = (select private.caller_id()));

create policy "people record their own tries" on public.security_rate_limits
  for insert to authenticated
  with check (user_id = (select private.caller_id()));

create policy "people count their own tries" on public.security_rate_limits
  for update to authenticated
  using (user_id = (select private.caller_id()));

create policy "people reset their own tries" on public.security_rate_limits
  for delete to authenticated
  using (user_id = (select private.caller_id()));

revoke all on public.password_history, public.security_rate_limits from public, anon, authenticated, service_role;

-- No API role reads a hash; only the server's own functions compare them.
grant insert (user_id, password_hash) on public.password_history to authenticated;
grant select, insert, delete on public.password_history to cairn_definer;
grant select, delete on public.security_rate_limits to authenticated;
grant insert (user_id, action_type, attempts, window_start) on public.security_rate_limits to authenticated;
grant update (attempts, blocked_until) on public.security_rate_limits to authenticated;
grant select, insert, update, delete on public.security_rate_limits to service_role, cairn_definer;

-- History: who changed which field of which record from what to what, and when.
--
-- One table for all kinds of records. Dialogs show it; recent activity, notifications and the audit log read it.
-- Triggers alone write it, in the transaction of the change, for a whole statement at once. What is written stays
-- until the account goes or the operator's time for it is over; a purged record keeps its history.
-- An act is a transaction: all that it changed has its id. The id is random, for that of the transaction itself would
-- tell members how much happens in the whole installation. Each record has its own moment, in the order in which the
-- records were changed.
-- What may carry a secret is masked.

create table public.record_history (
  -- Not a sequence: its gaps would tell members how much happens in other accounts.
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references public.accounts (id) on delete cascade,
  kind text not null,
  record_id uuid not null,
  record_name text not null,
  action text not null,
  field text,
  before jsonb,
  after jsonb,
  changed_by uuid,
  changed_at timestamptz not null default clock_timestamp(),
  concerned uuid[] not null default '{}',
  act uuid not null default private.current_act(),
  constraint record_history_kind_known check (private.holds(
    kind in ('system', 'solution', 'agent', 'automation', 'article'),
    'Kind must be system, solution, agent, automation or article.'
  )),
  constraint record_history_action_known check (private.holds(
    action in ('created', 'updated', 'deleted', 'restored'),
    'Action must be created, updated, deleted or restored.'
  )),
  constraint record_history_field_of_updates check (private.holds(
    (action = 'updated') = (field is not null),
    'Field must be named for updates, and only for them.'
  ))
);
create index record_history_by_time_idx on public.record_history (account_id, changed_at desc);
create index record_history_by_record_idx on public.record_history (account_id, record_id, changed_at desc);
-- For the limit on publishing: the history keeps what was published when the article itself is gone.
create index record_history_published_idx on public.record_history (changed_by, changed_at)
  where kind = 'article' and action = 'created';
create index record_history_changed_at_idx on public.record_history (changed_at);
create index record_history_giver_idx on public.record_history ((after -> 'giver' ->> 'id')) where field = 'handover';
create index record_history_receiver_idx on public.record_history ((after -> 'receiver' ->> 'id'))
  where field = 'handover';
comment on column public.record_history.kind is 'system, solution, agent, automation or article.';
comment on column public.record_history.record_name is 'The name after the change, or the last one of a deleted record.';
comment on column public.record_history.changed_by is 'The person; empty when the server itself did it. Stays when the person leaves.';
comment on column public.record_history.concerned is
  'Owner and creator, before and after the change: whom notifications tell.';
comment on column public.record_history.act is
  'The same for everything that one transaction wrote: the fields of one change, and links that were made with it.';
comment on column public.record_history.changed_at is
  'The same for all fields of one change of a record, later for a later one of the same transaction.';
comment on table public.record_history is
  'What happened to a record: one row for a creation, deletion or restoration, one for each changed field.';
alter table public.record_history owner to cairn_owner;

-- The size of a value is that of its text; details of 200 kB would make every change of them a second copy.
create function private.history_value(value jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select case
    when octet_length(value::text) > 10000 then jsonb_build_object('omitted_bytes', octet_length(value::text))
    else value
  end
$$;
comment on function private.history_value(jsonb) is 'A value as the history keeps it: whole up to 10,000 bytes, then only its size.';
alter function private.history_value(jsonb) owner to cairn_definer;

create function private.mask_history() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.before := private.masked_address(new.before);
  new.after := private.masked_address(new.after);
  return new;
end
$$;
comment on function private.mask_history() is 'Trigger: the history keeps of a webhook''s address only where it leads.';
alter function private.mask_history() owner to cairn_definer;

create trigger record_history_mask before insert on public.record_history
  for each row when (new.field = 'webhook_url') execute function private.mask_history();
create trigger record_history_audit after insert on public.record_history
  for each row when (new.action in ('deleted', 'restored')) execute function private.audit_deletion();

alter table public.record_history enable row level security;
alter table public.record_history force row level security;

create policy "members see the history of their account" on public.record_history
  for select to authenticated
  using (account_id = (select private.my_account()));

revoke all on public.record_history from public, anon, authenticated, service_role;
grant select on public.record_history to authenticated, service_role;
grant select, insert on public.record_history to cairn_definer;
grant delete on public.record_history to cairn_definer;
grant update (after) on public.record_history to cairn_definer;

-- Writing the history: the triggers for records that come, go or change, and for links that are made or ended.
--
-- Each function serves all kinds of records and runs once for a statement: its arguments name kind, field and tables.
-- A change of ten thousand records waits for one insert.

create function private.keep_history() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.record_history (
    account_id, kind, record_id, record_name, action, before, after, changed_by, changed_at, concerned
  )
  select
    (r.record ->> 'account_id')::uuid,
    tg_argv[0],
    (r.record ->> 'id')::uuid,
    coalesce(r.record ->> 'name', r.record ->> 'title'),
    case
      when r.name_before is not null then 'restored'
      when tg_op = 'INSERT' then 'created'
      else 'deleted'
    end,
    to_jsonb(r.name_before),
    case when r.name_before is not null then r.record -> 'name' end,
    private.caller_id(),
    clock_timestamp(),
    array(
      select distinct person::uuid
      from unnest(array[r.record ->> 'owner_id', r.record ->> 'created_by', r.record ->> 'author_id']) as person
      where person is not null
    )
  from (
    select
      to_jsonb(m) as record,
      case tg_op when 'INSERT' then private.name_in_bin(m.account_id, m.id) end as name_before
    from moved m
  ) r;
  return null;
end
$$;
comment on function private.keep_history() is
  'Statement trigger (kind): writes created, deleted or restored records into the history, by the caller and now. One that is restored has the name in the bin before, and its name after.';
alter function private.keep_history() owner to cairn_definer;

-- Links that went with a record end without an entry, and come back without an entry.
create function private.keep_link_history() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- Planned each time: a plan made for one link would look ten thousand of them up one by one.
  execute format(
    'insert into public.record_history (
      account_id, kind, record_id, record_name, action, field, before, after, changed_by, act, concerned
    )
    select
      r.account_id, $1, r.id, r.name, ''updated'', $2,
      case when $3 then linked.value end, case when not $3 then linked.value end,
      $4, $5,
      array(select distinct person from unnest(array[r.owner_id, r.created_by]) as person where person is not null)
    from links l
    join public.%1$I r on r.id = l.%2$I
    join public.%3$I t on t.id = l.%4$I
    cross join lateral (select jsonb_build_object(''id'', t.id, ''name'', t.name) as value) linked
    -- Links that went with a record came to an end without a word, and come back without one.
    where $3 or not exists (
      select from public.binned_records b
      where b.account_id = l.account_id and b.record_id in (l.%2$I, l.%4$I)
    )',
    tg_argv[2], tg_argv[3], tg_argv[4], tg_argv[5]
  ) using tg_argv[0], tg_argv[1], tg_op = 'DELETE', private.caller_id(), private.current_act();
  return null;
end
$$;
comment on function private.keep_link_history() is
  'Statement trigger (kind, field, table and column of the record, table and column of what is linked to it): writes links that were made or ended into the history of the record, as {"id", "name"}.';
alter function private.keep_link_history() owner to cairn_definer;

create function private.keep_history_of_changes() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- Planned each time: a plan made for one record would compare each of ten thousand with every other.
  execute $insert$
    insert into public.record_history (
      account_id, kind, record_id, record_name, action, field, before, after, changed_by, changed_at, act, concerned
    )
    select
      (changed.is_now ->> 'account_id')::uuid,
      $1,
      (changed.is_now ->> 'id')::uuid,
      coalesce(changed.is_now ->> 'name', changed.is_now ->> 'title'),
      'updated',
      change.field,
      private.history_value(change.before),
      private.history_value(change.after),
      $2,
      changed.moment,
      $3,
      array(
        select distinct person::uuid
        from unnest(array[
          changed.was ->> 'owner_id', changed.is_now ->> 'owner_id', changed.was ->> 'created_by',
          changed.is_now ->> 'created_by', changed.was ->> 'author_id', changed.is_now ->> 'author_id'
        ]) as person
        where person is not null
      )
    from (
      select to_jsonb(o) as was, to_jsonb(n) as is_now, clock_timestamp() as moment
      from before_change o
      join after_change n using (id)
      where o is distinct from n
    ) changed
    cross join lateral (
      select n.key as field, changed.was -> n.key as before, n.value as after
      from jsonb_each(changed.is_now - $4) n
      where n.value is distinct from changed.was -> n.key
      union all
      select 'owner_id', owner.before, owner.after
      from (
        select
          case
            when changed.was ->> 'invited_owner_id' is null then coalesce(changed.was -> 'owner_id', 'null')
            else private.owner_in_history(changed.was)
          end as before,
          case
            when changed.is_now ->> 'invited_owner_id' is null then coalesce(changed.is_now -> 'owner_id', 'null')
            else private.owner_in_history(changed.is_now)
          end as after
        where (changed.was -> 'owner_id', changed.was -> 'invited_owner_id')
          is distinct from (changed.is_now -> 'owner_id', changed.is_now -> 'invited_owner_id')
      ) owner
      where case
        when jsonb_typeof(owner.before) = 'object' or jsonb_typeof(owner.after) = 'object'
        then not private.same_owner(owner.before, owner.after)
        else owner.before <> owner.after
      end
    ) change
  $insert$ using tg_argv[0], private.caller_id(), private.current_act(), array[
    'id', 'account_id', 'created_at', 'created_by', 'updated_at', 'updated_by',
    -- A run of an automation or a use of an agent is no change of it.
    'last_used', 'last_run',
    -- Two columns, and one owner.
    'owner_id', 'invited_owner_id'
  ];
  return null;
end
$$;
comment on function private.keep_history_of_changes() is
  'Statement trigger (kind): writes each changed field of each changed record into the history, by the caller and now.';
alter function private.keep_history_of_changes() owner to cairn_definer;

-- Systems: what the organisation runs, with the rules that all catalogues share.
--
-- Every foreign key carries the account, so that no row can point to a person or record of another account. A
-- stranger's id is refused exactly like an id that does not exist. When a member leaves, what they own and made stays
-- and only lets go of them.
-- Members read. Level user creates, and changes what it created or owns; managers change everything.

create table public.systems (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null default private.my_account() references public.accounts (id) on delete cascade,
  name text not null,
  description text not null default '',
  owner_id uuid,
  status text not null default 'active',
  details jsonb not null default '{}',
  created_by uuid,
  updated_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  invited_owner_id uuid,
  -- Foreign keys that carry the account point here.
  constraint systems_account_id_id_key unique (account_id, id),
  constraint systems_owner_id_fkey foreign key (account_id, owner_id)
    references public.account_members (account_id, user_id) on delete set null (owner_id),
  constraint systems_created_by_fkey foreign key (account_id, created_by)
    references public.account_members (account_id, user_id) on delete set null (created_by),
  constraint systems_updated_by_fkey foreign key (account_id, updated_by)
    references public.account_members (account_id, user_id) on delete set null (updated_by),
  constraint systems_name_length check (private.holds(
    char_length(name) between 1 and 120,
    'Name must have 1 to 120 characters.'
  )),
  constraint systems_description_length check (private.holds(
    char_length(description) <= 2000,
    'Description must have at most 2,000 characters.'
  )),
  constraint systems_status_known check (private.holds(
    status in ('active', 'inactive', 'maintenance', 'deprecated'),
    'Status must be active, inactive, maintenance or deprecated.'
  )),
  constraint systems_details_object check (private.holds(
    jsonb_typeof(details) = 'object' and octet_length(details::text) <= 200000,
    'Details must be a JSON object of at most 200,000 bytes.'
  )),
  constraint systems_invited_owner_id_fkey foreign key (account_id, invited_owner_id)
    references public.pending_invitations (account_id, id) on delete set null (invited_owner_id),
  constraint systems_one_owner check (private.holds(
    owner_id is null or invited_owner_id is null,
    'The owner is a member or somebody invited, not both.'
  ))
);
create unique index systems_account_id_name_key on public.systems (account_id, lower(name));
create index systems_by_change_idx on public.systems (account_id, updated_at desc);
create index systems_active_idx on public.systems (account_id) where status = 'active';
create index systems_owner_id_idx on public.systems (account_id, owner_id);
create index systems_created_by_idx on public.systems (account_id, created_by);
create index systems_updated_by_idx on public.systems (account_id, updated_by);
create index systems_search_idx on public.systems
  using gin (account_id, name extensions.gin_trgm_ops, description extensions.gin_trgm_ops);
-- With the id, the index alone is enough to skip to pages far down.
create index systems_in_order_idx on public.systems (account_id, name, id);
create index systems_by_creation_idx on public.systems (account_id, created_at, id);
create index systems_by_title_idx on public.systems (account_id, (lower(name) collate "C"), id);
create index systems_maintenance_idx on public.systems (account_id, lower(name), id) where status = 'maintenance';
create index systems_unowned_idx on public.systems (account_id) where owner_id is null;
create index systems_invited_owner_id_idx on public.systems (account_id, invited_owner_id)
  where invited_owner_id is not null;
comment on table public.systems is 'A system that the organisation runs.';
comment on column public.systems.name is 'Unique within the account without regard to case.';
comment on column public.systems.status is 'active, inactive, maintenance or deprecated.';
comment on column public.systems.owner_id is 'The member who answers for the system; empty when nobody does.';
comment on column public.systems.details is 'Whatever else is worth knowing, as a JSON object.';
comment on column public.systems.updated_by is 'Who last changed the record.';
comment on column public.systems.invited_owner_id is
  'The invitation of whoever owns the system once they have joined. Counts as long as the invitation is open.';
alter table public.systems owner to cairn_owner;

create trigger systems_clean before insert or update of name on public.systems
  for each row execute function private.clean_name();
create trigger systems_name_taken before insert or update of name on public.systems
  for each row execute function private.refuse_taken_name('A system', 'systems_account_id_name_key');
create trigger systems_stamp before insert or update on public.systems
  for each row execute function private.stamp_record();
create trigger systems_feature before insert or update or delete on public.systems
  for each statement when (current_user = 'authenticated') execute function private.refuse_switched_off('systems');
create trigger systems_changes after update on public.systems
  referencing old table as before_change new table as after_change
  for each statement when (current_user <> 'cairn_owner') execute function private.keep_history_of_changes('system');

-- Only foreign keys run as cairn_owner: a member left or the whole account goes, which is no change of the record. By
-- their names these triggers run before those of handovers, so the history tells of handovers last.
create trigger systems_created after insert on public.systems
  referencing new table as moved
  for each statement when (current_user <> 'cairn_owner') execute function private.keep_history('system');
create trigger systems_deleted after delete on public.systems
  referencing old table as moved
  for each statement when (current_user <> 'cairn_owner') execute function private.keep_history('system');

alter table public.systems enable row level security;
alter table public.systems force row level security;

create policy "members see the systems of their account" on public.systems
  for select to authenticated
  using (account_id = (select private.my_account()));

create policy "from level user on, people add systems" on public.systems
  for insert to authenticated
  with check (account_id = (select private.my_account()) and (select private.my_rank()) >= 1);

create policy "users change systems that they made or own, managers all" on public.systems
  for update to authenticated
  using (
    account_id = (select private.my_account())
    and (
      (select private.my_rank()) >= 2
      or (select private.my_rank()) = 1 and (select private.caller_id()) in (created_by, owner_id)
    )
  )
  with check (account_id = (select private.my_account()));

create policy "users delete systems that they made or own, managers all" on public.systems
  for delete to authenticated
  using (
    account_id = (select private.my_account())
    and (
      (select private.my_rank()) >= 2
      or (select private.my_rank()) = 1 and (select private.caller_id()) in (created_by, owner_id)
    )
  );

revoke all on public.systems from public, anon, authenticated, service_role;
grant select on public.systems to authenticated;

-- Clients send who and when, and are overruled. There is no grant on id: no client chooses an id.
grant insert (account_id, name, description, owner_id, status, details, created_by, updated_by)
  on public.systems to authenticated;
grant update (name, description, owner_id, status, details, updated_by, updated_at) on public.systems to authenticated;
grant delete on public.systems to authenticated;
grant select, insert, update, delete on public.systems to service_role, cairn_definer;
grant insert (invited_owner_id), update (invited_owner_id) on public.systems to authenticated;

-- Solutions: what the organisation has built in-house, for whom, and on which systems it rests.
--
-- Keys, stamps and policies are those of systems. related_systems is a list, as the clients send it, and no table of
-- its own; triggers do what foreign keys would. They refuse an id that is no system of the account, and lock the
-- system so that it cannot go meanwhile. A deleted system leaves every list in the same transaction.

create table public.solutions (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null default private.my_account() references public.accounts (id) on delete cascade,
  name text not null,
  description text not null default '',
  owner_id uuid,
  status text not null default 'active',
  use_cases text[] not null default '{}',
  users text[] not null default '{}',
  related_systems uuid[] not null default '{}',
  details jsonb not null default '{}',
  created_by uuid,
  updated_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  invited_owner_id uuid,
  -- Foreign keys that carry the account point here.
  constraint solutions_account_id_id_key unique (account_id, id),
  constraint solutions_owner_id_fkey foreign key (account_id, owner_id)
    references public.account_members (account_id, user_id) on delete set null (owner_id),
  constraint solutions_created_by_fkey foreign key (account_id, created_by)
    references public.account_members (account_id, user_id) on delete set null (created_by),
  constraint solutions_updated_by_fkey foreign key (account_id, updated_by)
    references public.account_members (account_id, user_id) on delete set null (updated_by),
  constraint solutions_name_length check (private.holds(
    char_length(name) between 1 and 120,
    'Name must have 1 to 120 characters.'
  )),
  constraint solutions_description_length check (private.holds(
    char_length(description) <= 2000,
    'Description must have at most 2,000 characters.'
  )),
  constraint solutions_status_known check (private.holds(
    status in ('active', 'inactive', 'development', 'deprecated'),
    'Status must be active, inactive, development or deprecated.'
  )),
  constraint solutions_use_cases_size check (private.holds(
    private.list_within(use_cases, 100, 200),
    'Use cases must be at most 100, of at most 200 characters each.'
  )),
  constraint solutions_users_size check (private.holds(
    private.list_within(users, 100, 200),
    'Users must be at most 100, of at most 200 characters each.'
  )),
  constraint solutions_related_systems_size check (private.holds(
    cardinality(related_systems) <= 100,
    'Related systems must be at most 100.'
  )),
  constraint solutions_details_object check (private.holds(
    jsonb_typeof(details) = 'object' and octet_length(details::text) <= 200000,
    'Details must be a JSON object of at most 200,000 bytes.'
  )),
  constraint solutions_invited_owner_id_fkey foreign key (account_id, invited_owner_id)
    references public.pending_invitations (account_id, id) on delete set null (invited_owner_id),
  constraint solutions_one_owner check (private.holds(
    owner_id is null or invited_owner_id is null,
    'The owner is a member or somebody invited, not both.'
  ))
);
create unique index solutions_account_id_name_key on public.solutions (account_id, lower(name));
create index solutions_by_change_idx on public.solutions (account_id, updated_at desc);
create index solutions_owner_id_idx on public.solutions (account_id, owner_id);
create index solutions_created_by_idx on public.solutions (account_id, created_by);
create index solutions_updated_by_idx on public.solutions (account_id, updated_by);
create index solutions_related_systems_idx on public.solutions using gin (related_systems);
create index solutions_search_idx on public.solutions
  using gin (account_id, name extensions.gin_trgm_ops, description extensions.gin_trgm_ops);
create index solutions_in_order_idx on public.solutions (account_id, name, id);
create index solutions_by_creation_idx on public.solutions (account_id, created_at, id);
create index solutions_by_title_idx on public.solutions (account_id, (lower(name) collate "C"), id);
create index solutions_unowned_idx on public.solutions (account_id) where owner_id is null;
create index solutions_invited_owner_id_idx on public.solutions (account_id, invited_owner_id)
  where invited_owner_id is not null;
comment on table public.solutions is 'What the organisation has built in-house.';
comment on column public.solutions.name is 'Unique within the account without regard to case.';
comment on column public.solutions.status is 'active, inactive, development or deprecated.';
comment on column public.solutions.owner_id is 'The member who answers for the solution; empty when nobody does.';
comment on column public.solutions.use_cases is 'What it is for: free text, at most 100 entries of 200 characters.';
comment on column public.solutions.users is 'Who uses it, people or teams: free text, at most 100 entries of 200 characters.';
comment on column public.solutions.related_systems is 'Systems of the same account on which it rests, at most 100.';
comment on column public.solutions.details is 'Whatever else is worth knowing, as a JSON object.';
comment on column public.solutions.updated_by is 'Who last changed the record.';
comment on column public.solutions.invited_owner_id is
  'The invitation of whoever owns the solution once they have joined. Counts as long as the invitation is open.';
alter table public.solutions owner to cairn_owner;

create function private.clean_solution_lists() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.use_cases := private.clean_list(new.use_cases);
  new.users := private.clean_list(new.users);
  new.related_systems := private.clean_list(new.related_systems::text[])::uuid[];
  return new;
end
$$;
comment on function private.clean_solution_lists() is
  'Trigger: lists hold display text, nothing empty and nothing twice; no list is the empty one.';
alter function private.clean_solution_lists() owner to cairn_definer;

-- Runs after row security has let the row pass: before, its refusal would tell a stranger which systems exist.
-- Systems that were listed already are not asked again; a user who deletes a system waits for this row and takes its
-- id out. A system that is just being deleted counts as gone: its transaction may wait for this row, so this trigger
-- must not wait for it.
create function private.require_related_systems() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  added constant uuid[] := array(
    select unnest(new.related_systems)
    except
    select unnest(case when tg_op = 'UPDATE' and old.account_id = new.account_id then old.related_systems end)
  );
  found_count integer;
begin
  with locked as (
    select s.id
    from public.systems s
    where s.account_id = new.account_id and s.id = any (added)
    order by s.id
    for key share skip locked
  )
  select count(*) into found_count from locked;
  if found_count < cardinality(added) then
    raise exception 'A related system does not exist.'
      using errcode = '23503', constraint = 'solutions_related_systems_fkey', hint = 'Choose from the systems of your account.';
  end if;
  return null;
end
$$;
comment on function private.require_related_systems() is
  'Trigger: refuses a related system that the account does not have, and keeps the others until the transaction ends.';
alter function private.require_related_systems() owner to cairn_definer;

create function private.leave_solutions() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.solutions s
  set related_systems = array(
    select listed.id
    from unnest(s.related_systems) with ordinality as listed (id, place)
    where listed.id not in (select g.id from gone g)
    order by listed.place
  )
  where s.related_systems && array(select g.id from gone g);
  return null;
end
$$;
comment on function private.leave_solutions() is
  'Statement trigger: takes deleted systems out of every solution that lists them.';
alter function private.leave_solutions() owner to cairn_definer;

create trigger solutions_clean before insert or update of name on public.solutions
  for each row execute function private.clean_name();
create trigger solutions_clean_lists before insert or update of use_cases, users, related_systems on public.solutions
  for each row execute function private.clean_solution_lists();
create trigger solutions_name_taken before insert or update of name on public.solutions
  for each row execute function private.refuse_taken_name('A solution', 'solutions_account_id_name_key');
create trigger solutions_stamp before insert or update on public.solutions
  for each row execute function private.stamp_record();
create trigger solutions_related_systems after insert or update of related_systems, account_id on public.solutions
  for each row execute function private.require_related_systems();
create trigger solutions_feature before insert or update or delete on public.solutions
  for each statement when (current_user = 'authenticated') execute function private.refuse_switched_off('solutions');
create trigger solutions_changes after update on public.solutions
  referencing old table as before_change new table as after_change
  for each statement when (current_user <> 'cairn_owner') execute function private.keep_history_of_changes('solution');
create trigger solutions_created after insert on public.solutions
  referencing new table as moved
  for each statement when (current_user <> 'cairn_owner') execute function private.keep_history('solution');
create trigger solutions_deleted after delete on public.solutions
  referencing old table as moved
  for each statement when (current_user <> 'cairn_owner') execute function private.keep_history('solution');
create trigger systems_leave_solutions after delete on public.systems
  referencing old table as gone
  for each statement when (current_user <> 'cairn_owner') execute function private.leave_solutions();

alter table public.solutions enable row level security;
alter table public.solutions force row level security;

create policy "members see the solutions of their account" on public.solutions
  for select to authenticated
  using (account_id = (select private.my_account()));

create policy "from level user on, people add solutions" on public.solutions
  for insert to authenticated
  with check (account_id = (select private.my_account()) and (select private.my_rank()) >= 1);

create policy "users change solutions that they made or own, managers all" on public.solutions
  for update to authenticated
  using (
    account_id = (select private.my_account())
    and (
      (select private.my_rank()) >= 2
      or (select private.my_rank()) = 1 and (select private.caller_id()) in (created_by, owner_id)
    )
  )
  with check (account_id = (select private.my_account()));

create policy "users delete solutions that they made or own, managers all" on public.solutions
  for delete to authenticated
  using (
    account_id = (select private.my_account())
    and (
      (select private.my_rank()) >= 2
      or (select private.my_rank()) = 1 and (select private.caller_id()) in (created_by, owner_id)
    )
  );

revoke all on public.solutions from public, anon, authenticated, service_role;
grant select on public.solutions to authenticated;

-- Clients send who and when, and are overruled. There is no grant on id: no client chooses an id.
grant insert (
  account_id, name, description, owner_id, status, use_cases, users, related_systems, details, created_by, updated_by
) on public.solutions to authenticated;
grant update (
  name, description, owner_id, status, use_cases, users, related_systems, details, updated_by, updated_at
) on public.solutions to authenticated;
grant delete on public.solutions to authenticated;
grant select, insert, update, delete on public.solutions to service_role, cairn_definer;
grant insert (invited_owner_id), update (invited_owner_id) on public.solutions to authenticated;

-- Agents: the AI agents that the organisation uses, and on which platform they run.
--
-- Keys, stamps and policies are those of systems. The server's own functions tell when an agent was last used: users
-- have no right to write it.

create table public.agents (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null default private.my_account() references public.accounts (id) on delete cascade,
  name text not null,
  platform text not null,
  description text not null default '',
  status text not null default 'inactive',
  owner_id uuid,
  last_used timestamptz,
  created_by uuid,
  updated_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  invited_owner_id uuid,
  -- Foreign keys that carry the account point here.
  constraint agents_account_id_id_key unique (account_id, id),
  constraint agents_owner_id_fkey foreign key (account_id, owner_id)
    references public.account_members (account_id, user_id) on delete set null (owner_id),
  constraint agents_created_by_fkey foreign key (account_id, created_by)
    references public.account_members (account_id, user_id) on delete set null (created_by),
  constraint agents_updated_by_fkey foreign key (account_id, updated_by)
    references public.account_members (account_id, user_id) on delete set null (updated_by),
  constraint agents_name_length check (private.holds(
    char_length(name) between 1 and 120,
    'Name must have 1 to 120 characters.'
  )),
  constraint agents_platform_known check (private.holds(
    platform in ('OpenAI', 'Anthropic', 'Custom', 'Other'),
    'Platform must be OpenAI, Anthropic, Custom or Other.'
  )),
  constraint agents_status_known check (private.holds(
    status in ('active', 'training', 'inactive'),
    'Status must be active, training or inactive.'
  )),
  constraint agents_description_length check (private.holds(
    char_length(description) <= 2000,
    'Description must have at most 2,000 characters.'
  )),
  constraint agents_invited_owner_id_fkey foreign key (account_id, invited_owner_id)
    references public.pending_invitations (account_id, id) on delete set null (invited_owner_id),
  constraint agents_one_owner check (private.holds(
    owner_id is null or invited_owner_id is null,
    'The owner is a member or somebody invited, not both.'
  ))
);
create unique index agents_account_id_name_key on public.agents (account_id, lower(name));
create index agents_by_change_idx on public.agents (account_id, updated_at desc);
create index agents_owner_id_idx on public.agents (account_id, owner_id);
create index agents_created_by_idx on public.agents (account_id, created_by);
create index agents_updated_by_idx on public.agents (account_id, updated_by);
create index agents_search_idx on public.agents
  using gin (account_id, name extensions.gin_trgm_ops, description extensions.gin_trgm_ops);
create index agents_in_order_idx on public.agents (account_id, created_at desc, id desc);
create index agents_by_title_idx on public.agents (account_id, (lower(name) collate "C"), id);
create index agents_unowned_idx on public.agents (account_id) where owner_id is null;
create index agents_invited_owner_id_idx on public.agents (account_id, invited_owner_id)
  where invited_owner_id is not null;
comment on table public.agents is 'An AI agent that the organisation uses.';
comment on column public.agents.name is 'Unique within the account without regard to case.';
comment on column public.agents.platform is 'OpenAI, Anthropic, Custom or Other.';
comment on column public.agents.status is 'active, training or inactive.';
comment on column public.agents.owner_id is 'The member who answers for the agent; empty when nobody does.';
comment on column public.agents.last_used is 'When it was last used; empty when that is not known.';
comment on column public.agents.updated_by is 'Who last changed the record: the last publisher.';
comment on column public.agents.invited_owner_id is
  'The invitation of whoever owns the agent once they have joined. Counts as long as the invitation is open.';
alter table public.agents owner to cairn_owner;

create trigger agents_clean before insert or update of name on public.agents
  for each row execute function private.clean_name();
create trigger agents_name_taken before insert or update of name on public.agents
  for each row execute function private.refuse_taken_name('An agent', 'agents_account_id_name_key');
create trigger agents_feature before insert or update or delete on public.agents
  for each statement when (current_user = 'authenticated') execute function private.refuse_switched_off('agents');
create trigger agents_stamp
  before insert or update of
    name, platform, description, status, owner_id, invited_owner_id, updated_by, updated_at on public.agents
  for each row execute function private.stamp_record();
create trigger agents_changes after update on public.agents
  referencing old table as before_change new table as after_change
  for each statement when (current_user <> 'cairn_owner') execute function private.keep_history_of_changes('agent');
create trigger agents_created after insert on public.agents
  referencing new table as moved
  for each statement when (current_user <> 'cairn_owner') execute function private.keep_history('agent');
create trigger agents_deleted after delete on public.agents
  referencing old table as moved
  for each statement when (current_user <> 'cairn_owner') execute function private.keep_history('agent');

alter table public.agents enable row level security;
alter table public.agents force row level security;

create policy "members see the agents of their account" on public.agents
  for select to authenticated
  using (account_id = (select private.my_account()));

create policy "from level user on, people add agents" on public.agents
  for insert to authenticated
  with check (account_id = (select private.my_account()) and (select private.my_rank()) >= 1);

create policy "users change agents that they made or own, managers all" on public.agents
  for update to authenticated
  using (
    account_id = (select private.my_account())
    and (
      (select private.my_rank()) >= 2
      or (select private.my_rank()) = 1 and (select private.caller_id()) in (created_by, owner_id)
    )
  )
  with check (account_id = (select private.my_account()));

create policy "users delete agents that they made or own, managers all" on public.agents
  for delete to authenticated
  using (
    account_id = (select private.my_account())
    and (
      (select private.my_rank()) >= 2
      or (select private.my_rank()) = 1 and (select private.caller_id()) in (created_by, owner_id)
    )
  );

revoke all on public.agents from public, anon, authenticated, service_role;
grant select on public.agents to authenticated;

-- Clients send who and when, and are overruled. There is no grant on id: no client chooses an id.
grant insert (account_id, name, platform, description, status, owner_id, created_by, updated_by)
  on public.agents to authenticated;
grant update (name, platform, description, status, owner_id, updated_by, updated_at)
  on public.agents to authenticated;
grant delete on public.agents to authenticated;
grant select, insert, update, delete on public.agents to service_role, cairn_definer;
grant insert (invited_owner_id), update (invited_owner_id) on public.agents to authenticated;

-- Automations: what runs by itself for the organisation, and where it was made.
--
-- Keys, stamps and policies are those of systems. The server's own functions tell when an automation last ran: users
-- have no right to write it. A webhook's address is stored and shown, never fetched.

create table public.automations (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null default private.my_account() references public.accounts (id) on delete cascade,
  name text not null,
  source text not null,
  description text not null default '',
  status text not null default 'inactive',
  webhook_url text,
  owner_id uuid,
  last_run timestamptz,
  created_by uuid,
  updated_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  invited_owner_id uuid,
  -- Foreign keys that carry the account point here.
  constraint automations_account_id_id_key unique (account_id, id),
  constraint automations_owner_id_fkey foreign key (account_id, owner_id)
    references public.account_members (account_id, user_id) on delete set null (owner_id),
  constraint automations_created_by_fkey foreign key (account_id, created_by)
    references public.account_members (account_id, user_id) on delete set null (created_by),
  constraint automations_updated_by_fkey foreign key (account_id, updated_by)
    references public.account_members (account_id, user_id) on delete set null (updated_by),
  constraint automations_name_length check (private.holds(
    char_length(name) between 1 and 120,
    'Name must have 1 to 120 characters.'
  )),
  constraint automations_source_known check (private.holds(
    source in ('Zapier', 'Make.com', 'Power Automate', 'Other'),
    'Source must be Zapier, Make.com, Power Automate or Other.'
  )),
  constraint automations_status_known check (private.holds(
    status in ('active', 'inactive'),
    'Status must be active or inactive.'
  )),
  -- Host and port, then what is printable ASCII: no user info, backslash, space or control character.
  constraint automations_webhook_url_is_https check (private.holds(
    webhook_url = ''
      or char_length(webhook_url) <= 2048
      and webhook_url ~* '^https://([a-z0-9]([a-z0-9._-]*[a-z0-9])?|\[[0-9a-f:.]+\])(:[0-9]{1,5})?([/?#][!-[\]-~]*)?$',
    'Webhook URL must be empty or a web address that begins with https://, of at most 2,048 characters.'
  )),
  constraint automations_description_length check (private.holds(
    char_length(description) <= 2000,
    'Description must have at most 2,000 characters.'
  )),
  constraint automations_invited_owner_id_fkey foreign key (account_id, invited_owner_id)
    references public.pending_invitations (account_id, id) on delete set null (invited_owner_id),
  constraint automations_one_owner check (private.holds(
    owner_id is null or invited_owner_id is null,
    'The owner is a member or somebody invited, not both.'
  ))
);
create unique index automations_account_id_name_key on public.automations (account_id, lower(name));
create index automations_by_change_idx on public.automations (account_id, updated_at desc);
create index automations_active_idx on public.automations (account_id) where status = 'active';
create index automations_owner_id_idx on public.automations (account_id, owner_id);
create index automations_created_by_idx on public.automations (account_id, created_by);
create index automations_updated_by_idx on public.automations (account_id, updated_by);
create index automations_search_idx on public.automations
  using gin (account_id, name extensions.gin_trgm_ops, description extensions.gin_trgm_ops);
create index automations_in_order_idx on public.automations (account_id, created_at desc, id desc);
create index automations_by_title_idx on public.automations (account_id, (lower(name) collate "C"), id);
create index automations_by_run_idx on public.automations (account_id, coalesce(last_run, created_at))
  where status = 'active';
create index automations_unowned_idx on public.automations (account_id) where owner_id is null;
create index automations_invited_owner_id_idx on public.automations (account_id, invited_owner_id)
  where invited_owner_id is not null;
comment on table public.automations is 'An automation that runs for the organisation.';
comment on column public.automations.name is 'Unique within the account without regard to case.';
comment on column public.automations.source is 'Zapier, Make.com, Power Automate or Other.';
comment on column public.automations.status is 'active or inactive.';
comment on column public.automations.webhook_url is 'An https address, or empty. Never fetched by the server.';
comment on column public.automations.owner_id is 'The member who answers for the automation; empty when nobody does.';
comment on column public.automations.last_run is 'When it last ran; empty when that is not known.';
comment on column public.automations.updated_by is 'Who last changed the record: the last publisher.';
comment on column public.automations.invited_owner_id is
  'The invitation of whoever owns the automation once they have joined. Counts as long as the invitation is open.';
alter table public.automations owner to cairn_owner;

create trigger automations_clean before insert or update of name on public.automations
  for each row execute function private.clean_name();
create trigger automations_name_taken before insert or update of name on public.automations
  for each row execute function private.refuse_taken_name('An automation', 'automations_account_id_name_key');
create trigger automations_feature before insert or update or delete on public.automations
  for each statement when (current_user = 'authenticated') execute function private.refuse_switched_off('automations');
create trigger automations_stamp
  before insert or update of
    name, source, description, status, webhook_url, owner_id, invited_owner_id, updated_by, updated_at on public.automations
  for each row execute function private.stamp_record();
create trigger automations_changes after update on public.automations
  referencing old table as before_change new table as after_change
  for each statement when (current_user <> 'cairn_owner') execute function private.keep_history_of_changes('automation');
create trigger automations_created after insert on public.automations
  referencing new table as moved
  for each statement when (current_user <> 'cairn_owner') execute function private.keep_history('automation');
create trigger automations_deleted after delete on public.automations
  referencing old table as moved
  for each statement when (current_user <> 'cairn_owner') execute function private.keep_history('automation');

alter table public.automations enable row level security;
alter table public.automations force row level security;

create policy "members see the automations of their account" on public.automations
  for select to authenticated
  using (account_id = (select private.my_account()));

create policy "from level user on, people add automations" on public.automations
  for insert to authenticated
  with check (account_id = (select private.my_account()) and (select private.my_rank()) >= 1);

create policy "users change automations that they made or own, managers all" on public.automations
  for update to authenticated
  using (
    account_id = (select private.my_account())
    and (
      (select private.my_rank()) >= 2
      or (select private.my_rank()) = 1 and (select private.caller_id()) in (created_by, owner_id)
    )
  )
  with check (account_id = (select private.my_account()));

create policy "users delete automations that they made or own, managers all" on public.automations
  for delete to authenticated
  using (
    account_id = (select private.my_account())
    and (
      (select private.my_rank()) >= 2
      or (select private.my_rank()) = 1 and (select private.caller_id()) in (created_by, owner_id)
    )
  );

revoke all on public.automations from public, anon, authenticated, service_role;
grant select on public.automations to authenticated;

-- Clients send who and when, and are overruled. There is no grant on id: no client chooses an id.
grant insert (account_id, name, source, description, status, webhook_url, owner_id, created_by, updated_by)
  on public.automations to authenticated;
grant update (name, source, description, status, webhook_url, owner_id, updated_by, updated_at)
  on public.automations to authenticated;
grant delete on public.automations to authenticated;
grant select, insert, update, delete on public.automations to service_role, cairn_definer;
grant insert (invited_owner_id), update (invited_owner_id) on public.automations to authenticated;

-- Links of solutions: which automations and agents belong to a solution.
--
-- A link is part of its solution: a member who may change the solution sets it, the switch of solutions holds for it,
-- and the solution's history tells of it. Both ends carry the account, and take the link along when they go.

create table public.solution_automations (
  account_id uuid not null default private.my_account() references public.accounts (id) on delete cascade,
  solution_id uuid not null,
  automation_id uuid not null,
  assigned_by uuid,
  created_at timestamptz not null default now(),
  -- Begins with the account: a key without it would tell a stranger which pairs exist.
  primary key (account_id, solution_id, automation_id),
  constraint solution_automations_solution_id_fkey foreign key (account_id, solution_id)
    references public.solutions (account_id, id) on delete cascade,
  constraint solution_automations_automation_id_fkey foreign key (account_id, automation_id)
    references public.automations (account_id, id) on delete cascade,
  constraint solution_automations_assigned_by_fkey foreign key (account_id, assigned_by)
    references public.account_members (account_id, user_id) on delete set null (assigned_by)
);
create index solution_automations_automation_id_idx on public.solution_automations (account_id, automation_id);
create index solution_automations_assigned_by_idx on public.solution_automations (account_id, assigned_by);
comment on table public.solution_automations is 'Which automations belong to a solution.';
comment on column public.solution_automations.assigned_by is 'Who said so.';
alter table public.solution_automations owner to cairn_owner;

create table public.solution_agents (
  account_id uuid not null default private.my_account() references public.accounts (id) on delete cascade,
  solution_id uuid not null,
  agent_id uuid not null,
  assigned_by uuid,
  created_at timestamptz not null default now(),
  -- Begins with the account: a key without it would tell a stranger which pairs exist.
  primary key (account_id, solution_id, agent_id),
  constraint solution_agents_solution_id_fkey foreign key (account_id, solution_id)
    references public.solutions (account_id, id) on delete cascade,
  constraint solution_agents_agent_id_fkey foreign key (account_id, agent_id)
    references public.agents (account_id, id) on delete cascade,
  constraint solution_agents_assigned_by_fkey foreign key (account_id, assigned_by)
    references public.account_members (account_id, user_id) on delete set null (assigned_by)
);
create index solution_agents_agent_id_idx on public.solution_agents (account_id, agent_id);
create index solution_agents_assigned_by_idx on public.solution_agents (account_id, assigned_by);
comment on table public.solution_agents is 'Which agents belong to a solution.';
comment on column public.solution_agents.assigned_by is 'Who said so.';
alter table public.solution_agents owner to cairn_owner;

create trigger solution_agents_stamp before insert on public.solution_agents
  for each row when (current_user = 'authenticated') execute function private.stamp_assignment();
create trigger solution_agents_feature before insert or update or delete on public.solution_agents
  for each statement when (current_user = 'authenticated') execute function private.refuse_switched_off('solutions');
create trigger solution_agents_history_of_made after insert on public.solution_agents
  referencing new table as links
  for each statement when (current_user <> 'cairn_owner')
  execute function private.keep_link_history('solution', 'agents', 'solutions', 'solution_id', 'agents', 'agent_id');
create trigger solution_agents_history_of_ended after delete on public.solution_agents
  referencing old table as links
  for each statement when (current_user <> 'cairn_owner')
  execute function private.keep_link_history('solution', 'agents', 'solutions', 'solution_id', 'agents', 'agent_id');
create trigger solution_automations_stamp before insert on public.solution_automations
  for each row when (current_user = 'authenticated') execute function private.stamp_assignment();
create trigger solution_automations_feature before insert or update or delete on public.solution_automations
  for each statement when (current_user = 'authenticated') execute function private.refuse_switched_off('solutions');
create trigger solution_automations_history_of_made after insert on public.solution_automations
  referencing new table as links
  for each statement when (current_user <> 'cairn_owner')
  execute function private.keep_link_history('solution', 'automations', 'solutions', 'solution_id', 'automations', 'automation_id');
create trigger solution_automations_history_of_ended after delete on public.solution_automations
  referencing old table as links
  for each statement when (current_user <> 'cairn_owner')
  execute function private.keep_link_history('solution', 'automations', 'solutions', 'solution_id', 'automations', 'automation_id');

alter table public.solution_automations enable row level security;
alter table public.solution_automations force row level security;

create policy "members see the automations of their solutions" on public.solution_automations
  for select to authenticated
  using (account_id = (select private.my_account()));

create policy "whoever changes a solution names its automations" on public.solution_automations
  for insert to authenticated
  with check (
    account_id = (select private.my_account())
    and exists (
      select from public.solutions s
      where s.account_id = solution_automations.account_id and s.id = solution_automations.solution_id
        and (
          (select private.my_rank()) >= 2
          or (select private.my_rank()) = 1 and (select private.caller_id()) in (s.created_by, s.owner_id)
        )
    )
  );

create policy "whoever changes a solution removes its automations" on public.solution_automations
  for delete to authenticated
  using (
    account_id = (select private.my_account())
    and exists (
      select from public.solutions s
      where s.account_id = solution_automations.account_id and s.id = solution_automations.solution_id
        and (
          (select private.my_rank()) >= 2
          or (select private.my_rank()) = 1 and (select private.caller_id()) in (s.created_by, s.owner_id)
        )
    )
  );

alter table public.solution_agents enable row level security;
alter table public.solution_agents force row level security;

create policy "members see the agents of their solutions" on public.solution_agents
  for select to authenticated
  using (account_id = (select private.my_account()));

create policy "whoever changes a solution names its agents" on public.solution_agents
  for insert to authenticated
  with check (
    account_id = (select private.my_account())
    and exists (
      select from public.solutions s
      where s.account_id = solution_agents.account_id and s.id = solution_agents.solution_id
        and (
          (select private.my_rank()) >= 2
          or (select private.my_rank()) = 1 and (select private.caller_id()) in (s.created_by, s.owner_id)
        )
    )
  );

create policy "whoever changes a solution removes its agents" on public.solution_agents
  for delete to authenticated
  using (
    account_id = (select private.my_account())
    and exists (
      select from public.solutions s
      where s.account_id = solution_agents.account_id and s.id = solution_agents.solution_id
        and (
          (select private.my_rank()) >= 2
          or (select private.my_rank()) = 1 and (select private.caller_id()) in (s.created_by, s.owner_id)
        )
    )
  );

revoke all on public.solution_automations, public.solution_agents from public, anon, authenticated, service_role;
grant select on public.solution_automations, public.solution_agents to authenticated;
grant insert (solution_id, automation_id, assigned_by) on public.solution_automations to authenticated;
grant insert (solution_id, agent_id, assigned_by) on public.solution_agents to authenticated;
grant delete on public.solution_automations, public.solution_agents to authenticated;
grant select, insert, update, delete on public.solution_automations, public.solution_agents
  to service_role, cairn_definer;

-- Experts: who knows a system, solution, agent or automation, and the two views that put all kinds together.
--
-- From level user on, members name and remove experts of every record of the account. A member who leaves is expert
-- of nothing any more; the history of each record tells so, and no member is notified.
-- The views catalogue_records and record_experts run as their caller. Members see the rows of their account;
-- functions that look past row security name the account themselves.

create table public.system_experts (
  account_id uuid not null default private.my_account() references public.accounts (id) on delete cascade,
  system_id uuid not null,
  expert_id uuid not null,
  assigned_by uuid,
  created_at timestamptz not null default now(),
  -- Begins with the account: a key without it would tell a stranger which pairs exist.
  primary key (account_id, system_id, expert_id),
  constraint system_experts_system_id_fkey foreign key (account_id, system_id)
    references public.systems (account_id, id) on delete cascade,
  constraint system_experts_expert_id_fkey foreign key (account_id, expert_id)
    references public.account_members (account_id, user_id) on delete cascade,
  constraint system_experts_assigned_by_fkey foreign key (account_id, assigned_by)
    references public.account_members (account_id, user_id) on delete set null (assigned_by)
);
create index system_experts_expert_id_idx on public.system_experts (account_id, expert_id);
create index system_experts_assigned_by_idx on public.system_experts (account_id, assigned_by);
comment on table public.system_experts is 'Who knows a system.';
comment on column public.system_experts.assigned_by is 'Who said so.';
alter table public.system_experts owner to cairn_owner;

create table public.solution_experts (
  account_id uuid not null default private.my_account() references public.accounts (id) on delete cascade,
  solution_id uuid not null,
  expert_id uuid not null,
  assigned_by uuid,
  created_at timestamptz not null default now(),
  -- Begins with the account: a key without it would tell a stranger which pairs exist.
  primary key (account_id, solution_id, expert_id),
  constraint solution_experts_solution_id_fkey foreign key (account_id, solution_id)
    references public.solutions (account_id, id) on delete cascade,
  constraint solution_experts_expert_id_fkey foreign key (account_id, expert_id)
    references public.account_members (account_id, user_id) on delete cascade,
  constraint solution_experts_assigned_by_fkey foreign key (account_id, assigned_by)
    references public.account_members (account_id, user_id) on delete set null (assigned_by)
);
create index solution_experts_expert_id_idx on public.solution_experts (account_id, expert_id);
create index solution_experts_assigned_by_idx on public.solution_experts (account_id, assigned_by);
comment on table public.solution_experts is 'Who knows a solution.';
comment on column public.solution_experts.assigned_by is 'Who said so.';
alter table public.solution_experts owner to cairn_owner;

create table public.agent_experts (
  account_id uuid not null default private.my_account() references public.accounts (id) on delete cascade,
  agent_id uuid not null,
  expert_id uuid not null,
  assigned_by uuid,
  created_at timestamptz not null default now(),
  -- Begins with the account: a key without it would tell a stranger which pairs exist.
  primary key (account_id, agent_id, expert_id),
  constraint agent_experts_agent_id_fkey foreign key (account_id, agent_id)
    references public.agents (account_id, id) on delete cascade,
  constraint agent_experts_expert_id_fkey foreign key (account_id, expert_id)
    references public.account_members (account_id, user_id) on delete cascade,
  constraint agent_experts_assigned_by_fkey foreign key (account_id, assigned_by)
    references public.account_members (account_id, user_id) on delete set null (assigned_by)
);
create index agent_experts_expert_id_idx on public.agent_experts (account_id, expert_id);
create index agent_experts_assigned_by_idx on public.agent_experts (account_id, assigned_by);
comment on table public.agent_experts is 'Who knows an agent.';
comment on column public.agent_experts.assigned_by is 'Who said so.';
alter table public.agent_experts owner to cairn_owner;

create table public.automation_experts (
  account_id uuid not null default private.my_account() references public.accounts (id) on delete cascade,
  automation_id uuid not null,
  expert_id uuid not null,
  assigned_by uuid,
  created_at timestamptz not null default now(),
  -- Begins with the account: a key without it would tell a stranger which pairs exist.
  primary key (account_id, automation_id, expert_id),
  constraint automation_experts_automation_id_fkey foreign key (account_id, automation_id)
    references public.automations (account_id, id) on delete cascade,
  constraint automation_experts_expert_id_fkey foreign key (account_id, expert_id)
    references public.account_members (account_id, user_id) on delete cascade,
  constraint automation_experts_assigned_by_fkey foreign key (account_id, assigned_by)
    references public.account_members (account_id, user_id) on delete set null (assigned_by)
);
create index automation_experts_expert_id_idx on public.automation_experts (account_id, expert_id);
create index automation_experts_assigned_by_idx on public.automation_experts (account_id, assigned_by);
comment on table public.automation_experts is 'Who knows an automation.';
comment on column public.automation_experts.assigned_by is 'Who said so.';
alter table public.automation_experts owner to cairn_owner;

create view private.catalogue_records with (security_invoker = true) as
  select r.account_id, r.kind, r.id, r.name, r.status, r.owner_id,
    case when r.invited_owner_id is not null then (
      select i.id
      from public.pending_invitations i
      where i.account_id = r.account_id and i.id = r.invited_owner_id
        and i.accepted_at is null and i.declined_at is null and i.expires_at > now()
    ) end as invited_owner_id,
    r.created_by, r.updated_at
  from (
    select r.account_id, 'system' as kind, r.id, r.name, r.status, r.owner_id, r.invited_owner_id,
      r.created_by, r.updated_at
    from public.systems r
    union all
    select r.account_id, 'solution' as kind, r.id, r.name, r.status, r.owner_id, r.invited_owner_id,
      r.created_by, r.updated_at
    from public.solutions r
    union all
    select r.account_id, 'agent' as kind, r.id, r.name, r.status, r.owner_id, r.invited_owner_id,
      r.created_by, r.updated_at
    from public.agents r
    union all
    select r.account_id, 'automation' as kind, r.id, r.name, r.status, r.owner_id, r.invited_owner_id,
      r.created_by, r.updated_at
    from public.automations r
  ) r;
comment on view private.catalogue_records is
  'The records of all catalogues. An invited owner is named as long as the invitation is open.';
alter view private.catalogue_records owner to cairn_owner;

create view private.record_experts with (security_invoker = true) as
  select e.account_id, 'system' as kind, e.system_id as record_id, e.expert_id, e.assigned_by, e.created_at
  from public.system_experts e
  union all
  select e.account_id, 'solution' as kind, e.solution_id as record_id, e.expert_id, e.assigned_by, e.created_at
  from public.solution_experts e
  union all
  select e.account_id, 'agent' as kind, e.agent_id as record_id, e.expert_id, e.assigned_by, e.created_at
  from public.agent_experts e
  union all
  select e.account_id, 'automation' as kind, e.automation_id as record_id, e.expert_id, e.assigned_by, e.created_at
  from public.automation_experts e;
comment on view private.record_experts is 'Who knows which record, of all catalogues.';
alter view private.record_experts owner to cairn_owner;

create function private.note_lost_experts() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- The account itself goes.
  if not exists (select from public.accounts a where a.id = old.account_id) then
    return old;
  end if;
  insert into public.record_history (account_id, kind, record_id, record_name, action, field, before, changed_by)
  select
    old.account_id, known.kind, known.id, known.name, 'updated', 'experts',
    jsonb_build_object('id', old.user_id, 'name', coalesce(
      (select p.name from public.profiles p where p.id = old.user_id), 'Former Member'
    )),
    private.caller_id()
  from (
    select 'system' as kind, r.id, r.name
    from public.system_experts e
    join public.systems r on r.id = e.system_id
    where e.account_id = old.account_id and e.expert_id = old.user_id
    union all
    select 'solution', r.id, r.name
    from public.solution_experts e
    join public.solutions r on r.id = e.solution_id
    where e.account_id = old.account_id and e.expert_id = old.user_id
    union all
    select 'agent', r.id, r.name
    from public.agent_experts e
    join public.agents r on r.id = e.agent_id
    where e.account_id = old.account_id and e.expert_id = old.user_id
    union all
    select 'automation', r.id, r.name
    from public.automation_experts e
    join public.automations r on r.id = e.automation_id
    where e.account_id = old.account_id and e.expert_id = old.user_id
  ) as known;
  return old;
end
$$;
comment on function private.note_lost_experts() is
  'Trigger: writes into the history of what a member knew that they leave, are removed or that their user is deleted. Nobody is notified.';
alter function private.note_lost_experts() owner to cairn_definer;

create trigger account_members_note_lost_experts before delete on public.account_members
  for each row execute function private.note_lost_experts();
create trigger agent_experts_stamp before insert on public.agent_experts
  for each row when (current_user = 'authenticated') execute function private.stamp_assignment();
create trigger agent_experts_feature before insert or update or delete on public.agent_experts
  for each statement when (current_user = 'authenticated') execute function private.refuse_switched_off('agents');
create trigger agent_experts_history_of_made after insert on public.agent_experts
  referencing new table as links
  for each statement when (current_user <> 'cairn_owner')
  execute function private.keep_link_history('agent', 'experts', 'agents', 'agent_id', 'profiles', 'expert_id');
create trigger agent_experts_history_of_ended after delete on public.agent_experts
  referencing old table as links
  for each statement when (current_user <> 'cairn_owner')
  execute function private.keep_link_history('agent', 'experts', 'agents', 'agent_id', 'profiles', 'expert_id');
create trigger automation_experts_stamp before insert on public.automation_experts
  for each row when (current_user = 'authenticated') execute function private.stamp_assignment();
create trigger automation_experts_feature before insert or update or delete on public.automation_experts
  for each statement when (current_user = 'authenticated') execute function private.refuse_switched_off('automations');
create trigger automation_experts_history_of_made after insert on public.automation_experts
  referencing new table as links
  for each statement when (current_user <> 'cairn_owner')
  execute function private.keep_link_history('automation', 'experts', 'automations', 'automation_id', 'profiles', 'expert_id');
create trigger automation_experts_history_of_ended after delete on public.automation_experts
  referencing old table as links
  for each statement when (current_user <> 'cairn_owner')
  execute function private.keep_link_history('automation', 'experts', 'automations', 'automation_id', 'profiles', 'expert_id');
create trigger solution_experts_stamp before insert on public.solution_experts
  for each row when (current_user = 'authenticated') execute function private.stamp_assignment();
create trigger solution_experts_feature before insert or update or delete on public.solution_experts
  for each statement when (current_user = 'authenticated') execute function private.refuse_switched_off('solutions');
create trigger solution_experts_history_of_made after insert on public.solution_experts
  referencing new table as links
  for each statement when (current_user <> 'cairn_owner')
  execute function private.keep_link_history('solution', 'experts', 'solutions', 'solution_id', 'profiles', 'expert_id');
create trigger solution_experts_history_of_ended after delete on public.solution_experts
  referencing old table as links
  for each statement when (current_user <> 'cairn_owner')
  execute function private.keep_link_history('solution', 'experts', 'solutions', 'solution_id', 'profiles', 'expert_id');
create trigger system_experts_stamp before insert on public.system_experts
  for each row when (current_user = 'authenticated') execute function private.stamp_assignment();
create trigger system_experts_feature before insert or update or delete on public.system_experts
  for each statement when (current_user = 'authenticated') execute function private.refuse_switched_off('systems');

-- Only foreign keys run as cairn_owner: an end of the link is deleted, and has its links again when it is restored.
create trigger system_experts_history_of_made after insert on public.system_experts
  referencing new table as links
  for each statement when (current_user <> 'cairn_owner')
  execute function private.keep_link_history('system', 'experts', 'systems', 'system_id', 'profiles', 'expert_id');
create trigger system_experts_history_of_ended after delete on public.system_experts
  referencing old table as links
  for each statement when (current_user <> 'cairn_owner')
  execute function private.keep_link_history('system', 'experts', 'systems', 'system_id', 'profiles', 'expert_id');

alter table public.system_experts enable row level security;
alter table public.system_experts force row level security;

create policy "members see the experts of their account" on public.system_experts
  for select to authenticated
  using (account_id = (select private.my_account()));

create policy "from level user on, people name experts" on public.system_experts
  for insert to authenticated
  with check (account_id = (select private.my_account()) and (select private.my_rank()) >= 1);

create policy "from level user on, people remove experts" on public.system_experts
  for delete to authenticated
  using (account_id = (select private.my_account()) and (select private.my_rank()) >= 1);

alter table public.solution_experts enable row level security;
alter table public.solution_experts force row level security;

create policy "members see the experts of their solutions" on public.solution_experts
  for select to authenticated
  using (account_id = (select private.my_account()));

create policy "from level user on, people name experts of solutions" on public.solution_experts
  for insert to authenticated
  with check (account_id = (select private.my_account()) and (select private.my_rank()) >= 1);

create policy "from level user on, people remove experts of solutions" on public.solution_experts
  for delete to authenticated
  using (account_id = (select private.my_account()) and (select private.my_rank()) >= 1);

alter table public.agent_experts enable row level security;
alter table public.agent_experts force row level security;

create policy "members see the experts of their agents" on public.agent_experts
  for select to authenticated
  using (account_id = (select private.my_account()));

create policy "from level user on, people name experts of agents" on public.agent_experts
  for insert to authenticated
  with check (account_id = (select private.my_account()) and (select private.my_rank()) >= 1);

create policy "from level user on, people remove experts of agents" on public.agent_experts
  for delete to authenticated
  using (account_id = (select private.my_account()) and (select private.my_rank()) >= 1);

alter table public.automation_experts enable row level security;
alter table public.automation_experts force row level security;

create policy "members see the experts of their automations" on public.automation_experts
  for select to authenticated
  using (account_id = (select private.my_account()));

create policy "from level user on, people name experts of automations" on public.automation_experts
  for insert to authenticated
  with check (account_id = (select private.my_account()) and (select private.my_rank()) >= 1);

create policy "from level user on, people remove experts of automations" on public.automation_experts
  for delete to authenticated
  using (account_id = (select private.my_account()) and (select private.my_rank()) >= 1);

revoke all on public.system_experts from public, anon, authenticated, service_role;
grant select on public.system_experts to authenticated;
grant insert (system_id, expert_id, assigned_by) on public.system_experts to authenticated;
grant delete on public.system_experts to authenticated;
grant select, insert, update, delete on public.system_experts to service_role, cairn_definer;
revoke all on private.catalogue_records, private.record_experts from public, anon, authenticated, service_role;
grant select on private.catalogue_records, private.record_experts to cairn_definer;
revoke all on public.solution_experts, public.agent_experts, public.automation_experts
  from public, anon, authenticated, service_role;
grant select on public.solution_experts, public.agent_experts, public.automation_experts to authenticated;

-- Clients send who names an expert, and are overruled.
grant insert (solution_id, expert_id, assigned_by) on public.solution_experts to authenticated;
grant insert (agent_id, expert_id, assigned_by) on public.agent_experts to authenticated;
grant insert (automation_id, expert_id, assigned_by) on public.automation_experts to authenticated;
grant delete on public.solution_experts, public.agent_experts, public.automation_experts to authenticated;
grant select, insert, update, delete on public.solution_experts, public.agent_experts, public.automation_experts
  to service_role, cairn_definer;

-- The view asks as its caller, and the procedure that names the experts of a record runs as its caller too.
grant select on private.record_experts to authenticated, service_role;

-- Rules about records of any kind: may the caller change or delete a record, is it there, and who owns it.
--
-- Functions that look past row security ask these, and so decide as the policies of the catalogues do. A record comes
-- as JSON, because it may be in the bin and in no table.

-- The history says who was invited, for an invitation goes, and its name with it: {"id", "name", "invited": true}.
create function private.owner_in_history(record jsonb) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(
    nullif(record -> 'owner_id', 'null'),
    (
      select jsonb_build_object('id', i.id, 'name', i.name, 'invited', true)
      from public.pending_invitations i
      where i.id = (record ->> 'invited_owner_id')::uuid
    ),
    'null'
  )
$$;
comment on function private.owner_in_history(jsonb) is
  'The owner of a record as the history keeps it: the id of a member, or {"id", "name", "invited"} of somebody invited.';
alter function private.owner_in_history(jsonb) owner to cairn_definer;

create function private.may_delete(record jsonb) returns boolean
language sql stable security definer set search_path = ''
as $$
  select coalesce(
    private.my_rank() >= 2
    or private.my_rank() = 1 and private.caller_id()::text in (record ->> 'created_by', record ->> 'owner_id'),
    false
  )
$$;
comment on function private.may_delete(jsonb) is
  'Whether the caller may delete a record of their account, as the policies of all catalogues say it.';
alter function private.may_delete(jsonb) owner to cairn_definer;

create function private.is_record(account uuid, kind text, id uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  case kind
    when 'system' then return exists (select from public.systems r where r.account_id = account and r.id = is_record.id);
    when 'solution' then
      return exists (select from public.solutions r where r.account_id = account and r.id = is_record.id);
    when 'agent' then return exists (select from public.agents r where r.account_id = account and r.id = is_record.id);
    when 'automation' then
      return exists (select from public.automations r where r.account_id = account and r.id = is_record.id);
    when 'article' then
      return exists (select from public.knowledge_articles r where r.account_id = account and r.id = is_record.id);
  end case;
end
$$;
comment on function private.is_record(uuid, text, uuid) is 'Whether an account has a record.';
alter function private.is_record(uuid, text, uuid) owner to cairn_definer;

create function private.name_is_taken(account uuid, kind text, wanted text) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  taken boolean;
begin
  execute format(
    'select exists (select from public.%I r where r.account_id = $1 and lower(r.name) = lower($2))', kind || 's'
  ) into taken using account, wanted;
  return taken;
end
$$;
comment on function private.name_is_taken(uuid, text, text) is 'Whether a record of the kind has a name already.';
alter function private.name_is_taken(uuid, text, text) owner to cairn_definer;

create function private.may_change(feature text, record jsonb) returns boolean
language sql stable security definer set search_path = ''
as $$
  select private.may_delete(record) and (private.my_rank() = 3 or private.feature_enabled(feature))
$$;
comment on function private.may_change(text, jsonb) is
  'Whether the caller may change a record of their account now: nobody but admins does while its feature is switched off.';
alter function private.may_change(text, jsonb) owner to cairn_definer;

create function private.same_owner(before jsonb, after jsonb) returns boolean
language sql stable security definer set search_path = ''
as $$
  select before = after or exists (
    select
    from public.pending_invitations former
    join public.pending_invitations renewed on renewed.account_id = former.account_id and renewed.email = former.email
    where former.id = (before ->> 'id')::uuid and renewed.id = (after ->> 'id')::uuid
  )
$$;
comment on function private.same_owner(jsonb, jsonb) is
  'Whether two owners, as owner_in_history gives them, are one: a renewed invitation is another one of the same person.';
alter function private.same_owner(jsonb, jsonb) owner to cairn_definer;

-- Knowledge articles: what members write down for each other, about a system or about nothing in particular.
--
-- Members read, level user writes and changes what it wrote, managers change everything. The author is the member who
-- adds the article. No switch refuses writes here: the feature is announced, and its tables and rules are complete.
-- Two foreign keys lead from the author: the first carries the account, the second lets the data API join the
-- profile.

create table public.knowledge_articles (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null default private.my_account() references public.accounts (id) on delete cascade,
  author_id uuid,
  system_id uuid,
  title text not null,
  excerpt text not null default '',
  content text not null default '',
  category text not null default '',
  updated_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint knowledge_articles_author_id_fkey foreign key (account_id, author_id)
    references public.account_members (account_id, user_id) on delete set null (author_id),
  constraint knowledge_articles_author_profile_fkey foreign key (author_id)
    references public.profiles (id) on delete set null,
  constraint knowledge_articles_system_id_fkey foreign key (account_id, system_id)
    references public.systems (account_id, id) on delete set null (system_id),
  constraint knowledge_articles_updated_by_fkey foreign key (account_id, updated_by)
    references public.account_members (account_id, user_id) on delete set null (updated_by),
  constraint knowledge_articles_title_length check (private.holds(
    char_length(title) between 1 and 200,
    'Title must have 1 to 200 characters.'
  )),
  constraint knowledge_articles_excerpt_length check (private.holds(
    char_length(excerpt) <= 2000,
    'Excerpt must have at most 2,000 characters.'
  )),
  constraint knowledge_articles_content_length check (private.holds(
    octet_length(content) <= 100000,
    'Content must not be longer than 100,000 bytes.'
  )),
  constraint knowledge_articles_category_length check (private.holds(
    char_length(category) <= 120,
    'Category must have at most 120 characters.'
  ))
);
create index knowledge_articles_by_change_idx on public.knowledge_articles (account_id, updated_at desc);
create index knowledge_articles_author_id_idx on public.knowledge_articles (account_id, author_id);
create index knowledge_articles_author_profile_idx on public.knowledge_articles (author_id);
create index knowledge_articles_system_id_idx on public.knowledge_articles (account_id, system_id);
create index knowledge_articles_updated_by_idx on public.knowledge_articles (account_id, updated_by);
create index knowledge_articles_search_idx on public.knowledge_articles
  using gin (
    account_id,
    title extensions.gin_trgm_ops,
    excerpt extensions.gin_trgm_ops,
    content extensions.gin_trgm_ops
  );
create index knowledge_articles_by_title_idx on public.knowledge_articles (account_id, (lower(title) collate "C"), id);
comment on table public.knowledge_articles is 'What members write down for each other.';
comment on column public.knowledge_articles.author_id is 'Who added the article; empty when they left.';
comment on column public.knowledge_articles.system_id is 'The system that the article is about, if any.';
comment on column public.knowledge_articles.excerpt is 'What lists show of the article.';
comment on column public.knowledge_articles.updated_by is 'Who last changed the article.';
alter table public.knowledge_articles owner to cairn_owner;

create function private.clean_article() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.title := private.display_text(coalesce(new.title, ''));
  new.category := private.display_text(coalesce(new.category, ''));
  return new;
end
$$;
comment on function private.clean_article() is
  'Trigger: turns title and category into display text before their length is checked.';
alter function private.clean_article() owner to cairn_definer;

create function private.stamp_article() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.author_id := private.caller_id();
  new.updated_by := new.author_id;
  new.created_at := now();
  new.updated_at := now();
  return new;
end
$$;
comment on function private.stamp_article() is 'Trigger: whoever adds an article is its author, and adds it now.';
alter function private.stamp_article() owner to cairn_definer;

-- Runs after the history has been written, and counts there: several articles at once, in a single request or in
-- many, are counted together, and deleting gives nothing back.
create function private.limit_publishing() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  author constant uuid := private.caller_id();
begin
  perform pg_advisory_xact_lock(hashtextextended('articles of ' || author, 0));
  if (
    select count(*) > 10
    from public.record_history h
    where h.kind = 'article' and h.action = 'created'
      and h.changed_by = author and h.changed_at > now() - interval '1 hour'
  ) then
    raise exception 'You can publish up to 10 posts per hour. Please try again later.'
      using errcode = 'PT429', hint = 'Deleted articles count too.';
  end if;
  return null;
end
$$;
comment on function private.limit_publishing() is 'Statement trigger: refuses an author''s 11th article within an hour.';
alter function private.limit_publishing() owner to cairn_definer;

create trigger knowledge_articles_clean before insert or update of title, category on public.knowledge_articles
  for each row execute function private.clean_article();
create trigger knowledge_articles_stamp before insert on public.knowledge_articles
  for each row when (current_user = 'authenticated') execute function private.stamp_article();
create trigger knowledge_articles_stamp_change before update on public.knowledge_articles
  for each row execute function private.stamp_record();
create trigger knowledge_articles_limit after insert on public.knowledge_articles
  for each statement when (current_user = 'authenticated') execute function private.limit_publishing();
create trigger knowledge_articles_changes after update on public.knowledge_articles
  referencing old table as before_change new table as after_change
  for each statement when (current_user <> 'cairn_owner') execute function private.keep_history_of_changes('article');
create trigger knowledge_articles_created after insert on public.knowledge_articles
  referencing new table as moved
  for each statement when (current_user <> 'cairn_owner') execute function private.keep_history('article');
create trigger knowledge_articles_deleted after delete on public.knowledge_articles
  referencing old table as moved
  for each statement when (current_user <> 'cairn_owner') execute function private.keep_history('article');

alter table public.knowledge_articles enable row level security;
alter table public.knowledge_articles force row level security;

create policy "members see the articles of their account" on public.knowledge_articles
  for select to authenticated
  using (account_id = (select private.my_account()));

create policy "from level user on, people add articles" on public.knowledge_articles
  for insert to authenticated
  with check (account_id = (select private.my_account()) and (select private.my_rank()) >= 1);

create policy "users change articles that they wrote, managers all" on public.knowledge_articles
  for update to authenticated
  using (
    account_id = (select private.my_account())
    and (
      (select private.my_rank()) >= 2
      or (select private.my_rank()) = 1 and author_id = (select private.caller_id())
    )
  )
  with check (account_id = (select private.my_account()));

create policy "users delete articles that they wrote, managers all" on public.knowledge_articles
  for delete to authenticated
  using (
    account_id = (select private.my_account())
    and (
      (select private.my_rank()) >= 2
      or (select private.my_rank()) = 1 and author_id = (select private.caller_id())
    )
  );

revoke all on public.knowledge_articles from public, anon, authenticated, service_role;
grant select on public.knowledge_articles to authenticated;

-- Clients send who and when, and are overruled. There is no grant on id: no client chooses an id.
grant insert (account_id, author_id, system_id, title, excerpt, content, category, updated_by)
  on public.knowledge_articles to authenticated;
grant update (system_id, title, excerpt, content, category, updated_by, updated_at)
  on public.knowledge_articles to authenticated;
grant delete on public.knowledge_articles to authenticated;
grant select, insert, update, delete on public.knowledge_articles to service_role, cairn_definer;

-- Contributions: how many records a member created that still exist.
--
-- Triggers on all five kinds keep the figure, once for a statement, so that a thousand rows at once are one change of
-- it. Their names come late in the alphabet, which is the order in which triggers run. So the members' rows are
-- locked last, in a fixed order, and never while the transaction still waits for a record.

create function private.tally_contributions() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- In a statement of its own: the next one has to see the rows as they are once they are locked.
  execute format(
    'select from public.account_members m
    where (m.account_id, m.user_id) in (select t.account_id, t.%I from touched t)
    order by m.user_id
    for no key update',
    tg_argv[0]
  );
  execute format(
    'update public.account_members m
    set contribution_count = greatest(m.contribution_count + $1 * c.records, 0)
    from (
      select t.account_id, t.%1$I as user_id, count(*)::integer as records
      from touched t
      group by t.account_id, t.%1$I
    ) c
    where m.account_id = c.account_id and m.user_id = c.user_id',
    tg_argv[0]
  ) using case tg_op when 'INSERT' then 1 else -1 end;
  return null;
end
$$;
comment on function private.tally_contributions() is
  'Statement trigger (column of the creator): adds the rows that were added to their creators'' counts, or takes off those deleted.';
alter function private.tally_contributions() owner to cairn_definer;

-- Only the server's own functions name another creator of a record afterwards.
create function private.move_contribution() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  was constant uuid := (to_jsonb(old) ->> tg_argv[0])::uuid;
  is_now constant uuid := (to_jsonb(new) ->> tg_argv[0])::uuid;
begin
  perform from public.account_members m where m.user_id in (was, is_now) order by m.user_id for no key update;
  update public.account_members m
  set contribution_count = greatest(m.contribution_count - 1, 0)
  where m.account_id = old.account_id and m.user_id = was;
  update public.account_members m
  set contribution_count = m.contribution_count + 1
  where m.account_id = new.account_id and m.user_id = is_now;
  return null;
end
$$;
comment on function private.move_contribution() is
  'Trigger (column of the creator): a record that changes its creator changes both counts.';
alter function private.move_contribution() owner to cairn_definer;

create trigger agents_tally_added after insert on public.agents
  referencing new table as touched
  for each statement execute function private.tally_contributions('created_by');
create trigger agents_tally_deleted after delete on public.agents
  referencing old table as touched
  for each statement when (current_user <> 'cairn_owner') execute function private.tally_contributions('created_by');
create trigger agents_tally_moved after update of created_by, account_id on public.agents
  for each row
  when (
    current_user <> 'cairn_owner' and (old.account_id, old.created_by) is distinct from (new.account_id, new.created_by)
  )
  execute function private.move_contribution('created_by');
create trigger automations_tally_added after insert on public.automations
  referencing new table as touched
  for each statement execute function private.tally_contributions('created_by');
create trigger automations_tally_deleted after delete on public.automations
  referencing old table as touched
  for each statement when (current_user <> 'cairn_owner') execute function private.tally_contributions('created_by');
create trigger automations_tally_moved after update of created_by, account_id on public.automations
  for each row
  when (
    current_user <> 'cairn_owner' and (old.account_id, old.created_by) is distinct from (new.account_id, new.created_by)
  )
  execute function private.move_contribution('created_by');
create trigger knowledge_articles_tally_added after insert on public.knowledge_articles
  referencing new table as touched
  for each statement execute function private.tally_contributions('author_id');
create trigger knowledge_articles_tally_deleted after delete on public.knowledge_articles
  referencing old table as touched
  for each statement when (current_user <> 'cairn_owner') execute function private.tally_contributions('author_id');
create trigger knowledge_articles_tally_moved after update of author_id, account_id on public.knowledge_articles
  for each row
  when (
    current_user <> 'cairn_owner' and (old.account_id, old.author_id) is distinct from (new.account_id, new.author_id)
  )
  execute function private.move_contribution('author_id');
create trigger solutions_tally_added after insert on public.solutions
  referencing new table as touched
  for each statement execute function private.tally_contributions('created_by');
create trigger solutions_tally_deleted after delete on public.solutions
  referencing old table as touched
  for each statement when (current_user <> 'cairn_owner') execute function private.tally_contributions('created_by');
create trigger solutions_tally_moved after update of created_by, account_id on public.solutions
  for each row
  when (
    current_user <> 'cairn_owner' and (old.account_id, old.created_by) is distinct from (new.account_id, new.created_by)
  )
  execute function private.move_contribution('created_by');

-- Only foreign keys run as cairn_owner: the member or the whole account goes, and the figure with it.
create trigger systems_tally_added after insert on public.systems
  referencing new table as touched
  for each statement execute function private.tally_contributions('created_by');
create trigger systems_tally_deleted after delete on public.systems
  referencing old table as touched
  for each statement when (current_user <> 'cairn_owner') execute function private.tally_contributions('created_by');
create trigger systems_tally_moved after update of created_by, account_id on public.systems
  for each row
  when (
    current_user <> 'cairn_owner' and (old.account_id, old.created_by) is distinct from (new.account_id, new.created_by)
  )
  execute function private.move_contribution('created_by');

-- Invited owners: an invitation owns a record until its person joins, and the record is theirs from then on.
--
-- An invitation that is revoked, deleted or expired owns nothing: the record is without an owner. A renewed
-- invitation passes what it owned on to the next invitation to the same address.
-- A member who may set the owner reads the names of the invited people; every member reads the names of those who own
-- something. Addresses stay with the admins.

-- An invitation that is just being answered counts as closed: the user who answers may wait for the record, so the
-- function must not wait for them. Other open invitations stay open until the transaction ends.
create function private.hold_open_invitation(account uuid, invitation uuid) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  perform from public.pending_invitations i
  where i.account_id = account and i.id = invitation
    and i.accepted_at is null and i.declined_at is null and i.expires_at > now()
  for share skip locked;
  return found;
end
$$;
comment on function private.hold_open_invitation(uuid, uuid) is
  'Whether an account has such an open invitation, which then stays open until the transaction ends.';
alter function private.hold_open_invitation(uuid, uuid) owner to cairn_definer;

create function public.get_invited_people() returns table (id uuid, name text)
language sql stable security definer set search_path = ''
as $$
  select i.id, i.name
  from public.pending_invitations i
  where i.account_id = private.my_account()
    and i.accepted_at is null and i.declined_at is null and i.expires_at > now()
    and (
      private.my_rank() >= 1
      or exists (select from public.systems r where r.account_id = i.account_id and r.invited_owner_id = i.id)
      or exists (select from public.solutions r where r.account_id = i.account_id and r.invited_owner_id = i.id)
      or exists (select from public.agents r where r.account_id = i.account_id and r.invited_owner_id = i.id)
      or exists (select from public.automations r where r.account_id = i.account_id and r.invited_owner_id = i.id)
    )
  order by lower(i.name), i.id
$$;
comment on function public.get_invited_people() is
  'Who has an open invitation to the caller''s account, by name: those who own a record, and from level user on all of them.';
alter function public.get_invited_people() owner to cairn_definer;
revoke all on function public.get_invited_people() from public, anon, authenticated, service_role;
grant execute on function public.get_invited_people() to authenticated;

-- Clients that know nothing of invited owners send the owner alone.
create function private.settle_owner() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if new.owner_id is not null and new.owner_id is distinct from old.owner_id
    and new.invited_owner_id is not distinct from old.invited_owner_id
  then
    new.invited_owner_id := null;
  elsif new.invited_owner_id is not null and new.invited_owner_id is distinct from old.invited_owner_id
    and new.owner_id is not distinct from old.owner_id
  then
    new.owner_id := null;
  end if;
  return new;
end
$$;
comment on function private.settle_owner() is 'Trigger: whoever was named last is the owner, a member or somebody invited.';
alter function private.settle_owner() owner to cairn_definer;

-- The server's way alone: what a user sends is refused instead. A record that the server puts back comes without an
-- owner who cannot join.
create function private.forget_closed_invitation() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not private.hold_open_invitation(new.account_id, new.invited_owner_id) then
    new.invited_owner_id := null;
  end if;
  return new;
end
$$;
comment on function private.forget_closed_invitation() is
  'Trigger: a record that is put back has no invited owner whose invitation is over.';
alter function private.forget_closed_invitation() owner to cairn_definer;

-- Before the foreign key, which would wait. Row security refuses what a stranger sends: this trigger would tell them
-- which invitations exist.
create function private.require_open_invitation() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' and new.account_id is distinct from private.my_account()
    or private.hold_open_invitation(new.account_id, new.invited_owner_id)
  then
    return new;
  end if;
  raise exception 'This invitation is no longer open.'
    using errcode = '23503', hint = 'Choose another owner.';
end
$$;
comment on function private.require_open_invitation() is
  'Trigger: only somebody with an open invitation of the account can be the invited owner.';
alter function private.require_open_invitation() owner to cairn_definer;

create function private.hand_to_invited(account uuid, invitation uuid, owner uuid, next_invitation uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  update public.systems r set owner_id = owner, invited_owner_id = next_invitation
  where r.account_id = account and r.invited_owner_id = invitation;
  update public.solutions r set owner_id = owner, invited_owner_id = next_invitation
  where r.account_id = account and r.invited_owner_id = invitation;
  update public.agents r set owner_id = owner, invited_owner_id = next_invitation
  where r.account_id = account and r.invited_owner_id = invitation;
  update public.automations r set owner_id = owner, invited_owner_id = next_invitation
  where r.account_id = account and r.invited_owner_id = invitation;
end
$$;
comment on function private.hand_to_invited(uuid, uuid, uuid, uuid) is
  'What an invitation owns gets this owner, or this invitation, or neither.';
alter function private.hand_to_invited(uuid, uuid, uuid, uuid) owner to cairn_definer;

create function private.make_owner_of_promised() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  person uuid;
begin
  select m.user_id into person
  from public.account_members m
  join public.profiles p on p.id = m.user_id
  where m.account_id = new.account_id and lower(p.email) = new.email
  order by m.user_id = private.caller_id() desc
  limit 1;
  perform private.hand_to_invited(new.account_id, new.id, person, null);
  return null;
end
$$;
comment on function private.make_owner_of_promised() is 'Trigger: whoever joins owns what their invitation did.';
alter function private.make_owner_of_promised() owner to cairn_definer;

create function private.leave_without_owner() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- A renewed invitation hands over to the new one itself.
  if old.id::text is distinct from nullif(current_setting('cairn.renewed_invitation', true), '') then
    perform private.hand_to_invited(old.account_id, old.id, null, null);
  end if;
  return coalesce(new, old);
end
$$;
comment on function private.leave_without_owner() is 'Trigger: an invitation that is over owns nothing.';
alter function private.leave_without_owner() owner to cairn_definer;

create function private.follow_renewed_invitation(former uuid, next_invitation uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.refuse_non_owner();
  perform private.hand_to_invited(f.account_id, f.id, null, n.id)
  from public.pending_invitations f
  join public.pending_invitations n on n.account_id = f.account_id and n.email = f.email
  where f.id = former and n.id = next_invitation and f.account_id = private.my_account();
  -- What waits in the bin comes back to the same person.
  update public.binned_records b
  set record = jsonb_set(b.record, '{invited_owner_id}', to_jsonb(n.id))
  from public.pending_invitations f
  join public.pending_invitations n on n.account_id = f.account_id and n.email = f.email
  where f.id = former and n.id = next_invitation and f.account_id = private.my_account()
    and b.account_id = f.account_id and b.record ->> 'invited_owner_id' = f.id::text;
end
$$;
comment on function private.follow_renewed_invitation(uuid, uuid) is
  'For admins: what an invitation of the account owned belongs to the next one to the same address.';
alter function private.follow_renewed_invitation(uuid, uuid) owner to cairn_definer;
grant execute on function private.follow_renewed_invitation(uuid, uuid) to authenticated;

create trigger agents_owner before insert or update of owner_id, invited_owner_id on public.agents
  for each row execute function private.settle_owner();
create trigger agents_owner_invited before insert on public.agents
  for each row when (current_user = 'authenticated' and new.invited_owner_id is not null)
  execute function private.require_open_invitation();
create trigger agents_owner_invited_later before update of owner_id, invited_owner_id on public.agents
  for each row when (new.invited_owner_id is not null and new.invited_owner_id is distinct from old.invited_owner_id)
  execute function private.require_open_invitation();
create trigger agents_owner_put_back before insert on public.agents
  for each row when (current_user <> 'authenticated' and new.invited_owner_id is not null)
  execute function private.forget_closed_invitation();
create trigger automations_owner before insert or update of owner_id, invited_owner_id on public.automations
  for each row execute function private.settle_owner();
create trigger automations_owner_invited before insert on public.automations
  for each row when (current_user = 'authenticated' and new.invited_owner_id is not null)
  execute function private.require_open_invitation();
create trigger automations_owner_invited_later before update of owner_id, invited_owner_id on public.automations
  for each row when (new.invited_owner_id is not null and new.invited_owner_id is distinct from old.invited_owner_id)
  execute function private.require_open_invitation();
create trigger automations_owner_put_back before insert on public.automations
  for each row when (current_user <> 'authenticated' and new.invited_owner_id is not null)
  execute function private.forget_closed_invitation();
create trigger pending_invitations_give_records after update on public.pending_invitations
  for each row when (old.accepted_at is null and new.accepted_at is not null)
  execute function private.make_owner_of_promised();
create trigger pending_invitations_leave_records after update on public.pending_invitations
  for each row when (old.declined_at is null and new.declined_at is not null)
  execute function private.leave_without_owner();

-- As cairn_owner the whole account goes.
create trigger pending_invitations_leave_records_on_delete before delete on public.pending_invitations
  for each row when (current_user <> 'cairn_owner' and old.accepted_at is null and old.declined_at is null)
  execute function private.leave_without_owner();
create trigger solutions_owner before insert or update of owner_id, invited_owner_id on public.solutions
  for each row execute function private.settle_owner();
create trigger solutions_owner_invited before insert on public.solutions
  for each row when (current_user = 'authenticated' and new.invited_owner_id is not null)
  execute function private.require_open_invitation();
create trigger solutions_owner_invited_later before update of owner_id, invited_owner_id on public.solutions
  for each row when (new.invited_owner_id is not null and new.invited_owner_id is distinct from old.invited_owner_id)
  execute function private.require_open_invitation();
create trigger solutions_owner_put_back before insert on public.solutions
  for each row when (current_user <> 'authenticated' and new.invited_owner_id is not null)
  execute function private.forget_closed_invitation();

-- Triggers run in the order of their names: the owner is settled, then tried, and all of it comes before the stamp.
create trigger systems_owner before insert or update of owner_id, invited_owner_id on public.systems
  for each row execute function private.settle_owner();
create trigger systems_owner_invited before insert on public.systems
  for each row when (current_user = 'authenticated' and new.invited_owner_id is not null)
  execute function private.require_open_invitation();
create trigger systems_owner_invited_later before update of owner_id, invited_owner_id on public.systems
  for each row when (new.invited_owner_id is not null and new.invited_owner_id is distinct from old.invited_owner_id)
  execute function private.require_open_invitation();
create trigger systems_owner_put_back before insert on public.systems
  for each row when (current_user <> 'authenticated' and new.invited_owner_id is not null)
  execute function private.forget_closed_invitation();

-- Departed owners: a record whose owner left says so until it has an owner again.
--
-- Foreign keys let go of a member who leaves, which changes no record. So a trigger notes the departure before they
-- do, and writes into the history of each record that its owner went. Of a deleted user only the id is kept.

create table public.departed_owners (
  account_id uuid not null references public.accounts (id) on delete cascade,
  kind text not null,
  record_id uuid not null,
  person_id uuid not null,
  person_name text,
  left_at timestamptz not null default now(),
  primary key (account_id, kind, record_id),
  constraint departed_owners_kind_known check (private.holds(
    kind in ('system', 'solution', 'agent', 'automation'),
    'Kind must be system, solution, agent or automation.'
  ))
);
create index departed_owners_person_idx on public.departed_owners (person_id);
comment on table public.departed_owners is 'Records whose owner left the account, until they have an owner again.';
comment on column public.departed_owners.kind is 'system, solution, agent or automation.';
comment on column public.departed_owners.person_name is 'What the owner was called when they left; empty when their user was deleted.';
alter table public.departed_owners owner to cairn_owner;

create function private.note_departure() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- The account itself goes.
  if not exists (select from public.accounts a where a.id = old.account_id) then
    return old;
  end if;
  with owned as (
    select 'system' as kind, s.id, s.name from public.systems s
    where s.account_id = old.account_id and s.owner_id = old.user_id
    union all
    select 'solution', s.id, s.name from public.solutions s
    where s.account_id = old.account_id and s.owner_id = old.user_id
    union all
    select 'agent', a.id, a.name from public.agents a
    where a.account_id = old.account_id and a.owner_id = old.user_id
    union all
    select 'automation', a.id, a.name from public.automations a
    where a.account_id = old.account_id and a.owner_id = old.user_id
  ),
  told as (
    -- Nobody is notified record by record: who gives owners sees the gaps.
    insert into public.record_history (
      account_id, kind, record_id, record_name, action, field, before, changed_by
    )
    select old.account_id, o.kind, o.id, o.name, 'updated', 'owner_id', to_jsonb(old.user_id), private.caller_id()
    from owned o
  )
  insert into public.departed_owners as d (account_id, kind, record_id, person_id, person_name)
  select
    old.account_id, o.kind, o.id, old.user_id, (select p.name from public.profiles p where p.id = old.user_id)
  from owned o
  on conflict (account_id, kind, record_id) do update
  set person_id = excluded.person_id, person_name = excluded.person_name, left_at = excluded.left_at;
  return old;
end
$$;
comment on function private.note_departure() is
  'Trigger: notes what a member owned who leaves, is removed or whose user is deleted.';
alter function private.note_departure() owner to cairn_definer;

create function private.end_departure() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.departed_owners d
  where d.account_id = old.account_id and d.kind = tg_argv[0] and d.record_id = old.id;
  return null;
end
$$;
comment on function private.end_departure() is
  'Trigger (kind): forgets who left, once the record has an owner again or is gone.';
alter function private.end_departure() owner to cairn_definer;

create function private.forget_departed() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.departed_owners d set person_name = null where d.person_id = old.id;
  return null;
end
$$;
comment on function private.forget_departed() is 'Trigger: forgets the name of somebody whose user is deleted.';
alter function private.forget_departed() owner to cairn_definer;

create function private.depart_again(departed jsonb, ids uuid[]) returns void
language sql volatile security definer set search_path = ''
as $$
  insert into public.departed_owners (account_id, kind, record_id, person_id, person_name, left_at)
  select
    d.account_id, d.kind, d.record_id, d.person_id, (select p.name from public.profiles p where p.id = d.person_id),
    d.left_at
  from jsonb_to_recordset(departed)
    as d (account_id uuid, kind text, record_id uuid, person_id uuid, left_at timestamptz)
  join unnest(ids) as back (id) on back.id = d.record_id
  on conflict do nothing
$$;
comment on function private.depart_again(jsonb, uuid[]) is
  'Notes once more whose owner left, of records that are again as they were.';
alter function private.depart_again(jsonb, uuid[]) owner to cairn_definer;

create trigger cairn_forget_departed after update of deleted_at on auth.users
  for each row when (new.deleted_at is not null and old.deleted_at is null)
  execute function private.forget_departed();
create trigger account_members_note_departure before delete on public.account_members
  for each row execute function private.note_departure();
create trigger agents_owned_again after update of owner_id on public.agents
  for each row when (old.owner_id is null and new.owner_id is not null)
  execute function private.end_departure('agent');
create trigger agents_departed_gone after delete on public.agents
  for each row when (old.owner_id is null) execute function private.end_departure('agent');
create trigger automations_owned_again after update of owner_id on public.automations
  for each row when (old.owner_id is null and new.owner_id is not null)
  execute function private.end_departure('automation');
create trigger automations_departed_gone after delete on public.automations
  for each row when (old.owner_id is null) execute function private.end_departure('automation');
create trigger profiles_forget_departed after delete on public.profiles
  for each row execute function private.forget_departed();
create trigger solutions_owned_again after update of owner_id on public.solutions
  for each row when (old.owner_id is null and new.owner_id is not null)
  execute function private.end_departure('solution');
create trigger solutions_departed_gone after delete on public.solutions
  for each row when (old.owner_id is null) execute function private.end_departure('solution');
create trigger systems_owned_again after update of owner_id on public.systems
  for each row when (old.owner_id is null and new.owner_id is not null)
  execute function private.end_departure('system');
create trigger systems_departed_gone after delete on public.systems
  for each row when (old.owner_id is null) execute function private.end_departure('system');

alter table public.departed_owners enable row level security;
alter table public.departed_owners force row level security;

create policy "members see whose owner left their account" on public.departed_owners
  for select to authenticated
  using (account_id = (select private.my_account()));

revoke all on public.departed_owners from public, anon, authenticated, service_role;
grant select on public.departed_owners to authenticated, service_role;
grant select, insert, update, delete on public.departed_owners to cairn_definer;

-- Handovers: what a giver who leaves, or becomes a viewer, owned or knew, and who received it.
--
-- The receiver is owner or expert at once, so that no record is without; the row says whether they have answered.
-- Names are kept beside ids, because the names of people who leave go with them. Of a deleted user no name is kept.
-- Procedures write; members read. A deleted record keeps its handovers, and has them again when it is restored:
-- readers join with the records.

create table public.handovers (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references public.accounts (id) on delete cascade,
  kind text not null,
  record_id uuid not null,
  part text not null,
  giver_id uuid,
  giver_name text not null,
  handed_by uuid,
  receiver_id uuid,
  invitation_id uuid,
  state text not null default 'pending',
  act uuid not null default private.current_act(),
  created_at timestamptz not null default now(),
  answered_at timestamptz,
  constraint handovers_receiver_id_fkey foreign key (account_id, receiver_id)
    references public.account_members (account_id, user_id) on delete set null (receiver_id),
  constraint handovers_kind_known check (private.holds(
    kind in ('system', 'solution', 'agent', 'automation'),
    'Kind must be system, solution, agent or automation.'
  )),
  constraint handovers_part_known check (private.holds(
    part in ('owner', 'expert'),
    'Part must be owner or expert.'
  )),
  constraint handovers_state_known check (private.holds(
    state in ('pending', 'accepted', 'passed_on', 'withdrawn'),
    'State must be pending, accepted, passed_on or withdrawn.'
  )),
  constraint handovers_answered_once check (private.holds(
    (state = 'pending') = (answered_at is null),
    'A handover that is no longer pending says since when.'
  )),
  constraint handovers_one_receiver check (private.holds(
    num_nonnulls(receiver_id, invitation_id) <= 1 and (state <> 'pending' or num_nonnulls(receiver_id, invitation_id) = 1),
    'A pending handover has one receiver.'
  ))
);
-- A record has a pending handover of its owner at most once, and of each expert at most once.
create unique index handovers_pending_owner_key on public.handovers (account_id, record_id)
  where state = 'pending' and part = 'owner';
create unique index handovers_pending_expert_key on public.handovers (account_id, record_id, receiver_id)
  where state = 'pending' and part = 'expert';
create index handovers_record_id_idx on public.handovers (account_id, record_id, part);
create index handovers_receiver_id_idx on public.handovers (account_id, receiver_id, act);
create index handovers_invitation_id_idx on public.handovers (account_id, invitation_id);
create index handovers_pending_idx on public.handovers (account_id, kind) where state = 'pending';
create index handovers_giver_id_idx on public.handovers (giver_id);
comment on table public.handovers is 'Who took over a record from whom, and whether they have answered.';
comment on column public.handovers.kind is 'system, solution, agent or automation.';
comment on column public.handovers.part is 'owner or expert: what is handed over.';
comment on column public.handovers.giver_id is 'Who had it before. Stays when they leave.';
comment on column public.handovers.giver_name is 'Their name at that time.';
comment on column public.handovers.handed_by is 'Who handed it over: an admin, the giver, or the receiver before who passed it on. Stays when they leave.';
comment on column public.handovers.receiver_id is 'The member who has it now.';
comment on column public.handovers.invitation_id is 'The invitation of the person who has it as soon as they join.';
comment on column public.handovers.state is 'pending, accepted, passed_on or withdrawn (receiver left, or somebody else was made owner).';
comment on column public.handovers.act is 'The act in the history that handed it over: what came together has the same.';
alter table public.handovers owner to cairn_owner;

alter table public.handovers add constraint handovers_invitation_id_fkey foreign key (account_id, invitation_id)
  references public.pending_invitations (account_id, id) on delete set null (invitation_id);

alter table public.handovers enable row level security;
alter table public.handovers force row level security;

create policy "members see the handovers of their account" on public.handovers
  for select to authenticated
  using (account_id = (select private.my_account()));

revoke all on public.handovers from public, anon, authenticated, service_role;
grant select on public.handovers to authenticated;
grant select, insert, update, delete on public.handovers to service_role, cairn_definer;

-- Belongings: what a member owns and knows, and the receiver who is suggested for each part.
--
-- A record's receiver is its only other expert, else the owner of most of what it is linked to. Only catalogues that
-- the account has switched on count.

create function private.linked_owners(account uuid, record_kind text, record_id uuid)
returns table (owner_id uuid, kind text, id uuid, name text)
language sql stable security definer set search_path = ''
as $$
  select s.owner_id, 'solution', s.id, s.name
  from public.solutions s
  where linked_owners.record_kind = 'system' and s.account_id = account
    and s.related_systems @> array[linked_owners.record_id]
  union all
  select s.owner_id, 'system', s.id, s.name
  from public.solutions r
  join public.systems s on s.account_id = account and s.id = any (r.related_systems)
  where linked_owners.record_kind = 'solution' and r.account_id = account and r.id = linked_owners.record_id
  union all
  select a.owner_id, 'automation', a.id, a.name
  from public.solution_automations l
  join public.automations a on a.account_id = account and a.id = l.automation_id
  where linked_owners.record_kind = 'solution' and l.account_id = account and l.solution_id = linked_owners.record_id
  union all
  select a.owner_id, 'agent', a.id, a.name
  from public.solution_agents l
  join public.agents a on a.account_id = account and a.id = l.agent_id
  where linked_owners.record_kind = 'solution' and l.account_id = account and l.solution_id = linked_owners.record_id
  union all
  select s.owner_id, 'solution', s.id, s.name
  from public.solution_automations l
  join public.solutions s on s.account_id = account and s.id = l.solution_id
  where linked_owners.record_kind = 'automation' and l.account_id = account and l.automation_id = linked_owners.record_id
  union all
  select s.owner_id, 'solution', s.id, s.name
  from public.solution_agents l
  join public.solutions s on s.account_id = account and s.id = l.solution_id
  where linked_owners.record_kind = 'agent' and l.account_id = account and l.agent_id = linked_owners.record_id
$$;
comment on function private.linked_owners(uuid, text, uuid) is 'What a record is linked to, and who owns it.';
alter function private.linked_owners(uuid, text, uuid) owner to cairn_definer;

create function private.kinds_in_use() returns setof text
language sql stable security definer set search_path = ''
as $$
  select k.kind
  from unnest(array['system', 'solution', 'agent', 'automation']) as k (kind)
  where private.feature_enabled(k.kind || 's')
$$;
comment on function private.kinds_in_use() is 'The catalogues that the caller''s account uses.';
alter function private.kinds_in_use() owner to cairn_definer;

-- Only the procedures that check the person's account call this.
create function private.belongings(account uuid, person uuid, only_owned boolean)
returns table (kind text, id uuid, name text, part text, owner_id uuid)
language sql stable security definer set search_path = ''
as $$
  select r.kind, r.id, r.name, 'owner', r.owner_id
  from private.catalogue_records r
  where r.account_id = account and r.owner_id = person and r.kind = any (array(select private.kinds_in_use()))
  union all
  select r.kind, r.id, r.name, 'expert', r.owner_id
  from private.record_experts e
  join private.catalogue_records r on r.account_id = account and r.kind = e.kind and r.id = e.record_id
  where not only_owned and e.account_id = account and e.expert_id = person
    and r.kind = any (array(select private.kinds_in_use()))
$$;
comment on function private.belongings(uuid, uuid, boolean) is
  'What a member owns and, unless only that is wanted, knows; of the features that the account uses.';
alter function private.belongings(uuid, uuid, boolean) owner to cairn_definer;

create function private.suggested_receiver(account uuid, person uuid, record_kind text, record_id uuid, part text, owner uuid)
returns table (receiver_id uuid, reason text, linked_kind text, linked_id uuid, linked_name text, others integer)
language sql stable security definer set search_path = ''
as $$
  with expert as (
    select e.expert_id
    from private.record_experts e
    where e.account_id = account and e.kind = suggested_receiver.record_kind
      and e.record_id = suggested_receiver.record_id and e.expert_id <> person
      -- Who owns it is no second person who knows it.
      and (part = 'owner' or e.expert_id is distinct from owner)
  ),
  linked as (
    select l.*, count(*) over (partition by l.owner_id) as owns
    from private.linked_owners(account, suggested_receiver.record_kind, suggested_receiver.record_id) l
    where l.owner_id <> person and (part = 'owner' or l.owner_id is distinct from owner)
  )
  (
    select e.expert_id, 'only_expert', null::text, null::uuid, null::text, 1
    from expert e
    where part = 'owner' and (select count(*) from expert) = 1
  )
  union all
  (
    select null, 'known', null, null, null, (select count(*)::integer from expert)
    where part = 'expert' and exists (select from expert)
  )
  union all
  (
    select l.owner_id, 'linked_owner', l.kind, l.id, l.name, (select count(*)::integer from expert)
    from linked l
    where case part when 'owner' then (select count(*) from expert) <> 1 else not exists (select from expert) end
    order by l.owns desc, l.name, l.id
    limit 1
  )
$$;
comment on function private.suggested_receiver(uuid, uuid, text, uuid, text, uuid) is
  'Who shall get what a member owns or knows: the only other expert, else the owner of what it is linked to; nobody where others know it (known). No row where nobody suggests themself.';
alter function private.suggested_receiver(uuid, uuid, text, uuid, text, uuid) owner to cairn_definer;

create function public.get_belongings(
  target_user_id uuid,
  only_owned boolean default false,
  kind_param text default null,
  skip integer default 0
) returns json
language plpgsql stable security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  page constant integer := 50;
begin
  perform private.refuse_stranger(target_user_id);
  if target_user_id is distinct from private.caller_id() and coalesce(private.my_rank(), 0) < 2 then
    raise exception 'What somebody hands over is a matter of theirs and of managers.'
      using errcode = '42501', hint = 'Ask an administrator.';
  end if;
  return (
    with placed as materialized (
      select
        b.*,
        count(*) over (partition by b.kind) as total,
        row_number() over (partition by b.kind order by b.part desc, lower(b.name), b.id) as place
      from private.belongings(account, target_user_id, coalesce(only_owned, false)) b
      where kind_param is null or b.kind = kind_param
    ),
    -- Nobody is looked for but for the page.
    paged as materialized (
      select * from placed p where p.place > greatest(skip, 0) and p.place <= greatest(skip, 0) + page
    ),
    suggested as (
      select p.kind, p.id, p.part, s.*
      from paged p
      cross join lateral private.suggested_receiver(account, target_user_id, p.kind, p.id, p.part, p.owner_id) s
    )
    select coalesce(json_object_agg(k.kind, k.answer), '{}')
    from (
      select
        p.kind,
        json_build_object(
          'total', max(p.total),
          'items', coalesce(
            json_agg(
              json_build_object(
                'id', p.id,
                'name', p.name,
                'part', p.part,
                'reason', s.reason,
                'receiver_id', s.receiver_id,
                'receiver_name', (select q.name from public.profiles q where q.id = s.receiver_id),
                'linked_kind', s.linked_kind,
                'linked_name', s.linked_name,
                'others', coalesce(s.others, 0)
              )
              order by p.place
            ) filter (where p.place > greatest(skip, 0) and p.place <= greatest(skip, 0) + page),
            '[]'
          )
        ) as answer
      from placed p
      left join suggested s on s.kind = p.kind and s.id = p.id and s.part = p.part
      group by p.kind
    ) k
  );
end
$$;
comment on function public.get_belongings(uuid, boolean, text, integer) is
  'What a member owns and knows, 50 of each kind, owned first: {kind: {"total", "items": [{id, name, part, reason, receiver_id, receiver_name, linked_kind, linked_name, others}]}}. reason says why the receiver is suggested: only_expert, linked_owner, known (others know it, nobody is needed) or null. For the member themself, managers and admins.';
alter function public.get_belongings(uuid, boolean, text, integer) owner to cairn_definer;
revoke all on function public.get_belongings(uuid, boolean, text, integer) from public, anon, authenticated, service_role;
grant execute on function public.get_belongings(uuid, boolean, text, integer) to authenticated;

-- Handing over: a member who leaves or becomes a viewer, or an admin for them, says who gets what they own and know.
--
-- All of it happens in the transaction that ends the membership or lowers the level, in statements over sets. A
-- receiver is told once of everything, and answers record by record.
-- A viewer may own a record, but not change it. So a member who becomes a viewer is asked about what they own, not
-- about what they only know.
-- A handover that is not understood is refused. Taken for none, it would leave everything without an owner, and the
-- giver would be gone.

create function private.lock_members(account uuid, people uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  -- In one order, so that two who hand over to each other wait instead of blocking each other.
  perform from public.account_members m
  where m.account_id = account and m.user_id = any (people)
  order by m.user_id
  for no key update;
end
$$;
comment on function private.lock_members(uuid, uuid[]) is 'Keeps members from leaving until the transaction ends.';
alter function private.lock_members(uuid, uuid[]) owner to cairn_definer;

create function private.refuse_receivers(account uuid, members uuid[], invitations uuid[]) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if exists (
    select from unnest(members) as named (id)
    where not exists (select from public.account_members m where m.account_id = account and m.user_id = named.id)
  ) or exists (
    select from unnest(invitations) as named (id)
    where not exists (
      select from public.pending_invitations i
      where i.account_id = account and i.id = named.id
        and i.accepted_at is null and i.declined_at is null and i.expires_at > now()
    )
  ) then
    raise exception 'Somebody who was to take over is not in your account any more.'
      using errcode = 'PT404', hint = 'Choose somebody else.';
  end if;
end
$$;
comment on function private.refuse_receivers(uuid, uuid[], uuid[]) is
  'Refuses with PT404 members and open invitations that the account does not have.';
alter function private.refuse_receivers(uuid, uuid[], uuid[]) owner to cairn_definer;

create function private.refuse_stale(sentence text) returns void
language plpgsql set search_path = ''
as $$
begin
  raise exception '%', sentence using errcode = 'HO001', hint = 'Look at it again.';
end
$$;
comment on function private.refuse_stale(text) is 'Refuses with HO001 what somebody else was quicker with.';
alter function private.refuse_stale(text) owner to cairn_definer;

-- What the pending handovers of this act say, done to the records: in four statements for the owners and four for the
-- experts, whatever their number.
create function private.carry_out_handovers(account uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  kind text;
begin
  foreach kind in array array['system', 'solution', 'agent', 'automation'] loop
    execute format(
      'update public.%I r
      set owner_id = h.receiver_id, invited_owner_id = h.invitation_id
      from public.handovers h
      where h.account_id = $1 and h.act = private.current_act() and h.state = ''pending''
        and h.kind = $2 and h.part = ''owner'' and r.account_id = $1 and r.id = h.record_id',
      kind || 's'
    ) using account, kind;
    execute format(
      'insert into public.%I (account_id, %I, expert_id, assigned_by)
      select $1, h.record_id, h.receiver_id, private.caller_id()
      from public.handovers h
      where h.account_id = $1 and h.act = private.current_act() and h.state = ''pending''
        and h.kind = $2 and h.part = ''expert''
      on conflict do nothing',
      kind || '_experts', kind || '_id'
    ) using account, kind;
  end loop;
end
$$;
comment on function private.carry_out_handovers(uuid) is
  'Makes the receivers of the pending handovers of this act owners and experts.';
alter function private.carry_out_handovers(uuid) owner to cairn_definer;

create function private.handover_line(part text, state text, giver_id uuid, giver text, receiver_id uuid, invitation_id uuid)
returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'part', part,
    'state', state,
    'giver', jsonb_build_object('id', giver_id, 'name', giver),
    'receiver', case
      when receiver_id is not null then (
        select jsonb_build_object('id', p.id, 'name', p.name) from public.profiles p where p.id = handover_line.receiver_id
      )
      when invitation_id is not null then (
        select jsonb_build_object('id', i.id, 'name', i.name)
        from public.pending_invitations i where i.id = handover_line.invitation_id
      )
    end
  )
$$;
comment on function private.handover_line(text, text, uuid, text, uuid, uuid) is
  'A handover as the history keeps it, with names: whoever left takes theirs along.';
alter function private.handover_line(text, text, uuid, text, uuid, uuid) owner to cairn_definer;

create function private.decided_handovers(account uuid, person uuid, wishes jsonb, leaves boolean)
returns table (kind text, id uuid, name text, part text, receiver_id uuid, invitation_id uuid)
language sql stable security definer set search_path = ''
as $$
  with wanted as (
    select
      nullif(wishes -> 'rest', 'null') as rest,
      wishes -> 'rest' -> 'suggested' is not distinct from 'true' as by_suggestion
  ),
  named as (
    select distinct on (n.kind, n.id, n.part) n.*
    from jsonb_to_recordset(coalesce(wishes -> 'records', '[]'))
      as n (kind text, id uuid, part text, receiver uuid, invitation uuid)
    order by n.kind, n.id, n.part
  ),
  had as materialized (
    select b.*, n.id is not null as is_named, n.receiver, n.invitation
    from private.belongings(account, person, not leaves) b
    left join named n on n.kind = b.kind and n.id = b.id and n.part = b.part
  ),
  asked as materialized (
    select h.* from had h, wanted w where not h.is_named and w.by_suggestion
  ),
  suggested as (
    select a.kind, a.id, a.part, s.receiver_id
    from asked a
    cross join lateral private.suggested_receiver(account, person, a.kind, a.id, a.part, a.owner_id) s
  ),
  decided as (
    select
      b.kind, b.id, b.name, b.part,
      case
        when b.is_named then b.receiver
        when w.by_suggestion then s.receiver_id
        else (w.rest ->> 'receiver')::uuid
      end as receiver_id,
      case
        -- Experts are members.
        when b.part = 'expert' then null
        when b.is_named then b.invitation
        else (w.rest ->> 'invitation')::uuid
      end as invitation_id
    from had b
    cross join wanted w
    left join suggested s on s.kind = b.kind and s.id = b.id and s.part = b.part
  )
  select
    d.kind, d.id, d.name, d.part, d.receiver_id, case when d.receiver_id is null then d.invitation_id end
  from decided d
  -- Whoever knows it already is told nothing, and while others know it nobody is missed.
  where d.part = 'owner' or not exists (
    select from private.record_experts e
    where e.account_id = account and e.kind = d.kind and e.record_id = d.id
      and e.expert_id = coalesce(d.receiver_id, nullif(e.expert_id, person))
  )
$$;
comment on function private.decided_handovers(uuid, uuid, jsonb, boolean) is
  'Who gets what of a member''s belongings; without receiver what nobody gets.';
alter function private.decided_handovers(uuid, uuid, jsonb, boolean) owner to cairn_definer;

-- Records that no receiver gets are noted too, where the giver leaves: the giver's name would be lost with them.
create function private.note_handovers(account uuid, decided jsonb, giver_id uuid, giver text, leaves boolean)
returns void
language sql security definer set search_path = ''
as $$
  with wanted as (
    select d.*
    from jsonb_to_recordset(decided)
      as d (kind text, id uuid, name text, part text, receiver_id uuid, invitation_id uuid)
  ),
  told as (
    insert into public.record_history (account_id, kind, record_id, record_name, action, field, after, changed_by)
    select
      account, w.kind, w.id, w.name, 'updated', 'handover',
      private.handover_line(
        w.part, case when w.receiver_id = private.caller_id() then 'accepted' else 'pending' end,
        note_handovers.giver_id, giver, w.receiver_id, w.invitation_id
      ),
      private.caller_id()
    from wanted w
    where leaves or num_nonnulls(w.receiver_id, w.invitation_id) = 1
  )
  insert into public.handovers (
    account_id, kind, record_id, part, giver_id, giver_name, handed_by, receiver_id, invitation_id
  )
  select
    account, w.kind, w.id, w.part, note_handovers.giver_id, giver, private.caller_id(), w.receiver_id, w.invitation_id
  from wanted w
  where num_nonnulls(w.receiver_id, w.invitation_id) = 1
$$;
comment on function private.note_handovers(uuid, jsonb, uuid, text, boolean) is
  'Writes who gets what into the handovers, and that with who gets nothing into the history of each record.';
alter function private.note_handovers(uuid, jsonb, uuid, text, boolean) owner to cairn_definer;

create function private.hand_over(person uuid, wishes jsonb, leaves boolean) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  asked constant jsonb := private.clear_wishes(wishes);
  rest constant jsonb := asked -> 'rest';
  rest_receiver constant uuid := (rest ->> 'receiver')::uuid;
  rest_invitation constant uuid := (rest ->> 'invitation')::uuid;
  caller constant uuid := private.caller_id();
  members uuid[];
  suggested uuid[];
  invitations uuid[];
  giver text;
  decided jsonb;
begin
  if person is distinct from private.caller_id() and coalesce(private.my_rank(), 0) < 2 then
    raise exception 'What somebody hands over is a matter of theirs and of managers.'
      using errcode = '42501', hint = 'Ask an administrator.';
  end if;
  select
    array_remove(array_agg(distinct n.receiver) || rest_receiver, null),
    array_remove(array_agg(distinct n.invitation) || rest_invitation, null)
  into members, invitations
  from jsonb_to_recordset(coalesce(asked -> 'records', '[]')) as n (receiver uuid, invitation uuid);
  if person = any (members) then
    raise exception 'Nobody hands over to themselves.' using errcode = '22023', hint = 'Choose somebody else.';
  end if;
  if rest -> 'suggested' = 'true' then
    select array_agg(distinct d.receiver_id) filter (where d.receiver_id is not null) into suggested
    from private.decided_handovers(account, person, asked, leaves) d;
  end if;
  -- The caller as well: what they hand over says who changed it.
  perform private.lock_members(account, members || suggested || array[caller, person]);
  if not private.is_member(account, caller) then
    raise exception 'You are no longer a member of this account.' using errcode = '42501', hint = 'Sign in again.';
  end if;
  select p.name into giver
  from public.account_members m
  join public.profiles p on p.id = m.user_id
  where m.account_id = account and m.user_id = person;
  if not found then
    perform private.refuse_stale('Somebody else has handed this over in the meantime.');
  end if;
  perform private.refuse_receivers(account, members, invitations);
  if exists (
    select from public.pending_invitations i
    where i.account_id = account and i.id = any (invitations) and i.invited_by = person
  ) then
    raise exception 'An invitation ends with the admin who sent it: its person cannot take over from them.'
      using errcode = '22023', hint = 'Choose somebody else.';
  end if;
  if exists (
    select n.kind, n.id, n.part
    from jsonb_to_recordset(coalesce(asked -> 'records', '[]')) as n (kind text, id uuid, part text)
    except
    select b.kind, b.id, b.part from private.belongings(account, person, not leaves) b
  ) then
    perform private.refuse_stale('Somebody else has handed this over in the meantime.');
  end if;
  select jsonb_agg(d) into decided from private.decided_handovers(account, person, asked, leaves) d;
  if exists (
    select from jsonb_to_recordset(decided) as d (receiver_id uuid)
    where d.receiver_id is not null and d.receiver_id <> all (coalesce(members || suggested, '{}'))
  ) or exists (
    select from unnest(suggested) as person (id) where not private.is_member(account, person.id)
  ) then
    perform private.refuse_stale('Somebody who was to take over has left in the meantime.');
  end if;
  perform private.end_handovers_to(account, person, decided);
  perform private.note_handovers(account, decided, person, giver, leaves);
  -- First of all that one person is told in a transaction, which has an end.
  perform private.tell_receivers(account);
  perform private.carry_out_handovers(account);
  update public.handovers h
  set state = 'accepted', answered_at = now()
  where h.account_id = account and h.act = private.current_act() and h.receiver_id = caller and h.state = 'pending';
end
$$;
comment on function private.hand_over(uuid, jsonb, boolean) is
  'Hands over what a member owns and knows. wishes: {"records": [{kind, id, part, receiver | invitation | neither}], "rest": {receiver | invitation | "suggested": true} | null}; what has no receiver stays a gap. Refuses with HO001 where somebody else was quicker.';
alter function private.hand_over(uuid, jsonb, boolean) owner to cairn_definer;
grant execute on function private.hand_over(uuid, jsonb, boolean) to authenticated;

create function private.is_wish(wish jsonb, names text[]) returns boolean
language sql immutable set search_path = ''
as $$
  select case
    when jsonb_typeof(wish) = 'object'
    then wish - names = '{}'
      and num_nonnulls(wish -> 'receiver', wish -> 'invitation', wish -> 'suggested') <= 1
      and coalesce(wish -> 'suggested', 'true') = 'true'
    else false
  end
$$;
comment on function private.is_wish(jsonb, text[]) is
  'Whether it says who gets something: a receiver, an invitation, whoever is suggested, or nobody; and nothing but these names.';
alter function private.is_wish(jsonb, text[]) owner to cairn_definer;

create function private.clear_wishes(wishes jsonb) returns jsonb
language plpgsql immutable set search_path = ''
as $$
declare
  given constant jsonb := jsonb_strip_nulls(wishes);
  is_clear boolean := false;
begin
  if jsonb_typeof(given) = 'object' and jsonb_typeof(coalesce(given -> 'records', '[]')) = 'array' then
    is_clear := given - array['records', 'rest'] = '{}'
      and private.is_wish(coalesce(given -> 'rest', '{}'), array['receiver', 'invitation', 'suggested'])
      and not exists (
        select from jsonb_array_elements(given -> 'records') as wish
        where not private.is_wish(wish, array['kind', 'id', 'part', 'receiver', 'invitation'])
      );
  end if;
  if not is_clear then
    raise exception 'A handover says who gets which records, and who gets the rest.'
      using errcode = '22023',
        hint = 'Send {"records": [{"kind", "id", "part", "receiver" or "invitation"}], "rest": {"receiver"}, {"invitation"} or {"suggested": true}}.';
  end if;
  return given;
end
$$;
comment on function private.clear_wishes(jsonb) is
  'A handover as it was asked for, without what is null; refuses what is none.';
alter function private.clear_wishes(jsonb) owner to cairn_definer;

-- Answering handovers: a receiver accepts what they were handed, or passes it on.
--
-- A receiver answers for single handovers, or for all that an act handed to them. They pass on to a member, to an
-- invited person, or to no receiver at all; the next receiver is asked in turn.
-- A handover to an invited person waits only while the invitation is open. When it expires, the record is a gap
-- without an owner and waits for no answer. A renewed invitation is waited for again.

create function private.tell_receivers(account uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.notify(
    account, h.receiver_id, 'handed_over',
    case when count(*) = 1 then min(r.kind) end,
    case when count(*) = 1 then (array_agg(r.id))[1] end,
    case when count(*) = 1 then min(r.name) end,
    jsonb_build_object('act', h.act, 'giver', min(h.giver_name), 'amount', count(*))
  )
  from public.handovers h
  join private.catalogue_records r on r.account_id = account and r.kind = h.kind and r.id = h.record_id
  where h.account_id = account and h.act = private.current_act() and h.state = 'pending' and h.receiver_id is not null
  group by h.receiver_id, h.act;
end
$$;
comment on function private.tell_receivers(uuid) is 'Tells who was handed something in this act: once of all of it.';
alter function private.tell_receivers(uuid) owner to cairn_definer;

create function public.answer_handovers(
  answer text,
  handover_ids uuid[] default null,
  of_act uuid default null,
  receiver uuid default null,
  invitation uuid default null
) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  person constant uuid := private.caller_id();
  answered uuid[];
begin
  if answer is null or answer not in ('accept', 'pass_on') then
    raise exception 'The answer is accept or pass_on.' using errcode = '22023';
  end if;
  if cardinality(handover_ids) > 10000 then
    raise exception 'Answer at most 10,000 handovers at once.' using errcode = '22023', hint = 'Answer all of one act.';
  end if;
  if receiver = person or num_nonnulls(receiver, invitation) > 1
    or answer = 'accept' and num_nonnulls(receiver, invitation) > 0
  then
    raise exception 'What is passed on goes to one other person, or to nobody.'
      using errcode = '22023', hint = 'Choose somebody else.';
  end if;
  perform private.lock_members(account, array[person, receiver]);
  perform private.refuse_receivers(account, array_remove(array[receiver], null), array_remove(array[invitation], null));
  select array_agg(mine.id) into answered
  from (
    select h.id
    from public.handovers h
    where h.account_id = account and h.receiver_id = person and h.state = 'pending'
      and (h.id = any (handover_ids) or h.act = of_act)
      and ((select private.my_rank()) = 3 or h.kind = any (array(select private.kinds_in_use())))
      and exists (
        select from private.catalogue_records r
        where r.account_id = account and r.kind = h.kind and r.id = h.record_id
      )
    order by h.id
    for update of h
  ) mine;
  if answered is null or exists (select unnest(handover_ids) except select unnest(answered)) then
    perform private.refuse_stale('This was answered, withdrawn or given to somebody else in the meantime.');
  end if;
  if invitation is not null and exists (
    select from public.handovers h where h.id = any (answered) and h.part = 'expert'
  ) then
    raise exception 'Experts are members: who is invited becomes one after joining.'
      using errcode = '22023', hint = 'Choose a member.';
  end if;
  update public.handovers h
  set state = case answer when 'accept' then 'accepted' else 'passed_on' end, answered_at = now()
  where h.id = any (answered);
  insert into public.record_history (account_id, kind, record_id, record_name, action, field, after, changed_by)
  select
    account, h.kind, h.record_id, r.name, 'updated', 'handover',
    private.handover_line(
      h.part, h.state, h.giver_id, h.giver_name,
      case answer when 'accept' then person else receiver end, invitation
    ),
    person
  from public.handovers h
  join private.catalogue_records r on r.account_id = account and r.kind = h.kind and r.id = h.record_id
  where h.id = any (answered);
  if answer = 'pass_on' then
    perform private.pass_on(account, answered, receiver, invitation);
  end if;
  return cardinality(answered);
end
$$;
comment on function public.answer_handovers(text, uuid[], uuid, uuid, uuid) is
  'For the receiver: accepts what they were handed, or passes it on (pass_on) to a member, to somebody invited, or to nobody: by the ids of the handovers, or all that one act handed to them. Returns how many. HO001 where one is not pending any more.';
alter function public.answer_handovers(text, uuid[], uuid, uuid, uuid) owner to cairn_definer;
revoke all on function public.answer_handovers(text, uuid[], uuid, uuid, uuid) from public, anon, authenticated, service_role;
grant execute on function public.answer_handovers(text, uuid[], uuid, uuid, uuid) to authenticated;

create function private.pass_on(account uuid, passed uuid[], receiver uuid, invitation uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  person constant uuid := private.caller_id();
  kind text;
begin
  insert into public.handovers (
    account_id, kind, record_id, part, giver_id, giver_name, handed_by, receiver_id, invitation_id
  )
  select account, h.kind, h.record_id, h.part, h.giver_id, h.giver_name, person, pass_on.receiver, pass_on.invitation
  from public.handovers h
  where h.id = any (passed) and num_nonnulls(pass_on.receiver, pass_on.invitation) = 1
    and not exists (
      select from private.record_experts e
      where h.part = 'expert' and e.account_id = account and e.kind = h.kind and e.record_id = h.record_id
        and e.expert_id = pass_on.receiver
    );
  perform private.tell_receivers(account);
  foreach kind in array array['system', 'solution', 'agent', 'automation'] loop
    execute format(
      'delete from public.%I e using public.handovers h
      where h.id = any ($1) and h.kind = $2 and h.part = ''expert''
        and e.account_id = h.account_id and e.%I = h.record_id and e.expert_id = $3',
      kind || '_experts', kind || '_id'
    ) using passed, kind, person;
    if num_nonnulls(receiver, invitation) = 0 then
      execute format(
        'update public.%I r set owner_id = null from public.handovers h
        where h.id = any ($1) and h.kind = $2 and h.part = ''owner''
          and r.account_id = h.account_id and r.id = h.record_id and r.owner_id = $3',
        kind || 's'
      ) using passed, kind, person;
    end if;
  end loop;
  perform private.carry_out_handovers(account);
end
$$;
comment on function private.pass_on(uuid, uuid[], uuid, uuid) is
  'Gives what the caller was handed to somebody else, who is asked in turn, or to nobody.';
alter function private.pass_on(uuid, uuid[], uuid, uuid) owner to cairn_definer;

create function public.get_my_handovers(of_act uuid, skip integer default 0) returns json
language sql stable security definer set search_path = ''
as $$
  with mine as (
    select
      h.id, h.kind, h.record_id, r.name, h.part, h.giver_id, h.giver_name, h.state,
      count(*) over () as total,
      count(*) filter (where h.state = 'pending') over () as pending,
      row_number() over (order by h.part desc, lower(r.name), h.id) as place
    from public.handovers h
    join private.catalogue_records r on r.account_id = h.account_id and r.kind = h.kind and r.id = h.record_id
    where h.account_id = (select private.my_account()) and h.receiver_id = (select private.caller_id())
      and h.act = of_act
      and ((select private.my_rank()) = 3 or h.kind = any (array(select private.kinds_in_use())))
  )
  select json_build_object(
    'total', coalesce(max(m.total), 0),
    'pending', coalesce(max(m.pending), 0),
    'items', coalesce(
      json_agg(
        json_build_object(
          'id', m.id, 'kind', m.kind, 'record_id', m.record_id, 'record_name', m.name, 'part', m.part,
          'giver_name', m.giver_name, 'state', m.state
        )
        order by m.place
      ) filter (where m.place > greatest(skip, 0) and m.place <= greatest(skip, 0) + 50),
      '[]'
    )
  )
  from mine m
$$;
comment on function public.get_my_handovers(uuid, integer) is
  'What one act handed to the caller, 50 at a time: {"total", "pending", "items": [{id, kind, record_id, record_name, part, giver_name, state}]}.';
alter function public.get_my_handovers(uuid, integer) owner to cairn_definer;
revoke all on function public.get_my_handovers(uuid, integer) from public, anon, authenticated, service_role;
grant execute on function public.get_my_handovers(uuid, integer) to authenticated;

create function public.get_pending_handovers(kind_param text)
returns table (id uuid, record_id uuid, part text, giver_name text, receiver_id uuid)
language sql stable security definer set search_path = ''
as $$
  select h.id, h.record_id, h.part, h.giver_name, h.receiver_id
  from public.handovers h
  where h.account_id = (select private.my_account()) and h.kind = kind_param and h.state = 'pending'
    and (
      h.invitation_id is null
      or exists (
        select from public.pending_invitations i
        where i.account_id = h.account_id and i.id = h.invitation_id
          and i.accepted_at is null and i.declined_at is null and i.expires_at > now()
      )
    )
  order by h.created_at desc, h.id
  limit 1000
$$;
comment on function public.get_pending_handovers(text) is
  'The handovers of a kind that wait for an answer, the last 1,000; receiver_id is null for somebody invited.';
alter function public.get_pending_handovers(text) owner to cairn_definer;
revoke all on function public.get_pending_handovers(text) from public, anon, authenticated, service_role;
grant execute on function public.get_pending_handovers(text) to authenticated;

-- Ending handovers: a pending handover ends when its receiver leaves, or its record gets another owner or is purged.
--
-- Triggers keep the handovers in step with owners, experts, invitations and the bin. A handover to an invited person
-- becomes that of the member once they have joined.

-- The foreign key empties the receiver when they leave; this trigger then withdraws the handover.
create function private.withdraw_handover() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.state := 'withdrawn';
  new.answered_at := now();
  return new;
end
$$;
comment on function private.withdraw_handover() is 'Trigger: a handover whose receiver is gone waits for nobody.';
alter function private.withdraw_handover() owner to cairn_definer;

create function private.end_handovers_to(account uuid, person uuid, decided jsonb) returns void
language sql security definer set search_path = ''
as $$
  update public.handovers h
  set state = 'passed_on', answered_at = now()
  from jsonb_to_recordset(decided) as d (id uuid, part text, receiver_id uuid, invitation_id uuid)
  where h.account_id = account and h.record_id = d.id and h.part = d.part
    -- A record has one owner: whoever else was asked before is asked no more.
    and (h.receiver_id = person or h.part = 'owner')
    and h.state = 'pending' and num_nonnulls(d.receiver_id, d.invitation_id) = 1
$$;
comment on function private.end_handovers_to(uuid, uuid, jsonb) is
  'What a member was handed and never answered is passed on with the rest.';
alter function private.end_handovers_to(uuid, uuid, jsonb) owner to cairn_definer;

-- The invited person has joined, or a member made another person owner.
create function private.follow_owner() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  with joined as (
    update public.handovers h
    set receiver_id = n.owner_id, invitation_id = null
    from is_now n
    where h.account_id = n.account_id and h.record_id = n.id and h.part = 'owner' and h.state = 'pending'
      and h.invitation_id is not null and n.owner_id is not null
      and exists (
        select from public.pending_invitations i
        join public.profiles p on p.id = n.owner_id and lower(p.email) = i.email
        where i.account_id = h.account_id and i.id = h.invitation_id
      )
    returning h.account_id, h.receiver_id, h.act, h.giver_name, h.handed_by, h.kind, n.id, n.name
  )
  -- Not by private.notify: whoever accepts the invitation acts, and is told all the same.
  insert into public.notifications (
    account_id, user_id, number, kind, actor_id, record_kind, record_id, record_name, payload, in_app, mail_due
  )
  select
    j.account_id, j.receiver_id,
    coalesce((
      select max(n.number) from public.notifications n where n.account_id = j.account_id and n.user_id = j.receiver_id
    ), 0) + 1,
    'handed_over', (array_agg(j.handed_by))[1],
    case when count(*) = 1 then min(j.kind) end,
    case when count(*) = 1 then (array_agg(j.id))[1] end,
    case when count(*) = 1 then min(j.name) end,
    jsonb_build_object('act', j.act, 'giver', min(j.giver_name), 'amount', count(*)), true, false
  from joined j
  group by j.account_id, j.receiver_id, j.act;
  -- A renewed invitation is another one of the same person.
  update public.handovers h
  set invitation_id = n.invited_owner_id
  from is_now n
  where h.account_id = n.account_id and h.record_id = n.id and h.part = 'owner' and h.state = 'pending'
    and h.invitation_id <> n.invited_owner_id
    and (select i.email from public.pending_invitations i where i.id = h.invitation_id)
      = (select i.email from public.pending_invitations i where i.id = n.invited_owner_id);
  update public.handovers h
  set state = 'withdrawn', answered_at = now()
  from is_now n
  where h.account_id = n.account_id and h.record_id = n.id and h.part = 'owner' and h.state = 'pending'
    and (h.receiver_id, h.invitation_id) is distinct from (n.owner_id, n.invited_owner_id);
  return null;
end
$$;
comment on function private.follow_owner() is
  'Statement trigger: a handover becomes that of whoever joined, and ends when somebody else is made owner.';
alter function private.follow_owner() owner to cairn_definer;

-- An expert who is removed has no handover to answer either.
create function private.follow_expert() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  execute format(
    'update public.handovers h
    set state = ''withdrawn'', answered_at = now()
    from links l
    where h.account_id = l.account_id and h.record_id = l.%I and h.part = ''expert''
      and h.receiver_id = l.expert_id and h.state = ''pending''',
    tg_argv[0] || '_id'
  );
  return null;
end
$$;
comment on function private.follow_expert() is
  'Statement trigger (kind): handovers to experts end when they are removed.';
alter function private.follow_expert() owner to cairn_definer;

-- Of a user who is deleted, only the id is kept.
create function private.forget_giver() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.handovers h set giver_name = 'Former Member' where h.giver_id = old.id;
  update public.record_history l set after = jsonb_set(l.after, '{giver,name}', '"Former Member"')
  where l.field = 'handover' and l.after -> 'giver' ->> 'id' = old.id::text;
  update public.record_history l set after = jsonb_set(l.after, '{receiver,name}', '"Former Member"')
  where l.field = 'handover' and l.after -> 'receiver' ->> 'id' = old.id::text;
  return null;
end
$$;
comment on function private.forget_giver() is 'Trigger: forgets the name of somebody whose user is deleted.';
alter function private.forget_giver() owner to cairn_definer;

-- A purged record never comes back; a restored record is in its table when it leaves the bin.
create function private.forget_handovers() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.handovers h
  using gone g
  where h.account_id = g.account_id and h.kind = g.kind and h.record_id = g.record_id
    and not private.is_record(g.account_id, g.kind, g.record_id);
  return null;
end
$$;
comment on function private.forget_handovers() is 'Statement trigger: the handovers of a purged record go with it.';
alter function private.forget_handovers() owner to cairn_definer;

create trigger cairn_forget_giver after update of deleted_at on auth.users
  for each row when (new.deleted_at is not null and old.deleted_at is null)
  execute function private.forget_giver();
create trigger agent_experts_follow after delete on public.agent_experts
  referencing old table as links
  for each statement when (current_user <> 'cairn_owner') execute function private.follow_expert('agent');
create trigger agents_follow_owner after update on public.agents
  referencing new table as is_now
  for each statement execute function private.follow_owner();
create trigger agents_follow_owner_back after insert on public.agents
  referencing new table as is_now
  for each statement execute function private.follow_owner();
create trigger automation_experts_follow after delete on public.automation_experts
  referencing old table as links
  for each statement when (current_user <> 'cairn_owner') execute function private.follow_expert('automation');
create trigger automations_follow_owner after update on public.automations
  referencing new table as is_now
  for each statement execute function private.follow_owner();
create trigger automations_follow_owner_back after insert on public.automations
  referencing new table as is_now
  for each statement execute function private.follow_owner();
create trigger handovers_withdraw before update on public.handovers
  for each row
  when (new.state = 'pending' and new.receiver_id is null and new.invitation_id is null)
  execute function private.withdraw_handover();
create trigger profiles_forget_giver after delete on public.profiles
  for each row execute function private.forget_giver();
create trigger solution_experts_follow after delete on public.solution_experts
  referencing old table as links
  for each statement when (current_user <> 'cairn_owner') execute function private.follow_expert('solution');
create trigger solutions_follow_owner after update on public.solutions
  referencing new table as is_now
  for each statement execute function private.follow_owner();
create trigger solutions_follow_owner_back after insert on public.solutions
  referencing new table as is_now
  for each statement execute function private.follow_owner();
create trigger system_experts_follow after delete on public.system_experts
  referencing old table as links
  for each statement when (current_user <> 'cairn_owner') execute function private.follow_expert('system');
create trigger systems_follow_owner after update on public.systems
  referencing new table as is_now
  for each statement execute function private.follow_owner();

-- What comes back out of the bin: the invited person may have joined, or their invitation may be over.
create trigger systems_follow_owner_back after insert on public.systems
  referencing new table as is_now
  for each statement execute function private.follow_owner();

-- Counting from scratch: the lock of an account's sums, and a count of all its records.
--
-- A gap is a record without an owner, or whose owner left or was not seen for long, or whose handover waits, or that
-- only its owner knows. Owner and experts decide, never the creator. Only managers and admins learn whether a member
-- was here lately: they can do something about it.

create function private.lock_of_counts(account uuid) returns bigint
language sql immutable set search_path = ''
as $$
  select hashtextextended('counts of ' || account, 0)
$$;
comment on function private.lock_of_counts(uuid) is 'The advisory lock of whoever writes the sums of an account.';
alter function private.lock_of_counts(uuid) owner to cairn_definer;

create function private.count_anew(account uuid) returns void
language plpgsql security definer set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
begin
  perform pg_advisory_xact_lock(private.lock_of_counts(account));
  -- First the marks: whatever they mark is seen by the statements after this one.
  delete from private.records_to_count m where m.account_id = account;
  delete from private.counted_records c where c.account_id = account;
  delete from private.record_counts c where c.account_id = account;
  insert into private.counted_records
  select g.* from private.gaps_of_records g where g.account_id = account;
  insert into private.record_counts
  select
    c.account_id, c.kind, c.owner_id, c.invited_owner_id, c.owner_left, c.handover_pending, c.awaited, c.nobody_else, count(*)
  from private.counted_records c
  where c.account_id = account
  group by c.account_id, c.kind, c.owner_id, c.invited_owner_id, c.owner_left, c.handover_pending, c.awaited, c.nobody_else;
end
$$;
comment on function private.count_anew(uuid) is
  'Counts all records of an account, also those that were written while triggers were off.';
alter function private.count_anew(uuid) owner to cairn_definer;

create function private.drop_counts() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(private.lock_of_counts(old.id));
  delete from private.records_to_count m where m.account_id = old.id;
  delete from private.counted_records c where c.account_id = old.id;
  delete from private.record_counts c where c.account_id = old.id;
  return old;
end
$$;
comment on function private.drop_counts() is 'Trigger: an account that goes takes its sums along.';
alter function private.drop_counts() owner to cairn_definer;

create trigger accounts_counts_go before delete on public.accounts
  for each row execute function private.drop_counts();

-- Marks: triggers that mark which records may count as something else since a change.
--
-- A change only adds rows to private.records_to_count and waits for no other transaction. A record that is marked
-- once too often counts the same. A change of many records brings its marks into the sums itself.

-- An account that goes as a whole marks nothing: it takes its sums along.
create function private.mark_records() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  case tg_op
    when 'INSERT' then
      insert into private.records_to_count (account_id, kind, record_id)
      select c.account_id, tg_argv[0], c.id from come c;
    when 'DELETE' then
      insert into private.records_to_count (account_id, kind, record_id)
      select g.account_id, tg_argv[0], g.id
      from gone g
      where exists (select from public.accounts a where a.id = g.account_id);
    else
      -- No join: the plan is kept, and is as good for one record as for ten thousand.
      insert into private.records_to_count (account_id, kind, record_id)
      select changed.account_id, tg_argv[0], changed.id
      from (
        select c.account_id, c.id, c.owner_id, c.invited_owner_id from come c
        except
        select g.account_id, g.id, g.owner_id, g.invited_owner_id from gone g
      ) changed;
  end case;
  return null;
end
$$;
comment on function private.mark_records() is
  'Statement trigger (kind): marks records that come, go or have another owner, to be counted.';
alter function private.mark_records() owner to cairn_definer;

create function private.mark_known() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  execute format(
    'insert into private.records_to_count (account_id, kind, record_id) '
      || case tg_op
        when 'INSERT' then 'select e.account_id, $1, e.%1$I from come e'
        when 'DELETE' then
          'select e.account_id, $1, e.%1$I
          from gone e
          where exists (select from public.accounts a where a.id = e.account_id)'
        else
          'select e.account_id, $1, e.%1$I from gone e union select e.account_id, $1, e.%1$I from come e'
      end,
    tg_argv[0] || '_id'
  ) using tg_argv[0];
  return null;
end
$$;
comment on function private.mark_known() is
  'Statement trigger (kind): marks records of which experts come or go, to be counted.';
alter function private.mark_known() owner to cairn_definer;

create function private.mark_named() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  case tg_op
    when 'INSERT' then
      insert into private.records_to_count (account_id, kind, record_id)
      select c.account_id, c.kind, c.record_id from come c;
    when 'DELETE' then
      insert into private.records_to_count (account_id, kind, record_id)
      select g.account_id, g.kind, g.record_id
      from gone g
      where exists (select from public.accounts a where a.id = g.account_id);
    else
      insert into private.records_to_count (account_id, kind, record_id)
      select g.account_id, g.kind, g.record_id from gone g
      union
      select c.account_id, c.kind, c.record_id from come c;
  end case;
  return null;
end
$$;
comment on function private.mark_named() is
  'Statement trigger: marks the records that rows name by kind and record_id, to be counted.';
alter function private.mark_named() owner to cairn_definer;

create function private.count_many() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  -- Fewer are quickly looked at by whoever reads, until the server counts them.
  fewest constant integer := 1000;
  batch constant integer := 20000;
  many constant boolean := (select count(*) from (select from marks limit fewest) m) >= fewest;
  account uuid;
  records bigint;
begin
  -- Where no server counts, one change in a hundred counts what the others have left.
  if not many and random() > 0.01 or current_setting('transaction_isolation') <> 'read committed' then
    return null;
  end if;
  for account, records in
    select m.account_id, count(*)
    from marks m
    group by m.account_id
    having not many or count(*) >= fewest
    order by m.account_id
  loop
    begin
      -- In the order of whoever deletes an account: first the account, then its counts.
      perform from public.accounts a where a.id = account for key share;
      if many then
        perform private.count_marked(account, batch) from generate_series(1, records, batch);
      else
        perform private.count_for_readers(account);
      end if;
    -- No change is refused because it cannot be counted yet.
    exception when others then
      raise warning 'The records of account % could not be counted: %', account, sqlerrm;
    end;
  end loop;
  return null;
end
$$;
comment on function private.count_many() is
  'Statement trigger: brings the marks of a change of many records into the sums at once, unless somebody else is at it; now and then also what many small changes have left.';
alter function private.count_many() owner to cairn_definer;

create trigger agent_experts_come_to_count after insert on public.agent_experts
  referencing new table as come
  for each statement execute function private.mark_known('agent');
create trigger agent_experts_change_to_count after update on public.agent_experts
  referencing old table as gone new table as come
  for each statement execute function private.mark_known('agent');
create trigger agent_experts_go_to_count after delete on public.agent_experts
  referencing old table as gone
  for each statement execute function private.mark_known('agent');
create trigger agents_come_to_count after insert on public.agents
  referencing new table as come
  for each statement execute function private.mark_records('agent');
create trigger agents_change_to_count after update on public.agents
  referencing old table as gone new table as come
  for each statement execute function private.mark_records('agent');
create trigger agents_go_to_count after delete on public.agents
  referencing old table as gone
  for each statement execute function private.mark_records('agent');
create trigger automation_experts_come_to_count after insert on public.automation_experts
  referencing new table as come
  for each statement execute function private.mark_known('automation');
create trigger automation_experts_change_to_count after update on public.automation_experts
  referencing old table as gone new table as come
  for each statement execute function private.mark_known('automation');
create trigger automation_experts_go_to_count after delete on public.automation_experts
  referencing old table as gone
  for each statement execute function private.mark_known('automation');
create trigger automations_come_to_count after insert on public.automations
  referencing new table as come
  for each statement execute function private.mark_records('automation');
create trigger automations_change_to_count after update on public.automations
  referencing old table as gone new table as come
  for each statement execute function private.mark_records('automation');
create trigger automations_go_to_count after delete on public.automations
  referencing old table as gone
  for each statement execute function private.mark_records('automation');
create trigger departed_owners_come_to_count after insert on public.departed_owners
  referencing new table as come
  for each statement execute function private.mark_named();
create trigger departed_owners_change_to_count after update on public.departed_owners
  referencing old table as gone new table as come
  for each statement execute function private.mark_named();
create trigger departed_owners_go_to_count after delete on public.departed_owners
  referencing old table as gone
  for each statement execute function private.mark_named();
create trigger handovers_come_to_count after insert on public.handovers
  referencing new table as come
  for each statement execute function private.mark_named();
create trigger handovers_change_to_count after update on public.handovers
  referencing old table as gone new table as come
  for each statement execute function private.mark_named();
create trigger handovers_go_to_count after delete on public.handovers
  referencing old table as gone
  for each statement execute function private.mark_named();
create trigger solution_experts_come_to_count after insert on public.solution_experts
  referencing new table as come
  for each statement execute function private.mark_known('solution');
create trigger solution_experts_change_to_count after update on public.solution_experts
  referencing old table as gone new table as come
  for each statement execute function private.mark_known('solution');
create trigger solution_experts_go_to_count after delete on public.solution_experts
  referencing old table as gone
  for each statement execute function private.mark_known('solution');
create trigger solutions_come_to_count after insert on public.solutions
  referencing new table as come
  for each statement execute function private.mark_records('solution');
create trigger solutions_change_to_count after update on public.solutions
  referencing old table as gone new table as come
  for each statement execute function private.mark_records('solution');
create trigger solutions_go_to_count after delete on public.solutions
  referencing old table as gone
  for each statement execute function private.mark_records('solution');
create trigger system_experts_come_to_count after insert on public.system_experts
  referencing new table as come
  for each statement execute function private.mark_known('system');
create trigger system_experts_change_to_count after update on public.system_experts
  referencing old table as gone new table as come
  for each statement execute function private.mark_known('system');
create trigger system_experts_go_to_count after delete on public.system_experts
  referencing old table as gone
  for each statement execute function private.mark_known('system');
create trigger systems_come_to_count after insert on public.systems
  referencing new table as come
  for each statement execute function private.mark_records('system');
create trigger systems_change_to_count after update on public.systems
  referencing old table as gone new table as come
  for each statement execute function private.mark_records('system');
create trigger systems_go_to_count after delete on public.systems
  referencing old table as gone
  for each statement execute function private.mark_records('system');

-- Counted gaps: what each record counts as, and the sums of it by owner, so that a count reads no records.
--
-- A writer waits for no other: a change only marks its records. The server counts what is marked every few seconds. A
-- reader adds what is not counted yet, looking at the records themselves, so figures are exact at any time.
-- What ends by the clock alone (an invitation, the last visit of an owner) is no part of the sums: these name owner
-- and invitation, and the reader asks about them. Coverage reads its present from the same sums.

create table private.records_to_count (
  account_id uuid not null,
  kind text not null,
  record_id uuid not null
);
create index records_to_count_account_idx on private.records_to_count (account_id);
comment on table private.records_to_count is
  'Records that may count as something else since a change. No keys: whoever writes waits for nobody.';
alter table private.records_to_count owner to cairn_owner;

create table private.counted_records (
  account_id uuid not null,
  kind text not null,
  record_id uuid not null,
  owner_id uuid,
  invited_owner_id uuid,
  owner_left boolean not null,
  handover_pending boolean not null,
  awaited uuid[] not null,
  nobody_else boolean not null,
  primary key (account_id, kind, record_id)
);
create index counted_records_nobody_else_idx on private.counted_records (account_id, kind, record_id)
  where nobody_else;
comment on table private.counted_records is 'As what each record is in the sums.';
comment on column private.counted_records.handover_pending is 'Whether a member has not answered yet.';
comment on column private.counted_records.awaited is
  'Otherwise the invitations of those who were handed something: it is pending while one of them is open.';
alter table private.counted_records owner to cairn_owner;

create table private.record_counts (
  account_id uuid not null,
  kind text not null,
  owner_id uuid,
  invited_owner_id uuid,
  owner_left boolean not null,
  handover_pending boolean not null,
  awaited uuid[] not null,
  nobody_else boolean not null,
  records bigint not null,
  constraint record_counts_key unique nulls not distinct (
    account_id, kind, owner_id, invited_owner_id, owner_left, handover_pending, awaited, nobody_else
  )
);
comment on table private.record_counts is 'How many records of a catalogue there are by owner and gaps.';
alter table private.record_counts owner to cairn_owner;

-- The conditions are those of private.gap_condition, without what ends by the clock.
create view private.gaps_of_records with (security_invoker = true) as
select
  t.account_id,
  'system' as kind,
  t.id as record_id,
  t.owner_id,
  case when t.owner_id is null then t.invited_owner_id end as invited_owner_id,
  t.owner_id is null and exists (
    select from public.departed_owners d
    where d.account_id = t.account_id and d.kind = 'system' and d.record_id = t.id
  ) as owner_left,
  coalesce(h.of_member, false) as handover_pending,
  case when h.of_member then '{}' else coalesce(h.awaited, '{}') end as awaited,
  not exists (
    select from public.system_experts e
    where e.account_id = t.account_id and e.system_id = t.id and e.expert_id is distinct from t.owner_id
  ) as nobody_else
from public.systems t
left join lateral (
  select
    bool_or(h.invitation_id is null) as of_member,
    array_agg(distinct h.invitation_id order by h.invitation_id) as awaited
  from public.handovers h
  where h.account_id = t.account_id and h.record_id = t.id and h.kind = 'system' and h.state = 'pending'
) h on true
union all
select
  t.account_id,
  'solution' as kind,
  t.id as record_id,
  t.owner_id,
  case when t.owner_id is null then t.invited_owner_id end as invited_owner_id,
  t.owner_id is null and exists (
    select from public.departed_owners d
    where d.account_id = t.account_id and d.kind = 'solution' and d.record_id = t.id
  ) as owner_left,
  coalesce(h.of_member, false) as handover_pending,
  case when h.of_member then '{}' else coalesce(h.awaited, '{}') end as awaited,
  not exists (
    select from public.solution_experts e
    where e.account_id = t.account_id and e.solution_id = t.id and e.expert_id is distinct from t.owner_id
  ) as nobody_else
from public.solutions t
left join lateral (
  select
    bool_or(h.invitation_id is null) as of_member,
    array_agg(distinct h.invitation_id order by h.invitation_id) as awaited
  from public.handovers h
  where h.account_id = t.account_id and h.record_id = t.id and h.kind = 'solution' and h.state = 'pending'
) h on true
union all
select
  t.account_id,
  'agent' as kind,
  t.id as record_id,
  t.owner_id,
  case when t.owner_id is null then t.invited_owner_id end as invited_owner_id,
  t.owner_id is null and exists (
    select from public.departed_owners d
    where d.account_id = t.account_id and d.kind = 'agent' and d.record_id = t.id
  ) as owner_left,
  coalesce(h.of_member, false) as handover_pending,
  case when h.of_member then '{}' else coalesce(h.awaited, '{}') end as awaited,
  not exists (
    select from public.agent_experts e
    where e.account_id = t.account_id and e.agent_id = t.id and e.expert_id is distinct from t.owner_id
  ) as nobody_else
from public.agents t
left join lateral (
  select
    bool_or(h.invitation_id is null) as of_member,
    array_agg(distinct h.invitation_id order by h.invitation_id) as awaited
  from public.handovers h
  where h.account_id = t.account_id and h.record_id = t.id and h.kind = 'agent' and h.state = 'pending'
) h on true
union all
select
  t.account_id,
  'automation' as kind,
  t.id as record_id,
  t.owner_id,
  case when t.owner_id is null then t.invited_owner_id end as invited_owner_id,
  t.owner_id is null and exists (
    select from public.departed_owners d
    where d.account_id = t.account_id and d.kind = 'automation' and d.record_id = t.id
  ) as owner_left,
  coalesce(h.of_member, false) as handover_pending,
  case when h.of_member then '{}' else coalesce(h.awaited, '{}') end as awaited,
  not exists (
    select from public.automation_experts e
    where e.account_id = t.account_id and e.automation_id = t.id and e.expert_id is distinct from t.owner_id
  ) as nobody_else
from public.automations t
left join lateral (
  select
    bool_or(h.invitation_id is null) as of_member,
    array_agg(distinct h.invitation_id order by h.invitation_id) as awaited
  from public.handovers h
  where h.account_id = t.account_id and h.record_id = t.id and h.kind = 'automation' and h.state = 'pending'
) h on true;
comment on view private.gaps_of_records is 'As what each record counts now.';
alter view private.gaps_of_records owner to cairn_owner;

create function private.count_marked(account uuid, at_most integer) returns integer
language plpgsql security definer set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  counted integer;
begin
  -- Who counts is alone with the sums of the account; whoever comes meanwhile leaves it to them. What one statement sees
  -- belongs together: with a mark it sees the change that made it, and other marks stay.
  if not pg_try_advisory_xact_lock(private.lock_of_counts(account)) then
    return 0;
  end if;
  with taken as (
    delete from private.records_to_count m
    where m.ctid = any (array(
      select w.ctid from private.records_to_count w where w.account_id = account limit at_most
    ))
    returning m.kind, m.record_id
  ),
  marked as materialized (
    select distinct t.kind, t.record_id from taken t
  ),
  is_now as materialized (
    select g.*
    from marked m
    cross join lateral (
      select v.*
      from private.gaps_of_records v
      where v.account_id = account and v.kind = m.kind and v.record_id = m.record_id
      offset 0
    ) g
  ),
  was as materialized (
    select c.*
    from marked m
    join private.counted_records c on c.account_id = account and c.kind = m.kind and c.record_id = m.record_id
  ),
  gone as (
    -- Not 'not exists': nobody can tell the planner how many are marked, and it would compare each with every other.
    delete from private.counted_records c
    using (
      select w.kind, w.record_id from was w
      except
      select n.kind, n.record_id from is_now n
    ) w
    where c.account_id = account and c.kind = w.kind and c.record_id = w.record_id
  ),
  kept as (
    insert into private.counted_records as c
    select * from (select * from is_now except select * from was) changed
    on conflict (account_id, kind, record_id) do update
    set owner_id = excluded.owner_id, invited_owner_id = excluded.invited_owner_id, owner_left = excluded.owner_left,
      handover_pending = excluded.handover_pending, awaited = excluded.awaited, nobody_else = excluded.nobody_else
  ),
  summed as (
    insert into private.record_counts as c (
      account_id, kind, owner_id, invited_owner_id, owner_left, handover_pending, awaited, nobody_else, records
    )
    select
      account, d.kind, d.owner_id, d.invited_owner_id, d.owner_left, d.handover_pending, d.awaited, d.nobody_else, sum(d.more)
    from (
      select n.*, 1 as more from is_now n
      union all
      select w.*, -1 from was w
    ) d
    group by d.kind, d.owner_id, d.invited_owner_id, d.owner_left, d.handover_pending, d.awaited, d.nobody_else
    having sum(d.more) <> 0
    on conflict on constraint record_counts_key do update set records = c.records + excluded.records
  )
  select count(*) into counted from taken;
  delete from private.record_counts c where c.account_id = account and c.records = 0;
  return counted;
end
$$;
comment on function private.count_marked(uuid, integer) is
  'Brings so many marks of an account into its sums; returns how many. None while somebody else is at it.';
alter function private.count_marked(uuid, integer) owner to cairn_definer;

-- An account that cannot be counted keeps no other account waiting.
create function public.count_changed_records(at_most integer default 2000) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  account uuid;
  counted integer := 0;
begin
  for account in
    with recursive waiting as (
      (select m.account_id from private.records_to_count m order by m.account_id limit 1)
      union all
      select (
        select m.account_id
        from private.records_to_count m
        where m.account_id > w.account_id
        order by m.account_id
        limit 1
      )
      from waiting w
      where w.account_id is not null
    )
    select w.account_id from waiting w where w.account_id is not null
  loop
    begin
      counted := counted + private.count_marked(account, at_most - counted);
    exception when others then
      raise warning 'The records of account % could not be counted: %', account, sqlerrm;
    end;
    exit when counted >= at_most;
  end loop;
  return counted;
end
$$;
comment on function public.count_changed_records(integer) is
  'For the server, every few seconds: brings changes of records into the figures of gaps, so that they need not be read one by one. Returns how many; as many as were asked for where there may be more.';
alter function public.count_changed_records(integer) owner to cairn_definer;
revoke all on function public.count_changed_records(integer) from public, anon, authenticated, service_role;
grant execute on function public.count_changed_records(integer) to service_role, supabase_auth_admin;

create trigger records_to_count_many after insert on private.records_to_count
  referencing new table as marks
  for each statement execute function private.count_many();

alter table private.records_to_count enable row level security;
alter table private.records_to_count force row level security;

alter table private.counted_records enable row level security;
alter table private.counted_records force row level security;

alter table private.record_counts enable row level security;
alter table private.record_counts force row level security;

revoke all on private.records_to_count, private.counted_records, private.record_counts
  from public, anon, authenticated, service_role;
grant select, insert, delete on private.records_to_count to cairn_definer;
grant select, insert, update, delete on private.counted_records, private.record_counts to cairn_definer;
revoke all on private.gaps_of_records from public, anon, authenticated, service_role;
grant select on private.gaps_of_records to cairn_definer;

-- Reading gaps: how many records of an account have which gap, and which records these are.
--
-- Figures come from the sums of 12_counted_gaps.sql, with what is marked and not counted yet looked at directly.
-- Where too much is marked, the reader counts it first. Only catalogues that the account has switched on count.

create function public.get_gaps() returns json
language plpgsql volatile security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  not_seen constant uuid[] := private.people_not_seen(account);
begin
  perform private.count_for_readers(account);
  return (
    select coalesce(
      json_object_agg(
        k.kind,
        jsonb_build_object(
          'no_owner', k.no_owner, 'owner_left', k.owner_left, 'handover_pending', k.handover_pending,
          'nobody_else', k.nobody_else
        ) || case when not_seen is null then '{}' else jsonb_build_object('owner_not_seen', k.owner_not_seen) end
      ),
      '{}'
    )
    from (
      select
        kinds.kind,
        coalesce(sum(c.records) filter (where c.unowned), 0) as no_owner,
        coalesce(sum(c.records) filter (where c.owner_left), 0) as owner_left,
        coalesce(sum(c.records) filter (where c.handover_pending), 0) as handover_pending,
        coalesce(sum(c.records) filter (where c.nobody_else), 0) as nobody_else,
        coalesce(sum(c.records) filter (where p.id is not null), 0) as owner_not_seen
      from unnest(array['system', 'solution', 'agent', 'automation']) as kinds (kind)
      left join private.current_counts(account) c using (kind)
      left join unnest(not_seen) as p (id) on p.id = c.owner_id
      where account is not null and private.feature_enabled(kinds.kind || 's')
      group by kinds.kind
    ) k
  );
end
$$;
comment on function public.get_gaps() is
  'How many records of each catalogue that is switched on have which gap: {"system" | …: {"no_owner", "owner_left", "owner_not_seen", "handover_pending", "nobody_else"}}. owner_left is among no_owner; owner_not_seen is there from level manager on, where the auth server tells it.';
alter function public.get_gaps() owner to cairn_definer;
revoke all on function public.get_gaps() from public, anon, authenticated, service_role;
grant execute on function public.get_gaps() to authenticated;

create function private.current_counts(account uuid) returns table (
  kind text, owner_id uuid, unowned boolean, owner_left boolean, handover_pending boolean, nobody_else boolean,
  records bigint
)
language sql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
  with open as materialized (
    select array(
      select i.id
      from public.pending_invitations i
      where i.account_id = account and i.accepted_at is null and i.declined_at is null and i.expires_at > now()
    ) as ids
  ),
  marked as materialized (
    select distinct m.kind, m.record_id from private.records_to_count m where m.account_id = account
  ),
  counted as (
    select c.kind, c.owner_id, c.invited_owner_id, c.owner_left, c.handover_pending, c.awaited, c.nobody_else, c.records
    from private.record_counts c
    where c.account_id = account
    union all
    select c.kind, c.owner_id, c.invited_owner_id, c.owner_left, c.handover_pending, c.awaited, c.nobody_else, -1
    from marked m
    join private.counted_records c on c.account_id = account and c.kind = m.kind and c.record_id = m.record_id
    union all
    select g.kind, g.owner_id, g.invited_owner_id, g.owner_left, g.handover_pending, g.awaited, g.nobody_else, 1
    from marked m
    cross join lateral (
      select v.*
      from private.gaps_of_records v
      where v.account_id = account and v.kind = m.kind and v.record_id = m.record_id
      offset 0
    ) g
  )
  select
    c.kind, c.owner_id, c.owner_id is null and i.id is null, c.owner_left and i.id is null,
    c.handover_pending or c.awaited && o.ids, c.nobody_else, c.records
  from counted c
  cross join open o
  left join unnest(o.ids) as i (id) on i.id = c.invited_owner_id
$$;
comment on function private.current_counts(uuid) is
  'How many records of each catalogue of an account there are by owner and gaps; a number may be less than none beside another.';
alter function private.current_counts(uuid) owner to cairn_definer;

create function private.count_for_readers(account uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  -- So many are quickly looked at, which leaves counting to the server.
  most constant integer := 1000;
begin
  if current_setting('transaction_read_only') = 'on' or current_setting('transaction_isolation') <> 'read committed' then
    return;
  end if;
  if (select count(*) from (
    select from private.records_to_count m where m.account_id = account limit most + 1
  ) waiting) > most then
    perform private.count_marked(account, 20 * most);
  end if;
end
$$;
comment on function private.count_for_readers(uuid) is
  'Counts what is marked in an account, where so much waits that looking at it would take long.';
alter function private.count_for_readers(uuid) owner to cairn_definer;

-- Candidates of a list: a record whose owner is invited has no gap while the invitation is open, however many records
-- it owns.
create function private.gap_candidates(account uuid, kind text, gaps text[], not_seen uuid[]) returns uuid[]
language plpgsql stable security definer set search_path = ''
as $$
declare
  found uuid[];
begin
  execute (
    select 'select array(' || string_agg(
      case g.gap
        when 'no_owner' then format(
          'select t.id
          from public.%I t
          where t.account_id = $1 and t.owner_id is null
            and (t.invited_owner_id is null or t.invited_owner_id <> all ($4))',
          kind || 's'
        )
        when 'owner_left' then
          'select d.record_id from public.departed_owners d where d.account_id = $1 and d.kind = $2'
        when 'owner_not_seen' then format(
          'select t.id from public.%I t where t.account_id = $1 and t.owner_id = any ($3)', kind || 's'
        )
        when 'handover_pending' then
          'select h.record_id from public.handovers h
          where h.account_id = $1 and h.kind = $2 and h.state = ''pending'''
        when 'nobody_else' then
          'select c.record_id from private.counted_records c
          where c.account_id = $1 and c.kind = $2 and c.nobody_else
          union
          select m.record_id from private.records_to_count m where m.account_id = $1 and m.kind = $2'
      end,
      ' union '
    ) || ')'
    from unnest(gaps) as g (gap)
  )
    into found using account, kind, not_seen, array(
      select i.id
      from public.pending_invitations i
      where i.account_id = account and i.accepted_at is null and i.declined_at is null and i.expires_at > now()
    );
  return found;
end
$$;
comment on function private.gap_candidates(uuid, text, text[], uuid[]) is
  'All records of a catalogue that have one of the gaps, and some that have none: few to look at, where gaps are rare.';
alter function private.gap_candidates(uuid, text, text[], uuid[]) owner to cairn_definer;

create function private.count_of_gaps(account uuid, kind text, gaps text[], not_seen uuid[]) returns bigint
language sql stable security definer set search_path = ''
as $$
  select coalesce(sum(c.records), 0)::bigint
  from private.current_counts(account) c
  left join unnest(not_seen) as p (id) on p.id = c.owner_id
  where c.kind = count_of_gaps.kind
    and (
      coalesce(cardinality(gaps), 0) = 0
      or 'no_owner' = any (gaps) and c.unowned
      or 'owner_left' = any (gaps) and c.owner_left
      or 'owner_not_seen' = any (gaps) and p.id is not null
      or 'handover_pending' = any (gaps) and c.handover_pending
      or 'nobody_else' = any (gaps) and c.nobody_else
    )
$$;
comment on function private.count_of_gaps(uuid, text, text[], uuid[]) is
  'How many records of a catalogue have one of the gaps; how many there are where none is named.';
alter function private.count_of_gaps(uuid, text, text[], uuid[]) owner to cairn_definer;

create function private.gap_condition(kind text, gap text, not_seen uuid[]) returns text
language sql immutable set search_path = ''
as $$
  select case gap
    when 'no_owner' then 't.owner_id is null and ' || nobody_invited
    when 'owner_left' then
      't.owner_id is null and ' || nobody_invited || format(
        ' and exists (
          select from public.departed_owners d
          where d.account_id = t.account_id and d.kind = %L and d.record_id = t.id
        )',
        kind
      )
    when 'owner_not_seen' then format('t.owner_id = any (%L::uuid[])', coalesce(not_seen, '{}'))
    when 'handover_pending' then format(
      'exists (
        select from public.handovers h
        where h.account_id = t.account_id and h.record_id = t.id and h.kind = %L and h.state = ''pending''
          and (h.invitation_id is null or %s)
      )',
      kind, format(is_open, 'h.invitation_id')
    )
    when 'nobody_else' then format(
      'not exists (
        select from public.%I e
        where e.account_id = t.account_id and e.%I = t.id and e.expert_id is distinct from t.owner_id
      )',
      kind || '_experts', kind || '_id'
    )
  end
  from (
    select 'exists (
      select from public.pending_invitations i
      where i.account_id = t.account_id and i.id = %s
        and i.accepted_at is null and i.declined_at is null and i.expires_at > now()
    )' as is_open
  ) as words
  cross join lateral (
    select format('(t.invited_owner_id is null or not %s)', format(is_open, 't.invited_owner_id')) as nobody_invited
  ) as of_owner
$$;
comment on function private.gap_condition(text, text, uuid[]) is
  'Which records t of a catalogue have a gap, as a condition; null for an unknown gap.';
alter function private.gap_condition(text, text, uuid[]) owner to cairn_definer;

create function private.gap_names() returns text[]
language sql immutable set search_path = ''
as $$
  select array['no_owner', 'owner_left', 'owner_not_seen', 'handover_pending', 'nobody_else']
$$;
comment on function private.gap_names() is 'The gaps that a record can have.';
alter function private.gap_names() owner to cairn_definer;

create function private.people_not_seen(account uuid) returns uuid[]
language sql stable security definer set search_path = ''
as $$
  select array(select (p ->> 'id')::uuid from json_array_elements(n.people) p)
  from private.members_not_seen(account, 90) as n (people)
  where n.people is not null and private.my_rank() >= 2
$$;
comment on function private.people_not_seen(uuid) is
  'The members of the caller''s account who have not been here for 90 days; null where that is not known, or not for the caller.';
alter function private.people_not_seen(uuid) owner to cairn_definer;

-- Coverage over time: the weekly share of records that had an owner, and a second person who knew them.
--
-- It is computed out of the history, backwards from the present. A week that has begun does not change any more, so
-- it is written down once: by the server's job, or for the first caller who asks. The present is the sums of the
-- counted gaps.

create table private.coverage_weeks (
  account_id uuid not null references public.accounts (id) on delete cascade,
  week date not null,
  kind text not null,
  records bigint not null,
  with_owner bigint not null,
  with_second bigint not null,
  primary key (account_id, week, kind)
);
comment on table private.coverage_weeks is
  'How many records an account had when a week began, Monday at midnight UTC, and how many of them had an owner and somebody else who knew them.';
comment on column private.coverage_weeks.kind is 'system, solution, agent or automation.';
comment on column private.coverage_weeks.with_owner is 'With an owner, or with somebody whose invitation was open.';
comment on column private.coverage_weeks.with_second is 'With an expert who was not the owner.';
alter table private.coverage_weeks owner to cairn_owner;

-- A caller who asks may have written down the newest weeks only.
create table private.coverage_accounts (
  account_id uuid primary key references public.accounts (id) on delete cascade,
  week date not null
);
comment on table private.coverage_accounts is 'Up to which week the server has written down the coverage of an account.';
alter table private.coverage_accounts owner to cairn_owner;

create function private.keep_coverage(account uuid, most_changes integer default 50000) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  this_week constant date := date_trunc('week', now() at time zone 'utc');
  oldest constant timestamptz := (select min(h.changed_at) from public.record_history h where h.account_id = account);
  missing date[] := array(
    select w.week::date
    from generate_series(
      greatest(
        this_week - 364,
        least(this_week, coalesce(date_trunc('week', oldest at time zone 'utc')::date + 7, this_week))
      ),
      this_week, interval '7 days'
    ) as w (week)
    where not exists (
      select from private.coverage_weeks c where c.account_id = account and c.week = w.week::date
    )
    order by w.week
  );
begin
  if current_setting('transaction_read_only') = 'on' then
    return;
  end if;
  if missing <> '{}' and most_changes is not null then
    missing := array(
      select w.week
      from unnest(missing) as w (week)
      where private.beginning_of(w.week) > coalesce(
        (
          select h.changed_at
          from public.record_history h
          where h.account_id = account
          order by h.changed_at desc
          limit 1 offset most_changes
        ),
        '-infinity'
      )
      order by w.week
    );
  end if;
  if missing = '{}' then
    return;
  end if;
  insert into private.coverage_weeks (account_id, week, kind, records, with_owner, with_second)
  select
    account, missing[s.place], n.kind,
    n.records - sum(s.records), n.with_owner - sum(s.with_owner), n.with_second - sum(s.with_second)
  from private.current_coverage(account) n
  cross join lateral private.parts_of_ids((
    select count(*)
    from public.record_history h
    where h.account_id = account and h.changed_at >= private.beginning_of(missing[1])
  )) p
  cross join lateral private.coverage_since(
    account, n.kind, array(select private.beginning_of(w.week) from unnest(missing) as w (week) order by w.week),
    p.first_id, p.last_id
  ) s
  group by s.place, n.kind, n.records, n.with_owner, n.with_second
  -- Two who write down the same wait for each other in the same order.
  order by s.place, n.kind
  on conflict do nothing;
  delete from private.coverage_weeks c where c.account_id = account and c.week < this_week - 728;
end
$$;
comment on function private.keep_coverage(uuid, integer) is
  'Writes down the weeks of the last year that have begun and are not written down yet; those alone that at most so many changes lie behind. Two years are kept.';
alter function private.keep_coverage(uuid, integer) owner to cairn_definer;

create function public.keep_coverage(at_most integer default 20) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  this_week constant date := date_trunc('week', now() at time zone 'utc');
  due constant uuid[] := array(
    select a.id
    from public.accounts a
    left join private.coverage_accounts c on c.account_id = a.id
    where c.week is distinct from this_week
    order by random()
    limit at_most
  );
begin
  -- Of two servers that count the same the first one's figures stay.
  perform private.keep_coverage(d.account, null) from unnest(due) as d (account);
  insert into private.coverage_accounts as c (account_id, week)
  select d.account, this_week from unnest(due) as d (account)
  on conflict (account_id) do update set week = excluded.week;
  return cardinality(due);
end
$$;
comment on function public.keep_coverage(integer) is
  'For the server: writes down the coverage of so many accounts at the beginning of each week that is not written down yet. Returns of how many; zero says that all is done.';
alter function public.keep_coverage(integer) owner to cairn_definer;
revoke all on function public.keep_coverage(integer) from public, anon, authenticated, service_role;
grant execute on function public.keep_coverage(integer) to service_role, supabase_auth_admin;

-- An invitation and a record in the bin say what was. Before they are gone, weeks that have begun are written down.
create function private.keep_coverage_once(account uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if account::text is distinct from nullif(current_setting('cairn.coverage_kept', true), '') then
    perform private.keep_coverage(account);
    perform set_config('cairn.coverage_kept', account::text, true);
  end if;
end
$$;
comment on function private.keep_coverage_once(uuid) is 'keep_coverage, once a transaction and account.';
alter function private.keep_coverage_once(uuid) owner to cairn_definer;

create function private.leave_invitations() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.keep_coverage_once(old.account_id);
  return old;
end
$$;
comment on function private.leave_invitations() is 'Trigger: before an invitation is deleted, writes down what it counts for.';
alter function private.leave_invitations() owner to cairn_definer;

create function public.get_coverage() returns json
language plpgsql security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  this_week constant date := date_trunc('week', now() at time zone 'utc');
  kinds constant text[] := array(
    select k.kind
    from unnest(array['system', 'solution', 'agent', 'automation']) as k (kind)
    where private.feature_enabled(k.kind || 's')
  );
begin
  if account is null then
    return null;
  end if;
  perform private.count_for_readers(account);
  perform private.keep_coverage(account);
  return json_build_object(
    'weeks', (
      select coalesce(json_agg(w order by w.week), '[]')
      from (
        select
          c.week, sum(c.records) as records, sum(c.with_owner) as with_owner, sum(c.with_second) as with_second
        from private.coverage_weeks c
        where c.account_id = account and c.week >= this_week - 364 and c.kind = any (kinds)
        group by c.week
        having sum(c.records) > 0
      ) w
    ),
    'now', (
      select json_build_object(
        'records', coalesce(sum(n.records), 0),
        'with_owner', coalesce(sum(n.with_owner), 0),
        'with_second', coalesce(sum(n.with_second), 0)
      )
      from private.current_coverage(account) n
      where n.kind = any (kinds)
    )
  );
end
$$;
comment on function public.get_coverage() is
  'How many records of the caller''s account have an owner (invited ones included), and a second person who knows them, now and when each week of the last year began: {"weeks": [{"week", "records", "with_owner", "with_second"}], "now": {…}}. Of the catalogues that are switched on; weeks without a record are left out.';
alter function public.get_coverage() owner to cairn_definer;
revoke all on function public.get_coverage() from public, anon, authenticated, service_role;
grant execute on function public.get_coverage() to authenticated;

create function private.current_coverage(account uuid)
returns table (kind text, records bigint, with_owner bigint, with_second bigint)
language sql stable security definer set search_path = ''
as $$
  select
    k.kind,
    coalesce(sum(c.records), 0)::bigint,
    coalesce(sum(c.records) filter (where not c.unowned), 0)::bigint,
    coalesce(sum(c.records) filter (where not c.nobody_else), 0)::bigint
  from unnest(array['system', 'solution', 'agent', 'automation']) as k (kind)
  left join private.current_counts(account) c using (kind)
  group by k.kind
$$;
comment on function private.current_coverage(uuid) is
  'How many records of each catalogue have an owner, invited ones included, and somebody else who knows them, now.';
alter function private.current_coverage(uuid) owner to cairn_definer;

create trigger pending_invitations_coverage before delete on public.pending_invitations
  for each row when (current_user <> 'cairn_owner') execute function private.leave_invitations();

alter table private.coverage_weeks enable row level security;
alter table private.coverage_weeks force row level security;

alter table private.coverage_accounts enable row level security;
alter table private.coverage_accounts force row level security;

revoke all on private.coverage_weeks, private.coverage_accounts from public, anon, authenticated, service_role;
grant select, insert, delete on private.coverage_weeks to cairn_definer;
grant select, insert, update on private.coverage_accounts to cairn_definer;

-- Coverage of past weeks: what changed since a moment is undone, and the rest is counted.
--
-- The functions read the history, the bin and the invitations; purged records are left out. Where very much has
-- changed, they count part by part, so that each part fits into memory.

create function private.invitation_was_open(account uuid, invitation uuid, moment timestamptz) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select
    from public.pending_invitations last
    join public.pending_invitations i on i.account_id = last.account_id and i.email = last.email
    where last.account_id = account and last.id = invitation
      -- Renewed ones before it are of the same person.
      and (i.id = last.id or i.created_at < last.created_at)
      and i.created_at <= moment and i.expires_at > moment
      and (i.accepted_at is null or i.accepted_at >= moment)
      and (i.declined_at is null or i.declined_at >= moment)
  )
$$;
comment on function private.invitation_was_open(uuid, uuid, timestamptz) is
  'Whether the person of an invitation could join at a moment, by this one or an earlier one.';
alter function private.invitation_was_open(uuid, uuid, timestamptz) owner to cairn_definer;

-- Whatever the planner expects of the history, nothing here is joined row by row.
create function private.coverage_since(
  account uuid, kind text, moments timestamptz[],
  first_id uuid default '00000000-0000-0000-0000-000000000000',
  last_id uuid default 'ffffffff-ffff-ffff-ffff-ffffffffffff'
) returns table (place integer, records bigint, with_owner bigint, with_second bigint)
language plpgsql stable security definer
set search_path = '' set enable_nestloop = off
as $$
declare
  touched uuid[];
begin
  execute format(
    'select array(
      select h.record_id
      from public.record_history h
      where h.account_id = $1 and h.record_id between $4 and $5 and h.kind = $2 and h.changed_at >= $3
        and (h.action <> ''updated'' or h.field in (''owner_id'', ''experts''))
      union
      -- An invitation ends by itself.
      select r.id
      from public.%I r
      where r.account_id = $1 and r.invited_owner_id is not null and r.id between $4 and $5
    )',
    kind || 's'
  ) into touched using account, kind, moments[1], first_id, last_id;
  return query execute format(
    $query$
    with happened as materialized (
      select
        h.record_id, h.changed_at, h.action, h.field,
        nullif(h.before, 'null') as before, nullif(h.after, 'null') as after,
        width_bucket(h.changed_at, $3) as place
      from public.record_history h
      where h.account_id = $1 and h.record_id between $5 and $6 and h.kind = $2 and h.changed_at >= $3[1]
        and (h.action <> 'updated' or h.field in ('owner_id', 'experts'))
    ),
    -- What is there, and what lies in the bin as it was.
    known as materialized (
      select r.id as record_id, true as present, r.owner_id, r.invited_owner_id
      from public.%1$I r
      where r.account_id = $1 and r.id = any ($4)
      union all
      select b.record_id, false, (b.record ->> 'owner_id')::uuid, (b.record ->> 'invited_owner_id')::uuid
      from public.binned_records b
      where b.account_id = $1 and b.kind = $2 and b.record_id = any ($4) and not exists (
        select from public.%1$I r where r.account_id = $1 and r.id = b.record_id
      )
    ),
    -- From when until when what was so: each change tells what was before it, and what is there what was after the last.
    presence as (
      select e.record_id, e.until, e.present, coalesce(lag(e.until) over of_record, '-infinity') as since
      from (
        select h.record_id, h.changed_at as until, h.action = 'deleted' as present
        from happened h
        where h.field is null
        union all
        select k.record_id, 'infinity', k.present from known k
      ) e
      window of_record as (partition by e.record_id order by e.until)
    ),
    ownership as materialized (
      select
        e.record_id, e.until, e.owner_id, e.invited_id,
        coalesce(lag(e.until) over of_record, '-infinity') as since
      from (
        select
          h.record_id, h.changed_at as until,
          case when jsonb_typeof(h.before) = 'string' then (h.before #>> '{}')::uuid end as owner_id,
          (h.before ->> 'id')::uuid as invited_id
        from happened h
        where h.field = 'owner_id'
        union all
        select k.record_id, 'infinity', k.owner_id, k.invited_owner_id from known k
      ) e
      window of_record as (partition by e.record_id order by e.until)
    ),
    knowledge as (
      select
        e.record_id, e.expert_id, e.until, e.knew,
        coalesce(lag(e.until) over of_person, '-infinity') as since
      from (
        select
          h.record_id, (coalesce(h.before, h.after) ->> 'id')::uuid as expert_id, h.changed_at as until,
          h.before is not null as knew
        from happened h
        where h.field = 'experts'
        union all
        select n.record_id, n.expert_id, 'infinity', bool_or(n.knows)
        from (
          select e.%3$I as record_id, e.expert_id, true as knows
          from public.%2$I e
          where e.account_id = $1 and e.%3$I = any ($4)
          union all
          select b.record_id, (x.value ->> 'expert_id')::uuid, true
          from public.binned_records b
          cross join lateral jsonb_array_elements(b.links -> 'experts') as x (value)
          where b.account_id = $1 and b.kind = $2 and b.record_id in (select k.record_id from known k where not k.present)
          union all
          select h.record_id, (coalesce(h.before, h.after) ->> 'id')::uuid, false
          from happened h
          where h.field = 'experts'
        ) n
        group by n.record_id, n.expert_id
      ) e
      window of_person as (partition by e.record_id, e.expert_id order by e.until)
    ),
    -- A record is looked at only where something of it changed afterwards, and now.
    looks as materialized (
      select l.record_id, l.place, coalesce($3[l.place], 'infinity') as moment
      from (
        select h.record_id, h.place from happened h
        union
        select o.record_id, m.place
        from ownership o
        cross join generate_series(1, cardinality($3)) as m (place)
        where o.invited_id is not null
        union
        select k.record_id, cardinality($3) + 1 from known k
      ) l
    ),
    second as (
      select distinct l.record_id, l.place
      from looks l
      join ownership o on o.record_id = l.record_id and o.since < l.moment and l.moment <= o.until
      join knowledge n on n.record_id = l.record_id and n.since < l.moment and l.moment <= n.until
      where n.knew and n.expert_id is distinct from o.owner_id
    ),
    seen as (
      select
        l.record_id, l.place,
        p.present::integer as records,
        (p.present and (
          o.owner_id is not null
          or o.invited_id is not null and private.invitation_was_open($1, o.invited_id, least(l.moment, now()))
        ))::integer as with_owner,
        (p.present and s.record_id is not null)::integer as with_second
      from looks l
      join presence p on p.record_id = l.record_id and p.since < l.moment and l.moment <= p.until
      join ownership o on o.record_id = l.record_id and o.since < l.moment and l.moment <= o.until
      left join second s on s.record_id = l.record_id and s.place = l.place
    ),
    changes as (
      select
        s.place,
        lead(s.records) over of_record - s.records as records,
        lead(s.with_owner) over of_record - s.with_owner as with_owner,
        lead(s.with_second) over of_record - s.with_second as with_second
      from seen s
      window of_record as (partition by s.record_id order by s.place)
    ),
    summed as (
      select
        c.place,
        sum(c.records)::bigint as records,
        sum(c.with_owner)::bigint as with_owner,
        sum(c.with_second)::bigint as with_second
      from changes c
      group by c.place
    )
    select
      m.place,
      coalesce(sum(s.records) over later, 0)::bigint,
      coalesce(sum(s.with_owner) over later, 0)::bigint,
      coalesce(sum(s.with_second) over later, 0)::bigint
    from generate_series(1, cardinality($3)) as m (place)
    left join summed s on s.place = m.place
    window later as (order by m.place desc)
    $query$,
    kind || 's', kind || '_experts', kind || '_id'
  ) using account, kind, moments, touched, first_id, last_id;
end
$$;
comment on function private.coverage_since(uuid, text, timestamptz[], uuid, uuid) is
  'By how much the coverage of a catalogue has grown since each of these moments, which are in order: what changed after them is undone, what lies in the bin counted. Records that were purged are left out. Of the records whose ids lie between these.';
alter function private.coverage_since(uuid, text, timestamptz[], uuid, uuid) owner to cairn_definer;

-- Ids are random: where much has changed, each range of ids is counted by itself, and fits into memory.
create function private.parts_of_ids(changes bigint) returns table (first_id uuid, last_id uuid)
language sql immutable set search_path = ''
as $$
  select rpad(p.digits, 32, '0')::uuid, rpad(p.digits, 32, 'f')::uuid
  from (
    select case
      when changes <= 50000 then ''
      when changes <= 1000000 then to_hex(n)
      else lpad(to_hex(n), 2, '0')
    end as digits
    from generate_series(0, case when changes <= 50000 then 0 when changes <= 1000000 then 15 else 255 end) as n
  ) p
$$;
comment on function private.parts_of_ids(bigint) is 'All ids, in one part or many.';
alter function private.parts_of_ids(bigint) owner to cairn_definer;

create function private.beginning_of(week date) returns timestamptz
language sql immutable set search_path = ''
as $$
  select week::timestamp at time zone 'utc'
$$;
comment on function private.beginning_of(date) is 'Midnight UTC.';
alter function private.beginning_of(date) owner to cairn_definer;

-- Dashboard: counts and the latest changes, in one call each.
--
-- Both run as the caller, so row security decides what they see. They name the account all the same, for a service
-- role sees everything.

create function public.get_dashboard_counts() returns json
language sql stable set search_path = ''
as $$
  select json_build_object(
    'systems', (
      select count(*) from public.systems s
      where s.account_id = (select private.my_account()) and s.status = 'active'
    ),
    'automations', (
      select count(*) from public.automations a
      where a.account_id = (select private.my_account()) and a.status = 'active'
    ),
    'agents', (select count(*) from public.agents a where a.account_id = (select private.my_account())),
    'solutions', (select count(*) from public.solutions s where s.account_id = (select private.my_account()))
  )
$$;
comment on function public.get_dashboard_counts() is
  'How many active systems, active automations, agents and solutions the account has.';
alter function public.get_dashboard_counts() owner to cairn_definer;
revoke all on function public.get_dashboard_counts() from public, anon, authenticated, service_role;
grant execute on function public.get_dashboard_counts() to authenticated, service_role;

-- A restored record stands where it stood, with the change that it had last.
create function public.get_recent_activity()
returns table (id uuid, kind text, resource text, action text, user_name text, occurred_at timestamptz)
language sql stable set search_path = ''
as $$
  with latest as (
    (
      select s.id, 'system' as kind, s.name, s.created_by, s.updated_by, s.updated_at
      from public.systems s
      where s.account_id = (select private.my_account()) and (select private.feature_enabled('systems'))
      order by s.updated_at desc
      limit 10
    )
    union all
    (
      select s.id, 'solution', s.name, s.created_by, s.updated_by, s.updated_at
      from public.solutions s
      where s.account_id = (select private.my_account()) and (select private.feature_enabled('solutions'))
      order by s.updated_at desc
      limit 10
    )
    union all
    (
      select a.id, 'agent', a.name, a.created_by, a.updated_by, a.updated_at
      from public.agents a
      where a.account_id = (select private.my_account()) and (select private.feature_enabled('agents'))
      order by a.updated_at desc
      limit 10
    )
    union all
    (
      select a.id, 'automation', a.name, a.created_by, a.updated_by, a.updated_at
      from public.automations a
      where a.account_id = (select private.my_account()) and (select private.feature_enabled('automations'))
      order by a.updated_at desc
      limit 10
    )
  ),
  told as (
    select
      l.id,
      l.kind,
      l.name,
      h.action,
      coalesce(h.changed_by, case h.action when 'created' then l.created_by else l.updated_by end) as person,
      l.updated_at,
      h.changed_at
    from latest l
    cross join lateral (
      select r.action, r.changed_by, r.changed_at
      from public.record_history r
      where r.account_id = (select private.my_account()) and r.record_id = l.id and r.action <> 'restored'
        and (r.field is null or r.field <> all (array['experts', 'automations', 'agents', 'handover']))
      order by r.changed_at desc
      limit 1
    ) h
  )
  select t.id, t.kind, t.name, t.action, coalesce(p.name, 'Unknown User'), t.updated_at
  from told t
  left join public.profiles p on p.id = t.person
  order by t.updated_at desc, t.changed_at desc
  limit 8
$$;
comment on function public.get_recent_activity() is 'The 8 latest changes of the account, out of the 10 latest of each kind.';
alter function public.get_recent_activity() owner to cairn_definer;
revoke all on function public.get_recent_activity() from public, anon, authenticated, service_role;
grant execute on function public.get_recent_activity() to authenticated, service_role;

-- What needs a member: their own records, those without an owner, systems in maintenance, automations that run late.
--
-- A call for the dashboard, which also says how many systems are registered. It runs as the caller, so row security
-- decides what it sees; it names the account all the same. Counts end at 100: 101 stands for more. Catalogues that
-- are switched off are left out.
-- A record without an owner concerns its creator and the managers, who may give it an owner. An automation is late
-- when it is active and has not run for 30 days; it concerns its owner, its creator and the managers.

create function public.get_attention(result_limit integer default 3) returns json
language plpgsql stable set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  person constant uuid := private.caller_id();
  manages constant boolean := coalesce(private.my_rank() >= 2, false);
  shown constant integer := least(greatest(coalesce(result_limit, 3), 0), 10);
begin
  return (
    with records as not materialized (
      select 'system' as kind, s.id, s.name, s.owner_id, s.invited_owner_id, s.created_by, s.updated_at
      from public.systems s
      where s.account_id = account and (select private.feature_enabled('systems'))
      union all
      select 'automation', a.id, a.name, a.owner_id, a.invited_owner_id, a.created_by, a.updated_at
      from public.automations a
      where a.account_id = account and (select private.feature_enabled('automations'))
      union all
      select 'agent', a.id, a.name, a.owner_id, a.invited_owner_id, a.created_by, a.updated_at
      from public.agents a
      where a.account_id = account and (select private.feature_enabled('agents'))
      union all
      select 'solution', s.id, s.name, s.owner_id, s.invited_owner_id, s.created_by, s.updated_at
      from public.solutions s
      where s.account_id = account and (select private.feature_enabled('solutions'))
    ),
    found as (
      (select 'mine' as reason, r.kind, r.id, r.name from records r where r.owner_id = person limit 101)
      union all
      (
        select 'ownerless', r.kind, r.id, r.name
        from records r
        where r.owner_id is null and (manages or r.created_by = person)
          -- Somebody invited counts as one while the invitation is open.
          and (r.invited_owner_id is null or r.invited_owner_id <> all (
            array(select i.id from public.get_invited_people() i)
          ))
        limit 101
      )
      union all
      (
        select 'maintenance', 'system', s.id, s.name
        from public.systems s
        where s.account_id = account and s.status = 'maintenance' and (select private.feature_enabled('systems'))
        limit 101
      )
      union all
      (
        select 'late', 'automation', a.id, a.name
        from public.automations a
        where a.account_id = account and a.status = 'active'
          and coalesce(a.last_run, a.created_at) < now() - interval '30 days'
          and (manages or person in (a.owner_id, a.created_by))
          and (select private.feature_enabled('automations'))
        limit 101
      )
    ),
    placed as (
      select
        f.*,
        count(*) over (partition by f.reason) as total,
        row_number() over (partition by f.reason order by lower(f.name), f.id) as place
      from found f
    )
    select json_build_object(
      'registered_systems', (select count(*) from public.systems s where s.account_id = account),
      'reasons', coalesce(json_object_agg(g.reason, g.answer), '{}')
    )
    from (
      select
        p.reason,
        json_build_object(
          'total', max(p.total),
          'kinds', (
            select json_agg(k.kind order by k.kind)
            from (select distinct f.kind from found f where f.reason = p.reason) k
          ),
          'items', coalesce(
            json_agg(json_build_object('kind', p.kind, 'id', p.id, 'name', p.name) order by p.place)
              filter (where p.place <= shown),
            '[]'
          )
        ) as answer
      from placed p
      group by p.reason
    ) g
  );
end
$$;
comment on function public.get_attention(integer) is
  'What needs the caller: {"registered_systems", "reasons": {"mine" | "ownerless" | "maintenance" | "late": {"total", "kinds", "items": [{kind, id, name}]}}}. Totals are all up to 100 and 101 for more; registered systems are all, whatever their status.';
alter function public.get_attention(integer) owner to cairn_definer;
revoke all on function public.get_attention(integer) from public, anon, authenticated, service_role;
grant execute on function public.get_attention(integer) to authenticated;

-- Lists of large catalogues: a page of records, filtered, and in the order that the user wants.
--
-- Row security would keep trigrams from being used, so the functions look past it and name the caller's account
-- themselves. Records that are alike in what orders them follow the name, or the age where the newest come first, and
-- then the id: none stands on two pages.
-- Where no index has an order, letters are compared byte by byte: an alphabet takes ten times as long. People are
-- ordered by the names that all members see. Matches of a search are counted up to 1,000, and titles that begin with
-- the text come first.

create function private.catalogue_order(kind text, sort text, descending boolean) returns text
language sql immutable set search_path = ''
as $$
  select case
    when known.expression is null then usual.expression
    else known.expression || case when descending then ' desc, ' else ', ' end || usual.ties
  end
  from (
    values
      ('usual', null, null),
      ('match', 'not r.name ilike $2', null),
      ('name', 'r.name', null),
      ('created', 'r.created_at', null),
      ('status', 'r.status collate pg_catalog."C"', null),
      ('owner', 'person.place', null),
      ('lastPublisher', 'person.place', null),
      ('platform', 'r.platform collate pg_catalog."C"', 'agent'),
      ('lastUsed', 'r.last_used', 'agent'),
      ('source', 'r.source collate pg_catalog."C"', 'automation'),
      ('lastRun', 'r.last_run', 'automation')
  ) as known (sort, expression, of_kind)
  cross join lateral (
    select
      case when by_name then 'r.name, r.id' else 'r.created_at desc, r.id desc' end as expression,
      case
        when sort in ('name', 'created') then 'r.id' || case when descending then ' desc' else '' end
        when sort = 'match' then 'r.name, r.id'
        when by_name then 'r.name collate pg_catalog."C", r.id'
        else 'r.created_at desc, r.id desc'
      end as ties
    from (select kind in ('system', 'solution')) as catalogue (by_name)
  ) as usual
  where known.sort = catalogue_order.sort and coalesce(known.of_kind, kind) = kind
$$;
comment on function private.catalogue_order(text, text, boolean) is
  'What follows "order by" for the records r of a catalogue, of which $2 is the pattern that is searched; null for an order that it does not have.';
alter function private.catalogue_order(text, text, boolean) owner to cairn_definer;

-- Where a user filters by gaps alone, sums say how many records there are. Few records are found and put in order;
-- many are met soon by going through the catalogue in the order that the user asks for.
create function public.find_records(
  kind text,
  query text default '',
  sort text default 'usual',
  descending boolean default false,
  skip integer default 0,
  statuses text[] default null,
  owners uuid[] default null,
  without_owner boolean default false,
  gaps text[] default null
) returns json
language plpgsql stable security definer
set search_path = '' set cpu_operator_cost = 0.1
as $$
declare
  account constant uuid := private.my_account();
  catalogue constant text := case
    when kind in ('system', 'solution', 'agent', 'automation') then kind || 's'
  end;
  ordering constant text := private.catalogue_order(kind, sort, coalesce(descending, false));
  wanted constant text := private.display_text(coalesce(query, ''));
  pattern constant text := '%' || regexp_replace(wanted, '([\\%_])', '\\\1', 'g') || '%';
  -- What an order may ask for. A description may be long, and is read with the page alone.
  columns constant text := 't.id, t.name, t.created_at, t.status, t.owner_id, t.updated_by' || case kind
    when 'agent' then ', t.platform, t.last_used'
    when 'automation' then ', t.source, t.last_run'
    else ''
  end;
  by_gaps constant boolean := coalesce(cardinality(gaps), 0) > 0;
  by_others constant boolean := wanted <> '' or coalesce(cardinality(statuses), 0) > 0
    or coalesce(cardinality(owners), 0) > 0 or coalesce(without_owner, false);
  not_seen constant uuid[] := case when by_gaps then private.people_not_seen(account) end;
  condition text;
  few boolean := wanted <> '';
  candidates uuid[];
  total bigint;
  page uuid[];
  items json;
begin
  if catalogue is null or ordering is null then
    raise exception 'There is no such catalogue, or it has no such order.' using errcode = '22023';
  end if;
  condition := private.records_condition(
    account, kind, query, statuses, owners, coalesce(without_owner, false), gaps
  );
  if by_gaps or not by_others then
    total := private.count_of_gaps(account, kind, gaps, not_seen);
  end if;
  if by_gaps and total <= 20000 then
    few := true;
    candidates := private.gap_candidates(account, kind, gaps, not_seen);
    condition := condition || ' and t.id = any ($4)';
  end if;
  if by_others then
    total := null;
  end if;
  execute format(
    'with r as %s materialized (select %s from public.%I t where %s)
    select
      coalesce($5, (select count(*) from r)),
      array(select r.id from r %s order by %s limit 100 offset $3)',
    case when not few and (total is not null or not by_gaps) then 'not' end,
    columns,
    catalogue,
    condition,
    case
      when sort in ('owner', 'lastPublisher') then format(
        'left join (
          select p.id, row_number() over (order by p.name, p.id) as place
          from public.profiles p
          where p.account_id = $1
        ) person on person.id = r.%I',
        case sort when 'owner' then 'owner_id' else 'updated_by' end
      )
    end,
    ordering
  )
    into total, page using account, pattern, greatest(coalesce(skip, 0), 0), candidates, total;
  execute format(
    'select coalesce(json_agg(r order by listed.place), ''[]'')
    from unnest($1) with ordinality as listed (id, place)
    join public.%I r on r.id = listed.id',
    catalogue
  )
    into items using page;
  return json_build_object('total', total, 'items', items);
end
$$;
comment on function public.find_records(text, text, text, boolean, integer, text[], uuid[], boolean, text[]) is
  'Up to 100 records of a catalogue of the caller''s account whose name or description contains a text: {"total": number, "items": [row]}. kind is system, solution, agent or automation; sort usual (the default), match (in the name before in the description), name, created, status, owner, lastPublisher or, where there is one, platform, lastUsed, source, lastRun. statuses and owners keep the records that have one of them; without_owner keeps those without an owner too; gaps those that have one of no_owner, owner_left, owner_not_seen, handover_pending and nobody_else. Empty or null lists keep all.';
alter function public.find_records(text, text, text, boolean, integer, text[], uuid[], boolean, text[]) owner to cairn_definer;
revoke all on function public.find_records(text, text, text, boolean, integer, text[], uuid[], boolean, text[]) from public, anon, authenticated, service_role;
grant execute on function public.find_records(text, text, text, boolean, integer, text[], uuid[], boolean, text[]) to authenticated, service_role;

-- The filter of a list and of a change in bulk.
create function private.records_condition(
  account uuid, kind text, query text, statuses text[], owners uuid[], without_owner boolean, gaps text[]
) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  wanted constant text := private.display_text(coalesce(query, ''));
  is_plain constant boolean := wanted ~ '^[ -~]+$' or lower(wanted) = upper(wanted);
  pattern constant text := '%' || regexp_replace(wanted, '([\\%_])', '\\\1', 'g') || '%';
  condition text := format('t.account_id = %L', account);
begin
  if char_length(wanted) > 200 then
    raise exception 'A search has at most 200 characters.' using errcode = '22023', hint = 'Search for less.';
  end if;
  if greatest(cardinality(statuses), cardinality(owners), cardinality(gaps)) > 100 then
    raise exception 'A filter has at most 100 values.' using errcode = '22023', hint = 'Filter by fewer.';
  end if;
  if not coalesce(gaps <@ private.gap_names(), true) then
    raise exception 'There is no such gap.' using errcode = '22023';
  end if;
  if wanted <> '' and char_length(wanted) < 3 and is_plain then
    condition := condition || format(
      ' and (t.name collate pg_catalog."C" ilike %1$L or t.description collate pg_catalog."C" ilike %1$L)', pattern
    );
  elsif wanted <> '' then
    condition := condition || format(' and (t.name ilike %1$L or t.description ilike %1$L)', pattern);
  end if;
  if cardinality(statuses) > 0 then
    condition := condition || format(' and t.status = any (%L::text[])', statuses);
  end if;
  -- Somebody invited is named by their invitation, which is no member's id.
  if cardinality(owners) > 0 or without_owner then
    condition := condition || format(
      ' and (t.owner_id = any (%1$L::uuid[]) or t.invited_owner_id = any (%1$L::uuid[])%2$s)',
      coalesce(owners, '{}'),
      case when without_owner then ' or ' || private.gap_condition(kind, 'no_owner', null) else '' end
    );
  end if;
  if cardinality(gaps) > 0 then
    condition := condition || ' and (' || (
      select string_agg('(' || private.gap_condition(kind, g.gap, private.people_not_seen(account)) || ')', ' or ')
      from unnest(gaps) as g (gap)
    ) || ')';
  end if;
  return condition;
end
$$;
comment on function private.records_condition(uuid, text, text, text[], uuid[], boolean, text[]) is
  'Which records t of an account''s catalogue fit a filter, as a condition.';
alter function private.records_condition(uuid, text, text, text[], uuid[], boolean, text[]) owner to cairn_definer;

-- Search: articles, systems, solutions, agents, automations and people of the caller's account, in one call.
--
-- Case-insensitive substring, found by trigrams. Every index begins with the account, so that a search never walks
-- through the rows of another account, not even for a single letter, which has no trigrams.
-- Row security would keep these indexes from being used, because the comparison might tell something of the rows that
-- it sees. So the function looks past it, and names the account itself. The members of an account are few enough
-- without an index.

-- Each statement is planned for the very pattern, because its letters decide whether trigrams help. A setting tells
-- the planner what ilike costs: it takes it for a comparison of two numbers. An exact title comes first, then titles
-- that begin with the text, then the alphabet.
create function private.search_matches(wanted text, of_each integer)
returns table (
  type text, id uuid, title text, description text, link text, updated_at timestamptz, total bigint
)
language plpgsql stable security definer
set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  account constant uuid := private.my_account();
  pattern constant text := '%' || regexp_replace(wanted, '([\\%_])', '\\\1', 'g') || '%';
begin
  if account is null then
    return;
  end if;
  return query
  select 'knowledge', m.id, m.title, m.description, '/knowledge/' || m.id, m.updated_at, m.total
  from private.matching_records(account, wanted, of_each, 'knowledge_articles', 'title', array['excerpt', 'content']) m;
  return query
  select kind.type, m.id, m.title, m.description, '/' || kind.name, m.updated_at, m.total
  from (
    values ('system', 'systems'), ('solution', 'solutions'), ('agent', 'agents'), ('automation', 'automations')
  ) as kind (type, name),
    private.matching_records(account, wanted, of_each, kind.name, 'name', array['description']) m
  where private.feature_enabled(kind.name);
  -- Of people only what they show: the rest is not found either, nor when they changed it.
  return query
  select
    'person', v.id, v.name, concat_ws(', ', nullif(v.job_role, ''), nullif(v.department, '')), '/team/' || v.id,
    m.created_at, count(*) over ()
  from private.visible_profiles(account) v
  join public.account_members m on m.account_id = account and m.user_id = v.id
  where v.name ilike pattern or v.job_role ilike pattern or v.department ilike pattern or v.bio ilike pattern
    or array_to_string(m.knowledge_areas, ', ') ilike pattern
  order by lower(v.name) <> wanted, not starts_with(lower(v.name), wanted), lower(v.name), v.id
  limit of_each;
end
$$;
comment on function private.search_matches(text, integer) is
  'Of each type the first records of the caller''s account in which a text in lower case stands, and how many there are, up to 1,001.';
alter function private.search_matches(text, integer) owner to cairn_definer;

create function public.search_workspace(query text, result_limit integer default 50) returns json
language plpgsql stable security definer set search_path = ''
as $$
declare
  wanted constant text := lower(private.display_text(coalesce(query, '')));
  answer json;
begin
  if char_length(wanted) > 200 then
    raise exception 'A search has at most 200 characters.' using errcode = '22023', hint = 'Search for less.';
  end if;
  with matches as materialized (
    select m.*
    from private.search_matches(wanted, least(greatest(coalesce(result_limit, 50), 1), 200)) m
    where wanted <> ''
  )
  select json_build_object(
    'counts', (
      select json_object_agg(
        t.type, coalesce((select m.total from matches m where m.type = t.type limit 1), 0) order by t.place
      )
      from unnest(array['knowledge', 'process', 'qa', 'system', 'solution', 'agent', 'automation', 'person'])
        with ordinality as t (type, place)
    ),
    'results', coalesce(
      (
        select json_agg(
          json_build_object(
            'type', m.type, 'id', m.id, 'title', m.title, 'description', m.description, 'link', m.link,
            'updated_at', m.updated_at
          )
          order by lower(m.title) <> wanted, not starts_with(lower(m.title), wanted), lower(m.title), m.id
        )
        from matches m
      ),
      '[]'
    )
  ) into answer;
  return answer;
end
$$;
comment on function public.search_workspace(text, integer) is
  'Finds a text in the caller''s account: {"counts": {type: number}, "results": [{type, id, title, description, link, updated_at}]}. Results are at most result_limit (1 to 200) of each type, counts are all up to 1,000 and 1,001 for more.';
alter function public.search_workspace(text, integer) owner to cairn_definer;
revoke all on function public.search_workspace(text, integer) from public, anon, authenticated, service_role;
grant execute on function public.search_workspace(text, integer) to authenticated, service_role;

-- The query is put together for the table and planned for the very text, because its letters decide whether trigrams
-- help. The settings tell the planner what things cost here. ilike costs more than a comparison of two numbers. The
-- pages that a walk through an index meets are in memory, each as near as the next.
create function private.matching_records(
  account uuid, wanted text, of_each integer, record_table text, title_column text, text_columns text[]
)
returns table (id uuid, title text, description text, updated_at timestamptz, total bigint)
language plpgsql stable security definer
set search_path = '' set cpu_operator_cost = 0.1 set random_page_cost = 1.1
as $$
declare
  literal constant text := regexp_replace(wanted, '([\\%_])', '\\\1', 'g');
  matches constant text := (select string_agg(format('t.%I ilike $2', c), ' or ') from unnest(title_column || text_columns) c);
begin
  return query execute format(
    $query$
      with found as materialized (
        select t.id, lower(t.%2$I) collate "C" as name
        from public.%1$I t
        where t.account_id = $1 and (%3$s)
        order by lower(t.%2$I) collate "C", t.id
        limit 1001
      ),
      begins as materialized (
        select t.id
        from public.%1$I t
        where t.account_id = $1 and lower(t.%2$I) collate "C" like $3
        order by lower(t.%2$I) collate "C", t.id
        limit $5
      ),
      contains as (
        select f.id from found f where not starts_with(f.name, $4) order by f.name, f.id limit $5
      )
      select t.id, t.%2$I, t.%4$I, t.updated_at, (select count(*) from found)
      from public.%1$I t
      where t.account_id = $1 and t.id in (select b.id from begins b union all select c.id from contains c)
      order by not starts_with(lower(t.%2$I), $4), lower(t.%2$I) collate "C", t.id
      limit $5
    $query$,
    record_table, title_column, matches, text_columns[1]
  )
  using account, '%' || literal || '%', literal || '%', wanted, of_each;
end
$$;
comment on function private.matching_records(uuid, text, integer, text, text, text[]) is
  'The first records of a table in which a text in lower case stands, the title or one of the other texts, and how many there are, up to 1,001.';
alter function private.matching_records(uuid, text, integer, text, text, text[]) owner to cairn_definer;

-- The bin: a deleted system, solution, agent or automation waits here before it is gone for good.
--
-- The record leaves its table, so that no list gets longer and its name is free. Kept are the row as it was, and what
-- pointed to it or from it. A record comes back under its id, and its history goes on.
-- A record that is in its table has no row here, except while it goes or comes back: by that, triggers know a record
-- that comes back. The bin keeps no names of people: they are looked up when a user reads them.

create table public.binned_records (
  account_id uuid not null references public.accounts (id) on delete cascade,
  kind text not null,
  record_id uuid not null,
  name text not null,
  record jsonb not null,
  links jsonb not null default '{}',
  deleted_by uuid,
  deleted_at timestamptz not null default now(),
  reason text not null default '',
  act uuid not null default private.current_act(),
  primary key (account_id, kind, record_id),
  constraint binned_records_kind_known check (private.holds(
    kind in ('system', 'solution', 'agent', 'automation'),
    'Kind must be system, solution, agent or automation.'
  )),
  constraint binned_records_reason_length check (private.holds(
    char_length(reason) <= 500,
    'A reason must have at most 500 characters.'
  ))
);
create index binned_records_by_time_idx on public.binned_records (account_id, deleted_at desc, record_id);
create index binned_records_by_act_idx on public.binned_records (account_id, act);
create index binned_records_by_id_idx on public.binned_records (account_id, record_id);
create index binned_records_deleted_at_idx on public.binned_records (deleted_at);
create index binned_records_moved_idx on public.binned_records (account_id, (links -> 'moved' ->> 'to'))
  where links ? 'moved';
comment on table public.binned_records is
  'Deleted systems, solutions, agents and automations, until they are restored or purged.';
comment on column public.binned_records.kind is 'system, solution, agent or automation.';
comment on column public.binned_records.record is 'The row as it was.';
comment on column public.binned_records.links is 'What pointed to the record or from it, with the names of then.';
comment on column public.binned_records.deleted_by is 'The person; empty when the server did it. Stays when the person leaves.';
comment on column public.binned_records.reason is 'Why, in the words of whoever deleted it.';
comment on column public.binned_records.act is 'The same for everything that went in one transaction, and for its lines in the history.';
alter table public.binned_records owner to cairn_owner;

-- How many days a record stays, as the server that purges last said it: the screen counts the days.
create table private.bin_time (
  only_row boolean primary key default true check (only_row),
  days integer not null
);
comment on table private.bin_time is 'For how many days records stay in bins, as whoever purges them last said it.';
alter table private.bin_time owner to cairn_owner;

create function private.bin_days() returns integer
language sql stable security definer set search_path = ''
as $$
  select coalesce((select t.days from private.bin_time t), 30)
$$;
comment on function private.bin_days() is 'For how many days records stay in bins.';
alter function private.bin_days() owner to cairn_definer;

-- Reads the whole record only for those on the page.
create function public.get_bin(of_kind text default null, skip integer default 0) returns jsonb
language sql stable security definer set search_path = ''
as $$
  with mine as (
    select b.kind, b.record_id, b.name, b.deleted_by, b.deleted_at, b.reason, b.act
    from public.binned_records b
    where b.account_id = (select private.my_account()) and (of_kind is null or b.kind = of_kind)
  )
  select jsonb_build_object(
    'total', (select count(*) from mine),
    'days', private.bin_days(),
    'items', (
      select coalesce(jsonb_agg(
        jsonb_build_object(
          'kind', page.kind,
          'id', page.record_id,
          'name', page.name,
          'deleted_by', page.deleted_by,
          'deleted_by_name', p.name,
          'deleted_at', page.deleted_at,
          'expires_at', page.deleted_at + make_interval(days => private.bin_days()),
          'reason', page.reason,
          'act', page.act,
          'may_restore', private.may_restore(b.account_id, b.record, b.deleted_at)
        )
        order by page.deleted_at desc, page.record_id
      ), '[]')
      from (
        select * from mine
        order by mine.deleted_at desc, mine.record_id
        limit 100 offset greatest(coalesce(skip, 0), 0)
      ) page
      join public.binned_records b
        on b.account_id = (select private.my_account()) and b.kind = page.kind and b.record_id = page.record_id
      left join public.account_members m on m.account_id = (select private.my_account()) and m.user_id = page.deleted_by
      left join public.profiles p on p.id = m.user_id
    )
  )
$$;
comment on function public.get_bin(text, integer) is
  'A page of 100 of the account''s bin, what was deleted last first: {"total", "days", "items": [{"kind", "id", "name", "deleted_by", "deleted_by_name", "deleted_at", "expires_at", "reason", "act", "may_restore"}]}.';
alter function public.get_bin(text, integer) owner to cairn_definer;
revoke all on function public.get_bin(text, integer) from public, anon, authenticated, service_role;
grant execute on function public.get_bin(text, integer) to authenticated, service_role;

create function public.purge_bin(ids uuid[] default null) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  names jsonb;
  purged integer;
begin
  perform private.refuse_non_admin('Only administrators empty the bin.');
  -- In the order in which restore_records locks them.
  perform from public.binned_records b
  where b.account_id = account and (ids is null or b.record_id = any (ids))
  order by b.record_id
  for update;
  with gone as (
    delete from public.binned_records b
    where b.account_id = account and (ids is null or b.record_id = any (ids))
    returning b.kind, b.name
  ),
  counted as (
    select
      g.kind, case when char_length(g.name) > 60 then left(g.name, 59) || '…' else g.name end as name,
      row_number() over (order by g.name) as place
    from gone g
  )
  select count(*), jsonb_agg(jsonb_build_object('kind', c.kind, 'name', c.name) order by c.place) filter (where c.place <= 20)
  into purged, names
  from counted c;
  if purged > 0 then
    perform private.write_audit(
      account, private.caller_id(), 'bin_purged', 'bin', null, jsonb_build_object('records', purged, 'first', names)
    );
  end if;
  return purged;
end
$$;
comment on function public.purge_bin(uuid[]) is
  'For admins: deletes records in the bin for good, the given ones or all, and says how many that were.';
alter function public.purge_bin(uuid[]) owner to cairn_definer;
revoke all on function public.purge_bin(uuid[]) from public, anon, authenticated, service_role;
grant execute on function public.purge_bin(uuid[]) to authenticated, service_role;

create function private.empty_bins(keep_days integer, at_most integer) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  emptied jsonb;
begin
  delete from private.bulk_acts a where a.done_at < now() - interval '1 hour';
  insert into private.bin_time as t (days) values (keep_days)
  on conflict (only_row) do update set days = excluded.days where t.days <> excluded.days;
  with gone as (
    delete from public.binned_records b
    where (b.account_id, b.kind, b.record_id) in (
      select o.account_id, o.kind, o.record_id
      from public.binned_records o
      where o.deleted_at < now() - make_interval(days => keep_days)
      order by o.deleted_at
      limit at_most
      for update skip locked
    )
    returning b.account_id
  ),
  by_account as (
    select g.account_id, count(*) as records from gone g group by g.account_id
  )
  select coalesce(jsonb_object_agg(a.account_id, a.records), '{}') into emptied from by_account a;
  perform private.write_audit(
    account.key::uuid, null, 'bin_expired', 'bin', null,
    jsonb_build_object('records', account.value, 'days', keep_days)
  )
  from jsonb_each(emptied) as account;
  return (select coalesce(sum(account.value::integer), 0) from jsonb_each(emptied) as account);
end
$$;
comment on function private.empty_bins(integer, integer) is
  'Deletes the oldest records in bins that are older than so many days, and tells the audit log of each account. Forgets what was done in bulk and cannot be taken back any more.';
alter function private.empty_bins(integer, integer) owner to cairn_definer;

create trigger binned_records_forget_handovers after delete on public.binned_records
  referencing old table as gone
  for each statement execute function private.forget_handovers();

alter table public.binned_records enable row level security;
alter table public.binned_records force row level security;

alter table private.bin_time enable row level security;
alter table private.bin_time force row level security;

revoke all on public.binned_records from public, anon, authenticated, service_role;
grant select on public.binned_records to service_role;
grant select, insert, update, delete on public.binned_records to cairn_definer;
revoke all on private.bin_time from public, anon, authenticated, service_role;
grant select, insert, update on private.bin_time to cairn_definer;

-- Into the bin and out of it: a deleted record is noted with its links, and its loss of people when it comes back.
--
-- A link is an expert, the owner who left, a row of a link table, a system in a list, or an article about a system.
-- delete_records notes many records at once; the triggers note a record that is deleted in any other way.

-- A record, and one link of it that is in the bin with it.
create type private.binned_link as (record_id uuid, part text, kind text, id uuid, name text, link jsonb);
alter type private.binned_link owner to cairn_definer;

-- Names of people are looked up when a record comes back.
create function private.links_to_keep(account uuid, kind text, id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  departed constant jsonb := (
    select jsonb_agg(to_jsonb(d) - 'person_name')
    from public.departed_owners d
    where d.account_id = account and d.kind = links_to_keep.kind and d.record_id = links_to_keep.id
  );
begin
  case kind
    when 'system' then
      return jsonb_strip_nulls(jsonb_build_object(
        'departed', departed,
        'experts', (
          select jsonb_agg(to_jsonb(e))
          from public.system_experts e
          where e.account_id = account and e.system_id = links_to_keep.id
        ),
        'solutions', (
          select jsonb_agg(jsonb_build_object('id', s.id, 'name', s.name, 'before', to_jsonb(s.related_systems)))
          from public.solutions s
          where s.account_id = account and s.related_systems @> array[links_to_keep.id]
        ),
        'articles', (
          select jsonb_agg(jsonb_build_object('id', a.id, 'name', a.title))
          from public.knowledge_articles a
          where a.account_id = account and a.system_id = links_to_keep.id
        )
      ));
    when 'solution' then
      return jsonb_strip_nulls(jsonb_build_object(
        'departed', departed,
        'experts', (
          select jsonb_agg(to_jsonb(e))
          from public.solution_experts e
          where e.account_id = account and e.solution_id = links_to_keep.id
        ),
        'rows', (
          select jsonb_agg(jsonb_build_object('table', l.name, 'kind', l.kind, 'id', l.id, 'name', l.called, 'row', l.link))
          from (
            select 'solution_automations' as name, 'automation' as kind, a.id, a.name as called, to_jsonb(l) as link
            from public.solution_automations l
            join public.automations a on a.id = l.automation_id
            where l.account_id = account and l.solution_id = links_to_keep.id
            union all
            select 'solution_agents', 'agent', a.id, a.name, to_jsonb(l)
            from public.solution_agents l
            join public.agents a on a.id = l.agent_id
            where l.account_id = account and l.solution_id = links_to_keep.id
          ) l
        ),
        'systems', (
          select jsonb_agg(jsonb_build_object('id', y.id, 'name', y.name))
          from public.solutions s
          join public.systems y on y.account_id = account and y.id = any (s.related_systems)
          where s.account_id = account and s.id = links_to_keep.id
        )
      ));
    when 'automation' then
      return jsonb_strip_nulls(jsonb_build_object(
        'departed', departed,
        'experts', (
          select jsonb_agg(to_jsonb(e))
          from public.automation_experts e
          where e.account_id = account and e.automation_id = links_to_keep.id
        ),
        'rows', (
          select jsonb_agg(jsonb_build_object(
            'table', 'solution_automations', 'kind', 'solution', 'id', s.id, 'name', s.name, 'row', to_jsonb(l)
          ))
          from public.solution_automations l
          join public.solutions s on s.id = l.solution_id
          where l.account_id = account and l.automation_id = links_to_keep.id
        )
      ));
    when 'agent' then
      return jsonb_strip_nulls(jsonb_build_object(
        'departed', departed,
        'experts', (
          select jsonb_agg(to_jsonb(e))
          from public.agent_experts e
          where e.account_id = account and e.agent_id = links_to_keep.id
        ),
        'rows', (
          select jsonb_agg(jsonb_build_object(
            'table', 'solution_agents', 'kind', 'solution', 'id', s.id, 'name', s.name, 'row', to_jsonb(l)
          ))
          from public.solution_agents l
          join public.solutions s on s.id = l.solution_id
          where l.account_id = account and l.agent_id = links_to_keep.id
        )
      ));
  end case;
end
$$;
comment on function private.links_to_keep(uuid, text, uuid) is
  'What goes into the bin with a record: its experts, the owner who left, rows of links with the other end''s kind, id and name, the systems of a solution, and the solutions and articles that point to a system.';
alter function private.links_to_keep(uuid, text, uuid) owner to cairn_definer;

create function private.put_into_bin(account uuid, kind text, ids uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  execute format(
    'insert into public.binned_records (account_id, kind, record_id, name, record, links, deleted_by, reason)
    select
      r.account_id, $2, r.id, r.name, to_jsonb(r),
      private.links_to_keep(r.account_id, $2, r.id),
      private.caller_id(), left(coalesce(current_setting(''cairn.reason'', true), ''''), 500)
    from public.%I r
    where r.account_id = $1 and r.id = any ($3)
    on conflict do nothing',
    kind || 's'
  ) using account, kind, ids;
end
$$;
comment on function private.put_into_bin(uuid, text, uuid[]) is
  'Notes records in the bin that are about to be deleted, with the reason in the setting cairn.reason; those that are noted already stay as they are.';
alter function private.put_into_bin(uuid, text, uuid[]) owner to cairn_definer;

create function private.bin_record() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- delete_records has noted all of them at once, before it moved links.
  if not exists (
    select from public.binned_records b
    where b.account_id = old.account_id and b.kind = tg_argv[0] and b.record_id = old.id
  ) then
    insert into public.binned_records (account_id, kind, record_id, name, record, links, deleted_by, reason)
    values (
      old.account_id, tg_argv[0], old.id, old.name, to_jsonb(old),
      private.links_to_keep(old.account_id, tg_argv[0], old.id),
      private.caller_id(), left(coalesce(current_setting('cairn.reason', true), ''), 500)
    )
    on conflict do nothing;
  end if;
  return old;
end
$$;
comment on function private.bin_record() is 'Trigger (kind): puts a record that is being deleted into the bin.';
alter function private.bin_record() owner to cairn_definer;

create function private.name_in_bin(account uuid, id uuid) returns text
language sql stable security definer set search_path = ''
as $$
  select b.name from public.binned_records b where b.account_id = account and b.record_id = id
$$;
comment on function private.name_in_bin(uuid, uuid) is
  'What a record was called when it was deleted; null unless it is in the bin, or just coming back.';
alter function private.name_in_bin(uuid, uuid) owner to cairn_definer;

create function private.binned_links(account uuid, ids uuid[]) returns setof private.binned_link
language sql stable security definer set search_path = ''
as $$
  select b.record_id, part.name, coalesce(part.kind, l.value ->> 'kind'), (l.value ->> 'id')::uuid, l.value ->> 'name', l.value
  from public.binned_records b
  cross join (
    values ('rows', null), ('systems', 'system'), ('solutions', 'solution'), ('articles', 'article')
  ) as part (name, kind)
  cross join lateral jsonb_array_elements(b.links -> part.name) as l (value)
  where b.account_id = account and b.record_id = any (ids)
$$;
comment on function private.binned_links(uuid, uuid[]) is 'The links to other records that are in the bin with these.';
alter function private.binned_links(uuid, uuid[]) owner to cairn_definer;

-- A record comes back without members who left while it was in the bin. Where its invited owner has joined, it comes
-- back with that member.
create function private.note_lost_in_bin() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  kind text;
begin
  for kind in select distinct g.kind from gone g
  loop
    execute format(
      'insert into public.record_history (
        account_id, kind, record_id, record_name, action, field, before, after, changed_by
      )
      select r.account_id, $1, r.id, r.name, ''updated'', lost.field, lost.before, lost.after, private.caller_id()
      from gone g
      join public.%1$I r on r.account_id = g.account_id and r.id = g.record_id
      cross join lateral (
        select ''owner_id'' as field, o.before, o.after
        from (select private.owner_in_history(g.record) as before, private.owner_in_history(to_jsonb(r)) as after) o
        where not private.same_owner(o.before, o.after)
        union all
        select
          ''experts'',
          jsonb_build_object(''id'', e.value ->> ''expert_id'', ''name'', coalesce(
            (select p.name from public.profiles p where p.id = (e.value ->> ''expert_id'')::uuid), ''Former Member''
          )),
          null
        from jsonb_array_elements(g.links -> ''experts'') as e (value)
        where not exists (
          select from public.%2$I x
          where x.account_id = r.account_id and x.%3$I = r.id and x.expert_id = (e.value ->> ''expert_id'')::uuid
        )
      ) lost
      where g.kind = $1',
      kind || 's', kind || '_experts', kind || '_id'
    ) using kind;
  end loop;
  return null;
end
$$;
comment on function private.note_lost_in_bin() is
  'Statement trigger: writes into the history of records that come back from the bin which people they have lost meanwhile.';
alter function private.note_lost_in_bin() owner to cairn_definer;

-- Before a record is purged, coverage is written down for the weeks in which it counted.
create function private.leave_bin() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not private.is_record(old.account_id, old.kind, old.record_id) then
    perform private.keep_coverage_once(old.account_id);
  end if;
  return old;
end
$$;
comment on function private.leave_bin() is
  'Trigger: before a record is purged, writes down what it counts for.';
alter function private.leave_bin() owner to cairn_definer;

create trigger agents_into_bin before delete on public.agents
  for each row when (current_user <> 'cairn_owner') execute function private.bin_record('agent');
create trigger automations_into_bin before delete on public.automations
  for each row when (current_user <> 'cairn_owner') execute function private.bin_record('automation');

-- As cairn_owner the whole account goes.
create trigger binned_records_leave before delete on public.binned_records
  for each row when (current_user <> 'cairn_owner') execute function private.leave_bin();

-- As cairn_owner the whole account goes.
create trigger binned_records_lost after delete on public.binned_records
  referencing old table as gone
  for each statement when (current_user <> 'cairn_owner') execute function private.note_lost_in_bin();
create trigger solutions_into_bin before delete on public.solutions
  for each row when (current_user <> 'cairn_owner') execute function private.bin_record('solution');

-- Only foreign keys run as cairn_owner: the whole account goes, and its bin with it.
create trigger systems_into_bin before delete on public.systems
  for each row when (current_user <> 'cairn_owner') execute function private.bin_record('system');

-- Links of restored records: what a record gets back, and what leaves the places that it held.
--
-- When links of a deleted record were moved, another record took its places as its successor. A successor leaves a
-- place when the last record is back for which it stood there. The order in which records come back makes no
-- difference.
-- A link to a record that is still in the bin waits there, and comes back with it.

create function private.put_into_lists(account uuid, ids uuid[]) returns void
language sql security definer set search_path = ''
as $$
  with others as (
    select b.links -> 'moved' ->> 'to' as stand_in, s.id as solution
    from public.binned_records b
    cross join lateral jsonb_array_elements_text(b.links -> 'moved' -> 'solutions') as s (id)
    where b.account_id = account and b.links ? 'moved' and b.record_id not in (select i.id from unnest(ids) as i (id))
  ),
  back as (
    select
      l.id as solution_id,
      l.record_id as system_id,
      b.deleted_at,
      array(select jsonb_array_elements_text(l.link -> 'before'))::uuid[] as before,
      case
        when b.links -> 'moved' -> 'solutions' ? l.id::text
          and (b.links -> 'moved' ->> 'to', l.id::text) not in (select o.stand_in, o.solution from others o)
          then (b.links -> 'moved' ->> 'to')::uuid
      end as instead
    from private.binned_links(account, ids) l
    join public.binned_records b on b.account_id = account and b.record_id = l.record_id
    where l.part = 'solutions'
  ),
  merged as (
    select s.id, array(
      select entry.id
      from (
        select listed.id, listed.place
        from unnest(s.related_systems) with ordinality as listed (id, place)
        where not may.change
          or listed.id not in (select k.instead from back k where k.solution_id = s.id and k.instead is not null)
        union
        select k.system_id, 1000
        from back k
        where k.solution_id = s.id and k.system_id <> all (s.related_systems)
      ) entry
      order by array_position(oldest.before, entry.id), entry.place
    ) as list
    from public.solutions s
    cross join lateral (
      select k.before from back k where k.solution_id = s.id order by k.deleted_at, cardinality(k.before) desc limit 1
    ) oldest
    cross join lateral (select private.may_change('solutions', to_jsonb(s)) as change) may
    where s.account_id = account and s.id in (select k.solution_id from back k)
  )
  update public.solutions s
  set related_systems = m.list
  from merged m
  where s.account_id = account and s.id = m.id and s.related_systems <> m.list and cardinality(m.list) <= 100
$$;
comment on function private.put_into_lists(uuid, uuid[]) is
  'Puts systems that come back into the lists of the solutions that rested on them, where those have room; a stand-in goes where it stands for nobody else and the caller may change the solution.';
alter function private.put_into_lists(uuid, uuid[]) owner to cairn_definer;

-- The other end of a link may be in the bin too: then the link waits there, and comes back with it.
create function private.hand_links_on(account uuid, ids uuid[]) returns void
language sql security definer set search_path = ''
as $$
  with waiting as (
    select l.*, b.name as record_name, b.kind as record_kind, b.record
    from private.binned_links(account, ids) l
    join public.binned_records b on b.account_id = account and b.record_id = l.record_id
    where l.part <> 'articles' and l.id not in (select i.id from unnest(ids) as i (id)) and private.name_in_bin(account, l.id) is not null
  ),
  added as (
    select
      w.id,
      jsonb_agg(w.link || jsonb_build_object('kind', w.record_kind, 'id', w.record_id, 'name', w.record_name))
        filter (where w.part = 'rows') as links,
      jsonb_agg(jsonb_build_object('id', w.record_id, 'name', w.record_name, 'before', w.record -> 'related_systems'))
        filter (where w.part = 'systems') as solutions,
      jsonb_agg(jsonb_build_object('id', w.record_id, 'name', w.record_name))
        filter (where w.part = 'solutions') as systems,
      jsonb_agg(w.record_id) filter (where w.part = 'solutions') as listed
    from waiting w
    group by w.id
  )
  update public.binned_records b
  set
    links = b.links || jsonb_strip_nulls(jsonb_build_object(
      'rows', coalesce(b.links -> 'rows', '[]') || a.links,
      'solutions', coalesce(b.links -> 'solutions', '[]') || a.solutions,
      'systems', coalesce(b.links -> 'systems', '[]') || a.systems
    )),
    record = case
      when a.listed is null then b.record
      else jsonb_set(b.record, '{related_systems}', b.record -> 'related_systems' || a.listed)
    end
  from added a
  where b.account_id = account and b.record_id = a.id
$$;
comment on function private.hand_links_on(uuid, uuid[]) is
  'Gives the links of records that come back to what is still in the bin.';
alter function private.hand_links_on(uuid, uuid[]) owner to cairn_definer;

create function private.put_links_back(account uuid, ids uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  one record;
begin
  perform private.clear_places(account, ids);
  for one in
    select link.table_name, jsonb_agg(
      link.kept || case
        when private.is_member(account, (link.kept ->> 'assigned_by')::uuid) then '{}'
        else '{"assigned_by": null}'::jsonb
      end
    ) as kept
    from (
      select l.link ->> 'table' as table_name, l.link -> 'row' as kept
      from private.binned_links(account, ids) l
      where l.part = 'rows' and private.is_record(account, l.kind, l.id)
      union
      select b.kind || '_experts', e.value
      from public.binned_records b
      cross join lateral jsonb_array_elements(b.links -> 'experts') as e (value)
      where b.account_id = account and b.record_id = any (ids)
        and private.stayed_member(account, (e.value ->> 'expert_id')::uuid, b.deleted_at)
      union
      select 'departed_owners', d.value || jsonb_build_object(
        'person_name', (select p.name from public.profiles p where p.id = (d.value ->> 'person_id')::uuid)
      )
      from public.binned_records b
      cross join lateral jsonb_array_elements(b.links -> 'departed') as d (value)
      where b.account_id = account and b.record_id = any (ids)
        -- Unless it came back with an owner, who was invited then.
        and not exists (
          select from private.catalogue_records r
          where r.account_id = account and r.kind = b.kind and r.id = b.record_id and r.owner_id is not null
        )
      union
      select 'departed_owners', jsonb_build_object(
        'account_id', account, 'kind', b.kind, 'record_id', b.record_id, 'person_id', b.record ->> 'owner_id',
        'person_name', (select p.name from public.profiles p where p.id = (b.record ->> 'owner_id')::uuid)
      )
      from public.binned_records b
      where b.account_id = account and b.record_id = any (ids) and b.record ->> 'owner_id' is not null
        and not private.stayed_member(account, (b.record ->> 'owner_id')::uuid, b.deleted_at)
    ) link
    group by link.table_name
  loop
    perform private.put_back(one.table_name, one.kept, 'on conflict do nothing');
  end loop;
  perform private.put_into_lists(account, ids);
  update public.knowledge_articles a
  set system_id = l.record_id
  from private.binned_links(account, ids) l
  join public.binned_records b on b.account_id = account and b.record_id = l.record_id
  where l.part = 'articles' and a.account_id = account and a.id = l.id
    and (
      a.system_id is null
      or a.system_id = (b.links -> 'moved' ->> 'to')::uuid
        and private.may_delete(jsonb_build_object('owner_id', a.author_id))
    );
end
$$;
comment on function private.put_links_back(uuid, uuid[]) is
  'Makes the links of records that come back, to whatever is there; those that were moved elsewhere leave that place.';
alter function private.put_links_back(uuid, uuid[]) owner to cairn_definer;

create function private.missing_links(account uuid, ids uuid[]) returns table (record_id uuid, missing jsonb)
language sql stable security definer set search_path = ''
as $$
  select m.record_id, jsonb_agg(jsonb_build_object('part', m.part, 'name', m.name, 'why', m.why) order by m.part, m.name)
  from (
    select
      l.record_id, l.kind as part, coalesce(l.name, '') as name,
      case
        when private.name_in_bin(account, l.id) is not null and l.id not in (select i.id from unnest(ids) as i (id)) then 'bin'
        when not private.is_record(account, l.kind, l.id) then 'gone'
        when l.part = 'solutions' and not exists (
          select from public.solutions s
          where s.account_id = account and s.id = l.id and s.related_systems @> array[l.record_id]
        ) then 'full'
        when l.part = 'articles' and not exists (
          select from public.knowledge_articles a
          where a.account_id = account and a.id = l.id and a.system_id = l.record_id
        ) then 'elsewhere'
      end as why
    from private.binned_links(account, ids) l
    union all
    select b.record_id, 'expert', coalesce(p.name, ''), 'left'
    from public.binned_records b
    cross join lateral jsonb_array_elements(b.links -> 'experts') as e (value)
    left join public.profiles p on p.id = (e.value ->> 'expert_id')::uuid
    where b.account_id = account and b.record_id = any (ids)
      and not private.stayed_member(account, (e.value ->> 'expert_id')::uuid, b.deleted_at)
    union all
    select b.record_id, 'owner', coalesce(p.name, ''), 'left'
    from public.binned_records b
    left join public.profiles p on p.id = (b.record ->> 'owner_id')::uuid
    where b.account_id = account and b.record_id = any (ids) and b.record ->> 'owner_id' is not null
      and not private.stayed_member(account, (b.record ->> 'owner_id')::uuid, b.deleted_at)
  ) m
  where m.why is not null
  group by m.record_id
$$;
comment on function private.missing_links(uuid, uuid[]) is
  'What does not come back with records: [{"part": owner, expert or a kind, "name", "why": left, gone, bin (it waits there), full or elsewhere}].';
alter function private.missing_links(uuid, uuid[]) owner to cairn_definer;

create function private.clear_places(account uuid, ids uuid[]) returns void
language sql security definer set search_path = ''
as $$
  select private.end_stand_ins(account, ids);
  with others as (
    select jsonb_array_elements(b.links -> 'moved' -> 'rows') as place
    from public.binned_records b
    where b.account_id = account and b.links ? 'moved' and b.record_id not in (select i.id from unnest(ids) as i (id))
  ),
  back as (
    select distinct
      place.value ->> 'table' as name, (place.value ->> 'solution')::uuid as solution, (place.value ->> 'other')::uuid as other
    from public.binned_records b
    cross join lateral jsonb_array_elements(b.links -> 'moved' -> 'rows') as place (value)
    where b.account_id = account and b.record_id = any (ids) and place.value not in (select o.place from others o)
  ),
  mine as (
    select k.*
    from back k
    join public.solutions s on s.account_id = account and s.id = k.solution
    where private.may_change('solutions', to_jsonb(s))
  ),
  automations as (
    delete from public.solution_automations l
    using mine m
    where m.name = 'solution_automations'
      and l.account_id = account and l.solution_id = m.solution and l.automation_id = m.other
  )
  delete from public.solution_agents l
  using mine m
  where m.name = 'solution_agents' and l.account_id = account and l.solution_id = m.solution and l.agent_id = m.other
$$;
comment on function private.clear_places(uuid, uuid[]) is
  'Removes what stood in links for records that come back, and for nobody else, from solutions that the caller may change.';
alter function private.clear_places(uuid, uuid[]) owner to cairn_definer;

create function private.end_stand_ins(account uuid, ids uuid[]) returns void
language sql volatile security definer set search_path = ''
as $$
  with places as (
    select b.record_id, (b.links -> 'moved' ->> 'to')::uuid as stand_in, p.value as place
    from public.binned_records b
    cross join lateral jsonb_array_elements(
      coalesce(b.links -> 'moved' -> 'solutions', '[]') || coalesce(b.links -> 'moved' -> 'rows', '[]')
    ) as p (value)
    where b.account_id = account and b.links ? 'moved'
  ),
  ended as (
    select t.record_id, p.place
    from places p
    join public.binned_records t on t.account_id = account and t.record_id = p.stand_in
    left join public.solutions s
      on s.account_id = account and s.id = coalesce(p.place ->> 'solution', p.place #>> '{}')::uuid
    where p.record_id in (select i.id from unnest(ids) as i (id))
      and not exists (
        select from places o
        where o.stand_in = p.stand_in and o.place = p.place and o.record_id not in (select i.id from unnest(ids) as i (id))
      )
      and (s.id is not null or t.kind = 'solution')
      and private.may_change('solutions', coalesce(to_jsonb(s), t.record))
  ),
  articles as (
    select t.record_id, a.value -> 'id' as id
    from public.binned_records b
    join public.binned_records t on t.account_id = account and t.record_id = (b.links -> 'moved' ->> 'to')::uuid
    cross join lateral jsonb_array_elements(b.links -> 'articles') as a (value)
    where b.account_id = account and b.links ? 'moved' and b.record_id in (select i.id from unnest(ids) as i (id))
  )
  update public.binned_records b
  set links = b.links - array['solutions', 'rows', 'articles'] || jsonb_strip_nulls(jsonb_build_object(
    'solutions', (
      select jsonb_agg(l.value order by l.place)
      from jsonb_array_elements(b.links -> 'solutions') with ordinality as l (value, place)
      where l.value -> 'id' not in (select e.place from ended e where e.record_id = b.record_id)
    ),
    'rows', (
      select jsonb_agg(l.value order by l.place)
      from jsonb_array_elements(b.links -> 'rows') with ordinality as l (value, place)
      where jsonb_build_object(
        'table', l.value -> 'table',
        'solution', l.value -> 'row' -> 'solution_id',
        'other', coalesce(l.value -> 'row' -> 'automation_id', l.value -> 'row' -> 'agent_id')
      ) not in (select e.place from ended e where e.record_id = b.record_id)
    ),
    'articles', (
      select jsonb_agg(l.value order by l.place)
      from jsonb_array_elements(b.links -> 'articles') with ordinality as l (value, place)
      where l.value -> 'id' not in (select a.id from articles a where a.record_id = b.record_id)
    )
  ))
  where b.account_id = account
    and b.record_id in (select e.record_id from ended e union select a.record_id from articles a)
$$;
comment on function private.end_stand_ins(uuid, uuid[]) is
  'Takes out of the links of stand-ins in the bin what they only had for records that come back, and for nobody else.';
alter function private.end_stand_ins(uuid, uuid[]) owner to cairn_definer;

-- Restoring records from the bin, while other users restore, delete or leave.
--
-- Two users who restore both ends of a link do not lose it. A person or record that goes at this moment counts as
-- gone, instead of failing the whole restoration.
-- A caller may restore what they might delete, had the record been in its table all along. A member who left and
-- joined again gets no right by what they owned before.

-- Columns that a table got meanwhile have their defaults; those that it lost are forgotten.
create function private.put_back(table_name text, given jsonb, on_conflict text default '') returns void
language plpgsql security definer set search_path = ''
as $$
declare
  columns text;
  defaults text;
begin
  select
    string_agg(quote_ident(a.attname), ', ' order by a.attnum),
    string_agg(format('%L, %s', a.attname, pg_get_expr(d.adbin, d.adrelid)), ', ') filter (where d.adbin is not null)
  into columns, defaults
  from pg_catalog.pg_attribute a
  left join pg_catalog.pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  where a.attrelid = format('public.%I', table_name)::regclass
    and a.attnum > 0 and not a.attisdropped and a.attgenerated = '';
  execute format(
    'insert into public.%1$I (%2$s)
    select %2$s
    from jsonb_populate_recordset(
      null::public.%1$I,
      (select jsonb_agg(jsonb_build_object(%3$s) || given.value) from jsonb_array_elements($1) as given)
    )
    %4$s',
    table_name, columns, defaults, on_conflict
  ) using given;
end
$$;
comment on function private.put_back(text, jsonb, text) is
  'Inserts rows that were deleted, as they were; on_conflict is a clause of the statement.';
alter function private.put_back(text, jsonb, text) owner to cairn_definer;

create function private.put_records_back(account uuid, ids uuid[], new_names jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  one record;
begin
  for one in
    select b.kind, jsonb_agg(
      b.record
      || jsonb_build_object('name', coalesce(new_names ->> b.record_id::text, b.name))
      -- Whoever left has let go of what they owned and made.
      || (
        select coalesce(jsonb_object_agg(role, null::text), '{}')
        from unnest(array['owner_id', 'created_by', 'updated_by']) as role
        where not private.stayed_member(account, (b.record ->> role)::uuid, b.deleted_at)
      )
      -- Who was invited to own it may have joined. Users of single sign-on may share an address.
      || coalesce(
        (
          select case when i.accepted_at is not null then jsonb_build_object('invited_owner_id', null, 'owner_id', (
            select p.id
            from public.profiles p
            where p.account_id = account and lower(p.email) = i.email
            order by p.id
            limit 1
          )) else '{}' end
          from public.pending_invitations i
          where i.account_id = account and i.id = (b.record ->> 'invited_owner_id')::uuid
        ),
        '{"invited_owner_id": null}'
      )
      || case when b.kind = 'solution' then jsonb_build_object('related_systems', (
        select coalesce(jsonb_agg(listed.id order by listed.place), '[]')
        from jsonb_array_elements_text(b.record -> 'related_systems') with ordinality as listed (id, place)
        where private.is_record(account, 'system', listed.id::uuid)
      )) else '{}' end
    ) as records
    from public.binned_records b
    where b.account_id = account and b.record_id = any (ids)
    group by b.kind
    -- Solutions last: they ask whether their systems are there.
    order by b.kind = 'solution'
  loop
    perform private.put_back(one.kind || 's', one.records);
  end loop;
end
$$;
comment on function private.put_records_back(uuid, uuid[], jsonb) is
  'Inserts records out of the bin, without people who left and systems that are gone; new_names has a name by id.';
alter function private.put_records_back(uuid, uuid[], jsonb) owner to cairn_definer;

create function private.problems_of_restoring(account uuid, ids uuid[], new_names jsonb)
returns table (kind text, record_id uuid, name text, problem text)
language sql stable security definer set search_path = ''
as $$
  select
    b.kind, wanted.id, called.name,
    case
      when b.record_id is null then 'not_in_bin'
      when not private.may_restore(account, b.record, b.deleted_at) then 'not_allowed'
      when not private.feature_enabled(b.kind || 's') and private.my_rank() is distinct from 3 then 'switched_off'
      when private.name_is_taken(account, b.kind, called.name)
        or row_number() over (partition by b.kind, lower(called.name) order by b.deleted_at desc, wanted.id) > 1
        then 'name_taken'
    end
  from (select distinct given.id from unnest(ids) as given (id)) wanted
  left join public.binned_records b on b.account_id = account and b.record_id = wanted.id
  cross join lateral (select private.display_text(coalesce(new_names ->> wanted.id::text, b.name)) as name) called
$$;
comment on function private.problems_of_restoring(uuid, uuid[], jsonb) is
  'Of each record its kind, the name that it would get, and what speaks against it: not_in_bin, not_allowed, switched_off, name_taken, or nothing.';
alter function private.problems_of_restoring(uuid, uuid[], jsonb) owner to cairn_definer;

create function private.restore_records(ids uuid[], new_names jsonb default '{}')
returns table (kind text, record_id uuid, name text, problem text, missing jsonb)
language plpgsql security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  asked jsonb;
  free uuid[];
  lost jsonb;
  rounds integer := 0;
begin
  -- Of two who restore the same at once the second waits, and finds nothing; of two who restore what is linked, it finds
  -- the other end there.
  perform from public.binned_records b
  where b.account_id = account and b.record_id = any (array(
    select i.id from unnest(ids) as i (id)
    union
    select l.id from private.binned_links(account, ids) l
  ))
  order by b.record_id
  for update;
  loop
    select
      coalesce(jsonb_agg(to_jsonb(p)), '[]'),
      coalesce(array_agg(p.record_id) filter (where p.problem is null), '{}')
    into asked, free
    from private.problems_of_restoring(account, ids, new_names) p;
    begin
      perform private.put_records_back(account, free, (
        select coalesce(jsonb_object_agg(p ->> 'record_id', p ->> 'name'), '{}') from jsonb_array_elements(asked) as p
      ));
      perform private.put_links_back(account, free);
      exit;
    exception when unique_violation or foreign_key_violation then
      -- Somebody took a name, left or deleted what it is linked to, while this waited for it: asked once more, that is
      -- known.
      rounds := rounds + 1;
      if rounds = 3 then
        raise;
      end if;
    end;
  end loop;
  perform private.hand_links_on(account, free);
  select coalesce(jsonb_object_agg(m.record_id, m.missing), '{}') into lost
  from private.missing_links(account, free) m;
  delete from public.binned_records b where b.account_id = account and b.record_id = any (free);
  return query
  select
    p ->> 'kind', (p ->> 'record_id')::uuid, p ->> 'name', p ->> 'problem', coalesce(lost -> (p ->> 'record_id'), '[]')
  from jsonb_array_elements(asked) as p;
end
$$;
comment on function private.restore_records(uuid[], jsonb) is
  'Restores those of the given records that the caller may restore, in one go, and says of each what speaks against it (see problems_of_restoring) and what did not come back with it (see missing_links).';
alter function private.restore_records(uuid[], jsonb) owner to cairn_definer;

-- A restoration writes as much as a deletion, so it has the same limit.
create function public.restore_from_bin(ids uuid[], new_names jsonb default '{}') returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  answer jsonb;
  worst jsonb;
begin
  if ids is null or jsonb_typeof(new_names) is distinct from 'object' then
    raise exception 'Records are restored by their ids.' using errcode = '22023', hint = 'Send a list of ids.';
  end if;
  if cardinality(ids) > 2000 then
    raise exception 'At most 2,000 records are restored at once.' using errcode = '22023', hint = 'Choose fewer.';
  end if;
  select coalesce(jsonb_agg(to_jsonb(r)), '[]') into answer from private.restore_records(ids, new_names) r;
  select p into worst
  from jsonb_array_elements(answer) as p
  where p ->> 'problem' is not null
  order by array_position(array['not_in_bin', 'not_allowed', 'switched_off', 'name_taken'], p ->> 'problem')
  limit 1;
  case worst ->> 'problem'
    when 'not_in_bin' then
      raise exception 'This record is not in the bin any more.'
        using errcode = 'PT404', hint = 'Somebody else may have restored or purged it.';
    when 'not_allowed' then
      raise exception 'You may not restore this record.'
        using errcode = '42501', hint = 'Whoever may delete a record restores it.';
    when 'switched_off' then
      perform private.refuse_feature_off((worst ->> 'kind') || 's');
    when 'name_taken' then
      raise exception '% with this name already exists.',
        case when worst ->> 'kind' in ('agent', 'automation') then 'An ' else 'A ' end || (worst ->> 'kind')
        using errcode = '23505', detail = worst ->> 'record_id', hint = 'Choose another name. Capitals make no difference.';
    else
      return (
        select jsonb_build_object(
          'restored', coalesce(jsonb_agg(jsonb_build_object(
            'kind', p ->> 'kind', 'id', p ->> 'record_id', 'name', p ->> 'name', 'missing', p -> 'missing'
          )), '[]')
        )
        from jsonb_array_elements(answer) as p
      );
  end case;
end
$$;
comment on function public.restore_from_bin(uuid[], jsonb) is
  'Restores records with the ids, people, links and times that they had: all or none. For whoever may delete them. new_names has a name by id where the old one is taken (23505). Answers {"restored": [{"kind", "id", "name", "missing": [{"part", "name", "why"}]}]}.';
alter function public.restore_from_bin(uuid[], jsonb) owner to cairn_definer;
revoke all on function public.restore_from_bin(uuid[], jsonb) from public, anon, authenticated, service_role;
grant execute on function public.restore_from_bin(uuid[], jsonb) to authenticated, service_role;

create function private.may_restore(account uuid, record jsonb, deleted_at timestamptz) returns boolean
language sql stable security definer set search_path = ''
as $$
  select private.may_delete(record)
    and (private.my_rank() >= 2 or private.stayed_member(account, private.caller_id(), may_restore.deleted_at))
$$;
comment on function private.may_restore(uuid, jsonb, timestamptz) is
  'Whether the caller may restore a record of their account: whoever might delete it, and has been a member ever since.';
alter function private.may_restore(uuid, jsonb, timestamptz) owner to cairn_definer;

-- Deleting records: what depends on them is shown before, can be moved, and its owners are told why.
--
-- A thousand records are one question and one deletion: every function works on sets. Only what the caller may change
-- is moved.
-- get_deletion_effects runs as the caller: it knows of a record of another account as little as of a record that does
-- not exist.

create function public.get_deletion_effects(kind_param text, id_param uuid)
returns table (affected text, count bigint, names text[])
language plpgsql stable set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
begin
  if kind_param is null or kind_param <> all (array['system', 'solution', 'agent', 'automation', 'article']) then
    raise exception 'Kind must be system, solution, agent, automation or article.' using errcode = '22023';
  end if;
  return query
  with effect (affected, name) as (
    select 'experts', p.name
    from private.record_experts e
    join public.profiles p on p.id = e.expert_id
    where e.account_id = account and e.kind = kind_param and e.record_id = id_param
    union all
    select 'solutions', s.name
    from public.solutions s
    where kind_param = 'system' and s.account_id = account and s.related_systems @> array[id_param]
    union all
    select 'articles', a.title
    from public.knowledge_articles a
    where kind_param = 'system' and a.account_id = account and a.system_id = id_param
    union all
    select case kind_param when 'solution' then 'automations' else 'solutions' end,
      case kind_param when 'solution' then a.name else s.name end
    from public.solution_automations l
    join public.solutions s on s.id = l.solution_id
    join public.automations a on a.id = l.automation_id
    where l.account_id = account
      and (kind_param = 'solution' and l.solution_id = id_param or kind_param = 'automation' and l.automation_id = id_param)
    union all
    select case kind_param when 'solution' then 'agents' else 'solutions' end,
      case kind_param when 'solution' then a.name else s.name end
    from public.solution_agents l
    join public.solutions s on s.id = l.solution_id
    join public.agents a on a.id = l.agent_id
    where l.account_id = account
      and (kind_param = 'solution' and l.solution_id = id_param or kind_param = 'agent' and l.agent_id = id_param)
  )
  select e.affected, count(*), (array_agg(e.name order by lower(e.name), e.name))[1:5]
  from effect e
  group by e.affected
  order by e.affected;
end
$$;
comment on function public.get_deletion_effects(text, uuid) is
  'What deleting a record of the account affects: how many experts, solutions, articles, automations or agents, and the first five names of each. No rows where nothing is affected.';
alter function public.get_deletion_effects(text, uuid) owner to cairn_definer;
revoke all on function public.get_deletion_effects(text, uuid) from public, anon, authenticated, service_role;
grant execute on function public.get_deletion_effects(text, uuid) to authenticated, service_role;

create function public.get_deletion_impact(kind_param text, ids uuid[]) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
begin
  if kind_param is null or kind_param <> all (array['system', 'solution', 'agent', 'automation']) then
    raise exception 'Kind must be system, solution, agent or automation.' using errcode = '22023';
  end if;
  if ids is null or cardinality(ids) > 10000 then
    raise exception 'Ask for at most 10,000 records at once.' using errcode = '22023', hint = 'Choose fewer.';
  end if;
  return (
    with dependent as (
      select 'solution' as kind, s.id, s.name, s.status, s.owner_id, s.invited_owner_id, s.status = 'active' as counts
      from public.solutions s
      where s.account_id = account and (
        kind_param = 'system' and s.related_systems && ids
        or kind_param = 'automation' and s.id in (
          select l.solution_id from public.solution_automations l where l.account_id = account and l.automation_id = any (ids)
        )
        or kind_param = 'agent' and s.id in (
          select l.solution_id from public.solution_agents l where l.account_id = account and l.agent_id = any (ids)
        )
      )
      union all
      select 'automation', a.id, a.name, a.status, a.owner_id, a.invited_owner_id, false
      from public.automations a
      where kind_param = 'solution' and a.account_id = account and a.id in (
        select l.automation_id from public.solution_automations l where l.account_id = account and l.solution_id = any (ids)
      )
      union all
      select 'agent', a.id, a.name, a.status, a.owner_id, a.invited_owner_id, false
      from public.agents a
      where kind_param = 'solution' and a.account_id = account and a.id in (
        select l.agent_id from public.solution_agents l where l.account_id = account and l.solution_id = any (ids)
      )
      union all
      select 'article', a.id, a.title, '', a.author_id, null, false
      from public.knowledge_articles a
      where kind_param = 'system' and a.account_id = account and a.system_id = any (ids)
    ),
    placed as (
      select d.*, p.name as owner_name, row_number() over (partition by d.kind order by lower(d.name), d.id) as place
      from dependent d
      left join public.account_members m on m.account_id = account and m.user_id = d.owner_id
      left join public.profiles p on p.id = m.user_id
    ),
    grouped as (
      select
        p.kind,
        count(*) as total,
        count(*) filter (where p.counts) as active,
        jsonb_agg(jsonb_build_object(
          'id', p.id, 'name', p.name, 'status', p.status, 'owner_id', p.owner_id, 'owner_name', p.owner_name,
          'invited_owner_id', p.invited_owner_id
        ) order by p.place) filter (where p.place <= 50) as items
      from placed p
      group by p.kind
    )
    select coalesce(jsonb_agg(to_jsonb(g) order by g.kind desc), '[]') from grouped g
  );
end
$$;
comment on function public.get_deletion_impact(text, uuid[]) is
  'What points to any of these records, or belongs to these solutions, each once: [{"kind", "total", "active", "items": [{"id", "name", "status", "owner_id", "owner_name", "invited_owner_id"}]}], the first 50 of each kind by name. Active are solutions in use that rest on them; the owner of an article is its author.';
alter function public.get_deletion_impact(text, uuid[]) owner to cairn_definer;
revoke all on function public.get_deletion_impact(text, uuid[]) from public, anon, authenticated, service_role;
grant execute on function public.get_deletion_impact(text, uuid[]) to authenticated, service_role;

-- An owner of many dependents is told of twenty, and only these are looked at one by one.
create function private.tell_owners(account uuid, kind text, ids uuid[], target uuid, reason text) returns void
language sql security definer set search_path = ''
as $$
  select private.notify_of_records(array(
    select
      row(
        account, told.person, 'dependency_deleted', kind, told.record_id, told.record_name,
        jsonb_strip_nulls(jsonb_build_object(
          'dependents', told.dependents,
          'reason', nullif(reason, ''),
          'moved_to', (
            select r.name
            from private.catalogue_records r
            where r.account_id = account and r.kind = tell_owners.kind and r.id = target
          )
        ))
      )::private.record_news
    from (
      select
        d.person, l.record_id, b.name as record_name, to_jsonb((array_agg(distinct l.name))[1:5]) as dependents,
        row_number() over (partition by d.person order by lower(b.name), l.record_id) as place
      from private.binned_links(account, ids) l
      join public.binned_records b
        on b.account_id = account and b.kind = tell_owners.kind and b.record_id = l.record_id
      cross join lateral (
        select r.owner_id as person
        from private.catalogue_records r
        where r.account_id = account and r.kind = l.kind and r.id = l.id and l.part <> 'systems'
        union all
        select a.author_id
        from public.knowledge_articles a
        where l.kind = 'article' and a.account_id = account and a.id = l.id
      ) d
      where d.person is not null
      group by d.person, l.record_id, b.name
    ) told
    where told.place <= 20
    order by told.person, told.place
  ))
$$;
comment on function private.tell_owners(uuid, text, uuid[], uuid, text) is
  'Tells the owners of what pointed to records in the bin that these were deleted, why, and what took their place.';
alter function private.tell_owners(uuid, text, uuid[], uuid, text) owner to cairn_definer;

create function public.delete_records(
  kind_param text, ids uuid[], reason_param text default '', move_to uuid default null, told boolean default false
) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  reason constant text := private.display_text(coalesce(reason_param, ''));
  known integer;
  allowed integer;
begin
  if kind_param is null or kind_param <> all (array['system', 'solution', 'agent', 'automation']) then
    raise exception 'Kind must be system, solution, agent or automation.' using errcode = '22023';
  end if;
  if ids is null or cardinality(ids) = 0 or char_length(reason) > 500 then
    raise exception 'Delete 1 to 2,000 records, with a reason of at most 500 characters.' using errcode = '22023';
  end if;
  perform private.refuse_many_deletions(cardinality(ids));
  perform private.refuse_feature_off(kind_param || 's');
  execute format(
    'with locked as (
      select r.* from public.%I r where r.account_id = $1 and r.id = any ($2) order by r.id for update
    )
    select count(*), count(*) filter (where private.may_delete(to_jsonb(l))) from locked l',
    kind_param || 's'
  ) into known, allowed using account, ids;
  if known < (select count(distinct i.id) from unnest(ids) as i (id)) then
    raise exception 'This record does not exist any more.' using errcode = 'PT404';
  end if;
  if allowed < known then
    raise exception 'You may not delete this record.'
      using errcode = '42501', hint = 'Users delete what they made or own, managers all.';
  end if;
  if move_to is not null and (move_to = any (ids) or not private.is_record(account, kind_param, move_to)) then
    raise exception 'The links cannot be moved to this record.'
      using errcode = '23503', hint = 'Choose another record of the same kind.';
  end if;
  perform set_config('cairn.reason', reason, true);
  perform private.put_into_bin(account, kind_param, ids);
  if move_to is not null then
    perform private.move_links(account, kind_param, ids, move_to);
  end if;
  if told then
    perform private.tell_owners(account, kind_param, ids, move_to, reason);
  end if;
  execute format('delete from public.%I r where r.account_id = $1 and r.id = any ($2)', kind_param || 's')
    using account, ids;
  perform set_config('cairn.reason', '', true);
  return known;
end
$$;
comment on function public.delete_records(text, uuid[], text, uuid, boolean) is
  'Deletes records of one kind, all or none, for whoever may delete them. They wait in the bin with the reason. What points to them goes to the record move_to, as far as the caller may change it; told tells its owners. Says how many that were.';
alter function public.delete_records(text, uuid[], text, uuid, boolean) owner to cairn_definer;
revoke all on function public.delete_records(text, uuid[], text, uuid, boolean) from public, anon, authenticated, service_role;
grant execute on function public.delete_records(text, uuid[], text, uuid, boolean) to authenticated, service_role;

-- A deletion writes more than any other change, into the bin, the history and the audit log. Two thousand records are
-- deleted within the time that a request has, also on a small and busy machine.
create function private.refuse_many_deletions(count integer) returns void
language plpgsql immutable set search_path = ''
as $$
begin
  if count > 2000 then
    raise exception 'At most 2,000 records are deleted at once.' using errcode = '22023', hint = 'Choose fewer.';
  end if;
end
$$;
comment on function private.refuse_many_deletions(integer) is 'Refuses to delete more records than a request has time for.';
alter function private.refuse_many_deletions(integer) owner to cairn_definer;
grant execute on function private.refuse_many_deletions(integer) to authenticated;

-- Which of many records the caller may delete and no user has changed since the caller looked.
create function private.deletable(kind text, ids uuid[], until timestamptz) returns uuid[]
language plpgsql stable security definer set search_path = ''
as $$
declare
  found uuid[];
begin
  execute format(
    'select array(
      select t.id
      from public.%I t
      where t.account_id = private.my_account() and t.id = any ($1) and t.updated_at <= $2 and private.may_delete(to_jsonb(t))
    )',
    kind || 's'
  ) into found using ids, until;
  return found;
end
$$;
comment on function private.deletable(text, uuid[], timestamptz) is
  'Those of the records that the caller may delete and nobody has changed since a moment.';
alter function private.deletable(text, uuid[], timestamptz) owner to cairn_definer;
grant execute on function private.deletable(text, uuid[], timestamptz) to authenticated;

-- Of two users who delete the same records at once the second waits, and leaves out what is gone.
create function private.hold_deletable(kind text, ids uuid[], until timestamptz) returns uuid[]
language plpgsql volatile security definer set search_path = ''
as $$
begin
  execute format('select from public.%I t where t.id = any ($1) order by t.id for update', kind || 's')
    using private.deletable(kind, ids, until);
  return private.deletable(kind, ids, until);
end
$$;
comment on function private.hold_deletable(text, uuid[], timestamptz) is
  'The same, and holds them until the transaction ends.';
alter function private.hold_deletable(text, uuid[], timestamptz) owner to cairn_definer;
grant execute on function private.hold_deletable(text, uuid[], timestamptz) to authenticated;

-- Moving links: another record, the successor, takes the places of records that are about to be deleted.
--
-- Only places that the caller may change are moved. Each deleted record notes which places the successor got for it,
-- so that each gets back its own when it is restored. Two people or records of the same name stay apart, because ids
-- decide.

create function private.move_links(account uuid, kind text, ids uuid[], target uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if kind = 'system' then
    perform private.move_lists(account, ids, target);
  else
    perform private.move_rows(account, kind, ids, target);
  end if;
end
$$;
comment on function private.move_links(uuid, text, uuid[], uuid) is
  'Gives what points to records that are about to be deleted, and are noted in the bin, to another one: as far as the caller may change it.';
alter function private.move_links(uuid, text, uuid[], uuid) owner to cairn_definer;

-- Each deleted record notes the places that its successor got for it. A place that the successor got for another
-- record in the bin counts for both: it stays until both are back.
create function private.move_lists(account uuid, ids uuid[], target uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  mine constant uuid[] := array(
    select s.id
    from public.solutions s
    where s.account_id = account and s.related_systems && ids and private.may_change('solutions', to_jsonb(s))
  );
begin
  with standing as (
    select jsonb_array_elements_text(b.links -> 'moved' -> 'solutions')::uuid as id
    from public.binned_records b
    where b.account_id = account and b.links ? 'moved' and b.links -> 'moved' ->> 'to' = target::text
  ),
  places as (
    select listed.id as system_id, jsonb_agg(s.id) as solutions
    from public.solutions s
    cross join unnest(s.related_systems) as listed (id)
    where s.account_id = account and s.id = any (mine) and listed.id in (select i.id from unnest(ids) as i (id))
      and (not s.related_systems @> array[target] or s.id in (select t.id from standing t))
    group by listed.id
  )
  update public.binned_records b
  set links = b.links || jsonb_build_object('moved', jsonb_build_object(
    'to', target, 'solutions', coalesce(p.solutions, '[]')
  ))
  from unnest(ids) as i (id)
  left join places p on p.system_id = i.id
  where b.account_id = account and b.kind = 'system' and b.record_id = i.id;
  update public.solutions s
  set related_systems = array(
    select entry.id
    from (
      select case when listed.id = any (ids) then target else listed.id end as id, min(listed.place) as place
      from unnest(s.related_systems) with ordinality as listed (id, place)
      group by 1
    ) entry
    order by entry.place
  )
  where s.account_id = account and s.id = any (mine);
  update public.knowledge_articles a
  set system_id = target
  where a.account_id = account and a.system_id = any (ids)
    and private.may_delete(jsonb_build_object('owner_id', a.author_id));
end
$$;
comment on function private.move_lists(uuid, uuid[], uuid) is
  'Puts a system into the place of others in lists of solutions and articles, as far as the caller may change these.';
alter function private.move_lists(uuid, uuid[], uuid) owner to cairn_definer;

create function private.move_rows(account uuid, kind text, ids uuid[], target uuid) returns void
language sql security definer set search_path = ''
as $$
  with wanted as (
    select
      case kind when 'solution' then l.solution_id else l.automation_id end as id,
      'solution_automations' as name,
      case kind when 'solution' then target else l.solution_id end as solution,
      case kind when 'solution' then l.automation_id else target end as other
    from public.solution_automations l
    where l.account_id = account
      and (kind = 'solution' and l.solution_id = any (ids) or kind = 'automation' and l.automation_id = any (ids))
    union all
    select
      case kind when 'solution' then l.solution_id else l.agent_id end,
      'solution_agents',
      case kind when 'solution' then target else l.solution_id end,
      case kind when 'solution' then l.agent_id else target end
    from public.solution_agents l
    where l.account_id = account
      and (kind = 'solution' and l.solution_id = any (ids) or kind = 'agent' and l.agent_id = any (ids))
  ),
  mine as (
    select s.id
    from public.solutions s
    where s.account_id = account and s.id in (select w.solution from wanted w)
      and private.may_change('solutions', to_jsonb(s))
  ),
  allowed as (
    select w.*, jsonb_build_object('table', w.name, 'solution', w.solution, 'other', w.other) as place
    from wanted w
    join mine m on m.id = w.solution
  ),
  automations as (
    insert into public.solution_automations (account_id, solution_id, automation_id, assigned_by)
    select account, a.solution, a.other, private.caller_id() from allowed a where a.name = 'solution_automations'
    on conflict do nothing
    returning jsonb_build_object('table', 'solution_automations', 'solution', solution_id, 'other', automation_id) as place
  ),
  agents as (
    insert into public.solution_agents (account_id, solution_id, agent_id, assigned_by)
    select account, a.solution, a.other, private.caller_id() from allowed a where a.name = 'solution_agents'
    on conflict do nothing
    returning jsonb_build_object('table', 'solution_agents', 'solution', solution_id, 'other', agent_id) as place
  ),
  standing as (
    select n.place from automations n
    union all
    select n.place from agents n
    union all
    select jsonb_array_elements(b.links -> 'moved' -> 'rows')
    from public.binned_records b
    where b.account_id = account and b.links ? 'moved' and b.links -> 'moved' ->> 'to' = target::text
  ),
  places as (
    select a.id, jsonb_agg(a.place) as places
    from allowed a
    where a.place in (select t.place from standing t)
    group by a.id
  )
  update public.binned_records b
  set links = b.links || jsonb_build_object('moved', jsonb_build_object('to', target, 'rows', coalesce(p.places, '[]')))
  from unnest(ids) as i (id)
  left join places p on p.id = i.id
  where b.account_id = account and b.kind = move_rows.kind and b.record_id = i.id
$$;
comment on function private.move_rows(uuid, text, uuid[], uuid) is
  'Puts a solution, agent or automation into the place of others in links, as far as the caller may change the solutions.';
alter function private.move_rows(uuid, text, uuid[], uuid) owner to cairn_definer;

-- Bulk: one act changes the owner or the status of many records, names a member an expert of them, or deletes them.
--
-- A caller names records by their ids, or by the filter of a list, with or without exceptions; an owner may be a
-- member or an invited person. What is done runs as the caller: row security decides, record by record, and triggers
-- write the history as one act.
-- Records that changed since the user looked are left out. private.bulk_acts remembers for an hour what the user may
-- take back.

create table private.bulk_acts (
  act uuid primary key,
  account_id uuid not null references public.accounts (id) on delete cascade,
  person_id uuid not null,
  kind text not null,
  action text not null,
  value text,
  ids uuid[] not null,
  done_at timestamptz not null default now(),
  departed jsonb not null default '[]',
  constraint bulk_acts_person_id_fkey foreign key (account_id, person_id)
    references public.account_members (account_id, user_id) on delete cascade
);
create index bulk_acts_person_idx on private.bulk_acts (account_id, person_id, done_at desc);
comment on table private.bulk_acts is 'What somebody changed in bulk, for as long as they may take it back: an hour.';
comment on column private.bulk_acts.ids is 'The records that were changed.';
comment on column private.bulk_acts.departed is
  'Whose owner had left before the records got another one, as in departed_owners, without the names.';
alter table private.bulk_acts owner to cairn_owner;

create function private.records_in_bulk(
  kind text, ids uuid[], query text, statuses text[], owners uuid[], without_owner boolean, gaps text[],
  excepted uuid[]
) returns uuid[]
language plpgsql stable security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  meant uuid[];
begin
  if kind is null or kind not in ('system', 'solution', 'agent', 'automation') then
    raise exception 'There is no such catalogue, or it has no such order.' using errcode = '22023';
  end if;
  if cardinality(ids) > 10000 or cardinality(excepted) > 10000 then
    raise exception 'At most 10,000 records are changed at once.' using errcode = '22023', hint = 'Choose fewer.';
  end if;
  execute format(
    'select array(select t.id from public.%I t where (%s) and t.id <> all ($2) limit 10001)',
    kind || 's',
    case
      when ids is not null then format('t.account_id = %L and t.id = any ($1)', account)
      else private.records_condition(account, kind, query, statuses, owners, coalesce(without_owner, false), gaps)
    end
  )
    into meant using ids, coalesce(excepted, '{}');
  if cardinality(meant) > 10000 then
    raise exception 'At most 10,000 records are changed at once.' using errcode = '22023', hint = 'Choose fewer.';
  end if;
  return meant;
end
$$;
comment on function private.records_in_bulk(text, uuid[], text, text[], uuid[], boolean, text[], uuid[]) is
  'The records of the caller''s account that are meant: those of the ids, or all that fit a filter, without the excepted.';
alter function private.records_in_bulk(text, uuid[], text, text[], uuid[], boolean, text[], uuid[]) owner to cairn_definer;
grant execute on function private.records_in_bulk(text, uuid[], text, text[], uuid[], boolean, text[], uuid[]) to authenticated;

-- What the change would do, as far as the caller may see and change the records.
create function private.count_in_bulk(kind text, action text, value text, ids uuid[], seen_at timestamptz) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  answer jsonb;
begin
  execute format(
    'select jsonb_build_object(
      ''total'', count(*),
      ''changes'', count(*) filter (where r.reason is null),
      ''no_right'', count(*) filter (where r.reason = ''no_right''),
      ''already'', count(*) filter (where r.reason = ''already''),
      ''changed_meanwhile'', count(*) filter (where r.reason = ''changed_meanwhile''),
      ''left_out'', coalesce(
        jsonb_agg(jsonb_build_object(''id'', r.id, ''name'', r.name, ''reason'', r.reason) order by r.place)
          filter (where r.place <= 20 and r.reason is not null),
        ''[]''
      )
    )
    from (
      select c.*, row_number() over (partition by c.reason is null order by lower(c.name), c.id) as place
      from (
        select t.id, t.name, case
          when not %2$s then ''no_right''
          when %3$s then ''already''
          when t.updated_at > $3 and $4 then ''changed_meanwhile''
        end as reason
        from public.%1$I t
        where t.id = any ($1)
      ) c
    ) r',
    kind || 's',
    -- The policies, once more, to say why; they themselves decide when it is done.
    case
      when action = 'expert' then '(select private.my_rank()) >= 1'
      else '(
        (select private.my_rank()) >= 2
        or (select private.my_rank()) = 1 and (select private.caller_id()) in (t.created_by, t.owner_id) is true
      )'
    end,
    case action
      when 'owner' then 'coalesce(t.owner_id, t.invited_owner_id) is not distinct from $2::uuid'
      when 'status' then 't.status = $2'
      when 'expert' then format(
        'exists (select from public.%I e where e.%I = t.id and e.expert_id = $2::uuid)', kind || '_experts', kind || '_id'
      )
      else 'false'
    end
  )
    into answer using ids, value, coalesce(seen_at, 'infinity'), action <> 'expert';
  return answer;
end
$$;
comment on function private.count_in_bulk(text, text, text, uuid[], timestamptz) is
  'How many records a change in bulk would change, and why it would leave others out; the first 20 of these by name.';
alter function private.count_in_bulk(text, text, text, uuid[], timestamptz) owner to cairn_definer;
grant execute on function private.count_in_bulk(text, text, text, uuid[], timestamptz) to authenticated;

create function private.refuse_bulk(action text, value text) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if action is null or action not in ('owner', 'status', 'expert', 'delete') then
    raise exception 'Records are changed in bulk by owner, expert, status or deletion.' using errcode = '22023';
  end if;
  if action = 'expert' or action = 'owner' and value is not null and not private.is_invited_in_bulk(action, value) then
    perform private.refuse_stranger(value::uuid);
  end if;
end
$$;
comment on function private.refuse_bulk(text, text) is
  'Refuses what is no change in bulk, and people who are neither members nor, as owners, invited.';
alter function private.refuse_bulk(text, text) owner to cairn_definer;
grant execute on function private.refuse_bulk(text, text) to authenticated;

create function public.preview_bulk(
  kind text, action text, value text default null, ids uuid[] default null, query text default '',
  statuses text[] default null, owners uuid[] default null, without_owner boolean default false, gaps text[] default null,
  excepted uuid[] default null
) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  meant constant uuid[] := private.records_in_bulk(kind, ids, query, statuses, owners, without_owner, gaps, excepted);
  gone uuid[] := '{}';
begin
  perform private.refuse_bulk(action, value);
  if action = 'delete' then
    perform private.refuse_many_deletions(cardinality(meant));
    gone := private.deletable(kind, meant, 'infinity');
  end if;
  return private.count_in_bulk(kind, action, value, meant, null) || jsonb_build_object(
    'seen_at', now(),
    'deletes', gone,
    'impact', public.get_deletion_impact(kind, gone)
  );
end
$$;
comment on function public.preview_bulk(text, text, text, uuid[], text, text[], uuid[], boolean, text[], uuid[]) is
  'What a change in bulk would do: {"total", "changes", "no_right", "already", "left_out": the first 20 with their reason, "seen_at", "deletes": the ids that a deletion would delete, "impact": what depends on these, as get_deletion_impact says it}. action is owner (value: a member, an open invitation, or null), status (value), expert (value: a member) or delete; the records are those of the ids, or those that fit a filter as that of find_records, without the excepted.';
alter function public.preview_bulk(text, text, text, uuid[], text, text[], uuid[], boolean, text[], uuid[]) owner to cairn_definer;
revoke all on function public.preview_bulk(text, text, text, uuid[], text, text[], uuid[], boolean, text[], uuid[]) from public, anon, authenticated, service_role;
grant execute on function public.preview_bulk(text, text, text, uuid[], text, text[], uuid[], boolean, text[], uuid[]) to authenticated;

create function public.change_in_bulk(
  kind text, action text, value text default null, ids uuid[] default null, query text default '',
  statuses text[] default null, owners uuid[] default null, without_owner boolean default false,
  gaps text[] default null, seen_at timestamptz default null, reason text default '', move_to uuid default null,
  told boolean default false, excepted uuid[] default null
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  meant constant uuid[] := private.records_in_bulk(kind, ids, query, statuses, owners, without_owner, gaps, excepted);
  until constant timestamptz := coalesce(seen_at, 'infinity');
  invited constant boolean := private.is_invited_in_bulk(action, value);
  counted jsonb;
  departed jsonb;
  changed uuid[];
  act uuid;
begin
  perform private.refuse_bulk(action, value);
  if action = 'delete' then
    perform private.refuse_many_deletions(cardinality(meant));
  end if;
  counted := private.count_in_bulk(kind, action, value, meant, seen_at);
  if action = 'owner' then
    select jsonb_agg(to_jsonb(d) - 'person_name') into departed
    from public.departed_owners d
    where d.account_id = private.my_account() and d.kind = change_in_bulk.kind and d.record_id = any (meant);
  end if;
  if action = 'delete' then
    changed := private.hold_deletable(kind, meant, until);
    if cardinality(changed) > 0 then
      perform public.delete_records(kind, changed, left(reason, 500), move_to, told);
    end if;
  else
    execute format(
      case action
        when 'owner' then
          'with done as (
            update public.%1$I t
            set owner_id = case when not $4 then $2::uuid end, invited_owner_id = case when $4 then $2::uuid end
            where t.id = any ($1) and t.updated_at <= $3
              and coalesce(t.owner_id, t.invited_owner_id) is distinct from $2::uuid
            returning t.id
          )'
        when 'status' then
          'with done as (
            update public.%1$I t set status = $2
            where t.id = any ($1) and t.updated_at <= $3 and t.status is distinct from $2
            returning t.id
          )'
        else
          'with done as (
            insert into public.%2$I (%3$I, expert_id)
            select t.id, $2::uuid from public.%1$I t where t.id = any ($1) and (select private.my_rank()) >= 1
            on conflict do nothing
            returning %3$I as id
          )'
      end || ' select array(select d.id from done d)',
      kind || 's', kind || '_experts', kind || '_id'
    )
      into changed using meant, value, until, invited;
  end if;
  if cardinality(changed) > 0 then
    act := private.note_bulk_act(kind, action, value, changed, departed);
  end if;
  return counted || jsonb_build_object(
    'act', act,
    'changes', cardinality(changed),
    'changed_meanwhile', (counted ->> 'total')::integer - (counted ->> 'no_right')::integer
      - (counted ->> 'already')::integer - cardinality(changed)
  );
end
$$;
comment on function
  public.change_in_bulk(text, text, text, uuid[], text, text[], uuid[], boolean, text[], timestamptz, text, uuid, boolean, uuid[]) is
  'Changes records in bulk, as preview_bulk says it; those that changed after seen_at are left out. {"act", "total", "changes", "no_right", "already", "changed_meanwhile", "left_out"}; act is null where nothing changed. At most 10,000 records, of deletions 2,000. reason, move_to and told are those of delete_records.';
alter function public.change_in_bulk(text, text, text, uuid[], text, text[], uuid[], boolean, text[], timestamptz, text, uuid, boolean, uuid[]) owner to cairn_definer;
revoke all on function public.change_in_bulk(text, text, text, uuid[], text, text[], uuid[], boolean, text[], timestamptz, text, uuid, boolean, uuid[]) from public, anon, authenticated, service_role;
grant execute on function public.change_in_bulk(text, text, text, uuid[], text, text[], uuid[], boolean, text[], timestamptz, text, uuid, boolean, uuid[]) to authenticated;

create function private.is_invited_in_bulk(action text, value text) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  -- What other actions have as value is nobody's id.
  if action = 'owner' and value is not null then
    return exists (select from public.get_invited_people() i where i.id = value::uuid);
  end if;
  return false;
end
$$;
comment on function private.is_invited_in_bulk(text, text) is
  'Whether the owner that a change in bulk names is somebody with an open invitation.';
alter function private.is_invited_in_bulk(text, text) owner to cairn_definer;
grant execute on function private.is_invited_in_bulk(text, text) to authenticated;

create function private.note_bulk_act(kind text, action text, value text, ids uuid[], departed jsonb) returns uuid
language sql volatile security definer set search_path = ''
as $$
  delete from private.bulk_acts b
  where b.account_id = private.my_account() and b.person_id = private.caller_id()
    and b.done_at < now() - interval '1 hour';
  insert into private.bulk_acts (act, account_id, person_id, kind, action, value, ids, departed)
  values (
    private.current_act(), private.my_account(), private.caller_id(), kind, action, value, ids, coalesce(departed, '[]')
  )
  returning act;
$$;
comment on function private.note_bulk_act(text, text, text, uuid[], jsonb) is
  'Notes what the caller has just changed in bulk; gives the act.';
alter function private.note_bulk_act(text, text, text, uuid[], jsonb) owner to cairn_definer;
grant execute on function private.note_bulk_act(text, text, text, uuid[], jsonb) to authenticated;

alter table private.bulk_acts enable row level security;
alter table private.bulk_acts force row level security;

revoke all on private.bulk_acts from public, anon, authenticated, service_role;
grant select, insert, delete on private.bulk_acts to cairn_definer;

-- Undoing bulk: the user takes back what they changed in bulk, once and within an hour.
--
-- Each record that no user has changed since gets its former value back. The function looks past row security,
-- because a user who gave a record away may not touch it any more. So it checks by itself whose act it was and which
-- rights the caller has now.
-- A record whose owner had left says so again.

-- An undo asks for the rights that its caller has now. A caller who gave a record away may have it back.
create function public.undo_bulk(act_param uuid) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  -- Looked up once: joined with the records directly, it would be sought anew for each of them.
  before_act constant text := 'with was as materialized (
    select h.record_id, h.before
    from public.record_history h
    where h.account_id = $1 and h.record_id = any ($2) and h.act = $4 and h.field = $6
  ), ';
  done private.bulk_acts;
  undone uuid[];
begin
  delete from private.bulk_acts b
  where b.act = act_param and b.account_id = private.my_account() and b.person_id = private.caller_id()
    and b.done_at > now() - interval '1 hour' and private.my_rank() >= 1
  returning * into done;
  if not found then
    raise exception 'This cannot be taken back any more.'
      using errcode = 'PT404', hint = 'Whoever changed it takes it back, once and within an hour.';
  end if;
  perform private.refuse_feature_off(done.kind || 's');
  if done.action = 'delete' then
    return (
      select count(*)
      from private.restore_records(array(
        select b.record_id
        from public.binned_records b
        where b.account_id = done.account_id and b.act = done.act and b.record_id = any (done.ids)
      )) r
      where r.problem is null
    );
  end if;
  execute format(
    case done.action
      when 'expert' then
        'with undone as (
          delete from public.%2$I e
          where e.account_id = $1 and e.%3$I = any ($2) and e.expert_id = $3::uuid and e.created_at = $5
          returning e.%3$I as id
        )'
      -- Whom the owner was taken from may have left since; somebody else may have changed it.
      when 'owner' then
        before_act || 'undone as (
          update public.%1$I t
          set owner_id = case when jsonb_typeof(h.before) = ''string'' then (h.before #>> ''{}'')::uuid end,
            invited_owner_id = case when jsonb_typeof(h.before) = ''object'' then (h.before ->> ''id'')::uuid end
          from was h
          where t.account_id = $1 and t.id = h.record_id
            and coalesce(t.owner_id, t.invited_owner_id) is not distinct from $3::uuid
            and (
              (select private.my_rank()) >= 2 or (select private.caller_id()) = t.created_by
              or to_jsonb((select private.caller_id())) = h.before
            )
            and (
              jsonb_typeof(h.before) is distinct from ''string''
              or exists (
                select from public.account_members m
                where m.account_id = $1 and m.user_id = (h.before #>> ''{}'')::uuid
              )
            )
            and (
              jsonb_typeof(h.before) is distinct from ''object''
              or exists (
                select from public.pending_invitations i
                where i.account_id = $1 and i.id = (h.before ->> ''id'')::uuid
                  and i.accepted_at is null and i.declined_at is null and i.expires_at > now()
              )
            )
          returning t.id
        )'
      else
        before_act || 'undone as (
          update public.%1$I t
          set status = h.before #>> ''{}''
          from was h
          where t.account_id = $1 and t.id = h.record_id and t.status = $3
            and ((select private.my_rank()) >= 2 or (select private.caller_id()) in (t.created_by, t.owner_id))
          returning t.id
        )'
    end || ' select array(select u.id from undone u)',
    done.kind || 's', done.kind || '_experts', done.kind || '_id'
  ) into undone using done.account_id, done.ids, done.value, done.act, done.done_at,
    case done.action when 'owner' then 'owner_id' else 'status' end;
  perform private.depart_again(done.departed, undone);
  return cardinality(undone);
end
$$;
comment on function public.undo_bulk(uuid) is
  'Takes back what the caller changed in bulk, once and within an hour: each record that nobody has changed since and that they might still change. Returns how many.';
alter function public.undo_bulk(uuid) owner to cairn_definer;
revoke all on function public.undo_bulk(uuid) from public, anon, authenticated, service_role;
grant execute on function public.undo_bulk(uuid) to authenticated;

-- Notification preferences: what a person wants to be told, and how.
--
-- push: kept in the app. mentions: whether being made expert or owner counts. email: mailed too, except mere changes
-- of a record, which would be a mail for every edit. weekly_digest: a mail on Monday morning.
-- A person without a row wants all but the digest. Users reach their own row only.

create table public.notification_preferences (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default private.caller_id() unique references public.profiles (id) on delete cascade,
  email boolean not null default true,
  push boolean not null default true,
  mentions boolean not null default true,
  weekly_digest boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  language text,
  time_zone text,
  constraint notification_preferences_language_known check (private.holds(
    language in ('en', 'es', 'fr', 'de'),
    'Language must be en, es, fr or de.'
  ))
);
comment on column public.notification_preferences.mentions is 'Tell me when I become expert or owner of something.';
comment on column public.notification_preferences.email is 'Mail notifications as well.';
comment on table public.notification_preferences is
  'What a person wants to be told, how, and in which language. Without a row: all but the digest, in English.';
comment on column public.notification_preferences.language is 'en, es, fr or de: the language of mails. English when empty. Mirror of the user metadata, kept by a trigger.';
comment on column public.notification_preferences.time_zone is
  'A name that Postgres knows, such as Europe/Madrid. UTC when empty. Mirror of the user metadata, kept by a trigger.';
comment on column public.notification_preferences.push is 'Keep notifications in the app: the list behind the bell.';
comment on column public.notification_preferences.weekly_digest is
  'Mail a digest on Monday morning, in the person''s time zone; nothing to say, no mail.';
alter table public.notification_preferences owner to cairn_owner;

create function public.stop_mails(person_param uuid, mails_param text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if mails_param is null or mails_param not in ('email', 'weekly_digest') then
    raise exception 'Mails must be email or weekly_digest.' using errcode = '22023';
  end if;
  if exists (select from public.profiles p where p.id = person_param) then
    insert into public.notification_preferences as w (user_id, email)
    values (person_param, mails_param <> 'email')
    on conflict (user_id) do update
    set email = w.email and mails_param <> 'email', weekly_digest = w.weekly_digest and mails_param <> 'weekly_digest';
  end if;
end
$$;
comment on function public.stop_mails(uuid, text) is
  'Switches a person''s mails about notifications (email) or the digest (weekly_digest) off. For the server alone, which has seen the sealed token of their mail.';
alter function public.stop_mails(uuid, text) owner to cairn_definer;
revoke all on function public.stop_mails(uuid, text) from public, anon, authenticated, service_role;
grant execute on function public.stop_mails(uuid, text) to service_role, supabase_auth_admin;

create trigger notification_preferences_stamp before insert or update on public.notification_preferences
  for each row execute function private.stamp_change();

alter table public.notification_preferences enable row level security;
alter table public.notification_preferences force row level security;

create policy "people see what they want to be told" on public.notification_preferences
  for select to authenticated
  using (user_id = (select private.caller_id()));

create policy "people say what they want to be told" on public.notification_preferences
  for insert to authenticated
  with check (user_id = (select private.caller_id()));

create policy "people change what they want to be told" on public.notification_preferences
  for update to authenticated
  using (user_id = (select private.caller_id()));

revoke all on public.notification_preferences from public, anon, authenticated, service_role;
grant select on public.notification_preferences to authenticated;
grant insert (user_id, email, push, mentions, weekly_digest, updated_at)
  on public.notification_preferences to authenticated;

-- An upsert on user_id sets user_id too; the policy keeps it the caller's.
grant update (user_id, email, push, mentions, weekly_digest, updated_at)
  on public.notification_preferences to authenticated;
grant select, insert, update, delete on public.notification_preferences to service_role, cairn_definer;

-- The language and the time zone of a person: in which words mails come, and when it is morning.
--
-- The browser writes both into the user metadata. A trigger carries them over into the notification preferences,
-- which decide about mails. Without a language mails are English, without a zone it is UTC.

-- Users write their own metadata, and may write anything: a language or zone that does not exist counts as none.
create function private.follow_language() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  wanted_language constant text := new.raw_user_meta_data ->> 'language';
  zone constant text := new.raw_user_meta_data ->> 'time_zone';
  kept public.notification_preferences;
  next_language text;
  next_zone text;
begin
  select * into kept from public.notification_preferences w where w.user_id = new.id;
  if wanted_language in ('en', 'es', 'fr', 'de') then
    next_language := wanted_language;
  end if;
  if zone = kept.time_zone or private.is_time_zone(zone) then
    next_zone := zone;
  end if;
  if (next_language, next_zone) is distinct from (kept.language, kept.time_zone)
    and exists (select from public.profiles p where p.id = new.id)
  then
    insert into public.notification_preferences as w (user_id, language, time_zone)
    values (new.id, next_language, next_zone)
    on conflict (user_id) do update set language = excluded.language, time_zone = excluded.time_zone;
  end if;
  return null;
end
$$;
comment on function private.follow_language() is
  'Trigger: carries language and time zone over from the user metadata, once there is a profile.';
alter function private.follow_language() owner to cairn_definer;

-- The language of a mail. Any visitor can ask the auth server for a mail to any address. The recipient's choice
-- decides its language; for an invitation, where the recipient never chose, the inviter's does.
create function public.language_of_recipient(event jsonb) returns jsonb
language sql stable security definer set search_path = ''
as $$
  with recipient as (
    select w.language
    from public.profiles p
    join public.notification_preferences w on w.user_id = p.id
    where p.id = (event ->> 'user_id')::uuid or lower(p.email) = lower(event ->> 'email')
    order by p.id = (event ->> 'user_id')::uuid desc nulls last
    limit 1
  ),
  inviter as (
    select w.language
    from public.pending_invitations i
    join public.notification_preferences w on w.user_id = i.invited_by
    where (event ->> 'invited')::boolean and i.email = lower(event ->> 'email')
      and i.accepted_at is null and i.declined_at is null and i.expires_at > now()
    order by i.created_at desc
    limit 1
  )
  select jsonb_build_object(
    'language', coalesce((select r.language from recipient r), (select i.language from inviter i))
  )
$$;
comment on function public.language_of_recipient(jsonb) is
  'Auth hook: the language of whoever a mail goes to, or else of who invites them: {"language": …}; null when it is not known.';
alter function public.language_of_recipient(jsonb) owner to cairn_definer;
revoke all on function public.language_of_recipient(jsonb) from public, anon, authenticated, service_role;
grant execute on function public.language_of_recipient(jsonb) to supabase_auth_admin;

-- Triggers run in the order of their names: first comes cairn_provision, which makes the profile.
create trigger cairn_settle_language after insert or update of raw_user_meta_data, email_confirmed_at on auth.users
  for each row execute function private.follow_language();

-- Notifications: what concerns a person, newest first.
--
-- A row says what happened, not how to say it: the screen makes the sentence from kind, record and payload in the
-- reader's language. Triggers write rows through private.notify or private.notify_of_records, never for the person
-- who acted.
-- A row goes with the membership of its reader. A person has at most 500: each further notification takes the place
-- of the oldest.
-- The preferences decide what is kept in the app and what is mailed. The database only marks mails as due; the server
-- takes them and clears the mark.

create type private.record_news as (
  account_id uuid,
  person_id uuid,
  kind text,
  record_kind text,
  record_id uuid,
  record_name text,
  payload jsonb
);
alter type private.record_news owner to cairn_owner;

create table public.notifications (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null,
  user_id uuid not null,
  number bigint not null,
  kind text not null,
  actor_id uuid,
  record_kind text,
  record_id uuid,
  record_name text,
  payload jsonb not null default '{}',
  in_app boolean not null,
  mail_due boolean not null,
  created_at timestamptz not null default now(),
  read_at timestamptz,
  told_at timestamptz not null default now(),
  constraint notifications_user_id_fkey foreign key (account_id, user_id)
    references public.account_members (account_id, user_id) on delete cascade,
  constraint notifications_kind_known check (private.holds(
    kind in (
      'invitation_accepted', 'member_joined', 'newcomer_waiting', 'expert_assigned', 'owner_assigned', 'level_changed',
      'record_changed', 'record_deleted', 'record_restored', 'dependency_deleted', 'second_factor_wanted', 'handed_over'
    ),
    'Kind must be one of the known kinds of notifications.'
  ))
);
create index notifications_by_number_idx on public.notifications (account_id, user_id, number desc, id desc);
create index notifications_unread_idx on public.notifications (account_id, user_id, record_id) where read_at is null;
create index notifications_mail_due_idx on public.notifications (created_at) where mail_due;
comment on table public.notifications is 'What concerns a member, and whether they have read it.';
comment on column public.notifications.number is
  'Counts the notifications of a person. Two that come at the same moment can have the same, so pages go by number and id.';
comment on column public.notifications.actor_id is 'Who did it; empty when the server did. Stays when the person leaves.';
comment on column public.notifications.payload is 'What else the sentence needs: fields, levels, the name of an invitee.';
comment on column public.notifications.in_app is 'Whether the person sees it; otherwise it waits only to be mailed.';
comment on column public.notifications.mail_due is 'Still to be mailed.';
comment on column public.notifications.told_at is
  'When it came to the list. Later than created_at where it took the place of earlier ones.';
alter table public.notifications owner to cairn_owner;

create function private.notify(
  account uuid, person uuid, kind text, record_kind text default null, record_id uuid default null,
  record_name text default null, payload jsonb default '{}'
)
returns void
language plpgsql security definer set search_path = ''
as $$
declare
  actor constant uuid := private.caller_id();
  wants public.notification_preferences;
  keep boolean;
  mail boolean;
  next_number bigint;
  others integer;
  due_since timestamptz;
begin
  if person = actor then
    return;
  end if;
  select coalesce(max(n.number), 0) + 1 into next_number
  from public.notifications n where n.account_id = account and n.user_id = person;
  -- A change of thousands of records at once is told of the first twenty.
  if exists (
    select from public.notifications n
    where n.account_id = account and n.user_id = person and n.number = next_number - 20 and n.created_at = now()
  ) then
    return;
  end if;
  select * into wants from public.notification_preferences w where w.user_id = person;
  keep := coalesce(wants.push, true);
  mail := coalesce(wants.email, true);
  if not (keep or mail) then
    return;
  end if;
  -- Whoever is leaving at this moment is told nothing, and not waited for: they may be waiting for this very change.
  perform from public.account_members m
  where m.account_id = account and m.user_id = person
  for key share skip locked;
  if not found then
    return;
  end if;
  if notify.kind in ('member_joined', 'newcomer_waiting') then
    select * into others, due_since from private.fold_newcomers(account, person, notify.kind);
    if others > 0 then
      payload := payload || jsonb_build_object('others', others);
      mail := due_since is not null;
      select coalesce(max(n.number), 0) + 1 into next_number
      from public.notifications n where n.account_id = account and n.user_id = person;
    end if;
  end if;
  insert into public.notifications (
    account_id, user_id, number, kind, actor_id, record_kind, record_id, record_name, payload, in_app, mail_due,
    created_at
  )
  values (
    account, person, next_number, notify.kind, actor, notify.record_kind, notify.record_id, notify.record_name,
    notify.payload, keep, mail, coalesce(due_since, now())
  );
  delete from public.notifications n
  where n.account_id = account and n.user_id = person and n.number = next_number - 500;
end
$$;
comment on function private.notify(uuid, uuid, text, text, uuid, text, jsonb) is
  'Tells a member of something, as their preferences want it. Nothing for the caller themself.';
alter function private.notify(uuid, uuid, text, text, uuid, text, jsonb) owner to cairn_definer;

create function private.stamp_reading() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if new.read_at is not null then
    new.read_at := coalesce(old.read_at, now());
  end if;
  return new;
end
$$;
comment on function private.stamp_reading() is 'Trigger: when something was read is the server''s word.';
alter function private.stamp_reading() owner to cairn_definer;

create function public.get_my_notifications(
  result_limit integer default 50,
  before_number bigint default null,
  before_id uuid default null,
  unread_only boolean default false
)
returns table (
  id uuid, number bigint, kind text, actor_id uuid, actor_name text, actor_avatar text, record_kind text, record_id uuid,
  record_name text, payload jsonb, created_at timestamptz, read_at timestamptz
)
language sql stable set search_path = ''
as $$
  select
    n.id, n.number, n.kind, n.actor_id, p.name, p.avatar, n.record_kind, n.record_id, n.record_name, n.payload,
    n.created_at, n.read_at
  from public.notifications n
  left join public.account_members m on m.account_id = n.account_id and m.user_id = n.actor_id
  left join public.profiles p on p.id = m.user_id
  where n.account_id = (select private.my_account()) and n.user_id = (select private.caller_id()) and n.in_app
    and (before_number is null or n.number <= before_number and (n.number < before_number or n.id < before_id))
    and (n.read_at is null or not coalesce(unread_only, false))
  order by n.number desc, n.id desc
  limit least(greatest(coalesce(result_limit, 50), 1), 100)
$$;
comment on function public.get_my_notifications(integer, bigint, uuid, boolean) is
  'The caller''s notifications, newest first, with name and avatar of who acted; further ones after number and id of the last.';
alter function public.get_my_notifications(integer, bigint, uuid, boolean) owner to cairn_definer;
revoke all on function public.get_my_notifications(integer, bigint, uuid, boolean) from public, anon, authenticated, service_role;
grant execute on function public.get_my_notifications(integer, bigint, uuid, boolean) to authenticated, service_role;

create function public.unread_notification_count() returns integer
language sql stable set search_path = ''
as $$
  select count(*)::integer
  from public.notifications n
  where n.account_id = (select private.my_account()) and n.user_id = (select private.caller_id()) and n.in_app
    and n.read_at is null
$$;
comment on function public.unread_notification_count() is 'How many notifications the caller has not read.';
alter function public.unread_notification_count() owner to cairn_definer;
revoke all on function public.unread_notification_count() from public, anon, authenticated, service_role;
grant execute on function public.unread_notification_count() to authenticated, service_role;

create function public.mark_all_notifications_read() returns integer
language sql volatile set search_path = ''
as $$
  with marked as (
    update public.notifications n set read_at = now()
    where n.account_id = (select private.my_account()) and n.user_id = (select private.caller_id()) and n.in_app
      and n.read_at is null
    returning 1
  )
  select count(*)::integer from marked
$$;
comment on function public.mark_all_notifications_read() is 'Marks all of the caller''s notifications as read. Returns how many.';
alter function public.mark_all_notifications_read() owner to cairn_definer;
revoke all on function public.mark_all_notifications_read() from public, anon, authenticated, service_role;
grant execute on function public.mark_all_notifications_read() to authenticated, service_role;

create trigger notifications_stamp before update on public.notifications
  for each row when (current_user = 'authenticated') execute function private.stamp_reading();

alter table public.notifications enable row level security;
alter table public.notifications force row level security;

create policy "members see what concerns them" on public.notifications
  for select to authenticated
  using (account_id = (select private.my_account()) and user_id = (select private.caller_id()) and in_app);

create policy "members mark what they have read" on public.notifications
  for update to authenticated
  using (account_id = (select private.my_account()) and user_id = (select private.caller_id()) and in_app);

create policy "members delete what concerned them" on public.notifications
  for delete to authenticated
  using (account_id = (select private.my_account()) and user_id = (select private.caller_id()) and in_app);

revoke all on public.notifications from public, anon, authenticated, service_role;
grant select on public.notifications to authenticated;
grant update (read_at), delete on public.notifications to authenticated;
grant select, insert, update, delete on public.notifications to service_role, cairn_definer;

-- Who is told of what: triggers that turn changes into notifications.
--
-- Of a record: its owner and creator, out of the history, once for a change whatever the number of its fields. Of
-- ownership and expertise: the new owner or expert. Of a new level: the member. Of a person who joined: the admins.
-- Of an accepted invitation: its sender.

-- Whatever the number of records: of each kind the first twenty reach private.notify_of_records, which tells of
-- twenty in all.
create function private.notify_of_changes() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  actor constant uuid := private.caller_id();
begin
  -- What the server itself does is nobody's doing.
  if actor is null then
    return null;
  end if;
  perform private.notify_of_records(array(
    select
      row(t.account_id, t.person, t.told, t.kind, t.record_id, t.record_name, t.payload)::private.record_news
    from (
      select
        d.*,
        row_number() over (partition by d.account_id, d.person, d.told order by d.moment, d.record_id) as place
      from (
        select
          c.account_id, person, c.kind, c.record_id, c.record_name, min(c.changed_at) as moment,
          case
            when c.action = 'deleted' then 'record_deleted'
            when c.action = 'restored' then 'record_restored'
            -- Whoever a new record concerns beside its creator was made its owner.
            when c.action = 'created' or bool_or(c.field = 'owner_id' and c.after = to_jsonb(person)) then 'owner_assigned'
            else 'record_changed'
          end as told,
          case when c.action = 'updated' then jsonb_build_object('fields', jsonb_agg(distinct c.field)) else '{}' end as payload
        from changes c, unnest(c.concerned) as person
        where person <> actor
        group by c.account_id, person, c.kind, c.record_id, c.record_name, c.action
      ) d
    ) t
    -- Whatever the number of records, no more than these are looked at.
    where t.place <= 20
    order by t.moment, t.record_id, t.person
  ));
  return null;
end
$$;
comment on function private.notify_of_changes() is 'Statement trigger: tells whom a change of records concerns.';
alter function private.notify_of_changes() owner to cairn_definer;

-- A member who was expert of the record before is not told again.
create function private.notify_expert() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  told private.record_news[];
begin
  execute format(
    'select array(
      select
        row(m.account_id, m.expert_id, ''expert_assigned'', $1, m.id, m.name, ''{}''::jsonb)::private.record_news
      from (
        select
          l.account_id, l.expert_id, r.id, r.name,
          row_number() over (partition by l.account_id, l.expert_id order by lower(r.name), r.id) as place
        from links l
        join public.%1$I r on r.id = l.%2$I
        -- Whoever knew it before is not told that they are expert of it.
        where not exists (
          select from public.binned_records b where b.account_id = r.account_id and b.record_id = r.id
        )
      ) m
      where m.place <= 20
      order by m.expert_id, m.place
    )',
    tg_argv[0] || 's', tg_argv[0] || '_id'
  )
    into told using tg_argv[0];
  perform private.notify_of_records(told);
  return null;
end
$$;
comment on function private.notify_expert() is
  'Statement trigger (kind): tells new experts, each of the first twenty records by name.';
alter function private.notify_expert() owner to cairn_definer;

create function private.notify_of_level() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.notify(
    new.account_id, new.user_id, 'level_changed',
    payload => jsonb_build_object('new_permission', new.permission_level, 'old_permission', old.permission_level)
  );
  return null;
end
$$;
comment on function private.notify_of_level() is 'Trigger: tells a member of their new level.';
alter function private.notify_of_level() owner to cairn_definer;

-- The sender of the invitation is told that it was accepted, which says the same.
create function private.notify_of_joining() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.notify(new.account_id, m.user_id, 'member_joined', payload => jsonb_build_object('name', p.name))
  from public.account_members m
  join public.profiles p on p.id = new.user_id
  where m.account_id = new.account_id and m.permission_level = 'admin' and m.user_id <> new.user_id
    and not exists (
      select from public.pending_invitations i
      where i.account_id = new.account_id and i.email = lower(p.email) and i.invited_by = m.user_id
        and i.declined_at is null and (i.accepted_at is null or i.accepted_at = now())
    );
  return null;
end
$$;
comment on function private.notify_of_joining() is 'Trigger: tells the admins who joined.';
alter function private.notify_of_joining() owner to cairn_definer;

create function private.notify_inviter() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.notify(
    new.account_id, new.invited_by, 'invitation_accepted', payload => jsonb_build_object('name', new.name)
  );
  return null;
end
$$;
comment on function private.notify_inviter() is 'Trigger: tells whoever invited somebody that they accepted.';
alter function private.notify_inviter() owner to cairn_definer;

create trigger account_members_notify_level after update on public.account_members
  for each row when (new.permission_level is distinct from old.permission_level)
  execute function private.notify_of_level();
create trigger account_members_notify_joining after insert on public.account_members
  for each row execute function private.notify_of_joining();
create trigger agent_experts_notify after insert on public.agent_experts
  referencing new table as links
  for each statement execute function private.notify_expert('agent');
create trigger automation_experts_notify after insert on public.automation_experts
  referencing new table as links
  for each statement execute function private.notify_expert('automation');
create trigger pending_invitations_notify after update on public.pending_invitations
  for each row when (old.accepted_at is null and new.accepted_at is not null)
  execute function private.notify_inviter();
create trigger record_history_notify after insert on public.record_history
  referencing new table as changes
  for each statement execute function private.notify_of_changes();
create trigger solution_experts_notify after insert on public.solution_experts
  referencing new table as links
  for each statement execute function private.notify_expert('solution');
create trigger system_experts_notify after insert on public.system_experts
  referencing new table as links
  for each statement execute function private.notify_expert('system');

-- Notifications of many records: people are told of all of them in one statement.
--
-- A member who hands ten thousand records on would otherwise wait for thousands of calls of private.notify. Each
-- person is told of the first twenty records of a transaction at most.
-- private.notify serves for single events: a person joined, waits or answered, or a member has another level.

create function private.notify_of_records(told private.record_news[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  actor constant uuid := private.caller_id();
  this_act constant uuid := private.current_act();
begin
  with members as materialized (
    -- Whoever is leaving at this moment is told nothing, and not waited for: they may be waiting for this very change.
    select m.account_id, m.user_id
    from public.account_members m
    where (m.account_id, m.user_id) in (select t.account_id, t.person_id from unnest(told) t)
      and m.user_id is distinct from actor
    for key share skip locked
  ),
  people as materialized (
    select
      m.account_id, m.user_id,
      coalesce(w.push, true) as in_app, coalesce(w.email, true) as by_mail, coalesce(w.mentions, true) as mentions,
      (
        select coalesce(max(n.number), 0)
        from public.notifications n
        where n.account_id = m.account_id and n.user_id = m.user_id
      ) as last_number,
      (
        select count(*)
        from (
          select n.created_at
          from public.notifications n
          where n.account_id = m.account_id and n.user_id = m.user_id
          order by n.number desc
          limit 20
        ) newest
        where newest.created_at = now()
      ) as told_already
    from members m
    left join public.notification_preferences w on w.user_id = m.user_id
  ),
  handed as (
    select h.account_id, h.receiver_id, h.record_id
    from members m
    join public.handovers h
      on h.account_id = m.account_id and h.receiver_id = m.user_id and h.act = this_act and h.state = 'pending'
  ),
  wanted as (
    select
      t.*, p.in_app, p.by_mail and t.kind <> 'record_changed' as mail_due, p.last_number, p.told_already,
      row_number() over (partition by t.account_id, t.person_id order by t.place) as turn
    from unnest(told) with ordinality
      as t (account_id, person_id, kind, record_kind, record_id, record_name, payload, place)
    join people p on p.account_id = t.account_id and p.user_id = t.person_id
    where (p.in_app or p.by_mail and t.kind <> 'record_changed')
      and (p.mentions or t.kind not in ('expert_assigned', 'owner_assigned'))
      -- Whoever is handed a record is told that, and nothing else of it.
      and not (
        t.kind in ('owner_assigned', 'expert_assigned', 'record_changed')
        and (t.account_id, t.person_id, t.record_id) in (select h.account_id, h.receiver_id, h.record_id from handed h)
      )
  ),
  -- A change of thousands of records at once is told of the first twenty.
  chosen as materialized (
    select w.*, w.last_number + w.turn as number from wanted w where w.told_already + w.turn <= 20
  ),
  -- What was changed of a record since somebody looked is one notification.
  withdrawn as (
    delete from public.notifications n
    using chosen c
    where c.kind = 'record_changed' and n.kind = c.kind and n.account_id = c.account_id and n.user_id = c.person_id
      and n.record_id = c.record_id and n.read_at is null and n.actor_id is not distinct from actor
    returning n.account_id, n.user_id, n.record_id, n.payload -> 'fields' as fields
  ),
  fields as (
    select f.account_id, f.person_id, f.record_id, jsonb_agg(distinct field) as all_of_them
    from (
      select c.account_id, c.person_id, c.record_id, c.payload -> 'fields' as fields
      from chosen c
      where c.kind = 'record_changed'
      union all
      select w.account_id, w.user_id, w.record_id, w.fields from withdrawn w
    ) f
    cross join lateral jsonb_array_elements(f.fields) as field
    group by f.account_id, f.person_id, f.record_id
  ),
  kept as (
    insert into public.notifications (
      account_id, user_id, number, kind, actor_id, record_kind, record_id, record_name, payload, in_app, mail_due
    )
    select
      c.account_id, c.person_id, c.number, c.kind, actor, c.record_kind, c.record_id, c.record_name,
      case c.kind
        when 'record_changed' then c.payload || jsonb_build_object('fields', f.all_of_them)
        else c.payload
      end,
      c.in_app, c.mail_due
    from chosen c
    left join fields f
      on f.account_id = c.account_id and f.person_id = c.person_id and f.record_id = c.record_id
    order by c.account_id, c.person_id, c.number
  )
  -- The newest five hundred stay.
  delete from public.notifications n
  using (
    select c.account_id, c.person_id, max(c.number) as number from chosen c group by c.account_id, c.person_id
  ) newest
  where n.account_id = newest.account_id and n.user_id = newest.person_id and n.number <= newest.number - 500;
end
$$;
comment on function private.notify_of_records(private.record_news[]) is
  'Tells people of records, in this order; of the first twenty at most in one transaction, as their settings say, and never whoever did it.';
alter function private.notify_of_records(private.record_news[]) owner to cairn_definer;

-- Mails about notifications: the server takes what is due, and sends it.
--
-- Cairn's server asks every few seconds, as supabase_auth_admin, and queues the mails in the transaction in which it
-- takes them. On another Supabase any program that holds the service key can take and send them.
-- What comes together is one mail. A person's notifications wait until the oldest has waited a minute, and are then
-- taken all. Notifications that were read by then, are older than a day or are not wanted by mail any more, are not
-- mailed.

create function public.take_notification_mails(people_limit integer default 20, wait_seconds integer default 60)
returns table (
  id uuid, recipient text, recipient_id uuid, recipient_name text, language text, amount integer, kind text,
  actor_name text, record_kind text, record_id uuid, record_name text, payload jsonb
)
language sql volatile security definer set search_path = ''
as $$
  with waiting as (
    select n.account_id, n.user_id
    from public.notifications n
    where n.mail_due and n.created_at <= now() - make_interval(secs => wait_seconds)
    group by n.account_id, n.user_id
    order by min(n.created_at)
    limit least(greatest(people_limit, 1), 100)
  ),
  -- Another sender that takes at this moment has them, and nobody waits for it.
  taken as (
    select n.*
    from public.notifications n
    join waiting w on w.account_id = n.account_id and w.user_id = n.user_id
    where n.mail_due
    for update of n skip locked
  ),
  kept as (
    update public.notifications n set mail_due = false
    from taken t
    where n.id = t.id and t.in_app
  ),
  dropped as (
    delete from public.notifications n
    using taken t
    where n.id = t.id and not t.in_app
  ),
  told as (
    select
      t.*,
      count(*) over (partition by t.user_id) as amount,
      row_number() over (partition by t.user_id order by t.number desc, t.id desc) as place
    from taken t
    left join public.notification_preferences w on w.user_id = t.user_id
    where t.read_at is null and t.created_at > now() - interval '1 day' and coalesce(w.email, true)
  )
  select
    t.id, p.email, p.id, p.name, w.language, t.amount::integer, t.kind, a.name, t.record_kind, t.record_id, t.record_name, t.payload
  from told t
  join public.profiles p on p.id = t.user_id
  left join public.notification_preferences w on w.user_id = t.user_id
  left join public.account_members m on m.account_id = t.account_id and m.user_id = t.actor_id
  left join public.profiles a on a.id = m.user_id
  where t.place = 1
$$;
comment on function public.take_notification_mails(integer, integer) is
  'Takes the notifications of some people that are due to be mailed. A row for each person who is to get a mail: their newest notification, and how many it stands for. For the server alone.';
alter function public.take_notification_mails(integer, integer) owner to cairn_definer;
revoke all on function public.take_notification_mails(integer, integer) from public, anon, authenticated, service_role;
grant execute on function public.take_notification_mails(integer, integer) to service_role, supabase_auth_admin;

-- The weekly digest: a mail on Monday morning with what concerned a person in the last week.
--
-- It tells too what others changed in what the person owns or is expert of. A person with nothing to read gets none.
-- It is due on Monday, 07:00 in the person's time zone.
-- Cairn's server asks every few seconds for what is due, as supabase_auth_admin, and queues the mails in the
-- transaction in which it takes them. So each goes out once, however many servers run. A digest that no server took
-- by the end of Tuesday is left out. On another Supabase any program that holds the service key can take and send.

create table private.digest_times (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  due_at timestamptz,
  taken_for timestamptz
);
create index digest_times_due_idx on private.digest_times (due_at) where due_at is not null;
comment on table private.digest_times is 'When the next digest of a person is due.';
comment on column private.digest_times.due_at is 'Empty while the person wants none.';
comment on column private.digest_times.taken_for is 'For which time the last one was taken.';
alter table private.digest_times owner to cairn_owner;

-- A person who moves to another zone has Monday a second time, up to 26 hours later. So a digest comes three days
-- after the last at the earliest.
create function private.digest_time(zone text, taken_for timestamptz, moment timestamptz) returns timestamptz
language plpgsql stable set search_path = ''
as $$
declare
  here timestamp;
  monday timestamp;
begin
  here := moment at time zone coalesce(zone, 'UTC');
  monday := date_trunc('week', here);
  if here >= monday + interval '2 days' then
    monday := monday + interval '7 days';
  end if;
  if (monday + interval '7 hours') at time zone coalesce(zone, 'UTC') <= taken_for + interval '3 days' then
    monday := monday + interval '7 days';
  end if;
  return (monday + interval '7 hours') at time zone coalesce(zone, 'UTC');
exception when invalid_parameter_value then
  -- The zone was known when it was stored, and a newer Postgres does not have it.
  return private.digest_time('UTC', taken_for, moment);
end
$$;
comment on function private.digest_time(text, timestamptz, timestamptz) is
  'When the next digest is due for somebody in a zone whose last one was taken for a time: Monday, 07:00. In the past from then to the end of Tuesday.';
alter function private.digest_time(text, timestamptz, timestamptz) owner to cairn_definer;

-- A person who switches it on waits for the next Monday; a person who moves on a Monday still gets this week's.
create function private.keep_digest_time() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  last_taken timestamptz;
  due timestamptz;
begin
  if new.weekly_digest then
    select d.taken_for into last_taken from private.digest_times d where d.user_id = new.user_id;
    due := private.digest_time(new.time_zone, last_taken, now());
    if due <= now() and (tg_op = 'INSERT' or not old.weekly_digest) then
      due := private.digest_time(new.time_zone, due, now());
    end if;
  end if;
  insert into private.digest_times as d (user_id, due_at)
  values (new.user_id, due)
  on conflict (user_id) do update set due_at = excluded.due_at;
  return null;
end
$$;
comment on function private.keep_digest_time() is 'Trigger: says when the next digest of a person is due.';
alter function private.keep_digest_time() owner to cairn_definer;

create function private.digest_of_notifications(account uuid, person uuid, moment timestamptz) returns jsonb
language sql stable security definer set search_path = ''
as $$
  with told as (
    select
      n.kind, a.name as actor_name, n.record_kind, n.record_id, n.record_name, n.payload, n.read_at,
      row_number() over (order by n.number desc, n.id desc) as place
    from public.notifications n
    left join public.account_members m on m.account_id = n.account_id and m.user_id = n.actor_id
    left join public.profiles a on a.id = m.user_id
    where n.account_id = account and n.user_id = person and n.in_app
      and n.created_at > moment - interval '7 days' and n.created_at <= moment
      -- What changed is told record by record.
      and n.kind <> 'record_changed'
      and not private.switched_off(account, n.record_kind)
  )
  select jsonb_build_object(
    'total', count(*),
    'unread', count(*) filter (where t.read_at is null),
    'items', coalesce(
      jsonb_agg(to_jsonb(t) - 'place' - 'read_at' order by t.place) filter (where t.place <= 10), '[]'
    )
  )
  from told t
$$;
comment on function private.digest_of_notifications(uuid, uuid, timestamptz) is
  'What concerned a member in the week before a moment: {"total", "unread", "items": the ten newest}.';
alter function private.digest_of_notifications(uuid, uuid, timestamptz) owner to cairn_definer;

create function private.digest_of_changes(account uuid, person uuid, moment timestamptz) returns jsonb
language sql stable security definer set search_path = ''
as $$
  with mine as (
    select r.kind, r.id, r.name
    from private.catalogue_records r
    where r.account_id = account and r.owner_id = person
    union
    select r.kind, r.id, r.name
    from private.record_experts e
    join private.catalogue_records r on r.account_id = e.account_id and r.kind = e.kind and r.id = e.record_id
    where e.account_id = account and e.expert_id = person
  ),
  changed as (
    select
      r.kind as record_kind, r.id as record_id, r.name as record_name,
      count(distinct h.changed_by)::integer as people,
      (array_agg(h.changed_by order by h.changed_at desc))[1] as last_by,
      row_number() over (order by max(h.changed_at) desc, r.id) as place
    from mine r
    join public.record_history h on h.account_id = account and h.record_id = r.id
    where h.action = 'updated' and h.changed_by is distinct from person
      and h.changed_at > moment - interval '7 days' and h.changed_at <= moment
      and not private.switched_off(account, r.kind)
    group by r.kind, r.id, r.name
  )
  select jsonb_build_object(
    'total', count(*),
    'items', coalesce(
      jsonb_agg(
        jsonb_build_object(
          'record_kind', c.record_kind, 'record_id', c.record_id, 'record_name', c.record_name,
          'actor_name', p.name, 'others', greatest(c.people - 1, 0)
        )
        order by c.place
      ) filter (where c.place <= 10),
      '[]'
    )
  )
  from changed c
  left join public.account_members m on m.account_id = account and m.user_id = c.last_by
  left join public.profiles p on p.id = m.user_id
$$;
comment on function private.digest_of_changes(uuid, uuid, timestamptz) is
  'What others changed, in the week before a moment, of the records that a member owns or is expert of: {"total", "items": the ten changed last}.';
alter function private.digest_of_changes(uuid, uuid, timestamptz) owner to cairn_definer;

create function public.take_weekly_digests(people_limit integer default 100, moment timestamptz default now())
returns table (
  recipient text, recipient_id uuid, recipient_name text, language text, concerned jsonb, changed jsonb
)
language sql volatile security definer set search_path = ''
as $$
  with waiting as (
    select
      d.user_id, w.language, w.weekly_digest,
      -- After this time the clock was set back: nobody waits for longer than a week and a changed hour.
      case when d.due_at <= moment + interval '8 days' then d.taken_for end as taken_for,
      private.digest_time(w.time_zone, null, moment) = d.due_at and d.due_at <= moment as is_morning,
      d.due_at, w.time_zone
    from private.digest_times d
    join public.notification_preferences w on w.user_id = d.user_id
    where d.due_at <= moment or d.due_at > moment + interval '8 days'
    order by d.due_at
    limit least(greatest(people_limit, 1), 1000)
    -- Another server that takes at this moment has them, and nobody waits for it.
    for update of d skip locked
  ),
  taken as (
    update private.digest_times d
    set taken_for = case when t.is_morning then t.due_at else t.taken_for end,
      due_at = private.digest_time(t.time_zone, case when t.is_morning then t.due_at else t.taken_for end, moment)
    from waiting t
    where d.user_id = t.user_id
    returning t.user_id, t.language, t.weekly_digest and t.is_morning as is_due
  ),
  told as (
    select
      p.email, p.id, p.name, t.language,
      private.digest_of_notifications(m.account_id, m.user_id, moment) as concerned,
      private.digest_of_changes(m.account_id, m.user_id, moment) as changed
    from taken t
    join public.profiles p on p.id = t.user_id
    -- Whoever belongs to no account has nothing to read about.
    join public.account_members m on m.user_id = t.user_id
    where t.is_due
  )
  select t.email, t.id, t.name, t.language, t.concerned, t.changed
  from told t
  where (t.concerned ->> 'total')::integer + (t.changed ->> 'total')::integer > 0
$$;
comment on function public.take_weekly_digests(integer, timestamptz) is
  'Takes the digests of some people that are due at a moment, now unless it is given. A row for each person who is to get a mail. For the server alone.';
alter function public.take_weekly_digests(integer, timestamptz) owner to cairn_definer;
revoke all on function public.take_weekly_digests(integer, timestamptz) from public, anon, authenticated, service_role;
grant execute on function public.take_weekly_digests(integer, timestamptz) to service_role, supabase_auth_admin;

create trigger notification_preferences_digest_of_new after insert on public.notification_preferences
  for each row when (new.weekly_digest) execute function private.keep_digest_time();
create trigger notification_preferences_digest_of_changed
  after update of weekly_digest, time_zone on public.notification_preferences
  for each row
  when ((new.weekly_digest, new.time_zone) is distinct from (old.weekly_digest, old.time_zone))
  execute function private.keep_digest_time();

alter table private.digest_times enable row level security;
alter table private.digest_times force row level security;

revoke all on private.digest_times from public, anon, authenticated, service_role;
grant select, insert, update, delete on private.digest_times to cairn_definer;

-- News: what others have changed lately, in a small question that every open page asks every few seconds.
--
-- The page says how far to look back, because only it knows when it asked last; the clocks of page and server are
-- never compared. The function reads what was written for other reasons: the history, the audit log, and the time
-- stamps of people.
-- The answer names subjects and no rows: the page loads anew what it shows of them, by the same rules as ever. It
-- also says which account and level the caller has now.

create function public.get_news(within_seconds double precision) returns json
language plpgsql stable security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  person constant uuid := private.caller_id();
  since timestamptz;
begin
  if within_seconds is null or not within_seconds between 0 and 86400 then
    raise exception 'News are of the last day at most.'
      using errcode = '22023', hint = 'Send within_seconds between 0 and 86400.';
  end if;
  since := clock_timestamp() - make_interval(secs => within_seconds);
  return (
    select json_build_object(
      'account', (select json_build_object('id', a.id, 'name', a.name) from public.accounts a where a.id = account),
      -- Who belongs to no account has the level of their profile.
      'permission_level', coalesce(
        (select m.permission_level from public.account_members m where m.user_id = person),
        (select p.permission_level from public.profiles p where p.id = person),
        'viewer'
      ),
      'changed', (
        select coalesce(json_agg(distinct c.subject order by c.subject), '[]')
        from (
          select private.changed_records(account, since)
          union all
          select private.changed_settings(account, since)
          union all
          select private.changed_people(account, since)
          union all
          select private.changed_notifications(account, person, since)
        ) as c (subject)
      )
    )
  );
end
$$;
comment on function public.get_news(double precision) is
  'The caller''s account and level, and what changed in the account within so many seconds: {"account", "permission_level", "changed": [subject]}. Subjects are the kinds of records, team, joining, invitations, features, appearance and notifications.';
alter function public.get_news(double precision) owner to cairn_definer;
revoke all on function public.get_news(double precision) from public, anon, authenticated, service_role;
grant execute on function public.get_news(double precision) to authenticated;

-- What the news are made of: which subjects of an account changed since a moment.
--
-- Each function asks about a part of the account: its records, its settings, its people, and the notifications of the
-- caller. It answers with subjects, never with rows.

-- The function reads so many lines at most; after more of them every kind of record counts as changed.
create function private.changed_records(account uuid, since timestamptz) returns setof text
language sql stable security definer set search_path = ''
as $$
  with latest as materialized (
    select h.kind
    from public.record_history h
    where h.account_id = account and h.changed_at > since
    order by h.changed_at desc
    limit 500
  )
  select distinct l.kind from latest l
  union
  select every.kind
  from unnest(array['system', 'solution', 'agent', 'automation', 'article']) as every (kind)
  where (select count(*) from latest) = 500
$$;
comment on function private.changed_records(uuid, timestamptz) is 'The kinds of records of an account that changed since a moment.';
alter function private.changed_records(uuid, timestamptz) owner to cairn_definer;

create function private.changed_settings(account uuid, since timestamptz) returns setof text
language sql stable security definer set search_path = ''
as $$
  with latest as materialized (
    select l.resource_type
    from public.security_audit_log l
    where l.account_id = account and l.created_at > since and l.source = 'server'
      and l.resource_type in ('account', 'account_member', 'app_feature', 'appearance_settings', 'invitation')
    order by l.created_at desc
    limit 500
  )
  select distinct case l.resource_type
    when 'account' then 'joining'
    when 'account_member' then 'team'
    when 'app_feature' then 'features'
    when 'appearance_settings' then 'appearance'
    when 'invitation' then 'invitations'
  end
  from latest l
  union
  select every.subject
  from unnest(array['joining', 'team', 'features', 'appearance', 'invitations']) as every (subject)
  where (select count(*) from latest) = 500
$$;
comment on function private.changed_settings(uuid, timestamptz) is
  'What else of an account changed since a moment, as the audit log has it.';
alter function private.changed_settings(uuid, timestamptz) owner to cairn_definer;

create function private.changed_people(account uuid, since timestamptz) returns setof text
language sql stable security definer set search_path = ''
as $$
  select 'team'
  where exists (select from public.profiles p where p.account_id = account and p.updated_at > since)
    or exists (select from public.account_members m where m.account_id = account and m.updated_at > since)
  union all
  select 'joining'
  where exists (
    select from private.waiting_newcomers w where w.account_id = account and w.created_at > since
  )
$$;
comment on function private.changed_people(uuid, timestamptz) is
  'Whether people of an account changed, or newcomers came to wait, since a moment.';
alter function private.changed_people(uuid, timestamptz) owner to cairn_definer;

-- The newest notifications have the highest numbers: all that came or were read lately are among them. Only a row
-- that was read long ago is an exception.
create function private.changed_notifications(account uuid, person uuid, since timestamptz) returns setof text
language sql stable security definer set search_path = ''
as $$
  select 'notifications'
  where exists (
    select from (
      select n.told_at, n.read_at
      from public.notifications n
      where n.account_id = account and n.user_id = person and n.in_app
      order by n.number desc, n.id desc
      limit 50
    ) as newest
    where newest.told_at > since or newest.read_at > since
  )
$$;
comment on function private.changed_notifications(uuid, uuid, timestamptz) is
  'Whether notifications of a person came or were read since a moment.';
alter function private.changed_notifications(uuid, uuid, timestamptz) owner to cairn_definer;

-- What is kept for a time only: sign-ins, the audit log, the history of records, and the bins.
--
-- Cairn's server deletes what is older than the operator wants, in small batches, so that no user waits for it. On
-- another Supabase any program that holds the service key can do the same. The auth server deletes its own sessions.

-- The audit log is kept for at least 90 days, whatever the caller asks for.
create function public.delete_expired(what text, keep_days integer, at_most integer default 1000)
returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  shortest constant integer := case what when 'audit' then 90 else 1 end;
  oldest constant timestamptz := now() - make_interval(days => greatest(keep_days, shortest));
  deleted integer;
begin
  case what
    when 'sign-ins' then
      delete from public.login_attempts where id in (
        select a.id from public.login_attempts a where a.attempted_at < oldest
        order by a.attempted_at limit at_most
      );
    when 'audit' then
      delete from public.security_audit_log where id in (
        select l.id from public.security_audit_log l where l.created_at < oldest
        order by l.created_at limit at_most
      );
    when 'history' then
      delete from public.record_history where id in (
        select h.id from public.record_history h where h.changed_at < oldest
        order by h.changed_at limit at_most
      );
    when 'bin' then
      return private.empty_bins(greatest(keep_days, shortest), at_most);
    else
      raise exception 'There is nothing called % that expires.', what
        using errcode = '22023', hint = 'Name sign-ins, audit, history or bin.';
  end case;
  get diagnostics deleted = row_count;
  return deleted;
end
$$;
comment on function public.delete_expired(text, integer, integer) is
  'For the server: deletes the oldest sign-ins, audit entries, changes of the history or records in bins that are older than so many days; of the audit log nothing of the last 90. Returns how many.';
alter function public.delete_expired(text, integer, integer) owner to cairn_definer;
revoke all on function public.delete_expired(text, integer, integer) from public, anon, authenticated, service_role;
grant execute on function public.delete_expired(text, integer, integer) to service_role, supabase_auth_admin;

-- The key that the tokens in links of invitations are computed with.
insert into private.secrets (name, value)
values ('invitations', sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())));

-- Public mail domains: where anybody can have an address, for good or for ten minutes.
--
-- The domains that two maintained lists agree on, without those of the closed registries .tk, .ml, .ga, .cf and .gq,
-- without employers, and with 48 well-known providers that one of the lists lacks:
--   email-providers 2.26.0, npm package, ISC licence, copyright Jannis R and contributors
--   free-email-domains 1.12.6, npm package, MIT licence, copyright Kiko Beats
-- An operator adds and removes rows of domain_blacklist freely: no later migration will look at them.
insert into public.domain_blacklist (domain, source)
select domain, 'list'
from regexp_split_to_table($domains$
027168.com 0815.ru 0815.su 0845.ru 0box.eu 0clickemail.com 0v.ro 0w.ro 0wnd.net 0wnd.org 0x207.info 1-8.biz
1000rebates.stream 100likers.com 105kg.ru 10mail.com 10mail.org 10minut.com.pl 10minut.xyz 10minutemail.be
10minutemail.co.uk 10minutemail.co.za 10minutemail.com 10minutemail.de 10minutemail.net 10minutemail.nl
10minutemail.us 10minutemailbox.com 10minutenemail.de 10minutesmail.com 10minutesmail.fr 10x9.com 11mail.com
123-m.com 123.com 123box.net 123india.com 123mail.cl 123qwe.co.uk 126.com 12hosting.net 12houremail.com
12minutemail.com 12minutemail.net 12storage.com 140unichars.com 147.cl 14n.co.uk 150ml.com 15meg4free.com 15qm.com
163.com 188.com 1blackmoon.com 1ce.us 1chuan.com 1clck2.com 1coolplace.com 1freeemail.com 1funplace.com
1internetdrive.com 1mail.net 1me.net 1mum.com 1musicrow.com 1netdrive.com 1nsyncfan.com 1pad.de 1s.fr 1secmail.com
1secmail.net 1secmail.org 1st-forms.com 1to1mail.org 1under.com 1usemail.com 1webave.com 1webhighway.com
1webmail.info 1zhuan.com 2012-2016.ru 20email.eu 20email.it 20mail.eu 20mail.in 20mail.it 20minutemail.com
20minutemail.it 212.com 2120001.net 21cn.com 24horas.com 24hourmail.com 24hourmail.net 2911.net 2anom.com
2bmail.co.uk 2d2i.com 2die4.com 2ether.net 2odem.com 2prong.com 2trom.com 3000.it 30minutemail.com 30wave.com
321media.com 33mail.com 36ru.com 37.com 3ammagazine.com 3d-painting.com 3dmail.com 3email.com 3l6.com 3xl.net 4-n.us
418.dk 42o.org 444.net 4email.com 4email.net 4mg.com 4newyork.com 4nmv.ru 4tb.host 4warding.com 4warding.net
4warding.org 4x4man.com 50set.ru 55hosting.net 5gramos.com 5july.org 5oz.ru 5x25.com 5ymail.com 60minutemail.com
672643.net 675hosting.com 675hosting.net 675hosting.org 6ip.us 6paq.com 6somok.ru 6url.com 75hosting.com
75hosting.net 75hosting.org 7days-printing.com 7tags.com 80665.com 8127ep.com 88.am 8848.net 97rock.com 99cows.com
99experts.com 9me.site 9mot.ru 9ox.net 9q.ro a-bc.net a45.in aaamail.zzn.com aamail.net aaronkwok.net abacuswe.us
abakiss.com abbeyroadlondon.co.uk abcflash.net abcmail.email abdulnour.com aberystwyth.com abilitywe.us about.com
abovewe.us absolutewe.us abundantwe.us abusemail.de abuser.eu abv.bg abyssmail.com ac20mail.in academiccommunity.com
academycougars.com academywe.us acceleratewe.us accentwe.us acceptwe.us acceso.or.cr access4less.net accessgcc.com
acclaimwe.us accordwe.us accountant.com accreditedwe.us acdcfan.com ace-of-base.com achievementwe.us achievewe.us
acmemail.net acninc.net acornwe.us activatewe.us activist.com activitywe.us acucre.com acuitywe.us acumenwe.us
adaptivewe.us adaptwe.us add3000.pp.ua adelphia.net adeptwe.us adexec.com adfarrow.com adios.net adiq.eu aditus.info
admiralwe.us adobeccepdm.com adoniswe.us ados.fr adpugh.org adsd.org advalvas.be advantagewe.us advantimo.com
adventurewe.us adventwe.us advisorwe.us advocatewe.us adwaterandstir.com aegia.net aegiscorp.net aegiswe.us aeiou.pt
aelo.es aemail4u.com aeneasmail.com aeonpsi.com affiliatedwe.us affinitywe.us affluentwe.us affordablewe.us
afreeinternet.com africamail.com afrobacon.com afterhourswe.us agedmail.com agendawe.us agger.ro agilewe.us
agoodmail.com agtx.net ahaa.dk aheadwe.us ahem.email ahk.jp aichi.com aim.com air2token.com aircraftmail.com
airforce.net airforceemail.com airpost.net ajacied.com ajaxapp.net ak47.hu akapost.com akerd.com akgq701.com
aknet.kg al-qaeda.us albawaba.com albionwe.us alchemywe.us alex4all.com alexandria.cc algeria.com alhilal.net
aliaswe.us alibaba.com alice.it aliceadsl.fr alienware13.com aligamel.com alisongamel.com alivance.com alive.cz
alivewe.us all-cats.ru allaccesswe.us allamericanwe.us allaroundwe.us alldirectbuy.com allegiancewe.us allegrowe.us
allergist.com allgoodwe.us alliancewe.us allinonewe.us allmail.net alloutwe.us allowed.org alloymail.com alloywe.us
allprowe.us allracing.com allsaintsfan.com allseasonswe.us allstarwe.us allthegoodnamesaretaken.org allurewe.us
almondwe.us alph.wtf alpha-web.net alphaomegawe.us alpinewe.us alskens.dk altairwe.us altavista.com altavista.net
altavista.se alternativagratis.com altitudewe.us altmails.com altuswe.us alumni.com alumnidirector.com alvilag.hu
ama-trade.de ama-trans.de amadeuswe.us amail.club amail.com amail4.me amazon-aws.org amberwe.us ambiancewe.us
ambitiouswe.us amelabs.com amele.com america.hm americanawe.us americasbestwe.us americaswe.us ameritech.net
amicuswe.us amilegit.com amiri.net amiriindustries.com amnetsal.com amplewe.us amplifiedwe.us amplifywe.us
ampsylike.com amrer.net amuro.net amuromail.com analysiswe.us analyticalwe.us analyticswe.us analyticwe.us
ananzi.co.za anappfor.com anappthat.com andreihusanu.ro andthen.us andylau.net anfmail.com angelfire.com angelic.com
animalhouse.com animalwoman.net animesos.com anit.ro anjungcafe.com ano-mail.net anon-mail.de anonbox.net
anonmails.de anonymail.dk anonymbox.com anonymized.org anonymousness.com anote.com another.com anotherwin95.com
ansibleemail.com anthony-junkmail.com anti-social.com antireg.com antireg.ru antisocial.com antispam.de
antispam24.de antispammail.de antongijsen.com antwerpen.com anyalias.com anymoment.com anytimenow.com aoeuhtns.com
aol.co.uk aol.com apexmail.com apfelkorps.de aphlog.com apkmd.com apmail.com apollo.lv appc.se appinventor.nl
appixie.com appraiser.net approvers.net apps.dj arabia.com arabtop.net archaeologist.com arcor.de arcotronics.bg
arcticmail.com arduino.hk argentina.com ariaz.jetzt aristotle.org army.net armyspy.com arnet.com.ar aron.us
arroisijewellery.com art-en-ligne.pro artlover.com artlover.com.au artman-conception.com arvato-community.de
as-if.com aschenbrandt.net asdasd.nl asdasd.ru asean-mail.com asheville.com ashleyandrew.com asia-links.com
asia-mail.com asiafind.com asianavenue.com asiancityweb.com asiansonly.net asianwired.net asiapoint.net ask-mail.com
asorent.com ass.pp.ua assala.com assamesemail.com astroboymail.com astroempires.info astrolover.com astrosfan.com
astrosfan.net asu.mx asu.su asurfer.com at.hm at0mik.org atheist.com athenachu.net atina.cl atl.lv atlaswebmail.com
atnextmail.com atozasia.com att.net attglobal.net attnetwork.com attymail.com au.ru auctioneer.net
augmentationtechnology.com ausi.com austin.rr.com australia.edu australiamail.com austrosearch.net auti.st
autoescuelanerja.com autorobotica.com autosouvenir39.ru autotwollow.com autowb.com averdov.com avh.hu avia-tonic.fr
avls.pt awatum.de awiki.org awsom.net axiz.org axon7zte.com axoskate.com axsup.net ayna.com azcomputerworks.com
azimiweb.com b1of96u.com b2bx.net b2cmail.de bachelorboy.com bachelorgal.com backpackers.com backstreet-boys.com
backstreetboysclub.com badgerland.eu badoop.com bagherpour.com bangkok.com bangkok2000.com banit.club banit.me
bank-opros1.ru bannertown.net baptistmail.com baptized.com barcelona.com bareed.ws barryogorman.com bartdevos.be
bartender.net baseballmail.com basketballmail.com basscode.org batuta.net baudoinconsulting.com bauwerke-online.com
bazaaboom.com bbhost.us bboy.zzn.com bcaoo.com bcast.ws bcb.ro bccto.me bcvibes.com bdmuzic.pw bearsarefuzzy.com
beddly.com beeebank.com beefmilk.com beenhad.com beep.ru beer.com beethoven.com belamail.org belice.com
belizehome.com bell.net belljonestax.com bellsouth.net beluckygame.com benipaula.org beribase.ru beribaza.ru
berirabotay.ru berlin.com berlin.de berlinexpo.de bestchoiceusedcar.com bestmail.us bestoption25.club
bestsoundeffects.com betr.co bettergolf.net bgtmail.com bgx.ro bharatmail.com bidourlnks.com big1.us bigassweb.com
bigblue.net.au bigboab.com bigfoot.com bigfoot.de bigger.com bigmailbox.com bigpond.com bigpond.com.au
bigpond.net.au bigprofessor.so bigramp.com bigstring.com bigwhoop.co.za bij.pl bikemechanics.com bikeracer.com
bikeracers.net bikerider.com billsfan.com billsfan.net bimla.net binka.me binkmail.com binnary.com bio-muesli.info
bio-muesli.net bione.co birdlover.com birdowner.net bisons.com bitmail.com bitpage.net bitwhites.top bitymails.us
biz.st bizhosting.com bk.ru blackburnmail.com blackgoldagency.ru blackmarket.to blackplanet.com blader.com
bladesmail.net blazemail.com blip.ch blogmyway.org blogos.net blogspam.ro bluebottle.com bluedumpling.info
bluehyppo.com bluemail.ch bluemail.dk bluesfan.com bluewerks.com bluewin.ch blueyonder.co.uk blushmail.com blutig.me
bmlsports.net boardermail.com boatmail.us boatracers.com bobmail.info bobmurchison.com bodhi.lawlita.com bofthew.com
bol.com.br bolando.com bollywoodz.com boltonfans.com bombdiggity.com bonbon.net bonobo.email bookthemmore.com
boom.com bootmail.com bootybay.de borged.com borged.net borged.org bornnaked.com bostonoffice.com bot.nu boun.cr
bounce.net bouncr.com box.az boxbg.com boxemail.com boxformail.in boxfrog.com boximail.com boxtemp.com.br
boyzoneclub.com bradfordfans.com brandallday.net brasilia.net brasx.org brazilmail.com brazilmail.com.br
breadtimes.press breakthru.com breathe.com brefmail.com brennendesreich.de bresnan.net brew-master.com
brew-meister.com brfree.com.br briggsmarcus.com bright.net britneyclub.com brittonsign.com broadbandninja.com
broadcast.net bsdmail.com bsnow.net bspamfree.org bspooky.com bst-72.com btb-notes.com btc.email btcmail.pw
btconnect.com btinternet.com btizet.pl btopenworld.co.uk buccalmassage.ru budaya-tionghoa.com budayationghoa.com
buffemail.com buffymail.com bugmenever.com bugmenot.com bullsfan.com bullsgame.com bulrushpress.com bum.net
bumerang.ro bumpymail.com bunchofidiots.com bund.us bunsenhoneydew.com burnthespam.info burstmail.info buryfans.com
business-man.com businessbackend.com businessman.net businesssuccessislifesuccess.com buspad.org busta-rhymes.com
buyersusa.com buymoreplays.com buyordie.info buyusedlibrarybooks.org bvimailbox.com byebyemail.com byespm.com
byom.de c2.hu c2i.net c3.hu c4.com c51vsgq.com cabacabana.com cableone.net cachedot.net caere.it cairomail.com
californiafitnessdeals.com californiamail.com callnetuk.com callsign.net caltanet.it cam4you.cc camidge.com
canada-11.com canada.com canadianmail.com candymail.de cane.pw canoemail.com canwetalk.com car101.pro caramail.com
carbtc.net care2.com careerbuildermail.com carioca.net cars2.club cartelera.org cartestraina.ro casablancaresort.com
cash4u.com casino.com casualdx.com catcha.com catholic.org catlover.com cavi.mx cbair.com cbes.net cd2.com cdpa.cc
ceed.se cek.pm celineclub.com cellurl.com celtic.com centermail.com centermail.net centoper.it centralpets.com
centrum.cz centrum.sk centurytel.net cetpass.com cfl.rr.com cfo2go.ro cgac.es chacuo.net chaiyomail.com chammy.info
chance2mail.com chandrasekar.net charmedmail.com charter.net chat.ru chattown.com chauhanweb.com cheaphub.net
cheatmail.de chechnya.conf.work check.com check1check.com cheerful.com chef.net chek.com chello.nl chemist.com
chequemail.com cheyenneweb.com chez.com chickenkiller.com chickmail.com chielo.com childsavetrust.org chilkat.com
china.net.vg chinamail.com chirk.com chithinh.com chocaholic.com.au choco.la chogmail.com choicemail1.com
chong-mail.com chong-mail.net chong-mail.org chumpstakingdumps.com churchusa.com cia-agent.com cia.hu ciaoweb.it
cicciociccio.com cigar-auctions.com cinci.rr.com cincinow.net citlink.net city-of-bath.org city-of-birmingham.com
city-of-brighton.org city-of-cambridge.com city-of-coventry.com city-of-edinburgh.com city-of-lichfield.com
city-of-lincoln.com city-of-liverpool.com city-of-manchester.com city-of-nottingham.com city-of-oxford.com
city-of-swansea.com city-of-westminster.com city-of-westminster.net city-of-york.net cityofcardiff.net
cityoflondon.org civx.org ckiso.com cl-cl.org cl0ne.net claimab.com clandest.in claramail.com classicalfan.com
classicmail.co.za clearwatermail.info clerk.com click-email.com cliffhanger.com clipmail.eu clixser.com
close2you.net clrmail.com club4x4.net clubalfa.com clubbers.net clubducati.com clubhonda.net clubmember.org
clubvdo.net cluemail.com cmail.club cmail.com cmail.net cmail.org cmpmail.com cnamed.com cndps.com cnew.ir cnmsg.net
cnnsimail.com cnsds.de co.cc cock.li cocovpn.com codeandscotch.com codec.ro coder.hu codivide.com coid.biz coieo.com
coinlink.club coldemail.info coldmail.com collectiblesuperstore.com collector.org collegeclub.com collegemail.com
colleges.com columbus.rr.com columbusrr.com columnist.com comcast.net comic.com communityconnect.com
compareshippingrates.org completegolfswing.com comprendemail.com compuserve.com computer-freak.com computer4u.com
computermail.net comwest.de conexcol.com conf.work conk.com connect4free.net connectbox.com consultant.com
consumerriot.com contbay.com contractor.net contrasto.cu.cc cookiemonster.com cool.br coolandwacky.us coolgoose.ca
coolgoose.com coolimpool.org coolkiwi.com coollist.com coolmail.com coolmail.net coolsend.com coolsite.net
cooooool.com cooperation.net cooperationtogo.net copacabana.com cornells.com cornerpub.com corporatedirtbag.com
correo.terra.com.gt cortinet.com cosmorph.com cotas.net counsellor.com countrylover.com courriel.fr.nf
courrieltemporaire.com cox.net coxinet.net coza.ro cracker.hu crankhole.com crapmail.org crastination.de
crazedanddazed.com crazespaces.pw crazymailing.com crazysexycool.com cream.pink cristianemail.com critterpost.com
croeso.com crosshairs.com crossroadsmail.com crosswinds.net crwmail.com cry4helponline.com cs.com csh.ro
csinibaba.hu cszbl.com ctmailing.us ctos.ch cu.cc cubiclink.com cuemail.com curio-city.com curryworld.de cust.in
cute-girl.com cuteandcuddly.com cutey.com cutout.club cuvox.de cww.de cyber-africa.net cyber-innovation.club
cyber-phone.eu cyber-wizard.com cyber4all.com cyberbabies.com cybercafemaui.com cyberdude.com cyberforeplay.net
cybergal.com cybergrrl.com cyberinbox.com cyberleports.com cybermail.net cybernet.it cyberservices.com
cyberspace-asia.com cybertrains.org cyclefanz.com cylab.org cynetcity.com d3p.dk daabox.com dab.ro dabsol.net
dacoolest.com dadacasa.com daemsteam.com daha.com daily-email.com dailypioneer.com daintly.com dallasmail.com
damai.webcam dammexe.net damnthespam.com dandikmail.com dangerous-minds.com dansegulvet.com darkharvestfilms.com
daryxfox.net dash-pads.com data54.com dataarca.com datarca.com datazo.ca datum2.com daum.net davegracey.com
davidkoh.net davidlcreative.com dawnsonmail.com dawsonmail.com daymail.life daymailonline.com dayrep.com
dazedandconfused.com dbunker.com dbzmail.com dcemail.com ddcrew.com de-a.org deadaddress.com deadchildren.org
deadlymob.org deadspam.com deagot.com deal-maker.com dealja.com dealrek.com dearriba.com death-star.com deekayen.us
defomail.com degradedfun.net delayload.com delayload.net delikkt.de deliveryman.com deneg.net depechemode.com
der-kombi.de derkombi.de derluxuswagen.de deseretmail.com desertmail.com desilota.com deskpilot.com desoz.com
despam.it despammed.com destin.com detik.com deutschland-net.com devnullmail.com devotedcouples.com deyom.com
dfwatson.com dharmatel.net dhm.ro di-ve.com dialogus.com diapaulpainting.com digibel.be digital-message.com
digitalmail.info digitalmariachis.com digitalsanctuary.com dildosfromspace.com dim-coin.com dingbone.com
diplomats.com directmail24.net dirtracer.com disaq.com disbox.net disbox.org discard.email discardmail.com
discardmail.de disciples.com discofan.com discoverymail.com disign-concept.eu disign-revelation.com disinfo.net
dispo.in dispomail.eu disposable.com disposableaddress.com disposableemailaddresses.com disposableinbox.com
disposablemails.com dispose.it disposeamail.com disposemail.com dispostable.com disroot.org divermail.com
divismail.ru diwaq.com dlemail.ru dm.w3internet.co.uk dmailman.com dmarc.ro dnses.ro dnsmadeeasy.com doanart.com
dob.jp docomo.ne.jp doctor.com dodgeit.com dodgemail.de dodgit.com dodgit.org dodo.com.au dodsi.com dog.com
doglover.com dogmail.co.uk dogsnob.net doiea.com doityourself.com dolphinnet.net domozmail.com doneasy.com
donemail.ru donjuan.com dontgotmail.com dontmesswithtexas.com dontreg.com dontsendmespam.de doramail.com
dostmail.com dotcom.fr dotman.de dotmsg.com dotslashrage.com dott.it douchelounge.com dozvon-spb.ru dp76.com
dplanet.ch dr.com dr69.site dragoncon.net drdrb.com drdrb.net dred.ru drevo.si drivetagdev.com droolingfanboy.de
dropcake.de dropjar.com droplar.com dropmail.me dropzone.com drotposta.hu dsiay.com dspwebservices.com duam.net
dubaimail.com dublin.com dublin.ie duck.com duck2.club dudmail.com duk33.com dukedish.com dump-email.info
dumpandjunk.com dumpmail.de dumpyemail.com dunlopdriver.com dunloprider.com duno.com durandinterstellar.com
duskmail.com dutchmail.com dwp.net dwse.edu.pl dyceroprojects.com dygo.com dynamitemail.com dz17.net e-apollo.lv
e-mail.com e-mail.dk e-mail.org e-mail.ru e-mailanywhere.com e-mails.ru e-marketstore.ru e-postkasten.de
e-tapaal.com e3z.de e4ward.com earthalliance.com earthcam.net earthdome.com earthling.net earthlink.net
earthonline.net eastcoast.co.za eastmail.com easy-trash-mail.com easy.to easypost.com easytrashmail.com
eatmea2z.club ebeschlussbuch.de ecallheandi.com ecardmail.com ecbsolutions.net echina.com ecolo-online.fr
ecompare.com edgex.ru edinburgh-airporthotels.com edmail.com ednatx.com edtnmail.com educacao.te.pt edv.to ee1.pl
ee2.pl eelmail.com efxs.ca ehmail.com einmalmail.de einrot.com einrot.de eintagsmail.de eircom.net
elearningjournal.org electro.mn elitevipatlantamodels.com elki-mkzn.ru elsitio.com elvis.com elvisfan.com
email-fake.com email-jetable.fr email-lab.com email-london.co.uk email.cbes.net email.com email.cz email.de email.ee
email.it email.net email.nu email.ro email.ru email.si email2me.net email60.com emailacc.com emailaccount.com
emailchoice.com emailcorner.net emaildienst.de emailem.com emailengine.net emailfake.com emailforyou.net
emailgenerator.de emailgo.de emailgroups.net emailias.com emailigo.de emailinfive.com emailisvalid.com emaillime.com
emailmiser.com emailna.co emailo.pro emailondeck.com emailpinoy.com emailplanet.com emailportal.info emailproxsy.com
emailresort.com emails.ru emailsecurer.com emailsensei.com emailsingularity.net emailsy.info emailtech.info
emailtemporanea.com emailtemporanea.net emailtemporar.ro emailtemporario.com.br emailthe.net emailtmp.com emailto.de
emailure.net emailuser.net emailwarden.com emailx.net emailxfer.com ematic.com embarqmail.com emeil.in emeil.ir
emeraldwebmail.com emil.com eml.pp.ua emlhub.com emlpro.com emltmp.com emstjzh.com emz.net end-war.com enel.net
engineer.com england.com england.edu englandmail.com enterto.com envy17.com eoffice.top epatra.com epb.ro
ephemail.net ephemeral.email epix.net epost.de eposta.hu eqqu.com eramail.co.za eresmas.com eriga.lv ero-tube.org
esbano-ru.ru esc.la escapehatchapp.com esemay.com esgeneri.com esprity.com estate-invest.fr estranet.it eth2btc.info
ether123.net ethereum1.top ethersports.org ethersportz.info ethos.st etlgr.com etoast.com etotvibor.ru
etrademail.com etranquil.com etranquil.net etranquil.org euaqa.com eudoramail.com europe.com europemail.com
euroseek.com evanfox.info eveav.com every1.net everyday.com.kh everyone.net evopo.com evyush.com examnotes.net
excite.co.jp excite.com excite.it execs.com exemail.com.au existiert.net exitstageleft.net explodemail.com
express.net.ua expressasia.com extenda.net extended.com extremail.ru eyepaste.com eyou.com ez.lv ezcybersearch.com
ezehe.com ezfill.com ezmail.egine.com ezmail.ru ezrs.com ezstest.com ezweb.ne.jp f1fans.net f4k.es fadingemail.com
fag.wf failbone.com faithkills.com fake-box.com fake-email.pp.ua fakedemail.com fakeinbox.com fakeinbox.info
fakeinformation.com fakemail.fr fakemailgenerator.com fakemailz.com fammix.com fan.com fangoh.com fansonlymail.com
fansworldwide.de fantasticmail.com fantasymail.de farang.net faroweb.com farrse.co.uk fast-email.info fast-mail.fr
fastacura.com fastchevy.com fastchrysler.com fastem.com fastemail.us fastemailer.com fastermail.com fasternet.biz
fastimap.com fastkawasaki.com fastmail.com fastmail.com.au fastmail.fm fastmailbox.net fastmazda.com
fastmessaging.com fastmitsubishi.com fastnissan.com fastservice.com fastsubaru.com fastsuzuki.com fasttoyota.com
fastyamaha.com fatcock.net fatflap.com fathersrightsne.org fbi-agent.com fbi.hu fdfdsfds.com federalcontractors.com
felicitymail.com femenino.com fer-gabon.org fermaxxi.ru fetchmail.co.uk fettometern.com feyenoorder.com ffanet.com
fiberia.com ficken.de fictionsite.com fightallspam.com figjs.com figshot.com figurescoin.com fiifke.de filbert4u.com
filberts4u.com filipinolinks.com film-blog.biz filzmail.com financemail.net financier.com findemail.info
findmail.com findu.pl finebody.com fir.hk fire-brigade.com fireman.net fishburne.org fitnesrezink.ru fivemail.de
fizmail.com flashbox.5july.org flashmail.com flashmail.net fleckens.hu flemail.ru flipcode.com flowu.com flu.cc
flurred.com fly-ts.de flyinggeek.net flyspam.com fmail.co.uk fmailbox.com fmgirl.com fmguy.com fnbmail.co.za
fnmail.com folkfan.com foobarbot.net foodmail.com footard.com footballmail.com for-president.com forecastertests.com
forfree.at forgetmail.com fornow.eu forpresident.com forspam.net fortuncity.com fortunecity.com forum.dk forward.cat
foxja.com foxmail.com foxtrotter.info fr33mail.info frapmail.com free-org.com free.com.pe free.fr freeaccess.nl
freeaccount.com freeandsingle.com freebabysittercam.com freeblackbootytube.com freecat.net freedom.usa.com
freedomlover.com freedompop.us freefattymovies.com freegates.be freeghana.com freehotmail.net freeinbox.email
freelance-france.eu freeler.nl freeletter.me freemail.c3.hu freemail.com.au freemail.com.pk freemail.de freemail.et
freemail.gr freemail.hu freemail.it freemail.lt freemail.ms freemail.nl freemail.org.mk freenet.de freenet.kg
freeola.com freeola.net freeplumpervideos.com freerubli.ru freeschoolgirlvids.com freeserve.co.uk freesistercam.com
freestart.hu freesurf.fr freesurf.nl freeteenbums.com freeuk.com freeuk.net freeukisp.co.uk freeweb.org
freewebemail.com freeyellow.com freezone.co.uk fresnomail.com freundin.ru friendlymail.co.uk friends-cafe.com
friendsfan.com from-africa.com from-america.com from-argentina.com from-asia.com from-australia.com from-belgium.com
from-brazil.com from-canada.com from-china.net from-england.com from-europe.com from-france.net from-germany.net
from-holland.com from-israel.com from-italy.net from-japan.net from-korea.com from-mexico.com from-outerspace.com
from-russia.com from-spain.net fromalabama.com fromalaska.com fromarizona.com fromarkansas.com fromcalifornia.com
fromcolorado.com fromconnecticut.com fromdelaware.com fromflorida.net fromgeorgia.com fromhawaii.net fromidaho.com
fromillinois.com fromindiana.com fromiowa.com fromjupiter.com fromkansas.com fromkentucky.com fromlouisiana.com
frommaine.net frommaryland.com frommassachusetts.com frommiami.com frommichigan.com fromminnesota.com
frommississippi.com frommissouri.com frommontana.com fromnebraska.com fromnevada.com fromnewhampshire.com
fromnewjersey.com fromnewmexico.com fromnewyork.net fromnorthcarolina.com fromnorthdakota.com fromohio.com
fromoklahoma.com fromoregon.net frompennsylvania.com fromrhodeisland.com fromru.com fromsouthcarolina.com
fromsouthdakota.com fromtennessee.com fromtexas.com fromthestates.com fromutah.com fromvermont.com fromvirginia.com
fromwashington.com fromwashingtondc.com fromwestvirginia.com fromwisconsin.com fromwyoming.com front.ru front14.org
frontier.com frontiernet.net frostbyte.uk.net fsmail.net ftml.net ftp.sh ftpinc.ca fuckedupload.com fuckingduh.com
fuckme69.club fudgerub.com fuirio.com fullmail.com fulvie.com fun64.com funkfan.com funnycodesnippets.com
funnymail.de fuorissimo.com furnitureprovider.com furzauflunge.de fuse.net fut.es fuwamofu.com fux0ringduh.com
fwnb.com fxnxs.com fxsmails.com fyii.de g4hdrop.us gafy.net galaxy.tv galaxy5.com galaxyhit.com gally.jp gamebox.net
gamegeek.com gamegregious.com gamespotmail.com gamgling.com gamno.config.work garasikita.pw garbage.com
garbagecollector.org garbagemail.org gardener.com gardenscape.ca garizo.com garliclife.com garrymccooey.com gav0.com
gawab.com gaybrighton.co.uk gaza.net gazeta.pl gazibooks.com gci.net geecities.com geek.com geek.hu geeklife.com
geew.ru gehensiemirnichtaufdensack.de geldwaschmaschine.de gelitik.in genderfuck.net general-hospital.com
geocities.com geologist.com geopia.com germanymail.com geronra.com geschent.biz get.pp.ua get1mail.com get2mail.fr
getairmail.com geteit.com getmails.eu getnada.com getonemail.com getonemail.net getsimpleemail.com gett.icu
ghanamail.com ghostmail.com ghosttexter.de giaiphapmuasam.com giantmail.de gifto12.com giga4u.de gigileung.org
ginzi.be ginzi.co.uk ginzi.es ginzi.net ginzy.co.uk ginzy.eu girlsindetention.com girlsundertheinfluence.com
gishpuppy.com givepeaceachance.com givmail.com glay.org glendale.net glitch.sx globalfree.it globalpagan.com
globalsite.com.br globaltouron.com glubex.com glucosegrin.com gmail.com gmial.com gmx.at gmx.ch gmx.com gmx.de
gmx.fr gmx.li gmx.net gnctr-calgary.com go.com go.ro go.ru go2net.com go2usa.info go2vpn.net gocollege.com
gocubs.com goemailgo.com gofree.co.uk goldenmail.ru goldmail.ru golemico.com golfemail.com golfilla.info golfmail.be
gomail.in gonavy.net goodstick.com googlemail.com goplay.com goplaygame.ru gorillaswithdirtyarmpits.com
gorontalo.net gospelfan.com gosuslugi-spravka.ru gothere.biz gothere.uk.com gotmail.com gotmail.net gotmail.org
gotomy.com gotti.otherinbox.com gowikibooks.com gowikicampus.com gowikicars.com gowikifilms.com gowikigames.com
gowikimusic.com gowikinetwork.com gowikitravel.com gowikitv.com gportal.hu graduate.org graffiti.net gramszu.net
grandmamail.com grandmasmail.com graphic-designer.com grapplers.com gratisweb.com great-host.in greenhousemail.com
greenmail.net greensloth.com greggamel.com greggamel.net gregorsky.zone gregorygamel.com gregorygamel.net grish.de
griuc.schule grn.cc groupmail.com grr.la grungecafe.com gruz-m.ru gs-arc.org gsredcross.org gsrv.co.uk gtmc.net
gua.net gudanglowongan.com guerillamail.biz guerillamail.com guerillamail.de guerillamail.info guerillamail.net
guerillamail.org guerillamailblock.com guerrillamail.biz guerrillamail.com guerrillamail.de guerrillamail.info
guerrillamail.net guerrillamail.org guerrillamailblock.com guessmail.com guju.net gustr.com guy.com guy2.com
guyanafriends.com gynzi.co.uk gynzi.es gyorsposta.com gyorsposta.hu gzb.ro h8s.org habitue.net hacccc.com
hackermail.com hackermail.net hackthatbit.ch hahawrong.com hailmail.net hairdresser.net hairs24.ru haltospam.com
hamptonroads.com handbag.com handleit.com hang-ten.com hanmail.net happemail.com happycounsel.com happydomik.ru
happypuppy.com harakirimail.com hardcorefreak.com haribu.com hartbot.de hat-geld.de hatespam.org hawaii.rr.com
hawaiiantel.net hawrong.com haydoo.com hazelnut4u.com hazelnuts4u.com hazmatshipping.org headstrong.de
heartthrob.com heathenhammer.com heathenhero.com hecat.es heerschap.com heesun.net hehe.com hello.hu hello.net.au
hello.to hellodream.mobi helloricky.com helpinghandtaxcenter.org helpjobs.ru helter-skelter.com herediano.com
herono1.com heros3.com herp.in herpderp.nl hetnet.nl hey.com hey.to hezll.com hhdevel.com hi2.in hi5.si
hiddentragedy.com hidebox.org hidebusiness.xyz hidemail.de hidemail.pro hidemail.us hidzz.com highbros.org
highmilton.com highquality.com highveldmail.co.za hilarious.com hiltonvr.com himail.online hiphopfan.com
hispavista.com hispeed.ch hitthe.net hkg.net hkstarphoto.com hmail.us hmamail.com hmh.ro hoanggiaanh.com
hoanglong.tech hochsitze.com hockeymail.com hollywoodkids.com home-email.com home.nl home.no.net home.ro home.se
homelocator.com homemail.com homestead.com hongkong.com honor-8.com hookup.net hoopsmail.com hopemail.biz
hornyalwary.top horrormail.com hostcalls.com hostguru.top hot-shot.com hot.ee hotbot.com hotbrev.com hotfire.net
hotletter.com hotmai.com hotmail.be hotmail.ca hotmail.co.il hotmail.co.jp hotmail.co.kr hotmail.co.nz hotmail.co.th
hotmail.co.uk hotmail.com hotmail.com.au hotmail.com.br hotmail.de hotmail.dk hotmail.es hotmail.fr hotmail.gr
hotmail.it hotmail.kg hotmail.kz hotmail.nl hotmail.ru hotmail.sg hotmailproduct.com hotmial.com hotpop.com
hotpop3.com hotvoice.com housat.com housemail.com hpc.tw hs.vc hsuchi.net ht.cx hughes.net hulapla.de humaility.com
humanoid.net humn.ws.gy hungpackage.com hunsa.com hush.com hushmail.com huskion.net hvastudiesucces.nl hwsye.net
hypernautica.com i-connect.com i-france.com i-mail.com.au i-p.com i.am i.softbank.jp i.ua i12.com i2pmail.org
i6.cloudns.cc iamawoman.com iamwaiting.com iamwasted.com iamyours.com iaoss.com ibnuh.bz
icantbelieveineedtoexplainthisshit.com icemail.club icestorm.com ichigo.me icloud.com icmsconsultants.com icq.com
icqmail.com icrazy.com icx.in icx.ro id-base.com ididitmyway.com idirect.com idx4.com ieatspam.eu ieatspam.info
ieh-mail.de iespana.es iffymedia.com ifoward.com ig.com.br ige.es igg.biz ignazio.it ignmail.com ignoremail.com
ihateclowns.com ihateyoualot.info ihazspam.ca iheartspam.org iinet.net.au ijustdontcare.com ikbenspamvrij.nl
illistnoise.com ilovechocolate.com ilovejesus.com ilovespam.com ilovetocollect.net ilse.nl imaginemail.com imail.ru
imailbox.com imails.info imel.org imgof.com imgv.de immo-gerance.info imneverwrong.com imposter.co.uk imstations.com
imstressed.com imtoosexy.com in-box.net iname.com inbound.plus inbox.com inbox.lv inbox.net inbox.ru inbox.si
inbox2.info inboxalias.com inboxbear.com inboxclean.com inboxclean.org inboxdesign.me inboxed.im inboxed.pw
inboxkitten.com inboxproxy.com inboxstore.me incamail.com inclusiveprogress.com incognitomail.com incognitomail.net
incognitomail.org incq.com incredimail.com ind.st indexa.fr india.com indiatimes.com indieclad.com indirect.ws
indo-mail.com indocities.com indomaed.pw indomail.com indoserver.stream indosukses.press indyracers.com ineec.net
info-media.de info66.com infocom.zp.ua infohq.com infomail.es infomart.or.jp infoseek.jp infospacemail.com
infovia.com.ar inggo.org inicia.es inmail.sk innocent.com inorbit.com inoutmail.de inoutmail.eu inoutmail.info
inoutmail.net insanumingeniumhomebrew.com insidebaltimore.net insight.rr.com insorg-mail.info instance-email.com
instant-mail.de instantblingmail.info instantemailaddress.com instantmail.fr instruction.com insurer.com
interburp.com interfree.it interia.pl interlap.com.ar intermail.co.il internet-police.com internet-v-stavropole.ru
internetbiz.com internetdrive.com internetegypt.com internetemails.net internetmailing.net internetoftags.com
internode.on.net interstats.org intersteller.com inwind.it iobox.com iobox.fi iol.it iowaemail.com iozak.com ip3.com
ip4.pp.ua ip6.pp.ua ipoo.org iprimus.com.au ipsur.org iqemail.com irabops.com irangate.net iraqmail.com irc.so
ireland.com irelandmail.com irish2me.com irishspringrealty.com irj.hu iroid.com ironiebehindert.de irssi.tv is.af
isdaq.com isellcars.com islamonline.net isleuthmail.com ismart.net isonfire.com isp9.net israelmail.com istii.ro
isukrainestillacountry.com it7.ovh italymail.com itloox.com itmom.com itunesgiftcodegenerator.com ivebeenframed.com
ivillage.com iwan-fals.com iwmail.com iwon.com ixx.io izadpanah.com j-p.us jafps.com jahoopa.com jakuza.hu
janproz.com japan.com jaydemail.com jazzandjava.com jazzfan.com jazzgame.com jcom.home.ne.jp jdmadventures.com
jdz.ro je-recycle.info jellyrolls.com jerusalemmail.com jet-renovation.fr jetable.com jetable.fr.nf jetable.net
jetable.org jetable.pp.ua jetemail.net jippii.fi jmail.co.za jmail.ovh jmail.ro jnxjn.com job4u.com
jobbikszimpatizans.hu jobposts.net jobs-to-be-done.net joelpet.com joetestalot.com joinme.com jokes.com jopho.com
jordanmail.com josse.ltd journalist.com jourrapide.com jovem.te.pt joymail.com jpco.org jpopmail.com
jsrsolutions.com jubiimail.dk jump.com jumpy.it jungkamushukum.com juniormail.com junk.to junk1e.com junkmail.com
juno.com just-email.com justemail.net justicemail.com jwork.ru kaazoo.com kademen.com kaixo.com kakadua.net
kalapi.org kalpoint.com kamen-market.ru kamsg.com kansascity.com kaovo.com kapoorweb.com karachian.com
karachioye.com karbasi.com kariplan.com karta-kykyruza.ru kartvelo.com kasmail.com kaspop.com katamail.com
katztube.com kayafmmail.co.za kbjrmail.com kcks.com kcrw.de keemail.me keepmymail.com keg-party.com keinhirn.de
keinpardon.de keipino.de keko.com.ar kellychen.com kemptvillebaseball.com keromail.com keyemail.com kgb.hu
khosropour.com kiani.com kickassmail.com killermail.com killmail.com killmail.net kimo.com kimsdisk.com
kinki-kids.com kino-100.ru kiois.com kismail.ru kissfans.com kisstwink.com kitnastar.com kittymail.com kitznet.at
kiwibox.com kiwitown.com klassmaster.com klassmaster.net klipschx12.com kloap.com kludgemush.com klzlk.com kmhow.com
knol-power.nl kommunity.biz kon42.com konultant-jurist.ru konx.com kopagas.com kopaka.net korea.com koreamail.com
korona-nedvizhimosti.ru koshu.ru kosmetik-obatkuat.com kostenlosemailadresse.de koszmail.pl kpnmail.nl kpooa.com
krongthip.com krunis.com ksanmail.com ksee24mail.com kube93mail.com kuhrap.com kukamail.com kulmeo.com
kulturbetrieb.info kumarweb.com kurzepost.de kuwait-mail.com kwift.net kwilco.net kyal.pl l-c-a.us l33r.eu la.com
labetteraverouge.at lacedmail.com lackmail.net lackmail.ru ladymail.cz lagerlouts.com lags.us lahoreoye.com lain.ch
lakelivingstonrealestate.com lakmail.com lamer.hu land.ru landmail.co lankamail.com laoeq.com laposte.net
last-chance.pro lastmail.co lastmail.com latemodels.com latinmail.com law.com lawlita.com lawyer.com lazyinbox.com
lazyinbox.us ldop.com ldtp.com le-tim.ru lee.mx leeching.net leehom.net legalactions.com legalrc.loan legislator.com
lenovog4.com leonlai.net letsgomets.net letthemeatspam.com levele.com levele.hu lex.bg lexis-nexis-mail.com lez.se
lgxscreen.com lhsdv.com liamcyrus.com libero.it liberomail.com lick101.com lifebyfood.com lifetotech.com ligsb.com
lillemap.net lilo.me lindenbaumjapan.com link2mail.net linkedintuts2016.pw linkmaster.com linktrader.com
linshiyouxiang.net linuxfreemail.com linuxmail.org linuxmail.so lionsfan.com.au liontrucks.com liquidinformation.net
list.ru litedrop.com littleblueroom.com live.be live.ca live.cn live.co.kr live.co.uk live.com live.com.ar
live.com.au live.com.mx live.com.sg live.de live.dk live.fr live.hk live.ie live.it live.jp live.nl
liverpoolfans.com lkgn.se llandudno.com llangollen.com llogin.ru lmxmail.sk loadby.us loan101.pro lobbyist.com
localbar.com locanto1.club locantofuck.top locantowsite.club locomodev.net logular.com loh.pp.ua loin.in
lolfreak.net lolmail.biz london.com looksmart.co.uk looksmart.com looksmart.com.au lookugly.com lopezclub.com
lordsofts.com lortemail.dk losemymail.com louiskoo.com love.cz loveable.com lovecat.com lovelygirl.net lovemail.com
lovemeleaveme.com lover-boy.com lovergirl.com lovingjesus.com lowandslow.com lpfmgmtltd.com lr7.us lr78.com
lroid.com lru.me ls-server.ru luckymail.org lukecarriere.com lukemail.info lukop.dk luso.pt luukku.com luv2.us
lycos.co.uk lycos.com lycos.es lycos.it lycos.ne.jp lycosmail.com lyfestylecreditsolutions.com m-a-i-l.com
m-hmail.com m21.cc m4.org m4ilweb.info maboard.com mac.com macbox.com macfreak.com machinecandy.com macmail.com
macr2.com macromaid.com madcreations.com madonnafan.com madrid.com maffia.hu magamail.com magicbox.ro
magicmail.co.za magspam.net mahmoodweb.com maidlow.info mail-awu.de mail-box.cz mail-center.com mail-central.com
mail-easy.fr mail-filter.com mail-hub.info mail-me.com mail-owl.com mail-page.com mail-share.com mail-temporaire.com
mail-temporaire.fr mail-tester.com mail.austria.com mail.az mail.bbexcite.jp mail.be mail.bulgaria.com mail.by
mail.byte.it mail.co.za mail.com mail.ee mail.entrepeneurmag.com mail.freetown.com mail.goo.ne.jp mail.gr
mail.hitthebeach.com mail.md mail.nu mail.org.uk mail.pf mail.pt mail.r-o-o-t.com mail.ru mail.sisna.com
mail.usa.com mail.vasarhely.hu mail.wtf mail114.net mail15.com mail1a.de mail2007.com mail21.cc mail22.club
mail2aaron.com mail2abby.com mail2abc.com mail2actor.com mail2admiral.com mail2adorable.com mail2adoration.com
mail2adore.com mail2adventure.com mail2aeolus.com mail2aether.com mail2affection.com mail2afghanistan.com
mail2africa.com mail2agent.com mail2aha.com mail2ahoy.com mail2aim.com mail2air.com mail2airbag.com
mail2airforce.com mail2airport.com mail2alabama.com mail2alan.com mail2alaska.com mail2albania.com
mail2alcoholic.com mail2alec.com mail2alexa.com mail2algeria.com mail2alicia.com mail2alien.com mail2allan.com
mail2allen.com mail2allison.com mail2alpha.com mail2alyssa.com mail2amanda.com mail2amazing.com mail2amber.com
mail2america.com mail2american.com mail2andorra.com mail2andrea.com mail2andy.com mail2anesthesiologist.com
mail2angela.com mail2angola.com mail2ann.com mail2anna.com mail2anne.com mail2anthony.com mail2anything.com
mail2aphrodite.com mail2apollo.com mail2april.com mail2aquarius.com mail2arabia.com mail2arabic.com
mail2architect.com mail2ares.com mail2argentina.com mail2aries.com mail2arizona.com mail2arkansas.com
mail2armenia.com mail2army.com mail2arnold.com mail2art.com mail2artemus.com mail2arthur.com mail2artist.com
mail2ashley.com mail2ask.com mail2astronomer.com mail2athena.com mail2athlete.com mail2atlas.com mail2atom.com
mail2attitude.com mail2auction.com mail2aunt.com mail2australia.com mail2austria.com mail2azerbaijan.com
mail2baby.com mail2bahamas.com mail2bahrain.com mail2ballerina.com mail2ballplayer.com mail2band.com
mail2bangladesh.com mail2bank.com mail2banker.com mail2bankrupt.com mail2baptist.com mail2bar.com mail2barbados.com
mail2barbara.com mail2barter.com mail2basketball.com mail2batter.com mail2beach.com mail2beast.com mail2beatles.com
mail2beauty.com mail2becky.com mail2beijing.com mail2belgium.com mail2belize.com mail2ben.com mail2bernard.com
mail2beth.com mail2betty.com mail2beverly.com mail2beyond.com mail2biker.com mail2bill.com mail2billionaire.com
mail2billy.com mail2bio.com mail2biologist.com mail2black.com mail2blackbelt.com mail2blake.com mail2blind.com
mail2blonde.com mail2blues.com mail2bob.com mail2bobby.com mail2bolivia.com mail2bombay.com mail2bonn.com
mail2bookmark.com mail2boreas.com mail2bosnia.com mail2boston.com mail2botswana.com mail2bradley.com mail2brazil.com
mail2breakfast.com mail2brian.com mail2bride.com mail2brittany.com mail2broker.com mail2brook.com mail2bruce.com
mail2brunei.com mail2brunette.com mail2brussels.com mail2bryan.com mail2bug.com mail2bulgaria.com mail2business.com
mail2buy.com mail2ca.com mail2california.com mail2calvin.com mail2cambodia.com mail2cameroon.com mail2canada.com
mail2cancer.com mail2capeverde.com mail2capricorn.com mail2cardinal.com mail2cardiologist.com mail2care.com
mail2caroline.com mail2carolyn.com mail2casey.com mail2cat.com mail2caterer.com mail2cathy.com mail2catlover.com
mail2catwalk.com mail2cell.com mail2chad.com mail2champaign.com mail2charles.com mail2chef.com mail2chemist.com
mail2cherry.com mail2chicago.com mail2chile.com mail2china.com mail2chinese.com mail2chocolate.com
mail2christian.com mail2christie.com mail2christmas.com mail2christy.com mail2chuck.com mail2cindy.com
mail2clark.com mail2classifieds.com mail2claude.com mail2cliff.com mail2clinic.com mail2clint.com mail2close.com
mail2club.com mail2coach.com mail2coastguard.com mail2colin.com mail2college.com mail2colombia.com mail2color.com
mail2colorado.com mail2columbia.com mail2comedian.com mail2composer.com mail2computer.com mail2computers.com
mail2concert.com mail2congo.com mail2connect.com mail2connecticut.com mail2consultant.com mail2convict.com
mail2cook.com mail2cool.com mail2cory.com mail2costarica.com mail2country.com mail2courtney.com mail2cowboy.com
mail2cowgirl.com mail2craig.com mail2crave.com mail2crazy.com mail2create.com mail2croatia.com mail2cry.com
mail2crystal.com mail2cuba.com mail2culture.com mail2curt.com mail2customs.com mail2cute.com mail2cutey.com
mail2cynthia.com mail2cyprus.com mail2czechrepublic.com mail2dad.com mail2dale.com mail2dallas.com mail2dan.com
mail2dana.com mail2dance.com mail2dancer.com mail2danielle.com mail2danny.com mail2darlene.com mail2darling.com
mail2darren.com mail2daughter.com mail2dave.com mail2dawn.com mail2dc.com mail2dealer.com mail2deanna.com
mail2dearest.com mail2debbie.com mail2debby.com mail2deer.com mail2delaware.com mail2delicious.com mail2demeter.com
mail2democrat.com mail2denise.com mail2denmark.com mail2dennis.com mail2dentist.com mail2derek.com mail2desert.com
mail2devoted.com mail2devotion.com mail2diamond.com mail2diana.com mail2diane.com mail2diehard.com mail2dilemma.com
mail2dillon.com mail2dinner.com mail2dinosaur.com mail2dionysos.com mail2diplomat.com mail2director.com
mail2dirk.com mail2disco.com mail2dive.com mail2diver.com mail2divorced.com mail2djibouti.com mail2doctor.com
mail2doglover.com mail2dominic.com mail2dominica.com mail2dominicanrepublic.com mail2don.com mail2donald.com
mail2donna.com mail2doris.com mail2dorothy.com mail2doug.com mail2dough.com mail2douglas.com mail2dow.com
mail2downtown.com mail2dream.com mail2dreamer.com mail2dude.com mail2dustin.com mail2dyke.com mail2dylan.com
mail2earl.com mail2earth.com mail2eastend.com mail2eat.com mail2economist.com mail2ecuador.com mail2eddie.com
mail2edgar.com mail2edwin.com mail2egypt.com mail2electron.com mail2eli.com mail2elizabeth.com mail2ellen.com
mail2elliot.com mail2elsalvador.com mail2elvis.com mail2emergency.com mail2emily.com mail2engineer.com
mail2english.com mail2environmentalist.com mail2eos.com mail2eric.com mail2erica.com mail2erin.com mail2erinyes.com
mail2eris.com mail2eritrea.com mail2ernie.com mail2eros.com mail2estonia.com mail2ethan.com mail2ethiopia.com
mail2eu.com mail2europe.com mail2eurus.com mail2eva.com mail2evan.com mail2evelyn.com mail2everything.com
mail2exciting.com mail2expert.com mail2fairy.com mail2faith.com mail2fanatic.com mail2fancy.com mail2fantasy.com
mail2farm.com mail2farmer.com mail2fashion.com mail2fat.com mail2feeling.com mail2female.com mail2fever.com
mail2fighter.com mail2fiji.com mail2filmfestival.com mail2films.com mail2finance.com mail2finland.com
mail2fireman.com mail2firm.com mail2fisherman.com mail2flexible.com mail2florence.com mail2florida.com
mail2floyd.com mail2fly.com mail2fond.com mail2fondness.com mail2football.com mail2footballfan.com mail2found.com
mail2france.com mail2frank.com mail2frankfurt.com mail2franklin.com mail2fred.com mail2freddie.com mail2free.com
mail2freedom.com mail2french.com mail2freudian.com mail2friendship.com mail2from.com mail2fun.com mail2gabon.com
mail2gabriel.com mail2gail.com mail2galaxy.com mail2gambia.com mail2games.com mail2gary.com mail2gavin.com
mail2gemini.com mail2gene.com mail2genes.com mail2geneva.com mail2george.com mail2georgia.com mail2gerald.com
mail2german.com mail2germany.com mail2ghana.com mail2gilbert.com mail2gina.com mail2girl.com mail2glen.com
mail2gloria.com mail2goddess.com mail2gold.com mail2golfclub.com mail2golfer.com mail2gordon.com mail2government.com
mail2grab.com mail2grace.com mail2graham.com mail2grandma.com mail2grandpa.com mail2grant.com mail2greece.com
mail2green.com mail2greg.com mail2grenada.com mail2gsm.com mail2guard.com mail2guatemala.com mail2guy.com
mail2hades.com mail2haiti.com mail2hal.com mail2handhelds.com mail2hank.com mail2hannah.com mail2harold.com
mail2harry.com mail2hawaii.com mail2headhunter.com mail2heal.com mail2heather.com mail2heaven.com mail2hebe.com
mail2hecate.com mail2heidi.com mail2helen.com mail2hell.com mail2help.com mail2helpdesk.com mail2henry.com
mail2hephaestus.com mail2hera.com mail2hercules.com mail2herman.com mail2hermes.com mail2hespera.com mail2hestia.com
mail2highschool.com mail2hindu.com mail2hip.com mail2hiphop.com mail2holland.com mail2holly.com mail2hollywood.com
mail2homer.com mail2honduras.com mail2honey.com mail2hongkong.com mail2hope.com mail2horse.com mail2hot.com
mail2hotel.com mail2houston.com mail2howard.com mail2hugh.com mail2human.com mail2hungary.com mail2hungry.com
mail2hygeia.com mail2hyperspace.com mail2hypnos.com mail2ian.com mail2ice-cream.com mail2iceland.com mail2idaho.com
mail2idontknow.com mail2illinois.com mail2imam.com mail2in.com mail2india.com mail2indian.com mail2indiana.com
mail2indonesia.com mail2infinity.com mail2intense.com mail2iowa.com mail2iran.com mail2iraq.com mail2ireland.com
mail2irene.com mail2iris.com mail2irresistible.com mail2irving.com mail2irwin.com mail2isaac.com mail2israel.com
mail2italian.com mail2italy.com mail2jackie.com mail2jacob.com mail2jail.com mail2jaime.com mail2jake.com
mail2jamaica.com mail2james.com mail2jamie.com mail2jan.com mail2jane.com mail2janet.com mail2janice.com
mail2japan.com mail2japanese.com mail2jasmine.com mail2jason.com mail2java.com mail2jay.com mail2jazz.com
mail2jed.com mail2jeffrey.com mail2jennifer.com mail2jenny.com mail2jeremy.com mail2jerry.com mail2jessica.com
mail2jessie.com mail2jesus.com mail2jew.com mail2jeweler.com mail2jim.com mail2jimmy.com mail2joan.com
mail2joann.com mail2joanna.com mail2jody.com mail2joe.com mail2joel.com mail2joey.com mail2john.com mail2join.com
mail2jon.com mail2jonathan.com mail2jones.com mail2jordan.com mail2joseph.com mail2josh.com mail2joy.com
mail2juan.com mail2judge.com mail2judy.com mail2juggler.com mail2julian.com mail2julie.com mail2jumbo.com
mail2junk.com mail2justin.com mail2justme.com mail2kansas.com mail2karate.com mail2karen.com mail2karl.com
mail2karma.com mail2kathleen.com mail2kathy.com mail2katie.com mail2kay.com mail2kazakhstan.com mail2keen.com
mail2keith.com mail2kelly.com mail2kelsey.com mail2ken.com mail2kendall.com mail2kennedy.com mail2kenneth.com
mail2kenny.com mail2kentucky.com mail2kenya.com mail2kerry.com mail2kevin.com mail2kim.com mail2kimberly.com
mail2king.com mail2kirk.com mail2kiss.com mail2kosher.com mail2kristin.com mail2kurt.com mail2kuwait.com
mail2kyle.com mail2kyrgyzstan.com mail2la.com mail2lacrosse.com mail2lance.com mail2lao.com mail2larry.com
mail2latvia.com mail2laugh.com mail2laura.com mail2lauren.com mail2laurie.com mail2lawrence.com mail2lawyer.com
mail2lebanon.com mail2lee.com mail2leo.com mail2leon.com mail2leonard.com mail2leone.com mail2leslie.com
mail2letter.com mail2liberia.com mail2libertarian.com mail2libra.com mail2libya.com mail2liechtenstein.com
mail2life.com mail2linda.com mail2linux.com mail2lionel.com mail2lipstick.com mail2liquid.com mail2lisa.com
mail2lithuania.com mail2litigator.com mail2liz.com mail2lloyd.com mail2lois.com mail2lola.com mail2london.com
mail2looking.com mail2lori.com mail2lost.com mail2lou.com mail2louis.com mail2louisiana.com mail2lovable.com
mail2love.com mail2lucky.com mail2lucy.com mail2lunch.com mail2lust.com mail2luxembourg.com mail2luxury.com
mail2lyle.com mail2lynn.com mail2madagascar.com mail2madison.com mail2madrid.com mail2maggie.com mail2mail4.com
mail2maine.com mail2malawi.com mail2malaysia.com mail2maldives.com mail2mali.com mail2malta.com mail2mambo.com
mail2man.com mail2mandy.com mail2manhunter.com mail2mankind.com mail2many.com mail2marc.com mail2marcia.com
mail2margaret.com mail2margie.com mail2marhaba.com mail2maria.com mail2marilyn.com mail2marines.com mail2mark.com
mail2marriage.com mail2married.com mail2marries.com mail2mars.com mail2marsha.com mail2marshallislands.com
mail2martha.com mail2martin.com mail2marty.com mail2marvin.com mail2mary.com mail2maryland.com mail2mason.com
mail2massachusetts.com mail2matt.com mail2matthew.com mail2maurice.com mail2mauritania.com mail2mauritius.com
mail2max.com mail2maxwell.com mail2maybe.com mail2mba.com mail2me4u.com mail2mechanic.com mail2medieval.com
mail2megan.com mail2mel.com mail2melanie.com mail2melissa.com mail2melody.com mail2member.com mail2memphis.com
mail2methodist.com mail2mexican.com mail2mexico.com mail2mgz.com mail2miami.com mail2michael.com mail2michelle.com
mail2michigan.com mail2mike.com mail2milan.com mail2milano.com mail2mildred.com mail2milkyway.com
mail2millennium.com mail2millionaire.com mail2milton.com mail2mime.com mail2mindreader.com mail2mini.com
mail2minister.com mail2minneapolis.com mail2minnesota.com mail2miracle.com mail2missionary.com mail2mississippi.com
mail2missouri.com mail2mitch.com mail2model.com mail2moldova.commail2molly.com mail2mom.com mail2monaco.com
mail2money.com mail2mongolia.com mail2monica.com mail2montana.com mail2monty.com mail2moon.com mail2morocco.com
mail2morpheus.com mail2mors.com mail2moscow.com mail2moslem.com mail2mouseketeer.com mail2movies.com
mail2mozambique.com mail2mp3.com mail2mrright.com mail2msright.com mail2museum.com mail2music.com mail2musician.com
mail2muslim.com mail2my.com mail2myboat.com mail2mycar.com mail2mycell.com mail2mygsm.com mail2mylaptop.com
mail2mymac.com mail2mypager.com mail2mypalm.com mail2mypc.com mail2myphone.com mail2myplane.com mail2namibia.com
mail2nancy.com mail2nasdaq.com mail2nathan.com mail2nauru.com mail2navy.com mail2neal.com mail2nebraska.com
mail2ned.com mail2neil.com mail2nelson.com mail2nemesis.com mail2nepal.com mail2netherlands.com mail2network.com
mail2nevada.com mail2newhampshire.com mail2newjersey.com mail2newmexico.com mail2newyork.com mail2newzealand.com
mail2nicaragua.com mail2nick.com mail2nicole.com mail2niger.com mail2nigeria.com mail2nike.com mail2no.com
mail2noah.com mail2noel.com mail2noelle.com mail2normal.com mail2norman.com mail2northamerica.com
mail2northcarolina.com mail2northdakota.com mail2northpole.com mail2norway.com mail2notus.com mail2noway.com
mail2nowhere.com mail2nuclear.com mail2nun.com mail2ny.com mail2oasis.com mail2oceanographer.com mail2ohio.com
mail2ok.com mail2oklahoma.com mail2oliver.com mail2oman.com mail2one.com mail2onfire.com mail2online.com
mail2oops.com mail2open.com mail2ophthalmologist.com mail2optometrist.com mail2oregon.com mail2oscars.com
mail2oslo.com mail2painter.com mail2pakistan.com mail2palau.com mail2pan.com mail2panama.com mail2paraguay.com
mail2paralegal.com mail2paris.com mail2park.com mail2parker.com mail2party.com mail2passion.com mail2pat.com
mail2patricia.com mail2patrick.com mail2patty.com mail2paul.com mail2paula.com mail2pay.com mail2peace.com
mail2pediatrician.com mail2peggy.com mail2pennsylvania.com mail2perry.com mail2persephone.com mail2persian.com
mail2peru.com mail2pete.com mail2peter.com mail2pharmacist.com mail2phil.com mail2philippines.com mail2phoenix.com
mail2phonecall.com mail2phyllis.com mail2pickup.com mail2pilot.com mail2pisces.com mail2planet.com mail2platinum.com
mail2plato.com mail2pluto.com mail2pm.com mail2podiatrist.com mail2poet.com mail2poland.com mail2policeman.com
mail2policewoman.com mail2politician.com mail2pop.com mail2pope.com mail2popular.com mail2portugal.com
mail2poseidon.com mail2potatohead.com mail2power.com mail2presbyterian.com mail2president.com mail2priest.com
mail2prince.com mail2princess.com mail2producer.com mail2professor.com mail2protect.com mail2psychiatrist.com
mail2psycho.com mail2psychologist.com mail2qatar.com mail2queen.com mail2rabbi.com mail2race.com mail2racer.com
mail2rachel.com mail2rage.com mail2rainmaker.com mail2ralph.com mail2randy.com mail2rap.com mail2rare.com
mail2rave.com mail2ray.com mail2raymond.com mail2realtor.com mail2rebecca.com mail2recruiter.com mail2recycle.com
mail2redhead.com mail2reed.com mail2reggie.com mail2register.com mail2rent.com mail2republican.com mail2resort.com
mail2rex.com mail2rhodeisland.com mail2rich.com mail2richard.com mail2ricky.com mail2ride.com mail2riley.com
mail2rita.com mail2rob.com mail2robert.com mail2roberta.com mail2robin.com mail2rock.com mail2rocker.com
mail2rod.com mail2rodney.com mail2romania.com mail2rome.com mail2ron.com mail2ronald.com mail2ronnie.com
mail2rose.com mail2rosie.com mail2roy.com mail2rss.org mail2rudy.com mail2rugby.com mail2runner.com mail2russell.com
mail2russia.com mail2russian.com mail2rusty.com mail2ruth.com mail2rwanda.com mail2ryan.com mail2sa.com
mail2sabrina.com mail2safe.com mail2sagittarius.com mail2sail.com mail2sailor.com mail2sal.com mail2salaam.com
mail2sam.com mail2samantha.com mail2samoa.com mail2samurai.com mail2sandra.com mail2sandy.com mail2sanfrancisco.com
mail2sanmarino.com mail2santa.com mail2sara.com mail2sarah.com mail2sat.com mail2saturn.com mail2saudi.com
mail2saudiarabia.com mail2save.com mail2savings.com mail2school.com mail2scientist.com mail2scorpio.com
mail2scott.com mail2sean.com mail2search.com mail2seattle.com mail2secretagent.com mail2senate.com mail2senegal.com
mail2sensual.com mail2seth.com mail2sevenseas.com mail2sexy.com mail2seychelles.com mail2shane.com mail2sharon.com
mail2shawn.com mail2ship.com mail2shirley.com mail2shoot.com mail2shuttle.com mail2sierraleone.com mail2simon.com
mail2singapore.com mail2single.com mail2site.com mail2skater.com mail2skier.com mail2sky.com mail2sleek.com
mail2slim.com mail2slovakia.com mail2slovenia.com mail2smile.com mail2smith.com mail2smooth.com mail2soccer.com
mail2soccerfan.com mail2socialist.com mail2soldier.com mail2somalia.com mail2son.com mail2song.com mail2sos.com
mail2sound.com mail2southafrica.com mail2southamerica.com mail2southcarolina.com mail2southdakota.com
mail2southkorea.com mail2southpole.com mail2spain.com mail2spanish.com mail2spare.com mail2spectrum.com
mail2splash.com mail2sponsor.com mail2sports.com mail2srilanka.com mail2stacy.com mail2stan.com mail2stanley.com
mail2star.com mail2state.com mail2stephanie.com mail2steve.com mail2steven.com mail2stewart.com mail2stlouis.com
mail2stock.com mail2stockholm.com mail2stockmarket.com mail2storage.com mail2store.com mail2strong.com
mail2student.com mail2studio.com mail2studio54.com mail2stuntman.com mail2subscribe.com mail2sudan.com
mail2superstar.com mail2surfer.com mail2suriname.com mail2susan.com mail2suzie.com mail2swaziland.com
mail2sweden.com mail2sweetheart.com mail2swim.com mail2swimmer.com mail2swiss.com mail2switzerland.com
mail2sydney.com mail2sylvia.com mail2syria.com mail2taboo.com mail2taiwan.com mail2tajikistan.com mail2tammy.com
mail2tango.com mail2tanya.com mail2tanzania.com mail2tara.com mail2taurus.com mail2taxi.com mail2taxidermist.com
mail2taylor.com mail2taz.com mail2teacher.com mail2technician.com mail2ted.com mail2telephone.com
mail2teletubbie.com mail2tenderness.com mail2tennessee.com mail2tennis.com mail2tennisfan.com mail2terri.com
mail2terry.com mail2test.com mail2texas.com mail2thailand.com mail2therapy.com mail2think.com mail2tickets.com
mail2tiffany.com mail2tim.com mail2time.com mail2timothy.com mail2tina.com mail2titanic.com mail2toby.com
mail2todd.com mail2togo.com mail2tom.com mail2tommy.com mail2tonga.com mail2tony.com mail2touch.com mail2tourist.com
mail2tracey.com mail2tracy.com mail2tramp.com mail2travel.com mail2traveler.com mail2travis.com mail2trekkie.com
mail2trex.com mail2triallawyer.com mail2trick.com mail2trillionaire.com mail2troy.com mail2truck.com mail2trump.com
mail2try.com mail2tunisia.com mail2turbo.com mail2turkey.com mail2turkmenistan.com mail2tv.com mail2tycoon.com
mail2tyler.com mail2u4me.com mail2uae.com mail2uganda.com mail2uk.com mail2ukraine.com mail2uncle.com
mail2unsubscribe.com mail2uptown.com mail2uruguay.com mail2usa.com mail2utah.com mail2uzbekistan.com mail2v.com
mail2vacation.com mail2valentines.com mail2valerie.com mail2valley.com mail2vamoose.com mail2vanessa.com
mail2vanuatu.com mail2venezuela.com mail2venous.com mail2venus.com mail2vermont.com mail2vickie.com mail2victor.com
mail2victoria.com mail2vienna.com mail2vietnam.com mail2vince.com mail2virginia.com mail2virgo.com
mail2visionary.com mail2vodka.com mail2volleyball.com mail2waiter.com mail2wallstreet.com mail2wally.com
mail2walter.com mail2warren.com mail2washington.com mail2wave.com mail2way.com mail2waycool.com mail2wayne.com
mail2webmaster.com mail2webtop.com mail2webtv.com mail2weird.com mail2wendell.com mail2wendy.com mail2westend.com
mail2westvirginia.com mail2whether.com mail2whip.com mail2white.com mail2whitehouse.com mail2whitney.com
mail2why.com mail2wilbur.com mail2wild.com mail2willard.com mail2willie.com mail2wine.com mail2winner.com
mail2wired.com mail2wisconsin.com mail2woman.com mail2wonder.com mail2world.com mail2worship.com mail2wow.com
mail2www.com mail2wyoming.com mail2xfiles.com mail2xox.com mail2yachtclub.com mail2yahalla.com mail2yemen.com
mail2yes.com mail2yugoslavia.com mail2zack.com mail2zambia.com mail2zenith.com mail2zephir.com mail2zeus.com
mail2zipper.com mail2zoo.com mail2zoologist.com mail2zurich.com mail3000.com mail333.com mail4trash.com mail666.ru
mail707.com mail72.com mailandftp.com mailandnews.com mailas.com mailasia.com mailback.com mailbidon.com mailbiz.biz
mailblocks.com mailbolt.com mailbomb.net mailboom.com mailbox.as mailbox.co.za mailbox.gr mailbox.hu mailbox.org
mailbox72.biz mailbox80.biz mailbox87.de mailbox92.biz mailboxy.fun mailbr.com.br mailbucket.org mailc.net
mailcan.com mailcat.biz mailcatch.com mailcc.com mailchoose.co mailchop.com mailcity.com mailcker.com mailclub.fr
mailclub.net mailde.de mailde.info maildrop.cc maildu.de maildx.com maileater.com mailed.in mailed.ro maileimer.de
maileme101.com mailexcite.com mailexpire.com mailf5.com mailfall.com mailfence.com mailforce.net mailforspam.com
mailfreeonline.com mailfs.com mailftp.com mailgenie.net mailguard.me mailgutter.com mailhaven.com mailhazard.com
mailhazard.us mailhex.com mailhood.com mailhz.me mailimate.com mailin8r.com mailinatar.com mailinater.com
mailinator.co.uk mailinator.com mailinator.info mailinator.net mailinator.org mailinator.us mailinator2.com
mailincubator.com mailingweb.com mailisent.com mailismagic.com mailite.com mailmate.com mailme.dk mailme.ir
mailme.lv mailme24.com mailmetrash.com mailmight.com mailmij.nl mailmoat.com mailmoth.com mailms.com mailna.biz
mailna.co mailna.in mailna.me mailnator.com mailnesia.com mailnew.com mailnull.com mailonaut.com mailops.com
mailorc.com mailorg.org mailox.fun mailoye.com mailpanda.com mailpick.biz mailpooch.com mailpost.zzn.com
mailpride.com mailproxsy.com mailpuppy.com mailquack.com mailrock.biz mailroom.com mailru.com mailsac.com
mailscrap.com mailseal.de mailsent.net mailshell.com mailshiv.com mailshuttle.com mailsiphon.com mailslapping.com
mailslite.com mailstart.com mailstartplus.com mailsucker.net mailsurf.com mailtag.com mailtemp.info
mailtemporaire.com mailtemporaire.fr mailto.de mailtome.de mailtothis.com mailtraps.com mailtrash.net mailtrix.net
mailtv.net mailtv.tv mailup.net mailwire.com mailzi.ru mailzilla.com mailzilla.org makemenaughty.club
makemetheking.com maktoob.com malahov.de malayalamdtp.com malayalamtelevision.net mamulenok.ru manager.de
manifestgenerator.com mansiondev.com mantrafreenet.com mantramail.com mantraonline.com manybrain.com marchmail.com
mariahc.com marijuana.nl mark-compressoren.ru marketlink.info markmurfin.com married-not.com marsattack.com
martindalemail.com mask03.ru masrawy.com maswae.world matchpol.net matmail.com mauimail.com mauritius.com
maxleft.com maxmail.co.uk mbox.com.au mbx.cc mcache.net mchsi.com mciek.com me-mail.hu me.com mechanicalresumes.com
medical.net.au medkabinet-uzi.ru medscape.com meepsheep.eu meetingmall.com megago.com megamail.pt megapoint.com
mehrani.com mehtaweb.com meinspamschutz.de mekhong.com melodymail.com meloo.com meltedbrownies.com meltmail.com
memsg.site merry.pink message.hu messagebeamer.de messages.to messwiththebestdielikethe.rest metacrawler.com
metalfan.com metta.lk mexicomail.com mezimages.net mfsa.ru miaferrari.com miauj.com midcoastcustoms.com
midcoastcustoms.net midcoastsolutions.com midcoastsolutions.net midlertidig.com midlertidig.net midlertidig.org
mierdamail.com miesto.sk mighty.co.za migmail.net migmail.pl migumail.com mihep.com miho-nakayama.com mijnhva.nl
mikrotamanet.com millionaireintraining.com milmail.com mindless.com mindspring.com minister.com
ministry-of-silly-walks.de minsmail.com mintemail.com misery.net misterpinball.de mittalweb.com mixmail.com
mjfrogmail.com mji.ro mjukglass.nu mkpfilm.com ml1.net ml8.ca mm.my mm5.se moakt.co moakt.com moakt.ws
mobilbatam.com mobileninja.co.uk mobilevpn.top moburl.com mochamail.com mockmyid.com moeri.org mohammed.com
mohmal.com mohmal.im mohmal.in mohmal.tech moldova.cc moldova.com moldovacc.com molms.com momentics.ru
moncourrier.fr.nf monemail.fr.nf money.net moneypipe.net monmail.fr.nf montevideo.com.uy monumentmail.com
moonman.com moonwake.com moose-mail.com moot.es mor19.uu.gl moreawesomethanyou.com moreorcs.com mortaza.com
moruzza.com mosaicfx.com moscowmail.com most-wanted.com mostlysunny.com motique.de motormania.com
mountainregionallibrary.net movemail.com movieluver.com mox.pp.ua moy-elektrik.ru moza.pl mozej.com mozmail.com
mp4.it mr-potatohead.com mr24.co mscold.com msgbox.com msgos.com msn.co.uk msn.com mspeciosa.com mswork.ru msxd.com
mt2009.com mt2014.com mt2015.com mt2016.com mtmdev.com mttestdriver.com muathegame.com muchomail.com mucincanon.com
muellemail.com muellmail.com mundomail.net munich.com music.com musician.org musicscene.org muslim.com mutant.me
mvrht.com mvrht.net mwarner.org mxfuel.com my-pomsies.ru my-teddyy.ru my10minutemail.com mybitti.de mybox.it
mycabin.com mycity.com mycleaninbox.net mycool.com mycorneroftheinter.net mydemo.equipment mydomain.com
mydotcomaddress.com myecho.es myemailboxy.com myfamily.com mygeoweb.info mygo.com myindohome.services myiris.com
mykickassideas.com mymail-in.net mymail90.com mymailoasis.com mynamedot.com mynetaddress.com mynetstore.de
myopang.com myownemail.com myownfriends.com mypacks.net mypad.com mypartyclip.de mypersonalemail.com
myphantomemail.com myplace.com myrealbox.com myremarq.com mysamp.de myself.com myspaceinc.com myspaceinc.net
myspaceinc.org myspacepimpedup.com myspamless.com mystupidjob.com mystvpn.com mysugartime.ru mytemp.email
mytempemail.com mytempmail.com mythirdage.com mytrashmail.com mywarnernet.net myway.com myworldmail.com mywrld.top
myzx.com n1nja.org n2.com n2business.com n2mail.com n2software.com nabc.biz nabuma.com nada.email nada.ltd nafe.com
nagpal.net nakedgreens.com nakedtruth.biz name.com nameplanet.com nandomail.com nanonym.ch naplesnews.net naseej.com
naslazhdai.ru nate.com nationalgardeningclub.com nativestar.net nativeweb.net naui.net naver.com navigator.lv
navy.org naz.com nc.rr.com nchoicemail.com neeva.net negated.com neko2.net nemra1.com nenter.com neo.rr.com
neomailbox.com neotlozhniy-zaim.ru nepwk.com nervhq.org nervmich.net nervtmich.net net-pager.net net-shopping.com
net.ua net4b.pt net4you.at netbounce.com netbroadcaster.com netby.dk netcenter-vn.net netcourrier.com
netexecutive.com netexpressway.com netgenie.com netian.com netizen.com.ar netlane.com netlimit.com netmails.com
netmails.net netmongol.com netnet.com.sg netpiper.com netposta.net netralink.com netricity.nl netris.net
netscape.net netscapeonline.co.uk netspace.net.au netspeedway.com netsquare.com netster.com nettaxi.com
netviewer-france.com netzero.com netzero.net netzidiot.de neuf.fr nevermail.de newfilm24.ru newmail.com newmail.net
newmail.ru newyork.com next.ovh nextmail.info nextstopvalhalla.com nexxmail.com nezdiro.org nezzart.com nfast.net
nfmail.com nguyenusedcars.com nh3.ro nice-4u.com nicebush.com nicegal.com nicholastse.net nicknassar.com
nicolastse.com nightmail.com nikopage.com nimail.com nincsmail.com nincsmail.hu ninfan.com nirvanafan.com niwl.net
nm7.cc nnh.com nnot.net no-spam.ws no-ux.com noavar.com noblepioneer.com nobugmail.com nobulk.com nobuma.com
noclickemail.com nodezine.com nogmailspam.info noicd.com nokiamail.com nomail.pw nomail2me.com nomorespamemails.com
nonpartisan.com nonspam.eu nonspammer.de nonze.ro noref.in norika-fujiwara.com norikomail.com norseforce.com
northgates.net nospam4.us nospamfor.us nospammail.net nospamthanks.info nothingtoseehere.ca notif.me
notmailinator.com notrnailinator.com notsharingmy.info now.im nowhere.org nowmymail.com ntlhelp.net ntlworld.com
ntscan.com nubescontrol.com null.net nullbox.info nurfuerspam.de nus.edu.sg nut.cc nutpa.net nuts2trade.com
nwldx.com nwytg.com nwytg.net ny.com ny7.me nyc.com nycmail.com nyrmusic.com nzoomail.com o-tay.com o2.co.uk o2.pl
o2stk.org o7i.net oaklandas-fan.com oalsp.com oath.com obfusko.com objectmail.com obobbo.com oborudovanieizturcii.ru
obxpestcontrol.com oceanfree.net odaymail.com oddpost.com odmail.com odnorazovoe.ru oerpub.org office-email.com
offroadwarrior.com offshore-proxies.net ohaaa.de ohi.tw oicexchange.com okbank.com okclprojects.com okhuman.com
okmad.com okmagic.com okname.net okrent.us okuk.com okzk.com oldies104mail.com ole.com olemail.com olimp-case.ru
olympist.net olypmall.ru omail.pro omaninfo.com omnievents.org one-time.email one2mail.info onebox.com onenet.com.ar
oneoffemail.com oneoffmail.com onet.pl onewaymail.com oninet.pt onlatedotcom.info online.de online.ie online.ms
online.no onlinehome.de onlineidea.info onlinewiz.com onmilwaukee.com onobox.com onqin.com ontyne.biz oolus.com
oonies-shoprus.ru oopi.org opayq.com opendns.ro opentrash.com operafan.com operamail.com opp24.com optician.com
optonline.net optusnet.com.au oranek.com orange.fr orbitel.bg ordinaryamerican.net oreidresume.com orgmail.net
orgmbx.cc oroki.de orthodontist.net oshietechan.link osite.com.br oso.com otakumail.com otherinbox.com
our-computer.com our-office.com our.st ourbrisbane.com ourklips.com ournet.md ourpreviewdomain.com outgun.com
outlawspam.com outlook.at outlook.be outlook.cl outlook.co.id outlook.co.il outlook.co.nz outlook.co.th outlook.com
outlook.com.au outlook.com.br outlook.com.gr outlook.com.pe outlook.com.tr outlook.com.vn outlook.cz outlook.de
outlook.dk outlook.es outlook.fr outlook.hu outlook.ie outlook.in outlook.it outlook.jp outlook.kr outlook.lv
outlook.my outlook.ph outlook.pt outlook.sa outlook.sg outlook.sk over-the-rainbow.com ovpn.to owlpic.com
ownmail.net ownsyou.de oxopoha.com ozbytes.net.au ozemail.com.au ozyl.de p-banlis.ru p33.org p71ce1m.com pa9e.com
pacbell.net pachilly.com pacific-ocean.com pacific-re.com pacificwest.com packersfan.com pagina.de pagons.org
pakistanoye.com palestinemail.com pancakemail.com papierkorb.me paplease.com para2019.ru parkjiyoon.com parsmail.com
partlycloudy.com partynight.at parvazi.com passmail.net passwordmail.com pastebitch.com pathfindermail.com
patonce.com pavilionx2.com payperex2.com payspun.com pconnections.net pcpostal.com pcsrock.com
pcusers.otherinbox.com pe.hu pecinan.net pecinan.org pediatrician.com penisgoes.in penpen.com peoplepc.com
peopleweb.com pepbot.com perfectmail.com personal.ro personales.com peterdethier.com petlover.com petml.com
petrzilka.net pettypool.com pezeshkpour.com pfui.ru phayze.com phone-elkey.ru photo-impact.eu photographer.net
photomark.net phpbb.uu.gl phreaker.net phus8kajuspa.cu.cc physicist.net pi.vu pickupman.com picusnet.com pig.pp.ua
pigpig.net pii.at piki.si pimpedupmyspace.com pinehill-seattle.org pingir.com pinoymail.com piracha.net pisem.net
pisls.com pitaniezdorovie.ru pivo-bar.ru pjjkp.com planet.nl planetaccess.com planetarymotion.net
planetearthinter.net planetmail.com planetmail.net planetout.com plasa.com playersodds.com playful.com
pleasenoham.org plexolan.de plhk.ru ploae.com plusmail.com.br plw.me pm.me pmail.net pobox.com pobox.hu pobox.sk
pochta.ru poczta.fm poehali-otdihat.ru poetic.com pokemail.net pokiemobile.com polandmail.com polbox.com
policeoffice.com politician.com politikerclub.de polyfaust.com pooae.com poofy.org pookmail.com pool-sharks.com
poond.com poopiebutt.club popaccount.com popesodomy.com popgx.com popmail.com popsmail.com popstar.com
portugalmail.com portugalmail.pt portugalnet.com positive-thinking.com post.com post.cz post.sk posta.ro
postaccesslite.com postacin.com postafree.com postaweb.com posteo.de posteo.net postinbox.com postino.ch
postmark.net postmaster.co.uk postonline.me postpro.net pousa.com poutineyourface.com powered.name powerfan.com
powlearn.com ppetw.com praize.com prazdnik-37.ru premium-mail.fr premiumservice.com presidency.com press.co.jp
priest.com primabananen.net primposta.com primposta.hu privacy.net privatdemail.net privaterelay.appleid.com
privy-mail.com privy-mail.de privymail.de pro-tag.org pro.hu probemail.com procrackers.com prodigy.net profast.top
progetplus.it programmer.net programozo.hu proinbox.com project2k.com projectcl.com promessage.com prontomail.com
proprietativalcea.ro propscore.com protestant.com proton.me protonmail.ch protonmail.com proxymail.eu
proxyparking.com prtnx.com prtz.eu psh.me psles.com psoxs.com psv-supporter.com ptd.net public.usa.com publicist.com
puglieisi.com puji.pro pulp-fiction.com punkass.com purcell.email purelogistics.org put2.net
putthisinyourspamdatabase.com pwrby.com q.com qasti.com qatarmail.com qbfree.us qc.to qibl.at qipmail.net qiq.us
qisdo.com qisoa.com qoika.com qprfans.com qq.com qq.my qrio.com qsl.ro qtum-ico.com quackquack.com quadrafit.com
quakemail.com qualityservice.com qudsmail.com quepasa.com quickemail.info quickinbox.com quickmail.nl
quickwebmail.com quiklinks.com quikmail.com qvy.me qwest.net qwestoffice.net qwickmail.com r-o-o-t.com r4nd0m.de
ra3.us raakim.com rabin.ca rabiot.reisen racedriver.com racefanz.com racingfan.com.au racingmail.com radicalz.com
radiologist.net raetp9.com ragingbull.com raketenmann.de rambler.ru rancidhome.net randomail.net ranmamail.com
raqid.com rastogi.net ratt-n-roll.com rattle-snake.com ravearena.com ravemail.com rax.la raxtest.com razemail.com
razormail.com rbb.org rcasd.com rccgmail.org rcn.com rcpt.at re-gister.com realemail.net reality-concept.club
reallyfast.biz reallymymail.com realradiomail.com realtyagent.com realtyalerts.ca reborn.com receiveee.com
recipeforfailure.com recode.me reconmail.com recyclemail.dk recycler.com redfeathercrow.com rediffmail.com
rediffmailpro.com rednecks.com redseven.de redsfans.com reftoken.net regbypass.com reggaefan.com
registerednurses.com reincarnate.com rejectmail.com rejo.technology reliable-mail.com religious.com remarkable.rocks
remote.li repairman.com reply.hu representative.com reptilegenetics.com rescueteam.com resumemail.com
revolvingdoorhoax.org rezai.com rfc822.org rhyta.com richmondhill.com rickymail.com riddermark.de rin.ru
riopreto.com.br riseup.net risingsuntouch.com rklips.com rkomo.com rma.ec rmqkr.net rn.com rnailinator.com ro.lt
roadrunner.com roanokemail.com robertspcrepair.com robot-mail.com rock.com rocketmail.com rocketship.com rockfan.com
rodrun.com rogers.com rollindo.agency rome.com ronnierage.net roosh.com rootfest.net rosebearmylove.ru
rotaniliam.com roughnet.com rowe-solutions.com royal.net royaldoodles.org royalmarket.life rppkn.com rr.com
rrohio.com rsub.com rsvhr.com rtrtr.com rubyridge.com rumgel.com runbox.com runi.ca rupayamail.com ruru.be
rushpost.com rustydoor.com ruttolibero.com ruu.kr rvb.ro rvshop.com s-mail.com s0ny.net s33db0x.com sabreshockey.com
sabrestlouis.com sacbeemail.com sackboii.com safe-mail.net safermail.info safersignup.de safetymail.info
safetypost.de safrica.com sagra.lu saharanightstempe.com sailormoon.com saintly.com saintmail.net sale-sale-sale.com
salehi.net salesperson.net samerica.com samilan.net sammimail.com samsclass.info sandcars.net sandelf.de
sandwhichvideo.com sanfinder.com sanfranmail.com sanim.net sanook.com sanstr.com sapo.pt sast.ro satukosong.com
saudia.com sausen.com sayhi.net saynotospams.com sbcglobal.net scandalmail.com scatmail.com scay.net schachrol.com
schafmail.de schizo.com schoolemail.com schoolmail.com schoolsucks.com schrott-email.de schweiz.org sci.fi
scientist.com scifianime.com scotlandmail.com scottishmail.co.uk scubadiving.com sd3.in seanet.com searchwales.com
sebil.com secmail.pw secret-police.com secretary.net secretemail.de secretservices.net secure-mail.biz
secure-mail.cc secured-link.net securehost.com.es seductive.com seekapps.com seekstoyboy.com seguros.com.br sejaa.lv
selfdestructingmail.com selfdestructingmail.org send.hu send22u.info sendfree.org sendingspecialflyers.com sendme.cz
sendspamhere.com senseless-entertainment.com sent.com sentrismail.com serga.com.ar servemymail.com server.ms
servermaps.net services391.com sesmail.com sexforswingers.com sexical.com sexmagnet.com sexyalwasmi.top seznam.cz
sfr.fr shahweb.net shaniastuff.com sharedmailbox.org sharklasers.com sharmaweb.com shaw.ca she.com shhmail.com
shhuut.org shieldedmail.com shieldemail.com shiftmail.com shipfromto.com shiphazmat.org shipping-regulations.com
shippingterms.org shitaway.usa.cc shitmail.de shitmail.me shitmail.org shitware.nl shmeriously.com
shockinmytown.cu.cc shootmail.com shortmail.net shotgun.hu shotmail.ru showslow.de shrib.com shuf.com shut.name
shut.ws sialkotcity.com sialkotian.com sialkotoye.com sidelka-mytischi.ru siftportal.ru sify.com sikux.com
silkroad.net silvercoin.life sim-simka.ru simpleitsecurity.info simplelogin.co simplelogin.com sin.cl sina.cn
sina.com sinamail.com sinfiltro.cl singapore.com singlespride.com singmail.com singnet.com.sg sinnlos-mail.de
sino.tw siteposter.net sizzlemctwizzle.com sjuaq.com skafan.com skeefmail.com skim.com skizo.hu sky-inbox.com
sky-ts.de sky.com skynet.be slamdunkfan.com slapsfromlastnight.com slaskpost.se slave-auctions.net slingshot.com
slippery.email slipry.net slo.net slopsbox.com slothmail.net slotter.com slushmail.com sly.io smailpro.com
smap.4nmv.ru smapfree24.com smapfree24.de smapfree24.eu smapfree24.info smapfree24.org smapxsmap.net smashmail.de
smellfear.com smellrear.com smileyface.comsmithemail.net smoothmail.com smtp99.com smwg.info snail-mail.net
snakebite.com snakemail.com sndt.net sneakemail.com sneakmail.de snet.net sniper.hu snkmail.com snoopymail.com
snowboarding.com snowdonia.net socamail.com socceramerica.net soccermail.com soccermomz.com socialfurry.org
socialworker.net sociologist.com sofimail.com sofort-mail.de sofortmail.de softbank.ne.jp softhome.net
softkey-office.ru softpls.asia sogetthis.com soioa.com soisz.com sol.dk solar-impact.pro soldier.hu solution4u.com
solvemail.info solventtrap.wiki songwriter.net soodmail.com soodomail.com soodonims.com soon.com soon.it
soulfoodcookbook.com sp.nl space-bank.com space-man.com space-ship.com space-travel.com space.com spacebazzar.ru
spacemart.com spacetowns.com spacewar.com spainmail.com spam-be-gone.com spam.2012-2016.ru spam.care spam.la
spam.org.es spam.su spam4.me spamail.de spamarrest.com spamavert.com spambob.com spambob.net spambob.org spambog.com
spambog.de spambog.net spambog.ru spambooger.com spambox.info spambox.me spambox.org spambox.us spambox.xyz
spamcero.com spamcon.org spamcorptastic.com spamcowboy.com spamcowboy.net spamcowboy.org spamday.com spamdecoy.net
spamex.com spamfree.eu spamfree24.com spamfree24.de spamfree24.eu spamfree24.info spamfree24.net spamfree24.org
spamgoes.in spamherelots.com spamhereplease.com spamhole.com spamify.com spaminator.de spamkill.info spaml.com
spaml.de spamlot.net spammotel.com spamobox.com spamoff.de spamsalad.in spamslicer.com spamspot.com spamstack.net
spamthis.co.uk spamthisplease.com spamtrail.com spamtrap.ro spamtroll.net spartapiet.com spazmail.com speedemail.net
speedgaus.net speedpost.net speedrules.com speedrulz.com spikio.com spils.com spindl-e.com spinfinder.com
spoofmail.de sportemail.com sportsmail.com sporttruckdriver.com spr.io spray.no spray.se spritzzone.de spybox.de
spymac.com squizzy.de squizzy.net sraka.xyz srilankan.net sroff.com sry.li ssoia.com st-davids.net stade.fr
stalag13.com stanfordujjain.com stargateradio.com starlight-breaker.net starmail.com starmail.org starmedia.com
starplace.com starspath.com start.com.au startfu.com startkeys.com startmail.com statdvr.com stathost.net
statiix.com steam-area.ru steambot.net stexsy.com stinkefinger.net stones.com stop-my-spam.com stop-my-spam.pp.ua
stopdropandroll.com storiqax.top storj99.com storj99.top storksite.com streetwisemail.com stribmail.com stromox.com
strompost.com strongguy.com stuckmail.com studentcenter.org stuffmail.de stumpfwerk.com stylist-volos.ru subram.com
suburbanthug.com suckmyd.com sudanmail.net sudolife.me sudolife.net sudomail.biz sudomail.com sudomail.net
sudoverse.com sudoverse.net sudoweb.net sudoworld.com sudoworld.net suhabi.com suioe.com suisse.org sukhumvit.net
sunpoint.net sunrise-sunset.com sunrise.ch sunsgame.com sunumail.sn super-auswahl.de superdada.com supereva.it
supergreatmail.com supermail.ru supermailer.jp superplatyna.com superrito.com superstachel.de surat.com
suremail.info surf3.net surfree.com surfy.net surgical.net surimail.com survivormail.com sute.jp svk.jp svxr.org
swbell.net sweb.cz swedenmail.com sweetxxx.de swift10minutemail.com swiftdesk.com swingeasyhithard.com swingfan.com
swipermail.zzn.com swirve.com swissinfo.org swissmail.com swissmail.net switchboardmail.com switzerland.org
sx172.com sylvannet.com sympatico.ca symphonyresume.com syom.com syriamail.com syujob.accountants szerz.com
t-online.de t-online.hu t2mail.com tafmail.com tafoi.gr taglead.com tagmymedia.com tagyourself.com takuyakimura.com
talk21.com talkcity.com talkinator.com talktalk.net tamil.com tampabay.rr.com tanukis.org tapchicuoihoi.com
tatanova.com tb-on-line.net tbwt.com tds.net teachers.org teamdiscovery.com teamtulsa.net tech-center.com
tech4peace.org techemail.com techgroup.me techie.com technisamail.co.za technologist.com technoproxy.ru
techscout.com techspot.com teenagedirtbag.com teerest.com teewars.org tefl.ro telebot.com telecomix.pl teleline.es
telenet.be telerymd.com teleworm.com teleworm.us telia.com telinco.net telkom.net tellos.xyz telpage.net telstra.com
temp-mail.com temp-mail.de temp-mail.org temp-mail.ru temp-mails.com temp.headstrong.de tempail.com tempalias.com
tempe-mail.com tempemail.biz tempemail.co.za tempemail.com tempemail.net tempinbox.co.uk tempinbox.com tempmail.co
tempmail.de tempmail.eu tempmail.it tempmail.us tempmail2.com tempmaildemo.com tempmailer.com tempmailer.de
tempomail.fr temporarily.de temporarioemail.com.br temporaryemail.net temporaryemail.us temporaryforwarding.com
temporaryinbox.com temporarymailaddress.com tempr.email tempsky.com tempthe.net tempymail.com temtulsa.net
tenchiclub.com tenderkiss.com tennismail.com terra.cl terra.com terra.com.ar terra.com.br terra.es test.com test.de
testudine.com tfanus.com.er tfz.net thai.com thaimail.com thaimail.net thanksnospam.info thankyou2010.com thc.st
the-african.com the-airforce.com the-aliens.com the-american.com the-animal.com the-army.com the-astronaut.com
the-beauty.com the-big-apple.com the-biker.com the-boss.com the-brazilian.com the-canadian.com the-canuck.com
the-captain.com the-chinese.com the-country.com the-cowboy.com the-davis-home.com the-dutchman.com the-eagles.com
the-englishman.com the-fastest.net the-fool.com the-frenchman.com the-galaxy.net the-genius.com the-gentleman.com
the-german.com the-gremlin.com the-hooligan.com the-italian.com the-japanese.com the-lair.com the-madman.com
the-mailinglist.com the-marine.com the-master.com the-mexican.com the-ministry.com the-monkey.com the-newsletter.net
the-pentagon.com the-police.com the-prayer.com the-professional.com the-quickest.com the-russian.com the-snake.com
the-spaceman.com the-stock-market.com the-student.net the-whitehouse.net the-wild-west.com the18th.com theaviors.com
thebearshark.com thecloudindex.com thecoolguy.com thecriminals.com thediamants.org thedoghousemail.com thedorm.com
theend.hu theglobe.com thegolfcourse.com thegooner.com theheadoffice.com thelanddownunder.com thelightningmail.net
thelimestones.com thembones.com.au themegreview.com themillionare.net themostemail.com theoffice.net theplate.com
thepokerface.com thepostmaster.net theraces.com theracetrack.com therapist.net thereddoors.online theroyalweb.club
thescrappermovie.com thestreetfighter.com theteastory.info theteebox.com thewatercooler.com thewebpros.co.uk
thewizzard.com thewizzkid.com thex.ro thezhangs.net thietbivanphong.asia thirdage.com thisgirl.com
thisisnotmyrealemail.com thismail.net thisurl.website thnikka.com thoas.ru thraml.com thrma.com throam.com
thrott.com throwam.com throwawayemailaddress.com throwawaymail.com throya.com thrubay.com thundermail.com
thunkinator.org thxmate.com tic.ec tidni.com tilien.com timein.net timgiarevn.com timkassouf.com tin.it tinoza.org
tinyurl24.com tipsb.com tiscali.at tiscali.be tiscali.co.uk tiscali.it tiscali.lu tiscali.se tittbit.in tiv.cc
tizi.com tkcity.com tkitc.de tlpn.org tmail.com tmail.ws tmailinator.com tmails.net tmpeml.info tmpjr.me tmpmail.net
tmpmail.org toddsbighug.com toiea.com toke.com tokem.co tokenmail.de tom.com tonymanso.com toolsource.com
toomail.biz toothfairy.com top-shop-tovar.ru top101.de top1mail.ru top1post.ru topchat.com topgamers.co.uk
topletter.com topmail.com.ar topofertasdehoy.com topranklist.de toprumours.com topsurf.com torchmail.com tormail.org
torontomail.com toss.pw tosunkaya.com totalmusic.net totalvista.com totesmail.com tp-qa-mail.com tpg.com.au
tqoai.com tqosi.com tradermail.info tranceversal.com trash-amil.com trash-mail.at trash-mail.com trash-mail.de
trash-me.com trash2009.com trash2010.com trash2011.com trashcanmail.com trashdevil.com trashdevil.de trashemail.de
trashemails.de trashinbox.com trashmail.at trashmail.com trashmail.de trashmail.io trashmail.me trashmail.net
trashmail.org trashmail.ws trashmailer.com trashymail.com trashymail.net trasz.com travel.li trayna.com trbvm.com
trbvn.com trbvo.com trend-maker.ru trialbytrivia.com trialmail.de trickmail.net trillianpro.com tritium.net
trixtrux1.ru trmailbox.com trollproject.com tropicalbass.info tropicalstorm.com truckerz.com truckracer.com
trungtamtoeic.com trust-me.com tryalert.com tryninja.io tryzoe.com tsamail.co.za ttml.co.in ttszuo.xyz tualias.com
tunisiamail.com turkey.com turoid.com turual.com tuta.com tuta.io tutamail.com tutanota.com tutanota.de tvchd.com
tverya.com tvstar.com twc.com twinmail.de twinstarsmail.com twocowmail.net twoweirdtricks.com tx.rr.com
txtadvertise.com tycoonmail.com tyhe.ro tyldd.com typemail.com u2club.com uacro.com uae.ac uaemail.com ubbi.com
ubbi.com.br uber-mail.com ubismail.net ubm.md uboot.com ucche.us uemail99.com ufacturing.com uggsrock.com
uguuchantele.com uhhu.ru uk.to uk2k.com uk2net.com uk7.net uk8.net ukbuilder.com ukcool.com ukdreamcast.com
ukmail.org ukmax.com ukr.net uku.co.uk ultapulta.com ultra.fyi ultrada.ru ultrapostman.com umail.net ummah.org
umpire.com unbounded.com undo.it unforgettable.com uni.de unican.es unids.com unihome.com unimark.org
unit7lahaina.com universal.pt unmail.ru uno.ee uno.it unofree.it uol.com.ar uol.com.br uol.com.co uol.com.mx
uol.com.ve uole.com uole.com.ve uolmail.com uomail.com upf.org upliftnow.com uplipht.com uploadnolimit.com
ureach.com urfunktion.se urgentmail.biz urhen.com uroid.com us.af us.to usa.cc usa.com usa.net usaaccess.net
usako.net usanetmail.com used-product.fr usermail.com username.e4ward.com usma.net usmc.net uswestmail.net utiket.us
uu.gl uu2.ovh uwork4.us uyhip.com uymail.com uyuyuy.com v-sexi.com vaati.org vahoo.com valemail.net valhalladev.com
vankin.de varbizmail.com vcmail.com vctel.com vda.ro vdig.com veanlo.com velnet.co.uk velocall.com venompen.com
verdejo.com verizon.net verizonmail.com vermutlich.net veryday.ch veryday.eu veryday.info veryfast.biz
veryrealemail.com veryspeedy.net vesa.pw vfemail.net victime.ninja victoriantwins.com vidchart.com videotron.ca
viditag.com viewcastmedia.com viewcastmedia.net viewcastmedia.org vikingsonly.com vinernet.com violinmakers.co.uk
vip.gr vip.qq.com vip.sina.com vipmail.name vipmail.pw vipmail.ru vipxm.net viralplays.com virgilio.it virgin.net
virginmedia.com virtualemail.info virtualmail.com visitmail.com visitweb.com visto.com visualcities.com
vivavelocity.com vivianhsu.net vixletdev.com vjtimail.com vkcode.ru vmailing.info vmani.com vmpanda.com vnedu.me
vnn.vn vodafone.de voidbay.com voila.fr volcanomail.com voltaer.com vomoto.com vorga.org vote-democrats.com
vote-hillary.com vote-republicans.com vote4gop.org votenet.com votiputox.org voxelcore.com vpn.st vps30.com
vps911.net vr9.com vradportal.com vremonte24-store.ru vrmtr.com vsimcard.com vssms.com vtxmail.us vubby.com vuiy.pw
vztc.com w-asertun.ru w3.to w3internet.co.uk wahoye.com wakingupesther.com walala.org wales2000.net walkmail.net
walkmail.ru walla.co.il wallm.com wam.co.za wanadoo.es wanadoo.fr warmmail.com warpmail.net warrior.hu
watch-harry-potter.com watchever.biz watchfull.net watchironman3onlinefreefullmovie.com waumail.com wazabi.club
wbdet.com wbdev.tech wbml.net wearab.net web-contact.info web-emailbox.eu web-ideal.fr web-mail.com.ar
web-mail.pp.ua web-police.com web.de web2mailco.com webave.com webcammail.com webcity.ca webcontact-france.eu
webdream.com webemail.me webindia123.com webjump.com webm4il.info webmail.co.yu webmail.co.za webmail.hu
webmail24.top webmails.com webname.com webprogramming.com webstation.com websurfer.co.za webtopmail.com webtrip.ch
webuser.in wee.my weedmail.com weekmail.com weekonline.com wef.gr wefjo.grn.cc weg-werf-email.de wegas.ru
wegwerf-email-addressen.de wegwerf-email-adressen.de wegwerf-email.at wegwerf-email.de wegwerf-email.net
wegwerf-emails.de wegwerfadresse.de wegwerfemail.com wegwerfemail.de wegwerfemail.info wegwerfemail.net
wegwerfemail.org wegwerfemailadresse.com wegwerfmail.de wegwerfmail.info wegwerfmail.net wegwerfmail.org
wegwerpmailadres.nl wegwrfmail.de wegwrfmail.net wegwrfmail.org wehshee.com welikecookies.com welsh-lady.com
wemel.top westnet.com.au wetrainbayarea.com wetrainbayarea.org wg0.com wh4f.org whale-mail.com whartontx.com
whatiaas.com whatifanalytics.com whatpaas.com whatsaas.com wheelweb.com whiffles.org whipmail.com whoever.com
whoopymail.com whopy.com whtjddn.33mail.com whyspam.me wi.rr.com wibblesmith.com wickmail.net wideopenwest.com
widget.gg wildmail.com wilemail.com willhackforfood.biz willselfdestruct.com wimsg.com windowslive.com
windrivers.net windstream.net winemaven.info wingnutz.com winmail.com.au winning.com wins.com.br witty.com wiz.cc
wkbwmail.com wlist.ro wmail.club woh.rr.com wokcy.com wolf-web.com wollan.info wombles.com wongfaye.com wooow.it
worker.com workmail.com worldemail.com worldnet.att.net worldspace.link wormseo.cn wosaddict.com wouldilie.com
wovz.cu.cc wowgirl.com wowmail.com wowway.com wp.pl wpg.im wptamail.com wralawfirm.com wrexham.net writeme.com
writeme.us writemeback.com wronghead.com wrongmail.com ws.gy wtvhmail.com wudet.men wupics.com wuzup.net
wuzupmail.net wwdg.com www.com www.e4ward.com www2000.net wwwnew.eu wx88.net wxnw.net wxs.net x-mail.net
x-networks.net x24.com x5g.com xagloo.co xagloo.com xcode.ro xcodes.net xcompress.com xcpy.com xemaps.com xents.com
xing886.uu.gl xjoi.com xl.cx xmaily.com xmastime.com xmsg.com xn--9kq967o.com xoom.com xost.us xoxox.cc xperiae5.com
xpressmail.zzn.com xsmail.com xtra.co.nz xuno.com xvx.us xww.ro xxlocanto.us xxolocanto.us xxqx3802.com xyzfree.net
xzapmail.com xzsok.com y7mail.com ya.ru yada-yada.com yaho.com yahoo.ca yahoo.cn yahoo.co.id yahoo.co.in yahoo.co.jp
yahoo.co.kr yahoo.co.nz yahoo.co.th yahoo.co.uk yahoo.com yahoo.com.ar yahoo.com.au yahoo.com.br yahoo.com.cn
yahoo.com.hk yahoo.com.is yahoo.com.mx yahoo.com.my yahoo.com.ph yahoo.com.ru yahoo.com.sg yahoo.com.tw yahoo.com.vn
yahoo.de yahoo.dk yahoo.es yahoo.fr yahoo.gr yahoo.ie yahoo.in yahoo.it yahoo.jp yahoo.ro yahoo.ru yahoo.se
yahoofs.com yahooproduct.net yalla.com yalla.com.lb yalook.com yam.com yandex.com yandex.ru yanet.me yapost.com
yapped.net yaqp.com yawmail.com ybb.ne.jp ycare.de ycn.ro ye.vc yeah.net yebox.com yedi.org yehey.com yemenmail.com
yep.it yepmail.net yhg.biz yifan.net ymail.com ynmrealty.com yodx.ro yogamaven.com yogotemail.com yomail.info yoo.ro
yopmail.com yopmail.fr yopmail.net yopmail.pp.ua yopolis.com you-spam.com youareadork.com yougotgoated.com
youmailr.com youneedmore.info your-house.com yourdomain.com yourewronghereswhy.com yourinbox.com yourlms.biz
yourlover.net yourname.freeservers.com yournightmare.com yours.com yourspamgoesto.space yourssincerely.com
yoursubdomain.zzn.com yourteacher.net yourwap.com yroid.com yspend.com yugasandrika.com yui.it yuoia.com yuuhuu.net
yuurok.com yxzx.net yyhmail.com yyolf.net z-o-e-v-a.ru z0d.eu z1p.biz z86.ru za.com zahadum.com zahav.net.il
zain.site zainmax.net zaktouni.fr zarabotokdoma11.ru zasod.com zaym-zaym.ru zdenka.net ze.tc zebins.com zebins.eu
zeepost.nl zehnminuten.de zehnminutenmail.de zepp.dk zetmail.com zfymail.com zhaowei.net zhcne.com zhorachu.com
zhouemail.510520.org ziggo.nl zik.dj zionweb.org zip.net zipido.com ziplip.com zipmail.com zipmail.com.br zipmax.com
zippymail.info zipsendtest.com zmail.ru zoaxe.com zoemail.com zoemail.net zoemail.org zoetropes.org zoho.com
zohomail.com zohomail.eu zombie-hive.com zomg.info zonnet.nl zoominternet.net zsero.com zubee.com zumpul.com
zuvio.com zuzzurello.com zwallet.com zxcv.com zxcvbnm.com zybermail.com zydecofan.com zzi.us zzn.com zzom.co.uk
$domains$, '\s+') as domain
where domain <> ''
on conflict do nothing;
