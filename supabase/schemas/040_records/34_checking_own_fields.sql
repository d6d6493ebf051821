-- Checking own fields: what a definition may say, and what the audit log records of it.
--
-- Changes of an account's definitions exclude each other and the writing of values: a value is never checked against a
-- definition that is just changing. The type changes by public.change_field_type alone, which changes the values too.

create function private.lock_of_own_fields(account uuid) returns bigint
language sql immutable set search_path = ''
as $$
  select hashtextextended('own fields of ' || account, 0)
$$;
comment on function private.lock_of_own_fields(uuid) is
  'The advisory lock of an account''s own fields: shared by what writes values, exclusive for what changes definitions.';

create function private.time_of_deleted_fields() returns interval
language sql immutable set search_path = ''
as $$
  select interval '30 days'
$$;
comment on function private.time_of_deleted_fields() is 'For how long a deleted field can come back with its values.';

create function private.is_built_in_field(name text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select plain.name in ('id', 'experts', 'additional details', 'related automations', 'related agents')
    or exists (select from private.fields f where plain.name = any (f.names))
  from (select regexp_replace(private.folded(is_built_in_field.name), '[^a-z0-9]+', ' ', 'g') as name) as plain
$$;
comment on function private.is_built_in_field(text) is
  'Whether records have a built-in field of this name, without regard to case, accents and signs.';

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

create function private.is_id_of_choice(id jsonb) returns boolean
language sql immutable set search_path = ''
as $$
  select coalesce(jsonb_typeof(id) = 'string' and id #>> '{}' ~ '^[a-z0-9][a-z0-9_-]{0,59}$', false)
$$;
comment on function private.is_id_of_choice(jsonb) is 'Whether it has the form of the id of a choice.';

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
  perform private.holds(jsonb_typeof(choices) = 'array', 'field.choices_shape', 'Choices must be a list of {"id", "name", "color"}.');
  perform private.holds(jsonb_array_length(choices) <= 500, 'field.choices_count', 'A field has at most 500 choices.');
  for one in select c.value from jsonb_array_elements(choices) as c loop
    perform private.holds(
      jsonb_typeof(one) = 'object' and jsonb_typeof(one -> 'name') is not distinct from 'string',
      'field.choices_shape',
      'Choices must be a list of {"id", "name", "color"}.'
    );
    name := private.display_text(one ->> 'name');
    perform private.holds(char_length(name) between 1 and 100, 'field.choice_length', 'A choice must have 1 to 100 characters.');
    perform private.holds(private.folded(name) <> all (names), 'field.choice_name_twice', 'Two choices have the same name.');
    id := coalesce(one ->> 'id', private.slug(name, 'choice', array(
      select c.value ->> 'id' from jsonb_array_elements(choices) as c where jsonb_typeof(c.value) = 'object'
    ) || ids));
    perform private.holds(
      id ~ '^[a-z0-9][a-z0-9_-]{0,59}$',
      'field.choice_id',
      'The id of a choice has up to 60 small letters, digits, hyphens and underscores.'
    );
    perform private.holds(id <> all (ids), 'field.choice_id_twice', 'Two choices have the same id.');
    perform private.holds(
      private.is_color(coalesce(one ->> 'color', 'gray')),
      'color.one_of',
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

create function private.refuse_own_field_name(field public.own_fields) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.holds(
    not private.is_built_in_field(field.name),
    'field.built_in_name',
    'Records have a built-in field of this name.'
  );
  if exists (
    select from public.own_fields f
    where f.account_id = field.account_id and f.kind = field.kind and f.deleted_at is null and f.id <> field.id
      and private.folded(f.name) = private.folded(field.name)
  ) then
    raise exception 'A field with this name already exists.'
      using errcode = '23505', detail = 'field.name_taken', constraint = 'own_fields_name_key',
        hint = 'Choose another name. Capitals and accents make no difference.';
  end if;
end
$$;
comment on function private.refuse_own_field_name(public.own_fields) is
  'Refuses the name of a built-in field, and of another field of the kind that is not deleted.';

-- Long, because each rule sees the definition as the rules before it have cleaned it.
create function private.check_own_field() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  is_coming constant boolean :=
    tg_op = 'INSERT' or (tg_op = 'UPDATE' and old.deleted_at is not null and new.deleted_at is null);
  -- Members and records of an archive come later, and a default that names one may hold no more.
  is_judged constant boolean := not (private.is_restoring_archive() and new.type in ('member', 'record'));
begin
  -- Row security refuses a stranger's account, and it comes later: until then nothing is said of it.
  if private.caller_id() is not null and new.account_id is distinct from private.my_account() then
    return new;
  end if;
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
      'field.deleted_long_ago',
      'This field was deleted more than 30 days ago.'
    );
    perform private.holds(
      new.deleted_at is not null or (
        select count(*)
        from public.own_fields f
        where f.account_id = new.account_id and f.kind = new.kind and f.deleted_at is null
      ) < 50,
      'field.too_many',
      'Records of a kind have at most 50 fields of their own.'
    );
  end if;
  if new.deleted_at is null and (is_coming or new.name <> old.name) then
    perform private.refuse_own_field_name(new);
  end if;
  new.choices := case when new.type in ('choice', 'choices') then private.clean_choices(new.choices) else '[]' end;
  -- A value that was valid may be invalid by now, as a member who has left. It prevents no other change.
  if tg_op = 'INSERT'
    or (new.type, new.choices, new.record_kind, new.default_value)
      is distinct from (old.type, old.choices, old.record_kind, old.default_value)
  then
    if is_judged then
      new.default_value := private.own_value(new, 'Default', new.default_value);
    else
      perform private.holds(
        coalesce(new.default_value, 'null') = 'null' or private.is_form_of_own_value(new, new.default_value),
        'field.default',
        'The default of a field has a value that it cannot have.'
      );
    end if;
  end if;
  return new;
end
$$;
comment on function private.check_own_field() is
  'Trigger: cleans a definition, gives it its key, and refuses what it may not be, in a sentence for people.';

-- The order of fields is no news for the log.
create function private.audit_own_field() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_restoring_archive() then
    return null;
  end if;
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

-- Only foreign keys run as cairn_owner: a member has left, which is no change of the definition.
create trigger own_fields_check before insert or update on public.own_fields
  for each row when (current_user <> 'cairn_owner') execute function private.check_own_field();
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
