-- Signing out, as the database sees it: the session's row goes before its time.
--
-- The auth server says in the setting auth.session_end when somebody signed out; where it says nothing (a hosted project,
-- a changed password, a ban) the entry is session_ended. A session that ends by age leaves none: nobody did anything.
-- A project that keeps its tables of sessions from us has no such entries, and its log what browsers report.

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

do $$
begin
  create trigger cairn_audit_ended_sessions after delete on auth.sessions
    referencing old table as ended
    for each statement execute function private.audit_ended_sessions();
exception when insufficient_privilege or undefined_table then
  raise notice 'The log of security events will have no entries of ended sessions.';
end
$$;

alter function private.audit_ended_sessions() owner to cairn_definer;
