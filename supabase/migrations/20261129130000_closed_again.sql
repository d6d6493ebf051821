-- Whether a caller has just shown who they are is asked of the auth server.
do $$
begin
  grant execute on function auth.is_recently_proven(uuid, boolean) to cairn_definer;
exception when insufficient_privilege or undefined_function then
  raise notice 'A recent sign-in is judged by the access token alone.';
end
$$;

-- Secrets that people made, of which they are told.
create table private.made_secrets (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null,
  user_id uuid not null,
  kind text not null,
  subject_id uuid not null,
  name text not null,
  address inet,
  act uuid not null default private.current_act(),
  made_at timestamptz not null default clock_timestamp(),
  told_at timestamptz,
  constraint made_secrets_user_id_fkey foreign key (account_id, user_id)
    references public.account_members (account_id, user_id) on delete cascade,
  constraint made_secrets_kind_known check (private.holds(
    kind in ('api_token', 'webhook_secret', 'source_key', 'heartbeat_address', 'discovery_address'),
    'Kind must be one of the known kinds of secrets.'
  ))
);
create index made_secrets_user_id_idx on private.made_secrets (account_id, user_id);
create index made_secrets_made_at_idx on private.made_secrets (made_at);
create index made_secrets_untold_idx on private.made_secrets (made_at) where told_at is null;
alter table private.made_secrets owner to cairn_owner;
alter table private.made_secrets enable row level security;
alter table private.made_secrets force row level security;
revoke all on private.made_secrets from public, anon, authenticated, service_role;
grant select, insert, update, delete on private.made_secrets to cairn_definer;

-- Secrets of tokens that have ended, to tell of their use.
create table private.ended_tokens (
  hash text primary key,
  account_id uuid not null,
  person_id uuid not null,
  name text not null,
  keep_until timestamptz not null,
  told_at timestamptz,
  constraint ended_tokens_person_id_fkey foreign key (account_id, person_id)
    references public.account_members (account_id, user_id) on delete cascade
);
create index ended_tokens_person_id_idx on private.ended_tokens (account_id, person_id);
create index ended_tokens_keep_until_idx on private.ended_tokens (keep_until);
alter table private.ended_tokens owner to cairn_owner;
alter table private.ended_tokens enable row level security;
alter table private.ended_tokens force row level security;
revoke all on private.ended_tokens from public, anon, authenticated, service_role;
grant select, insert, update, delete on private.ended_tokens to cairn_definer;

-- A notification for that.
alter table public.notifications drop constraint notifications_kind_known;
alter table public.notifications add constraint notifications_kind_known check (private.holds(
  kind in (
    'invitation_accepted', 'member_joined', 'newcomer_waiting', 'expert_assigned', 'owner_assigned', 'level_changed',
    'record_changed', 'record_deleted', 'record_restored', 'dependency_deleted', 'second_factor_wanted', 'handed_over',
    'view_changed', 'renewal_due', 'archive_ready', 'heartbeat_late', 'heartbeat_failing', 'heartbeat_back',
    'webhook_paused', 'token_expires', 'service_account_given', 'suggestion_made', 'ended_token_used'
  ),
  'Kind must be one of the known kinds of notifications.'
)) not valid;
alter table public.notifications validate constraint notifications_kind_known;

-- Through which token or app a record was changed. Rows of before have none; the defaults come after the columns, so that
-- no row is written anew.
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
alter function private.caller_token() owner to cairn_definer;
grant execute on function private.caller_token() to authenticated, service_role, cairn_owner;

create function private.caller_client() returns text
language sql stable set search_path = ''
as $$
  select left(nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'client_id', 2048)
$$;
comment on function private.caller_client() is 'The id of the app that acts for the caller; null for a session and for an API token.';
alter function private.caller_client() owner to cairn_definer;
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
alter function private.caller_program() owner to cairn_definer;
grant execute on function private.caller_program() to authenticated, service_role, cairn_owner;

alter table public.record_history
  add column token_id uuid,
  add column client_id text,
  add column program text;
alter table public.record_history
  alter column token_id set default private.caller_token(),
  alter column client_id set default private.caller_client(),
  alter column program set default private.caller_program();

