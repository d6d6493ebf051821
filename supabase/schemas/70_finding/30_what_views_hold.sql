-- What views hold: how many records, for all views of a member in one question.
--
-- A view keeps its filter, and the records are found anew each time, with the rights of whoever looks at it. A filter
-- that is refused, because a field that it names is gone for one, is a sentence instead of a number, and keeps no other
-- view from being counted. Counts end at 1,000; after two seconds, and after fifty views, the rest has none.

create function private.view_list(filter jsonb, part text) returns text[]
language sql immutable set search_path = ''
as $$
  select array(select entry from jsonb_array_elements_text(nullif(filter -> part, 'null')) as entry)
$$;
comment on function private.view_list(jsonb, text) is 'A list of a view''s filter, empty where it has none of that name.';
alter function private.view_list(jsonb, text) owner to cairn_definer;

create function private.as_seen_by(part jsonb, person uuid) returns jsonb
language sql immutable set search_path = ''
as $$
  select case
    when jsonb_typeof(part -> 'conditions') = 'array' then part || jsonb_build_object('conditions', (
      select coalesce(jsonb_agg(private.as_seen_by(inner_part, person) order by place), '[]')
      from jsonb_array_elements(part -> 'conditions') with ordinality as listed (inner_part, place)
    ))
    when part ->> 'field' = 'owner' and jsonb_typeof(part -> 'values') = 'array' then part || jsonb_build_object('values', (
      select coalesce(jsonb_agg(case value when '"me"' then to_jsonb(person) else value end), '[]')
      from jsonb_array_elements(part -> 'values') as value
    ))
    else part
  end
$$;
comment on function private.as_seen_by(jsonb, uuid) is
  'Conditions of a view in which a person stands for the word me among owners.';
alter function private.as_seen_by(jsonb, uuid) owner to cairn_definer;

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
    raise exception 'This view asks for something that lists do not have.' using errcode = '22023';
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
    private.as_seen_by(nullif(filter -> 'conditions', 'null'), person)
  );
end
$$;
comment on function private.view_condition(uuid, text, jsonb, uuid) is
  'Which records t of an account''s catalogue fit the filter of a view that a person looks at, as a condition.';
alter function private.view_condition(uuid, text, jsonb, uuid) owner to cairn_definer;

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
alter function private.ids_of_view(uuid, text, jsonb, uuid, integer) owner to cairn_definer;

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
alter function private.count_view(uuid, text, jsonb, uuid) owner to cairn_definer;

create function public.count_views() returns table (view_id uuid, records integer, problem text)
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
    begin
      records := private.count_view(account, v.kind, v.filter, person);
    exception
      when invalid_parameter_value then
        problem := sqlerrm;
      when others then
        problem := 'The filter of this view is not accepted any more.';
    end;
    return next;
  end loop;
end
$$;
comment on function public.count_views() is
  'How many records each view holds that the caller sees: 1,001 for more than 1,000. Where its filter is refused, the reason (problem) stands instead. At most fifty views are counted, and as many as two seconds allow.';
alter function public.count_views() owner to cairn_definer;
revoke all on function public.count_views() from public, anon, authenticated, service_role;
grant execute on function public.count_views() to authenticated;
