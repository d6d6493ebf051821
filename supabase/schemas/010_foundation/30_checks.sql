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

create function private.is_list_within(list text[], entries integer, characters integer) returns boolean
language sql immutable set search_path = ''
as $$
  select cardinality(list) <= entries
    and not exists (select from unnest(list) as l (entry) where l.entry is null or char_length(l.entry) > characters)
$$;
comment on function private.is_list_within(text[], integer, integer) is
  'Whether a list has at most so many entries of at most so many characters, none of them null.';
grant execute on function private.is_list_within(text[], integer, integer) to authenticated, service_role, cairn_owner;

-- Postgres would say "new row for relation … violates check constraint …", which users do not understand. So a check
-- carries a code and a sentence: check (private.holds(char_length(name) <= 120, 'name.length', 'Name must have …')).
create function private.holds(rule boolean, code text, sentence text) returns boolean
language plpgsql immutable set search_path = ''
as $$
begin
  if not rule then
    raise exception '%', sentence using errcode = '23514', detail = code;
  end if;
  return rule;
end
$$;
comment on function private.holds(boolean, text, text) is
  'For check constraints: whether the rule holds; raises the sentence with the code where it does not. Null passes, as in any check.';
grant execute on function private.holds(boolean, text, text) to anon, authenticated, service_role, cairn_owner;

-- The detail of an error of Postgres itself speaks of rows, that of a refusal is a code: docs/develop/decisions/refusals.md.
create function private.named_refusal(detail text) returns text
language sql immutable set search_path = ''
as $$
  select detail where detail ~ '^[a-z_]+\.[a-z_]+( \{.*\})?$'
$$;
comment on function private.named_refusal(text) is
  'The code of a refusal, with its parameters, in the detail of an error; null where that is no code.';
grant execute on function private.named_refusal(text) to authenticated;

-- The unique index decides. This trigger refuses in words, unless two users take a name at the same moment.
create function private.refuse_taken_name() returns trigger
language plpgsql set search_path = ''
as $$
declare
  taken boolean;
begin
  -- An import has looked for the names of all its rows at once.
  if current_setting('cairn.names_are_known', true) = 'on' then
    return new;
  end if;
  execute format(
    'select exists (select from %1$I.%2$I r where r.account_id = $1 and %3$s(r.name) = %3$s($2) and r.id <> $3)',
    tg_table_schema, tg_table_name, coalesce(tg_argv[2], 'lower')
  ) into taken using new.account_id, new.name, new.id;
  if taken then
    raise exception 'A % with this name already exists.', tg_argv[0]
      using errcode = '23505', detail = tg_argv[0] || '.name_taken', constraint = tg_argv[1],
        hint = 'Choose another name. Capitals make no difference.';
  end if;
  return new;
end
$$;
comment on function private.refuse_taken_name() is
  'Trigger (kind, constraint, and the function by which names are alike where it is not lower): refuses a name that a record of the account has already, in a sentence for people.';

-- The rule is that of the auth server: unquoted ASCII, a domain of at least two labels. Look-alikes in other scripts
-- are no address.
create function private.is_email(value text) returns boolean
language sql immutable set search_path = ''
as $$
  select char_length(value) <= 320
    and value ~ '^[A-Za-z0-9!#$%&''*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&''*+/=?^_`{|}~-]+)*@([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])$'
$$;
comment on function private.is_email(text) is 'Whether it has the shape of an e-mail address.';
grant execute on function private.is_email(text) to authenticated, service_role, cairn_owner;

-- A name and a password in an address would show every member a secret, and hide from a reader where it leads.
create function private.is_web_address(value text) returns boolean
language sql immutable set search_path = ''
as $$
  select char_length(value) <= 2000
    and value ~ '^[Hh][Tt][Tt][Pp][Ss]?://[^[:space:][:cntrl:]<>"\\^`{|}/?#@]+([/?#][^[:space:][:cntrl:]<>"\\^`{|}]*)?$'
    and value = private.display_text(value)
$$;
comment on function private.is_web_address(text) is
  'Whether it is an http or https address with a host, without white space, invisible characters, name and password.';
grant execute on function private.is_web_address(text) to authenticated, service_role, cairn_owner;

create function private.refuse_non_admin(code text, sentence text) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if private.my_rank() is distinct from 3 then
    raise exception '%', sentence using errcode = '42501', detail = code, hint = 'Ask an administrator.';
  end if;
end
$$;
comment on function private.refuse_non_admin(text, text) is 'Refuses with 42501, the code and the sentence everybody but admins.';

create function private.is_time_zone(name text) returns boolean
language sql stable set search_path = ''
as $$
  select exists (select from pg_catalog.pg_timezone_names z where z.name = is_time_zone.name)
$$;
comment on function private.is_time_zone(text) is 'Whether Postgres knows a time zone of this name. Takes some milliseconds.';
