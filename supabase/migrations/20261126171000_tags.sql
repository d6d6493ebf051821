alter table public.acts drop constraint acts_action_known;
alter table public.acts add constraint acts_action_known check (private.holds(
  action in ('owner', 'status', 'expert', 'add_tag', 'remove_tag', 'delete', 'restore', 'handover', 'undo'),
  'Action must be owner, status, expert, add_tag, remove_tag, delete, restore, handover or undo.'
));

-- Written by `npm run migration` from supabase/schemas:

set check_function_bodies = off;
create or replace function private.refuse_taken_name() returns trigger
language plpgsql set search_path = ''
as $$
declare
  taken boolean;
begin
  execute format(
    'select exists (select from %1$I.%2$I r where r.account_id = $1 and %3$s(r.name) = %3$s($2) and r.id <> $3)',
    tg_table_schema, tg_table_name, coalesce(tg_argv[2], 'lower')
  ) into taken using new.account_id, new.name, new.id;
  if taken then
    raise exception '% with this name already exists.', tg_argv[0]
      using errcode = '23505', constraint = tg_argv[1], hint = 'Choose another name. Capitals make no difference.';
  end if;
  return new;
end
$$;
comment on function private.refuse_taken_name() is
  'Trigger ("A kind", constraint, and the function by which names are alike where it is not lower): refuses a name that a record of the account has already, in a sentence for people.';
create or replace function private.part_of_act(action text) returns text[]
language sql immutable set search_path = ''
as $$
  select case action
    when 'owner' then array['owner_id']
    when 'status' then array['status']
    when 'expert' then array['experts']
    when 'add_tag' then array['tags']
    when 'remove_tag' then array['tags']
    when 'delete' then array['deleted']
    when 'restore' then array['restored']
    when 'handover' then array['owner_id', 'experts']
  end
$$;
create function private.lost_tags(before jsonb, after jsonb) returns uuid[]
language sql immutable set search_path = ''
as $$
  select array(
    select (tag.value ->> 'id')::uuid
    from jsonb_array_elements(case jsonb_typeof(before) when 'array' then before else '[]' end) as tag (value)
    where not coalesce(after @> jsonb_build_array(jsonb_build_object('id', tag.value -> 'id')), false)
  )
$$;
comment on function private.lost_tags(jsonb, jsonb) is
  'Which tags a record has no more after a change, as the history keeps them; of before and after exchanged, which it got.';
alter function private.lost_tags(jsonb, jsonb) owner to cairn_definer;
create function private.changed_tags(before jsonb, after jsonb) returns uuid[]
language sql immutable set search_path = ''
as $$
  select private.lost_tags(before, after) || private.lost_tags(after, before)
$$;
comment on function private.changed_tags(jsonb, jsonb) is 'Which tags a change has added to a record or taken off.';
alter function private.changed_tags(jsonb, jsonb) owner to cairn_definer;
create function private.keep_tags() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  added uuid[];
  known uuid[];
begin
  -- More than a record can have: its check says so.
  if cardinality(new.tags) > 50 then
    return new;
  end if;
  new.tags := array(
    select given.tag
    from unnest(new.tags) with ordinality as given (tag, place)
    where given.tag is not null
    group by given.tag
    order by min(given.place)
  );
  added := new.tags;
  if tg_op = 'UPDATE' then
    added := array(select given.tag from unnest(new.tags) as given (tag) where given.tag <> all (old.tags));
  end if;
  known := array(
    select t.id from public.tags t where t.account_id = new.account_id and t.id = any (added) order by t.id for key share
  );
  if cardinality(known) < cardinality(added) then
    if tg_argv[0] = 'refuse' then
      raise exception 'There is no such tag.' using errcode = '23503', hint = 'It may have been deleted. Choose another tag.';
    end if;
    new.tags := array(
      select given.tag
      from unnest(new.tags) with ordinality as given (tag, place)
      where given.tag = any (known) or given.tag <> all (added)
      order by given.place
    );
  end if;
  return new;
end
$$;
comment on function private.keep_tags() is
  'Trigger (refuse or forget): a record names each tag once; tags that are not of its account are refused, or forgotten where a record gets former tags back.';
alter function private.keep_tags() owner to cairn_definer;
create function private.take_tag_off() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.replace_tags(old.account_id, array[old.id], null);
  return old;
end
$$;
comment on function private.take_tag_off() is 'Trigger: a tag that is deleted goes off the records that have it.';
alter function private.take_tag_off() owner to cairn_definer;
create function private.replace_tags(account uuid, from_ids uuid[], into_id uuid) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  kind text;
  changed integer := 0;
  of_kind integer;
begin
  foreach kind in array array(select k from private.kinds_of_catalogues() k) loop
    execute format(
      'update public.%I t
      set tags = array(
        select one.tag
        from (
          select case when given.tag = any ($2) then $3 else given.tag end as tag, min(given.place) as place
          from unnest(t.tags) with ordinality as given (tag, place)
          group by 1
        ) one
        where one.tag is not null
        order by one.place
      )
      where t.account_id = $1 and t.tags <> ''{}'' and t.tags && $2',
      private.catalogue_of(kind)
    ) using account, from_ids, into_id;
    get diagnostics of_kind = row_count;
    changed := changed + of_kind;
  end loop;
  return changed;
