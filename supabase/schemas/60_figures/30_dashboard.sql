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
alter function public.get_dashboard_counts() owner to cairn_definer;
revoke all on function public.get_dashboard_counts() from public, anon, authenticated, service_role;
grant execute on function public.get_dashboard_counts() to authenticated, service_role;

-- A restored record stands where it stood, with the change that it had last.
create function public.get_recent_activity()
returns table (id uuid, kind text, resource text, action text, user_name text, occurred_at timestamptz)
language sql stable set search_path = ''
as $$
  with latest as (
    select r.id, k.kind, r.name, r.created_by, r.updated_by, r.updated_at
    from private.kinds_in_use() as k (kind)
    cross join lateral (
      select r.id, r.name, r.created_by, r.updated_by, r.updated_at
      from private.records r
      where r.account_id = (select private.my_account()) and r.kind = k.kind
      order by r.updated_at desc
      limit 10
    ) r
  ),
  told as (
    select
      l.id,
      l.kind,
      l.name,
      h.action,
      coalesce(h.changed_by, case h.action when 'created' then l.created_by else l.updated_by end) as person,
      l.updated_at,
      h.changed_at
    from latest l
    cross join lateral (
      select r.action, r.changed_by, r.changed_at
      from public.record_history r
      where r.account_id = (select private.my_account()) and r.record_id = l.id and r.action <> 'restored'
        and (r.field is null or r.field <> all (array['experts', 'automations', 'agents', 'handover']))
      order by r.changed_at desc
      limit 1
    ) h
  )
  select t.id, t.kind, t.name, t.action, coalesce(p.name, 'Unknown User'), t.updated_at
  from told t
  left join public.profiles p on p.id = t.person
  order by t.updated_at desc, t.changed_at desc
  limit 8
$$;
comment on function public.get_recent_activity() is 'The 8 latest changes of the account, out of the 10 latest of each kind.';
alter function public.get_recent_activity() owner to cairn_definer;
revoke all on function public.get_recent_activity() from public, anon, authenticated, service_role;
grant execute on function public.get_recent_activity() to authenticated, service_role;
