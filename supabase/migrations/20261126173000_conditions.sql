-- Conditions: lists and changes in bulk are filtered by any field.

-- Written by `npm run migration` from supabase/schemas:

set check_function_bodies = off;
create function private.catalogue_order(account uuid, kind text, sort text, descending boolean) returns text
language sql stable security definer set search_path = ''
as $$
  select case
    when sort = 'usual' then case when k.newest_first then 'r.created_at desc, r.id desc' else 'r.name, r.id' end
    else known.expression || case when descending then ' desc' else '' end
      || case when known.is_field then ' nulls last, ' else ', ' end || case
        when sort in ('name', 'created') then 'r.id' || case when descending then ' desc' else '' end
        when sort = 'match' then 'r.name, r.id'
        when k.newest_first then 'r.created_at desc, r.id desc'
        else 'r.name collate pg_catalog."C", r.id'
      end
  end
  from private.kinds k
  cross join lateral (
    values
      ('usual', null, false),
      ('match', 'not private.folded(r.name) like $2', false),
      ('name', 'r.name', false),
      ('created', 'r.created_at', false),
      ('status', 'r.status collate pg_catalog."C"', false),
      ('owner', 'person.place', false),
      ('lastPublisher', 'person.place', false),
      (sort, 'r.' || (k.own_orders ->> sort), false),
      (sort, (select f.expression from private.field_order(account, kind, sort) f), true)
  ) as known (sort, expression, is_field)
  where k.kind = catalogue_order.kind and k.feature is not null and known.sort = catalogue_order.sort
    and (known.expression is not null or known.sort = 'usual')
$$;
comment on function private.catalogue_order(uuid, text, text, boolean) is
  'What follows "order by" for the records r of an account''s catalogue, of which $2 is the pattern that is searched; null for an order that it does not have.';
alter function private.catalogue_order(uuid, text, text, boolean) owner to cairn_definer;
create function public.find_records(
  kind text,
  query text default '',
  sort text default 'usual',
  descending boolean default false,
  skip integer default 0,
  statuses text[] default null,
  owners uuid[] default null,
  without_owner boolean default false,
  gaps text[] default null,
  tags uuid[] default null,
  all_tags boolean default false,
  conditions jsonb default null
) returns json
language plpgsql stable security definer
set search_path = '' set cpu_operator_cost = 0.1
as $$
declare
  account constant uuid := private.my_account();
  catalogue constant text := private.catalogue_of(kind);
  ordering constant text := private.catalogue_order(
    account, kind, sort, coalesce(descending, false)
  );
  wanted constant text := private.display_text(coalesce(query, ''));
  pattern constant text := private.folded_pattern(wanted);
  -- What an order may ask for. A description may be long, and is read with the page alone.
  columns constant text := 't.id, t.name, t.created_at, t.status, t.owner_id, t.updated_by' || (
    select coalesce(string_agg(format(', t.%I', split_part(own.value, ' ', 1)), ''), '')
    from private.kinds k
    cross join lateral jsonb_each_text(k.own_orders) as own
    where k.kind = find_records.kind
  ) || (select coalesce(string_agg(', t.' || f.needed, ''), '') from private.field_order(account, kind, sort) f);
  joined constant text := (select f.joined from private.field_order(account, kind, sort) f);
  ranked constant text := (select f.expression from private.field_order(account, kind, sort) f);
  by_gaps constant boolean := coalesce(cardinality(gaps), 0) > 0;
  by_others constant boolean := wanted <> '' or coalesce(cardinality(statuses), 0) > 0
    or coalesce(cardinality(owners), 0) > 0 or coalesce(without_owner, false) or coalesce(cardinality(tags), 0) > 0
    or conditions is not null;
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
    account, kind, query, statuses, owners, coalesce(without_owner, false), gaps, tags, coalesce(all_tags, false),
    conditions
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
  -- Of a whole catalogue, those with a value are met in the order of the index.
  if joined is not null and not by_gaps and not by_others then
    execute format(
      'select array(
        select r.id from public.%I r %s where r.account_id = $1 and %s is not null order by %s limit 100 offset $2
      )',
      catalogue, replace(joined, 'left join', 'join'), ranked, replace(ordering, ' nulls last', '')
    )
      into page using account, greatest(coalesce(skip, 0), 0);
  end if;
  if page is null or cardinality(page) < 100 then
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
        else joined
      end,
      ordering
    )
      into total, page using account, pattern, greatest(coalesce(skip, 0), 0), candidates, total;
  end if;
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
comment on function public.find_records(text, text, text, boolean, integer, text[], uuid[], boolean, text[], uuid[], boolean, jsonb) is
  'Up to 100 records of a catalogue of the caller''s account whose name or description contains a text, or whose name has it with a typo where none does: {"total": number, "items": [row]}. The kind is system, solution, agent or automation. The order (sort) is usual, match (in the name before in the description), name, created, status, owner or lastPublisher. Agents have platform and lastUsed besides, automations source and lastRun. It can also be a field, by its key: own fields are called own.<key>; records without a value come last. With statuses and owners, records stay that have one of them. With without_owner, those without an owner stay too. With gaps, those stay that have one of no_owner, owner_left, owner_not_seen, handover_pending and nobody_else. With tags, those stay that have one of them, or with all_tags every one. Empty or null lists keep all. With conditions, {"match": "all" or "any", "conditions": [{"field", "operator", "values"}]} nested once, those stay that fit them; own fields are called own.<key>.';
