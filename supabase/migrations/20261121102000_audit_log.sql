-- Audit log: who did what to the account's security, and when.
--
-- Rows of source server are the truth: triggers write them in the transaction of what they tell. Rows of source browser
-- are what somebody's browser reported; the server sets who, from where and when, and no figure counts them.
-- Admins read the log of their account. Nobody changes or deletes a row; clean-up reaches only what is older than 90 days,
-- and leaves an entry of its own. What a person did stays when the person leaves, so user_id is no foreign key.

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
  constraint security_audit_log_action_word check (private.holds(
    action ~ '^[a-z][a-z0-9_]{0,63}$',
    'Action must be a word of at most 64 small letters, digits and underscores.'
  )),
  constraint security_audit_log_resource_type_word check (private.holds(
    resource_type ~ '^[a-z][a-z0-9_]{0,63}$',
    'Resource type must be a word of at most 64 small letters, digits and underscores.'
  )),
  constraint security_audit_log_resource_id_length check (private.holds(
    char_length(resource_id) <= 200,
    'Resource id must have at most 200 characters.'
  )),
  constraint security_audit_log_details_object check (private.holds(
    jsonb_typeof(details) = 'object' and octet_length(details::text) <= 8000,
    'Details must be a JSON object of at most 8,000 bytes.'
  )),
  constraint security_audit_log_source_known check (private.holds(
    source in ('server', 'browser'),
    'Source must be server or browser.'
  ))
);
create index security_audit_log_by_time_idx on public.security_audit_log (account_id, created_at desc);
create index security_audit_log_by_person_idx on public.security_audit_log (user_id, created_at desc);

comment on table public.security_audit_log is 'What happened to the security of an account. Never changed, kept for at least 90 days.';
comment on column public.security_audit_log.user_id is
  'Who did it; for sign-ins, whose address it was. Empty when the server did it. Stays when the person leaves.';
comment on column public.security_audit_log.source is 'server: seen by the database. browser: reported by the browser of user_id.';
comment on column public.security_audit_log.ip_address is 'The peer; of an IPv6 sign-in its /64 network.';

alter table public.security_audit_log owner to cairn_owner;

create function private.caller_agent() returns text
language sql stable set search_path = ''
as $$
  select nullif(private.display_text(left(
    nullif(current_setting('request.headers', true), '')::jsonb ->> 'user-agent', 500
  )), '')
$$;
comment on function private.caller_agent() is 'What the caller''s browser calls itself; null outside a request.';

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
    a.id, person, write_audit.action, write_audit.resource_type, write_audit.resource_id, write_audit.details,
    private.caller_agent(), coalesce(address, private.caller_address())
  from public.accounts a
  where a.id = account
$$;
comment on function private.write_audit(uuid, uuid, text, text, text, jsonb, inet) is
  'Writes an entry of source server. Nothing for somebody without account.';

-- What browsers report

create function private.take_audit_turn() returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if not private.take_turn('audit notes of ' || private.caller_id(), 30) then
    raise exception 'Too many security events were reported.'
      using errcode = 'PT429', hint = 'Wait a minute, then try again.';
  end if;
end
$$;
comment on function private.take_audit_turn() is 'Counts a report of the caller; refuses the 31st within a minute.';

create function private.receive_audit_note() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.take_audit_turn();
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
    raise exception 'That is no security event.' using errcode = '22023',
      hint = 'Actions: password_change_attempted, password_change_failed, password_changed. Resource type: user_account. '
        || 'Severity: medium or high. Details: a JSON object.';
  end if;
  -- Nobody would read what somebody without account reports.
  if account is null then
    return;
  end if;
  perform private.take_audit_turn();
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

-- Clean-up

create function private.clean_audit_log() returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  removed integer;
begin
  if private.my_rank() is distinct from 3 then
    raise exception 'Only administrators clean up the audit log.'
      using errcode = '42501', hint = 'Ask an administrator.';
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

alter function private.caller_agent() owner to cairn_definer;
alter function private.write_audit(uuid, uuid, text, text, text, jsonb, inet) owner to cairn_definer;
alter function private.take_audit_turn() owner to cairn_definer;
alter function private.receive_audit_note() owner to cairn_definer;
alter function private.clean_audit_log() owner to cairn_definer;
alter function public.log_security_event_enhanced(text, text, text, jsonb) owner to cairn_definer;

create trigger security_audit_log_from_browser before insert on public.security_audit_log
  for each row when (current_user = 'authenticated')
  execute function private.receive_audit_note();

alter table public.security_audit_log enable row level security;
alter table public.security_audit_log force row level security;

create policy "admins read the log of their account" on public.security_audit_log
  for select to authenticated
  using (account_id = (select private.my_account()) and (select private.my_rank()) = 3);

create policy "members report to their account" on public.security_audit_log
  for insert to authenticated
  with check (account_id = (select private.my_account()) and source = 'browser');

revoke all on public.security_audit_log from public, anon, authenticated, service_role;
grant select on public.security_audit_log to authenticated;
-- user_id and user_agent may be sent, and are overruled.
grant insert (account_id, user_id, action, resource_type, resource_id, details, user_agent)
  on public.security_audit_log to authenticated;
-- Not even the server's own functions change or delete.
grant select, insert on public.security_audit_log to service_role;
grant select, insert, delete on public.security_audit_log to cairn_definer;

revoke all on function public.log_security_event_enhanced(text, text, text, jsonb)
  from public, anon, authenticated, service_role;
grant execute on function public.log_security_event_enhanced(text, text, text, jsonb) to authenticated, service_role;
