-- Deleting an account deletes its members. Where an admin among them had invited an owner of records, ending that
-- invitation changed these records, and the history of an account that is gone refused the line.

create or replace function private.end_invitations_of_inviter() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- The account itself goes, and its invitations with it.
  if not exists (select from public.accounts a where a.id = old.account_id) then
    return coalesce(new, old);
  end if;
  update public.pending_invitations i
  set declined_at = now()
  where i.account_id = old.account_id and i.invited_by = old.user_id
    and i.accepted_at is null and i.declined_at is null;
  return coalesce(new, old);
end
$$;
