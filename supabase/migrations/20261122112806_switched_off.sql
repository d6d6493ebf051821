-- What is switched off does not show among what is not: neither in the activity of the account nor in its search.
--
-- The records are kept, and who has their address reads them: a switch hides, it takes nothing away.

grant execute on function private.feature_enabled(text) to service_role;

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
    private.matching_records(account, wanted, of_each, kind.name, 'name', array['description']) m
  where private.feature_enabled(kind.name);
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
