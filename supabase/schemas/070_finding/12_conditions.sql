-- Conditions: what a filter asks of any field, as {"match": "all" or "any", "conditions": […]}, nested once.
--
-- A condition is {"field", "operator", "values"}. It becomes part of a statement with each value quoted; a field, an
-- operator or a value that it cannot have is refused by name, as a filter that is ignored would show everything.
-- Texts are compared without regard to capitals and accents, days as they are in UTC. What has no value is not one of
-- the values. Own fields are looked up in private.own_values but for long texts, all else in the record: from the
-- values to the records where all of these are kept, and otherwise from each record to its values.
-- The browser has the same in packages/workspace/src/rules/conditions.ts.

create function private.filter_field(
  account uuid, kind text, field text, out type text, out value text, out own_id uuid
) returns setof record
language sql stable security definer set search_path = ''
as $$
  select f.type, coalesce(f.value, format('t.%I', f.key)), null::uuid
  from private.fields f
  where f.key = filter_field.field and 'filter' = any (f.uses)
  union all
  select f.type, format('nullif(nullif(t.own ->> %L, ''''), ''[]'')', f.key), f.id
  from public.own_fields f
  where f.account_id = account and f.kind = filter_field.kind and f.deleted_at is null and f.retired_at is null
    and filter_field.field = 'own.' || f.key
  union all
  -- Beyond the columns: see private.heartbeat_condition, private.relation_condition,
  -- private.expert_condition and private.link_condition.
  select asked.type, asked.value, null
  from (
    values
      ('heartbeat', 'choice', null), ('depends_on', 'choice', null), ('used_by', 'choice', null),
      ('expert', 'member', null), ('links', 'address', null), ('imported_from', 'text', 't.imported_from')
  ) as asked (field, type, value)
  where asked.field = filter_field.field and (asked.field <> 'heartbeat' or filter_field.kind in ('agent', 'automation'))
$$;
comment on function private.filter_field(uuid, text, text) is
  'The type of a field of an account''s records of a kind, and its value in a record t as an expression; of an own field the id. No row for an unknown field, nor for a retired one.';

create function private.operators_of(type text) returns text[]
language sql immutable set search_path = ''
as $$
  select array['empty', 'filled'] || case type
    when 'text' then array['is', 'is_not', 'contains']
    when 'address' then array['is', 'is_not', 'contains']
    when 'long_text' then array['contains']
    when 'number' then array['is', 'is_not', 'before', 'after', 'between']
    when 'date' then array['is', 'is_not', 'before', 'after', 'between']
    when 'choices' then array['is', 'is_not', 'all_of']
    else array['is', 'is_not']
  end
$$;
comment on function private.operators_of(text) is 'The operators that a condition can apply to a field of a type.';

create function private.is_valid_filter_value(type text, field text, value text) returns boolean
language sql immutable set search_path = ''
as $$
  select case
    when type = 'number' then value ~ '^-?[0-9]{1,15}(\.[0-9]{1,15})?$'
    when type = 'date' then private.is_day(value)
    when type = 'yes_no' then value in ('yes', 'no')
    when type in ('member', 'record') or field = 'tags' then private.is_uuid(value)
    else true
  end
$$;
comment on function private.is_valid_filter_value(text, text, text) is
  'Whether a text can be a value of a field of a type: a number, a day as 2026-12-31, yes or no, an id.';

-- The expression for a condition on one value, in any column; a text in the column has the form of private.folded.
create function private.comparison(type text, operator text, value text, wanted text[]) returns text
language sql immutable set search_path = ''
as $$
  select case
    when operator = 'contains' then format(
      '%s like any (%L::text[])', value, array(select private.folded_pattern(w) from unnest(wanted) as w)
    )
    when operator = 'before' then format('%s < %L::%s', value, wanted[1], of_type)
    when operator = 'after' then format('%s > %L::%s', value, wanted[1], of_type)
    when operator = 'between' then format('%s between %L::%s and %L::%3$s', value, wanted[1], of_type, wanted[2])
    when type in ('text', 'address') then format(
      '%s = any (%L::text[])', value, array(select private.folded(w) from unnest(wanted) as w)
    )
    else format('%s = any (%L::%s[])', value, wanted, of_type)
  end
  from (select case type when 'number' then 'numeric' when 'date' then 'date' else 'text' end as of_type) as known
$$;
comment on function private.comparison(text, text, text, text[]) is
  'The condition that an expression is one of the wanted values, contains one, or lies before, after or between them.';

-- By its cost the planner must not take it for a reason to read all records: it is called for long texts alone.
create function private.own_values_of_record(kind text, record_id uuid) returns jsonb
language plpgsql stable security definer
parallel safe cost 1 set search_path = ''
as $$
declare
  own jsonb;
begin
  execute format('select t.own from public.%I t where t.id = $1', private.catalogue_of(kind)) into own using record_id;
  return own;
end
$$;
comment on function private.own_values_of_record(text, uuid) is 'The own values of a record of a kind.';

-- Only the beginning of a text is kept, so the rest of a long one is read in the record.
create function private.own_value_text_condition(kind text, type text, key text, operator text, wanted text[]) returns text
language sql stable security definer set search_path = ''
as $$
  select case
    when operator = 'contains' then format('(%s or char_length(v.text_value) = 200 and %s)', as_kept, in_record)
    when exists (select from unnest(begun) as b where char_length(b) = 200)
      then format('%s and (char_length(v.text_value) < 200 or %s)', as_kept, in_record)
    else as_kept
  end
  from (
    select array(select left(private.folded(w), 200) from unnest(wanted) as w) as begun
  ) as short
  cross join lateral (
    select
      private.comparison(type, operator, 'v.text_value', case operator when 'contains' then wanted else begun end) as as_kept,
      private.comparison(
        type, operator, format('private.folded(private.own_values_of_record(%L, v.record_id) ->> %L)', kind, key), wanted
      ) as in_record
  ) as both_ways
$$;
comment on function private.own_value_text_condition(text, text, text, text, text[]) is
  'The condition that a text or an address of private.own_values v is one of the wanted values, or contains one.';

-- A list of ids is compared with each record where it is too long for memory, unless it leads to the records.
create function private.own_condition(account uuid, own_id uuid, compared text, at_least integer, by_record boolean) returns text
language sql immutable set search_path = ''
as $$
  select format(
    case
      when by_record and at_least > 1 then
        '(select count(distinct v.text_value) from private.own_values v where v.record_id = t.id and %1$s) = %2$s'
      when by_record then 'exists (select from private.own_values v where v.record_id = t.id and %1$s)'
      when at_least > 1 then
        't.id in (
          select v.record_id from private.own_values v where %1$s
          group by v.record_id having count(distinct v.text_value) = %2$s
        )'
      else 't.id in (select v.record_id from private.own_values v where %1$s)'
    end,
    format('v.account_id = %L and v.field_id = %L and %s', account, own_id, compared),
    at_least
  )
$$;
comment on function private.own_condition(uuid, uuid, text, integer, boolean) is
  'The condition that a record t has so many values of an own field for which a comparison of private.own_values v holds; looked up for each record, or found by the values.';

-- Long, because a value is quoted into a statement only below the refusals that check it.
create function private.condition_of_field(
  account uuid, kind text, field text, operator text, wanted text[], by_record boolean
) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  type text;
  value text;
  own_id uuid;
  wrong text;
  positive constant text := case operator when 'is_not' then 'is' else operator end;
  found text;
begin
  select f.type, f.value, f.own_id into type, value, own_id from private.filter_field(account, kind, field) f;
  if type is null then
    raise exception 'There is no field "%" to filter by.', left(field, 100)
      using errcode = '22023', detail = format('filter.unknown_field %s', jsonb_build_object('field', left(field, 100)));
  end if;
  if type in ('member', 'record') then
    wanted := array(select lower(w) from unnest(wanted) as w);
  end if;
  if operator <> all (private.operators_of(type)) then
    raise exception 'The field "%" cannot be filtered by "%".', field, left(operator, 100)
      using errcode = '22023',
        detail = format('filter.unknown_operator %s', jsonb_build_object('field', field, 'operator', left(operator, 100)));
  end if;
  if cardinality(wanted) > 100 then
    raise exception 'A filter has at most 100 values.'
      using errcode = '22023', detail = 'filter.too_many_values', hint = 'Use fewer values.';
  end if;
  if not (case
    when operator in ('empty', 'filled') then cardinality(wanted) = 0
    when operator in ('before', 'after') then cardinality(wanted) = 1
    when operator = 'between' then cardinality(wanted) = 2
    else cardinality(wanted) > 0
  end) then
    raise exception 'The filter by the field "%" has too few or too many values.', field
      using errcode = '22023', detail = format('filter.number_of_values %s', jsonb_build_object('field', field));
  end if;
  wrong := (select w from unnest(wanted) as w where not private.is_valid_filter_value(type, field, w) limit 1);
  if wrong is not null then
    raise exception 'The field "%" cannot be filtered by the value "%".', field, left(wrong, 100)
      using errcode = '22023', detail = format('filter.value %s', jsonb_build_object('field', field, 'value', left(wrong, 100)));
  end if;
  found := case
    when field = 'heartbeat' then private.heartbeat_condition(
      account, kind, case when operator not in ('empty', 'filled') then wanted end
    )
    when field in ('depends_on', 'used_by') then private.relation_condition(
      account, field, case when operator not in ('empty', 'filled') then wanted end
    )
    when field = 'expert' then private.expert_condition(account, case when operator not in ('empty', 'filled') then wanted end)
    when field = 'links' then private.link_condition(positive, wanted)
    when operator in ('empty', 'filled') then case field
      when 'owner' then private.gap_condition(kind, 'no_owner', null)
      when 'tags' then 't.tags = ''{}'''
      else format(case when type in ('text', 'long_text') then 'coalesce(%s, '''') = ''''' else '%s is null' end, value)
    end
    when field = 'owner' then format(
      '(t.owner_id = any (%1$L::uuid[]) or t.invited_owner_id = any (%1$L::uuid[]) or t.team_id = any (%1$L::uuid[]))', wanted
    )
    -- The index leaves records without tags out.
    when field = 'tags' then format(
      '(t.tags <> ''{}'' and t.tags %s %L::uuid[])', case operator when 'all_of' then '@>' else '&&' end, wanted
    )
    when own_id is not null and type <> 'long_text' then private.own_condition(
      account, own_id,
      case
        when type in ('text', 'address') then private.own_value_text_condition(kind, type, substr(field, 5), positive, wanted)
        when type = 'number' then private.comparison(type, positive, 'v.number_value', wanted)
        when type = 'date' then private.comparison(type, positive, 'v.day_value', wanted)
        else private.comparison(type, positive, 'v.text_value', wanted)
      end,
      case operator when 'all_of' then (select count(distinct w)::integer from unnest(wanted) as w) else 1 end,
      by_record or operator = 'is_not'
    )
    -- As the indexes have it, which leave records without a text out.
    when type in ('text', 'long_text') then format(
      '(%1$s <> '''' and %2$s)', value,
      private.comparison(
        type, positive,
        format(case operator when 'contains' then 'private.folded(%s)' else 'nullif(private.folded(%s), '''') collate pg_catalog."C"' end, value),
        wanted
      )
    )
    else private.comparison(type, positive, value, wanted)
  end;
  return case
    when field in ('heartbeat', 'depends_on', 'used_by', 'expert', 'links') then case when operator in ('is_not', 'empty') then 'not ' || found else found end
    when operator = 'is_not' and found like 'exists %' then 'not ' || found
    when operator in ('is_not', 'filled') then format('(%s) is not true', found)
    else found
  end;
