-- Through which program a person acts: an API token, or an app that they connected. History and audit log keep it.

do $$
begin
  grant usage on schema auth to cairn_definer;
  grant select (id, metadata_url, client_name) on auth.oauth_clients to cairn_definer;
exception when insufficient_privilege or undefined_table or undefined_column then
  raise notice 'The history will not have the names of apps.';
end
$$;

create function private.caller_token() returns uuid
language sql stable set search_path = ''
as $$
  select (nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'token_id')::uuid
$$;
comment on function private.caller_token() is 'The API token of the caller; null for a session and for an app.';
grant execute on function private.caller_token() to authenticated, service_role, cairn_owner;

create function private.caller_client() returns text
language sql stable set search_path = ''
as $$
  select left(nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'client_id', 2048)
$$;
comment on function private.caller_client() is 'The id of the app that acts for the caller; null for a session and for an API token.';
grant execute on function private.caller_client() to authenticated, service_role, cairn_owner;

create function private.caller_program() returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  token constant uuid := private.caller_token();
  client constant text := private.caller_client();
begin
  if token is not null then
    return (select t.name from public.api_tokens t where t.id = token);
  elsif client is not null and to_regclass('auth.oauth_clients') is not null
    and has_column_privilege('auth.oauth_clients', 'client_name', 'select')
  then
    return (
      select private.display_text(c.client_name) from auth.oauth_clients c where c.id::text = client or c.metadata_url = client limit 1
    );
  end if;
  return null;
end
$$;
comment on function private.caller_program() is 'The name of the API token or app through which the caller acts; null for a session.';
grant execute on function private.caller_program() to authenticated, service_role, cairn_owner;

create function private.caller_program_as_json() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'token_id', private.caller_token(), 'client_id', private.caller_client(), 'program', private.caller_program()
  ))
$$;
comment on function private.caller_program_as_json() is
  'Through which program the caller acts, for the audit log: {"token_id" or "client_id", "program"}; empty for a session.';
