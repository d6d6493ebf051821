-- Own values: what the records of a kind may have in their column own, as the definitions of their account say it.
--
-- Only values that change are checked, so that a definition which has become stricter keeps nobody from changing the
-- rest of a record. What helper functions write (a record out of the bin, an undo) was checked when it was entered.

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

create function private.is_uuid(words text) returns boolean
language sql immutable set search_path = ''
as $$
  select words ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
$$;
comment on function private.is_uuid(text) is 'Whether it is a UUID as Postgres writes it.';

-- The member is held: none leaves while a record comes to name them.
create function private.is_held_member(account uuid, words text) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  if not private.is_uuid(words) then
    return false;
  end if;
  -- A read-only transaction locks no rows.
  if current_setting('transaction_read_only')::boolean then
    perform from public.account_members m where m.account_id = account and m.user_id = words::uuid;
    return found;
  end if;
  perform from public.account_members m
  where m.account_id = account and m.user_id = words::uuid
  for key share;
  return found;
end
$$;
comment on function private.is_held_member(uuid, text) is
  'Whether it is the id of a member, who cannot leave before the transaction ends, if that writes anything.';

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

-- The problem of a value whose JSON has the right type; null where there is none.
create function private.problem_of_own_value(field public.own_fields, value jsonb, was jsonb) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  words constant text := value #>> '{}';
begin
  -- An expression with a query in it costs twenty times what one without does, and an import judges many thousands.
  if field.type in ('choice', 'choices') then
    return case
      when not private.knows_choices(
        field, case field.type when 'choice' then array[words] else array(select jsonb_array_elements_text(value)) end, was
      ) then case field.type
        when 'choice' then 'field.choice' else 'field.choices'
      end
    end;
  end if;
  return case field.type
    when 'text' then case when char_length(words) > 500 then 'field.text_length' end
    when 'long_text' then case when char_length(words) > 5000 then 'field.long_text_length' end
    when 'number' then case
      when abs(words::numeric) > 1e15 then 'field.number_range'
      when scale(trim_scale(words::numeric)) > 6 then 'field.decimals'
    end
    when 'date' then case
      when not private.is_day(words) then 'field.day'
    end
    when 'member' then case
      when not private.is_held_member(field.account_id, words) then 'field.member'
    end
    when 'record' then case
      when not (case when private.is_uuid(words)
        then private.is_record(field.account_id, field.record_kind, words::uuid) else false end)
        then 'field.record'
    end
    when 'address' then case
      when not private.is_web_address(words) then 'field.address'
    end
  end;
end
$$;
comment on function private.problem_of_own_value(public.own_fields, jsonb, jsonb) is
  'The code of the refusal where the field cannot have the value, null where it can; was is its former value.';

create function private.sentence_of_own_problem(problem text) returns text
language sql immutable set search_path = ''
as $$
  select case problem
    when 'field.choice' then 'must be one of its present choices.'
    when 'field.choices' then 'must be some of its present choices.'
    when 'field.text' then 'must be a text.'
    when 'field.text_length' then 'must have at most 500 characters.'
    when 'field.long_text_length' then 'must have at most 5,000 characters.'
    when 'field.number' then 'must be a number.'
    when 'field.number_range' then 'must be a number from -1,000,000,000,000,000 to 1,000,000,000,000,000.'
    when 'field.decimals' then 'must have at most 6 decimals.'
    when 'field.yes_no' then 'must be yes or no.'
    when 'field.day' then 'must be a day between the years 1900 and 9999, such as 2026-12-31.'
    when 'field.member' then 'must be a member of your account.'
    when 'field.record' then 'must be a record that is there.'
    when 'field.address' then 'must be an address that begins with http:// or https://.'
  end
$$;
comment on function private.sentence_of_own_problem(text) is
  'How a sentence goes on that begins with the name of the field, for a code of private.problem_of_own_value.';

create function private.json_type_of(type text) returns text
language sql immutable set search_path = ''
as $$
  select case type when 'number' then 'number' when 'yes_no' then 'boolean' when 'choices' then 'array' else 'string' end
$$;
comment on function private.json_type_of(text) is 'As which kind of JSON the values of a type of field are stored.';

