-- What policies and the data API may ask. The caller's claims are a setting of the transaction.
-- The small functions have no settings of their own, so that the planner can inline them.

create function auth.jwt() returns jsonb
language sql stable
as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')
  )::jsonb
$$;

create function auth.uid() returns uuid
language sql stable
as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.sub', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub'
  )::uuid
$$;

create function auth.role() returns text
language sql stable
as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.role', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'role'
  )
$$;

create function auth.email() returns text
language sql stable
as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.email', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'email'
  )
$$;

comment on function auth.jwt() is 'The claims of the caller''s access token.';
comment on function auth.uid() is 'The caller''s user id; null for a caller without account.';
comment on function auth.role() is 'The caller''s role: anon, authenticated or service_role.';
comment on function auth.email() is 'The caller''s e-mail address.';

create function auth.require_session(session_id uuid) returns void
language plpgsql stable security definer
set search_path = ''
as $$
begin
  if not exists (
    select from auth.sessions s
    where s.id = require_session.session_id and (s.not_after is null or s.not_after > now())
  ) then
    raise exception 'JWT session is no longer valid' using errcode = 'PT401';
  end if;
end
$$;

comment on function auth.require_session(uuid) is
  'Raises PT401 unless the session of an access token still exists. For the authenticator, before it takes on the caller''s role.';

-- The four above tell callers what they themselves sent; as on Supabase, whoever may use the schema may ask.
grant usage on schema auth to anon, authenticated, service_role, authenticator;
revoke execute on function auth.require_session(uuid) from public;
grant execute on function auth.require_session(uuid) to authenticator;
