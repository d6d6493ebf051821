-- People whom an operator deletes softly: their id stays, so that records which name it still do, and nothing else.
--
-- Without this they would stay a member, perhaps the only admin. The last admin is refused with LA001, as ever.

create function private.empty_person() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.account_members where user_id = new.id;
  update public.profiles
  set email = '', name = 'Former Member', avatar = null, bio = null, job_role = null, department = null
  where id = new.id;
  return null;
end
$$;
comment on function private.empty_person() is 'Trigger: takes membership and profile of somebody who is deleted softly.';

create trigger cairn_empty_person after update of deleted_at on auth.users
  for each row when (new.deleted_at is not null and old.deleted_at is null)
  execute function private.empty_person();

alter function private.empty_person() owner to cairn_definer;
