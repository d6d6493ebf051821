-- Auditing changes: triggers on the tables themselves write the audit log, so that every way of a change leaves its
-- entry.
--
-- A session that is deleted before its time ended by an act. The auth server notes a sign-out in the setting
-- auth.session_end. Where it notes nothing (a hosted project, a changed password, a ban) the entry is session_ended. A
-- session that ends by age leaves no entry: no user did anything. A project that keeps the tables of sessions closed
-- has no such entries, only what browsers report.

-- Failures of an address without a user concern no account; attempts while an address is closed are not counted.
create function private.audit_failed_sign_in() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.write_audit(
    p.account_id, p.id, 'failed_login', 'user_account', p.id::text, '{}', new.origin
  )
  from public.profiles p
  where lower(p.email) = new.email and p.account_id is not null;
  return null;
end
$$;
comment on function private.audit_failed_sign_in() is 'Trigger: enters a failed sign-in into the log of the member''s account.';

create function private.audit_lock_out() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.write_audit(
    p.account_id, p.id, 'login_rate_limit_check', 'user_account', p.id::text,
    jsonb_build_object('failed_attempts', 5, 'locked_until', new.locked_until), new.origin
  )
  from public.profiles p
  where lower(p.email) = new.email and p.account_id is not null;
  return null;
end
$$;
comment on function private.audit_lock_out() is 'Trigger: enters a lock-out into the log of the member''s account.';

-- Every way to sign in moves last_sign_in_at. Where it was a password, the hook noted the network a moment ago.
create function private.audit_sign_in() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.write_audit(
    m.account_id, m.user_id, 'login_successful', 'user_account', m.user_id::text, '{}',
    (
      select a.origin from public.login_attempts a
      where a.email = lower(new.email) and a.source = 'server' and a.success
        and a.attempted_at > clock_timestamp() - interval '10 seconds'
      order by a.attempted_at desc
      limit 1
    )
  )
  from public.account_members m
  where m.user_id = new.id;
  return null;
end
$$;
comment on function private.audit_sign_in() is 'Trigger: enters a sign-in into the log of the member''s account.';

create function private.audit_password() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.write_audit(
    m.account_id, m.user_id, 'password_changed', 'user_account', m.user_id::text, '{}'
  )
  from public.account_members m
  where m.user_id = new.id;
  return null;
end
$$;
comment on function private.audit_password() is 'Trigger: enters a changed password into the log of the member''s account.';

create function private.provider_of_change() returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_strip_nulls(jsonb_build_object('provider', nullif(current_setting('cairn.groups_of', true), '')))
$$;
comment on function private.provider_of_change() is
  'The sign-in provider whose groups the present change follows, as a detail of its entry; none for any other change.';

create function private.audit_membership() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    perform private.write_audit(
      new.account_id, new.user_id, 'member_joined', 'account_member', new.user_id::text,
      jsonb_build_object('permission', new.permission_level)
    );
  elsif tg_op = 'DELETE' then
    perform private.write_audit(
      old.account_id, private.caller_id(),
      case when old.user_id = private.caller_id() then 'member_left' else 'member_removed' end,
      'account_member', old.user_id::text, jsonb_build_object('permission', old.permission_level)
    );
  else
    perform private.write_audit(
      new.account_id, private.caller_id(), 'permission_updated', 'account_member', new.user_id::text,
      jsonb_build_object('new_permission', new.permission_level, 'old_permission', old.permission_level)
        || private.provider_of_change()
    );
  end if;
  return null;
end
$$;
comment on function private.audit_membership() is 'Trigger: enters who joined, left or was removed, and every change of a level.';

-- Without the address: an id says enough to an admin, and nothing to the reader of a copied log.
create function private.audit_invitation() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_restoring_archive() then
    return null;
  end if;
  perform private.write_audit(
    new.account_id, private.caller_id(),
    case
      when tg_op = 'INSERT' then 'invitation_created'
      when new.accepted_at is not null then 'invitation_accepted'
      else 'invitation_revoked'
    end,
    'invitation', new.id::text, jsonb_build_object('permission', new.permission_level)
  );
  return null;
end
$$;
comment on function private.audit_invitation() is 'Trigger: enters an invitation that was sent, accepted or revoked.';

create function private.audit_feature() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_restoring_archive() then
    return null;
  end if;
  perform private.write_audit(
    new.account_id, private.caller_id(), 'feature_updated', 'app_feature', new.feature_name,
    jsonb_build_object('enabled', new.enabled)
  );
  return null;
end
$$;
comment on function private.audit_feature() is 'Trigger: enters a turned switch.';

create function private.audit_deletion() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_restoring_archive() then
    return null;
  end if;
  perform private.write_audit(
    new.account_id, new.changed_by, new.kind || '_' || new.action, new.kind, new.record_id::text,
    jsonb_build_object('name', new.record_name)
  );
  return null;
end
$$;
comment on function private.audit_deletion() is 'Trigger: enters the deletion or restoration of a record, out of its history.';

create function private.audit_ended_sessions() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.write_audit(
    m.account_id, m.user_id,
    case current_setting('auth.session_end', true) when 'logout' then 'logout' else 'session_ended' end,
    'user_account', m.user_id::text, jsonb_build_object('sessions', e.sessions)
  )
  from (
    select s.user_id, count(*) as sessions
    from ended s
    where s.not_after is null or s.not_after > now()
    group by s.user_id
  ) e
  join public.account_members m on m.user_id = e.user_id;
  return null;
end
$$;
comment on function private.audit_ended_sessions() is
  'Trigger: enters sessions that ended before their time into the log of the member''s account.';

create trigger cairn_audit_sign_in after update of last_sign_in_at on auth.users
  for each row when (new.last_sign_in_at is distinct from old.last_sign_in_at and new.last_sign_in_at is not null)
  execute function private.audit_sign_in();
create trigger cairn_audit_password after update of encrypted_password on auth.users
  for each row when (new.encrypted_password is distinct from old.encrypted_password)
  execute function private.audit_password();
create trigger sign_in_locks_audit after insert or update of locked_until on private.sign_in_locks
  for each row when (new.locked_until > clock_timestamp()) execute function private.audit_lock_out();
create trigger account_members_note_coming_and_going after insert or delete on public.account_members
  for each row execute function private.audit_membership();
create trigger account_members_note_level after update on public.account_members
  for each row when (new.permission_level is distinct from old.permission_level)
  execute function private.audit_membership();
create trigger app_features_audit_new after insert on public.app_features
  for each row execute function private.audit_feature();
create trigger app_features_audit_turned after update on public.app_features
  for each row when (new.enabled is distinct from old.enabled) execute function private.audit_feature();
create trigger login_attempts_audit after insert on public.login_attempts
  for each row when (new.source = 'server' and not new.success)
  execute function private.audit_failed_sign_in();
create trigger pending_invitations_audit_sent after insert on public.pending_invitations
  for each row execute function private.audit_invitation();
create trigger pending_invitations_audit_ended after update on public.pending_invitations
  for each row when (
    old.accepted_at is null and new.accepted_at is not null or old.declined_at is null and new.declined_at is not null
  )
  execute function private.audit_invitation();

do $$
begin
  create trigger cairn_audit_ended_sessions after delete on auth.sessions
    referencing old table as ended
    for each statement execute function private.audit_ended_sessions();
exception when insufficient_privilege or undefined_table then
  raise notice 'The log of security events will have no entries of ended sessions.';
end
$$;
