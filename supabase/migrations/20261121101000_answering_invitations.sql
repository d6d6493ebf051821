-- Answering invitations: what their links do, and what admins do with them beyond reading and revoking.
--
-- A link is for whoever confirmed the invited address. The token says which invitation is meant and opens nothing by
-- itself; what anybody may learn from it are the four fields of validate_invitation. Unknown, expired, revoked and
-- accepted ones look alike.

create function private.open_invitation(token text) returns setof public.pending_invitations
language sql stable security definer set search_path = ''
as $$
  select i.*
  from public.pending_invitations i
  where i.invitation_token = private.token_hash(token)
    and i.accepted_at is null and i.declined_at is null and i.expires_at > now()
$$;
comment on function private.open_invitation(text) is 'The open invitation that a token belongs to.';

-- For admins

create function public.get_invitation_token(invitation_id_param uuid) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  token text;
begin
  select private.invitation_token(i.id) into token
  from public.pending_invitations i
  where i.id = invitation_id_param and i.account_id = private.my_account() and private.my_rank() = 3
    and i.accepted_at is null and i.declined_at is null and i.expires_at > now();
  if token is null then
    raise exception 'There is no such open invitation.'
      using errcode = 'PT404', hint = 'It was accepted, revoked or expired, or belongs to another account.';
  end if;
  return token;
end
$$;
comment on function public.get_invitation_token(uuid) is
  'For admins: the token that stands in the link /invitation?token=… of an open invitation of their account.';

-- Runs as the caller, so that a row written here passes the same policy and triggers as one written to the table.
create function public.invite_member(
  email_param text,
  name_param text,
  job_role_param text default null,
  department_param text default null,
  permission_level_param text default 'viewer'
) returns json
language plpgsql set search_path = ''
as $$
declare
  invitation public.pending_invitations;
begin
  insert into public.pending_invitations (email, name, job_role, department, permission_level)
  values (email_param, name_param, job_role_param, department_param, coalesce(permission_level_param, 'viewer'))
  returning * into invitation;
  return json_build_object(
    'id', invitation.id,
    'expires_at', invitation.expires_at,
    'token', public.get_invitation_token(invitation.id)
  );
end
$$;
comment on function public.invite_member(text, text, text, text, text) is
  'For admins: invites somebody. Answers {"id": …, "expires_at": …, "token": …}; a second invitation to an address waits until the first has ended.';

create function public.cleanup_expired_invitations_enhanced() returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  removed integer;
begin
  if private.my_rank() is distinct from 3 then
    raise exception 'Only account owners can manage invitations.' using errcode = '42501', hint = 'Ask an administrator.';
  end if;
  delete from public.pending_invitations i
  where i.account_id = private.my_account() and i.expires_at <= now()
    and i.accepted_at is null and i.declined_at is null;
  get diagnostics removed = row_count;
  perform private.clean_audit_log();
  return removed;
end
$$;
comment on function public.cleanup_expired_invitations_enhanced() is
  'For admins: deletes the expired invitations of their account and says how many they were; cleans the audit log too.';

-- For those who follow a link

create function public.validate_invitation(token_param text) returns json
language plpgsql security definer set search_path = ''
as $$
declare
  answer json;
begin
  perform private.limit_public_calls('invitation checks');
  select json_build_object(
    'valid', true, 'reason', null, 'account_name', a.name, 'inviter_name', p.name, 'expires_at', i.expires_at
  ) into answer
  from private.open_invitation(token_param) i
  join public.accounts a on a.id = i.account_id
  left join public.profiles p on p.id = i.invited_by;
  return coalesce(answer, json_build_object(
    'valid', false, 'reason', 'invalid_or_expired', 'account_name', null, 'inviter_name', null, 'expires_at', null
  ));
end
$$;
comment on function public.validate_invitation(text) is
  'Whether a token can be accepted by the right person: {"valid", "reason", "account_name", "inviter_name", "expires_at"}.';

create function public.get_invitation_recipient(token_param text) returns json
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.limit_public_calls('invitation checks');
  return (
    select json_build_object(
      'mine', i.email = lower(p.email),
      'sent_to', case when i.email = lower(p.email) then i.email else private.masked_email(i.email) end
    )
    from private.open_invitation(token_param) i
    join public.profiles p on p.id = private.caller_id()
  );
