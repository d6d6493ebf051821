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
    'automations', 0,
    'agents', 0,
    'solutions', 0
  )
$$;
comment on function public.get_dashboard_counts() is
  'How many active systems, automations, agents and solutions the account has. Kinds without a table yet are 0.';

-- The person is who did it: the creator of a new record, otherwise whoever changed it last.
create function public.get_recent_activity()
returns table (id uuid, kind text, resource text, action text, user_name text, occurred_at timestamptz)
language sql stable set search_path = ''
as $$
  with latest as (
    (
      select s.id, 'system' as kind, s.name, s.created_by, s.updated_by, s.created_at, s.updated_at
      from public.systems s
      where s.account_id = (select private.my_account())
      order by s.updated_at desc
      limit 10
    )
  )
  select
    l.id,
    l.kind,
    l.name,
    case when l.created_at = l.updated_at then 'created' else 'updated' end,
    coalesce(p.name, 'Unknown User'),
    l.updated_at
  from latest l
  left join public.profiles p
    on p.id = case when l.created_at = l.updated_at then l.created_by else l.updated_by end
  order by l.updated_at desc, l.id
  limit 8
$$;
comment on function public.get_recent_activity() is 'The 8 latest changes of the account, out of the 10 latest of each kind.';

alter function public.get_dashboard_counts() owner to cairn_definer;
alter function public.get_recent_activity() owner to cairn_definer;
revoke all on function public.get_dashboard_counts(), public.get_recent_activity()
  from public, anon, authenticated, service_role;
grant execute on function public.get_dashboard_counts(), public.get_recent_activity() to authenticated, service_role;