alter function public.find_records(text, text, text, boolean, integer, text[], uuid[], boolean, text[], uuid[], boolean, jsonb) owner to cairn_definer;
revoke all on function public.find_records(text, text, text, boolean, integer, text[], uuid[], boolean, text[], uuid[], boolean, jsonb) from public, anon, authenticated, service_role;
grant execute on function public.find_records(text, text, text, boolean, integer, text[], uuid[], boolean, text[], uuid[], boolean, jsonb) to authenticated, service_role;
create function private.records_condition(
  account uuid, kind text, query text, statuses text[], owners uuid[], without_owner boolean, gaps text[],
  tags uuid[] default null, all_tags boolean default false, conditions jsonb default null
) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  wanted constant text := private.display_text(coalesce(query, ''));
  condition text := format('t.account_id = %L', account);
begin
  if char_length(wanted) > 200 then
    raise exception 'A search has at most 200 characters.' using errcode = '22023', hint = 'Enter a shorter search.';
  end if;
  if greatest(cardinality(statuses), cardinality(owners), cardinality(gaps), cardinality(tags)) > 100 then
    raise exception 'A filter has at most 100 values.' using errcode = '22023', hint = 'Use fewer values.';
  end if;
  if not coalesce(gaps <@ private.gap_names(), true) then
    raise exception 'There is no such gap.' using errcode = '22023';
  end if;
  if wanted <> '' then
    condition := condition || ' and ' || private.text_condition(account, kind, wanted);
  end if;
  if cardinality(statuses) > 0 then
    condition := condition || format(' and t.status = any (%L::text[])', statuses);
  end if;
  -- An invited person is named by their invitation, which is no member's id.
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
  -- The index has records with tags alone.
  if cardinality(tags) > 0 then
    condition := condition || format(
      ' and t.tags <> ''{}'' and t.tags %s %L::uuid[]', case when all_tags then '@>' else '&&' end, tags
    );
  end if;
  if conditions is not null then
    condition := condition || ' and ' || private.condition_of_all(account, kind, conditions);
  end if;
  return condition;
end
$$;
comment on function private.records_condition(uuid, text, text, text[], uuid[], boolean, text[], uuid[], boolean, jsonb) is
  'Which records t of an account''s catalogue fit a filter, as a condition.';
