-- What experts of every kind appear in: what a deletion takes along, what the weekly mail tells them, and their records on
-- a member's page.

-- Asks as its caller, as the procedure does that names the experts of a record.
grant select on private.record_experts to authenticated, service_role;

create or replace function public.get_deletion_effects(kind_param text, id_param uuid)
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
    from private.record_experts e
    join public.profiles p on p.id = e.expert_id
    where e.account_id = account and e.kind = kind_param and e.record_id = id_param
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

create or replace function private.digest_of_changes(account uuid, person uuid, moment timestamptz) returns jsonb
language sql stable security definer set search_path = ''
as $$
  with mine as (
    select r.kind, r.id, r.name
    from private.catalogue_records r
    where r.account_id = account and r.owner_id = person
    union
    select r.kind, r.id, r.name
    from private.record_experts e
    join private.catalogue_records r on r.account_id = e.account_id and r.kind = e.kind and r.id = e.record_id
    where e.account_id = account and e.expert_id = person
  ),
  changed as (
    select
      r.kind as record_kind, r.id as record_id, r.name as record_name,
      count(distinct h.changed_by)::integer as people,
      (array_agg(h.changed_by order by h.changed_at desc))[1] as last_by,
      row_number() over (order by max(h.changed_at) desc, r.id) as place
    from mine r
    join public.record_history h on h.account_id = account and h.record_id = r.id
    where h.action = 'updated' and h.changed_by is distinct from person
      and h.changed_at > moment - interval '7 days' and h.changed_at <= moment
      and not private.switched_off(account, r.kind)
    group by r.kind, r.id, r.name
  )
  select jsonb_build_object(
    'total', count(*),
    'items', coalesce(
      jsonb_agg(
        jsonb_build_object(
          'record_kind', c.record_kind, 'record_id', c.record_id, 'record_name', c.record_name,
          'actor_name', p.name, 'others', greatest(c.people - 1, 0)
        )
        order by c.place
      ) filter (where c.place <= 10),
      '[]'
    )
  )
  from changed c
  left join public.account_members m on m.account_id = account and m.user_id = c.last_by
  left join public.profiles p on p.id = m.user_id
$$;

create or replace function public.get_member_records(
  target_user_id uuid,
  relation text,
  kinds text[] default array['system', 'solution', 'agent', 'automation'],
  skip integer default 0
) returns json
language sql stable security definer set search_path = ''
as $$
  with account as materialized (
    select m.account_id as id
    from public.account_members m
    where m.user_id = target_user_id and m.account_id = private.my_account()
  ),
  found as materialized (
    select r.kind, r.id, r.name
    from account a
    join private.catalogue_records r on r.account_id = a.id
    where relation = 'owner' and r.owner_id = target_user_id and r.kind = any (kinds)
    union all
    select r.kind, r.id, r.name
    from account a
    join private.record_experts x on x.account_id = a.id
    join private.catalogue_records r on r.account_id = x.account_id and r.kind = x.kind and r.id = x.record_id
    where relation = 'expert' and x.expert_id = target_user_id and x.kind = any (kinds)
  ),
  page as (
    select f.* from found f order by lower(f.name), f.id limit 10 offset greatest(coalesce(skip, 0), 0)
  )
  select json_build_object(
    'total', (select count(*) from found),
    'items', (select coalesce(json_agg(p order by lower(p.name), p.id), '[]') from page p)
  )
$$;
