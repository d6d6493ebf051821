-- Counted gaps: what each record counts as, and the sums of it by owner, so that a count reads no records.
--
-- A writer waits for no other: a change only marks its records. The server counts what is marked every few seconds. A
-- reader adds what is not counted yet, looking at the records themselves, so figures are exact at any time.
-- The sums leave out gaps that begin by the clock or elsewhere (an invitation that ends, a team that everybody leaves, an
-- owner's last visit): they name owner, and invitation or team, and the reader asks about them. Coverage reads its present from the same sums.

create table private.records_to_count (
  account_id uuid not null,
  kind text not null,
  record_id uuid not null
);
create index records_to_count_account_idx on private.records_to_count (account_id);
comment on table private.records_to_count is
  'Records that may count as something else since a change. No keys: a writer waits for no other.';

create table private.counted_records (
  account_id uuid not null,
  kind text not null,
  record_id uuid not null,
  owner_id uuid,
  invited_owner_id uuid,
  owner_left boolean not null,
  handover_pending boolean not null,
  awaited uuid[] not null,
  nobody_else boolean not null,
  primary key (account_id, kind, record_id)
);
create index counted_records_nobody_else_idx on private.counted_records (account_id, kind, record_id)
  where nobody_else;
comment on table private.counted_records is 'As what each record is in the sums.';
comment on column private.counted_records.handover_pending is 'Whether a member has not answered yet.';
comment on column private.counted_records.awaited is
  'Otherwise the invitations of those who were handed something: it is pending while one of them is open.';

create table private.record_counts (
  account_id uuid not null,
  kind text not null,
  owner_id uuid,
  invited_owner_id uuid,
  owner_left boolean not null,
  handover_pending boolean not null,
  awaited uuid[] not null,
  nobody_else boolean not null,
  records bigint not null,
  constraint record_counts_key unique nulls not distinct (
    account_id, kind, owner_id, invited_owner_id, owner_left, handover_pending, awaited, nobody_else
  )
);
comment on table private.record_counts is 'How many records of a catalogue there are by owner and gaps.';

-- The conditions are those of private.gap_condition, without what ends by the clock.
create view private.gaps_of_records with (security_invoker = true) as
select
  t.account_id,
  t.kind,
  t.id as record_id,
  t.owner_id,
  -- Or the team: whether either counts as an owner, the reader asks.
  case when t.owner_id is null then coalesce(t.invited_owner_id, t.team_id) end as invited_owner_id,
  t.owner_id is null and exists (
    select from public.departed_owners d
    where d.account_id = t.account_id and d.kind = t.kind and d.record_id = t.id
  ) as owner_left,
  coalesce(h.of_member, false) as handover_pending,
  case when h.of_member then '{}' else coalesce(h.awaited, '{}') end as awaited,
  t.team_id is null and not exists (
    select from public.record_experts e
    where e.account_id = t.account_id and e.record_id = t.id and e.expert_id is distinct from t.owner_id
  ) as nobody_else
from private.records t
left join lateral (
  select
    bool_or(h.invitation_id is null) as of_member,
    array_agg(distinct h.invitation_id order by h.invitation_id) as awaited
  from public.handovers h
  where h.account_id = t.account_id and h.record_id = t.id and h.kind = t.kind and h.state = 'pending'
) h on true;
comment on view private.gaps_of_records is 'As what each record counts now.';

-- A single, long statement: all that it counts has to belong to one moment of the database.
create function private.count_marked(account uuid, at_most integer, only_these text[] default null) returns integer
language plpgsql security definer set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  counted integer;
begin
  -- Only one transaction at a time updates the sums of an account; another skips the work. A statement has one snapshot:
  -- with a mark it sees the change that made it, and later marks stay.
  if not pg_try_advisory_xact_lock(private.lock_key_of_counts(account)) then
    return 0;
  end if;
  with taken as (
    delete from private.records_to_count m
    where m.ctid = any (array(
      select w.ctid from private.records_to_count w
      where w.account_id = account and (only_these is null or w.kind || ' ' || w.record_id = any (only_these))
      limit at_most
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
      -- By the id alone: while the planner knows nothing of the table, it could walk through the kind for each.
      select v.* from private.gaps_of_records v where v.record_id = m.record_id offset 0
    ) g
    where g.account_id = account and g.kind = m.kind
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
comment on function private.count_marked(uuid, integer, text[]) is
  'Brings so many marks of an account into its sums, only those of these records where they are given; returns how many. None while another transaction is at it.';

create function private.marked_records(account uuid, without text[], at_most integer) returns setof text
language sql stable security definer set search_path = ''
as $$
  select distinct m.kind || ' ' || m.record_id
  from (
    select w.kind, w.record_id
    from private.records_to_count w
    where w.account_id = account and w.kind || ' ' || w.record_id <> all (without)
    limit at_most
  ) m
$$;
comment on function private.marked_records(uuid, text[], integer) is
  'The records that some marks of an account are of, but for some records.';
grant execute on function private.marked_records(uuid, text[], integer) to supabase_auth_admin;

create function private.accounts_to_count() returns setof uuid
language sql stable security definer set search_path = ''
as $$
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
  union
  select t.account_id from private.contributions_to_count t
$$;
comment on function private.accounts_to_count() is
  'The accounts with changed records that the figures of gaps, or counts of contributions, do not have yet.';
grant execute on function private.accounts_to_count() to supabase_auth_admin;
grant execute on function private.count_marked(uuid, integer, text[]) to supabase_auth_admin;

-- An account that cannot be counted keeps no other account waiting.
create function public.count_changed_records(at_most integer default 2000) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  account uuid;
  counted integer := 0;
begin
  for account in select a from private.accounts_to_count() as a loop
    begin
      perform private.count_left_contributions(account);
      counted := counted + private.count_marked(account, at_most - counted);
    exception when others then
      raise warning 'The records of account % could not be counted: %', account, sqlerrm;
    end;
    exit when counted >= at_most;
  end loop;
  return counted;
end
$$;
comment on function public.count_changed_records(integer) is
  'For the server: brings changes of records into the figures of gaps, so that they need not be read one by one. Returns how many; as many as were asked for where there may be more.';
grant execute on function public.count_changed_records(integer) to service_role, supabase_auth_admin;

create trigger records_to_count_many after insert on private.records_to_count
  referencing new table as marks
  for each statement execute function private.count_bulk_marks();

alter table private.records_to_count enable row level security;
alter table private.records_to_count force row level security;

alter table private.counted_records enable row level security;
alter table private.counted_records force row level security;

alter table private.record_counts enable row level security;
alter table private.record_counts force row level security;

grant select, insert, delete on private.records_to_count to cairn_definer;
grant select, insert, update, delete on private.counted_records, private.record_counts to cairn_definer;
grant select on private.gaps_of_records to cairn_definer;
