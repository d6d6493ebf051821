-- A token names its person and its session: both are asked for together, so that neither stands for the other.

drop function auth.require_session(uuid);

create function auth.require_session(session_id uuid, person uuid) returns void
language plpgsql stable security definer
set search_path = ''
as $$
declare
  half_signed_in boolean;
begin
  select s.aal = 'aal1' and exists (
    select from auth.mfa_factors f where f.user_id = s.user_id and f.status = 'verified'
  ) into half_signed_in
  from auth.sessions s
  where s.id = require_session.session_id
    and s.user_id = require_session.person
    and (s.not_after is null or s.not_after > now());
  if not found then
    raise exception 'JWT session is no longer valid' using errcode = 'PT401';
  end if;
  if half_signed_in then
    raise exception 'The second factor is missing.'
      using errcode = '42501', hint = 'Enter the code of your authenticator app first.';
  end if;
end
$$;

comment on function auth.require_session(uuid, uuid) is
  'Raises PT401 unless the session of an access token still exists and is its person''s, and 42501 while they still have to show their second factor. For the authenticator, before it takes on the caller''s role.';

revoke execute on function auth.require_session(uuid, uuid) from public;
grant execute on function auth.require_session(uuid, uuid) to authenticator;
