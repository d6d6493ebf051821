-- A change of many records counts them itself: whoever opens the dashboard right after it reads sums, and looks at no marks.
-- Coverage reads its present from the same sums.

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
    -- Not 'not exists': nobody can tell the planner how many are marked, and it would compare each with every other.
    delete from private.counted_records c
    using (
      select w.kind, w.record_id from was w
      except
      select n.kind, n.record_id from is_now n
    ) w
    where c.account_id = account and c.kind = w.kind and c.record_id = w.record_id
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

-- One account that cannot be counted keeps no other waiting.
create or replace function public.count_changed_records(at_most integer default 2000) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  account uuid;
  counted integer := 0;
begin
  for account in
    with recursive waiting as (
      (select m.account_id from private.records_to_count m order by m.account_id limit 1)
      union all
      select (
        select m.account_id
        from private.records_to_count m
        where m.account_id > w.account_id
        order by m.account_id
        limit 1
      )
      from waiting w
      where w.account_id is not null
    )
    select w.account_id from waiting w where w.account_id is not null
  loop
    begin
      counted := counted + private.count_marked(account, at_most - counted);
    exception when others then
      raise warning 'The records of account % could not be counted: %', account, sqlerrm;
    end;
    exit when counted >= at_most;
  end loop;
  return counted;
end
$$;