-- Apps that members connect and end.
create function private.audit_app() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  agreed constant record := case when tg_op = 'DELETE' then old else new end;
begin
  perform private.write_audit(
    m.account_id, m.user_id, case tg_op when 'DELETE' then 'app_ended' else 'app_connected' end, 'oauth_client',
    agreed.client_id::text,
    jsonb_build_object(
      'name', (select private.display_text(c.client_name) from auth.oauth_clients c where c.id = agreed.client_id),
      'scopes', agreed.scopes
    )
  )
  from public.account_members m
  where m.user_id = agreed.user_id;
  return null;
end
$$;
comment on function private.audit_app() is 'Trigger: enters an app that a member connects, anew too, or ends.';
alter function private.audit_app() owner to cairn_definer;

do $$
begin
  create trigger cairn_audit_apps after insert or update or delete on auth.oauth_consents
    for each row execute function private.audit_app();
exception when insufficient_privilege or undefined_table then
  raise notice 'The log of security events will have no entries of apps.';
end
$$;

-- Written by `npm run migration` from supabase/schemas:

set check_function_bodies = off;
create function private.caller_program_as_json() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'token_id', private.caller_token(), 'client_id', private.caller_client(), 'program', private.caller_program()
  ))
$$;
comment on function private.caller_program_as_json() is
  'Through which program the caller acts, for the audit log: {"token_id" or "client_id", "program"}; empty for a session.';
alter function private.caller_program_as_json() owner to cairn_definer;
create or replace function private.audit_severity(action text) returns text
language sql immutable set search_path = ''
as $$
  select case
    when action is null then null
    when action in (
      'login_rate_limit_check', 'password_changed', 'password_change_failed', 'permission_updated', 'member_removed',
      'audit_log_cleaned', 'team_data_access_failed', 'member_second_factor_removed', 'member_sessions_ended',
      'bin_purged', 'archive_requested', 'archive_downloaded', 'api_token_made', 'api_token_rotated',
      'webhook_created', 'webhook_changed', 'service_account_given', 'api_settings_updated'
    ) then 'high'
    when action in (
      'failed_login', 'lock_out_released', 'password_change_attempted', 'session_ended', 'member_joined', 'member_left',
      'invitation_created', 'invitation_accepted', 'invitation_revoked', 'newcomer_admitted', 'newcomer_refused',
      'newcomer_admission_updated', 'second_factor_reminder_sent', 'feature_updated', 'appearance_updated', 'suggested_edits_updated',
      'bin_expired', 'records_exported', 'archive_import_requested', 'archive_taken_in', 'found_source_added',
      'found_key_renewed', 'discovery_address_made', 'api_token_revoked',
      'webhook_paused', 'webhook_secret_rotated', 'heartbeat_address_made', 'heartbeat_address_rotated',
      'heartbeat_address_revoked', 'secrets_ended', 'app_connected', 'app_ended', 'import_begun', 'import_applied'
    ) or action like '%\_deleted' then 'medium'
    else 'low'
  end
$$;
create or replace function private.write_audit(
  account uuid, person uuid, action text, resource_type text, resource_id text,
  details jsonb default '{}', address inet default null
)
returns void
language sql security definer set search_path = ''
as $$
  -- An account that is just being deleted takes its log with it.
  insert into public.security_audit_log (
    account_id, user_id, action, resource_type, resource_id, details, user_agent, ip_address
  )
  select
    a.id, person, write_audit.action, write_audit.resource_type, write_audit.resource_id,
    write_audit.details || private.caller_program_as_json(),
    private.caller_agent(), coalesce(address, private.caller_address())
  from public.accounts a
  where a.id = account
$$;
comment on function private.write_audit(uuid, uuid, text, text, text, jsonb, inet) is
  'Writes an entry of source server, with the token or app through which the person acts. Nothing for a person without account.';
