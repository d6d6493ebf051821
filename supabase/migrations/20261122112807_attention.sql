-- What needs somebody: their own records, those without an owner, systems in maintenance, automations that have not run.
--
-- One call for the dashboard, which also says how many systems there are beside those that are active. It runs as the caller, so row security decides what it sees; the account is named all the
-- same. Counts end at 100: 101 stands for more. What is switched off needs nobody.
-- What has no owner is a matter of those who may give it one: managers, and whoever made it. An automation is late that
-- is active and has not run for 30 days; it is a matter of its owner, its creator and of managers.

create index systems_maintenance_idx on public.systems (account_id, lower(name), id) where status = 'maintenance';
create index automations_by_run_idx on public.automations (account_id, coalesce(last_run, created_at))
  where status = 'active';

create function public.get_attention(result_limit integer default 3) returns json
language plpgsql stable set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  person constant uuid := private.caller_id();
  manages constant boolean := coalesce(private.my_rank() >= 2, false);
  shown constant integer := least(greatest(coalesce(result_limit, 3), 0), 10);
begin
  return (
    with records as not materialized (
      select 'system' as kind, s.id, s.name, s.owner_id, s.created_by, s.updated_at
      from public.systems s
      where s.account_id = account and (select private.feature_enabled('systems'))
      union all
      select 'automation', a.id, a.name, a.owner_id, a.created_by, a.updated_at
      from public.automations a
      where a.account_id = account and (select private.feature_enabled('automations'))
      union all
      select 'agent', a.id, a.name, a.owner_id, a.created_by, a.updated_at
      from public.agents a
      where a.account_id = account and (select private.feature_enabled('agents'))
      union all
      select 'solution', s.id, s.name, s.owner_id, s.created_by, s.updated_at
      from public.solutions s
      where s.account_id = account and (select private.feature_enabled('solutions'))
    ),
    found as (
      (select 'mine' as reason, r.kind, r.id, r.name from records r where r.owner_id = person limit 101)
      union all
      (
        select 'ownerless', r.kind, r.id, r.name
        from records r
        where r.owner_id is null and (manages or r.created_by = person)
        limit 101
      )
      union all
      (
        select 'maintenance', 'system', s.id, s.name
        from public.systems s
        where s.account_id = account and s.status = 'maintenance' and (select private.feature_enabled('systems'))
        limit 101
      )
      union all
      (
        select 'late', 'automation', a.id, a.name
        from public.automations a
        where a.account_id = account and a.status = 'active'
          and coalesce(a.last_run, a.created_at) < now() - interval '30 days'
          and (manages or person in (a.owner_id, a.created_by))
          and (select private.feature_enabled('automations'))
        limit 101
      )
    ),
    placed as (
      select
        f.*,
        count(*) over (partition by f.reason) as total,
        row_number() over (partition by f.reason order by lower(f.name), f.id) as place
      from found f
    )
    select json_build_object(
      'registered_systems', (select count(*) from public.systems s where s.account_id = account),
      'reasons', coalesce(json_object_agg(g.reason, g.answer), '{}')
    )
    from (
      select
        p.reason,
        json_build_object(
          'total', max(p.total),
          'kinds', (
            select json_agg(k.kind order by k.kind)
            from (select distinct f.kind from found f where f.reason = p.reason) k
          ),
          'items', coalesce(
            json_agg(json_build_object('kind', p.kind, 'id', p.id, 'name', p.name) order by p.place)
              filter (where p.place <= shown),
            '[]'
          )
        ) as answer
      from placed p
      group by p.reason
    ) g
  );
end
$$;
comment on function public.get_attention(integer) is
  'What needs the caller: {"registered_systems", "reasons": {"mine" | "ownerless" | "maintenance" | "late": {"total", "kinds", "items": [{kind, id, name}]}}}. Totals are all up to 100 and 101 for more; registered systems are all, whatever their status.';

alter function public.get_attention(integer) owner to cairn_definer;
revoke all on function public.get_attention(integer) from public, anon, authenticated, service_role;
grant execute on function public.get_attention(integer) to authenticated;
