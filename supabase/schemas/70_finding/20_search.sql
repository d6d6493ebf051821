-- Search: articles, systems, solutions, agents, automations and people of the caller's account, in one call.
--
-- Case-insensitive substring, found by trigrams. Every index begins with the account, so that a search never walks
-- through the rows of another account, not even for a single letter, which has no trigrams.
-- Row security would keep these indexes from being used, because the comparison might tell something of the rows that
-- it sees. So the function looks past it, and names the account itself. The members of an account are few enough
-- without an index.

-- Each statement is planned for the very pattern, because its letters decide whether trigrams help. A setting tells
-- the planner what ilike costs: it takes it for a comparison of two numbers. An exact title comes first, then titles
-- that begin with the text, then the alphabet.
create function private.search_matches(wanted text, of_each integer)
returns table (
  type text, id uuid, title text, description text, link text, updated_at timestamptz, total bigint
)
language plpgsql stable security definer
set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  account constant uuid := private.my_account();
  pattern constant text := '%' || regexp_replace(wanted, '([\\%_])', '\\\1', 'g') || '%';
begin
  if account is null then
    return;
  end if;
  return query
  select 'knowledge', m.id, m.title, m.description, '/knowledge/' || m.id, m.updated_at, m.total
  from private.matching_records(account, wanted, of_each, 'knowledge_articles', 'title', array['excerpt', 'content']) m;
  return query
  select k.kind, m.id, m.title, m.description, '/' || k.record_table, m.updated_at, m.total
  from private.kinds k
  cross join lateral private.matching_records(account, wanted, of_each, k.record_table, 'name', array['description']) m
  where private.feature_enabled(k.feature);
  -- Of people only what they show: the rest is not found either, nor when they changed it.
  return query
  select
    'person', v.id, v.name, concat_ws(', ', nullif(v.job_role, ''), nullif(v.department, '')), '/team/' || v.id,
    m.created_at, count(*) over ()
  from private.visible_profiles(account) v
  join public.account_members m on m.account_id = account and m.user_id = v.id
  where v.name ilike pattern or v.job_role ilike pattern or v.department ilike pattern or v.bio ilike pattern
    or array_to_string(m.knowledge_areas, ', ') ilike pattern
  order by lower(v.name) <> wanted, not starts_with(lower(v.name), wanted), lower(v.name), v.id
  limit of_each;
end
$$;
comment on function private.search_matches(text, integer) is
  'Of each type the first records of the caller''s account in which a text in lower case stands, and how many there are, up to 1,001.';
alter function private.search_matches(text, integer) owner to cairn_definer;

create function public.search_workspace(query text, result_limit integer default 50) returns json
language plpgsql stable security definer set search_path = ''
as $$
declare
  wanted constant text := lower(private.display_text(coalesce(query, '')));
  answer json;
begin
  if char_length(wanted) > 200 then
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
          order by lower(m.title) <> wanted, not starts_with(lower(m.title), wanted), lower(m.title), m.id
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
  'Finds a text in the caller''s account: {"counts": {type: number}, "results": [{type, id, title, description, link, updated_at}]}. Results are at most result_limit (1 to 200) of each type, counts are all up to 1,000 and 1,001 for more.';
alter function public.search_workspace(text, integer) owner to cairn_definer;
revoke all on function public.search_workspace(text, integer) from public, anon, authenticated, service_role;
grant execute on function public.search_workspace(text, integer) to authenticated, service_role;

-- The query is put together for the table and planned for the very text, because its letters decide whether trigrams
-- help. The settings tell the planner what things cost here. ilike costs more than a comparison of two numbers. The
-- pages that a walk through an index meets are in memory, each as near as the next.
create function private.matching_records(
  account uuid, wanted text, of_each integer, record_table text, title_column text, text_columns text[]
)
returns table (id uuid, title text, description text, updated_at timestamptz, total bigint)
language plpgsql stable security definer
set search_path = '' set cpu_operator_cost = 0.1 set random_page_cost = 1.1
as $$
declare
  literal constant text := regexp_replace(wanted, '([\\%_])', '\\\1', 'g');
  matches constant text := (select string_agg(format('t.%I ilike $2', c), ' or ') from unnest(title_column || text_columns) c);
begin
  return query execute format(
    $query$
      with found as materialized (
        select t.id, lower(t.%2$I) collate "C" as name
        from public.%1$I t
        where t.account_id = $1 and (%3$s)
        order by lower(t.%2$I) collate "C", t.id
        limit 1001
      ),
      begins as materialized (
        select t.id
        from public.%1$I t
        where t.account_id = $1 and lower(t.%2$I) collate "C" like $3
        order by lower(t.%2$I) collate "C", t.id
        limit $5
      ),
      contains as (
        select f.id from found f where not starts_with(f.name, $4) order by f.name, f.id limit $5
      )
      select t.id, t.%2$I, t.%4$I, t.updated_at, (select count(*) from found)
      from public.%1$I t
      where t.account_id = $1 and t.id in (select b.id from begins b union all select c.id from contains c)
      order by not starts_with(lower(t.%2$I), $4), lower(t.%2$I) collate "C", t.id
      limit $5
    $query$,
    record_table, title_column, matches, text_columns[1]
  )
  using account, '%' || literal || '%', literal || '%', wanted, of_each;
end
$$;
comment on function private.matching_records(uuid, text, integer, text, text, text[]) is
  'The first records of a table in which a text in lower case stands, the title or one of the other texts, and how many there are, up to 1,001.';
alter function private.matching_records(uuid, text, integer, text, text, text[]) owner to cairn_definer;