-- A value as it is stored, null for none, or its problem.
create function private.judged_own_value(
  field public.own_fields, value jsonb, was jsonb, out clean jsonb, out problem text
)
language plpgsql security definer set search_path = ''
as $$
begin
  clean := value;
  if jsonb_typeof(clean) is distinct from private.json_type_of(field.type) then
    if coalesce(clean, 'null') in ('null', '""') then
      clean := null;
      return;
    end if;
    problem := case field.type
      when 'number' then 'field.number'
      when 'yes_no' then 'field.yes_no'
      when 'choices' then 'field.choices'
      else 'field.text'
    end;
    return;
  end if;
  clean := case field.type
    when 'text' then to_jsonb(private.display_text(clean #>> '{}'))
    when 'long_text' then to_jsonb(btrim(private.display_lines(clean #>> '{}'), e' \n'))
    when 'number' then to_jsonb(trim_scale((clean #>> '{}')::numeric))
    when 'address' then to_jsonb(btrim(clean #>> '{}'))
    when 'member' then to_jsonb(lower(clean #>> '{}'))
    when 'record' then to_jsonb(lower(clean #>> '{}'))
    else clean
  end;
  if field.type = 'choices' then
    clean := private.choices_in_order(field, array(select jsonb_array_elements_text(clean)));
  end if;
  if clean in ('""', '[]') then
    clean := null;
    return;
  end if;
  problem := private.problem_of_own_value(field, clean, was);
end
$$;
comment on function private.judged_own_value(public.own_fields, jsonb, jsonb) is
  'A value as it is stored, null for none, and the code of the refusal where the field cannot have it.';

create function private.own_value(field public.own_fields, label text, value jsonb, was jsonb default null) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  judged constant record := private.judged_own_value(field, value, was);
begin
  if judged.problem is not null then
    raise exception '% %', label, private.sentence_of_own_problem(judged.problem)
      using errcode = '23514', detail = format('%s %s', judged.problem, jsonb_build_object('field', label));
  end if;
  return judged.clean;
end
$$;
comment on function private.own_value(public.own_fields, text, jsonb, jsonb) is
  'A value as it is stored, null for none; refuses what the field cannot have, in a sentence that begins with the label.';

-- A default that no longer holds, such as a member who left, is none.
create function private.default_own_value(field public.own_fields) returns jsonb
language sql security definer set search_path = ''
as $$
  select field.default_value where private.problem_of_own_value(field, field.default_value, null) is null
$$;
comment on function private.default_own_value(public.own_fields) is 'The default of a field, where it can have it.';

create function private.refuse_unknown_own_key(
  account uuid, kind text, given jsonb, changed text[]
) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  unknown text;
  deleted text;
begin
  select k, f.name into unknown, deleted
  from unnest(changed) as k
  left join public.own_fields f on f.account_id = account and f.kind = refuse_unknown_own_key.kind and f.key = k
  where (f.id is null or f.deleted_at is not null) and given -> k not in ('null', '""', '[]')
  limit 1;
  if deleted is not null then
    raise exception '% was deleted.', deleted
      using errcode = '23514', detail = format('field.deleted %s', jsonb_build_object('field', deleted)),
        hint = 'Load the page again.';
  elsif unknown is not null then
    raise exception 'There is no field %.', unknown
      using errcode = '23514', detail = format('field.unknown %s', jsonb_build_object('field', unknown)),
        hint = 'Load the page again.';
  end if;
end
$$;
comment on function private.refuse_unknown_own_key(uuid, text, jsonb, text[]) is
  'Refuses a new value of a field that the account does not have, or has deleted.';

-- Screens and scripts send the whole column without fields that they do not see. So what is hidden stays unless it is
-- taken away by null. Ten thousand records may change at once, so fields that do not change are not looked at.
create function private.check_own_values() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  was jsonb := '{}';
  given constant jsonb := case jsonb_typeof(new.own) when 'object' then new.own else '{}' end;
  clean jsonb := '{}';
  changed text[];
  field public.own_fields;
  value jsonb;
begin
  -- Row security refuses a stranger's account, and it comes later: until then nothing is said of it.
  if private.caller_id() is not null and new.account_id is distinct from private.my_account() then
    return new;
  end if;
  if jsonb_typeof(new.own) is distinct from 'object' then
    return new;
  end if;
  if tg_op = 'UPDATE' then
    was := old.own;
    clean := old.own;
  end if;
  changed := array(select k from jsonb_object_keys(was || given) as k where given -> k is distinct from was -> k);
  perform pg_advisory_xact_lock_shared(private.lock_of_own_fields(new.account_id));
  perform private.refuse_unknown_own_key(new.account_id, new.kind, given, changed);
  for field in
    select f.*
    from public.own_fields f
    where f.account_id = new.account_id and f.kind = new.kind
      and (f.key = any (changed) or tg_op = 'INSERT' and (f.required or f.default_value is not null))
    order by f.place, f.name
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
        raise exception '% is required.', field.name
          using errcode = '23514', detail = format('field.required %s', jsonb_build_object('field', field.name));
      end if;
    end if;
    clean := clean - field.key;
    if value is not null then
      clean := clean || jsonb_build_object(field.key, value);
    end if;
  end loop;
  new.own := clean;
  return new;
end
$$;
comment on function private.check_own_values() is
  'Trigger: checks and cleans changed values of own fields; a new record gets defaults and needs what is required.';

-- Of a value that was entered long ago the choice, the member or the record may be gone, and it stays. So of these only
-- the form is judged.
create function private.is_form_of_own_value(field public.own_fields, value jsonb) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  if jsonb_typeof(value) is distinct from private.json_type_of(field.type) then
    return false;
  end if;
  return case
    when field.type in ('member', 'record') then private.is_uuid(value #>> '{}')
    when field.type = 'choice' then private.is_id_of_choice(value)
    when field.type = 'choices' then jsonb_array_length(value) <= 500 and not exists (
      select from jsonb_array_elements(value) as c where not private.is_id_of_choice(c.value)
    )
    else private.problem_of_own_value(field, value, null) is null
  end;
end
$$;
comment on function private.is_form_of_own_value(public.own_fields, jsonb) is
  'Whether a field can have had a value at some time.';

-- The values in the bin and in archives were not always entered through these checks.
create function private.keep_known_own_values() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock_shared(private.lock_of_own_fields(new.account_id));
  perform private.holds(
    not private.is_restoring_archive() or private.is_form_of_own_value(f, o.value),
    format('field.value %s', jsonb_build_object('field', f.name)),
    f.name || ' has a value that it cannot have.'
  )
  from jsonb_each(new.own) o
  join public.own_fields f on f.account_id = new.account_id and f.kind = new.kind and f.key = o.key;
  select coalesce(jsonb_object_agg(o.key, o.value), '{}') into new.own
  from jsonb_each(new.own) o
  join public.own_fields f on f.account_id = new.account_id and f.kind = new.kind and f.key = o.key
  where tg_op = 'UPDATE' or private.is_form_of_own_value(f, o.value);
  return new;
end
$$;
comment on function private.keep_known_own_values() is
  'Trigger: a record that helper functions write has its values as they were, without those of purged fields. A new one has none that its fields cannot have had; an archive with one is refused.';

-- Takes the lock before any record is held: a member who changes definitions holds the lock and waits for records.
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
