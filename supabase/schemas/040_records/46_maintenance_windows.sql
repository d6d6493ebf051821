-- Maintenance windows: from when to when a record is worked on. Meanwhile nobody is told that it is late or fails.
--
-- From level user on, members add and remove windows of every record, as they do with relations. The history of the
-- record tells of it. Callers name the record, and its kind is filled in. A window is removed and added again rather
-- than changed.
-- There is no key to the record, for a record in the bin keeps its windows, and they go with it.

create table public.maintenance_windows (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null default private.my_account() references public.accounts (id) on delete cascade,
  kind text not null,
  record_id uuid not null,
  starts_at timestamptz not null default now(),
  ends_at timestamptz not null,
  note text not null default '',
  assigned_by uuid,
  created_at timestamptz not null default now(),
  constraint maintenance_windows_assigned_by_fkey foreign key (account_id, assigned_by)
    references public.account_members (account_id, user_id) on delete set null (assigned_by),
  constraint maintenance_windows_order check (private.holds(
    starts_at < ends_at,
    'maintenance.order',
    'A maintenance window must end after its start.'
  )),
  constraint maintenance_windows_length check (private.holds(
    case when isfinite(starts_at) and isfinite(ends_at) then ends_at - starts_at <= interval '366 days' else false end,
    'maintenance.length',
    'A maintenance window must last a year at most.'
  )),
  constraint maintenance_windows_note_length check (private.holds(
    char_length(note) <= 500,
    'maintenance.note_length',
    'A note must have at most 500 characters.'
  ))
);
create index maintenance_windows_record_idx on public.maintenance_windows (account_id, record_id, ends_at);
create index maintenance_windows_assigned_by_idx on public.maintenance_windows (account_id, assigned_by);
comment on table public.maintenance_windows is 'From when to when a record is worked on: nobody is told meanwhile that it is late or fails.';
comment on column public.maintenance_windows.kind is 'The kind of the record, filled in.';
comment on column public.maintenance_windows.record_id is 'Without a key to the record: one that is restored from the bin has its windows.';
comment on column public.maintenance_windows.note is 'At most 500 characters in one line.';
comment on column public.maintenance_windows.assigned_by is 'The person who added it.';

-- Where something is missing, and for viewers, row security and the columns refuse below. A token learns nothing of records beyond its scope.
create function private.complete_maintenance_window() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.note := private.display_text(coalesce(new.note, ''));
  new.kind := (
    select r.kind from private.records r where r.account_id = new.account_id and r.id = new.record_id
  );
  if new.account_id is null or new.record_id is null or private.my_rank() = 0
    or new.kind = any (private.kinds_in_scope('read'))
  then
    return new;
  end if;
  if private.is_unscoped() and coalesce(private.name_in_bin(new.account_id, new.record_id), '') <> '' then
    raise exception 'This record is in the bin.'
      using errcode = '23503', detail = 'maintenance.record_in_bin', hint = 'Restore it first.';
  end if;
  raise exception 'The record of this maintenance window does not exist.'
    using errcode = '23503', detail = 'maintenance.unknown_record', hint = 'Choose a record of the account.';
end
$$;
comment on function private.complete_maintenance_window() is
  'Trigger: fills in the kind of a maintenance window, and refuses a record that is in the bin, of another account or unknown.';

-- The record is locked, so that of two windows at the same moment the second sees the first.
create function private.refuse_maintenance_window() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.my_rank() = 0 or new.starts_at >= new.ends_at then
    return new;
  end if;
  perform from private.records r
  where r.account_id = new.account_id and r.id = new.record_id
  for no key update;
  if new.ends_at <= now() then
    raise exception 'This maintenance window is already over.'
      using errcode = '22023', detail = 'maintenance.over', hint = 'Choose an end that is still to come.';
  elsif new.starts_at > now() + interval '2 years' then
    raise exception 'A maintenance window must begin within two years.'
      using errcode = '22023', detail = 'maintenance.too_far';
  elsif exists (
    select from public.maintenance_windows w
    where w.account_id = new.account_id and w.record_id = new.record_id
      and w.starts_at < new.ends_at and new.starts_at < w.ends_at
  ) then
    raise exception 'This record already has a maintenance window at that time.'
      using errcode = '23505', detail = 'maintenance.overlap', hint = 'Remove the other one first.';
  elsif (
    select count(*) from public.maintenance_windows w
    where w.account_id = new.account_id and w.record_id = new.record_id and w.ends_at > now()
  ) >= 50 then
    raise exception 'A record must have at most 50 maintenance windows that are still to come.'
      using errcode = '22023', detail = 'maintenance.too_many', hint = 'Remove some first.';
  end if;
  return new;
end
$$;
comment on function private.refuse_maintenance_window() is
  'Trigger: refuses a maintenance window that is over, far away, overlaps another one, or is the 51st of its record.';