create or replace function private.count_for_readers(account uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  -- So many are quickly looked at, which leaves counting to the server.
  most constant integer := 1000;
begin
  if current_setting('transaction_read_only') = 'on' or current_setting('transaction_isolation') <> 'read committed' then
    return;
  end if;
  if (select count(*) from (
    select from private.records_to_count m where m.account_id = account limit most + 1
  ) waiting) > most then
    perform private.count_marked(account, 20 * most);
  end if;
end
$$;

create function private.count_many() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  -- Fewer are quickly looked at by whoever reads, until the server counts them.
  fewest constant integer := 1000;
  batch constant integer := 20000;
  many constant boolean := (select count(*) from (select from marks limit fewest) m) >= fewest;
  account uuid;
  records bigint;
begin
  -- Where no server counts, one change in a hundred counts what the others have left.
  if not many and random() > 0.01 or current_setting('transaction_isolation') <> 'read committed' then
    return null;
  end if;
  for account, records in
    select m.account_id, count(*)
    from marks m
    group by m.account_id
    having not many or count(*) >= fewest
    order by m.account_id
  loop
    begin
      -- In the order of whoever deletes an account: first the account, then its counts.
      perform from public.accounts a where a.id = account for key share;
      if many then
        perform private.count_marked(account, batch) from generate_series(1, records, batch);
      else
        perform private.count_for_readers(account);
      end if;
    -- No change is refused because it cannot be counted yet.
    exception when others then
      raise warning 'The records of account % could not be counted: %', account, sqlerrm;
    end;
  end loop;
  return null;
end
$$;
comment on function private.count_many() is
  'Statement trigger: brings the marks of a change of many records into the sums at once, unless somebody else is at it; now and then also what many small changes have left.';
alter function private.count_many() owner to cairn_definer;

create trigger records_to_count_many after insert on private.records_to_count
  referencing new table as marks
  for each statement execute function private.count_many();

-- Candidates of a list: an open invitation is no gap, however many records it is the owner of.

create or replace function private.gap_candidates(account uuid, kind text, gaps text[], not_seen uuid[]) returns uuid[]
language plpgsql stable security definer set search_path = ''
as $$
declare
  found uuid[];
begin
  execute (
    select 'select array(' || string_agg(
      case g.gap
        when 'no_owner' then format(
          'select t.id
          from public.%I t
          where t.account_id = $1 and t.owner_id is null
            and (t.invited_owner_id is null or t.invited_owner_id <> all ($4))',
          kind || 's'
        )
        when 'owner_left' then
          'select d.record_id from public.departed_owners d where d.account_id = $1 and d.kind = $2'
        when 'owner_not_seen' then format(
          'select t.id from public.%I t where t.account_id = $1 and t.owner_id = any ($3)', kind || 's'
        )
        when 'handover_pending' then
          'select h.record_id from public.handovers h
          where h.account_id = $1 and h.kind = $2 and h.state = ''pending'''
        when 'nobody_else' then
          'select c.record_id from private.counted_records c
          where c.account_id = $1 and c.kind = $2 and c.nobody_else
          union
          select m.record_id from private.records_to_count m where m.account_id = $1 and m.kind = $2'
      end,
      ' union '
    ) || ')'
    from unnest(gaps) as g (gap)
  )
    into found using account, kind, not_seen, array(
      select i.id
      from public.pending_invitations i
      where i.account_id = account and i.accepted_at is null and i.declined_at is null and i.expires_at > now()
    );
  return found;
end
$$;

-- Few records have an owner who is invited; all others need no entry.
drop index public.systems_invited_owner_id_idx;
drop index public.solutions_invited_owner_id_idx;
drop index public.agents_invited_owner_id_idx;
drop index public.automations_invited_owner_id_idx;
create index systems_invited_owner_id_idx on public.systems (account_id, invited_owner_id)
  where invited_owner_id is not null;
create index solutions_invited_owner_id_idx on public.solutions (account_id, invited_owner_id)
  where invited_owner_id is not null;
create index agents_invited_owner_id_idx on public.agents (account_id, invited_owner_id)
  where invited_owner_id is not null;
create index automations_invited_owner_id_idx on public.automations (account_id, invited_owner_id)
  where invited_owner_id is not null;

-- Coverage

create function private.current_coverage(account uuid)
returns table (kind text, records bigint, with_owner bigint, with_second bigint)
language sql stable security definer set search_path = ''
as $$
  select
    k.kind,
    coalesce(sum(c.records), 0)::bigint,
    coalesce(sum(c.records) filter (where not c.unowned), 0)::bigint,
    coalesce(sum(c.records) filter (where not c.nobody_else), 0)::bigint
  from unnest(array['system', 'solution', 'agent', 'automation']) as k (kind)
  left join private.current_counts(account) c using (kind)
  group by k.kind
$$;
comment on function private.current_coverage(uuid) is
  'How many records of each catalogue have an owner, invited ones included, and somebody else who knows them, now.';
alter function private.current_coverage(uuid) owner to cairn_definer;

create or replace function private.keep_coverage(account uuid, most_changes integer default 50000) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  this_week constant date := date_trunc('week', now() at time zone 'utc');
  oldest constant timestamptz := (select min(h.changed_at) from public.record_history h where h.account_id = account);
  missing date[] := array(
    select w.week::date
    from generate_series(
      greatest(
        this_week - 364,
        least(this_week, coalesce(date_trunc('week', oldest at time zone 'utc')::date + 7, this_week))
      ),
      this_week, interval '7 days'
    ) as w (week)
    where not exists (
      select from private.coverage_weeks c where c.account_id = account and c.week = w.week::date
    )
    order by w.week
  );
begin
  if current_setting('transaction_read_only') = 'on' then
    return;
  end if;
  if missing <> '{}' and most_changes is not null then
    missing := array(
      select w.week
      from unnest(missing) as w (week)
      where private.beginning_of(w.week) > coalesce(
        (
          select h.changed_at
          from public.record_history h
          where h.account_id = account
          order by h.changed_at desc
          limit 1 offset most_changes
        ),
        '-infinity'
      )
      order by w.week
    );
  end if;
  if missing = '{}' then
    return;
  end if;
  insert into private.coverage_weeks (account_id, week, kind, records, with_owner, with_second)
  select
    account, missing[s.place], n.kind,
    n.records - sum(s.records), n.with_owner - sum(s.with_owner), n.with_second - sum(s.with_second)
  from private.current_coverage(account) n
  cross join lateral private.parts_of_ids((
    select count(*)
    from public.record_history h
    where h.account_id = account and h.changed_at >= private.beginning_of(missing[1])
  )) p
  cross join lateral private.coverage_since(
    account, n.kind, array(select private.beginning_of(w.week) from unnest(missing) as w (week) order by w.week),
    p.first_id, p.last_id
  ) s
  group by s.place, n.kind, n.records, n.with_owner, n.with_second
  -- Two who write down the same wait for each other in the same order.
  order by s.place, n.kind
  on conflict do nothing;
  delete from private.coverage_weeks c where c.account_id = account and c.week < this_week - 728;
end
$$;

create or replace function public.get_coverage() returns json
language plpgsql security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  this_week constant date := date_trunc('week', now() at time zone 'utc');
  kinds constant text[] := array(
    select k.kind
    from unnest(array['system', 'solution', 'agent', 'automation']) as k (kind)
    where private.feature_enabled(k.kind || 's')
  );
begin
  if account is null then
    return null;
  end if;
  perform private.count_for_readers(account);
  perform private.keep_coverage(account);
  return json_build_object(
    'weeks', (
      select coalesce(json_agg(w order by w.week), '[]')
      from (
        select
          c.week, sum(c.records) as records, sum(c.with_owner) as with_owner, sum(c.with_second) as with_second
        from private.coverage_weeks c
        where c.account_id = account and c.week >= this_week - 364 and c.kind = any (kinds)
        group by c.week
        having sum(c.records) > 0
      ) w
    ),
    'now', (
      select json_build_object(
        'records', coalesce(sum(n.records), 0),
        'with_owner', coalesce(sum(n.with_owner), 0),
        'with_second', coalesce(sum(n.with_second), 0)
      )
      from private.current_coverage(account) n
      where n.kind = any (kinds)
    )
  );
end
$$;
drop function private.coverage_now(uuid, text);
