-- Lists of large catalogues: a page of records, filtered, and in the order that the user wants.
--
-- Row security would keep trigrams from being used, so the functions look past it and name the caller's account
-- themselves. Records that are alike in what orders them follow the name, or the age where the newest come first, and
-- then the id: none stands on two pages.
-- Where no index has an order, letters are compared byte by byte: an alphabet takes ten times as long. People are
-- ordered by the names that all members see; for a token that may not read people they have no order. Matches of a search are counted up to 1,000, and titles that begin with
-- the text come first.

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
  'The expression after "order by" for the records r of an account''s catalogue, with $2 as the search pattern; null for an unknown order.';

-- Where a user filters by gaps alone, sums say how many records there are. Few records are found and put in order;
-- many are met soon by going through the catalogue in the order that the user asks for.
-- Parallel workers are off: with them the planner reads the whole table for filters that an index answers in a tenth of
-- the time.
-- Long, because the statement is put together in one place, where its parameters can be compared.
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
set search_path = '' set cpu_operator_cost = 0.1 set max_parallel_workers_per_gather = 0
as $$
declare
  account constant uuid := private.my_account();
  catalogue constant text := private.catalogue_of(kind);
  ordering constant text := private.catalogue_order(
    account, kind, sort, coalesce(descending, false)
  );
  wanted constant text := private.display_text(coalesce(query, ''));
  pattern constant text := private.folded_pattern(wanted);
  -- Only the columns that the order needs: an index has the names. A description may be long, and is read with the page alone.
  columns constant text := 't.id, t.name, t.created_at' || coalesce((
    select string_agg(format(', t.%I', needed), '')
    from (
      values
        (case sort when 'status' then 'status' when 'owner' then 'owner_id' when 'lastPublisher' then 'updated_by' end),
        ((select split_part(k.own_orders ->> sort, ' ', 1) from private.kinds k where k.kind = find_records.kind)),
        ((select f.needed from private.field_order(account, kind, sort) f))
    ) as by_sort (needed)
    where needed is not null
  ), '');
  joined constant text := (select f.joined from private.field_order(account, kind, sort) f);
  by_gaps constant boolean := coalesce(cardinality(gaps), 0) > 0;
  by_others constant boolean := wanted <> '' or coalesce(cardinality(statuses), 0) > 0
    or coalesce(cardinality(owners), 0) > 0 or coalesce(without_owner, false) or coalesce(cardinality(tags), 0) > 0
    or conditions is not null;
  not_seen constant uuid[] := case when by_gaps then private.inactive_members(account) end;
  condition text;
  few boolean := wanted <> '';
  -- Filters by field or tag usually match few records: these are found once, then counted and sorted.
  may_be_few boolean := wanted = '' and (conditions is not null or coalesce(cardinality(tags), 0) > 0);
  candidates uuid[];
  by_id boolean := false;
  total bigint;
  page uuid[];
  items json;