create function private.keep_maintenance_history() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_restoring_archive() then
    return null;
  end if;
  insert into public.record_history (
    account_id, kind, record_id, record_name, action, field, before, after, changed_by, act, concerned
  )
  select
    r.account_id, r.kind, r.id, r.name, 'updated', 'maintenance',
    case when tg_op = 'DELETE' then said.value end, case when tg_op = 'INSERT' then said.value end,
    private.caller_id(), private.current_act(),
    array(select distinct person from unnest(array[r.owner_id, r.created_by]) as person where person is not null)
  from links l
  join private.records r on r.account_id = l.account_id and r.id = l.record_id
  cross join lateral (
    select jsonb_build_object('starts_at', l.starts_at, 'ends_at', l.ends_at, 'note', l.note) as value
  ) said;
  return null;
end
$$;
comment on function private.keep_maintenance_history() is
  'Statement trigger: writes maintenance windows that were added or removed into the history of the record, as {"starts_at", "ends_at", "note"}.';

-- A record that is restored leaves the bin too, and keeps its windows.
create function private.forget_maintenance_windows() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.maintenance_windows w
  using gone g
  where w.account_id = g.account_id and w.record_id = g.record_id
    and not exists (select from private.records r where r.account_id = g.account_id and r.id = g.record_id);
  return null;
end
$$;
comment on function private.forget_maintenance_windows() is
  'Statement trigger: the maintenance windows of records that leave the bin for good go with them.';

create function private.maintenance_until(account uuid, record uuid, moment timestamptz) returns timestamptz
language sql stable security definer set search_path = ''
as $$
  select max(w.ends_at)
  from public.maintenance_windows w
  where w.account_id = account and w.record_id = record and w.ends_at > moment and w.starts_at <= moment
$$;
comment on function private.maintenance_until(uuid, uuid, timestamptz) is
  'Until when a record is in maintenance at a moment; null where it is not.';

-- For many records at once, as its caller: row security decides. The moment counts as above.
create function private.records_in_maintenance(account uuid, moment timestamptz)
returns table (record_id uuid, until timestamptz)
language sql stable set search_path = ''
as $$
  select w.record_id, max(w.ends_at)
  from public.maintenance_windows w
  where w.account_id = account and w.ends_at > moment and w.starts_at <= moment
  group by w.record_id
$$;
comment on function private.records_in_maintenance(uuid, timestamptz) is
  'The records of an account that are in maintenance at a moment, and until when.';
grant execute on function private.records_in_maintenance(uuid, timestamptz) to authenticated;

create trigger maintenance_windows_complete before insert on public.maintenance_windows
  for each row execute function private.complete_maintenance_window();
create trigger maintenance_windows_rules before insert on public.maintenance_windows
  for each row when (current_user in ('authenticated', 'cairn_token')) execute function private.refuse_maintenance_window();
create trigger maintenance_windows_stamp before insert on public.maintenance_windows
  for each row when (current_user in ('authenticated', 'cairn_token')) execute function private.stamp_assignment();
create trigger maintenance_windows_feature_of_made after insert on public.maintenance_windows
  referencing new table as links
  for each statement when (current_user in ('authenticated', 'cairn_token'))
  execute function private.refuse_kind_switched_off();
create trigger maintenance_windows_feature_of_ended after delete on public.maintenance_windows
  referencing old table as links
  for each statement when (current_user in ('authenticated', 'cairn_token'))
  execute function private.refuse_kind_switched_off();
create trigger maintenance_windows_history_of_made after insert on public.maintenance_windows
  referencing new table as links
  for each statement when (current_user <> 'cairn_owner') execute function private.keep_maintenance_history();
create trigger maintenance_windows_history_of_ended after delete on public.maintenance_windows
  referencing old table as links
  for each statement when (current_user <> 'cairn_owner') execute function private.keep_maintenance_history();

alter table public.maintenance_windows enable row level security;
alter table public.maintenance_windows force row level security;

create policy "members see the maintenance windows of their account" on public.maintenance_windows
  for select to authenticated
  using (account_id = (select private.my_account()));

create policy "from level user on, people add maintenance windows" on public.maintenance_windows
  for insert to authenticated
  with check (account_id = (select private.my_account()) and (select private.my_rank()) >= 1);

create policy "from level user on, people remove maintenance windows" on public.maintenance_windows
  for delete to authenticated
  using (account_id = (select private.my_account()) and (select private.my_rank()) >= 1);

create policy "tokens keep to their scopes" on public.maintenance_windows
  as restrictive to cairn_token
  using ((select private.is_unscoped()) or kind = any ((select private.kinds_in_scope('read'))::text[]))
  with check ((select private.is_unscoped()) or kind = any ((select private.kinds_in_scope('write'))::text[]));

create policy "tokens delete within their scopes" on public.maintenance_windows
  as restrictive for delete to cairn_token
  using ((select private.is_unscoped()) or kind = any ((select private.kinds_in_scope('write'))::text[]));

grant select on public.maintenance_windows to authenticated;
-- Clients send who adds a window, and are overruled.
grant insert (record_id, starts_at, ends_at, note, assigned_by) on public.maintenance_windows to authenticated;
grant delete on public.maintenance_windows to authenticated;
grant select, insert, update, delete on public.maintenance_windows to service_role, cairn_definer;
