-- Making archives: what the server's job asks and writes. It reads all files in one snapshot, and stores the archive
-- as it grows. Killed in the middle, it begins again; an archive that fails three times is failed.

create function private.accounts_with_archives_to_make() returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select distinct a.account_id
  from public.archives a
  where a.state in ('waiting', 'working') or a.expires_at <= now()
$$;
comment on function private.accounts_with_archives_to_make() is
  'The accounts for which an archive is to be made, or has expired.';

create function private.begin_archive(account uuid) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  begun uuid;
begin
  delete from public.archives a where a.account_id = account and a.expires_at <= now();
  update public.archives a
  set state = 'failed', bytes = 0, entries = 0, parts = 0
  where a.account_id = account and a.state in ('waiting', 'working') and a.attempts >= 3;
  update public.archives a
  set state = 'working', attempts = a.attempts + 1, bytes = 0, entries = 0, parts = 0
  where a.account_id = account and a.state in ('waiting', 'working')
  returning a.id into begun;
  delete from private.archive_parts p
  using public.archives a
  where p.account_id = account and a.id = p.archive_id and a.state <> 'ready';
  perform private.delete_unawaited_lines(account);
  return begun;
end
$$;
comment on function private.begin_archive(uuid) is
  'Restarts the archive that an account waits for, and returns its id. Deletes expired archives.';

create function private.add_archive_part(account uuid, archive uuid, place integer, bytes bytea, entries bigint)
returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
begin
  update public.archives a
  set parts = add_archive_part.place, bytes = a.bytes + octet_length(add_archive_part.bytes),
    entries = add_archive_part.entries
  where a.account_id = account and a.id = archive and a.state = 'working' and a.parts = add_archive_part.place - 1;
  if not found then
    return false;
  end if;
  insert into private.archive_parts (account_id, archive_id, place, bytes)
  values (account, archive, add_archive_part.place, add_archive_part.bytes);
  return true;
end
$$;
comment on function private.add_archive_part(uuid, uuid, integer, bytea, bigint) is
  'Stores the next part of an archive, and how many lines there are so far. False where it is wanted no more.';

create function private.end_archive(account uuid, archive uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  asked_by uuid;
begin
  update public.archives a
  set state = 'ready', ready_at = now(), expires_at = now() + interval '1 day'
  where a.account_id = account and a.id = archive and a.state = 'working'
  returning a.made_by into asked_by;
  if asked_by is not null then
    perform private.notify(account, asked_by, 'archive_ready');
  end if;
end
$$;
comment on function private.end_archive(uuid, uuid) is 'Completes an archive: it can be downloaded for a day, and the person who requested it is notified.';

grant execute on function private.accounts_with_archives_to_make() to supabase_auth_admin;
grant execute on function private.begin_archive(uuid) to supabase_auth_admin;
grant execute on function private.add_archive_part(uuid, uuid, integer, bytea, bigint) to supabase_auth_admin;
grant execute on function private.end_archive(uuid, uuid) to supabase_auth_admin;
