-- Using tokens: a server that knows opaque tokens asks here who a caller is, in the transaction of the request itself, so
-- that a token which was ended a moment ago opens nothing anywhere. What it then may is the claim `scope`.

create function private.claims_of_token(secret_hash text) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  held record;
begin
  select t.id, t.expires_at, t.scopes, coalesce(t.owner_id, a.owner_id) as person, s.ends_at, a.name as service_account
  into held
  from private.token_secrets s
  join public.api_tokens t on t.account_id = s.account_id and t.id = s.token_id
  left join public.service_accounts a on a.account_id = t.account_id and a.id = t.service_account_id
  where s.hash = secret_hash;
  if not found or held.ends_at <= now() then
    raise exception 'This API token is unknown, or was revoked.'
      using errcode = 'PT401', detail = 'token.unknown', hint = 'Make another one in the settings of Cairn.';
  elsif held.expires_at <= now() then
    raise exception 'This API token has expired.'
      using errcode = 'PT401', detail = 'token.expired',
        hint = 'Rotate it, or make another one in the settings of Cairn.';
  elsif held.person is null then
    raise exception 'The service account of this API token has no owner.'
      using errcode = 'PT401', detail = 'token.without_owner', hint = 'An administrator can give it another owner.';
  end if;
  return jsonb_build_object(
    'role', 'authenticated', 'aud', 'authenticated', 'sub', held.person, 'scope', array_to_string(held.scopes, ' '),
    'token_id', held.id, 'service_account', held.service_account
  )::text;
end
$$;
comment on function private.claims_of_token(text) is
  'The claims of the caller who sent the token with this hash, as JSON; PT401 where it opens nothing. For the authenticator, before it takes on the caller''s role.';
grant execute on function private.claims_of_token(text) to authenticator, supabase_auth_admin;

create function private.note_token_uses(uses jsonb) returns void
language sql security definer set search_path = ''
as $$
  update public.api_tokens t
  set last_used_at = greatest(t.last_used_at, u.used_at), last_used_network = private.network_of(private.as_address(u.address))
  from jsonb_to_recordset(uses) as u (hash text, used_at timestamptz, address text)
  join private.token_secrets s on s.hash = u.hash
  where t.account_id = s.account_id and t.id = s.token_id;
  select private.notify_of_ended_tokens(uses)
$$;
comment on function private.note_token_uses(jsonb) is
  'Notes when and from where tokens were used, and tells the owners of those that have ended: [{"hash", "used_at", "address"}]. For the server.';
grant execute on function private.note_token_uses(jsonb) to supabase_auth_admin;
grant usage on schema private to authenticator;
