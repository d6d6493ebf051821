-- Accepting invitations: what a link tells the person who follows it, and the auth server before it mails.
--
-- A link is for the user who confirmed the invited address. The token names the invitation and opens nothing by
-- itself: validate_invitation tells a holder of the token five fields, and no address. Unknown, expired, revoked and
-- accepted invitations look alike. Those are counted that are not open, so nobody who has a link waits for who guesses.
-- Any visitor can ask the auth server for a mail to any address. So it asks invitation_of_address whether an
-- invitation is open before it mails 'You are invited'.
-- Only a user with the invited address, confirmed, accepts an invitation.
-- People whose domain has single sign-on join with it: with a password they would become a second user beside the
-- user that their organisation knows.

-- Supabase lets roles read its auth tables; where even that is refused, no domain counts as having single sign-on.
do $$
begin
  grant select (id, disabled) on auth.sso_providers to cairn_definer;
  grant select (sso_provider_id, domain) on auth.sso_domains to cairn_definer;
exception when insufficient_privilege or undefined_table or undefined_column then
  raise notice 'Invitations will not say who signs in with single sign-on.';
end
$$;

create function private.open_invitation(token text) returns setof public.pending_invitations
language sql stable security definer set search_path = ''
as $$
  select i.*
  from public.pending_invitations i
  where i.invitation_token = private.token_hash(token)
    and i.accepted_at is null and i.declined_at is null and i.expires_at > now() and i.sent_at is not null
$$;
comment on function private.open_invitation(text) is 'The open invitation that a token belongs to.';

create function public.validate_invitation(token_param text) returns json
language plpgsql security definer set search_path = ''
as $$
declare
  answer json;
begin
  select json_build_object(
    'valid', true, 'reason', null, 'account_name', a.name, 'inviter_name', p.name, 'expires_at', i.expires_at
  ) into answer
  from private.open_invitation(token_param) i
  join public.accounts a on a.id = i.account_id
  left join public.profiles p on p.id = i.invited_by;
  if answer is null then
    perform private.limit_public_calls('invitation checks');
  end if;
  return coalesce(answer, json_build_object(
    'valid', false, 'reason', 'invalid_or_expired', 'account_name', null, 'inviter_name', null, 'expires_at', null
  ));
end
$$;
comment on function public.validate_invitation(text) is
  'Whether a token can be accepted by the right person: {"valid", "reason", "account_name", "inviter_name", "expires_at"}.';
grant execute on function public.validate_invitation(text) to anon, authenticated, service_role;

create function public.get_invitation_recipient(token_param text) returns json
language plpgsql security definer set search_path = ''
as $$
declare
  answer json;
begin
  select json_build_object(
    'mine', i.email = lower(p.email),
    'sent_to', case when i.email = lower(p.email) then i.email else private.masked_email(i.email) end
  ) into answer
  from private.open_invitation(token_param) i
  join public.profiles p on p.id = private.caller_id();
  if answer is null then
    perform private.limit_public_calls('invitation checks');
  end if;
  return answer;
end
$$;
comment on function public.get_invitation_recipient(text) is
  'Whether an open invitation is the caller''s, and to which address it was sent, masked unless it is theirs.';
grant execute on function public.get_invitation_recipient(text) to authenticated;

create function public.invitation_of_address(event jsonb) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('invited', private.is_invited(event ->> 'email'))
$$;
comment on function public.invitation_of_address(jsonb) is
  'Auth hook: whether an invitation to the address is open: {"invited": …}.';
grant execute on function public.invitation_of_address(jsonb) to supabase_auth_admin;

create function public.is_invited_by_single_sign_on(token_param text) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  if not exists (select from private.open_invitation(token_param)) then
    perform private.limit_public_calls('invitation checks');
    return false;
  end if;
  if not has_schema_privilege('auth', 'usage') or to_regclass('auth.sso_domains') is null
    or not has_column_privilege('auth.sso_domains', 'domain', 'select')
    or not has_column_privilege('auth.sso_providers', 'disabled', 'select')
  then
    return false;
  end if;
  return exists (
    select from private.open_invitation(token_param) i
    join auth.sso_domains d on d.domain = private.email_domain(i.email)
    join auth.sso_providers p on p.id = d.sso_provider_id and not p.disabled
  );
end
$$;
comment on function public.is_invited_by_single_sign_on(text) is
  'Whether the address of an open invitation belongs to a domain whose people sign in with single sign-on.';
