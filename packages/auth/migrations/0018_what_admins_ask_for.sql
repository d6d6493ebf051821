-- What an admin of the product may have done to a member's sign-in. Who may ask for whom the product decides: it lets
-- nobody but its own procedures call these.

create function auth.end_sessions(person uuid, actor uuid) returns integer
language plpgsql security definer
set search_path = ''
as $$
declare
  ended integer;
begin
  perform from auth.users u where u.id = end_sessions.person for update;
  delete from auth.sessions s where s.user_id = end_sessions.person;
  get diagnostics ended = row_count;
  insert into auth.audit_log_entries (payload)
  values (jsonb_build_object(
    'action', 'session_ended', 'actor_id', end_sessions.actor, 'user_id', end_sessions.person, 'actor_via_sso', false
  ));
  return ended;
end
$$;
comment on function auth.end_sessions(uuid, uuid) is
  'Ends every session of a person, in the name of an actor, and says how many they were.';

-- Sessions that were verified with a factor are at aal1 again, as when its owner removes it.
create function auth.remove_second_factors(person uuid, actor uuid) returns integer
language plpgsql security definer
set search_path = ''
as $$
declare
  removed integer;
begin
  perform from auth.users u where u.id = remove_second_factors.person for update;
  delete from auth.mfa_amr_claims c
  using auth.sessions s
  where s.id = c.session_id and s.user_id = remove_second_factors.person and s.factor_id is not null
    and c.authentication_method in ('totp', 'mfa/phone', 'recovery_code');
  update auth.sessions s
  set aal = 'aal1', factor_id = null, updated_at = now()
  where s.user_id = remove_second_factors.person and s.factor_id is not null;
  delete from auth.mfa_recovery_codes c where c.user_id = remove_second_factors.person;
  with gone as (
    delete from auth.mfa_factors f where f.user_id = remove_second_factors.person returning f.status
  )
  select count(*) filter (where g.status = 'verified') into removed from gone g;
  insert into auth.audit_log_entries (payload)
  values (jsonb_build_object(
    'action', 'factor_unenrolled', 'actor_id', remove_second_factors.actor,
    'user_id', remove_second_factors.person, 'actor_via_sso', false
  ));
  return removed;
end
$$;
comment on function auth.remove_second_factors(uuid, uuid) is
  'Removes every second factor of a person with their recovery codes, in the name of an actor, and says how many of them counted.';

revoke execute on function auth.end_sessions(uuid, uuid), auth.remove_second_factors(uuid, uuid) from public;