alter function private.records_condition(uuid, text, text, text[], uuid[], boolean, text[], uuid[], boolean, jsonb) owner to cairn_definer;
create function private.filter_field(
  account uuid, kind text, field text, out type text, out value text, out own_id uuid
) returns setof record
language sql stable security definer set search_path = ''
as $$
  select known.type, known.value, null::uuid
  from (
    values
      ('name', 'text', 't.name'),
      ('description', 'long_text', 'nullif(t.description, '''')'),
      ('status', 'choice', 't.status'),
      ('owner', 'member', 'coalesce(t.owner_id, t.invited_owner_id)'),
      ('tags', 'choices', 't.tags'),
      ('created', 'date', '(t.created_at at time zone ''UTC'')::date'),
      ('updated', 'date', '(t.updated_at at time zone ''UTC'')::date'),
      ('vendor', 'text', 'nullif(t.vendor, '''')'),
      ('department', 'text', 'nullif(t.department, '''')'),
      ('criticality', 'choice', 't.criticality'),
      ('data_class', 'choice', 't.data_class'),
      ('lifecycle', 'choice', 't.lifecycle'),
      ('cost_per_month', 'number', 't.cost_per_month'),
      ('cost_currency', 'text', 't.cost_currency'),
      ('renews_on', 'date', 't.renews_on')
  ) as known (field, type, value)
  where known.field = filter_field.field
  union all
  select f.type, format('nullif(nullif(t.own ->> %L, ''''), ''[]'')', f.key), f.id
  from public.own_fields f
  where f.account_id = account and f.kind = filter_field.kind and f.deleted_at is null
    and filter_field.field = 'own.' || f.key
$$;
comment on function private.filter_field(uuid, text, text) is
  'The type of a field of an account''s records of a kind, and its value in a record t as an expression; of an own field the id. No row for an unknown field.';
alter function private.filter_field(uuid, text, text) owner to cairn_definer;
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
comment on function private.operators_of(text) is 'What a condition can ask of a field of a type.';
alter function private.operators_of(text) owner to cairn_definer;
create function private.may_be_value(type text, field text, value text) returns boolean
language plpgsql immutable set search_path = ''
as $$
begin
  return case
    when type = 'number' then value ~ '^-?[0-9]{1,15}(\.[0-9]{1,15})?$'
    -- A day that the calendar lacks is no date, and raises.
    when type = 'date' then value ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' and value::date is not null
    when type = 'yes_no' then value in ('yes', 'no')
    when type in ('member', 'record') or field = 'tags'
      then value ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
    else true
  end;
exception
  when datetime_field_overflow or invalid_datetime_format then
    return false;
end
$$;
comment on function private.may_be_value(text, text, text) is
  'Whether a text can be a value of a field of a type: a number, a day as 2026-12-31, yes or no, an id.';
alter function private.may_be_value(text, text, text) owner to cairn_definer;
create function private.comparison(type text, operator text, value text, wanted text[]) returns text
language sql immutable set search_path = ''
as $$
  select case
    when operator = 'contains' then format(
      'private.folded(%s) like any (%L::text[])',
      value, array(select private.folded_pattern(w) from unnest(wanted) as w)
    )
    when operator = 'before' then format('%s < %L::%s', value, wanted[1], of_type)
    when operator = 'after' then format('%s > %L::%s', value, wanted[1], of_type)
    when operator = 'between' then format('%s between %L::%s and %L::%3$s', value, wanted[1], of_type, wanted[2])
    when type in ('text', 'address') then format(
      'private.folded(%s) = any (%L::text[])', value, array(select private.folded(w) from unnest(wanted) as w)
    )
    else format('%s = any (%L::%s[])', value, wanted, of_type)
  end
  from (select case type when 'number' then 'numeric' when 'date' then 'date' else 'text' end as of_type) as known
$$;
comment on function private.comparison(text, text, text, text[]) is
  'The condition that an expression is one of the wanted values, contains one, or lies before, after or between them.';
alter function private.comparison(text, text, text, text[]) owner to cairn_definer;
create function private.condition_of_field(account uuid, kind text, field text, operator text, wanted text[]) returns text
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
    raise exception 'There is no field "%" to filter by.', left(field, 100) using errcode = '22023';
  end if;
  if operator <> all (private.operators_of(type)) then
    raise exception 'The field "%" cannot be filtered by "%".', field, left(operator, 100) using errcode = '22023';
  end if;
  if cardinality(wanted) > 100 then
    raise exception 'A filter has at most 100 values.' using errcode = '22023', hint = 'Use fewer values.';
  end if;
  if not (case
    when operator in ('empty', 'filled') then cardinality(wanted) = 0
    when operator in ('before', 'after') then cardinality(wanted) = 1
    when operator = 'between' then cardinality(wanted) = 2
    else cardinality(wanted) > 0
  end) then
    raise exception 'The filter by the field "%" has too few or too many values.', field using errcode = '22023';
  end if;
  wrong := (select w from unnest(wanted) as w where not private.may_be_value(type, field, w) limit 1);
  if wrong is not null then
    raise exception 'The field "%" cannot be filtered by the value "%".', field, left(wrong, 100) using errcode = '22023';
  end if;
  found := case
    when operator in ('empty', 'filled') then case field
      when 'owner' then private.gap_condition(kind, 'no_owner', null)
      when 'tags' then 't.tags = ''{}'''
      else format('%s is null', value)
    end
    when field = 'owner' then format(
      '(t.owner_id = any (%1$L::uuid[]) or t.invited_owner_id = any (%1$L::uuid[]))', wanted
    )
    -- The index leaves records without tags out.
    when field = 'tags' then format(
      '(t.tags <> ''{}'' and t.tags %s %L::uuid[])', case operator when 'all_of' then '@>' else '&&' end, wanted
    )
    when operator = 'all_of' then format(
      't.id in (
        select v.record_id from private.own_values v
        where v.account_id = %L and v.field_id = %L and v.text_value = any (%L::text[])
        group by v.record_id having count(distinct v.text_value) = %s
      )',
      account, own_id, wanted, (select count(distinct w) from unnest(wanted) as w)
    )
    when own_id is not null and type in ('number', 'date', 'choice', 'choices') then format(
      't.id in (select v.record_id from private.own_values v where v.account_id = %L and v.field_id = %L and %s)',
      account, own_id,
      private.comparison(
        type, positive,
        case type when 'number' then 'v.number_value' when 'date' then 'v.day_value' else 'v.text_value' end,
        wanted
      )
    )
    when type = 'yes_no' then format(
      '%s = any (%L::text[])',
      value, array(select case w when 'yes' then 'true' else 'false' end from unnest(wanted) as w)
    )
    else private.comparison(type, positive, value, wanted)
  end;
  return case when operator in ('is_not', 'filled') then format('(%s) is not true', found) else found end;
