-- Contents of views: the number of records in each, for all views of a member in one query.
--
-- A view keeps its filter, and the records are found again each time, with the rights of its reader. A filter that is
-- refused, because a field that it names is gone for one, is a sentence instead of a number, and keeps no other view
-- from being counted. Counts end at 1,000; after two seconds, and after fifty views, the rest has none.

create function private.view_list(filter jsonb, part text) returns text[]
language sql immutable set search_path = ''
as $$
  select array(select entry from jsonb_array_elements_text(nullif(filter -> part, 'null')) as entry)
$$;
comment on function private.view_list(jsonb, text) is 'A list of a view''s filter, empty where it has none of that name.';

create function private.replace_in_list(list jsonb, was text[], instead text) returns jsonb
language sql immutable set search_path = ''
as $$
  select coalesce(jsonb_agg(given.entry order by given.place), '[]')
  from (
    select case when lower(entry #>> '{}') = any (was) then to_jsonb(instead) else entry end, min(place)
    from jsonb_array_elements(list) with ordinality as listed (entry, place)
    group by 1
  ) as given (entry, place)
$$;
comment on function private.replace_in_list(jsonb, text[], text) is
  'A list in which one entry replaces several others, in the place of the first; regardless of case.';

create function private.replace_value_in_conditions(part jsonb, field text, was text[], instead text) returns jsonb
language sql immutable set search_path = ''
as $$
  select case
    when jsonb_typeof(part -> 'conditions') = 'array' then part || jsonb_build_object('conditions', (
      select coalesce(jsonb_agg(private.replace_value_in_conditions(inner_part, field, was, instead) order by place), '[]')
      from jsonb_array_elements(part -> 'conditions') with ordinality as listed (inner_part, place)
    ))
    when part ->> 'field' = field and jsonb_typeof(part -> 'values') = 'array'
      then part || jsonb_build_object('values', private.replace_in_list(part -> 'values', was, instead))
    else part
  end
$$;
comment on function private.replace_value_in_conditions(jsonb, text, text[], text) is
  'Conditions of a view in which one value replaces several values of a field.';

-- In an address the ids of a list stand between commas, as browsers write them.
create function private.replace_tag_in_address(address text, was uuid[], instead uuid) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  replaced text := regexp_replace(address, array_to_string(was, '|'), instead::text, 'gi');
  before text;
begin
  if replaced <> address then
    loop
      before := replaced;
      replaced := regexp_replace(replaced, format('(%1$s(?:(?:,|%%2C)[0-9a-f-]{36})*?)(?:,|%%2C)%1$s', instead), '\1', 'i');
      exit when replaced = before;
    end loop;
  end if;
  return replaced;
end
$$;
comment on function private.replace_tag_in_address(text, uuid[], uuid) is
  'The address of a list in which one tag replaces several others.';

create function private.replace_tags_in_views(account uuid, from_ids uuid[], into_id uuid) returns void
language sql security definer set search_path = ''
as $$
  update public.views v
  set
    address = private.replace_tag_in_address(v.address, from_ids, into_id),
    filter = v.filter
      || case when jsonb_typeof(v.filter -> 'tags') = 'array'
        then jsonb_build_object('tags', private.replace_in_list(v.filter -> 'tags', from_ids::text[], into_id::text))
        else '{}'
      end
      || case when jsonb_typeof(v.filter -> 'conditions') = 'object'
        then jsonb_build_object(
          'conditions', private.replace_value_in_conditions(v.filter -> 'conditions', 'tags', from_ids::text[], into_id::text)
        )
        else '{}'
      end
  where v.account_id = account and v.address || v.filter::text ~* array_to_string(from_ids, '|');
$$;
comment on function private.replace_tags_in_views(uuid, uuid[], uuid) is
  'Views of an account, those of single members included, that name one of the tags name the other instead.';

create function private.tags_in_view(filter jsonb) returns setof text
language sql immutable set search_path = ''
as $$
  select lower(unnest(private.view_list(filter, 'tags')))
  union
  select lower(id #>> '{}') from jsonb_path_query(filter -> 'conditions', '$.** ? (@.field == "tags").values[*]') as id
$$;
comment on function private.tags_in_view(jsonb) is 'The tags that the filter of a view names, as Postgres writes ids.';

create function private.view_condition(account uuid, kind text, filter jsonb, person uuid) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  unknown constant jsonb := filter - array[
    'query', 'statuses', 'owners', 'without_owner', 'gaps', 'tags', 'all_tags', 'conditions'
  ];
begin
  if unknown <> '{}' or exists (
    select from unnest(array['statuses', 'owners', 'gaps', 'tags']) as part
    where jsonb_typeof(filter -> part) not in ('array', 'null')
  ) then
    raise exception 'This view asks for something that lists do not have.'
      using errcode = '22023', detail = 'view.outdated';
  end if;
  if exists (
    select from private.tags_in_view(filter) as named
    where not exists (select from public.tags t where t.account_id = account and t.id::text = named)
  ) then
    raise exception 'A tag that this view filters by was deleted.'
      using errcode = '22023', detail = 'view.tag_deleted';
  end if;
  return private.records_condition(
    account, kind,
    filter ->> 'query',
    private.view_list(filter, 'statuses'),
    array(
      select case entry when 'me' then person else entry::uuid end
      from unnest(private.view_list(filter, 'owners')) as entry
    ),
    coalesce((filter ->> 'without_owner')::boolean, false),
    private.view_list(filter, 'gaps'),
    private.view_list(filter, 'tags')::uuid[],
    coalesce((filter ->> 'all_tags')::boolean, false),
    private.replace_value_in_conditions(nullif(filter -> 'conditions', 'null'), 'owner', '{me}', person::text)
  );
end
$$;
comment on function private.view_condition(uuid, text, jsonb, uuid) is
  'Which records t of an account''s catalogue fit the filter of a view that a person looks at, as a condition.';

create function private.ids_of_view(account uuid, kind text, filter jsonb, person uuid, at_most integer) returns uuid[]
language plpgsql stable security definer set search_path = ''
as $$
declare
  ids uuid[];
begin
  execute format(
    'select array(select t.id from public.%I t where %s order by t.id limit $1)',
    private.catalogue_of(kind), private.view_condition(account, kind, filter, person)
  )
    into ids using at_most;
  return ids;
end
$$;
comment on function private.ids_of_view(uuid, text, jsonb, uuid, integer) is
  'The first so many ids of the records that a view holds for a person, in the order of ids.';

create function private.count_view(account uuid, kind text, filter jsonb, person uuid) returns integer
language plpgsql stable security definer set search_path = ''
as $$
declare
  records integer;
begin
  execute format(
    'select count(*) from (select from public.%I t where %s limit 1001) r',
    private.catalogue_of(kind), private.view_condition(account, kind, filter, person)
  )
    into records;
  return records;
end
$$;
comment on function private.count_view(uuid, text, jsonb, uuid) is
  'How many records a view holds for a person; 1,001 where there are more than 1,000.';

create function public.count_views()
returns table (view_id uuid, records integer, problem text, refusal text)
language plpgsql stable security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  person constant uuid := private.caller_id();
  begun constant timestamptz := clock_timestamp();
  v public.views;
begin
  for v in
    select w.*
    from public.views w
    where w.account_id = account and (w.person_id is null or w.person_id = person)
      and not private.switched_off(account, w.kind)
    order by w.person_id is not null, w.place, w.id
    limit 50
  loop
    exit when clock_timestamp() > begun + interval '2 seconds';
    view_id := v.id;
    records := null;
    problem := null;
    refusal := null;
    begin
      records := private.count_view(account, v.kind, v.filter, person);
    exception
      when invalid_parameter_value then
        get stacked diagnostics problem = message_text, refusal = pg_exception_detail;
        refusal := private.named_refusal(refusal);
      when others then
        problem := 'The filter of this view is not accepted any more.';
        refusal := 'view.filter_refused';
    end;
    return next;
  end loop;
end
$$;
comment on function public.count_views() is
  'How many records each view holds that the caller sees: 1,001 for more than 1,000. Where its filter is refused, the reason (problem) and its code with parameters (refusal) stand instead. At most fifty views are counted, and as many as two seconds allow.';
grant execute on function public.count_views() to authenticated;