end
$$;
comment on function private.replace_tags(uuid, uuid[], uuid) is
  'Records of an account that have one of the tags get the other instead, or nothing where that is null; says how many records.';
alter function private.replace_tags(uuid, uuid[], uuid) owner to cairn_definer;
create function private.limit_tags() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.caller_id() is not null and new.account_id is distinct from private.my_account() then
    return new;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('tags of ' || new.account_id, 0));
  if (select count(*) from public.tags t where t.account_id = new.account_id) >= 1000 then
    raise exception 'An account has at most 1,000 tags.' using errcode = '23514', hint = 'Merge or delete some first.';
  end if;
  return new;
end
$$;
comment on function private.limit_tags() is 'Trigger: refuses the 1,001st tag of an account.';
alter function private.limit_tags() owner to cairn_definer;
create function public.merge_tags(from_ids uuid[], into_id uuid) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  merged constant uuid[] := array(select distinct f.id from unnest(from_ids) as f (id) where f.id <> into_id);
  held uuid[];
  changed integer;
begin
  if coalesce(private.my_rank(), 0) < 2 then
    raise exception 'Only managers and administrators can merge tags.' using errcode = '42501', hint = 'Ask an administrator.';
  end if;
  if cardinality(merged) = 0 then
    raise exception 'Choose the tags to merge.' using errcode = '22023', hint = 'A tag cannot be merged into itself.';
  end if;
  held := array(
    select t.id
    from public.tags t
    where t.account_id = account and t.id = any (merged || into_id)
    order by t.id
    for update
  );
  if cardinality(held) <= cardinality(merged) then
    raise exception 'There is no such tag.'
      using errcode = 'PT404', hint = 'Another member may have deleted it. Load the tags again.';
  end if;
  changed := private.replace_tags(account, merged, into_id);
  delete from public.tags t where t.account_id = account and t.id = any (merged);
  return changed;
end
$$;
comment on function public.merge_tags(uuid[], uuid) is
  'For managers and admins: records that have one of the tags get another one instead, and the tags go. Says how many records changed. PT404 where one of them is not there.';
alter function public.merge_tags(uuid[], uuid) owner to cairn_definer;
revoke all on function public.merge_tags(uuid[], uuid) from public, anon, authenticated, service_role;
grant execute on function public.merge_tags(uuid[], uuid) to authenticated;
create function public.get_tags() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  counting text;
  answer jsonb;
begin
  select string_agg(format(
    'select %L as kind, given.tag, count(*) as records
    from public.%I t
    cross join unnest(t.tags) as given (tag)
    where t.account_id = $1 and t.tags <> ''{}''
    group by given.tag',
    k.kind, k.record_table
  ), ' union all ')
  into counting
  from private.kinds k
  where k.feature is not null;
  execute format(
    'with counted as (
      select c.tag, jsonb_object_agg(c.kind, c.records) as records from (%s) c group by c.tag
    )
    select coalesce(jsonb_agg(jsonb_build_object(
      ''id'', t.id, ''name'', t.name, ''color'', t.color, ''records'', coalesce(c.records, ''{}'')
    ) order by private.folded(t.name), t.id), ''[]'')
    from public.tags t
    left join counted c on c.tag = t.id
    where t.account_id = $1',
    counting
  )
    into answer using private.my_account();
  return answer;
end
$$;
comment on function public.get_tags() is
  'The tags of the account by name, and how many records of each kind have them: [{"id", "name", "color", "records": {kind: number}}]. A kind without any is missing.';
alter function public.get_tags() owner to cairn_definer;
revoke all on function public.get_tags() from public, anon, authenticated, service_role;
grant execute on function public.get_tags() to authenticated;
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
  all_tags boolean default false
) returns json
language plpgsql stable security definer
set search_path = '' set cpu_operator_cost = 0.1
as $$
declare
  account constant uuid := private.my_account();
  catalogue constant text := private.catalogue_of(kind);
  ordering constant text := private.catalogue_order(kind, sort, coalesce(descending, false));
  wanted constant text := private.display_text(coalesce(query, ''));
  pattern constant text := private.folded_pattern(wanted);
  -- What an order may ask for. A description may be long, and is read with the page alone.
  columns constant text := 't.id, t.name, t.created_at, t.status, t.owner_id, t.updated_by' || (
    select coalesce(string_agg(format(', t.%I', split_part(own.value, ' ', 1)), ''), '')
    from private.kinds k
    cross join lateral jsonb_each_text(k.own_orders) as own
    where k.kind = find_records.kind
  );
  by_gaps constant boolean := coalesce(cardinality(gaps), 0) > 0;
  by_others constant boolean := wanted <> '' or coalesce(cardinality(statuses), 0) > 0
    or coalesce(cardinality(owners), 0) > 0 or coalesce(without_owner, false) or coalesce(cardinality(tags), 0) > 0;
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
    account, kind, query, statuses, owners, coalesce(without_owner, false), gaps, tags, coalesce(all_tags, false)
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
    end,
    ordering
  )
    into total, page using account, pattern, greatest(coalesce(skip, 0), 0), candidates, total;
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
comment on function public.find_records(text, text, text, boolean, integer, text[], uuid[], boolean, text[], uuid[], boolean) is
  'Up to 100 records of a catalogue of the caller''s account whose name or description contains a text, or whose name has it with a typo where none does: {"total": number, "items": [row]}. The kind is system, solution, agent or automation. The order (sort) is usual, match (in the name before in the description), name, created, status, owner or lastPublisher. Agents have platform and lastUsed besides, automations source and lastRun. With statuses and owners, records stay that have one of them. With without_owner, those without an owner stay too. With gaps, those stay that have one of no_owner, owner_left, owner_not_seen, handover_pending and nobody_else. With tags, those stay that have one of them, or with all_tags every one. Empty or null lists keep all.';
