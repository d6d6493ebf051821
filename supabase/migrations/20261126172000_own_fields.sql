-- Own fields: definitions and values are checked, values are kept for lists, types change, deleted fields are purged.
--
-- No account has a definition yet, so no record has a value to be checked or kept.

alter table public.own_fields alter column key set default '';

-- Written by `npm run migration` from supabase/schemas:

set check_function_bodies = off;
create function private.is_purging() returns boolean
language sql stable set search_path = ''
as $$
  select coalesce(current_setting('cairn.purging', true), '') = 'on'
$$;
comment on function private.is_purging() is
  'Whether the server is taking the values of purged fields out of records, which nobody has done and no history tells.';
alter function private.is_purging() owner to cairn_definer;
grant execute on function private.is_purging() to authenticated, service_role, cairn_owner;
create or replace function private.stamp_record() returns trigger
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
  elsif current_user <> 'cairn_owner' and not private.is_purging() then
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
create or replace function private.keep_history_of_changes() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_purging() then
    return null;
  end if;
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
      select 'own.' || own.key, changed.was -> 'own' -> own.key, changed.is_now -> 'own' -> own.key
      from (
        select jsonb_object_keys(changed.was -> 'own') as key
        union
        select jsonb_object_keys(changed.is_now -> 'own')
      ) own
      where changed.was -> 'own' is distinct from changed.is_now -> 'own'
        and changed.was -> 'own' -> own.key is distinct from changed.is_now -> 'own' -> own.key
      union all
      select 'tags', private.tags_in_history(changed.was -> 'tags'), private.tags_in_history(changed.is_now -> 'tags')
      where changed.was -> 'tags' is distinct from changed.is_now -> 'tags'
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
    'owner_id', 'invited_owner_id',
    -- Each own field has a line, and tags have their names in it.
    'own', 'tags'
  ];
  return null;
end
$$;
create function private.lock_of_own_fields(account uuid) returns bigint
language sql immutable set search_path = ''
as $$
  select hashtextextended('own fields of ' || account, 0)
$$;
comment on function private.lock_of_own_fields(uuid) is
  'The advisory lock of an account''s own fields: shared by what writes values, exclusive for what changes definitions.';
alter function private.lock_of_own_fields(uuid) owner to cairn_definer;
create function private.time_of_deleted_fields() returns interval
language sql immutable set search_path = ''
as $$
  select interval '30 days'
$$;
comment on function private.time_of_deleted_fields() is 'For how long a deleted field can come back with its values.';
alter function private.time_of_deleted_fields() owner to cairn_definer;
create function private.is_built_in_field(name text) returns boolean
language sql immutable set search_path = ''
as $$
  select regexp_replace(private.folded(name), '[^a-z0-9]+', ' ', 'g') in (
    'id', 'name', 'description', 'status', 'owner', 'tags', 'links', 'experts', 'created', 'updated', 'vendor',
    'department', 'criticality', 'data class', 'lifecycle', 'cost', 'cost per month', 'currency', 'cost currency',
    'renewal', 'contract end', 'renewal or contract end', 'renews on', 'additional details', 'platform', 'source',
    'webhook url', 'use cases', 'users', 'related systems', 'related automations', 'related agents'
  )
$$;
comment on function private.is_built_in_field(text) is
  'Whether records have a built-in field of this name, without regard to case, accents and signs.';
alter function private.is_built_in_field(text) owner to cairn_definer;
create function private.slug(name text, otherwise text, taken text[]) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  plain text := btrim(left(regexp_replace(private.folded(name), '[^a-z0-9]+', '_', 'g'), 50), '_');
  slug text;
  number integer := 1;
begin
  if plain = '' then
    plain := otherwise;
  elsif plain ~ '^[0-9]' then
    plain := otherwise || '_' || plain;
  end if;
  slug := plain;
  while slug = any (taken) loop
    number := number + 1;
    slug := plain || '_' || number;
  end loop;
  return slug;
end
$$;
comment on function private.slug(text, text, text[]) is
  'A name in small letters, digits and underscores that is not taken; otherwise stands for a name without any.';
alter function private.slug(text, text, text[]) owner to cairn_definer;
create function private.clean_choices(choices jsonb) returns jsonb
language plpgsql immutable set search_path = ''
as $$
declare
  clean jsonb := '[]';
  ids text[] := '{}';
  names text[] := '{}';
  one jsonb;
  name text;
  id text;
begin
  perform private.holds(jsonb_typeof(choices) = 'array', 'Choices must be a list of {"id", "name", "color"}.');
  perform private.holds(jsonb_array_length(choices) <= 500, 'A field has at most 500 choices.');
  for one in select c.value from jsonb_array_elements(choices) as c loop
    perform private.holds(
      jsonb_typeof(one) = 'object' and jsonb_typeof(one -> 'name') is not distinct from 'string',
      'Choices must be a list of {"id", "name", "color"}.'
    );
    name := private.display_text(one ->> 'name');
    perform private.holds(char_length(name) between 1 and 100, 'A choice must have 1 to 100 characters.');
    perform private.holds(private.folded(name) <> all (names), 'Two choices have the same name.');
    id := coalesce(one ->> 'id', private.slug(name, 'choice', array(
      select c.value ->> 'id' from jsonb_array_elements(choices) as c where jsonb_typeof(c.value) = 'object'
    ) || ids));
    perform private.holds(
      id ~ '^[a-z0-9][a-z0-9_-]{0,59}$',
      'The id of a choice has up to 60 small letters, digits, hyphens and underscores.'
    );
    perform private.holds(id <> all (ids), 'Two choices have the same id.');
    perform private.holds(
      coalesce(one ->> 'color', 'gray')
        in ('gray', 'red', 'orange', 'yellow', 'green', 'teal', 'blue', 'purple', 'pink'),
      'Color must be gray, red, orange, yellow, green, teal, blue, purple or pink.'
    );
    ids := ids || id;
    names := names || private.folded(name);
    clean := clean || jsonb_build_array(
      jsonb_build_object('id', id, 'name', name, 'color', coalesce(one ->> 'color', 'gray'))
    );
  end loop;
  return clean;
