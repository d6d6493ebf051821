-- A key that signs is a second factor too: what it had proven goes with it.

create or replace function auth.remove_second_factors(person uuid, actor uuid) returns integer
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
    and c.authentication_method in ('totp', 'mfa/phone', 'mfa/webauthn', 'recovery_code');
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
