-- The bin: a deleted system, solution, agent or automation waits here before it is gone for good.
--
-- The record leaves its table, so that no list gets longer and its name is free. Kept are the row as it was, and what
-- pointed to it or from it. A record comes back under its id, and its history goes on.
-- A record that is in its table has no row here, except while it goes or comes back: by that, triggers know a record
-- that comes back. The bin keeps no names of people: they are looked up when a user reads them.

create table public.binned_records (
  account_id uuid not null references public.accounts (id) on delete cascade,
  kind text not null,
  record_id uuid not null,
  name text not null,
  record jsonb not null,
  links jsonb not null default '{}',
  deleted_by uuid,
  deleted_at timestamptz not null default now(),
  reason text not null default '',
  act uuid not null default private.current_act(),
  primary key (account_id, kind, record_id),
  constraint binned_records_reason_length check (private.holds(
    char_length(reason) <= 500,
    'bin.reason_length',
    'A reason must have at most 500 characters.'
  ))
);
create index binned_records_by_time_idx on public.binned_records (account_id, deleted_at desc, record_id);
create index binned_records_by_act_idx on public.binned_records (account_id, act);
create index binned_records_by_id_idx on public.binned_records (account_id, record_id);
-- Among all accounts: no archive brings the id of a record that is in another bin.
create index binned_records_of_all_by_id_idx on public.binned_records (record_id);
create index binned_records_deleted_at_idx on public.binned_records (deleted_at);
create index binned_records_moved_idx on public.binned_records (account_id, (links -> 'moved' ->> 'to'))
  where links ? 'moved';
comment on table public.binned_records is
  'Deleted systems, solutions, agents and automations, until they are restored or purged.';
comment on column public.binned_records.kind is 'system, solution, agent or automation.';
comment on column public.binned_records.record is 'The row as it was.';
comment on column public.binned_records.links is 'The links to and from the record, with their names at the deletion.';
comment on column public.binned_records.deleted_by is 'The person; empty when the server did it. Stays when the person leaves.';
comment on column public.binned_records.reason is 'Why, in the words of the user who deleted it.';
comment on column public.binned_records.act is 'The same for everything that went in one transaction, and for its lines in the history.';

-- How many days a record stays, as the server that purges last said it: the screen counts the days.
create table private.bin_time (
  only_row boolean primary key default true check (only_row),
  days integer not null
);
comment on table private.bin_time is 'For how many days records stay in bins, as the server that purges them last said it.';

create function private.bin_days() returns integer
language sql stable security definer set search_path = ''
as $$
  select coalesce((select t.days from private.bin_time t), 30)
$$;
comment on function private.bin_days() is 'For how many days records stay in bins.';

-- Reads the whole record only for those on the page.
create function public.get_bin(of_kind text default null, skip integer default 0, query text default '') returns jsonb
language sql stable security definer set search_path = ''
as $$
  with mine as (
    select b.kind, b.record_id, b.name, b.deleted_by, b.deleted_at, b.reason, b.act
    from public.binned_records b
    where b.account_id = (select private.my_account()) and (of_kind is null or b.kind = of_kind)
      and strpos(lower(b.name), lower(btrim(coalesce(query, '')))) > 0
  )
  select jsonb_build_object(
    'total', (select count(*) from mine),
    'days', private.bin_days(),
    'items', (
      select coalesce(jsonb_agg(
        jsonb_build_object(
          'kind', page.kind,
          'id', page.record_id,
          'name', page.name,
          'deleted_by', page.deleted_by,
          'deleted_by_name', p.name,
          'deleted_at', page.deleted_at,
          'expires_at', page.deleted_at + make_interval(days => private.bin_days()),
          'reason', page.reason,
          'act', page.act,
          'act_records', a.records,
          'may_restore', private.may_restore(b.account_id, b.record, b.deleted_at)
        )
        order by page.deleted_at desc, page.record_id
      ), '[]')
      from (
        select * from mine
        order by mine.deleted_at desc, mine.record_id
        limit 100 offset greatest(coalesce(skip, 0), 0)
      ) page
      join public.binned_records b
        on b.account_id = (select private.my_account()) and b.kind = page.kind and b.record_id = page.record_id
      left join public.acts a
        on a.id = page.act and a.account_id = b.account_id and a.done_at > now() - private.undo_time()
      left join public.account_members m on m.account_id = (select private.my_account()) and m.user_id = page.deleted_by
      left join public.profiles p on p.id = m.user_id and (select private.may('people', 'read'))
    )
  )
