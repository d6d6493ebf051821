-- Search: articles, systems, solutions, agents, automations and people of the caller's account, in one call.
--
-- Case-insensitive substring, found by trigrams. Every index begins with the account, so that a search never walks
-- through the rows of another one: not for one letter, which has no trigrams, either. Row security would keep these
-- indexes from being used, for the comparison might tell something of the rows that it sees: the function looks past it,
-- and names the account itself. The members of an account are few enough without one.

create schema if not exists extensions;
create extension if not exists pg_trgm with schema extensions;
create extension if not exists btree_gin with schema extensions;

create index knowledge_articles_search_idx on public.knowledge_articles
  using gin (
    account_id,
    title extensions.gin_trgm_ops,
    excerpt extensions.gin_trgm_ops,
    content extensions.gin_trgm_ops
  );
create index systems_search_idx on public.systems
  using gin (account_id, name extensions.gin_trgm_ops, description extensions.gin_trgm_ops);
create index solutions_search_idx on public.solutions
  using gin (account_id, name extensions.gin_trgm_ops, description extensions.gin_trgm_ops);
create index agents_search_idx on public.agents
  using gin (account_id, name extensions.gin_trgm_ops, description extensions.gin_trgm_ops);
create index automations_search_idx on public.automations
  using gin (account_id, name extensions.gin_trgm_ops, description extensions.gin_trgm_ops);

-- Each statement is planned for the very pattern, because its letters decide whether trigrams help; and ilike is told to
-- cost what it does: the planner takes it for a comparison of two numbers.
-- An exact title comes first, then titles that begin with the text, then the alphabet.
create function private.search_matches(wanted text, of_each integer)
returns table (
  type text, id uuid, title text, description text, link text, updated_at timestamptz, total bigint
)
language plpgsql stable security definer
set search_path = '' set plan_cache_mode = force_custom_plan set cpu_operator_cost = 0.1
as $$
declare
  account constant uuid := private.my_account();
  pattern constant text := '%' || regexp_replace(wanted, '([\\%_])', '\\\1', 'g') || '%';
begin
  return query
  select 'knowledge', a.id, a.title, a.excerpt, '/knowledge/' || a.id, a.updated_at, count(*) over ()
  from public.knowledge_articles a
  where a.account_id = account and (a.title ilike pattern or a.excerpt ilike pattern or a.content ilike pattern)
  order by lower(a.title) <> wanted, not starts_with(lower(a.title), wanted), lower(a.title), a.id
  limit of_each;
  return query
  select 'system', s.id, s.name, s.description, '/systems', s.updated_at, count(*) over ()
  from public.systems s
  where s.account_id = account and (s.name ilike pattern or s.description ilike pattern)
  order by lower(s.name) <> wanted, not starts_with(lower(s.name), wanted), lower(s.name), s.id
  limit of_each;
  return query
  select 'solution', s.id, s.name, s.description, '/solutions', s.updated_at, count(*) over ()
  from public.solutions s
  where s.account_id = account and (s.name ilike pattern or s.description ilike pattern)
  order by lower(s.name) <> wanted, not starts_with(lower(s.name), wanted), lower(s.name), s.id
  limit of_each;
  return query
  select 'agent', a.id, a.name, a.description, '/agents', a.updated_at, count(*) over ()
  from public.agents a
  where a.account_id = account and (a.name ilike pattern or a.description ilike pattern)
  order by lower(a.name) <> wanted, not starts_with(lower(a.name), wanted), lower(a.name), a.id
  limit of_each;
  return query
  select 'automation', a.id, a.name, a.description, '/automations', a.updated_at, count(*) over ()
  from public.automations a
  where a.account_id = account and (a.name ilike pattern or a.description ilike pattern)
  order by lower(a.name) <> wanted, not starts_with(lower(a.name), wanted), lower(a.name), a.id
  limit of_each;
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
  'Of each type the first records of the caller''s account in which a text in lower case stands, and how many there are.';

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
      from unnest(array['knowledge', 'process', 'qa', 'system', 'solution', 'agent', 'automation', 'person'])
        with ordinality as t (type, place)
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
  'Finds a text in the caller''s account: {"counts": {type: number}, "results": [{type, id, title, description, link, updated_at}]}. Results are at most result_limit (1 to 200) of each type, counts are all.';

alter function private.search_matches(text, integer) owner to cairn_definer;
alter function public.search_workspace(text, integer) owner to cairn_definer;
revoke all on function public.search_workspace(text, integer) from public, anon, authenticated, service_role;
grant execute on function public.search_workspace(text, integer) to authenticated, service_role;
