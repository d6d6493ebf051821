-- Sign-ins of members: admins end a member's sessions, or remove a second factor that the member has lost.
--
-- Sessions and factors belong to the auth server; Cairn's own has a function for each. Where the functions are missing
-- (a hosted project), the admin learns so, and the operator of the project does it there.

do $$
begin
  grant execute on function auth.end_sessions(uuid, uuid), auth.remove_second_factors(uuid, uuid) to cairn_definer;
exception when insufficient_privilege or undefined_function then
  raise notice 'Admins will not be able to end the sessions of members, nor to remove their second factors.';
end
$$;

create function private.refuse_sign_in_change(person uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  -- Both are locked: an admin who is demoted, or leaves, at this moment has done so before or does so after.
  perform from public.account_members m
  where m.user_id = private.caller_id() and m.permission_level = 'admin'
  for share;
  if not found then
    raise exception 'Only administrators can manage how members sign in.'
      using errcode = '42501', detail = 'sign_in.managed_by_admins', hint = 'Ask an administrator.';
  end if;
  perform from public.account_members m
  where m.user_id = person and m.account_id = private.my_account()
  for share;
  if not found then
    perform private.refuse_non_member(person);
  end if;
  if person = private.caller_id() then
    raise exception 'You manage your own sessions and second factors in your security settings.'
      using errcode = '42501', detail = 'sign_in.own_in_settings', hint = 'Open the security settings.';
  end if;
  if coalesce(not has_function_privilege(to_regprocedure('auth.end_sessions(uuid, uuid)'), 'execute'), true) then
    raise exception 'This server does not let administrators change how members sign in.'
      using errcode = '0A000', detail = 'sign_in.not_manageable', hint = 'Ask the operator of this server.';
  end if;
end
$$;
comment on function private.refuse_sign_in_change(uuid) is
  'Refuses callers who are no admin of the person''s account, admins themselves about their own sign-in, and a server that cannot do it.';

create function public.end_member_sessions(target_user_id uuid) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  ended integer;
begin
  perform private.refuse_sign_in_change(target_user_id);
  ended := auth.end_sessions(target_user_id, private.caller_id());
  perform private.end_tokens_of(target_user_id);
  perform private.write_audit(
    private.my_account(), private.caller_id(), 'member_sessions_ended', 'user_account', target_user_id::text,
    jsonb_build_object('sessions', ended)
  );
  return ended;
end
$$;
comment on function public.end_member_sessions(uuid) is
  'For admins: signs another member of their account out everywhere, at once, and ends their apps and the secrets of their API tokens. Answers how many sessions that ended.';
grant execute on function public.end_member_sessions(uuid) to authenticated;

create function public.remove_member_second_factor(target_user_id uuid) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  removed integer;
begin
  perform private.refuse_sign_in_change(target_user_id);
  removed := auth.remove_second_factors(target_user_id, private.caller_id());
  perform private.write_audit(
    private.my_account(), private.caller_id(), 'member_second_factor_removed', 'user_account', target_user_id::text,
    jsonb_build_object('factors', removed)
  );
  return removed;
end
$$;
comment on function public.remove_member_second_factor(uuid) is
  'For admins: removes the second factors and recovery codes of another member of their account, who signs in without until they add one. Answers how many there were.';
grant execute on function public.remove_member_second_factor(uuid) to authenticated;