alter function public.find_records(text, text, text, boolean, integer, text[], uuid[], boolean, text[], uuid[], boolean) owner to cairn_definer;
revoke all on function public.find_records(text, text, text, boolean, integer, text[], uuid[], boolean, text[], uuid[], boolean) from public, anon, authenticated, service_role;
grant execute on function public.find_records(text, text, text, boolean, integer, text[], uuid[], boolean, text[], uuid[], boolean) to authenticated, service_role;
create function private.records_condition(
  account uuid, kind text, query text, statuses text[], owners uuid[], without_owner boolean, gaps text[],
  tags uuid[] default null, all_tags boolean default false
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
  return condition;
end
$$;
comment on function private.records_condition(uuid, text, text, text[], uuid[], boolean, text[], uuid[], boolean) is
  'Which records t of an account''s catalogue fit a filter, as a condition.';
alter function private.records_condition(uuid, text, text, text[], uuid[], boolean, text[], uuid[], boolean) owner to cairn_definer;
create or replace function public.search_workspace(query text, result_limit integer default 50) returns json
language plpgsql stable security definer set search_path = ''
as $$
declare
  wanted constant text := private.folded(private.display_text(coalesce(query, '')));
  of_each constant integer := least(greatest(coalesce(result_limit, 50), 1), 200);
  tags constant uuid[] := private.tags_that_are_meant(wanted);
  answer json;
begin
  if char_length(private.display_text(query)) > 200 then
    raise exception 'A search has at most 200 characters.' using errcode = '22023', hint = 'Enter a shorter search.';
  end if;
  with matches as materialized (
    select m.*
    from private.search_matches(wanted, of_each) m
    where wanted <> '' and tags = '{}'
    union all
    select m.* from private.tagged_matches(tags, of_each) m
  ),
  summaries as materialized (
    select s.id, s.summary
    from (
      select m.type, array_agg(m.id) as ids
      from matches m
      where m.type in (select private.kinds_of_catalogues())
      group by m.type
    ) as found
    cross join lateral private.record_summaries(private.my_account(), found.type, found.ids) s
  )
  select json_build_object(
    'counts', (
      select json_object_agg(
        t.type, coalesce((select m.total from matches m where m.type = t.type limit 1), 0) order by t.place
      )
      from unnest(
        array['knowledge', 'process', 'qa'] || array(select private.kinds_of_catalogues()) || array['person']
      ) with ordinality as t (type, place)
    ),
    'results', coalesce(
      (
        select json_agg(
          json_build_object(
            'type', m.type, 'id', m.id, 'title', m.title, 'description', m.description, 'link', m.link,
            'updated_at', m.updated_at, 'record', s.summary
          )
          order by m.has_typo, private.folded(m.title) <> wanted, not starts_with(private.folded(m.title), wanted),
            private.folded(m.title), lower(m.title) <> lower(private.display_text(query)), m.id
        )
        from matches m
        left join summaries s on s.id = m.id
      ),
      '[]'
    ),
    'tags', private.found_tags(tags)
  ) into answer;
  return answer;
end
$$;
comment on function public.search_workspace(text, integer) is
  'Finds a text in the caller''s account, whatever its capitals and accents, and behind that titles that have it with a typo: {"counts": {type: number}, "results": [{type, id, title, description, link, updated_at, record}], "tags": [{id, name, color, kinds}]}. Of # and the beginning of a tag it finds the first five tags that begin so, with the kinds of their records, and these records. The record says {status, owner, gap} where it stands in a catalogue. Results are at most result_limit (1 to 200) of each type, counts are all up to 1,000 and 1,001 for more.';
create function private.tags_that_are_meant(wanted text) returns uuid[]
language sql stable security definer set search_path = ''
as $$
  select array(
    select t.id
    from public.tags t
    where wanted like '#%' and t.account_id = private.my_account() and starts_with(private.folded(t.name), btrim(substr(wanted, 2)))
    order by private.folded(t.name), t.id
    limit 5
  )
$$;
comment on function private.tags_that_are_meant(text) is
  'The first five tags of the caller''s account whose names begin with what follows the # of a folded text; none without #.';
alter function private.tags_that_are_meant(text) owner to cairn_definer;
create function private.tagged_matches(tags uuid[], of_each integer)
returns table (
  type text, id uuid, title text, description text, link text, updated_at timestamptz, total bigint, has_typo boolean
)
language plpgsql stable security definer set search_path = ''
as $$
declare
  one record;
begin
  if tags = '{}' then
    return;
  end if;
  for one in
    select k.kind, k.record_table from private.kinds k where k.feature is not null and private.feature_enabled(k.feature)
  loop
    return query execute format(
      'with found as materialized (
        select t.id
        from public.%1$I t
        where t.account_id = $1 and t.tags <> ''{}'' and t.tags && $2
        order by private.folded(t.name) collate pg_catalog."C", t.id
        limit 1001
      )
      select %2$L, t.id, t.name, t.description, %3$L, t.updated_at, (select count(*) from found), false
      from found f
      join public.%1$I t on t.id = f.id
      order by private.folded(t.name) collate pg_catalog."C", t.id
      limit $3',
      one.record_table, one.kind, '/' || one.record_table
    ) using private.my_account(), tags, of_each;
  end loop;