end
$$;
comment on function public.get_invitation_recipient(text) is
  'Whether an open invitation is the caller''s, and to which address it was sent, masked unless it is theirs.';

create function private.not_accepted(error text) returns json
language sql immutable set search_path = ''
as $$
  select json_build_object('success', false, 'account_name', null, 'error', error)
$$;
comment on function private.not_accepted(text) is 'The answer to an invitation that was not accepted.';

-- The invitation is locked first, so that of many who come at once one finds it open. Being a member of an account
-- already is decided by the unique key on the person, which two invitations accepted at once cannot both pass.
create function public.accept_invitation(token_param text, user_email_param text) returns json
language plpgsql security definer set search_path = ''
as $$
declare
  invitation public.pending_invitations;
  person public.profiles;
begin
  select i.* into invitation
  from public.pending_invitations i
  where i.invitation_token = private.token_hash(token_param)
    and i.accepted_at is null and i.declined_at is null and i.expires_at > now()
  for update;
  if not found then
    return private.not_accepted('This invitation has expired or is no longer valid.');
  end if;
  select p.* into person from public.profiles p where p.id = private.caller_id();
  if lower(person.email) is distinct from invitation.email
    or lower(btrim(user_email_param)) is distinct from invitation.email
  then
    return private.not_accepted('This invitation was sent to another address.');
  end if;
  insert into public.account_members (account_id, user_id, permission_level, department)
  values (
    invitation.account_id, person.id, invitation.permission_level, coalesce(invitation.department, person.department)
  )
  on conflict (user_id) do nothing;
  if not found then
    return private.not_accepted((
      select format('You already belong to %s.', a.name)
      from public.account_members m join public.accounts a on a.id = m.account_id
      where m.user_id = person.id
    ));
  end if;
  update public.pending_invitations set accepted_at = now() where id = invitation.id;
  update public.profiles
  set job_role = coalesce(invitation.job_role, job_role),
    name = case when name = private.display_name('{}') then invitation.name else name end
  where id = person.id;
  return (
    select json_build_object('success', true, 'account_name', a.name, 'error', null)
    from public.accounts a where a.id = invitation.account_id
  );
end
$$;
comment on function public.accept_invitation(text, text) is
  'Makes the caller a member, if the invitation is open and theirs: {"success", "account_name", "error"}.';

-- Whoever was not placed because of an invitation that then came to nothing, or that they do not want.
create function public.join_account_of_my_domain() returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  person public.profiles;
begin
  select p.* into person from public.profiles p where p.id = private.caller_id() for update;
  if person.id is not null and person.account_id is null then
    perform private.join_account_of_domain(person.id, person.email, '{}');
  end if;
  return private.my_account();
end
$$;
comment on function public.join_account_of_my_domain() is
  'Places somebody without an account by their confirmed address, as at sign-up, and tells the account they belong to.';

alter function private.open_invitation(text) owner to cairn_definer;
alter function private.not_accepted(text) owner to cairn_definer;
alter function public.get_invitation_token(uuid) owner to cairn_definer;
alter function public.invite_member(text, text, text, text, text) owner to cairn_definer;
alter function public.cleanup_expired_invitations_enhanced() owner to cairn_definer;
alter function public.validate_invitation(text) owner to cairn_definer;
alter function public.get_invitation_recipient(text) owner to cairn_definer;
alter function public.accept_invitation(text, text) owner to cairn_definer;
alter function public.join_account_of_my_domain() owner to cairn_definer;
revoke all on function
  public.get_invitation_token(uuid), public.invite_member(text, text, text, text, text),
  public.cleanup_expired_invitations_enhanced(), public.validate_invitation(text),
  public.get_invitation_recipient(text), public.accept_invitation(text, text), public.join_account_of_my_domain()
  from public, anon, authenticated, service_role;
grant execute on function public.validate_invitation(text) to anon, authenticated, service_role;
grant execute on function
  public.get_invitation_token(uuid), public.invite_member(text, text, text, text, text),
  public.cleanup_expired_invitations_enhanced(), public.get_invitation_recipient(text),
  public.accept_invitation(text, text), public.join_account_of_my_domain()
  to authenticated;