end
$$;
comment on function private.condition_of_field(uuid, text, text, text, text[], boolean) is
  'Which records t of an account''s catalogue one condition keeps. Refuses what the field cannot be asked, and names it.';

create function private.condition_of_group(
  account uuid, kind text, conditions jsonb, nested boolean default false, one_of_several boolean default false
) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  item jsonb;
  parts text[] := '{}';
  by_record boolean;
begin
  if jsonb_typeof(conditions) is distinct from 'object'
    or jsonb_typeof(conditions -> 'conditions') is distinct from 'array'
    or coalesce(conditions ->> 'match', '') not in ('all', 'any')
    or conditions - array['match', 'conditions'] <> '{}'
  then
    raise exception 'Conditions need "match", which is all or any, and "conditions", a list.'
      using errcode = '22023', detail = 'filter.conditions_shape';
  end if;
  by_record := one_of_several
    or conditions ->> 'match' = 'any' and jsonb_array_length(conditions -> 'conditions') > 1;
  for item in select jsonb_array_elements(conditions -> 'conditions') loop
    if item ? 'conditions' and nested then
      raise exception 'Conditions can be nested once.' using errcode = '22023', detail = 'filter.too_deep';
    elsif item ? 'conditions' then
      parts := parts || private.condition_of_group(account, kind, item, true, by_record);
    elsif jsonb_typeof(item) = 'object'
      and jsonb_typeof(item -> 'field') is not distinct from 'string'
      and jsonb_typeof(item -> 'operator') is not distinct from 'string'
      and jsonb_typeof(item -> 'values') is not distinct from 'array'
      and item - array['field', 'operator', 'values'] = '{}'
      and not jsonb_path_exists(item, 'strict $.values[*] ? (@.type() <> "string")')
    then
      parts := parts || private.condition_of_field(
        account, kind, item ->> 'field', item ->> 'operator', array(select jsonb_array_elements_text(item -> 'values')),
        by_record
      );
    else
      raise exception 'A condition needs "field", "operator" and "values", a list of texts.'
        using errcode = '22023', detail = 'filter.condition_shape';
    end if;
  end loop;
  return case
    when parts = '{}' then 'true'
    else '(' || array_to_string(parts, case conditions ->> 'match' when 'all' then ' and ' else ' or ' end) || ')'
  end;
end
$$;
comment on function private.condition_of_group(uuid, text, jsonb, boolean, boolean) is
  'Which records t of an account''s catalogue all or any of some conditions keep. Without a condition all.';

create function private.condition_of_all(account uuid, kind text, conditions jsonb) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  asked integer;
begin
  if octet_length(conditions::text) > 100000 then
    raise exception 'A filter has at most 100,000 characters.'
      using errcode = '22023', detail = 'filter.too_long', hint = 'Use fewer values.';
  end if;
  asked := (
    select count(*) filter (where not item ? 'conditions')
      + coalesce(sum((select count(*) from jsonb_path_query(item, '$.conditions[*]'))), 0)
    from jsonb_path_query(conditions, '$.conditions[*]') as item
  );
  if asked > 50 then
    raise exception 'A filter has at most 50 conditions.'
      using errcode = '22023', detail = 'filter.too_many_conditions', hint = 'Use fewer conditions.';
  end if;
  return private.condition_of_group(account, kind, conditions);
end
$$;
comment on function private.condition_of_all(uuid, text, jsonb) is
  'Which records t of an account''s catalogue fit conditions, as a condition.';
