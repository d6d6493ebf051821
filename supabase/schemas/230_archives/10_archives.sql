-- Archives: an account as one file that can leave the server, made in the background and kept for a day.
--
-- Admins alone ask for one, fetch it and delete it; the audit log tells so. An account has one at a time. The server
-- holds no state, and several serve one database: so the file stands here, in parts, until it expires.

create table public.archives (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references public.accounts (id) on delete cascade,
  state text not null default 'waiting',
  made_by uuid,
  bytes bigint not null default 0,
  entries bigint not null default 0,
  parts integer not null default 0,
  attempts integer not null default 0,
  created_at timestamptz not null default now(),
  ready_at timestamptz,
  expires_at timestamptz not null default now() + interval '1 day',
  constraint archives_account_id_id_key unique (account_id, id),
  constraint archives_state_known check (private.holds(
    state in ('waiting', 'working', 'ready', 'failed'),
    'archive.state',
    'State must be waiting, working, ready or failed.'
  ))
);
create unique index archives_one_at_a_time_key on public.archives (account_id) where state in ('waiting', 'working');
create index archives_expires_at_idx on public.archives (expires_at);
comment on table public.archives is 'An account as one file: what is asked for, being made, or ready to be fetched.';
comment on column public.archives.state is 'waiting, working, ready, or failed after three tries.';
comment on column public.archives.made_by is 'The admin who asked for it. Stays when the person leaves.';
comment on column public.archives.bytes is 'The size of the file, as far as it is made.';
comment on column public.archives.entries is 'How many lines its files have, as far as they are made.';
comment on column public.archives.parts is 'How many parts the file has, as far as it is made.';
comment on column public.archives.attempts is 'How often the server has begun with it.';
comment on column public.archives.expires_at is 'When it is deleted: a day after it was ready, or after it was asked for.';

create table private.archive_parts (
  account_id uuid not null,
  archive_id uuid not null,
  place integer not null,
  bytes bytea not null,
  primary key (account_id, archive_id, place),
  constraint archive_parts_archive_id_fkey foreign key (account_id, archive_id)
    references public.archives (account_id, id) on delete cascade
);
comment on table private.archive_parts is 'The files of archives, in parts of a megabyte.';
-- The file is compressed already.
alter table private.archive_parts alter column bytes set storage external;

create function public.request_archive() returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  made uuid;
begin
  perform private.refuse_non_admin('archive.made_by_admins', 'Only administrators can make an archive.');
  perform from public.accounts a where a.id = account for no key update;
  if exists (
    select from public.archives a where a.account_id = account and a.state in ('waiting', 'working')
  ) then
    raise exception 'An archive is being made already.'
      using errcode = 'PT409', detail = 'archive.already_being_made', hint = 'Wait until it is ready, or delete it.';
  end if;
  delete from public.archives a where a.account_id = account;
  insert into public.archives (account_id, made_by) values (account, private.caller_id()) returning id into made;
  perform private.write_audit(account, private.caller_id(), 'archive_requested', 'archive', made::text);
  return made;
end
$$;
comment on function public.request_archive() is
  'For admins: has the server make an archive of the account, in place of the last one. Gives its id.';
grant execute on function public.request_archive() to authenticated;

create function public.get_archive_part(archive uuid, place integer) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  part text;
begin
  perform private.refuse_non_admin('archive.downloaded_by_admins', 'Only administrators can download an archive.');
  select translate(encode(p.bytes, 'base64'), e'\n', '') into part
  from private.archive_parts p
  join public.archives a on a.account_id = p.account_id and a.id = p.archive_id
  where p.account_id = account and p.archive_id = archive and p.place = get_archive_part.place
    and a.state = 'ready' and a.expires_at > now();
  if part is null then
    raise exception 'This archive is gone.'
      using errcode = 'PT404', detail = 'archive.gone', hint = 'Make a new one.';
  end if;
  if place = 1 then
    perform private.write_audit(account, private.caller_id(), 'archive_downloaded', 'archive', archive::text);
  end if;
  return part;
end
$$;
comment on function public.get_archive_part(uuid, integer) is
  'For admins: a part of an archive that is ready, from 1 on, in base64. The first one is noted in the audit log.';
grant execute on function public.get_archive_part(uuid, integer) to authenticated;

create function public.delete_archive(archive uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.refuse_non_admin('archive.deleted_by_admins', 'Only administrators can delete an archive.');
  delete from public.archives a where a.account_id = private.my_account() and a.id = archive;
  if found then
    perform private.write_audit(
      private.my_account(), private.caller_id(), 'archive_deleted', 'archive', archive::text
    );
  end if;
end
$$;
comment on function public.delete_archive(uuid) is 'For admins: deletes an archive, or ends the making of it.';
grant execute on function public.delete_archive(uuid) to authenticated;

alter table public.archives enable row level security;
alter table public.archives force row level security;
alter table private.archive_parts enable row level security;
alter table private.archive_parts force row level security;

create policy "admins see the archives of their account" on public.archives
  for select to authenticated
  using (account_id = (select private.my_account()) and (select private.my_rank()) = 3);

create policy "tokens keep to their scopes" on public.archives
  as restrictive to cairn_token
  using ((select private.is_unscoped()));

grant select on public.archives to authenticated, service_role;
grant select, insert, update, delete on public.archives to cairn_definer;
grant select, insert, delete on private.archive_parts to cairn_definer;