$$;
comment on function public.get_bin(text, integer, text) is
  'A page of 100 of the account''s bin, what was deleted last first. The query is part of the name. {"total", "days", "items": [{"kind", "id", "name", "deleted_by", "deleted_by_name", "deleted_at", "expires_at", "reason", "act", "act_records", "may_restore"}]}. act_records says how many records went with the act, where undo_act may still restore them.';
grant execute on function public.get_bin(text, integer, text) to authenticated, service_role;

create function public.purge_bin(ids uuid[] default null) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  names jsonb;
  purged integer;
begin
  perform private.refuse_non_admin('bin.emptied_by_admins', 'Only administrators can empty the bin.');
  -- In the order in which restore_records locks them.
  perform from public.binned_records b
  where b.account_id = account and (ids is null or b.record_id = any (ids))
  order by b.record_id
  for update;
  with gone as (
    delete from public.binned_records b
    where b.account_id = account and (ids is null or b.record_id = any (ids))
    returning b.kind, b.name
  ),
  counted as (
    select
      g.kind, case when char_length(g.name) > 60 then left(g.name, 59) || '…' else g.name end as name,
      row_number() over (order by g.name) as place
    from gone g
  )
  select count(*), jsonb_agg(jsonb_build_object('kind', c.kind, 'name', c.name) order by c.place) filter (where c.place <= 20)
  into purged, names
  from counted c;
  if purged > 0 then
    perform private.write_audit(
      account, private.caller_id(), 'bin_purged', 'bin', null, jsonb_build_object('records', purged, 'first', names)
    );
  end if;
  return purged;
end
$$;
comment on function public.purge_bin(uuid[]) is
  'For admins: deletes records in the bin for good, the given ones or all, and says how many that were.';
grant execute on function public.purge_bin(uuid[]) to authenticated, service_role;

create function private.empty_bins(
  keep_days integer, at_most integer, account uuid default null, only_these text[] default null
)
returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  emptied jsonb;
begin
  insert into private.bin_time as t (days) values (keep_days)
  on conflict (only_row) do update set days = excluded.days where t.days <> excluded.days;
  with gone as (
    delete from public.binned_records b
    where (b.account_id, b.kind, b.record_id) in (
      select o.account_id, o.kind, o.record_id
      from public.binned_records o
      where o.deleted_at < now() - make_interval(days => keep_days)
        and (account is null or o.account_id = account)
        and (only_these is null or o.kind || ' ' || o.record_id = any (only_these))
      order by o.deleted_at
      limit at_most
      for update skip locked
    )
    returning b.account_id
  ),
  by_account as (
    select g.account_id, count(*) as records from gone g group by g.account_id
  )
  select coalesce(jsonb_object_agg(a.account_id, a.records), '{}') into emptied from by_account a;
  perform private.write_audit(
    e.key::uuid, null, 'bin_expired', 'bin', null,
    jsonb_build_object('records', e.value, 'days', keep_days)
  )
  from jsonb_each(emptied) as e;
  return (select coalesce(sum(e.value::integer), 0) from jsonb_each(emptied) as e);
end
$$;
comment on function private.empty_bins(integer, integer, uuid, text[]) is
  'Deletes the oldest records in bins that are older than so many days, of one account where it is given, only those with these keys where they are given, and tells the audit log of each account.';

create trigger binned_records_forget_handovers after delete on public.binned_records
  referencing old table as gone
  for each statement execute function private.delete_handovers_of_purged();

alter table public.binned_records enable row level security;
alter table public.binned_records force row level security;

alter table private.bin_time enable row level security;
alter table private.bin_time force row level security;

grant select on public.binned_records to service_role;
grant select, insert, update, delete on public.binned_records to cairn_definer;
grant select, insert, update on private.bin_time to cairn_definer;
