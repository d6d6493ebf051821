-- Gaps of any number of records: what each record counts as is kept, and the sums of it by owner, so that a count reads a
-- few sums and no records.
--
-- Whoever writes waits for nobody: a change only marks its records, in rows of its own. The server counts what is marked
-- every few seconds, and a reader adds what is not counted yet, looking at the records themselves; so figures are exact at
-- any time, and a record that is marked once too often counts the same. What ends by the clock alone (an invitation, the
-- last visit of an owner) is no part of the sums: these name owner and invitation, and the reader asks about them.

create table private.records_to_count (
  account_id uuid not null,
  kind text not null,
  record_id uuid not null
);
create index records_to_count_account_idx on private.records_to_count (account_id);
comment on table private.records_to_count is
  'Records that may count as something else since a change. No keys: whoever writes waits for nobody.';

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

alter table private.records_to_count owner to cairn_owner;
alter table private.counted_records owner to cairn_owner;
alter table private.record_counts owner to cairn_owner;
alter table private.records_to_count enable row level security;
alter table private.counted_records enable row level security;
alter table private.record_counts enable row level security;
alter table private.records_to_count force row level security;
alter table private.counted_records force row level security;
alter table private.record_counts force row level security;
revoke all on private.records_to_count, private.counted_records, private.record_counts
  from public, anon, authenticated, service_role;
grant select, insert, delete on private.records_to_count to cairn_definer;
grant select, insert, update, delete on private.counted_records, private.record_counts to cairn_definer;

-- The conditions are those of private.gap_condition, without what ends by the clock.
create view private.gaps_of_records with (security_invoker = true) as
select
  t.account_id,
  'system' as kind,
  t.id as record_id,
  t.owner_id,
  case when t.owner_id is null then t.invited_owner_id end as invited_owner_id,
  t.owner_id is null and exists (
    select from public.departed_owners d
    where d.account_id = t.account_id and d.kind = 'system' and d.record_id = t.id
  ) as owner_left,
  coalesce(h.of_member, false) as handover_pending,
  case when h.of_member then '{}' else coalesce(h.awaited, '{}') end as awaited,
  not exists (
    select from public.system_experts e
    where e.account_id = t.account_id and e.system_id = t.id and e.expert_id is distinct from t.owner_id
  ) as nobody_else
from public.systems t
left join lateral (
  select
    bool_or(h.invitation_id is null) as of_member,
    array_agg(distinct h.invitation_id order by h.invitation_id) as awaited
  from public.handovers h
  where h.account_id = t.account_id and h.record_id = t.id and h.kind = 'system' and h.state = 'pending'
) h on true
union all
select
  t.account_id,
  'solution' as kind,
  t.id as record_id,
  t.owner_id,
  case when t.owner_id is null then t.invited_owner_id end as invited_owner_id,
  t.owner_id is null and exists (
    select from public.departed_owners d
    where d.account_id = t.account_id and d.kind = 'solution' and d.record_id = t.id
  ) as owner_left,
  coalesce(h.of_member, false) as handover_pending,
  case when h.of_member then '{}' else coalesce(h.awaited, '{}') end as awaited,
  not exists (
    select from public.solution_experts e
    where e.account_id = t.account_id and e.solution_id = t.id and e.expert_id is distinct from t.owner_id
  ) as nobody_else
from public.solutions t
left join lateral (
  select
    bool_or(h.invitation_id is null) as of_member,
    array_agg(distinct h.invitation_id order by h.invitation_id) as awaited
  from public.handovers h
  where h.account_id = t.account_id and h.record_id = t.id and h.kind = 'solution' and h.state = 'pending'
) h on true
union all
select
  t.account_id,
  'agent' as kind,
  t.id as record_id,
  t.owner_id,
  case when t.owner_id is null then t.invited_owner_id end as invited_owner_id,
  t.owner_id is null and exists (
    select from public.departed_owners d
    where d.account_id = t.account_id and d.kind = 'agent' and d.record_id = t.id
  ) as owner_left,
  coalesce(h.of_member, false) as handover_pending,
  case when h.of_member then '{}' else coalesce(h.awaited, '{}') end as awaited,
  not exists (
    select from public.agent_experts e
    where e.account_id = t.account_id and e.agent_id = t.id and e.expert_id is distinct from t.owner_id
  ) as nobody_else