end
$$;
comment on function private.condition_of_field(uuid, text, text, text, text[]) is
  'Which records t of an account''s catalogue one condition keeps. Refuses what the field cannot be asked, and names it.';
alter function private.condition_of_field(uuid, text, text, text, text[]) owner to cairn_definer;
create function private.condition_of_group(account uuid, kind text, conditions jsonb, nested boolean default false) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  item jsonb;
  parts text[] := '{}';
begin
  if jsonb_typeof(conditions) is distinct from 'object'
    or jsonb_typeof(conditions -> 'conditions') is distinct from 'array'
    or coalesce(conditions ->> 'match', '') not in ('all', 'any')
    or conditions - array['match', 'conditions'] <> '{}'
  then
    raise exception 'Conditions need "match", which is all or any, and "conditions", a list.' using errcode = '22023';
  end if;
  for item in select jsonb_array_elements(conditions -> 'conditions') loop
    if item ? 'conditions' and nested then
      raise exception 'Conditions can be nested once.' using errcode = '22023';
    elsif item ? 'conditions' then
      parts := parts || private.condition_of_group(account, kind, item, true);
    elsif jsonb_typeof(item) = 'object'
      and jsonb_typeof(item -> 'field') is not distinct from 'string'
      and jsonb_typeof(item -> 'operator') is not distinct from 'string'
      and jsonb_typeof(item -> 'values') is not distinct from 'array'
      and item - array['field', 'operator', 'values'] = '{}'
      and not jsonb_path_exists(item, 'strict $.values[*] ? (@.type() <> "string")')
    then
      parts := parts || private.condition_of_field(
        account, kind, item ->> 'field', item ->> 'operator', array(select jsonb_array_elements_text(item -> 'values'))
      );
    else
      raise exception 'A condition needs "field", "operator" and "values", a list of texts.' using errcode = '22023';
    end if;
  end loop;
  return case
    when parts = '{}' then 'true'
    else '(' || array_to_string(parts, case conditions ->> 'match' when 'all' then ' and ' else ' or ' end) || ')'
  end;
