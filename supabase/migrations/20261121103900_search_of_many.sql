-- Search in an account with very many records: what comes first is read in its order, and what matches is counted only
-- up to 1,000, so that a text that stands everywhere costs no more than one that stands somewhere.
--
-- Titles have an index in the order of their letters' codes, from which those that begin with a text are read, the exact
-- one first, and then the others until there are enough. A text that stands almost nowhere is found by trigrams as before.
-- Who is shown is decided in that order; how they are sorted on the screen stays the alphabet's.

create index knowledge_articles_by_title_idx on public.knowledge_articles (account_id, (lower(title) collate "C"), id);
create index systems_by_title_idx on public.systems (account_id, (lower(name) collate "C"), id);
create index solutions_by_title_idx on public.solutions (account_id, (lower(name) collate "C"), id);
create index agents_by_title_idx on public.agents (account_id, (lower(name) collate "C"), id);
create index automations_by_title_idx on public.automations (account_id, (lower(name) collate "C"), id);

-- The query is put together for the table and planned for the very text, because its letters decide whether trigrams
-- help. The planner is told what things cost here: ilike is no comparison of two numbers, and the pages that a walk
-- through an index comes by are in memory, where one is as near as the next.
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

create or replace function private.search_matches(wanted text, of_each integer)
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
  select kind.type, m.id, m.title, m.description, '/' || kind.name, m.updated_at, m.total
  from (
    values ('system', 'systems'), ('solution', 'solutions'), ('agent', 'agents'), ('automation', 'automations')
  ) as kind (type, name),
    private.matching_records(account, wanted, of_each, kind.name, 'name', array['description']) m;
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
comment on function public.search_workspace(text, integer) is
  'Finds a text in the caller''s account: {"counts": {type: number}, "results": [{type, id, title, description, link, updated_at}]}. Results are at most result_limit (1 to 200) of each type, counts are all up to 1,000 and 1,001 for more.';

alter function private.matching_records(uuid, text, integer, text, text, text[]) owner to cairn_definer;