grant execute on function public.is_invited_by_single_sign_on(text) to anon, authenticated;

create function private.accept_as_caller(invitation public.pending_invitations) returns json
language plpgsql security definer set search_path = ''
as $$
declare
  person public.profiles;
begin
  select p.* into person from public.profiles p where p.id = private.caller_id();
  if lower(person.email) is distinct from invitation.email then
    return private.not_accepted_response('invitation.other_address', 'This invitation was sent to another address.');
  end if;
  insert into public.account_members (account_id, user_id, permission_level, department)
  values (
    invitation.account_id, person.id, invitation.permission_level, coalesce(invitation.department, person.department)
  )
  on conflict (user_id) do nothing;
  if not found then
    return (
      select private.not_accepted_response(
        'invitation.already_member', 'You already belong to %s.', jsonb_build_object('account', a.name)
      )
      from public.account_members m join public.accounts a on a.id = m.account_id
      where m.user_id = person.id
    );
  end if;
  update public.pending_invitations set accepted_at = now() where id = invitation.id;
  update public.profiles
  set job_role = coalesce(invitation.job_role, job_role),
    name = case when name = private.display_name('{}') then invitation.name else name end
  where id = person.id;
  return (
    select json_build_object('success', true, 'account_name', a.name, 'error', null, 'refusal', null)
    from public.accounts a where a.id = invitation.account_id
  );
end
$$;
comment on function private.accept_as_caller(public.pending_invitations) is
  'Makes the caller a member by an open invitation that the calling function has locked, if it is theirs.';

-- The function locks the invitation first, so that of many users who accept at once only the first finds it open. The
-- unique key on the person keeps two invitations accepted at once from making two memberships.
create function public.accept_invitation(token_param text, user_email_param text) returns json
language plpgsql security definer set search_path = ''
as $$
declare
  invitation public.pending_invitations;
begin
  select i.* into invitation
  from public.pending_invitations i
  where i.invitation_token = private.token_hash(token_param)
    and i.accepted_at is null and i.declined_at is null and i.expires_at > now() and i.sent_at is not null
  for update;
  if not found then
    -- A refusal here is an answer, so what it has counted is kept.
    if not private.count_against_limit('wrong invitations by ' || private.caller_id(), 60) then
      raise exception 'Too many requests.'
        using errcode = 'PT429', detail = 'request.too_many', hint = 'Wait a minute, then try again.';
    end if;
    return private.not_accepted_response(
      'invitation.expired', 'This invitation has expired or is no longer valid.'
    );
  end if;
  if lower(btrim(user_email_param)) is distinct from invitation.email then
    return private.not_accepted_response('invitation.other_address', 'This invitation was sent to another address.');
  end if;
  return private.accept_as_caller(invitation);
end
$$;
comment on function public.accept_invitation(text, text) is
  'Makes the caller a member, if the invitation is open and theirs: {"success", "account_name", "error", "refusal"}.';
grant execute on function public.accept_invitation(text, text) to authenticated;

create function public.accept_my_invitation(invitation_id_param uuid) returns json
language plpgsql security definer set search_path = ''
as $$
declare
  invitation public.pending_invitations;
begin
  select i.* into invitation
  from public.pending_invitations i
  where i.id = invitation_id_param
    and i.email = (select lower(p.email) from public.profiles p where p.id = private.caller_id())
    and i.accepted_at is null and i.declined_at is null and i.expires_at > now() and i.sent_at is not null
  for update;
  if not found then
    return private.not_accepted_response(
      'invitation.expired', 'This invitation has expired or is no longer valid.'
    );
  end if;
  return private.accept_as_caller(invitation);
end
$$;
comment on function public.accept_my_invitation(uuid) is
  'Makes the caller a member by one of the invitations that get_my_placement named: {"success", "account_name", "error", "refusal"}.';
grant execute on function public.accept_my_invitation(uuid) to authenticated;

create function private.not_accepted_response(code text, sentence text, parameters jsonb default '{}') returns json
language sql immutable set search_path = ''
as $$
  select json_build_object(
    'success', false, 'account_name', null, 'error', format(sentence, parameters ->> 'account'),
    'refusal', concat_ws(' ', code, nullif(parameters, '{}'))
  )
$$;
comment on function private.not_accepted_response(text, text, jsonb) is
  'The answer to an invitation that was not accepted: the code with its parameters, as an error has it, and the sentence.';