create or replace function public.end_member_sessions(target_user_id uuid) returns integer
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
create function private.is_recently_proven() returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  claims constant jsonb := nullif(current_setting('request.jwt.claims', true), '')::jsonb;
begin
  if coalesce(has_function_privilege(to_regprocedure('auth.is_recently_proven(uuid, boolean)'), 'execute'), false) then
    return auth.is_recently_proven((claims ->> 'session_id')::uuid);
  end if;
  -- The server of a hosted project says in the token how and when its person signed in.
  return exists (
    select
    from jsonb_to_recordset(claims -> 'amr') as a (method text, "timestamp" double precision)
    where a.method in ('password', 'passkey', 'oauth', 'sso/saml')
      and to_timestamp(a.timestamp) >= clock_timestamp() - interval '10 minutes'
  );
end
$$;
comment on function private.is_recently_proven() is 'Whether the caller signed in, or typed their password, within ten minutes in this session.';
alter function private.is_recently_proven() owner to cairn_definer;
create function private.require_recent_proof() returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.is_unscoped() then
    raise exception 'Tokens and apps make no secrets.' using errcode = '42501', hint = 'Sign in to make one.';
  end if;
  if not coalesce(private.is_recently_proven(), false) then
    raise exception 'You signed in more than ten minutes ago.'
      using errcode = '42501', detail = 'reauthentication_needed', hint = 'Enter your password, or sign in again.';
  end if;
end
$$;
comment on function private.require_recent_proof() is
  'Refuses whoever has not shown within ten minutes who they are, and tokens and apps. For what makes a secret that outlives the session.';
alter function private.require_recent_proof() owner to cairn_definer;
create function private.note_secret(kind text, subject_id uuid, name text) returns void
language sql volatile security definer set search_path = ''
as $$
  insert into private.made_secrets (account_id, user_id, kind, subject_id, name, address)
  values (
    private.my_account(), private.caller_id(), note_secret.kind, note_secret.subject_id, note_secret.name,
    private.caller_address()
  )
$$;
comment on function private.note_secret(text, uuid, text) is 'Notes that the caller made a secret, or rotated it: they are told by mail.';
alter function private.note_secret(text, uuid, text) owner to cairn_definer;
create function private.take_made_secrets(at_most integer)
returns table (user_id uuid, kind text, name text, others integer, address text, made_at timestamptz, language text)
language sql volatile security definer set search_path = ''
as $$
  with gone as (
    delete from private.made_secrets s where s.made_at < now() - interval '3 days'
  ),
  due as (
    select s.id
    from private.made_secrets s
    where s.told_at is null
    order by s.made_at
    limit at_most
    for update skip locked
  ),
  -- All of a transaction, however many it made.
  taken as (
    update private.made_secrets s set told_at = now()
    where s.told_at is null and s.act in (
      select m.act from private.made_secrets m join due d on d.id = m.id
    )
    returning s.*
  )
  select
    t.user_id, t.kind, (array_agg(t.name order by t.made_at, t.id))[1], count(*)::integer - 1, host(min(t.address)),
    min(t.made_at), min(w.language)
  from taken t
  left join public.notification_preferences w on w.user_id = t.user_id
  group by t.user_id, t.kind, t.act
$$;
comment on function private.take_made_secrets(integer) is
  'Takes secrets of which their makers are still to be told: a row for each mail, with the name of one and how many others were made with it. For the server alone.';
alter function private.take_made_secrets(integer) owner to cairn_definer;
revoke all on function private.take_made_secrets(integer) from public;
grant execute on function private.take_made_secrets(integer) to supabase_auth_admin;
create function private.audit_import() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.write_audit(
    new.account_id, private.caller_id(), case when new.done_at is null then 'import_begun' else 'import_applied' end,
    'import', new.id::text,
    jsonb_build_object(
      'kind', new.kind, 'file_name', left(new.file_name, 200),
      'records', (select a.records from public.acts a where a.id = new.act)
    )
  );
  return null;