begin
  perform private.refuse_out_of_scope(find_records.kind, 'read');
  if catalogue is null or ordering is null then
    raise exception 'There is no such catalogue, or it has no such order.'
      using errcode = '22023', detail = 'list.unknown_order';
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
    -- Owners are in indexes, which are read once. What other tables know is looked up by its id: the planner takes the
    -- account, the kind and the ids for independent conditions, and would read the whole account beside them.
    by_id := not gaps && array['no_owner', 'owner_not_seen'];
    condition := condition || case when by_id then '' else ' and t.id = any ($4)' end;
  end if;
  -- A record that never reported may have another gap too.
  if by_others or 'never_reported' = any (gaps) then
    total := null;
  end if;
  if not by_gaps and not by_others then
    page := private.first_ids_by_field(account, kind, sort, coalesce(descending, false), greatest(coalesce(skip, 0), 0));
  end if;
  while page is null or cardinality(page) < 100 loop
    execute format(
      'with r as %s materialized (select %s from %s where %s%s)
      select
        coalesce($5, (select count(*) from r)),
        array(select r.id from r %s order by %s limit 100 offset $3)',
      case when not few and not may_be_few and (total is not null or not by_gaps) then 'not' end,
      columns,
      case
        when by_id then format(
          'unnest($4) as c (id) cross join lateral (select * from public.%I t where t.id = c.id offset 0) t', catalogue
        )
        else format('public.%I t', catalogue)
      end,
      condition,
      case when may_be_few then ' limit 50001' end,
      case
        when sort in ('owner', 'lastPublisher') then format(
          'left join (
            select p.id, row_number() over (order by p.name, p.id) as place
            from public.profiles p
            where p.account_id = $1 and (select private.may(''people'', ''read''))
          ) person on person.id = r.%I',
          case sort when 'owner' then 'owner_id' else 'updated_by' end
        )
        else joined
      end,
      ordering
    )
      into total, page using account, pattern, greatest(coalesce(skip, 0), 0), candidates, total;
    exit when not may_be_few or total <= 50000;
    may_be_few := false;
    total := null;
    page := null;
  end loop;
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
  'Up to 100 records of a catalogue of the caller''s account whose name or description contains a text, or whose name has it with a typo where none does: {"total": number, "items": [row]}. The kind is system, solution, agent or automation. The order (sort) is usual, match (in the name before in the description), name, created, status, owner or lastPublisher. Agents have platform and lastUsed besides, automations source and lastRun. It can also be a field, by its key: own fields are called own.<key>; records without a value come last. With statuses and owners, records stay that have one of them. With without_owner, those without an owner stay too. With gaps, those stay that have one of no_owner, owner_left, owner_not_seen, handover_pending, nobody_else and never_reported. With tags, those stay that have one of them, or with all_tags every one. Empty or null lists keep all. With conditions, {"match": "all" or "any", "conditions": [{"field", "operator", "values"}]} nested once, those stay that fit them; own fields are called own.<key>.';
grant execute on function public.find_records(text, text, text, boolean, integer, text[], uuid[], boolean, text[], uuid[], boolean, jsonb) to authenticated, service_role;

-- A text is looked for as it was typed, without regard to capitals and accents. Where it stands nowhere, names that have
-- it with a typo are meant.
create function private.text_condition(account uuid, kind text, query text) returns text
language plpgsql stable security definer
set search_path = '' set cpu_operator_cost = 0.1 set random_page_cost = 1.1
as $$
declare
  as_typed constant text := format(
    '(private.folded(t.name) like %1$L or private.folded(t.description) like %1$L)', private.folded_pattern(query)
  );
  with_a_typo constant text := private.typo_pattern(query);
  is_there boolean;
begin
  if with_a_typo is null then
    return as_typed;
  end if;
  execute format(
    'select exists (select from public.%I t where t.account_id = %L and %s)', private.catalogue_of(kind), account, as_typed
  )
    into is_there;
  return case when is_there then as_typed else format('private.folded(t.name) ~ %L', with_a_typo) end;
end
$$;
comment on function private.text_condition(uuid, text, text) is
  'Which records t of an account''s catalogue a text means, as a condition.';

-- The filter of a list and of a change in bulk.
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
    raise exception 'A search has at most 200 characters.'
      using errcode = '22023', detail = 'search.too_long', hint = 'Enter a shorter search.';
  end if;
  if greatest(cardinality(statuses), cardinality(owners), cardinality(gaps), cardinality(tags)) > 100 then
    raise exception 'A filter has at most 100 values.'
      using errcode = '22023', detail = 'filter.too_many_values', hint = 'Use fewer values.';
  end if;
  if not coalesce(gaps <@ private.gap_names(), true) then
    raise exception 'There is no such gap.' using errcode = '22023', detail = 'gap.unknown';
  end if;
  if wanted <> '' then
    condition := condition || ' and ' || private.text_condition(account, kind, wanted);
  end if;
  if cardinality(statuses) > 0 then
    condition := condition || format(' and t.status = any (%L::text[])', statuses);
  end if;
  -- An invited person is named by their invitation, and a team by itself: neither is a member's id.
  if cardinality(owners) > 0 or without_owner then
    condition := condition || format(
      ' and (t.owner_id = any (%1$L::uuid[]) or t.invited_owner_id = any (%1$L::uuid[]) or t.team_id = any (%1$L::uuid[])%2$s)',
      coalesce(owners, '{}'),
      case when without_owner then ' or ' || private.gap_condition(kind, 'no_owner', null) else '' end
    );
  end if;
  if cardinality(gaps) > 0 then
    condition := condition || ' and (' || (
      select string_agg('(' || private.gap_condition(kind, g.gap, private.inactive_members(account)) || ')', ' or ')
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
