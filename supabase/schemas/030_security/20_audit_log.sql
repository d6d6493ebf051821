-- Audit log: who did what to the account's security, and when.
--
-- Rows of source server are the truth: triggers write them in the transaction of what they tell. Rows of source
-- browser are what a user's browser reported; the server sets who, from where and when, and no figure counts them.
-- Admins read the log of their account. No user changes or deletes a row; clean-up reaches only what is older than 90
-- days, and leaves a separate entry. Entries about a person stay when they leave, so user_id is no foreign key.

-- Purged records cannot be had back: that is worth as much attention as a log that was cleaned.
create function private.audit_severity(action text) returns text
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
      'heartbeat_address_revoked', 'calendar_address_made', 'calendar_address_renewed', 'secrets_ended', 'app_connected', 'app_ended', 'import_begun', 'import_applied'
    ) or action like '%\_deleted' then 'medium'
    else 'low'
  end
$$;
comment on function private.audit_severity(text) is 'How much an admin should care about an action: low, medium or high.';
grant execute on function private.audit_severity(text) to authenticated, service_role, cairn_owner;

create table public.security_audit_log (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null default private.my_account() references public.accounts (id) on delete cascade,
  user_id uuid,
  action text not null,
  resource_type text not null,
  resource_id text,
  details jsonb not null default '{}',
  user_agent text,
  ip_address inet,
  source text not null default 'server',
  -- Not now(): what happens within one transaction has an order too.
  created_at timestamptz not null default clock_timestamp(),
  severity text not null generated always as (private.audit_severity(action)) stored,
  constraint security_audit_log_action_word check (private.holds(
    action ~ '^[a-z][a-z0-9_]{0,63}$',
    'audit.action',
    'Action must be a word of at most 64 small letters, digits and underscores.'
  )),
  constraint security_audit_log_resource_type_word check (private.holds(
    resource_type ~ '^[a-z][a-z0-9_]{0,63}$',
    'audit.resource_type',
    'Resource type must be a word of at most 64 small letters, digits and underscores.'
  )),
  constraint security_audit_log_resource_id_length check (private.holds(
    char_length(resource_id) <= 200,
    'audit.resource_id',
    'Resource id must have at most 200 characters.'
  )),
  constraint security_audit_log_details_object check (private.holds(
    jsonb_typeof(details) = 'object' and octet_length(details::text) <= 8000,
    'audit.details',
    'Details must be a JSON object of at most 8,000 bytes.'
  )),
  constraint security_audit_log_source_known check (private.holds(
    source in ('server', 'browser'),
    'sign_in.source',
    'Source must be server or browser.'
  ))
);
create index security_audit_log_by_person_idx on public.security_audit_log (user_id, created_at desc);
create index security_audit_log_created_at_idx on public.security_audit_log (created_at);
create index security_audit_log_by_time_idx on public.security_audit_log (account_id, created_at desc)
  include (action, source);
-- A filter that few rows fit must not read through all other rows: each filter has an index, alone and with a person.
-- These indexes are in the order of the time as UTC, which no other index has. By created_at itself the planner,
-- which takes filters as independent, would read the log from its end and hope to fill a page soon.
create index security_audit_log_by_action_idx
  on public.security_audit_log (account_id, action, (created_at at time zone 'utc') desc);
create index security_audit_log_by_severity_idx
  on public.security_audit_log (account_id, severity, (created_at at time zone 'utc') desc);
create index security_audit_log_by_person_and_time_idx
  on public.security_audit_log (user_id, (created_at at time zone 'utc') desc);
create index security_audit_log_by_person_action_idx
  on public.security_audit_log (user_id, action, (created_at at time zone 'utc') desc);
create index security_audit_log_by_person_severity_idx
  on public.security_audit_log (user_id, severity, (created_at at time zone 'utc') desc);
comment on table public.security_audit_log is 'Security events of an account. Never changed, kept for at least 90 days.';
comment on column public.security_audit_log.user_id is
  'The person who acted; for sign-ins, the owner of the address. Empty when the server acted. Stays when the person leaves.';
comment on column public.security_audit_log.source is 'server: seen by the database. browser: reported by the browser of user_id.';
comment on column public.security_audit_log.ip_address is 'The peer; of an IPv6 sign-in its /64 network.';
comment on column public.security_audit_log.severity is 'low, medium or high: what the action says.';

