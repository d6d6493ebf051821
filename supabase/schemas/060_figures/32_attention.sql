-- Attention: the list of matters for a member, which are handovers and newcomers that wait for their answer,
-- automations and agents that are late, systems in maintenance, records without an owner, and their own.
--
-- A call for the dashboard, which also says how many systems are registered. It runs as the caller, so row security
-- decides what it sees; it names the account all the same. Catalogues that are switched off are left out. A record
-- without an owner concerns its creator and the managers, who may give it an owner. An automation or agent is late when
-- its heartbeat is late or failing. An automation without a schedule is late when it is active and has not run for 30
-- days: by its heartbeat, or else as the record says. It concerns its owner, its creator and the managers. The caller's
-- own records come first. Counts are exact; those of many records are read from the sums: see 12_counted_gaps.sql.

create function private.counted_attention(reason text) returns bigint
language sql stable security definer set search_path = ''
as $$
  select coalesce(sum(c.records), 0)::bigint
  from private.current_counts(private.my_account()) c
  where c.kind in (select private.kinds_in_use())
    and case reason when 'mine' then c.owner_id = private.caller_id() when 'ownerless' then c.unowned end
$$;
comment on function private.counted_attention(text) is
  'How many records of the caller''s account are the caller''s (mine), or have no owner (ownerless).';
grant execute on function private.counted_attention(text) to authenticated;

-- A single, long query for the dashboard: separate calls would wait for each other.
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
      select r.kind, r.id, r.name, r.owner_id, r.invited_owner_id, r.team_id, r.created_by
      from private.records r
      where r.account_id = account and r.kind = any (kinds)
    ),
    found as (
      (select 'mine' as reason, r.kind, r.id, r.name, true as own from records r where r.owner_id = person limit 101)
      union all
      (
        select distinct 'handover', r.kind, r.id, r.name, true
        from public.handovers h
        join records r on r.kind = h.kind and r.id = h.record_id
        where h.account_id = account and h.receiver_id = person and h.state = 'pending'
      )
      union all
      (
        select 'ownerless', r.kind, r.id, r.name, false
        from records r
        where r.owner_id is null and (manages or r.created_by = person)
          -- An invited person counts as an owner while the invitation is open.
          and (r.invited_owner_id is null or r.invited_owner_id <> all (
            array(select i.id from public.get_invited_people() i)
          ))
          and (r.team_id is null or r.team_id <> all (array(select unnest(private.teams_with_members(account)))))
        limit case when manages then 101 end
      )
      union all
      (
        select 'maintenance', 'system', s.id, s.name, s.owner_id is not distinct from person
        from public.systems s
        where s.account_id = account and s.status = 'maintenance' and 'system' = any (kinds)
      )
      union all
      (
        select 'late', r.kind, r.id, r.name, r.owner_id is not distinct from person
        from private.heartbeats_in_trouble() h
        join records r on r.kind = h.kind and r.id = h.record_id
        where manages or person in (r.owner_id, r.created_by)
        union
        select 'late', 'automation', a.id, a.name, a.owner_id is not distinct from person
        from public.automations a
        left join private.reported_runs('automation') h on h.record_id = a.id
        where a.account_id = account and a.status = 'active'
          and h.is_expected is not true
          and coalesce(h.last_at, a.last_run, a.created_at) < now() - interval '30 days'
          and (manages or person in (a.owner_id, a.created_by))
          and 'automation' = any (kinds)
          and a.id <> all (array(select w.record_id from private.records_in_maintenance(account, now()) w))
      )
    ),
    placed as (
      select
        f.*,
        count(*) over (partition by f.reason) as total,
        row_number() over (partition by f.reason order by f.own desc, lower(f.name), f.id) as place
      from found f
    )
    select json_build_object(
      'registered_systems', (select count(*) from public.systems s where s.account_id = account),
      'newcomers', case
        when private.my_rank() >= 3 then (select count(*) from public.get_waiting_newcomers())
        else 0
      end,
      'reasons', coalesce(json_object_agg(g.reason, g.answer), '{}')
    )
    from (
      select
        p.reason,
        json_build_object(
          'total', case
            when max(p.total) > 100 and (p.reason = 'mine' or p.reason = 'ownerless' and manages)
              then private.counted_attention(p.reason)
            else max(p.total)
          end,
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
  'Counts and records that need the caller''s attention: {"registered_systems", "newcomers", "reasons": {"handover" | "late" | "maintenance" | "ownerless" | "mine": {"total", "kinds", "items": [{kind, id, name}]}}}. Newcomers are those who wait for an admin; registered systems are all, whatever their status.';
grant execute on function public.get_attention(integer) to authenticated;