from public.agents t
left join lateral (
  select
    bool_or(h.invitation_id is null) as of_member,
    array_agg(distinct h.invitation_id order by h.invitation_id) as awaited
  from public.handovers h
  where h.account_id = t.account_id and h.record_id = t.id and h.kind = 'agent' and h.state = 'pending'
) h on true
union all
select
  t.account_id,
  'automation' as kind,
  t.id as record_id,
  t.owner_id,
  case when t.owner_id is null then t.invited_owner_id end as invited_owner_id,
  t.owner_id is null and exists (
    select from public.departed_owners d
    where d.account_id = t.account_id and d.kind = 'automation' and d.record_id = t.id
  ) as owner_left,
  coalesce(h.of_member, false) as handover_pending,
  case when h.of_member then '{}' else coalesce(h.awaited, '{}') end as awaited,
  not exists (
    select from public.automation_experts e
    where e.account_id = t.account_id and e.automation_id = t.id and e.expert_id is distinct from t.owner_id
  ) as nobody_else
from public.automations t
left join lateral (
  select
    bool_or(h.invitation_id is null) as of_member,
    array_agg(distinct h.invitation_id order by h.invitation_id) as awaited
  from public.handovers h
  where h.account_id = t.account_id and h.record_id = t.id and h.kind = 'automation' and h.state = 'pending'
) h on true;
comment on view private.gaps_of_records is 'As what each record counts now.';
alter view private.gaps_of_records owner to cairn_owner;
revoke all on private.gaps_of_records from public, anon, authenticated, service_role;
grant select on private.gaps_of_records to cairn_definer;

-- Marking. Nothing of an account that goes as a whole, which takes its sums along.

create function private.mark_records() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  case tg_op
    when 'INSERT' then
      insert into private.records_to_count (account_id, kind, record_id)
      select c.account_id, tg_argv[0], c.id from come c;
    when 'DELETE' then
      insert into private.records_to_count (account_id, kind, record_id)
      select g.account_id, tg_argv[0], g.id
      from gone g
      where exists (select from public.accounts a where a.id = g.account_id);
    else
      -- No join: the plan is kept, and is as good for one record as for ten thousand.
      insert into private.records_to_count (account_id, kind, record_id)
      select changed.account_id, tg_argv[0], changed.id
      from (
        select c.account_id, c.id, c.owner_id, c.invited_owner_id from come c
        except
        select g.account_id, g.id, g.owner_id, g.invited_owner_id from gone g
      ) changed;
  end case;
  return null;
end
$$;
comment on function private.mark_records() is
  'Statement trigger (kind): marks records that come, go or have another owner, to be counted.';

create function private.mark_known() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  execute format(
    'insert into private.records_to_count (account_id, kind, record_id) '
      || case tg_op
        when 'INSERT' then 'select e.account_id, $1, e.%1$I from come e'
        when 'DELETE' then
          'select e.account_id, $1, e.%1$I
          from gone e
          where exists (select from public.accounts a where a.id = e.account_id)'
        else
          'select e.account_id, $1, e.%1$I from gone e union select e.account_id, $1, e.%1$I from come e'
      end,
    tg_argv[0] || '_id'
  ) using tg_argv[0];
  return null;
end
$$;
comment on function private.mark_known() is
  'Statement trigger (kind): marks records of which experts come or go, to be counted.';

create function private.mark_named() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  case tg_op
    when 'INSERT' then
      insert into private.records_to_count (account_id, kind, record_id)
      select c.account_id, c.kind, c.record_id from come c;
    when 'DELETE' then
      insert into private.records_to_count (account_id, kind, record_id)
      select g.account_id, g.kind, g.record_id
      from gone g
      where exists (select from public.accounts a where a.id = g.account_id);
    else
      insert into private.records_to_count (account_id, kind, record_id)
      select g.account_id, g.kind, g.record_id from gone g
      union
      select c.account_id, c.kind, c.record_id from come c;
  end case;
  return null;
