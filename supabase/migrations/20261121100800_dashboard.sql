-- Dashboard: counts and the latest changes, in one call each.
--
-- Both run as the caller, so row security decides what they see; the account is named all the same, for a service role
-- sees everything.

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

-- Each kind brings its 10 latest, found by their index, and the history says of each what happened to it last. Links are
-- left out: naming an expert changes no record. What the server itself wrote is told of whom it wrote it for.
create function public.get_recent_activity()
returns table (id uuid, kind text, resource text, action text, user_name text, occurred_at timestamptz)
language sql stable set search_path = ''
as $$
  with latest as (
    (
      select s.id, 'system' as kind, s.name, s.created_by, s.updated_by, s.updated_at
      from public.systems s
      where s.account_id = (select private.my_account())
      order by s.updated_at desc
      limit 10
    )
    union all
    (
      select s.id, 'solution', s.name, s.created_by, s.updated_by, s.updated_at
      from public.solutions s
      where s.account_id = (select private.my_account())
      order by s.updated_at desc
      limit 10
    )
    union all
    (
      select a.id, 'agent', a.name, a.created_by, a.updated_by, a.updated_at
      from public.agents a
      where a.account_id = (select private.my_account())
      order by a.updated_at desc
      limit 10
    )
    union all
    (
      select a.id, 'automation', a.name, a.created_by, a.updated_by, a.updated_at
      from public.automations a
      where a.account_id = (select private.my_account())
      order by a.updated_at desc
      limit 10
    )
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
      where r.account_id = (select private.my_account()) and r.record_id = l.id
        and (r.field is null or r.field <> all (array['experts', 'automations', 'agents']))
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

alter function public.get_dashboard_counts() owner to cairn_definer;
alter function public.get_recent_activity() owner to cairn_definer;
revoke all on function public.get_dashboard_counts(), public.get_recent_activity()
  from public, anon, authenticated, service_role;
grant execute on function public.get_dashboard_counts(), public.get_recent_activity() to authenticated, service_role;
