-- Handovers and the bin, put together: a notification can tell of either, and the activity names neither an answer to a
-- handover nor a restoration, for both leave the record as it was.

alter table public.notifications drop constraint notifications_kind_known;
alter table public.notifications add constraint notifications_kind_known check (private.holds(
  kind in (
    'invitation_accepted', 'member_joined', 'newcomer_waiting', 'expert_assigned', 'owner_assigned', 'level_changed',
    'record_changed', 'record_deleted', 'record_restored', 'dependency_deleted', 'second_factor_wanted', 'handed_over'
  ),
  'Kind must be one of the known kinds of notifications.'
));

create or replace function public.get_recent_activity()
returns table (id uuid, kind text, resource text, action text, user_name text, occurred_at timestamptz)
language sql stable set search_path = ''
as $$
  with latest as (
    (
      select s.id, 'system' as kind, s.name, s.created_by, s.updated_by, s.updated_at
      from public.systems s
      where s.account_id = (select private.my_account()) and (select private.feature_enabled('systems'))
      order by s.updated_at desc
      limit 10
    )
    union all
    (
      select s.id, 'solution', s.name, s.created_by, s.updated_by, s.updated_at
      from public.solutions s
      where s.account_id = (select private.my_account()) and (select private.feature_enabled('solutions'))
      order by s.updated_at desc
      limit 10
    )
    union all
    (
      select a.id, 'agent', a.name, a.created_by, a.updated_by, a.updated_at
      from public.agents a
      where a.account_id = (select private.my_account()) and (select private.feature_enabled('agents'))
      order by a.updated_at desc
      limit 10
    )
    union all
    (
      select a.id, 'automation', a.name, a.created_by, a.updated_by, a.updated_at
      from public.automations a
      where a.account_id = (select private.my_account()) and (select private.feature_enabled('automations'))
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