end
$$;
comment on function private.mark_named() is
  'Statement trigger: marks the records that rows name by kind and record_id, to be counted.';

-- Counting

create function private.lock_of_counts(account uuid) returns bigint
language sql immutable set search_path = ''
as $$
  select hashtextextended('counts of ' || account, 0)
$$;
comment on function private.lock_of_counts(uuid) is 'The advisory lock of whoever writes the sums of an account.';

create function private.count_anew(account uuid) returns void
language plpgsql security definer set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
begin
  perform pg_advisory_xact_lock(private.lock_of_counts(account));
  -- First the marks: whatever they mark is seen by the statements after this one.
  delete from private.records_to_count m where m.account_id = account;
  delete from private.counted_records c where c.account_id = account;
  delete from private.record_counts c where c.account_id = account;
  insert into private.counted_records
  select g.* from private.gaps_of_records g where g.account_id = account;
  insert into private.record_counts
  select
    c.account_id, c.kind, c.owner_id, c.invited_owner_id, c.owner_left, c.handover_pending, c.awaited, c.nobody_else, count(*)
  from private.counted_records c
  where c.account_id = account
  group by c.account_id, c.kind, c.owner_id, c.invited_owner_id, c.owner_left, c.handover_pending, c.awaited, c.nobody_else;
end
$$;
comment on function private.count_anew(uuid) is
  'Counts all records of an account, also those that were written while triggers were off.';

create function private.count_marked(account uuid, at_most integer) returns integer
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
    join private.gaps_of_records g on g.account_id = account and g.kind = m.kind and g.record_id = m.record_id
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
comment on function private.count_marked(uuid, integer) is
  'Brings so many marks of an account into its sums; returns how many. None while somebody else is at it.';

create function public.count_changed_records(at_most integer default 2000) returns integer
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
    counted := counted + private.count_marked(account, at_most - counted);
    exit when counted >= at_most;
  end loop;
  return counted;
end
$$;
comment on function public.count_changed_records(integer) is
  'For the server, every few seconds: brings changes of records into the figures of gaps, so that they need not be read one by one. Returns how many; as many as were asked for where there may be more.';

create function private.drop_counts() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(private.lock_of_counts(old.id));
  delete from private.records_to_count m where m.account_id = old.id;
  delete from private.counted_records c where c.account_id = old.id;
  delete from private.record_counts c where c.account_id = old.id;
  return old;
end
$$;
comment on function private.drop_counts() is 'Trigger: an account that goes takes its sums along.';

-- Reading

create function private.current_counts(account uuid) returns table (
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
    join private.gaps_of_records g on g.account_id = account and g.kind = m.kind and g.record_id = m.record_id
  )
  select
    c.kind, c.owner_id, c.owner_id is null and i.id is null, c.owner_left and i.id is null,
    c.handover_pending or c.awaited && o.ids, c.nobody_else, c.records
  from counted c
  cross join open o
  left join unnest(o.ids) as i (id) on i.id = c.invited_owner_id
$$;
comment on function private.current_counts(uuid) is
  'How many records of each catalogue of an account there are by owner and gaps; a number may be less than none beside another.';

create or replace function public.get_gaps() returns json
language plpgsql volatile security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  not_seen constant uuid[] := private.people_not_seen(account);
begin
  perform private.count_for_readers(account);
  return (
    select coalesce(
      json_object_agg(
        k.kind,
        jsonb_build_object(
          'no_owner', k.no_owner, 'owner_left', k.owner_left, 'handover_pending', k.handover_pending,
          'nobody_else', k.nobody_else
        ) || case when not_seen is null then '{}' else jsonb_build_object('owner_not_seen', k.owner_not_seen) end
      ),
      '{}'
    )
    from (
      select
        kinds.kind,
        coalesce(sum(c.records) filter (where c.unowned), 0) as no_owner,
        coalesce(sum(c.records) filter (where c.owner_left), 0) as owner_left,
        coalesce(sum(c.records) filter (where c.handover_pending), 0) as handover_pending,
        coalesce(sum(c.records) filter (where c.nobody_else), 0) as nobody_else,
        coalesce(sum(c.records) filter (where p.id is not null), 0) as owner_not_seen
      from unnest(array['system', 'solution', 'agent', 'automation']) as kinds (kind)
      left join private.current_counts(account) c using (kind)
      left join unnest(not_seen) as p (id) on p.id = c.owner_id
      where account is not null and private.feature_enabled(kinds.kind || 's')
      group by kinds.kind
    ) k
  );