end
$$;
comment on function private.clean_choices(jsonb) is
  'Choices as they are stored: names as display text, each with an id and a color; refuses what is none in a sentence.';
alter function private.clean_choices(jsonb) owner to cairn_definer;
create function private.refuse_own_field_name(field public.own_fields) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.holds(
    not private.is_built_in_field(field.name),
    'Records have a built-in field of this name.'
  );
  if exists (
    select from public.own_fields f
    where f.account_id = field.account_id and f.kind = field.kind and f.deleted_at is null and f.id <> field.id
      and private.folded(f.name) = private.folded(field.name)
  ) then
    raise exception 'A field with this name already exists.'
      using errcode = '23505', constraint = 'own_fields_name_key',
        hint = 'Choose another name. Capitals and accents make no difference.';
  end if;
end
$$;
comment on function private.refuse_own_field_name(public.own_fields) is
  'Refuses the name of a built-in field, and of another field of the kind that is not deleted.';
alter function private.refuse_own_field_name(public.own_fields) owner to cairn_definer;
create function private.check_own_field() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  is_coming constant boolean :=
    tg_op = 'INSERT' or (tg_op = 'UPDATE' and old.deleted_at is not null and new.deleted_at is null);
begin
  perform pg_advisory_xact_lock(private.lock_of_own_fields(new.account_id));
  new.name := private.display_text(coalesce(new.name, ''));
  new.help := private.display_text(coalesce(new.help, ''));
  new.section := private.display_text(coalesce(new.section, ''));
  new.unit := case new.type when 'number' then private.display_text(coalesce(new.unit, '')) else '' end;
  if tg_op = 'INSERT' then
    if coalesce(new.key, '') = '' then
      new.key := private.slug(new.name, 'field', array(
        select f.key from public.own_fields f where f.account_id = new.account_id and f.kind = new.kind
      ));
    end if;
  else
    -- When is not for the client to say.
    new.retired_at := case when new.retired_at is not null then coalesce(old.retired_at, now()) end;
    new.deleted_at := case when new.deleted_at is not null then coalesce(old.deleted_at, now()) end;
  end if;
  if is_coming then
    perform private.holds(
      tg_op = 'INSERT' or old.deleted_at > now() - private.time_of_deleted_fields(),
      'This field was deleted more than 30 days ago.'
    );
    perform private.holds(
      new.deleted_at is not null or (
        select count(*)
        from public.own_fields f
        where f.account_id = new.account_id and f.kind = new.kind and f.deleted_at is null
      ) < 50,
      'Records of a kind have at most 50 fields of their own.'
    );
  end if;
  if new.deleted_at is null and (is_coming or new.name <> old.name) then
    perform private.refuse_own_field_name(new);
  end if;
  new.choices := case when new.type in ('choice', 'choices') then private.clean_choices(new.choices) else '[]' end;
  new.default_value := private.own_value(new, 'Default', new.default_value);
  return new;
end
$$;
comment on function private.check_own_field() is
  'Trigger: cleans a definition, gives it its key, and refuses what it may not be, in a sentence for people.';
alter function private.check_own_field() owner to cairn_definer;
create function private.audit_own_field() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.write_audit(
    new.account_id, private.caller_id(),
    case
      when tg_op = 'INSERT' then 'own_field_added'
      when old.deleted_at is null and new.deleted_at is not null then 'own_field_deleted'
      when old.deleted_at is not null and new.deleted_at is null then 'own_field_restored'
      when old.retired_at is null and new.retired_at is not null then 'own_field_retired'
      when old.retired_at is not null and new.retired_at is null then 'own_field_brought_back'
      else 'own_field_changed'
    end,
    'own_field', new.id::text,
    jsonb_strip_nulls(jsonb_build_object(
      'kind', new.kind, 'name', new.name, 'type', new.type,
      'old_name', case when tg_op = 'UPDATE' and old.name <> new.name then old.name end,
      'old_type', case when tg_op = 'UPDATE' and old.type <> new.type then old.type end
    ))
  );
  return null;
end
$$;
comment on function private.audit_own_field() is
  'Trigger: enters a field that was added, changed, retired, deleted or brought back into the log of its account.';
alter function private.audit_own_field() owner to cairn_definer;
create function private.is_day(words text) returns boolean
language sql immutable set search_path = ''
as $$
  select case
    when words !~ '^(19|[2-9][0-9])[0-9]{2}-(0[1-9]|1[0-2])-[0-9]{2}$' then false
    else right(words, 2)::integer between 1 and extract(
      day from make_date(left(words, 4)::integer, substr(words, 6, 2)::integer, 1) + interval '1 month - 1 day'
    )
  end
$$;
comment on function private.is_day(text) is 'Whether it is a day between the years 1900 and 9999, as 2026-12-31.';
alter function private.is_day(text) owner to cairn_definer;
create function private.is_uuid(words text) returns boolean
language sql immutable set search_path = ''
as $$
  select words ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
$$;
comment on function private.is_uuid(text) is 'Whether it is a UUID as Postgres writes it.';
alter function private.is_uuid(text) owner to cairn_definer;
create function private.is_held_member(account uuid, words text) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  if not private.is_uuid(words) then
    return false;
  end if;
  perform from public.account_members m
  where m.account_id = account and m.user_id = words::uuid
  for key share;
  return found;
end
$$;
comment on function private.is_held_member(uuid, text) is
  'Whether it is the id of a member, who cannot leave before the transaction ends.';
alter function private.is_held_member(uuid, text) owner to cairn_definer;
create function private.choices_in_order(field public.own_fields, ids text[]) returns jsonb
language sql immutable set search_path = ''
as $$
  select coalesce(jsonb_agg(given.id order by known.place nulls last, given.place), '[]')
  from (
    select i.id, min(i.place) as place from unnest(ids) with ordinality as i (id, place) group by i.id
  ) given
  left join (
    select c.value ->> 'id' as id, c.place from jsonb_array_elements(field.choices) with ordinality as c (value, place)
  ) known on known.id = given.id
$$;
comment on function private.choices_in_order(public.own_fields, text[]) is
  'Ids of choices without repeated ones, in the order of the definition; last those that are no choice any more.';
