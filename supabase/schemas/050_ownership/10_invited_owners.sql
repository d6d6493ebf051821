-- Invited owners: an invitation owns a record until its person joins, and the record is theirs from then on.
--
-- An invitation that is revoked, deleted or expired owns nothing: the record is without an owner. A renewed
-- invitation passes what it owned on to the next invitation to the same address.
-- A member who may set the owner reads the names of the invited people; every member reads the names of those who own
-- something. Addresses stay with the admins.

-- An invitation that is just being answered counts as closed: the user who answers may wait for the record, so the
-- function must not wait for them. Other open invitations stay open until the transaction ends.
create function private.lock_open_invitation(account uuid, invitation uuid) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  perform from public.pending_invitations i
  where i.account_id = account and i.id = invitation
    and i.accepted_at is null and i.declined_at is null and i.expires_at > now()
  for share skip locked;
  return found;
end
$$;
comment on function private.lock_open_invitation(uuid, uuid) is
  'Whether an account has this open invitation, which then stays open until the transaction ends.';

create function public.get_invited_people() returns table (id private.given_id, name private.given_text)
language sql stable security definer set search_path = ''
as $$
  select i.id, i.name
  from public.pending_invitations i
  where i.account_id = private.my_account()
    and i.accepted_at is null and i.declined_at is null and i.expires_at > now()
    and (
      private.my_rank() >= 1
      or exists (select from private.records r where r.account_id = i.account_id and r.invited_owner_id = i.id)
    )
  order by lower(i.name), i.id
$$;
comment on function public.get_invited_people() is
  'People with an open invitation to the caller''s account, by name: those who own a record, and from level user on all of them.';
grant execute on function public.get_invited_people() to authenticated;

-- Clients that know nothing of invited owners and teams send the owner alone.
create function private.enforce_single_owner() returns trigger
language plpgsql set search_path = ''
as $$
declare
  names_member constant boolean := new.owner_id is not null and new.owner_id is distinct from old.owner_id;
  names_invited constant boolean :=
    new.invited_owner_id is not null and new.invited_owner_id is distinct from old.invited_owner_id;
  names_team constant boolean := new.team_id is not null and new.team_id is distinct from old.team_id;
begin
  if names_member::integer + names_invited::integer + names_team::integer = 1 then
    if not names_member and new.owner_id is not distinct from old.owner_id then
      new.owner_id := null;
    end if;
    if not names_invited and new.invited_owner_id is not distinct from old.invited_owner_id then
      new.invited_owner_id := null;
    end if;
    if not names_team and new.team_id is not distinct from old.team_id then
      new.team_id := null;
    end if;
  end if;
  return new;
end
$$;
comment on function private.enforce_single_owner() is
  'Trigger: keeps the last named owner, a member, an invited person or a team, and clears the others.';

-- The server's way alone: what a user sends is refused instead. A record that the server puts back comes without an
-- owner who cannot join.
create function private.clear_closed_invitation() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not private.lock_open_invitation(new.account_id, new.invited_owner_id) then
    new.invited_owner_id := null;
  end if;
  return new;
end
$$;
comment on function private.clear_closed_invitation() is
  'Trigger: clears the invited owner of a restored record whose invitation is over.';

-- Before the foreign key, which would wait. Row security refuses what a stranger sends: this trigger would tell them
-- which invitations exist.
create function private.require_open_invitation() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' and new.account_id is distinct from private.my_account()
    or private.lock_open_invitation(new.account_id, new.invited_owner_id)
  then
    return new;
  end if;
  raise exception 'This invitation is no longer open.'
    using errcode = '23503', detail = 'invitation.not_open', hint = 'Choose another owner.';
end
$$;
comment on function private.require_open_invitation() is
  'Trigger: only a person with an open invitation of the account can be the invited owner.';

create function private.reassign_records_of_invitation(account uuid, invitation uuid, owner uuid, next_invitation uuid)
returns void
language sql security definer set search_path = ''
as $$
  update private.records r
  set owner_id = owner, invited_owner_id = next_invitation
  where r.account_id = account and r.invited_owner_id = invitation
$$;
comment on function private.reassign_records_of_invitation(uuid, uuid, uuid, uuid) is
  'Gives the records that an invitation owns to this owner, to this invitation, or to neither.';

create function private.transfer_records_to_member() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  person uuid;
begin
  select m.user_id into person
  from public.account_members m
  join public.profiles p on p.id = m.user_id
  where m.account_id = new.account_id and lower(p.email) = new.email
  order by m.user_id = private.caller_id() desc
  limit 1;
  perform private.reassign_records_of_invitation(new.account_id, new.id, person, null);
  return null;
end
$$;
comment on function private.transfer_records_to_member() is 'Trigger: a person who joins owns what their invitation did.';

create function private.clear_owner_of_ended_invitation() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- A renewed invitation hands over to the new one itself.
  if old.id::text is distinct from nullif(current_setting('cairn.renewed_invitation', true), '') then
    perform private.reassign_records_of_invitation(old.account_id, old.id, null, null);
  end if;
  return coalesce(new, old);
end
$$;
comment on function private.clear_owner_of_ended_invitation() is
  'Trigger: clears the owner of the records of an invitation that is over.';

create function private.move_to_renewed_invitation(former uuid, next_invitation uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.refuse_non_owner();
  perform private.reassign_records_of_invitation(f.account_id, f.id, null, n.id)
  from public.pending_invitations f
  join public.pending_invitations n on n.account_id = f.account_id and n.email = f.email
  where f.id = former and n.id = next_invitation and f.account_id = private.my_account();
  -- Records in the bin come back to the same person.
  update public.binned_records b
  set record = jsonb_set(b.record, '{invited_owner_id}', to_jsonb(n.id))
  from public.pending_invitations f
  join public.pending_invitations n on n.account_id = f.account_id and n.email = f.email
  where f.id = former and n.id = next_invitation and f.account_id = private.my_account()
    and b.account_id = f.account_id and b.record ->> 'invited_owner_id' = f.id::text;
end
$$;
comment on function private.move_to_renewed_invitation(uuid, uuid) is
  'For admins: gives the records of an ended invitation of the account to the next invitation to the same address.';
grant execute on function private.move_to_renewed_invitation(uuid, uuid) to authenticated;

create trigger pending_invitations_give_records after update on public.pending_invitations
  for each row when (old.accepted_at is null and new.accepted_at is not null)
  execute function private.transfer_records_to_member();
create trigger pending_invitations_leave_records after update on public.pending_invitations
  for each row when (old.declined_at is null and new.declined_at is not null)
  execute function private.clear_owner_of_ended_invitation();

-- As cairn_owner the whole account goes.
create trigger pending_invitations_leave_records_on_delete before delete on public.pending_invitations
  for each row when (current_user <> 'cairn_owner' and old.accepted_at is null and old.declined_at is null)
  execute function private.clear_owner_of_ended_invitation();
