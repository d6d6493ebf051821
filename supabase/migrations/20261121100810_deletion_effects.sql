-- Before something is deleted, the dialog says what goes with it or loses it.
--
-- Runs as the caller: about a record of another account it knows as little as about one that does not exist.

create function public.get_deletion_effects(kind_param text, id_param uuid)
returns table (affected text, count bigint, names text[])
language plpgsql stable set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
begin
  if kind_param is null or kind_param <> all (array['system', 'solution', 'agent', 'automation', 'article']) then
    raise exception 'Kind must be system, solution, agent, automation or article.' using errcode = '22023';
  end if;
  return query
  with effect (affected, name) as (
    select 'experts', p.name
    from public.system_experts e
    join public.profiles p on p.id = e.expert_id
    where kind_param = 'system' and e.account_id = account and e.system_id = id_param
    union all
    select 'solutions', s.name
    from public.solutions s
    where kind_param = 'system' and s.account_id = account and s.related_systems @> array[id_param]
    union all
    select 'articles', a.title
    from public.knowledge_articles a
    where kind_param = 'system' and a.account_id = account and a.system_id = id_param
    union all
    select case kind_param when 'solution' then 'automations' else 'solutions' end,
      case kind_param when 'solution' then a.name else s.name end
    from public.solution_automations l
    join public.solutions s on s.id = l.solution_id
    join public.automations a on a.id = l.automation_id
    where l.account_id = account
      and (kind_param = 'solution' and l.solution_id = id_param or kind_param = 'automation' and l.automation_id = id_param)
    union all
    select case kind_param when 'solution' then 'agents' else 'solutions' end,
      case kind_param when 'solution' then a.name else s.name end
    from public.solution_agents l
    join public.solutions s on s.id = l.solution_id
    join public.agents a on a.id = l.agent_id
    where l.account_id = account
      and (kind_param = 'solution' and l.solution_id = id_param or kind_param = 'agent' and l.agent_id = id_param)
  )
  select e.affected, count(*), (array_agg(e.name order by lower(e.name), e.name))[1:5]
  from effect e
  group by e.affected
  order by e.affected;
end
$$;
comment on function public.get_deletion_effects(text, uuid) is
  'What deleting a record of the account affects: how many experts, solutions, articles, automations or agents, and the first five names of each. No rows where nothing is affected.';

alter function public.get_deletion_effects(text, uuid) owner to cairn_definer;
revoke all on function public.get_deletion_effects(text, uuid) from public, anon, authenticated, service_role;
grant execute on function public.get_deletion_effects(text, uuid) to authenticated, service_role;