end
$$;
comment on function private.condition_of_group(uuid, text, jsonb, boolean) is
  'Which records t of an account''s catalogue all or any of some conditions keep. Without a condition all.';
alter function private.condition_of_group(uuid, text, jsonb, boolean) owner to cairn_definer;
create function private.condition_of_all(account uuid, kind text, conditions jsonb) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  asked integer;
begin
  if octet_length(conditions::text) > 100000 then
    raise exception 'A filter has at most 100,000 characters.' using errcode = '22023', hint = 'Use fewer values.';
  end if;
  asked := (
    select count(*) filter (where not item ? 'conditions')
      + coalesce(sum((select count(*) from jsonb_path_query(item, '$.conditions[*]'))), 0)
    from jsonb_path_query(conditions, '$.conditions[*]') as item
  );
  if asked > 50 then
    raise exception 'A filter has at most 50 conditions.' using errcode = '22023', hint = 'Use fewer conditions.';
  end if;
  return private.condition_of_group(account, kind, conditions);
end
$$;
comment on function private.condition_of_all(uuid, text, jsonb) is
  'Which records t of an account''s catalogue fit conditions, as a condition.';
alter function private.condition_of_all(uuid, text, jsonb) owner to cairn_definer;
create function private.built_in_choices(field text) returns text[]
language sql immutable set search_path = ''
as $$
  select case field
    when 'criticality' then array['low', 'medium', 'high', 'critical']
    when 'data_class' then array['public', 'internal', 'confidential', 'personal', 'special']
    when 'lifecycle' then array['planned', 'active', 'phasing_out', 'retired']
  end
$$;
comment on function private.built_in_choices(text) is 'The choices of a built-in field in their order; null for a field without choices.';
alter function private.built_in_choices(text) owner to cairn_definer;
create function private.field_order(
  account uuid, kind text, field text, out expression text, out needed text, out joined text
) returns setof record
language sql stable security definer set search_path = ''
as $$
  select
    case field
      when 'vendor' then 'nullif(private.folded(r.vendor), '''') collate pg_catalog."C"'
      when 'department' then 'nullif(private.folded(r.department), '''') collate pg_catalog."C"'
      when 'cost_currency' then 'r.cost_currency collate pg_catalog."C"'
      when 'cost_per_month' then 'r.cost_per_month'
      when 'renews_on' then 'r.renews_on'
      else format('array_position(%L::text[], r.%I)', private.built_in_choices(field), field)
    end,
    field, null
  where field in (
    'vendor', 'department', 'cost_currency', 'cost_per_month', 'renews_on', 'criticality', 'data_class', 'lifecycle'
  )
  union all
  select
    case f.type
      when 'number' then 'v.number_value'
      when 'date' then 'v.day_value'
      when 'yes_no' then 'v.text_value collate pg_catalog."C"'
      when 'text' then 'private.folded(v.text_value) collate pg_catalog."C"'
      when 'address' then 'private.folded(v.text_value) collate pg_catalog."C"'
      else format(
        'array_position(%L::text[], v.text_value)',
        array(select c.value ->> 'id' from jsonb_array_elements(f.choices) with ordinality as c (value, place) order by c.place)
      )
    end,
    null,
    format(
      'left join private.own_values v
        on v.account_id = $1 and v.field_id = %L and v.place = 0 and v.record_id = r.id',
      f.id
    )
  from public.own_fields f
  where f.account_id = account and f.kind = field_order.kind and f.deleted_at is null
    and f.type in ('number', 'date', 'yes_no', 'text', 'address', 'choice', 'choices')
    and field_order.field = 'own.' || f.key