create function private.write_audit(
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

create function private.limit_audit_reports() returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if not private.count_against_limit('audit notes of ' || private.caller_id(), 30) then
    raise exception 'Too many security events were reported.'
      using errcode = 'PT429', detail = 'audit.too_many_events', hint = 'Wait a minute, then try again.';
  end if;
end
$$;
comment on function private.limit_audit_reports() is 'Counts a report of the caller; refuses the 31st within a minute.';

create function private.receive_audit_note() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.limit_audit_reports();
  new.user_id := private.caller_id();
  new.user_agent := private.caller_agent();
  new.ip_address := private.caller_address();
  new.source := 'browser';
  new.created_at := clock_timestamp();
  return new;
end
$$;
comment on function private.receive_audit_note() is 'Trigger: marks a report as one, and sets what a browser must not say.';

create function public.log_security_event_enhanced(
  p_action text, p_resource_type text, p_severity text, p_details jsonb default '{}'
)
returns void
language plpgsql security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
begin
  if coalesce(p_action not in ('password_change_attempted', 'password_change_failed', 'password_changed'), true)
    or p_resource_type is distinct from 'user_account'
    or coalesce(p_severity not in ('medium', 'high'), true)
    or coalesce(jsonb_typeof(p_details), 'null') not in ('object', 'null')
  then
    raise exception 'This is not a security event.' using errcode = '22023', detail = 'audit.unknown_event',
      hint = 'Actions: password_change_attempted, password_change_failed, password_changed. Resource type: user_account. '
        || 'Severity: medium or high. Details: a JSON object.';
  end if;
  -- No admin would read what a person without account reports.
  if account is null then
    return;
  end if;
  perform private.limit_audit_reports();
  insert into public.security_audit_log (
    account_id, user_id, action, resource_type, resource_id, details, user_agent, ip_address, source
  )
  values (
    account, private.caller_id(), p_action, p_resource_type, private.caller_id()::text,
    case jsonb_typeof(p_details) when 'object' then p_details else '{}' end || jsonb_build_object('severity', p_severity),
    private.caller_agent(), private.caller_address(), 'browser'
  );
end
$$;
comment on function public.log_security_event_enhanced(text, text, text, jsonb) is
  'Notes what the caller''s browser reports of a password change. Thirty times a minute.';
grant execute on function public.log_security_event_enhanced(text, text, text, jsonb) to authenticated, service_role;

create function private.clean_audit_log() returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  removed integer;
begin
  if private.my_rank() is distinct from 3 then
    raise exception 'Only administrators can clean up the audit log.'
      using errcode = '42501', detail = 'audit.cleaned_by_admins', hint = 'Ask an administrator.';
  end if;
  delete from public.security_audit_log l
  where l.account_id = account and l.created_at < now() - interval '90 days';
  get diagnostics removed = row_count;
  if removed > 0 then
    perform private.write_audit(
      account, private.caller_id(), 'audit_log_cleaned', 'security_audit_log', null, jsonb_build_object('removed', removed)
    );
  end if;
  return removed;
end
$$;
comment on function private.clean_audit_log() is
  'Deletes what is older than 90 days of the caller''s account, for its admins, and says so in the log. Returns how many.';

create trigger security_audit_log_from_browser before insert on public.security_audit_log
  for each row when (current_user in ('authenticated', 'cairn_token'))
  execute function private.receive_audit_note();

alter table public.security_audit_log enable row level security;
alter table public.security_audit_log force row level security;

create policy "admins read the log of their account" on public.security_audit_log
  for select to authenticated
  using (account_id = (select private.my_account()) and (select private.my_rank()) = 3);

create policy "members report to their account" on public.security_audit_log
  for insert to authenticated
  with check (account_id = (select private.my_account()) and source = 'browser');

create policy "tokens keep to their scopes" on public.security_audit_log
  as restrictive to cairn_token
  using ((select private.may('audit', 'read')))
  with check ((select private.is_unscoped()));

grant select on public.security_audit_log to authenticated;

-- A client may send user_id and user_agent, and is overruled.
grant insert (account_id, user_id, action, resource_type, resource_id, details, user_agent)
  on public.security_audit_log to authenticated;

-- No role may change an entry. Only the definer may delete, and its functions delete nothing younger than 90 days.
grant select, insert on public.security_audit_log to service_role;
grant select, insert, delete on public.security_audit_log to cairn_definer;