alter function private.choices_in_order(public.own_fields, text[]) owner to cairn_definer;
create function private.knows_choices(field public.own_fields, ids text[], was jsonb) returns boolean
language sql immutable set search_path = ''
as $$
  select not exists (
    select from unnest(ids) as i (id)
    where not coalesce(field.choices @> jsonb_build_array(jsonb_build_object('id', i.id)), false)
      and not coalesce(was @> to_jsonb(i.id), false)
  )
$$;
comment on function private.knows_choices(public.own_fields, text[], jsonb) is
  'Whether each is the id of a choice, or was a value of the record already.';
alter function private.knows_choices(public.own_fields, text[], jsonb) owner to cairn_definer;
create function private.problem_of_own_value(field public.own_fields, value jsonb, was jsonb) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  words constant text := value #>> '{}';
begin
  return case field.type
    when 'text' then case when char_length(words) > 500 then 'must have at most 500 characters.' end
    when 'long_text' then case when char_length(words) > 5000 then 'must have at most 5,000 characters.' end
    when 'number' then case
      when abs(words::numeric) > 1e15 then 'must be a number from -1,000,000,000,000,000 to 1,000,000,000,000,000.'
      when scale(trim_scale(words::numeric)) > 6 then 'must have at most 6 decimals.'
    end
    when 'date' then case
      when not private.is_day(words) then 'must be a day between the years 1900 and 9999, such as 2026-12-31.'
    end
    when 'choice' then case
      when not private.knows_choices(field, array[words], was) then 'must be one of its present choices.'
    end
    when 'choices' then case
      when not private.knows_choices(field, array(select jsonb_array_elements_text(value)), was)
        then 'must be some of its present choices.'
    end
    when 'member' then case
      when not private.is_held_member(field.account_id, words) then 'must be a member of your account.'
    end
    when 'record' then case
      when not (case when private.is_uuid(words)
        then private.is_record(field.account_id, field.record_kind, words::uuid) else false end)
        then 'must be a record that is there.'
    end
    when 'address' then case
      when not private.is_web_address(words) then 'must be an address that begins with http:// or https://.'
    end
  end;
end
$$;
comment on function private.problem_of_own_value(public.own_fields, jsonb, jsonb) is
  'How a sentence goes on that begins with the name of the field, where it cannot have the value; was is its former value.';
alter function private.problem_of_own_value(public.own_fields, jsonb, jsonb) owner to cairn_definer;
create function private.own_value(field public.own_fields, label text, value jsonb, was jsonb default null) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  clean jsonb := value;
  problem text;