end
$$;
comment on function private.tagged_matches(uuid[], integer) is
  'Of each kind the first records of the caller''s account that have one of the tags, by name, and how many there are, up to 1,001.';
alter function private.tagged_matches(uuid[], integer) owner to cairn_definer;
create function private.found_tags(tags uuid[]) returns json
language plpgsql stable security definer set search_path = ''
as $$
declare
  kind text;
  is_used boolean;
  tag record;
  kinds text[];
  answer jsonb := '[]';
begin
  for tag in
    select t.id, t.name, t.color from public.tags t where t.id = any (tags) order by array_position(tags, t.id)
  loop
    kinds := '{}';
    for kind in select k from private.kinds_in_use() k loop
      execute format(
        'select exists (
          select from public.%I t where t.account_id = $1 and t.tags <> ''{}'' and t.tags @> array[$2]
        )',
        private.catalogue_of(kind)
      )
        into is_used using private.my_account(), tag.id;
      if is_used then
        kinds := kinds || kind;
      end if;
    end loop;
    answer := answer || jsonb_build_object('id', tag.id, 'name', tag.name, 'color', tag.color, 'kinds', kinds);
  end loop;
  return answer;
end
$$;
comment on function private.found_tags(uuid[]) is
  'Tags as a search gives them, with the kinds of the records that have them: [{"id", "name", "color", "kinds"}].';
alter function private.found_tags(uuid[]) owner to cairn_definer;
create function private.records_in_bulk(
  kind text, ids uuid[], query text, statuses text[], owners uuid[], without_owner boolean, gaps text[],
  excepted uuid[], tags uuid[], all_tags boolean
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
      else private.records_condition(account, kind, query, statuses, owners, coalesce(without_owner, false), gaps, tags, all_tags)
    end
  )
    into meant using ids, coalesce(excepted, '{}');
  if cardinality(meant) > 10000 then
    raise exception 'You can change at most 10,000 records at once.' using errcode = '22023', hint = 'Choose fewer.';
  end if;
  return meant;
end
$$;
comment on function private.records_in_bulk(text, uuid[], text, text[], uuid[], boolean, text[], uuid[], uuid[], boolean) is
  'The records of the caller''s account that are meant: those of the ids, or all that fit a filter, without the excepted.';