end
$$;
comment on function public.get_gaps() is
  'How many records of each catalogue that is switched on have which gap: {"system" | …: {"no_owner", "owner_left", "owner_not_seen", "handover_pending", "nobody_else"}}. owner_left is among no_owner; owner_not_seen is there from level manager on, where the auth server tells it.';

create function private.count_for_readers(account uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  -- So many are quickly looked at, which leaves counting to the server.
  most constant integer := 10000;
begin
  if current_setting('transaction_read_only') = 'on' or current_setting('transaction_isolation') <> 'read committed' then
    return;
  end if;
  if (select count(*) from (
    select from private.records_to_count m where m.account_id = account limit most + 1
  ) waiting) > most then
    perform private.count_marked(account, 2 * most);
  end if;
end
$$;
comment on function private.count_for_readers(uuid) is
  'Counts what is marked in an account, where so much waits that looking at it would take long.';

create trigger systems_come_to_count after insert on public.systems
  referencing new table as come
  for each statement execute function private.mark_records('system');
create trigger systems_change_to_count after update on public.systems
  referencing old table as gone new table as come
  for each statement execute function private.mark_records('system');
create trigger systems_go_to_count after delete on public.systems
  referencing old table as gone
  for each statement execute function private.mark_records('system');
create trigger solutions_come_to_count after insert on public.solutions
  referencing new table as come
  for each statement execute function private.mark_records('solution');
create trigger solutions_change_to_count after update on public.solutions
  referencing old table as gone new table as come
  for each statement execute function private.mark_records('solution');
create trigger solutions_go_to_count after delete on public.solutions
  referencing old table as gone
  for each statement execute function private.mark_records('solution');
create trigger agents_come_to_count after insert on public.agents
  referencing new table as come
  for each statement execute function private.mark_records('agent');
create trigger agents_change_to_count after update on public.agents
  referencing old table as gone new table as come
  for each statement execute function private.mark_records('agent');
create trigger agents_go_to_count after delete on public.agents
  referencing old table as gone
  for each statement execute function private.mark_records('agent');
create trigger automations_come_to_count after insert on public.automations
  referencing new table as come
  for each statement execute function private.mark_records('automation');
create trigger automations_change_to_count after update on public.automations
  referencing old table as gone new table as come
  for each statement execute function private.mark_records('automation');
create trigger automations_go_to_count after delete on public.automations
  referencing old table as gone
  for each statement execute function private.mark_records('automation');
create trigger system_experts_come_to_count after insert on public.system_experts
  referencing new table as come
  for each statement execute function private.mark_known('system');
create trigger system_experts_change_to_count after update on public.system_experts
  referencing old table as gone new table as come
  for each statement execute function private.mark_known('system');
create trigger system_experts_go_to_count after delete on public.system_experts
  referencing old table as gone
  for each statement execute function private.mark_known('system');
create trigger solution_experts_come_to_count after insert on public.solution_experts
  referencing new table as come
  for each statement execute function private.mark_known('solution');
create trigger solution_experts_change_to_count after update on public.solution_experts
  referencing old table as gone new table as come
  for each statement execute function private.mark_known('solution');
create trigger solution_experts_go_to_count after delete on public.solution_experts
  referencing old table as gone
  for each statement execute function private.mark_known('solution');
create trigger agent_experts_come_to_count after insert on public.agent_experts
  referencing new table as come
  for each statement execute function private.mark_known('agent');
create trigger agent_experts_change_to_count after update on public.agent_experts
  referencing old table as gone new table as come
  for each statement execute function private.mark_known('agent');
create trigger agent_experts_go_to_count after delete on public.agent_experts
  referencing old table as gone
  for each statement execute function private.mark_known('agent');
create trigger automation_experts_come_to_count after insert on public.automation_experts
  referencing new table as come
  for each statement execute function private.mark_known('automation');
create trigger automation_experts_change_to_count after update on public.automation_experts
  referencing old table as gone new table as come
  for each statement execute function private.mark_known('automation');
create trigger automation_experts_go_to_count after delete on public.automation_experts
  referencing old table as gone
  for each statement execute function private.mark_known('automation');
create trigger departed_owners_come_to_count after insert on public.departed_owners
  referencing new table as come
  for each statement execute function private.mark_named();
create trigger departed_owners_change_to_count after update on public.departed_owners
  referencing old table as gone new table as come
  for each statement execute function private.mark_named();
create trigger departed_owners_go_to_count after delete on public.departed_owners
  referencing old table as gone
  for each statement execute function private.mark_named();
create trigger handovers_come_to_count after insert on public.handovers
  referencing new table as come
  for each statement execute function private.mark_named();
create trigger handovers_change_to_count after update on public.handovers
  referencing old table as gone new table as come
  for each statement execute function private.mark_named();
create trigger handovers_go_to_count after delete on public.handovers
  referencing old table as gone
  for each statement execute function private.mark_named();
create trigger accounts_counts_go before delete on public.accounts
  for each row execute function private.drop_counts();

alter function private.mark_records() owner to cairn_definer;
alter function private.mark_known() owner to cairn_definer;
alter function private.mark_named() owner to cairn_definer;
alter function private.lock_of_counts(uuid) owner to cairn_definer;
alter function private.count_anew(uuid) owner to cairn_definer;
alter function private.count_marked(uuid, integer) owner to cairn_definer;
alter function public.count_changed_records(integer) owner to cairn_definer;
alter function private.drop_counts() owner to cairn_definer;
alter function private.current_counts(uuid) owner to cairn_definer;
alter function private.count_for_readers(uuid) owner to cairn_definer;
revoke all on function public.count_changed_records(integer) from public, anon, authenticated, service_role;
grant execute on function public.count_changed_records(integer) to service_role, supabase_auth_admin;

-- What is there already, once nothing can change unmarked.
insert into private.counted_records
select g.* from private.gaps_of_records g;
insert into private.record_counts
select
  c.account_id, c.kind, c.owner_id, c.invited_owner_id, c.owner_left, c.handover_pending, c.awaited, c.nobody_else,
  count(*)
from private.counted_records c
group by c.account_id, c.kind, c.owner_id, c.invited_owner_id, c.owner_left, c.handover_pending, c.awaited, c.nobody_else;
-- Lists by gaps at any size

create function private.gap_candidates(account uuid, kind text, gaps text[], not_seen uuid[]) returns uuid[]
language plpgsql stable security definer set search_path = ''
as $$
declare
  found uuid[];
begin
  execute (
    select 'select array(' || string_agg(
      case g.gap
        when 'no_owner' then format(
          'select t.id from public.%I t where t.account_id = $1 and t.owner_id is null', kind || 's'
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
    into found using account, kind, not_seen;
  return found;
end
$$;
comment on function private.gap_candidates(uuid, text, text[], uuid[]) is
  'All records of a catalogue that have one of the gaps, and some that have none: few to look at, where gaps are rare.';

create function private.count_of_gaps(account uuid, kind text, gaps text[], not_seen uuid[]) returns bigint
language sql stable security definer set search_path = ''
as $$
  select coalesce(sum(c.records), 0)::bigint
  from private.current_counts(account) c
  left join unnest(not_seen) as p (id) on p.id = c.owner_id
  where c.kind = count_of_gaps.kind
    and (
      coalesce(cardinality(gaps), 0) = 0
      or 'no_owner' = any (gaps) and c.unowned
      or 'owner_left' = any (gaps) and c.owner_left
      or 'owner_not_seen' = any (gaps) and p.id is not null
      or 'handover_pending' = any (gaps) and c.handover_pending
      or 'nobody_else' = any (gaps) and c.nobody_else
    )
$$;
comment on function private.count_of_gaps(uuid, text, text[], uuid[]) is
  'How many records of a catalogue have one of the gaps; how many there are where none is named.';

-- Where gaps alone are asked for, sums say how many there are. Few of them are found and put in order; many are met soon by
-- going through the catalogue in the order that is asked for.
create or replace function public.find_records(
  kind text,
  query text default '',
  sort text default 'usual',
  descending boolean default false,
  skip integer default 0,
  statuses text[] default null,
  owners uuid[] default null,
  without_owner boolean default false,
  gaps text[] default null
) returns json
language plpgsql stable security definer
set search_path = '' set cpu_operator_cost = 0.1
as $$
declare
  account constant uuid := private.my_account();
  catalogue constant text := case
    when kind in ('system', 'solution', 'agent', 'automation') then kind || 's'
  end;
  ordering constant text := private.catalogue_order(kind, sort, coalesce(descending, false));
  wanted constant text := private.display_text(coalesce(query, ''));
  pattern constant text := '%' || regexp_replace(wanted, '([\\%_])', '\\\1', 'g') || '%';
  -- What an order may ask for. A description may be long, and is read with the page alone.
  columns constant text := 't.id, t.name, t.created_at, t.status, t.owner_id, t.updated_by' || case kind
    when 'agent' then ', t.platform, t.last_used'
    when 'automation' then ', t.source, t.last_run'
    else ''
  end;
  by_gaps constant boolean := coalesce(cardinality(gaps), 0) > 0;
  by_others constant boolean := wanted <> '' or coalesce(cardinality(statuses), 0) > 0
    or coalesce(cardinality(owners), 0) > 0 or coalesce(without_owner, false);
  not_seen constant uuid[] := case when by_gaps then private.people_not_seen(account) end;
  condition text;
  few boolean := wanted <> '';
  candidates uuid[];
  total bigint;
  page uuid[];
  items json;
begin
  if catalogue is null or ordering is null then
    raise exception 'There is no such catalogue, or it has no such order.' using errcode = '22023';
  end if;
  condition := private.records_condition(
    account, kind, query, statuses, owners, coalesce(without_owner, false), gaps
  );
  if by_gaps or not by_others then
    total := private.count_of_gaps(account, kind, gaps, not_seen);
  end if;
  if by_gaps and total <= 20000 then
    few := true;
    candidates := private.gap_candidates(account, kind, gaps, not_seen);
    condition := condition || ' and t.id = any ($4)';
  end if;
  if by_others then
    total := null;
  end if;
  execute format(
    'with r as %s materialized (select %s from public.%I t where %s)
    select
      coalesce($5, (select count(*) from r)),
      array(select r.id from r %s order by %s limit 100 offset $3)',
    case when not few and (total is not null or not by_gaps) then 'not' end,
    columns,
    catalogue,
    condition,
    case
      when sort in ('owner', 'lastPublisher') then format(
        'left join (
          select p.id, row_number() over (order by p.name, p.id) as place
          from public.profiles p
          where p.account_id = $1
        ) person on person.id = r.%I',
        case sort when 'owner' then 'owner_id' else 'updated_by' end
      )
    end,
    ordering
  )
    into total, page using account, pattern, greatest(coalesce(skip, 0), 0), candidates, total;
  execute format(
    'select coalesce(json_agg(r order by listed.place), ''[]'')
    from unnest($1) with ordinality as listed (id, place)
    join public.%I r on r.id = listed.id',
    catalogue
  )
    into items using page;
  return json_build_object('total', total, 'items', items);
end
$$;

alter function private.gap_candidates(uuid, text, text[], uuid[]) owner to cairn_definer;
alter function private.count_of_gaps(uuid, text, text[], uuid[]) owner to cairn_definer;
