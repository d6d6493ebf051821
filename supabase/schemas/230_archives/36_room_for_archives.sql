-- Room for archives: how many bytes of archives that are being brought the server holds at once.
--
-- Anybody with a confirmed address at a new domain has an account that can restore an archive. So the operator limits
-- all archives together, and those of accounts younger than a day. The parts of all accounts are counted one after the
-- other, so that two parts that arrive at once do not both get the last room.

create table private.archive_room (
  only_one boolean primary key default true check (only_one),
  most_bytes bigint not null default 10000000000,
  most_bytes_of_new bigint not null default 250000000
);
comment on table private.archive_room is 'How many bytes of archives can be brought at once, as the operator has set it.';
comment on column private.archive_room.most_bytes is 'Of all accounts together. Accounts younger than a day have half of it at most.';
comment on column private.archive_room.most_bytes_of_new is 'Of one account that is younger than a day.';
insert into private.archive_room default values;

create function private.set_archive_room(most_bytes bigint, most_bytes_of_new bigint) returns void
language sql volatile security definer set search_path = ''
as $$
  update private.archive_room r
  set most_bytes = set_archive_room.most_bytes, most_bytes_of_new = set_archive_room.most_bytes_of_new
  where (r.most_bytes, r.most_bytes_of_new)
    is distinct from (set_archive_room.most_bytes, set_archive_room.most_bytes_of_new)
$$;
comment on function private.set_archive_room(bigint, bigint) is
  'For the server, at its start: how many bytes of archives can be brought at once, by all accounts and by a new one.';

create function private.refuse_without_archive_room(account uuid, further bigint) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  room private.archive_room;
  is_new constant boolean := exists (
    select from public.accounts a where a.id = account and a.created_at > now() - interval '1 day'
  );
  mine bigint;
  of_new bigint;
  of_all bigint;
begin
  -- Until this transaction ends, nobody else counts.
  perform pg_advisory_xact_lock(hashtextextended('room for archives', 0));
  select r.* into strict room from private.archive_room r;
  select
    coalesce(sum(i.bytes) filter (where i.account_id = account), 0),
    coalesce(sum(i.bytes) filter (where a.created_at > now() - interval '1 day'), 0),
    coalesce(sum(i.bytes), 0)
  into mine, of_new, of_all
  from public.archive_imports i
  join public.accounts a on a.id = i.account_id
  where i.state in ('uploading', 'waiting', 'working');
  if is_new and mine + further > room.most_bytes_of_new then
    raise exception 'An account that is younger than a day cannot restore an archive of this size.'
      using errcode = 'PT413', detail = 'archive.young_account',
        hint = 'Try again tomorrow, or ask who runs the server.';
  end if;
  if of_all + further > room.most_bytes
    or is_new and of_new + further > room.most_bytes / 2
  then
    raise exception 'The server has no room for another archive at the moment.'
      using errcode = 'PT507', detail = 'archive.no_room', hint = 'Try again later, or ask who runs the server.';
  end if;
end
$$;
comment on function private.refuse_without_archive_room(uuid, bigint) is
  'Refuses so many further bytes of an archive that an account brings, where the server or a new account has no room for them.';

alter table private.archive_room enable row level security;
alter table private.archive_room force row level security;
grant select, update on private.archive_room to cairn_definer;
grant execute on function private.set_archive_room(bigint, bigint) to supabase_auth_admin;