alter function private.records_in_bulk(text, uuid[], text, text[], uuid[], boolean, text[], uuid[], uuid[], boolean) owner to cairn_definer;
grant execute on function private.records_in_bulk(text, uuid[], text, text[], uuid[], boolean, text[], uuid[], uuid[], boolean) to authenticated;
create or replace function private.count_in_bulk(kind text, action text, value text, ids uuid[], seen_at timestamptz) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  answer jsonb;
begin
  execute format(
    'select jsonb_build_object(
      ''total'', count(*),
      ''changes'', count(*) filter (where r.reason is null),
      ''no_right'', count(*) filter (where r.reason = ''no_right''),
      ''already'', count(*) filter (where r.reason = ''already''),
      ''changed_meanwhile'', count(*) filter (where r.reason = ''changed_meanwhile''),
      ''left_out'', coalesce(
        jsonb_agg(jsonb_build_object(''id'', r.id, ''name'', r.name, ''reason'', r.reason) order by r.place)
          filter (where r.place <= 20 and r.reason is not null),
        ''[]''
      ),
      ''first'', coalesce(
        jsonb_agg(jsonb_build_object(''id'', r.id, ''name'', r.name, ''before'', r.before) order by r.place)
          filter (where r.place <= 50 and r.reason is null),
        ''[]''
      ),
      ''before'', coalesce(
        jsonb_object_agg(coalesce(r.before, ''''), r.alike) filter (where r.reason is null),
        ''{}''
      )
    )
    from (
      select
        c.*,
        row_number() over (partition by c.reason is null order by lower(c.name), c.id) as place,
        count(*) over (partition by c.reason is null, c.before) as alike
      from (
        select t.id, t.name, %4$s as before, case
          when not %2$s then ''no_right''
          when %3$s then ''already''
          when t.updated_at > $3 and $4 then ''changed_meanwhile''
        end as reason
        from public.%1$I t
        where t.id = any ($1)
      ) c
    ) r',
    private.catalogue_of(kind),
    -- The policies, once more, to say why; they themselves decide when it is done.
    case
      when action = 'expert' then '(select private.my_rank()) >= 1'
      else '(
        (select private.my_rank()) >= 2
        or (select private.my_rank()) = 1 and (select private.caller_id()) in (t.created_by, t.owner_id) is true
      )'
    end,
    case action
      when 'owner' then 'coalesce(t.owner_id, t.invited_owner_id) is not distinct from $2::uuid'
      when 'status' then 't.status = $2'
      when 'expert' then 'exists (
        select from public.record_experts e
        where e.account_id = t.account_id and e.record_id = t.id and e.expert_id = $2::uuid
      )'
      when 'add_tag' then '$2::uuid = any (t.tags)'
      when 'remove_tag' then '$2::uuid <> all (t.tags)'
      else 'false'
    end,
    case action
      when 'owner' then 'coalesce(t.owner_id::text, ''invited:'' || t.invited_owner_id)'
      when 'status' then 't.status'
      else 'null::text'
    end
  )
    into answer using ids, value, coalesce(seen_at, 'infinity'), action <> 'expert';
  return answer;
end
$$;
create or replace function private.refuse_bulk(action text, value text) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if action is null or action not in ('owner', 'status', 'expert', 'add_tag', 'remove_tag', 'delete') then
    raise exception 'You can change the owner, an expert, a tag or the status of many records, or delete them.'
      using errcode = '22023';
  end if;
  if action in ('add_tag', 'remove_tag')
    and not exists (select from public.tags t where t.account_id = private.my_account() and t.id = value::uuid)
  then
    raise exception 'There is no such tag.' using errcode = '23503', hint = 'It may have been deleted. Choose another tag.';
  end if;
  if action = 'expert' or action = 'owner' and value is not null and not private.is_invited_in_bulk(action, value) then
    perform private.refuse_stranger(value::uuid);
  end if;
end
$$;
comment on function private.refuse_bulk(text, text) is
  'Refuses what is no change in bulk, tags that are not there, and people who are neither members nor, as owners, invited.';
create function public.preview_bulk(
  kind text, action text, value text default null, ids uuid[] default null, query text default '',
  statuses text[] default null, owners uuid[] default null, without_owner boolean default false, gaps text[] default null,
  excepted uuid[] default null, tags uuid[] default null, all_tags boolean default false
) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  meant constant uuid[] := private.records_in_bulk(
    kind, ids, query, statuses, owners, without_owner, gaps, excepted, tags, coalesce(all_tags, false)
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
comment on function public.preview_bulk(text, text, text, uuid[], text, text[], uuid[], boolean, text[], uuid[], uuid[], boolean) is
  'What a change in bulk would do: {"total", "changes", "no_right", "already", "left_out", "before", "first", "seen_at", "deletes", "impact"}. It says from which owners or statuses (before) with the first 50 records (first). Of left_out it gives the first 20 with their reason, of deletes the ids that a deletion would delete. The impact is what depends on these, as get_deletion_impact says it. The action is owner (value: a member, an open invitation, or null), status (value), expert (value: a member), add_tag or remove_tag (value: a tag), or delete. The records are those of the ids, or those that fit a filter as that of find_records, without the excepted.';
alter function public.preview_bulk(text, text, text, uuid[], text, text[], uuid[], boolean, text[], uuid[], uuid[], boolean) owner to cairn_definer;
revoke all on function public.preview_bulk(text, text, text, uuid[], text, text[], uuid[], boolean, text[], uuid[], uuid[], boolean) from public, anon, authenticated, service_role;
grant execute on function public.preview_bulk(text, text, text, uuid[], text, text[], uuid[], boolean, text[], uuid[], uuid[], boolean) to authenticated;
create function public.change_in_bulk(
  kind text, action text, value text default null, ids uuid[] default null, query text default '',
  statuses text[] default null, owners uuid[] default null, without_owner boolean default false,
  gaps text[] default null, seen_at timestamptz default null, reason text default '', move_to uuid default null,
  told boolean default false, excepted uuid[] default null, tags uuid[] default null, all_tags boolean default false
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  meant constant uuid[] := private.records_in_bulk(
    kind, ids, query, statuses, owners, without_owner, gaps, excepted, tags, coalesce(all_tags, false)
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
comment on function public.change_in_bulk(text, text, text, uuid[], text, text[], uuid[], boolean, text[], timestamptz, text, uuid, boolean, uuid[], uuid[], boolean) is
  'Changes records in bulk, as preview_bulk says it; those that changed after seen_at are left out. {"act", "total", "changes", "no_right", "already", "changed_meanwhile", "left_out"}; act is null where nothing changed. At most 10,000 records, of deletions 2,000. reason, move_to and told are those of delete_records.';
alter function public.change_in_bulk(text, text, text, uuid[], text, text[], uuid[], boolean, text[], timestamptz, text, uuid, boolean, uuid[], uuid[], boolean) owner to cairn_definer;
revoke all on function public.change_in_bulk(text, text, text, uuid[], text, text[], uuid[], boolean, text[], timestamptz, text, uuid, boolean, uuid[], uuid[], boolean) from public, anon, authenticated, service_role;
grant execute on function public.change_in_bulk(text, text, text, uuid[], text, text[], uuid[], boolean, text[], timestamptz, text, uuid, boolean, uuid[], uuid[], boolean) to authenticated;
create or replace function private.bulk_statement(action text, catalogue text) returns text
language sql immutable set search_path = ''
as $$
  select format(
    case action
      when 'owner' then
        'with done as (
          update public.%1$I t
          set owner_id = case when not $4 then $2::uuid end, invited_owner_id = case when $4 then $2::uuid end
          where t.id = any ($1) and t.updated_at <= $3
            and coalesce(t.owner_id, t.invited_owner_id) is distinct from $2::uuid
          returning t.id
        )'
      when 'status' then
        'with done as (
          update public.%1$I t set status = $2
          where t.id = any ($1) and t.updated_at <= $3 and t.status is distinct from $2
          returning t.id
        )'
      when 'add_tag' then
        'with done as (
          update public.%1$I t set tags = t.tags || $2::uuid
          where t.id = any ($1) and t.updated_at <= $3 and $2::uuid <> all (t.tags)
          returning t.id
        )'
      when 'remove_tag' then
        'with done as (
          update public.%1$I t set tags = array_remove(t.tags, $2::uuid)
          where t.id = any ($1) and t.updated_at <= $3 and $2::uuid = any (t.tags)
          returning t.id
        )'
      else
        'with done as (
          insert into public.record_experts (kind, record_id, expert_id)
          select $5, t.id, $2::uuid from public.%1$I t where t.id = any ($1) and (select private.my_rank()) >= 1
          on conflict do nothing
          returning record_id as id
        )'
    end || ' select array(select d.id from done d)',
    catalogue
  )
$$;
create or replace function private.checked_lines(of_act uuid, skip integer default 0, at_most integer default null)
returns table (
  place bigint, kind text, record_id uuid, record_name text, part text, before jsonb, after jsonb, changed_at timestamptz,
  is_there boolean, problem text, problem_by uuid
)
language sql stable security definer set search_path = ''
as $$
  with act as materialized (
    select a.* from public.acts a where a.id = of_act and a.account_id = (select private.my_account())
  ),
  caller as materialized (
    select private.caller_id() as id, coalesce(private.my_rank(), -1) as rank, array(select private.kinds_in_use()) as kinds
  ),
  line as materialized (
    select
      h.kind, h.record_id, h.record_name, coalesce(h.field, h.action) as part, h.before, h.after, h.changed_at,
      row_number() over (order by lower(h.record_name), h.record_id, h.changed_at, h.id) as place
    from act a
    join public.record_history h on h.account_id = a.account_id and h.act = a.id
    where coalesce(h.field, h.action) = any (a.parts)
    order by place
    limit at_most offset greatest(coalesce(skip, 0), 0)
  )
  select
    l.place, l.kind, l.record_id, l.record_name, l.part, l.before, l.after, l.changed_at, r.id is not null,
    case
      when newer.id is not null and newer.action in ('deleted', 'restored') then newer.action
      when newer.id is not null then 'changed'
      when l.part = 'deleted' and b.record_id is null or l.part <> 'deleted' and r.id is null then 'gone'
      when not case l.part
        when 'deleted' then private.may_restore(a.account_id, b.record, b.deleted_at)
        when 'experts' then c.rank >= 1
        else c.rank >= 2 or c.rank = 1 and (
          c.id in (r.created_by, r.owner_id) is true
          -- A caller who gave a record away may have it back.
          or l.part = 'owner_id' and a.done_by = c.id and l.before = to_jsonb(c.id)
        )
      end then 'not_allowed'
      when c.rank < 3 and l.kind <> all (c.kinds) then 'switched_off'
      when l.part = 'deleted' and private.name_is_taken(a.account_id, l.kind, b.name) then 'name_taken'
      when former.left_since then 'left'
      when former.tag_gone then 'tag_gone'
    end,
    newer.changed_by
  from line l
  cross join act a
  cross join caller c
  left join private.records r on l.part <> 'deleted' and r.account_id = a.account_id and r.kind = l.kind and r.id = l.record_id
  left join public.binned_records b
    on l.part = 'deleted' and b.account_id = a.account_id and b.kind = l.kind and b.record_id = l.record_id and b.act = a.id
  left join lateral (
    select n.id, n.action, n.changed_by
    from public.record_history n
    where n.account_id = a.account_id and n.record_id = l.record_id and n.changed_at > l.changed_at and n.act <> a.id
      and case
        when l.part = 'deleted' then n.action <> 'updated'
        when r.id is null then n.action = 'deleted'
        when l.part = 'restored' then true
        when l.part = 'experts'
          then n.field = 'experts' and coalesce(n.after, n.before) -> 'id' = coalesce(l.after, l.before) -> 'id'
        when l.part = 'tags' then n.field = 'tags' and (
          n.changed_by is distinct from c.id
          or private.changed_tags(n.before, n.after) && private.changed_tags(l.before, l.after)
        )
        else n.field = l.part
      end
    order by n.changed_at desc, n.id
    limit 1
  ) newer on true
  cross join lateral (
    select case
      when l.part = 'experts' and l.after is null or l.part = 'owner_id' and jsonb_typeof(l.before) = 'string' then not exists (
        select from public.account_members m
        where m.account_id = a.account_id
          and m.user_id = (case l.part when 'experts' then l.before ->> 'id' else l.before #>> '{}' end)::uuid
      )
      when l.part = 'owner_id' and jsonb_typeof(l.before) = 'object' then not exists (
        select from public.pending_invitations i
        where i.account_id = a.account_id and i.id = (l.before ->> 'id')::uuid
          and i.accepted_at is null and i.declined_at is null and i.expires_at > now()
      )
      else false
    end as left_since,
    l.part = 'tags' and exists (
      select from unnest(private.lost_tags(l.before, l.after)) as lost (id)
      where not exists (select from public.tags t where t.account_id = a.account_id and t.id = lost.id)
    ) as tag_gone
  ) former
  order by l.place
$$;
comment on function private.checked_lines(uuid, integer, integer) is
  'The lines of an act of the caller''s account, by name, and what speaks against taking each back: changed, deleted or restored since (by whom), gone, not_allowed, switched_off, name_taken, left (the former owner or expert), tag_gone (deleted since), or nothing.';
create function private.put_former_tags(lines jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  kind text;
begin
  for kind in
    select distinct l.kind from jsonb_to_recordset(lines) as l (kind text, part text) where l.part = 'tags'
  loop
    execute format(
      'update public.%I t
      set tags = array(
        select had.tag from unnest(t.tags) with ordinality as had (tag, place)
        where had.tag <> all (private.lost_tags(l.after, l.before))
        order by had.place
      ) || private.lost_tags(l.before, l.after)
      from jsonb_to_recordset($2) as l (kind text, record_id uuid, part text, before jsonb, after jsonb)
      where l.kind = $3 and l.part = ''tags'' and t.account_id = $1 and t.id = l.record_id',
      private.catalogue_of(kind)
    ) using private.my_account(), lines, kind;
  end loop;
end
$$;
comment on function private.put_former_tags(jsonb) is
  'Takes the tags off records that an act has added to them, and adds those that it has removed.';
alter function private.put_former_tags(jsonb) owner to cairn_definer;
create or replace function public.undo_act(act_param uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  done constant public.acts := private.hold_act(act_param);
  lines jsonb;
  good jsonb;
  departed jsonb;
  undoing uuid;
  counted integer;
begin
  -- An undo is an act of its own, even in the transaction of what it takes back.
  perform set_config('cairn.act', '', true);
  select coalesce(jsonb_agg(l), '[]') into lines from private.checked_lines(done.id) l;
  if 'deleted' = any (done.parts) then
    lines := private.restore_of_act(lines);
  end if;
  select coalesce(jsonb_agg(l.value), '[]'), count(distinct l.value ->> 'record_id')
  into good, counted
  from jsonb_array_elements(lines) as l (value)
  where l.value ->> 'problem' is null;
  departed := private.departed_of(array(select (l.value ->> 'record_id')::uuid from jsonb_array_elements(good) as l (value)));
  perform private.put_former_values(good);
  perform private.put_former_experts(good);
  perform private.put_former_tags(good);
  perform private.delete_again(good);
  perform private.restore_departed_owners(done.departed, array(
    select l.record_id from jsonb_to_recordset(good) as l (record_id uuid, part text) where l.part = 'owner_id'
  ));
  undoing := private.note_act(
    done.account_id, 'undo', null, private.parts_of_undo(done.parts), departed, done.id
  );
  return jsonb_build_object(
    'act', undoing,
    'undone', counted,
    'left', private.grouped_problems(lines)
  );
end
$$;
create or replace function private.act_as_read(a public.acts) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'id', a.id,
    'action', a.action,
    'kind', a.kind,
    'value', a.value,
    'value_name', case
      when a.action in ('owner', 'expert', 'handover') then coalesce(
        private.name_of_member(a.account_id, a.value::uuid),
        (select i.name from public.pending_invitations i where i.account_id = a.account_id and i.id = a.value::uuid)
      )
      when a.action in ('add_tag', 'remove_tag') then coalesce(
        (select t.name from public.tags t where t.account_id = a.account_id and t.id = a.value::uuid),
        private.tag_in_act(a)
      )
    end,
    'records', a.records,
    'done_by', a.done_by,
    'done_by_name', private.name_of_member(a.account_id, a.done_by),
    'done_at', a.done_at,
    'undone_by', (
      select jsonb_build_object(
        'act', u.id, 'done_by', u.done_by, 'done_by_name', private.name_of_member(u.account_id, u.done_by),
        'done_at', u.done_at, 'records', u.records
      )
      from public.acts u
      where u.account_id = a.account_id and u.undoes = a.id
      order by u.done_at desc
      limit 1
    )
  )
$$;
comment on function private.act_as_read(public.acts) is
  'An act with the names of people and tags: {"id", "action", "kind", "value", "value_name", "records", "done_by", "done_by_name", "done_at", "undone_by": {"act", "done_by", "done_by_name", "done_at", "records"}}. undone_by is its last undo.';
create function private.tag_in_act(a public.acts) returns text
language sql stable security definer set search_path = ''
as $$
  select tag.value ->> 'name'
  from (
    select h.before, h.after
    from public.record_history h
    where h.account_id = a.account_id and h.act = a.id and h.field = 'tags'
      and jsonb_typeof(h.before) = 'array' and jsonb_typeof(h.after) = 'array'
    limit 1
  ) line
  cross join jsonb_array_elements(line.before || line.after) as tag (value)
  where tag.value ->> 'id' = a.value
  limit 1
$$;
comment on function private.tag_in_act(public.acts) is 'What the tag that an act added or removed was called then.';
alter function private.tag_in_act(public.acts) owner to cairn_definer;
create trigger tags_limit before insert on public.tags
  for each row execute function private.limit_tags();
create trigger tags_name_taken before insert or update of name on public.tags
  for each row execute function private.refuse_taken_name('A tag', 'tags_account_id_name_key', 'private.folded');
create trigger tags_off_records before delete on public.tags
  for each row when (current_user <> 'cairn_owner') execute function private.take_tag_off();
create trigger systems_tags before insert or update of tags on public.systems
  for each row when (new.tags <> '{}' and current_user <> 'cairn_definer')
  execute function private.keep_tags('refuse');
create trigger systems_tags_put_back before insert or update of tags on public.systems
  for each row when (new.tags <> '{}' and current_user = 'cairn_definer')
  execute function private.keep_tags('forget');
create trigger solutions_tags before insert or update of tags on public.solutions
  for each row when (new.tags <> '{}' and current_user <> 'cairn_definer')
  execute function private.keep_tags('refuse');
create trigger solutions_tags_put_back before insert or update of tags on public.solutions
  for each row when (new.tags <> '{}' and current_user = 'cairn_definer')
  execute function private.keep_tags('forget');
create trigger agents_tags before insert or update of tags on public.agents
  for each row when (new.tags <> '{}' and current_user <> 'cairn_definer')
  execute function private.keep_tags('refuse');
create trigger agents_tags_put_back before insert or update of tags on public.agents
  for each row when (new.tags <> '{}' and current_user = 'cairn_definer')
  execute function private.keep_tags('forget');
create trigger automations_tags before insert or update of tags on public.automations
  for each row when (new.tags <> '{}' and current_user <> 'cairn_definer')
  execute function private.keep_tags('refuse');
create trigger automations_tags_put_back before insert or update of tags on public.automations
  for each row when (new.tags <> '{}' and current_user = 'cairn_definer')
  execute function private.keep_tags('forget');
comment on table public.acts is 'What was done to many records at a stroke; the lines are in record_history.';
comment on column public.acts.id is 'The act of its lines in the history.';
comment on column public.acts.kind is 'system, solution, agent or automation; empty where records of several kinds changed.';
comment on column public.acts.value is
  'The status that records got; or the id of the owner, expert or tag that they got, of the tag that they lost, or of the member whose records were handed over.';
comment on column public.acts.parts is 'The fields that changed, deleted or restored: which lines of the history count.';
comment on column public.acts.records is 'How many records were changed.';
comment on column public.acts.undoes is 'The act that this one takes back.';
comment on column public.acts.departed is
  'Whose owner had left before the records got another one, as in departed_owners, without the names.';
comment on column public.acts.done_by is 'The person. Stays when the person leaves.';
drop function private.records_condition(uuid,text,text,text[],uuid[],boolean,text[]);
drop function private.records_in_bulk(text,uuid[],text,text[],uuid[],boolean,text[],uuid[]);
drop function public.change_in_bulk(text,text,text,uuid[],text,text[],uuid[],boolean,text[],timestamp with time zone,text,uuid,boolean,uuid[]);
drop function public.find_records(text,text,text,boolean,integer,text[],uuid[],boolean,text[]);
drop function public.preview_bulk(text,text,text,uuid[],text,text[],uuid[],boolean,text[],uuid[]);
