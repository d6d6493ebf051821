-- Searches forgive capitals, accents and a typo: the indexes have the texts folded.

-- Inlined and in indexes: no settings of its own.
create function private.folded(words text) returns text
language sql immutable parallel safe
as $$
  select case
    when octet_length(words) = char_length(words) then lower(words collate pg_catalog."C")
    else replace(replace(replace(replace(
      translate(
        lower(regexp_replace(normalize(words, nfd), '[\u0300-\u036f]', '', 'g')),
        'øłđðıςØŁĐÐẞÆŒÞ', 'olddiσolddßæœþ'
      ),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th')
  end
$$;
comment on function private.folded(text) is 'A text in small letters without accents, as searches compare it.';
alter function private.folded(text) owner to cairn_definer;
grant execute on function private.folded(text) to authenticated, service_role, cairn_owner;

drop index public.systems_search_idx;
drop index public.systems_by_title_idx;
create index systems_search_idx on public.systems
  using gin (
    account_id,
    private.folded(name) extensions.gin_trgm_ops,
    private.folded(description) extensions.gin_trgm_ops
  );
create index systems_by_title_idx on public.systems (account_id, (private.folded(name) collate "C"), id);

drop index public.solutions_search_idx;
drop index public.solutions_by_title_idx;
create index solutions_search_idx on public.solutions
  using gin (
    account_id,
    private.folded(name) extensions.gin_trgm_ops,
    private.folded(description) extensions.gin_trgm_ops
  );
create index solutions_by_title_idx on public.solutions (account_id, (private.folded(name) collate "C"), id);

drop index public.agents_search_idx;
drop index public.agents_by_title_idx;
create index agents_search_idx on public.agents
  using gin (
    account_id,
    private.folded(name) extensions.gin_trgm_ops,
    private.folded(description) extensions.gin_trgm_ops
  );
create index agents_by_title_idx on public.agents (account_id, (private.folded(name) collate "C"), id);

drop index public.automations_search_idx;
drop index public.automations_by_title_idx;
create index automations_search_idx on public.automations
  using gin (
    account_id,
    private.folded(name) extensions.gin_trgm_ops,
    private.folded(description) extensions.gin_trgm_ops
  );
create index automations_by_title_idx on public.automations (account_id, (private.folded(name) collate "C"), id);

drop index public.knowledge_articles_search_idx;
drop index public.knowledge_articles_by_title_idx;
create index knowledge_articles_search_idx on public.knowledge_articles
  using gin (
    account_id,
    private.folded(title) extensions.gin_trgm_ops,
    private.folded(excerpt) extensions.gin_trgm_ops,
    private.folded(content) extensions.gin_trgm_ops
  );
create index knowledge_articles_by_title_idx
  on public.knowledge_articles (account_id, (private.folded(title) collate "C"), id);

-- Written by `npm run migration` from supabase/schemas:

set check_function_bodies = off;
drop function private.matching_records(uuid,text,integer,text,text,text[]);
drop function private.search_matches(text,integer);
create function private.folded_pattern(words text) returns text
language sql immutable set search_path = ''
as $$
  select '%' || regexp_replace(private.folded(words), '([\\%_])', '\\\1', 'g') || '%'
$$;
comment on function private.folded_pattern(text) is 'For "like": what a folded text contains in which these words stand.';
alter function private.folded_pattern(text) owner to cairn_definer;
create function private.word_with_a_typo(word text) returns text
language sql immutable set search_path = ''
as $$
  select '(?:' || string_agg(alternative, '|') || ')'
  from (
    select word
    union all
    select left(word, place) || '.' || substr(word, place + 1)
    from generate_series(0, length(word) - 1) as place
    union all
    select left(word, place) || '.?' || substr(word, place + 2)
    from generate_series(0, length(word) - 1) as place
    where length(word) > 4
    union all
    select left(word, place - 1) || substr(word, place + 1, 1) || substr(word, place, 1) || substr(word, place + 2)
    from generate_series(1, length(word) - 1) as place
    where length(word) > 4
  ) as alternatives (alternative)
$$;
comment on function private.word_with_a_typo(text) is
  'A regular expression: the beginning of a word of letters with one letter more, less, another, or two that changed places.';
alter function private.word_with_a_typo(text) owner to cairn_definer;
create function private.with_a_typo(words text) returns text
language sql immutable set search_path = ''
as $$
  select '\m' || string_agg(
    case
      when w.may_have_one then private.word_with_a_typo(w.word)
      else regexp_replace(w.word, '([\\^$.*+?()[\]{}|/])', '\\\1', 'g')
    end,
    '\s+' order by w.place
  )
  from (
    select part.word, part.place, length(part.word) >= 4 and part.word !~ '[^[:alpha:]]' as may_have_one
    from regexp_split_to_table(private.folded(words), '\s+') with ordinality as part (word, place)
  ) as w
  having bool_or(w.may_have_one) and length(private.folded(words)) <= 40
$$;
comment on function private.with_a_typo(text) is
  'A regular expression for folded texts that hold these words with a typo in each word of five letters; null where the words have no room for one.';
alter function private.with_a_typo(text) owner to cairn_definer;
create or replace function public.find_members(
  query text default '',
  in_department text default null,
  of_level text default null,
  with_area text default null,
  of_status text default null,
  sort text default 'name',
  descending boolean default false,
  skip integer default 0
) returns json
language plpgsql stable security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  ordering constant text := private.team_order(sort, coalesce(descending, false));
  wanted constant text := private.display_text(coalesce(query, ''));
  answer json;
begin
  if ordering is null or coalesce(of_status, 'active') not in ('active', 'pending') then
    raise exception 'The team has no such order or status.' using errcode = '22023';
  end if;
  if char_length(wanted) > 200 then
    raise exception 'A search has at most 200 characters.' using errcode = '22023', hint = 'Search for less.';
  end if;
  execute format(
    'with team as materialized (select * from private.team_entries($1, private.my_rank() = 3)),
    named as materialized (
      select e.* from team e where private.folded(e.name) like $2
    ),
    -- Where the text stands in no name, those that have it with a typo are meant.
    meant as materialized (
      select n.* from named n
      union all
      select e.* from team e where not exists (select from named) and private.folded(e.name) ~ $8
    ),
    found as materialized (
      select e.*
      from meant e
      where ($3 is null or e.department = $3)
        and ($4 is null or e.permission_level = $4)
        and ($5 is null or exists (select from unnest(e.knowledge_areas) a where lower(a) = lower($5)))
        and ($6 is null or e.is_pending = ($6 = ''pending''))
    ),
    page as (
      select e.*, row_number() over (order by e.is_pending desc, %1$s, e.name, e.id) as place
      from found e
      order by e.is_pending desc, %1$s, e.name, e.id
      limit 100 offset $7
    )
    select json_build_object(
      ''all'', (select count(*) from team),
      ''total'', (select count(*) from found),
      ''items'', (select coalesce(json_agg(p order by p.place), ''[]'') from page p)
    )',
    ordering
  )
    into answer
    using account, private.folded_pattern(wanted), in_department, of_level, with_area, of_status,
      greatest(coalesce(skip, 0), 0), private.with_a_typo(wanted);
  return answer;
end
$$;
comment on function public.find_members(text, text, text, text, text, text, boolean, integer) is
  'A page of 100 of the caller''s team, pending people first: {"all", "total", "items": [{id, name, avatar, job_role, department, permission_level, knowledge_areas, contribution_count, is_pending}]}. The text stands in the name, or with a typo where it stands in none.';
create or replace function private.catalogue_order(kind text, sort text, descending boolean) returns text
language sql stable security definer set search_path = ''
as $$
  select case
    when sort = 'usual' then case when k.newest_first then 'r.created_at desc, r.id desc' else 'r.name, r.id' end
    else known.expression || case when descending then ' desc, ' else ', ' end || case
      when sort in ('name', 'created') then 'r.id' || case when descending then ' desc' else '' end
      when sort = 'match' then 'r.name, r.id'
      when k.newest_first then 'r.created_at desc, r.id desc'
      else 'r.name collate pg_catalog."C", r.id'
    end
  end
  from private.kinds k
  cross join lateral (
    values
      ('usual', null),
      ('match', 'not private.folded(r.name) like $2'),
      ('name', 'r.name'),
      ('created', 'r.created_at'),
      ('status', 'r.status collate pg_catalog."C"'),
      ('owner', 'person.place'),
      ('lastPublisher', 'person.place'),
      (sort, 'r.' || (k.own_orders ->> sort))
  ) as known (sort, expression)
  where k.kind = catalogue_order.kind and k.feature is not null and known.sort = catalogue_order.sort
    and (known.expression is not null or known.sort = 'usual')
$$;
create or replace function public.find_records(
  kind text,
  query text default '',
  sort text default 'usual',
  descending boolean default false,
  skip integer default 0,
  statuses text[] default null,
  owners uuid[] default null,
  without_owner boolean default false,
  gaps text[] default null
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
    or coalesce(cardinality(owners), 0) > 0 or coalesce(without_owner, false);
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
    account, kind, query, statuses, owners, coalesce(without_owner, false), gaps
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
comment on function public.find_records(text, text, text, boolean, integer, text[], uuid[], boolean, text[]) is
  'Up to 100 records of a catalogue of the caller''s account whose name or description contains a text, or whose name has it with a typo where none does: {"total": number, "items": [row]}. The kind is system, solution, agent or automation. The order (sort) is usual, match (in the name before in the description), name, created, status, owner or lastPublisher. Agents have platform and lastUsed besides, automations source and lastRun. With statuses and owners, records stay that have one of them. With without_owner, those without an owner stay too. With gaps, those stay that have one of no_owner, owner_left, owner_not_seen, handover_pending and nobody_else. Empty or null lists keep all.';
create function private.text_condition(account uuid, kind text, query text) returns text
language plpgsql stable security definer
set search_path = '' set cpu_operator_cost = 0.1 set random_page_cost = 1.1
as $$
declare
  as_typed constant text := format(
    '(private.folded(t.name) like %1$L or private.folded(t.description) like %1$L)', private.folded_pattern(query)
  );
  with_a_typo constant text := private.with_a_typo(query);
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
alter function private.text_condition(uuid, text, text) owner to cairn_definer;
create or replace function private.records_condition(
  account uuid, kind text, query text, statuses text[], owners uuid[], without_owner boolean, gaps text[]
) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  wanted constant text := private.display_text(coalesce(query, ''));
  condition text := format('t.account_id = %L', account);
begin
  if char_length(wanted) > 200 then
    raise exception 'A search has at most 200 characters.' using errcode = '22023', hint = 'Search for less.';
  end if;
  if greatest(cardinality(statuses), cardinality(owners), cardinality(gaps)) > 100 then
    raise exception 'A filter has at most 100 values.' using errcode = '22023', hint = 'Filter by fewer.';
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
  return condition;
end
$$;
create function private.search_matches(wanted text, of_each integer)
returns table (
  type text, id uuid, title text, description text, link text, updated_at timestamptz, total bigint, has_typo boolean
)
language plpgsql stable security definer
set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  account constant uuid := private.my_account();
  pattern constant text := private.folded_pattern(wanted);
  with_a_typo constant text := private.with_a_typo(wanted);
begin
  if account is null then
    return;
  end if;
  return query
  select 'knowledge', m.id, m.title, m.description, '/knowledge/' || m.id, m.updated_at, m.total, m.has_typo
  from private.matching_records(account, wanted, of_each, 'knowledge_articles', 'title', array['excerpt', 'content']) m;
  return query
  select k.kind, m.id, m.title, m.description, '/' || k.record_table, m.updated_at, m.total, m.has_typo
  from private.kinds k
  cross join lateral private.matching_records(account, wanted, of_each, k.record_table, 'name', array['description']) m
  where private.feature_enabled(k.feature);
  -- Of people only what they show: the rest is not found either, nor when they changed it.
  return query
  with people as materialized (
    select v.*, m.knowledge_areas, m.created_at, private.folded(v.name) as folded_name
    from private.visible_profiles(account) v
    join public.account_members m on m.account_id = account and m.user_id = v.id
  ),
  found as materialized (
    select p.*
    from people p
    where p.folded_name like pattern
      or private.folded(
        concat_ws(e'\n', p.job_role, p.department, p.bio, array_to_string(p.knowledge_areas, ', '))
      ) like pattern
  ),
  meant as (
    select f.*, false as has_typo from found f
    union all
    select p.*, true
    from people p
    where (select count(*) from found) < of_each and p.folded_name ~ with_a_typo
      and not exists (select from found f where f.id = p.id)
  )
  select
    'person', p.id, p.name, concat_ws(', ', nullif(p.job_role, ''), nullif(p.department, '')), '/team/' || p.id,
    p.created_at, count(*) over (), p.has_typo
  from meant p
  order by p.has_typo, p.folded_name <> wanted, not starts_with(p.folded_name, wanted), p.folded_name, p.id
  limit of_each;
end
$$;
comment on function private.search_matches(text, integer) is
  'Of each type the first records of the caller''s account in which a folded text stands, or with a typo, and how many there are, up to 1,001.';
alter function private.search_matches(text, integer) owner to cairn_definer;
create or replace function public.search_workspace(query text, result_limit integer default 50) returns json
language plpgsql stable security definer set search_path = ''
as $$
declare
  wanted constant text := private.folded(private.display_text(coalesce(query, '')));
  answer json;
begin
  if char_length(private.display_text(query)) > 200 then
    raise exception 'A search has at most 200 characters.' using errcode = '22023', hint = 'Search for less.';
  end if;
  with matches as materialized (
    select m.*
    from private.search_matches(wanted, least(greatest(coalesce(result_limit, 50), 1), 200)) m
    where wanted <> ''
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
            'updated_at', m.updated_at
          )
          order by m.has_typo, private.folded(m.title) <> wanted, not starts_with(private.folded(m.title), wanted),
            private.folded(m.title), lower(m.title) <> lower(private.display_text(query)), m.id
        )
        from matches m
      ),
      '[]'
    )
  ) into answer;
  return answer;
end
$$;
comment on function public.search_workspace(text, integer) is
  'Finds a text in the caller''s account, whatever its capitals and accents, and behind that titles that have it with a typo: {"counts": {type: number}, "results": [{type, id, title, description, link, updated_at}]}. Results are at most result_limit (1 to 200) of each type, counts are all up to 1,000 and 1,001 for more.';
create function private.matching_records(
  account uuid, wanted text, of_each integer, record_table text, title_column text, text_columns text[]
)
returns table (id uuid, title text, description text, updated_at timestamptz, total bigint, has_typo boolean)
language plpgsql stable security definer
set search_path = '' set cpu_operator_cost = 0.1 set random_page_cost = 1.1
as $$
declare
  matches constant text := (
    select string_agg(format('private.folded(t.%I) like $2', c), ' or ') from unnest(title_column || text_columns) c
  );
begin
  return query execute format(
    $query$
      with found as materialized (
        select t.id, private.folded(t.%2$I) collate "C" as name
        from public.%1$I t
        where t.account_id = $1 and (%3$s)
        order by private.folded(t.%2$I) collate "C", t.id
        limit 1001
      ),
      begins as materialized (
        select t.id
        from public.%1$I t
        where t.account_id = $1 and private.folded(t.%2$I) collate "C" like $3
        order by private.folded(t.%2$I) collate "C", t.id
        limit $5
      ),
      contains as (
        select f.id from found f where not starts_with(f.name, $4) order by f.name, f.id limit $5
      ),
      meant as materialized (
        select t.id
        from public.%1$I t
        where (select count(*) from found) < $5
          and t.account_id = $1 and private.folded(t.%2$I) ~ $6 and not (%3$s)
        order by private.folded(t.%2$I) collate "C", t.id
        limit 1001
      ),
      listed as (
        select b.id, false as has_typo from begins b
        union
        select c.id, false from contains c
        union all
        select m.id, true from meant m
      )
      select
        t.id, t.%2$I, t.%4$I, t.updated_at,
        least((select count(*) from found) + (select count(*) from meant), 1001), l.has_typo
      from listed l
      join public.%1$I t on t.account_id = $1 and t.id = l.id
      order by l.has_typo, not starts_with(private.folded(t.%2$I), $4), private.folded(t.%2$I) collate "C", t.id
      limit $5
    $query$,
    record_table, title_column, matches, text_columns[1]
  )
  using account, private.folded_pattern(wanted), substr(private.folded_pattern(wanted), 2), wanted, of_each,
    private.with_a_typo(wanted);
end
$$;
comment on function private.matching_records(uuid, text, integer, text, text, text[]) is
  'The first records of a table in which a folded text stands, the title or one of the other texts, behind them those whose title has it with a typo, and how many there are, up to 1,001.';
alter function private.matching_records(uuid, text, integer, text, text, text[]) owner to cairn_definer;
