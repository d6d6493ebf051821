-- Dashboard: counts and the latest changes, in one call each.
--
-- Both run as the caller, so row security decides what they see. They name the account all the same, for a service
-- role sees everything.

create function public.get_dashboard_counts() returns json
language sql stable set search_path = ''
as $$
  select json_build_object(
    'systems', (
      select count(*) from public.systems s
      where s.account_id = (select private.my_account()) and s.status = 'active'
    ),
    'automations', (
      select count(*) from public.automations a
      where a.account_id = (select private.my_account()) and a.status = 'active'
    ),
    'agents', (select count(*) from public.agents a where a.account_id = (select private.my_account())),
    'solutions', (select count(*) from public.solutions s where s.account_id = (select private.my_account()))
  )
$$;
comment on function public.get_dashboard_counts() is
  'How many active systems, active automations, agents and solutions the account has.';
grant execute on function public.get_dashboard_counts() to authenticated, service_role;

-- The latest changes are read from the history, which has them in order: an index on the time of change of the records
-- themselves would have to follow every change of them. A restored record keeps its place, with the last change that it
-- had. Records whose history has expired come after those that have one. A single, long query: the dashboard asks once.
create function public.get_recent_activity()
returns table (id uuid, kind text, resource text, action text, user_name text, occurred_at timestamptz)
language sql stable set search_path = ''
as $$
  with latest as (
    select
      r.id,
      h.kind,
      r.name,
      h.action,
      coalesce(h.changed_by, case h.action when 'created' then r.created_by else r.updated_by end) as person,
      r.updated_at,
      h.changed_at
    from public.record_history h
    -- Looked up line by line, so that the walk through the history ends with the eighth record.
    cross join lateral (
      select r.id, r.name, r.created_by, r.updated_by, r.updated_at
      from private.records r
      where r.account_id = h.account_id and r.kind = h.kind and r.id = h.record_id
        and not exists (
          select from public.record_history later
          where later.account_id = h.account_id and later.record_id = h.record_id
            and later.changed_at >= h.changed_at and (later.changed_at, later.id) > (h.changed_at, h.id)
            and later.action in ('created', 'updated')
            and (later.field is null or later.field <> all (array['experts', 'automations', 'agents', 'relations', 'maintenance', 'handover']))
        )
      offset 0
    ) r
    where h.account_id = (select private.my_account())
      and h.kind = any (array(select k.kind from private.kinds_in_use() as k (kind)))
      and h.action in ('created', 'updated')
      and (h.field is null or h.field <> all (array['experts', 'automations', 'agents', 'relations', 'maintenance', 'handover']))
    order by h.changed_at desc
    limit 8
  ),
  older as (
    select
      r.id,
      r.kind,
      r.name,
      case when r.created_at = r.updated_at then 'created' else 'updated' end as action,
      case when r.created_at = r.updated_at then r.created_by else r.updated_by end as person,
      r.updated_at,
      r.updated_at as changed_at
    from private.records r
    where (select count(*) from latest) < 8
      and r.account_id = (select private.my_account())
      and r.kind = any (array(select k.kind from private.kinds_in_use() as k (kind)))
      and not exists (
        select from latest l
        where l.id = r.id
      )
    order by r.updated_at desc
    limit 8
  ),
  shown as (
    select * from latest
    union all
    select * from older
    order by updated_at desc, changed_at desc
    limit 8
  )
  select s.id, s.kind, s.name, s.action, coalesce(p.name, 'Unknown User'), s.updated_at
  from shown s
  left join public.profiles p on p.id = s.person
  order by s.updated_at desc, s.changed_at desc
$$;
comment on function public.get_recent_activity() is 'The 8 records of the account that were created or changed last, of all kinds that it uses.';
grant execute on function public.get_recent_activity() to authenticated, service_role;
