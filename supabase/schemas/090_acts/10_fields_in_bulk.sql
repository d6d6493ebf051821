-- Fields in bulk: one value of one built-in or own field for many records, or none.
--
-- A caller names the field and its value as {"own.seats": 12}, null for none; a cost comes with its currency. The value
-- is checked here once, as it is for a single record, so that a preview refuses what a change would refuse. The change
-- runs as the caller and is checked again, record by record.

create function private.is_field_key(key text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select key like 'own.%' or exists (select from private.fields f where f.key = is_field_key.key and 'undo' = any (f.uses))
$$;
comment on function private.is_field_key(text) is
  'Whether it is the key of a field that an undone act gives its former value back, or has the form of that of an own field.';

create function private.stored_built_in(key text, fields text) returns text
language sql stable security definer set search_path = ''
as $$
  select case
    when f.in_words then format('coalesce(%s ->> %L, '''')', fields, key)
    when f.type = 'number' then format('(%s ->> %L)::numeric', fields, key)
    when f.type = 'date' then format('(%s ->> %L)::date', fields, key)
    when f.type = 'list' then format('array(select jsonb_array_elements_text(%s -> %L))', fields, key)
    when f.type = 'links' then format('%s -> %L', fields, key)
    else format('%s ->> %L', fields, key)
  end
  from private.fields f
  where f.key = stored_built_in.key
$$;
comment on function private.stored_built_in(text, text) is
  'A column out of an expression {key: value} as it is stored, as an expression.';
grant execute on function private.stored_built_in(text, text) to authenticated;

create function private.as_own_field(field private.fields, words jsonb default '[]') returns public.own_fields
language sql stable set search_path = ''
as $$
  select jsonb_populate_record(null::public.own_fields, jsonb_build_object(
    'name', private.label_in_sentence(field.label),
    'type', field.type,
    'required', false,
    'choices', field.choices || coalesce(
      (select jsonb_agg(jsonb_build_object('id', w.word)) from jsonb_array_elements_text(words) as w (word)), '[]'
    )
  ))
$$;
comment on function private.as_own_field(private.fields, jsonb) is
  'A built-in field as a definition, so that the rules of own fields judge its values; words are choices of its kind.';

create function private.field_in_bulk(kind text, key text) returns public.own_fields
language plpgsql stable security definer set search_path = ''
as $$
declare
  field public.own_fields;
  built_in private.fields;
begin
  select f.* into built_in from private.fields f where f.key = field_in_bulk.key and 'bulk' = any (f.uses);
  if built_in.key is not null then
    return private.as_own_field(built_in);
  end if;
  select f.* into field
  from public.own_fields f
  where f.account_id = private.my_account() and f.kind = field_in_bulk.kind and field_in_bulk.key = 'own.' || f.key;
  if field.id is null then
    raise exception 'There is no field %.', left(key, 100)
      using errcode = '23514', detail = format('field.unknown %s', jsonb_build_object('field', left(key, 100))),
        hint = 'Load the page again.';
  elsif field.deleted_at is not null then
    raise exception '% was deleted.', field.name
      using errcode = '23514', detail = format('field.deleted %s', jsonb_build_object('field', field.name)),
        hint = 'Load the page again.';
  elsif field.retired_at is not null then
    raise exception '% is retired.', field.name
      using errcode = '23514', detail = format('field.retired %s', jsonb_build_object('field', field.name)),
        hint = 'An administrator can bring it back in the settings.';
  end if;
  return field;
end
$$;
comment on function private.field_in_bulk(text, text) is
  'The definition of a field that can be changed in bulk, that of a built-in one made up for it; refuses others by name.';

create function private.json_or_null(value text) returns jsonb
language plpgsql immutable set search_path = ''
as $$
begin
  return value::jsonb;
exception
  -- Also a number or a nesting that no value can have.
  when invalid_text_representation or untranslatable_character or numeric_value_out_of_range or statement_too_complex then
    return null;
end
$$;
comment on function private.json_or_null(text) is 'A text as JSON; null where it is none.';

create function private.fields_in_bulk(kind text, value text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  given jsonb := private.json_or_null(value);
  clean jsonb := '{}';
  one record;
  field public.own_fields;
  found jsonb;
  checked private.records;
  too_long private.fields;
  label text;
begin
  if jsonb_typeof(given) is distinct from 'object' then
    given := '{}';
  end if;
  if (select count(*) from jsonb_object_keys(given - 'cost_currency')) <> 1
    or given ? 'cost_currency' and not given ? 'cost_per_month'
  then
    raise exception 'Name one field and its value. A cost comes with its currency.'
      using errcode = '22023', detail = 'bulk.one_field';
  end if;
  for one in select g.key, g.value from jsonb_each(given) g loop
    field := private.field_in_bulk(kind, one.key);
    if one.key = 'cost_per_month' and jsonb_typeof(one.value) = 'number' then
      one.value := to_jsonb(round((one.value #>> '{}')::numeric, 2));
    end if;
    found := private.own_value(field, field.name, one.value);
    if found is null and field.required then
      raise exception '% is required.', field.name
        using errcode = '23514', detail = format('field.required %s', jsonb_build_object('field', field.name));
    end if;
    clean := clean || jsonb_build_object(one.key, found);
  end loop;
  if clean @> '{"cost_per_month": null}' then
    clean := clean || '{"cost_currency": null}';
  end if;
  checked := jsonb_populate_record(null::private.records, clean || '{"links": []}');
  perform private.built_in_fields_hold(
    checked.vendor, checked.department, checked.criticality, checked.data_class, checked.lifecycle,
    checked.cost_per_month, checked.cost_currency, checked.renews_on, checked.links
  );
  select f.* into too_long
  from private.fields f
  join jsonb_each_text(clean) as c on c.key = f.key and char_length(c.value) > f.longest;
  if too_long.key is not null then
    label := private.label_in_sentence(too_long.label);
    raise exception '% must have at most % characters.', label, to_char(too_long.longest, 'FM9,999')
      using errcode = '23514',
        detail = 'field.length ' || jsonb_build_object('field', label, 'most', too_long.longest)::text;
  end if;
  return clean;
end
$$;
comment on function private.fields_in_bulk(text, text) is
  'The value of a field that a change in bulk gives, as it is stored: {key: value}, null for none, of a cost two of them. Refuses what the field cannot have, or what is no such value, in a sentence.';
grant execute on function private.fields_in_bulk(text, text) to authenticated;

-- Of a cost its amount, which alone is never without the other.
create function private.name_of_fields(fields jsonb) returns text
language sql immutable set search_path = ''
as $$
  select max(k) from jsonb_object_keys(fields) as k
$$;
comment on function private.name_of_fields(jsonb) is 'By which key the fields of a change in bulk are named in its act.';
grant execute on function private.name_of_fields(jsonb) to authenticated;

create function private.value_in_record(key text) returns text
language sql stable security definer set search_path = ''
as $$
  select case
    when key like 'own.%' then format('t.own -> %L', substr(key, 5))
    when exists (select from private.fields f where f.key = value_in_record.key and f.in_words) then format('to_jsonb(nullif(t.%I, ''''))', key)
    else format('to_jsonb(t.%I)', key)
  end
$$;
comment on function private.value_in_record(text) is
  'An SQL expression of JSON for the value of a record t in a built-in or own field; null where there is none.';
grant execute on function private.value_in_record(text) to authenticated;

create function private.has_fields(fields jsonb) returns text
language sql stable set search_path = ''
as $$
  select string_agg(
    format('%s is not distinct from nullif($2::jsonb -> %L, ''null'')', private.value_in_record(k), k), ' and '
  )
  from jsonb_object_keys(fields) as k
$$;
comment on function private.has_fields(jsonb) is
  'The condition that a record t has the fields of a change in bulk ($2) already.';
grant execute on function private.has_fields(jsonb) to authenticated;

-- Long texts are told by their beginning.
create function private.fields_before(fields jsonb) returns text
language sql stable set search_path = ''
as $$
  select format('jsonb_strip_nulls(jsonb_build_object(%s))', string_agg(
    format(
      '%1$L, case jsonb_typeof(%2$s) when ''string'' then to_jsonb(left(%2$s #>> ''{}'', 200)) else %2$s end',
      k, '(' || private.value_in_record(k) || ')'
    ),
    ', '
  ))
  from jsonb_object_keys(fields) as k
$$;
comment on function private.fields_before(jsonb) is
  'An SQL expression for the values of a record t in the fields of a bulk change: {key: value}, without empty ones.';
grant execute on function private.fields_before(jsonb) to authenticated;

create function private.field_statement(catalogue text, fields jsonb) returns text
language sql stable set search_path = ''
as $$
  select format(
    'with done as (
      update public.%I t set %s
      where t.id = any ($1) and t.updated_at <= $3 and not (%s)
      returning t.id
    )
    select array(select d.id from done d)',
    catalogue,
    string_agg(
      case
        when k like 'own.%' then format('own = t.own || jsonb_build_object(%L, $2::jsonb -> %L)', substr(k, 5), k)
        else format('%I = %s', k, private.stored_built_in(k, '$2::jsonb'))
      end,
      ', '
    ),
    private.has_fields(fields)
  )
  from jsonb_object_keys(fields) as k
$$;
comment on function private.field_statement(text, jsonb) is
  'The SQL statement that sets the fields of a bulk change in many records and returns the ids: $1 ids, $2 fields, $3 until when they are unchanged.';
grant execute on function private.field_statement(text, jsonb) to authenticated;
