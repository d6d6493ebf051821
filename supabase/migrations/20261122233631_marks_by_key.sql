-- What is marked is looked at record by record, by key. Joined with the view plainly, all records of the account were
-- looked at for a single mark: the planner does not reach into a union by a join, and 'offset 0' keeps it from making one.

create or replace function private.count_marked(account uuid, at_most integer) returns integer
language plpgsql security definer set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  counted integer;
begin
  -- Who counts is alone with the sums of the account; whoever comes meanwhile leaves it to them. What one statement sees
  -- belongs together: with a mark it sees the change that made it, and other marks stay.
  if not pg_try_advisory_xact_lock(private.lock_of_counts(account)) then
    return 0;
  end if;
  with taken as (
    delete from private.records_to_count m
    where m.ctid = any (array(
      select w.ctid from private.records_to_count w where w.account_id = account limit at_most
    ))
    returning m.kind, m.record_id
  ),
  marked as materialized (
    select distinct t.kind, t.record_id from taken t
  ),
  is_now as materialized (
    select g.*
    from marked m
    cross join lateral (
      select v.*
      from private.gaps_of_records v
      where v.account_id = account and v.kind = m.kind and v.record_id = m.record_id
      offset 0
    ) g
  ),
  was as materialized (
    select c.*
    from marked m
    join private.counted_records c on c.account_id = account and c.kind = m.kind and c.record_id = m.record_id
  ),
  gone as (
    delete from private.counted_records c
    using was w
    where c.account_id = account and c.kind = w.kind and c.record_id = w.record_id
      and not exists (select from is_now n where n.kind = w.kind and n.record_id = w.record_id)
  ),
  kept as (
    insert into private.counted_records as c
    select * from (select * from is_now except select * from was) changed
    on conflict (account_id, kind, record_id) do update
    set owner_id = excluded.owner_id, invited_owner_id = excluded.invited_owner_id, owner_left = excluded.owner_left,
      handover_pending = excluded.handover_pending, awaited = excluded.awaited, nobody_else = excluded.nobody_else
  ),
  summed as (
    insert into private.record_counts as c (
      account_id, kind, owner_id, invited_owner_id, owner_left, handover_pending, awaited, nobody_else, records
    )
    select
      account, d.kind, d.owner_id, d.invited_owner_id, d.owner_left, d.handover_pending, d.awaited, d.nobody_else, sum(d.more)
    from (
      select n.*, 1 as more from is_now n
      union all
      select w.*, -1 from was w
    ) d
    group by d.kind, d.owner_id, d.invited_owner_id, d.owner_left, d.handover_pending, d.awaited, d.nobody_else
    having sum(d.more) <> 0
    on conflict on constraint record_counts_key do update set records = c.records + excluded.records
  )
  select count(*) into counted from taken;
  delete from private.record_counts c where c.account_id = account and c.records = 0;
  return counted;
end
$$;

create or replace function private.current_counts(account uuid) returns table (
  kind text, owner_id uuid, unowned boolean, owner_left boolean, handover_pending boolean, nobody_else boolean,
  records bigint
)
language sql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
  with open as materialized (
    select array(
      select i.id
      from public.pending_invitations i
      where i.account_id = account and i.accepted_at is null and i.declined_at is null and i.expires_at > now()
    ) as ids
  ),
  marked as materialized (
    select distinct m.kind, m.record_id from private.records_to_count m where m.account_id = account
  ),
  counted as (
    select c.kind, c.owner_id, c.invited_owner_id, c.owner_left, c.handover_pending, c.awaited, c.nobody_else, c.records
    from private.record_counts c
    where c.account_id = account
    union all
    select c.kind, c.owner_id, c.invited_owner_id, c.owner_left, c.handover_pending, c.awaited, c.nobody_else, -1
    from marked m
    join private.counted_records c on c.account_id = account and c.kind = m.kind and c.record_id = m.record_id
    union all
    select g.kind, g.owner_id, g.invited_owner_id, g.owner_left, g.handover_pending, g.awaited, g.nobody_else, 1
    from marked m
    cross join lateral (
      select v.*
      from private.gaps_of_records v
      where v.account_id = account and v.kind = m.kind and v.record_id = m.record_id
      offset 0
    ) g
  )
  select
    c.kind, c.owner_id, c.owner_id is null and i.id is null, c.owner_left and i.id is null,
    c.handover_pending or c.awaited && o.ids, c.nobody_else, c.records
  from counted c
  cross join open o
  left join unnest(o.ids) as i (id) on i.id = c.invited_owner_id
$$;
