-- What needs a member: their own records, those without an owner, systems in maintenance, automations that run late.
--
-- A call for the dashboard, which also says how many systems are registered. It runs as the caller, so row security
-- decides what it sees; it names the account all the same. Counts end at 100: 101 stands for more. Catalogues that
-- are switched off are left out.
-- A record without an owner concerns its creator and the managers, who may give it an owner. An automation is late
-- when it is active and has not run for 30 days; it concerns its owner, its creator and the managers.

-- One question for the dashboard, and long for that: a call for each part would wait for each.
create function public.get_attention(result_limit integer default 3) returns json
language plpgsql stable set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  person constant uuid := private.caller_id();
  manages constant boolean := coalesce(private.my_rank() >= 2, false);
  kinds constant text[] := array(select private.kinds_in_use());
  shown constant integer := least(greatest(coalesce(result_limit, 3), 0), 10);
begin
  return (
    with records as not materialized (
      select r.kind, r.id, r.name, r.owner_id, r.invited_owner_id, r.created_by
      from private.records r
      where r.account_id = account and r.kind = any (kinds)
    ),
    found as (
      (select 'mine' as reason, r.kind, r.id, r.name from records r where r.owner_id = person limit 101)
      union all
      (
        select 'ownerless', r.kind, r.id, r.name
        from records r
        where r.owner_id is null and (manages or r.created_by = person)
          -- An invited person counts as an owner while the invitation is open.
          and (r.invited_owner_id is null or r.invited_owner_id <> all (
            array(select i.id from public.get_invited_people() i)
          ))
        limit 101
      )
      union all
      (
        select 'maintenance', 'system', s.id, s.name
        from public.systems s
        where s.account_id = account and s.status = 'maintenance' and 'system' = any (kinds)
        limit 101
      )
      union all
      (
        select 'late', 'automation', a.id, a.name
        from public.automations a
        where a.account_id = account and a.status = 'active'
          and coalesce(a.last_run, a.created_at) < now() - interval '30 days'
          and (manages or person in (a.owner_id, a.created_by))
          and 'automation' = any (kinds)
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