end
$$;
comment on function private.audit_import() is 'Trigger: enters into the audit log that a plan begins to be applied, and its end.';
alter function private.audit_import() owner to cairn_definer;
create or replace function public.add_found_source(name text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  key constant text := private.new_source_key();
  added uuid;
begin
  perform private.refuse_managing_sources();
  perform private.require_recent_proof();
  if (select count(*) from public.found_sources s where s.account_id = private.my_account()) >= 50 then
    raise exception 'An account has at most 50 sources.' using errcode = '22023', hint = 'Delete one that is no longer used.';
  end if;
  insert into public.found_sources as s (name, key_hash)
  values (private.display_text(add_found_source.name), private.token_hash(key))
  on conflict do nothing
  returning s.id into added;
  if added is null then
    raise exception 'A source with this name already exists.' using errcode = '23505', hint = 'Choose another name.';
  end if;
  perform private.write_audit(
    private.my_account(), private.caller_id(), 'found_source_added', 'found_source', added::text,
    jsonb_build_object('name', private.display_text(add_found_source.name))
  );
  perform private.note_secret('source_key', added, private.display_text(add_found_source.name));
  return jsonb_build_object('id', added, 'key', key);
end
$$;
create or replace function public.renew_found_key(source uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  key constant text := private.new_source_key();
  called text;
begin
  perform private.refuse_managing_sources();
  perform private.require_recent_proof();
  update public.found_sources s set key_hash = private.token_hash(key)
  where s.id = renew_found_key.source and s.account_id = private.my_account()
  returning s.name into called;
  if not found then
    raise exception 'This source no longer exists.' using errcode = 'PT404';
  end if;
  perform private.write_audit(
    private.my_account(), private.caller_id(), 'found_key_renewed', 'found_source', source::text,
    jsonb_build_object('name', called)
  );
  perform private.note_secret('source_key', source, called);
  return jsonb_build_object('id', source, 'key', key);
end
$$;
create function private.note_address(beat public.heartbeats, action text) returns void
language sql volatile security definer set search_path = ''
as $$
  select
    private.write_audit(
      beat.account_id, private.caller_id(), note_address.action, beat.kind, beat.record_id::text,
      jsonb_build_object('name', r.name)
    )
  from private.records r
  where r.account_id = beat.account_id and r.kind = beat.kind and r.id = beat.record_id;
  select private.note_secret('heartbeat_address', beat.id, r.name)
  from private.records r
  where r.account_id = beat.account_id and r.kind = beat.kind and r.id = beat.record_id
    and note_address.action <> 'heartbeat_address_revoked'
$$;
comment on function private.note_address(public.heartbeats, text) is
  'Enters what the caller does with the address of a heartbeat into the audit log, and tells who makes one.';
alter function private.note_address(public.heartbeats, text) owner to cairn_definer;
create or replace function public.give_heartbeat(kind text, record_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  token constant text := private.new_heartbeat_token();
  beat public.heartbeats;
begin
  perform private.record_to_beat(kind, record_id);
  perform private.require_recent_proof();
  insert into public.heartbeats as h (account_id, kind, record_id, token_hash)
  values (private.my_account(), give_heartbeat.kind, give_heartbeat.record_id, private.token_hash(token))
  on conflict on constraint heartbeats_record_key do update
  set token_hash = excluded.token_hash, former_hash = null, former_until = null
  where h.token_hash is null
  returning h.* into beat;
  if beat.id is null then
    raise exception 'This record has an address already.' using errcode = '23505', hint = 'Rotate it to get a new one.';
  end if;
  perform private.keep_heartbeat(private.expect_from_now(beat));
  perform private.note_heartbeat(beat, null, '"made"');
  perform private.note_address(beat, 'heartbeat_address_made');
  return jsonb_build_object('id', beat.id, 'token', token);
end
$$;
create or replace function public.rotate_heartbeat(heartbeat uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  token constant text := private.new_heartbeat_token();
  beat public.heartbeats := private.heartbeat_to_change(heartbeat);
begin
  perform private.require_recent_proof();
  if beat.token_hash is null then
    raise exception 'This address was revoked.' using errcode = '22023', hint = 'Create another one.';
  end if;
  beat.former_hash := beat.token_hash;
  beat.former_until := now() + interval '24 hours';
  beat.token_hash := private.token_hash(token);
  perform private.keep_address(beat);
  perform private.note_heartbeat(beat, null, '"rotated"');
  perform private.note_address(beat, 'heartbeat_address_rotated');
  return jsonb_build_object('id', beat.id, 'token', token);
end
$$;
create function private.end_address(beat public.heartbeats) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  beat.token_hash := null;
  beat.former_hash := null;
  beat.former_until := null;
  beat.paused_at := null;
  beat.silent_until := null;
  beat := private.without_trouble(beat);
  beat.late_at := private.late_from(beat);
  perform private.keep_address(beat);
  perform private.note_heartbeat(beat, null, '"revoked"');
end
$$;
comment on function private.end_address(public.heartbeats) is 'Ends the addresses of a heartbeat at once. Its runs stay.';
alter function private.end_address(public.heartbeats) owner to cairn_definer;
create or replace function public.revoke_heartbeat(heartbeat uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  beat public.heartbeats := private.heartbeat_to_change(heartbeat);
begin
  if beat.token_hash is null then
    return;
  end if;
  perform private.end_address(beat);
  perform private.note_address(beat, 'heartbeat_address_revoked');
end
$$;
create or replace function public.make_discovery_address() returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  token constant text := private.new_heartbeat_token();
begin
  perform private.refuse_non_admin('Only administrators can make the address of the account.');
  perform private.require_recent_proof();
  insert into private.discovery_addresses as a (account_id, token_hash)
  values (private.my_account(), private.token_hash(token))
  on conflict on constraint discovery_addresses_pkey do update
  set token_hash = excluded.token_hash, former_hash = a.token_hash, former_until = now() + interval '24 hours';
  perform private.write_audit(
    private.my_account(), private.caller_id(), 'discovery_address_made', 'account', private.my_account()::text, '{}'
  );
  perform private.note_secret(
    'discovery_address', private.my_account(),
    (select a.name from public.accounts a where a.id = private.my_account())
  );
  return jsonb_build_object('token', token);
end
$$;
create or replace function public.make_api_token(name text, scopes text[], days integer default null, service_account uuid default null)
returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  secret constant text := private.new_api_token();
  made uuid;
begin
  perform private.refuse_token_of_others(service_account);
  perform private.require_recent_proof();
  if not coalesce(make_api_token.scopes <@ private.known_scopes(), false) then
    raise exception 'One of these scopes does not exist.'
      using errcode = '22023', hint = 'There are ' || array_to_string(private.known_scopes(), ', ') || '.';
  end if;
  if (
    select count(*) from public.api_tokens t
    where t.account_id = private.my_account()
      and t.owner_id is not distinct from case when service_account is null then private.caller_id() end
      and t.service_account_id is not distinct from service_account
  ) >= 50 then
    raise exception 'Nobody has more than 50 tokens.' using errcode = '22023', hint = 'End one that is no longer used.';
  end if;
  insert into public.api_tokens as t (owner_id, service_account_id, name, scopes, ending, expires_at)
  values (
    case when service_account is null then private.caller_id() end,
    service_account,
    private.display_text(make_api_token.name),
    private.sorted_scopes(make_api_token.scopes),
    right(secret, 4),
    private.end_of_token(days)
  )
  returning t.id into made;
  insert into private.token_secrets (hash, account_id, token_id)
  values (private.token_hash(secret), private.my_account(), made);
  perform private.audit_token(made, 'api_token_made');
  perform private.note_secret('api_token', made, private.display_text(make_api_token.name));
  return jsonb_build_object('id', made, 'token', secret);
end
$$;
create or replace function public.rotate_api_token(token uuid, days integer default null, overlap_hours integer default 24) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  former constant public.api_tokens := private.own_token(token);
  secret constant text := private.new_api_token();
begin
  perform private.require_recent_proof();
  if overlap_hours is null or overlap_hours not between 0 and 168 then
    raise exception 'The former secret works for 0 to 168 hours more.' using errcode = '22023';
  end if;
  delete from private.token_secrets s
  where s.account_id = former.account_id and s.token_id = former.id
    and (overlap_hours = 0 or s.ends_at is not null);
  update private.token_secrets s
  set ends_at = least(now() + make_interval(hours => overlap_hours), coalesce(former.expires_at, 'infinity'))
  where s.account_id = former.account_id and s.token_id = former.id;
  update public.api_tokens t
  set ending = right(secret, 4), expires_at = private.end_of_token(days), rotated_at = now(), warned_days = null
  where t.id = former.id;
  insert into private.token_secrets (hash, account_id, token_id)
  values (private.token_hash(secret), former.account_id, former.id);
  perform private.audit_token(former.id, 'api_token_rotated');
  perform private.note_secret('api_token', former.id, former.name);
  return jsonb_build_object('id', former.id, 'token', secret);
end
$$;
create function private.keep_ended_secret() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.ended_tokens (hash, account_id, person_id, name, keep_until)
  select x.hash, t.account_id, m.user_id, t.name, coalesce(t.expires_at, now() + interval '1 year')
  from public.api_tokens t
  left join public.service_accounts a on a.account_id = t.account_id and a.id = t.service_account_id
  join public.account_members m on m.account_id = t.account_id and m.user_id = coalesce(t.owner_id, a.owner_id)
  join private.token_secrets x on x.account_id = t.account_id and x.token_id = t.id
  where case tg_table_name
      when 'api_tokens' then t.id = (to_jsonb(old) ->> 'id')::uuid
      else x.hash = to_jsonb(old) ->> 'hash'
    end
    and coalesce(t.expires_at, 'infinity') > now()
  on conflict do nothing;
  delete from private.ended_tokens e where e.keep_until < now();
  return old;
end
$$;
comment on function private.keep_ended_secret() is
  'Trigger: keeps the hash of a secret that ends, with its token or by itself, to tell its owner of its use.';
alter function private.keep_ended_secret() owner to cairn_definer;
create function private.tell_of_ended_tokens(uses jsonb) returns void
language sql volatile security definer set search_path = ''
as $$
  with used as (
    update private.ended_tokens e set told_at = now()
    from jsonb_to_recordset(uses) as u (hash text, used_at timestamptz, address text)
    where e.hash = u.hash and coalesce(e.told_at < now() - interval '1 day', true)
    returning e.account_id, e.person_id, e.name, e.keep_until, u.used_at, u.address
  )
  select private.notify(
    u.account_id, u.person_id, 'ended_token_used',
    payload => jsonb_build_object('token', jsonb_build_object(
      'name', u.name, 'ends_at', u.keep_until, 'used_at', u.used_at,
      'network', private.network_of(private.as_address(u.address))::inet
    ))
  )
  from used u
$$;
comment on function private.tell_of_ended_tokens(jsonb) is
  'Tells the owners of ended tokens that were used, at most once a day: [{"hash", "used_at", "address"}].';
alter function private.tell_of_ended_tokens(jsonb) owner to cairn_definer;
create or replace function private.note_token_uses(uses jsonb) returns void
language sql security definer set search_path = ''
as $$
  update public.api_tokens t
  set last_used_at = greatest(t.last_used_at, u.used_at), last_used_network = private.network_of(private.as_address(u.address))
  from jsonb_to_recordset(uses) as u (hash text, used_at timestamptz, address text)
  join private.token_secrets s on s.hash = u.hash
  where t.account_id = s.account_id and t.id = s.token_id;
  select private.tell_of_ended_tokens(uses)
$$;
comment on function private.note_token_uses(jsonb) is
  'Notes when and from where tokens were used, and tells the owners of those that have ended: [{"hash", "used_at", "address"}]. For the server.';
create or replace function public.give_service_account(service_account uuid, receiver uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  held public.service_accounts;
  former uuid;
  is_able boolean;
begin
  -- Nobody lowers or removes the receiver until this is done. Before the service account, as a handover locks them.
  perform from public.account_members m
  where m.account_id = private.my_account() and m.user_id = receiver and private.rank(m.permission_level) >= 1
  for share;
  is_able := found;
  held := private.managed_service_account(service_account);
  former := held.owner_id;
  if not is_able then
    raise exception 'A service account needs an owner of the level user or higher.'
      using errcode = '22023', hint = 'Choose another member.';
  end if;
  if former = receiver then
    return;
  end if;
  update public.service_accounts s set owner_id = receiver where s.id = held.id returning s.* into held;
  perform private.end_secrets_of(held);
  perform private.tell_of_service_account(held, former);
end
$$;
comment on function public.give_service_account(uuid, uuid) is
  'Gives a service account another owner, who is told; for its owner and admins. The secrets of its tokens end, and the next owner rotates them.';
create or replace function public.create_webhook(
  name text, url text, format text, events text[], kinds text[] default '{}', tags uuid[] default '{}',
  fields text[] default '{}'
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  shown constant text := private.new_webhook_secret();
  account constant uuid := private.my_account();
  made uuid;
begin
  perform private.refuse_managing_webhooks();
  perform private.require_recent_proof();
  perform from public.accounts a where a.id = account for no key update;
  if (select count(*) from public.webhooks w where w.account_id = account) >= 50 then
    raise exception 'An account has at most 50 webhooks.' using errcode = '22023', hint = 'Delete one that is no longer used.';
  end if;
  insert into public.webhooks as w (name, url, format, events, kinds, tags, fields)
  values (
    private.display_text(create_webhook.name), trim(create_webhook.url), create_webhook.format, create_webhook.events,
    coalesce(create_webhook.kinds, '{}'), coalesce(create_webhook.tags, '{}'), coalesce(create_webhook.fields, '{}')
  )
  returning w.id into made;
  insert into private.webhook_work (account_id, webhook_id) values (account, made);
  insert into private.webhook_secrets (account_id, webhook_id, number, secret)
  values (account, made, 1, shown);
  perform private.audit_webhook('webhook_created', made, create_webhook.name, create_webhook.url);
  perform private.note_secret('webhook_secret', made, private.display_text(create_webhook.name));
  return jsonb_build_object('id', made, 'secret', shown);
end
$$;
create or replace function public.rotate_webhook_secret(webhook uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  shown constant text := private.new_webhook_secret();
  hook public.webhooks;
  last integer;
begin
  perform private.refuse_managing_webhooks();
  perform private.require_recent_proof();
  select w.* into hook
  from public.webhooks w
  where w.id = webhook and w.account_id = private.my_account()
  for no key update;
  if not found then
    perform private.refuse_gone_webhook();
  end if;
  select max(s.number) into last
  from private.webhook_secrets s
  where s.account_id = hook.account_id and s.webhook_id = webhook;
  -- Of two former ones, the elder ends at once.
  delete from private.webhook_secrets s
  where s.account_id = hook.account_id and s.webhook_id = webhook and s.until is not null;
  update private.webhook_secrets s set until = now() + interval '24 hours'
  where s.account_id = hook.account_id and s.webhook_id = webhook;
  insert into private.webhook_secrets (account_id, webhook_id, number, secret)
  values (hook.account_id, webhook, last + 1, shown);
  perform private.audit_webhook('webhook_secret_rotated', webhook, hook.name, hook.url);
  perform private.note_secret('webhook_secret', webhook, hook.name);
  return jsonb_build_object('id', webhook, 'secret', shown);
end
$$;
create function private.end_tokens_of(person uuid) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  ended integer;
begin
  delete from private.token_secrets x
  using public.api_tokens t
  left join public.service_accounts a on a.account_id = t.account_id and a.id = t.service_account_id
  where coalesce(t.owner_id, a.owner_id) = person and x.account_id = t.account_id and x.token_id = t.id;
  get diagnostics ended = row_count;
  return ended;
end
$$;
comment on function private.end_tokens_of(uuid) is
  'Ends the secrets of all tokens that act as a person, those of their service accounts too. Returns how many.';
alter function private.end_tokens_of(uuid) owner to cairn_definer;
create function private.end_secret(made private.made_secrets) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  beat public.heartbeats;
begin
  case made.kind
    when 'api_token' then
      delete from private.token_secrets x where x.account_id = made.account_id and x.token_id = made.subject_id;
    when 'webhook_secret' then
      update public.webhooks w set paused = 'by_hand'
      where w.account_id = made.account_id and w.id = made.subject_id and w.paused is null;
      update private.webhook_secrets s set secret = private.new_webhook_secret()
      where s.account_id = made.account_id and s.webhook_id = made.subject_id;
    when 'source_key' then
      update public.found_sources s set key_hash = private.token_hash(private.new_source_key())
      where s.account_id = made.account_id and s.id = made.subject_id;
    when 'heartbeat_address' then
      select h.* into beat
      from public.heartbeats h
      where h.account_id = made.account_id and h.id = made.subject_id and h.token_hash is not null
      for update;
      if found then
        perform private.end_address(beat);
      end if;
    when 'discovery_address' then
      delete from private.discovery_addresses a where a.account_id = made.account_id;
  end case;
end
$$;
comment on function private.end_secret(private.made_secrets) is
  'Ends a secret that was made: the secret of a token, a source or a webhook, which pauses, or a secret address.';
alter function private.end_secret(private.made_secrets) owner to cairn_definer;
create function public.end_programs(event jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  person constant uuid := (event ->> 'user_id')::uuid;
  since constant timestamptz := (event ->> 'since')::timestamptz;
  made private.made_secrets;
  ended integer := 0;
begin
  for made in
    select s.* from private.made_secrets s
    where s.user_id = person and s.made_at >= since
    order by s.made_at, s.id
    for update
  loop
    perform private.end_secret(made);
    ended := ended + 1;
  end loop;
  delete from private.made_secrets s where s.user_id = person and s.made_at >= since;
  if not (event ->> 'keeps_former')::boolean then
    ended := ended + private.end_tokens_of(person);
  end if;
  if ended > 0 then
    perform private.write_audit(
      m.account_id, person, 'secrets_ended', 'user_account', person::text,
      jsonb_build_object('secrets', ended, 'reason', event ->> 'reason')
    )
    from public.account_members m
    where m.user_id = person;
  end if;
  return '{}';
end
$$;
comment on function public.end_programs(jsonb) is
  'Auth hook: ends the secrets that a person has made since a moment, where there is one, and those of all tokens that act as them, unless former ones are kept.';
alter function public.end_programs(jsonb) owner to cairn_definer;
revoke all on function public.end_programs(jsonb) from public, anon, authenticated, service_role;
grant execute on function public.end_programs(jsonb) to supabase_auth_admin;
create trigger imports_audit_begin after update of applied_at on public.imports
  for each row when (old.applied_at is null and new.applied_at is not null and new.done_at is null)
  execute function private.audit_import();
create trigger imports_audit_end after update of done_at on public.imports
  for each row when (old.done_at is null and new.done_at is not null)
  execute function private.audit_import();
create trigger api_tokens_keep_ended before delete on public.api_tokens
  for each row execute function private.keep_ended_secret();
create trigger token_secrets_keep_ended before delete on private.token_secrets
  for each row execute function private.keep_ended_secret();
comment on table private.ended_tokens is 'The SHA-256 of secrets of tokens that have ended, and who is told of their use.';
comment on column private.ended_tokens.person_id is 'As whom the token acted.';
comment on column private.ended_tokens.keep_until is 'The end that the token had; a year for one without an end.';
comment on column private.ended_tokens.told_at is 'When its owner was told last: at most once a day.';
comment on table private.made_secrets is
  'Secrets that people made or rotated in the last three days: each is told to its maker, who can end it by the link of the mail.';
comment on column private.made_secrets.subject_id is 'The token, webhook, source or heartbeat; for the address of an account, the account.';
comment on column private.made_secrets.name is 'Of the token, webhook, source or record.';
comment on column private.made_secrets.act is 'What was made in one transaction is told in one mail.';
comment on column private.made_secrets.told_at is 'When the mail was queued.';
comment on column public.record_history.kind is 'system, solution, agent, automation or article.';
comment on column public.record_history.record_name is 'The name after the change, or the last one of a deleted record.';
comment on column public.record_history.changed_by is 'The person; empty when the server itself did it. Stays when the person leaves.';
comment on column public.record_history.concerned is
  'Owner and creator, before and after the change: whom notifications tell.';
comment on column public.record_history.act is
  'The same for everything that one transaction wrote: the fields of one change, and links that were made with it.';
comment on column public.record_history.token_id is 'The API token through which the person did it. Stays when the token ends.';
comment on column public.record_history.client_id is 'The app through which the person did it.';
comment on column public.record_history.program is 'The name of that token or app, as it was then.';
comment on column public.record_history.changed_at is
  'The same for all fields of one change of a record, later for a later one of the same transaction.';
comment on table public.record_history is
  'What happened to a record: one row for a creation, deletion or restoration, one for each changed field.';