$$;
comment on function private.field_order(uuid, text, text) is
  'How records r of an account''s catalogue are put in order by a field: the expression, the column that it needs, and what is joined for it. No row for a field that has no order.';
alter function private.field_order(uuid, text, text) owner to cairn_definer;
create function private.field_group(
  account uuid, kind text, field text, out value text, out is_text boolean, out joined text
) returns setof record
language sql stable security definer set search_path = ''
as $$
  select
    case field
      when 'owner' then 'coalesce(t.owner_id::text, ''invited:'' || t.invited_owner_id)'
      when 'tags' then 'had.tag::text'
      else format('nullif(t.%I, '''')', field)
    end,
    field in ('vendor', 'department'),
    case field when 'tags' then 'left join lateral unnest(t.tags) as had (tag) on true' end
  where field in (
    'status', 'owner', 'tags', 'vendor', 'department', 'criticality', 'data_class', 'lifecycle', 'cost_currency'
  )
  union all
  select
    case f.type when 'member' then format('t.own ->> %L', f.key) else 'had.text_value' end,
    false,
    case
      when f.type <> 'member' then format(
        'left join private.own_values had
          on had.account_id = t.account_id and had.field_id = %L and had.record_id = t.id',
        f.id
      )
    end
  from public.own_fields f
  where f.account_id = account and f.kind = field_group.kind and f.deleted_at is null
    and f.type in ('yes_no', 'choice', 'choices', 'member')
    and field_group.field = 'own.' || f.key
$$;
comment on function private.field_group(uuid, text, text) is
  'By what records t of an account''s catalogue are put together: the value as an expression, whether capitals and accents make no difference, and what is joined for it. No row for a field by which they cannot be.';
alter function private.field_group(uuid, text, text) owner to cairn_definer;
create function public.group_records(
  kind text,
  field text,
  query text default '',
  statuses text[] default null,
  owners uuid[] default null,
  without_owner boolean default false,
  gaps text[] default null,
  tags uuid[] default null,
  all_tags boolean default false,
  conditions jsonb default null
) returns json
language plpgsql stable security definer
set search_path = '' set cpu_operator_cost = 0.1
as $$
declare
  account constant uuid := private.my_account();
  value text;
  is_text boolean;
  joined text;
  answer json;
begin
  if private.catalogue_of(kind) is null then
    raise exception 'There is no such catalogue, or it has no such order.' using errcode = '22023';
  end if;
  select g.value, g.is_text, g.joined into value, is_text, joined from private.field_group(account, kind, field) g;
  if value is null then
    raise exception 'There is no field "%" to group by.', left(field, 100) using errcode = '22023';
  end if;
  execute format(
    'with r as (
      select %1$s as alike, %2$s as value, t.cost_per_month as cost, t.cost_currency as currency
      from public.%3$I t %4$s
      where %5$s
    ),
    sums as (
      select alike, min(value collate "C") as value, currency, count(*) as records, sum(cost) as cost
      from r group by alike, currency
    ),
    ranked as (
      select
        min(value collate "C") as value,
        sum(records)::bigint as records,
        coalesce(jsonb_object_agg(currency, cost) filter (where currency is not null), ''{}'') as costs,
        row_number() over (order by sum(records) desc, min(value collate "C") collate "C") as place
      from sums group by alike
    )
    select json_build_object(
      ''groups'', coalesce(
        json_agg(json_build_object(''value'', value, ''records'', records, ''costs'', costs) order by place)
          filter (where place <= 200),
        ''[]''
      ),
      ''rest'', count(*) filter (where place > 200)
    )
    from ranked',
    case when is_text then format('private.folded(%s)', value) else value end,
    value,
    private.catalogue_of(kind),
    joined,
    private.records_condition(
      account, kind, query, statuses, owners, coalesce(without_owner, false), gaps, tags, coalesce(all_tags, false),
      conditions
    )
  )
    into answer;
  return answer;
end
$$;
comment on function public.group_records(text, text, text, text[], uuid[], boolean, text[], uuid[], boolean, jsonb) is
  'What the records of a catalogue of the caller''s account that fit a filter have in a field: {"groups": [{"value", "records", "costs": {"EUR": number}}], "rest": number}. A record with several tags or choices counts for each; null is for those without a value. The 200 values that most records have come first; rest is how many more there are. The field is status, owner (an invited one is invited:<id>), tags, vendor, department, criticality, data_class, lifecycle, cost_currency, or own.<key> of the type choice, choices, yes_no or member. The filter is that of find_records.';
alter function public.group_records(text, text, text, text[], uuid[], boolean, text[], uuid[], boolean, jsonb) owner to cairn_definer;
revoke all on function public.group_records(text, text, text, text[], uuid[], boolean, text[], uuid[], boolean, jsonb) from public, anon, authenticated, service_role;
grant execute on function public.group_records(text, text, text, text[], uuid[], boolean, text[], uuid[], boolean, jsonb) to authenticated, service_role;
create function private.records_in_bulk(
  kind text, ids uuid[], query text, statuses text[], owners uuid[], without_owner boolean, gaps text[],
  excepted uuid[], tags uuid[], all_tags boolean, conditions jsonb
) returns uuid[]
language plpgsql stable security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  meant uuid[];
begin
  if private.catalogue_of(kind) is null then
    raise exception 'There is no such catalogue, or it has no such order.' using errcode = '22023';
  end if;
  if cardinality(ids) > 10000 or cardinality(excepted) > 10000 then
    raise exception 'You can change at most 10,000 records at once.' using errcode = '22023', hint = 'Choose fewer.';
  end if;
  execute format(
    'select array(select t.id from public.%I t where (%s) and t.id <> all ($2) limit 10001)',
    private.catalogue_of(kind),
    case
      when ids is not null then format('t.account_id = %L and t.id = any ($1)', account)
      else private.records_condition(
        account, kind, query, statuses, owners, coalesce(without_owner, false), gaps, tags, all_tags, conditions
      )
    end
  )
    into meant using ids, coalesce(excepted, '{}');
  if cardinality(meant) > 10000 then
    raise exception 'You can change at most 10,000 records at once.' using errcode = '22023', hint = 'Choose fewer.';
  end if;
  return meant;
end
$$;
comment on function private.records_in_bulk(text, uuid[], text, text[], uuid[], boolean, text[], uuid[], uuid[], boolean, jsonb) is
  'The records of the caller''s account that are meant: those of the ids, or all that fit a filter, without the excepted.';
alter function private.records_in_bulk(text, uuid[], text, text[], uuid[], boolean, text[], uuid[], uuid[], boolean, jsonb) owner to cairn_definer;
grant execute on function private.records_in_bulk(text, uuid[], text, text[], uuid[], boolean, text[], uuid[], uuid[], boolean, jsonb) to authenticated;
create function public.preview_bulk(
  kind text, action text, value text default null, ids uuid[] default null, query text default '',
  statuses text[] default null, owners uuid[] default null, without_owner boolean default false, gaps text[] default null,
  excepted uuid[] default null, tags uuid[] default null, all_tags boolean default false,
  conditions jsonb default null
) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  meant constant uuid[] := private.records_in_bulk(
    kind, ids, query, statuses, owners, without_owner, gaps, excepted, tags, coalesce(all_tags, false),
    conditions
  );
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
comment on function public.preview_bulk(text, text, text, uuid[], text, text[], uuid[], boolean, text[], uuid[], uuid[], boolean, jsonb) is
  'What a change in bulk would do: {"total", "changes", "no_right", "already", "left_out", "before", "first", "seen_at", "deletes", "impact"}. It says from which owners or statuses (before) with the first 50 records (first). Of left_out it gives the first 20 with their reason, of deletes the ids that a deletion would delete. The impact is what depends on these, as get_deletion_impact says it. The action is owner (value: a member, an open invitation, or null), status (value), expert (value: a member), add_tag or remove_tag (value: a tag), or delete. The records are those of the ids, or those that fit a filter as that of find_records, without the excepted.';
alter function public.preview_bulk(text, text, text, uuid[], text, text[], uuid[], boolean, text[], uuid[], uuid[], boolean, jsonb) owner to cairn_definer;
revoke all on function public.preview_bulk(text, text, text, uuid[], text, text[], uuid[], boolean, text[], uuid[], uuid[], boolean, jsonb) from public, anon, authenticated, service_role;
grant execute on function public.preview_bulk(text, text, text, uuid[], text, text[], uuid[], boolean, text[], uuid[], uuid[], boolean, jsonb) to authenticated;
create function public.change_in_bulk(
  kind text, action text, value text default null, ids uuid[] default null, query text default '',
  statuses text[] default null, owners uuid[] default null, without_owner boolean default false,
  gaps text[] default null, seen_at timestamptz default null, reason text default '', move_to uuid default null,
  told boolean default false, excepted uuid[] default null, tags uuid[] default null, all_tags boolean default false,
  conditions jsonb default null
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  meant constant uuid[] := private.records_in_bulk(
    kind, ids, query, statuses, owners, without_owner, gaps, excepted, tags, coalesce(all_tags, false),
    conditions
  );
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
    departed := private.departed_of(meant);
  end if;
  if action = 'delete' then
    changed := private.hold_deletable(kind, meant, until);
    if cardinality(changed) > 0 then
      perform public.delete_records(kind, changed, left(reason, 500), move_to, told);
    end if;
  else
    execute private.bulk_statement(action, private.catalogue_of(kind))
      into changed using meant, value, until, invited, kind;
  end if;
  if cardinality(changed) > 0 then
    act := private.note_act(private.my_account(), action, value, private.part_of_act(action), departed);
  end if;
  return counted || jsonb_build_object(
    'act', act,
    'changes', cardinality(changed),
    'changed_meanwhile', (counted ->> 'total')::integer - (counted ->> 'no_right')::integer
      - (counted ->> 'already')::integer - cardinality(changed)
  );
end
$$;
comment on function public.change_in_bulk(text, text, text, uuid[], text, text[], uuid[], boolean, text[], timestamptz, text, uuid, boolean, uuid[], uuid[], boolean, jsonb) is
  'Changes records in bulk, as preview_bulk says it; those that changed after seen_at are left out. {"act", "total", "changes", "no_right", "already", "changed_meanwhile", "left_out"}; act is null where nothing changed. At most 10,000 records, of deletions 2,000. reason, move_to and told are those of delete_records.';
alter function public.change_in_bulk(text, text, text, uuid[], text, text[], uuid[], boolean, text[], timestamptz, text, uuid, boolean, uuid[], uuid[], boolean, jsonb) owner to cairn_definer;
revoke all on function public.change_in_bulk(text, text, text, uuid[], text, text[], uuid[], boolean, text[], timestamptz, text, uuid, boolean, uuid[], uuid[], boolean, jsonb) from public, anon, authenticated, service_role;
grant execute on function public.change_in_bulk(text, text, text, uuid[], text, text[], uuid[], boolean, text[], timestamptz, text, uuid, boolean, uuid[], uuid[], boolean, jsonb) to authenticated;
drop function private.catalogue_order(text,text,boolean);
drop function private.records_condition(uuid,text,text,text[],uuid[],boolean,text[],uuid[],boolean);
drop function private.records_in_bulk(text,uuid[],text,text[],uuid[],boolean,text[],uuid[],uuid[],boolean);
drop function public.change_in_bulk(text,text,text,uuid[],text,text[],uuid[],boolean,text[],timestamp with time zone,text,uuid,boolean,uuid[],uuid[],boolean);
drop function public.find_records(text,text,text,boolean,integer,text[],uuid[],boolean,text[],uuid[],boolean);
drop function public.preview_bulk(text,text,text,uuid[],text,text[],uuid[],boolean,text[],uuid[],uuid[],boolean);