begin
  if jsonb_typeof(clean) is distinct from (
    case field.type when 'number' then 'number' when 'yes_no' then 'boolean' when 'choices' then 'array' else 'string' end
  ) then
    if coalesce(clean, 'null') in ('null', '""') then
      return null;
    end if;
    problem := case field.type
      when 'number' then 'must be a number.'
      when 'yes_no' then 'must be yes or no.'
      when 'choices' then 'must be some of its present choices.'
      else 'must be a text.'
    end;
  else
    clean := case field.type
      when 'text' then to_jsonb(private.display_text(clean #>> '{}'))
      when 'long_text' then to_jsonb(btrim(private.display_lines(clean #>> '{}'), e' \n'))
      when 'number' then to_jsonb(trim_scale((clean #>> '{}')::numeric))
      when 'address' then to_jsonb(btrim(clean #>> '{}'))
      when 'member' then to_jsonb(lower(clean #>> '{}'))
      when 'record' then to_jsonb(lower(clean #>> '{}'))
      when 'choices' then private.choices_in_order(field, array(select jsonb_array_elements_text(clean)))
      else clean
    end;
    if clean in ('""', '[]') then
      return null;
    end if;
    problem := private.problem_of_own_value(field, clean, was);
  end if;
  if problem is not null then
    raise exception '% %', label, problem using errcode = '23514';
  end if;
  return clean;
end
$$;
comment on function private.own_value(public.own_fields, text, jsonb, jsonb) is
  'A value as it is stored, null for none; refuses what the field cannot have, in a sentence that begins with the label.';
alter function private.own_value(public.own_fields, text, jsonb, jsonb) owner to cairn_definer;
create function private.default_own_value(field public.own_fields) returns jsonb
language sql security definer set search_path = ''
as $$
  select field.default_value where private.problem_of_own_value(field, field.default_value, null) is null
$$;
comment on function private.default_own_value(public.own_fields) is 'The default of a field, where it can have it.';
alter function private.default_own_value(public.own_fields) owner to cairn_definer;
create function private.refuse_unknown_own_key(account uuid, kind text, given jsonb, was jsonb) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  unknown text;
  deleted text;
begin
  select k.key, f.name into unknown, deleted
  from jsonb_each(given) k
  left join public.own_fields f on f.account_id = account and f.kind = refuse_unknown_own_key.kind and f.key = k.key
  where (f.id is null or f.deleted_at is not null)
    and k.value is distinct from was -> k.key and k.value not in ('null', '""', '[]')
  limit 1;
  if deleted is not null then
    raise exception '% was deleted.', deleted using errcode = '23514', hint = 'Load the page again.';
  elsif unknown is not null then
    raise exception 'There is no field %.', unknown using errcode = '23514', hint = 'Load the page again.';
  end if;
end
$$;
comment on function private.refuse_unknown_own_key(uuid, text, jsonb, jsonb) is
  'Refuses a new value of a field that the account does not have, or has deleted.';
alter function private.refuse_unknown_own_key(uuid, text, jsonb, jsonb) owner to cairn_definer;
create function private.check_own_values() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  was jsonb := '{}';
  given constant jsonb := case jsonb_typeof(new.own) when 'object' then new.own else '{}' end;
  clean jsonb := '{}';
  field public.own_fields;
  value jsonb;
begin
  if jsonb_typeof(new.own) is distinct from 'object' then
    return new;
  end if;
  if tg_op = 'UPDATE' then
    was := old.own;
  end if;
  perform pg_advisory_xact_lock_shared(private.lock_of_own_fields(new.account_id));
  perform private.refuse_unknown_own_key(new.account_id, tg_argv[0], given, was);
  for field in
    select f.* from public.own_fields f where f.account_id = new.account_id and f.kind = tg_argv[0] order by f.place, f.name
  loop
    value := given -> field.key;
    if value is null and (field.retired_at is not null or field.deleted_at is not null) then
      value := was -> field.key;
    elsif value is distinct from was -> field.key then
      value := private.own_value(field, field.name, value, was -> field.key);
    end if;
    if field.retired_at is null and field.deleted_at is null then
      if value is null and tg_op = 'INSERT' then
        value := private.default_own_value(field);
      end if;
      if value is null and field.required and (tg_op = 'INSERT' or was ? field.key) then
        raise exception '% is required.', field.name using errcode = '23514';
      end if;
    end if;
    if value is not null then
      clean := clean || jsonb_build_object(field.key, value);
    end if;
  end loop;
  new.own := clean;
  return new;
end
$$;
comment on function private.check_own_values() is
  'Trigger (kind): checks and cleans changed values of own fields; a new record gets defaults and needs what is required.';
alter function private.check_own_values() owner to cairn_definer;
create function private.keep_known_own_values() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock_shared(private.lock_of_own_fields(new.account_id));
  select coalesce(jsonb_object_agg(o.key, o.value), '{}') into new.own
  from jsonb_each(new.own) o
  join public.own_fields f on f.account_id = new.account_id and f.kind = tg_argv[0] and f.key = o.key;
  return new;
end
$$;
comment on function private.keep_known_own_values() is
  'Trigger (kind): a record that helper functions write has its values as they were, without those of purged fields.';
alter function private.keep_known_own_values() owner to cairn_definer;
create function private.hold_own_fields() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock_shared(private.lock_of_own_fields(private.my_account()));
  return null;
end
$$;
comment on function private.hold_own_fields() is
  'Statement trigger: the definitions of the caller''s account stay as they are until the transaction ends.';
alter function private.hold_own_fields() owner to cairn_definer;
create function private.own_value_rows(field public.own_fields, record_id uuid, value jsonb)
returns setof private.own_values
language sql security definer set search_path = ''
as $$
  select
    field.account_id, field.kind, record_id, field.id, (e.place - 1)::smallint,
    case
      when field.type in ('text', 'address') then left(lower(e.value), 200)
      when field.type in ('choice', 'choices', 'record') then e.value
      when field.type = 'yes_no' then case e.value when 'true' then 'yes' else 'no' end
    end,
    case field.type when 'number' then e.value::numeric end,
    case field.type when 'date' then e.value::date end,
    case field.type when 'member' then e.value::uuid end
  from jsonb_array_elements_text(case jsonb_typeof(value) when 'array' then value else jsonb_build_array(value) end)
    with ordinality as e (value, place)
  where field.type <> 'long_text' and (field.type <> 'member' or private.is_held_member(field.account_id, e.value))
$$;
comment on function private.own_value_rows(public.own_fields, uuid, jsonb) is
  'What private.own_values has of the value of a record.';
alter function private.own_value_rows(public.own_fields, uuid, jsonb) owner to cairn_definer;
create function private.keep_own_values() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    delete from private.own_values v using gone g where v.record_id = g.id;
    return null;
  end if;
  if tg_op = 'INSERT' then
    execute
      'insert into private.own_values
      select v.*
      from come n
      cross join lateral jsonb_each(n.own) o
      join public.own_fields f on f.account_id = n.account_id and f.kind = $1 and f.key = o.key
      cross join lateral private.own_value_rows(f, n.id, o.value) v'
      using tg_argv[0];
    return null;
  end if;
  if not exists (select from gone o join come n using (id) where o.own is distinct from n.own) then
    return null;
  end if;
  -- Planned each time: a plan made for one record would look ten thousand of them up one by one.
  execute
    'delete from private.own_values v
    using gone o
    join come n using (id)
    cross join lateral jsonb_each(o.own) k
    join public.own_fields f on f.account_id = n.account_id and f.kind = $1 and f.key = k.key
    where o.own is distinct from n.own and k.value is distinct from n.own -> k.key
      and v.record_id = n.id and v.field_id = f.id'
    using tg_argv[0];
  execute
    'insert into private.own_values
    select v.*
    from gone o
    join come n using (id)
    cross join lateral jsonb_each(n.own) k
    join public.own_fields f on f.account_id = n.account_id and f.kind = $1 and f.key = k.key
    cross join lateral private.own_value_rows(f, n.id, k.value) v
    where o.own is distinct from n.own and k.value is distinct from o.own -> k.key'
    using tg_argv[0];
  return null;
end
$$;
comment on function private.keep_own_values() is
  'Statement trigger (kind): keeps private.own_values as the records of the kind say it in their column own.';
alter function private.keep_own_values() owner to cairn_definer;
create function private.refill_own_values(field public.own_fields) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.own_values v where v.account_id = field.account_id and v.field_id = field.id;
  execute format(
    'insert into private.own_values
    select v.*
    from public.%I r
    cross join lateral private.own_value_rows($1, r.id, r.own -> ($1).key) v
    where r.account_id = ($1).account_id and r.own ? ($1).key',
    private.catalogue_of(field.kind)
  ) using field;
end
$$;
comment on function private.refill_own_values(public.own_fields) is
  'Writes what private.own_values has of a field anew, after its type has changed.';
alter function private.refill_own_values(public.own_fields) owner to cairn_definer;
create function private.words_of_own_value(field public.own_fields, value jsonb) returns text[]
language plpgsql stable security definer set search_path = ''
as $$
begin
  return case
    when field.type in ('choice', 'choices') then array(
      select coalesce(c.value ->> 'name', given.id)
      from jsonb_array_elements_text(
        case jsonb_typeof(value) when 'array' then value else jsonb_build_array(value) end
      ) with ordinality as given (id, place)
      left join jsonb_array_elements(field.choices) as c on c.value ->> 'id' = given.id
      order by given.place
    )
    when field.type = 'yes_no' then array[case value when 'true' then 'Yes' else 'No' end]
    when field.type = 'member' then array(
      select p.name
      from public.account_members m
      join public.profiles p on p.id = m.user_id
      where m.account_id = field.account_id and m.user_id = (value #>> '{}')::uuid
    )
    when field.type = 'record' then array(
      select r.name
      from private.records r
      where r.account_id = field.account_id and r.kind = field.record_kind and r.id = (value #>> '{}')::uuid
    )
    else array[value #>> '{}']
  end;
end
$$;
comment on function private.words_of_own_value(public.own_fields, jsonb) is
  'A value in words, several choices each for itself; none where a member has left or a record is gone.';
alter function private.words_of_own_value(public.own_fields, jsonb) owner to cairn_definer;
create function private.choices_named(field public.own_fields, words text[]) returns text[]
language sql stable security definer set search_path = ''
as $$
  select array_agg(c.value ->> 'id')
  from unnest(words) as w (name)
  left join jsonb_array_elements(field.choices) as c on private.folded(c.value ->> 'name') = private.folded(btrim(w.name))
$$;
comment on function private.choices_named(public.own_fields, text[]) is
  'The ids of choices by their names, null for a name that none has.';
alter function private.choices_named(public.own_fields, text[]) owner to cairn_definer;
create function private.uuid_named(field public.own_fields, name text) returns text
language sql stable security definer set search_path = ''
as $$
  select min(found.id::text)
  from (
    select p.id
    from public.account_members m
    join public.profiles p on p.id = m.user_id
    where field.type = 'member' and m.account_id = field.account_id
      and (private.folded(p.name) = private.folded(uuid_named.name) or lower(p.email) = lower(uuid_named.name))
    union
    select r.id
    from private.records r
    where field.type = 'record' and r.account_id = field.account_id and r.kind = field.record_kind
      and lower(r.name) = lower(uuid_named.name)
  ) found
  having count(*) = 1
$$;
comment on function private.uuid_named(public.own_fields, text) is
  'The one member or record that a name means; null where none or several have it.';
alter function private.uuid_named(public.own_fields, text) owner to cairn_definer;
create function private.converted_own_value(was public.own_fields, wanted public.own_fields, value jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  words constant text[] := private.words_of_own_value(was, value);
  line constant text := private.display_text(array_to_string(words, ', '));
  converted jsonb;
begin
  if was.type = wanted.type and was.type <> 'record' and was.type not in ('choice', 'choices') then
    return value;
  end if;
  if cardinality(words) = 0 then
    return null;
  end if;
  converted := case wanted.type
    when 'long_text' then to_jsonb(array_to_string(words, ', '))
    when 'number' then case when line ~ '^-?[0-9]{1,16}(\.[0-9]{1,20})?$' then to_jsonb(trim_scale(line::numeric)) end
    when 'yes_no' then case
      when lower(line) in ('yes', 'true', '1') then to_jsonb(true)
      when lower(line) in ('no', 'false', '0') then to_jsonb(false)
    end
    when 'choice' then case
      when cardinality(words) = 1 then to_jsonb((private.choices_named(wanted, words))[1])
    end
    when 'choices' then private.choices_in_order(wanted, private.choices_named(wanted, case
      when was.type in ('choice', 'choices') then words
      when array_position(private.choices_named(wanted, array[line]), null) is null then array[line]
      else string_to_array(line, ',')
    end))
    when 'member' then to_jsonb(private.uuid_named(wanted, line))
    when 'record' then to_jsonb(private.uuid_named(wanted, line))
    else to_jsonb(line)
  end;
  if converted is null or converted in ('null', '""', '[]') or converted @> '[null]' then
    return null;
  end if;
  return case when private.problem_of_own_value(wanted, converted, null) is null then converted end;
end
$$;
comment on function private.converted_own_value(public.own_fields, public.own_fields, jsonb) is
  'A value of a field as one of another type; null where it cannot be one.';
alter function private.converted_own_value(public.own_fields, public.own_fields, jsonb) owner to cairn_definer;
create function private.values_of_own_field(field public.own_fields)
returns table (record_id uuid, name text, value jsonb, in_bin boolean)
language plpgsql stable security definer set search_path = ''
as $$
begin
  return query execute format(
    'select r.id, r.name, r.own -> ($1).key, false
    from public.%I r
    where r.account_id = ($1).account_id and r.own ? ($1).key
    union all
    select b.record_id, b.name, b.record -> ''own'' -> ($1).key, true
    from public.binned_records b
    where b.account_id = ($1).account_id and b.kind = ($1).kind and b.record -> ''own'' ? ($1).key',
    private.catalogue_of(field.kind)
  ) using field;
end
$$;
comment on function private.values_of_own_field(public.own_fields) is
  'The values that records of the account have of a field, those in the bin included.';
alter function private.values_of_own_field(public.own_fields) owner to cairn_definer;
create function private.own_field_with_type(field public.own_fields, type text, record_kind text, choices jsonb)
returns public.own_fields
language plpgsql security definer set search_path = ''
as $$
declare
  wanted public.own_fields := field;
begin
  perform private.holds(
    type in ('text', 'long_text', 'number', 'date', 'yes_no', 'choice', 'choices', 'member', 'record', 'address'),
    'Type must be text, long_text, number, date, yes_no, choice, choices, member, record or address.'
  );
  perform private.holds(
    (type = 'record') = (record_kind is not null),
    'A field of the type record, and only such a field, says of which kind.'
  );
  if record_kind is not null then
    perform private.refuse_other_kind(record_kind);
  end if;
  wanted.type := type;
  wanted.record_kind := record_kind;
  wanted.choices := case
    when type not in ('choice', 'choices') then '[]'
    else private.clean_choices(coalesce(
      choices,
      case when field.type in ('choice', 'choices') then field.choices end,
      (
        select jsonb_agg(jsonb_build_object('name', o.name) order by o.name)
        from (
          select min(occurring.name) as name
          from (
            select private.display_text((private.words_of_own_value(field, v.value))[1]) as name
            from private.values_of_own_field(field) v
          ) occurring
          where char_length(occurring.name) between 1 and 100
          group by private.folded(occurring.name)
          limit 501
        ) o
      ),
      '[]'
    ))
  end;
  wanted.default_value := private.converted_own_value(field, wanted, field.default_value);
  return wanted;
end
$$;
comment on function private.own_field_with_type(public.own_fields, text, text, jsonb) is
  'A field as it would be with another type; without choices it has those that its values name.';
alter function private.own_field_with_type(public.own_fields, text, text, jsonb) owner to cairn_definer;
create function private.own_field_of_caller(field uuid) returns public.own_fields
language plpgsql security definer set search_path = ''
as $$
declare
  found_field public.own_fields;
begin
  perform private.refuse_non_admin('Only administrators can change fields.');
  select f.* into found_field
  from public.own_fields f
  where f.account_id = private.my_account() and f.id = field and f.deleted_at is null;
  if not found then
    raise exception 'This field no longer exists.'
      using errcode = 'PT404', hint = 'Another administrator may have deleted it. Load the page again.';
  end if;
  return found_field;
end
$$;
comment on function private.own_field_of_caller(uuid) is 'A field of the account of an admin; refuses everybody else.';
alter function private.own_field_of_caller(uuid) owner to cairn_definer;
create function public.preview_field_type(
  field uuid, new_type text, new_record_kind text default null, new_choices jsonb default null
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  was constant public.own_fields := private.own_field_of_caller(field);
  wanted constant public.own_fields := private.own_field_with_type(was, new_type, new_record_kind, new_choices);
begin
  return (
    with given as materialized (
      select v.*, private.converted_own_value(was, wanted, v.value) is null as fails
      from private.values_of_own_field(was) v
    )
    select jsonb_build_object(
      'converts', count(*) filter (where not g.fails),
      'fails', count(*) filter (where g.fails),
      'choices', wanted.choices,
      'first', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'kind', was.kind, 'id', f.record_id, 'name', f.name, 'in_bin', f.in_bin,
          'value', left(coalesce(nullif(array_to_string(private.words_of_own_value(was, f.value), ', '), ''), f.value #>> '{}'), 200)
        ) order by f.name, f.record_id), '[]')
        from (
          select n.* from given n where n.fails order by n.name, n.record_id limit 10
        ) f
      )
    )
    from given g
  );
end
$$;
comment on function public.preview_field_type(uuid, text, text, jsonb) is
  'For admins: what a change of the type of an own field would do. {"converts", "fails", "choices", "first": [{"kind", "id", "name", "in_bin", "value"}]}: how many values can be converted and how many cannot, the choices that the field would have, and the first 10 records whose value cannot.';
alter function public.preview_field_type(uuid, text, text, jsonb) owner to cairn_definer;
revoke all on function public.preview_field_type(uuid, text, text, jsonb) from public, anon, authenticated, service_role;
grant execute on function public.preview_field_type(uuid, text, text, jsonb) to authenticated;
create function public.change_field_type(
  field uuid, new_type text, new_record_kind text default null, new_choices jsonb default null,
  seen_at timestamptz default null
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  was public.own_fields;
  wanted public.own_fields;
  failing integer;
  changed integer;
begin
  -- From here on no user writes a value, until this is over.
  perform pg_advisory_xact_lock(private.lock_of_own_fields(private.my_account()));
  was := private.own_field_of_caller(field);
  if was.updated_at <> seen_at then
    raise exception 'Another administrator has changed this field in the meantime.'
      using errcode = 'PT409', hint = 'Look at it again.';
  end if;
  wanted := private.own_field_with_type(was, new_type, new_record_kind, new_choices);
  select count(*) into failing
  from private.values_of_own_field(was) v
  where private.converted_own_value(was, wanted, v.value) is null;
  if failing > 0 then
    raise exception 'Values that cannot be converted: %.', failing using errcode = '22023', hint = 'Change them first.';
  end if;
  update public.own_fields f
  set type = wanted.type, record_kind = wanted.record_kind, choices = wanted.choices, default_value = wanted.default_value
  where f.id = was.id
  returning f.* into wanted;
  execute format(
    'update public.%I r
    set own = r.own || jsonb_build_object(($1).key, private.converted_own_value($1, $2, r.own -> ($1).key))
    where r.account_id = ($1).account_id and r.own ? ($1).key
      and r.own -> ($1).key <> private.converted_own_value($1, $2, r.own -> ($1).key)',
    private.catalogue_of(was.kind)
  ) using was, wanted;
  get diagnostics changed = row_count;
  update public.binned_records b
  set record = jsonb_set(
    b.record, array['own', was.key], private.converted_own_value(was, wanted, b.record -> 'own' -> was.key)
  )
  where b.account_id = was.account_id and b.kind = was.kind and b.record -> 'own' ? was.key;
  perform private.refill_own_values(wanted);
  return jsonb_build_object('changed', changed);
end
$$;
comment on function public.change_field_type(uuid, text, text, jsonb, timestamptz) is
  'For admins: changes the type of an own field and all its values with it, or refuses with the number of those that cannot be converted. Refuses a field that has changed after seen_at. Without new_choices the choices are made of the values. {"changed"}: how many records have changed.';
alter function public.change_field_type(uuid, text, text, jsonb, timestamptz) owner to cairn_definer;
revoke all on function public.change_field_type(uuid, text, text, jsonb, timestamptz) from public, anon, authenticated, service_role;
grant execute on function public.change_field_type(uuid, text, text, jsonb, timestamptz) to authenticated;
create function public.count_field_choice(field uuid, choice text) returns integer
language plpgsql stable security definer set search_path = ''
as $$
declare
  asked constant public.own_fields := private.own_field_of_caller(field);
begin
  return (
    select count(distinct v.record_id)
    from private.own_values v
    where v.account_id = asked.account_id and v.field_id = asked.id and v.text_value = choice
  );
end
$$;
comment on function public.count_field_choice(uuid, text) is 'For admins: how many records have a choice of an own field.';
alter function public.count_field_choice(uuid, text) owner to cairn_definer;
revoke all on function public.count_field_choice(uuid, text) from public, anon, authenticated, service_role;
grant execute on function public.count_field_choice(uuid, text) to authenticated;
create function private.purge_own_fields(oldest timestamptz, account uuid, only_these text[]) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  field public.own_fields;
  emptied integer;
  purged integer := 0;
begin
  for field in
    select f.*
    from public.own_fields f
    where f.deleted_at < oldest and (account is null or f.account_id = account)
      and (only_these is null or f.id::text = any (only_these))
    order by f.account_id, f.deleted_at
  loop
    perform pg_advisory_xact_lock(private.lock_of_own_fields(field.account_id));
    perform set_config('cairn.purging', 'on', true);
    execute format(
      'update public.%1$I r
      set own = r.own - ($1).key
      where r.ctid = any (array(
        select o.ctid
        from public.%1$I o
        where o.account_id = ($1).account_id and o.own ? ($1).key
        order by o.id limit 2000
        for update
      ))',
      private.catalogue_of(field.kind)
    ) using field;
    get diagnostics emptied = row_count;
    perform set_config('cairn.purging', '', true);
    if emptied < 2000 then
      update public.binned_records b
      set record = b.record #- array['own', field.key]
      where b.account_id = field.account_id and b.kind = field.kind and b.record -> 'own' ? field.key;
      delete from public.own_fields f where f.id = field.id;
      emptied := emptied + 1;
    end if;
    purged := purged + emptied;
  end loop;
  return purged;
end
$$;
comment on function private.purge_own_fields(timestamptz, uuid, text[]) is
  'Takes the values of fields that were deleted before a time out of records, 2,000 of each field, and deletes a field of which none is left. Returns how many records and fields that were.';
alter function private.purge_own_fields(timestamptz, uuid, text[]) owner to cairn_definer;
create or replace function private.days_kept(what text, keep_days integer) returns interval
language sql immutable set search_path = ''
as $$
  select make_interval(days => greatest(keep_days, case what when 'audit' then 90 when 'fields' then 30 else 1 end))
$$;
comment on function private.days_kept(text, integer) is
  'For how long something is kept where so many days are asked for: the audit log for 90 at least, deleted fields for 30.';
create or replace function public.delete_expired(
  what text, keep_days integer, at_most integer default 1000, account uuid default null,
  only_these text[] default null
)
returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  oldest constant timestamptz := now() - private.days_kept(what, keep_days);
  deleted integer;
begin
  case what
    when 'sign-ins' then
      delete from public.login_attempts where id in (
        select a.id from public.login_attempts a where a.attempted_at < oldest
          and (only_these is null or a.id in (select t::bigint from unnest(only_these) as t))
        order by a.attempted_at limit at_most
      );
    when 'audit' then
      delete from public.security_audit_log where id in (
        select l.id from public.security_audit_log l where l.created_at < oldest
          and (account is null or l.account_id = account)
          and (only_these is null or l.id in (select t::uuid from unnest(only_these) as t))
        order by l.created_at limit at_most
      );
    when 'history' then
      -- An act is a row for many lines, and goes with the first of them.
      delete from public.acts a where a.done_at < oldest and (account is null or a.account_id = account);
      delete from public.record_history where id in (
        select h.id from public.record_history h where h.changed_at < oldest
          and (account is null or h.account_id = account)
          and (only_these is null or h.id in (select t::uuid from unnest(only_these) as t))
        order by h.changed_at limit at_most
      );
    when 'bin' then
      return private.empty_bins(greatest(keep_days, 1), at_most, account, only_these);
    when 'fields' then
      return private.purge_own_fields(oldest, account, only_these);
    else
      raise exception 'There is nothing called % that expires.', what
        using errcode = '22023', hint = 'Name sign-ins, audit, history, bin or fields.';
  end case;
  get diagnostics deleted = row_count;
  return deleted;
end
$$;
comment on function public.delete_expired(text, integer, integer, uuid, text[]) is
  'For the server: deletes the oldest sign-ins, audit entries, changes of the history, records in bins or deleted own fields that are older than so many days; of the audit log nothing of the last 90, of fields of the last 30. A field goes with the values of all records, of some thousand at a time: it is there until the last is gone. Of one account where it is given; sign-ins are of none. Only those with these keys where they are given. Returns how many.';
create or replace function private.expired_rows(what text, keep_days integer, account uuid, without text[], at_most integer)
returns setof text
language plpgsql stable security definer set search_path = ''
as $$
declare
  oldest constant timestamptz := now() - private.days_kept(what, keep_days);
begin
  case what
    when 'sign-ins' then
      return query
      select a.id::text from public.login_attempts a
      where a.attempted_at < oldest and a.id <> all (without::bigint[])
      order by a.attempted_at limit at_most;
    when 'audit' then
      return query
      select l.id::text from public.security_audit_log l
      where l.account_id = account and l.created_at < oldest and l.id <> all (without::uuid[])
      order by l.created_at limit at_most;
    when 'history' then
      return query
      select h.id::text from public.record_history h
      where h.account_id = account and h.changed_at < oldest and h.id <> all (without::uuid[])
      order by h.changed_at limit at_most;
    when 'bin' then
      return query
      select b.kind || ' ' || b.record_id from public.binned_records b
      where b.account_id = account and b.deleted_at < oldest and b.kind || ' ' || b.record_id <> all (without)
      order by b.deleted_at limit at_most;
    when 'fields' then
      return query
      select f.id::text from public.own_fields f
      where f.account_id = account and f.deleted_at < oldest and f.id <> all (without::uuid[])
      order by f.deleted_at limit at_most;
  end case;
end
$$;
create or replace function private.accounts_with_expired(what text, keep_days integer) returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select a.id
  from public.accounts a
  where case what
    when 'audit' then exists (
      select from public.security_audit_log l
      where l.account_id = a.id and l.created_at < now() - make_interval(days => greatest(keep_days, 90))
    )
    when 'history' then exists (
      select from public.record_history h
      where h.account_id = a.id and h.changed_at < now() - make_interval(days => keep_days)
    )
    when 'bin' then exists (
      select from public.binned_records b
      where b.account_id = a.id and b.deleted_at < now() - make_interval(days => keep_days)
    )
    when 'fields' then exists (
      select from public.own_fields f
      where f.account_id = a.id and f.deleted_at < now() - private.days_kept(what, keep_days)
    )
  end
$$;
comment on function private.accounts_with_expired(text, integer) is
  'The accounts with audit entries, changes of the history, records in bins or deleted own fields that are older than so many days.';
create trigger own_fields_check before insert or update on public.own_fields
  for each row execute function private.check_own_field();
create trigger own_fields_stamp before insert or update on public.own_fields
  for each row execute function private.stamp_record();
create trigger own_fields_audit_new after insert on public.own_fields
  for each row execute function private.audit_own_field();
create trigger own_fields_audit_changed after update on public.own_fields
  for each row when (
    (old.name, old.type, old.help, old.unit, old.choices, old.record_kind, old.required, old.default_value, old.section,
      old.retired_at, old.deleted_at)
    is distinct from
    (new.name, new.type, new.help, new.unit, new.choices, new.record_kind, new.required, new.default_value, new.section,
      new.retired_at, new.deleted_at)
  )
  execute function private.audit_own_field();
create trigger systems_hold_own_fields before insert or update of own on public.systems
  for each statement execute function private.hold_own_fields();
create trigger systems_own_new before insert on public.systems
  for each row when (current_user <> 'cairn_definer') execute function private.check_own_values('system');
create trigger systems_own_changed before update of own on public.systems
  for each row when (current_user <> 'cairn_definer' and new.own is distinct from old.own)
  execute function private.check_own_values('system');
create trigger systems_own_put_back before insert or update of own on public.systems
  for each row when (current_user = 'cairn_definer' and new.own <> '{}')
  execute function private.keep_known_own_values('system');
create trigger systems_own_values_come after insert on public.systems
  referencing new table as come
  for each statement execute function private.keep_own_values('system');
create trigger systems_own_values_change after update on public.systems
  referencing old table as gone new table as come
  for each statement execute function private.keep_own_values('system');
create trigger systems_own_values_go after delete on public.systems
  referencing old table as gone
  for each statement execute function private.keep_own_values('system');
create trigger solutions_hold_own_fields before insert or update of own on public.solutions
  for each statement execute function private.hold_own_fields();
create trigger solutions_own_new before insert on public.solutions
  for each row when (current_user <> 'cairn_definer') execute function private.check_own_values('solution');
create trigger solutions_own_changed before update of own on public.solutions
  for each row when (current_user <> 'cairn_definer' and new.own is distinct from old.own)
  execute function private.check_own_values('solution');
create trigger solutions_own_put_back before insert or update of own on public.solutions
  for each row when (current_user = 'cairn_definer' and new.own <> '{}')
  execute function private.keep_known_own_values('solution');
create trigger solutions_own_values_come after insert on public.solutions
  referencing new table as come
  for each statement execute function private.keep_own_values('solution');
create trigger solutions_own_values_change after update on public.solutions
  referencing old table as gone new table as come
  for each statement execute function private.keep_own_values('solution');
create trigger solutions_own_values_go after delete on public.solutions
  referencing old table as gone
  for each statement execute function private.keep_own_values('solution');
create trigger agents_hold_own_fields before insert or update of own on public.agents
  for each statement execute function private.hold_own_fields();
create trigger agents_own_new before insert on public.agents
  for each row when (current_user <> 'cairn_definer') execute function private.check_own_values('agent');
create trigger agents_own_changed before update of own on public.agents
  for each row when (current_user <> 'cairn_definer' and new.own is distinct from old.own)
  execute function private.check_own_values('agent');
create trigger agents_own_put_back before insert or update of own on public.agents
  for each row when (current_user = 'cairn_definer' and new.own <> '{}')
  execute function private.keep_known_own_values('agent');
create trigger agents_own_values_come after insert on public.agents
  referencing new table as come
  for each statement execute function private.keep_own_values('agent');
create trigger agents_own_values_change after update on public.agents
  referencing old table as gone new table as come
  for each statement execute function private.keep_own_values('agent');
create trigger agents_own_values_go after delete on public.agents
  referencing old table as gone
  for each statement execute function private.keep_own_values('agent');
create trigger automations_hold_own_fields before insert or update of own on public.automations
  for each statement execute function private.hold_own_fields();
create trigger automations_own_new before insert on public.automations
  for each row when (current_user <> 'cairn_definer') execute function private.check_own_values('automation');
create trigger automations_own_changed before update of own on public.automations
  for each row when (current_user <> 'cairn_definer' and new.own is distinct from old.own)
  execute function private.check_own_values('automation');
create trigger automations_own_put_back before insert or update of own on public.automations
  for each row when (current_user = 'cairn_definer' and new.own <> '{}')
  execute function private.keep_known_own_values('automation');
create trigger automations_own_values_come after insert on public.automations
  referencing new table as come
  for each statement execute function private.keep_own_values('automation');
create trigger automations_own_values_change after update on public.automations
  referencing old table as gone new table as come
  for each statement execute function private.keep_own_values('automation');
create trigger automations_own_values_go after delete on public.automations
  referencing old table as gone
  for each statement execute function private.keep_own_values('automation');
comment on table public.own_fields is 'A field that an account has given to its records of a kind.';
comment on column public.own_fields.kind is 'system, solution, agent or automation.';
comment on column public.own_fields.key is
  'What the value is called in the column own of a record: made of the name where none is given. Never changes.';
comment on column public.own_fields.name is 'What members read. Unique among the fields of the kind without regard to case and accents.';
comment on column public.own_fields.type is
  'text, long_text, number, date, yes_no, choice, choices, member, record or address.';
comment on column public.own_fields.choices is 'Of choice and choices: [{"id", "name", "color"}].';
comment on column public.own_fields.record_kind is 'Of which kind the records are that a field of the type record names.';
comment on column public.own_fields.required is 'Whether a new record needs a value. Records that are there already do not.';
comment on column public.own_fields.default_value is 'What a new record gets that names no value.';
comment on column public.own_fields.section is 'The group under which the form shows the field; empty for none.';
comment on column public.own_fields.place is 'Where the field stands among those of its kind.';
comment on column public.own_fields.retired_at is 'Since when the field is hidden; its values stay.';
comment on column public.own_fields.deleted_at is 'Since when the field is deleted; its values stay for 30 days.';
revoke all on public.own_fields from public, anon, authenticated, service_role, supabase_auth_admin, cairn_definer;
grant select on public.own_fields to authenticated;
grant
  insert (
    account_id, kind, key, name, type, help, unit, choices, record_kind, required, default_value, section, place
  ),
  update (name, help, unit, choices, required, default_value, section, place, retired_at, deleted_at, updated_at)
  on public.own_fields to authenticated;
grant select, insert, update, delete on public.own_fields to service_role, cairn_definer;
