-- Search: articles, systems, solutions, agents, automations and people of the caller's account, in one call.
--
-- A part of a text without regard to capitals and accents, found by trigrams. Where fewer are found than are asked for,
-- titles and names follow that have the text with a typo.
-- Every index begins with the account, so that a search never walks
-- through the rows of another account, not even for a single letter, which has no trigrams.
-- Row security would keep these indexes from being used, because the comparison might tell something of the rows that
-- it sees. So the function looks past it, and names the account itself. The members of an account are few enough
-- without an index.

-- Each statement is planned for the very pattern, because its letters decide whether trigrams help. A setting tells
-- the planner what ilike costs: it takes it for a comparison of two numbers. An exact title comes first, then titles
-- that begin with the text, then the alphabet.
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
  with_a_typo constant text := private.typo_pattern(wanted);
begin
  if account is null then
    return;
  end if;
  return query
  select 'knowledge', m.id, m.title, m.description, '/knowledge/' || m.id, m.updated_at, m.total, m.has_typo
  from private.matching_records(account, 'article', wanted, of_each, 'title', array['excerpt', 'content']) m;
  return query
  select k.kind, m.id, m.title, m.description, '/' || k.record_table, m.updated_at, m.total, m.has_typo
  from private.kinds k
  cross join lateral private.matching_records(account, k.kind, wanted, of_each, 'name', array['description']) m
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

-- Of several gaps the one that somebody has to do something about first.
create function private.record_summaries(account uuid, kind text, ids uuid[])
returns table (id uuid, summary json)
language plpgsql stable security definer set search_path = ''
as $$
declare
  first_gap constant text := (
    select string_agg(format('when %s then %L', private.gap_condition(record_summaries.kind, gap, null), gap), ' ' order by place)
    from unnest(array['owner_left', 'no_owner', 'handover_pending', 'nobody_else']) with ordinality as g (gap, place)
  );
begin
  return query execute format(
    'select t.id, json_build_object(
      ''status'', t.status,
      ''owner'', coalesce(
        (select p.name from public.profiles p where p.id = t.owner_id and p.account_id = $1 and private.may(''people'', ''read'')),
        (
          select i.name from public.pending_invitations i
          where i.id = t.invited_owner_id and i.account_id = $1 and private.may(''people'', ''read'')
            and i.accepted_at is null and i.declined_at is null and i.expires_at > now()
        ),
        (select o.name from public.teams o where o.id = t.team_id and o.account_id = $1 and private.may(''people'', ''read''))
      ),
      ''gap'', case %s end
    )
    from public.%I t
    where t.account_id = $1 and t.id = any ($2)',
    first_gap, private.catalogue_of(kind)
  )
  using account, ids;
end
$$;
comment on function private.record_summaries(uuid, text, uuid[]) is
  'Of records of an account''s catalogue: {status, owner (a name, or null), gap (the first that they have of those that need no look at who was here, or null)}.';

create function public.search_workspace(query text, result_limit integer default 50) returns json
language plpgsql stable security definer set search_path = ''
as $$
declare
  wanted constant text := private.folded(private.display_text(coalesce(query, '')));
  of_each constant integer := least(greatest(coalesce(result_limit, 50), 1), 200);
  tags constant uuid[] := private.tags_meant_by_text(wanted);
  answer json;
begin
  if char_length(private.display_text(query)) > 200 then
    raise exception 'A search has at most 200 characters.'
      using errcode = '22023', detail = 'search.too_long', hint = 'Enter a shorter search.';
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
grant execute on function public.search_workspace(text, integer) to authenticated, service_role;

-- The query is put together for the table and planned for the very text, because its letters decide whether trigrams
-- help. The settings tell the planner what things cost here. ilike costs more than a comparison of two numbers. The
-- pages that a walk through an index meets are in memory, each as near as the next. Workers would start for each kind
-- anew. Long, because the statement is put together in one place.
create function private.matching_records(
  account uuid, kind text, wanted text, of_each integer, title_column text, text_columns text[]
)
returns table (id uuid, title text, description text, updated_at timestamptz, total bigint, has_typo boolean)
language plpgsql stable security definer
set search_path = '' set cpu_operator_cost = 0.1 set random_page_cost = 1.1 set max_parallel_workers_per_gather = 0
as $$
declare
  -- The table itself: a view would be planned for each part of the statement.
  source constant text := case
    when kind = 'article' then 'public.knowledge_articles t where'
    else format('private.records t where t.kind = %L and', kind)
  end;
  matches constant text := (
    select string_agg(format('private.folded(t.%I) like $2', c), ' or ') from unnest(title_column || text_columns) c
  );
begin
  return query execute format(
    $query$
      with found as materialized (
        select t.id, private.folded(t.%2$I) collate "C" as name
        from %1$s t.account_id = $1 and (%3$s)
        order by private.folded(t.%2$I) collate "C", t.id
        limit 1001
      ),
      begins as materialized (
        select t.id
        from %1$s t.account_id = $1 and private.folded(t.%2$I) collate "C" like $3
        order by private.folded(t.%2$I) collate "C", t.id
        limit $5
      ),
      contains as (
        select f.id from found f where not starts_with(f.name, $4) order by f.name, f.id limit $5
      ),
      meant as materialized (
        select t.id
        from %1$s (select count(*) from found) < $5
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
      cross join lateral (select t.* from %1$s t.account_id = $1 and t.id = l.id) t
      order by l.has_typo, not starts_with(private.folded(t.%2$I), $4), private.folded(t.%2$I) collate "C", t.id
      limit $5
    $query$,
    source, title_column, matches, text_columns[1]
  )
  using account, private.folded_pattern(wanted), substr(private.folded_pattern(wanted), 2), wanted, of_each,
    private.typo_pattern(wanted);
end
$$;
comment on function private.matching_records(uuid, text, text, integer, text, text[]) is
  'The first records of a kind in which a folded text stands, the title or one of the other texts, behind them those whose title has it with a typo, and how many there are, up to 1,001.';
