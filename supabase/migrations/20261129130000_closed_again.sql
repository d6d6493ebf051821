-- Closed again: rules that archives, tokens, apps and limits did not keep.

-- An archive could name a person of this server as somebody who left an account that they never belonged to.
update private.former_members f
set user_id = null
where f.account_name is null and f.removed_by is null
  and exists (select from public.profiles p where p.id = f.user_id)
  and exists (select from public.archive_imports i where i.account_id = f.account_id and i.state = 'done');

-- Closed again: what a third round of attacks found. Tables and data, by hand.

-- People of an archive are not invited until an admin sends it. Invitations of before were sent when they were made.
alter table public.pending_invitations add column sent_at timestamptz;
update public.pending_invitations set sent_at = created_at;
alter table public.pending_invitations alter column sent_at set default now();
comment on column public.pending_invitations.sent_at is
  'When it was sent; empty for a person of an archive whom nobody has invited yet.';

-- No archive brings the id of a record that is in the bin of another account.
create index binned_records_of_all_by_id_idx on public.binned_records (record_id);

-- How many bytes of archives can be brought at once.
create table private.archive_room (
  only_one boolean primary key default true check (only_one),
  most_bytes bigint not null default 10000000000,
  most_bytes_of_new bigint not null default 250000000
);
comment on table private.archive_room is 'How many bytes of archives can be brought at once, as the operator has set it.';
comment on column private.archive_room.most_bytes is 'Of all accounts together. Accounts younger than a day have half of it at most.';
comment on column private.archive_room.most_bytes_of_new is 'Of one account that is younger than a day.';
alter table private.archive_room owner to cairn_owner;
insert into private.archive_room default values;
alter table private.archive_room enable row level security;
alter table private.archive_room force row level security;

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
    kind in (
      'api_token', 'webhook_secret', 'webhook_address', 'source_key', 'heartbeat_address', 'discovery_address'
    ),
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

-- Ways in that were closed again, and limits that hold.

-- What the server hears of the minute before makes the answer another one.
drop function private.count_api_requests(jsonb);

-- Written by `npm run migration` from supabase/schemas:

set check_function_bodies = off;
drop policy "tokens keep to their scopes" on public.departed_owners;
drop policy "tokens keep to their scopes" on public.handovers;
drop policy "tokens keep to their scopes" on public.record_history;
create function private.count_for_network(kind text) returns boolean
language sql volatile security definer set search_path = ''
as $$
  select private.count_against_limit(kind || ' of ' || coalesce(private.network_of(private.caller_address())::text, 'unknown'), 60)
$$;
comment on function private.count_for_network(text) is
  'Counts a call for the network that sends it; false when that has had its sixty of this kind in this minute.';
alter function private.count_for_network(text) owner to cairn_definer;
create function private.refused_as_answer(status integer, message text, hint text, retry_after integer default null) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform set_config('response.status', status::text, true);
  if retry_after is not null then
    perform set_config(
      'response.headers', jsonb_build_array(jsonb_build_object('Retry-After', retry_after::text))::text, true
    );
  end if;
  return jsonb_build_object('code', 'PT' || status, 'message', message, 'details', null, 'hint', hint);
end
$$;
comment on function private.refused_as_answer(integer, text, text, integer) is
  'A refusal that commits: sets the status of the response, and returns the body that an exception would have had.';
alter function private.refused_as_answer(integer, text, text, integer) owner to cairn_definer;
create function private.refused_secret(kind text, message text, hint text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if private.count_for_network('wrong ' || kind) then
    return private.refused_as_answer(401, message, hint);
  end if;
  return private.refused_as_answer(
    429, 'Too many requests.', 'Wait a minute, then try again.', private.seconds_to_next_minute(now())
  );
end
$$;
comment on function private.refused_secret(text, text, text) is
  'The answer to a secret that nobody has: 401, and 429 once the network has sent sixty of this kind in a minute. What it counts is kept.';
alter function private.refused_secret(text, text, text) owner to cairn_definer;
create or replace function private.limit_public_calls(kind text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if not private.count_for_network(kind) then
    raise exception 'Too many requests.' using errcode = 'PT429', hint = 'Wait a minute, then try again.';
  end if;
end
$$;
comment on function private.limit_public_calls(text) is
  'Refuses with PT429 what one peer asks more than sixty times a minute.';
create or replace function private.scopes() returns text[]
language sql stable set search_path = ''
as $$
  select case
    when claims ?| array['scope', 'client_id'] then coalesce(string_to_array(claims ->> 'scope', ' '), '{}')
  end
  from (select nullif(current_setting('request.jwt.claims', true), '')::jsonb) as caller (claims)
$$;
comment on function private.scopes() is
  'What the caller''s token may, nothing where an app''s says nothing; null for a session, which may all that its person may.';
create function private.table_scopes()
returns table (table_name text, verb text, scopes text[], any_of boolean)
language sql stable security definer set search_path = ''
as $$
  select k.record_table, v.verb, array[k.record_table || ':' || v.verb], true
  from private.kinds k
  cross join (values ('read'), ('write')) as v (verb)
  where k.feature is not null
  union all
  values
    ('accounts', 'read', '{kinds:read,people:read,audit:read}'::text[], true),
    ('account_members', 'read', '{people:read}', true),
    ('profiles', 'read', '{people:read}', true),
    ('security_audit_log', 'read', '{audit:read}', true),
    ('tags', 'read', '{kinds:read}', true),
    ('tags', 'write', '{kinds:write}', true),
    ('own_fields', 'read', '{kinds:read}', true),
    ('record_experts', 'read', '{kinds:read}', true),
    ('record_experts', 'write', '{kinds:write}', true),
    ('record_history', 'read', '{kinds:read}', true),
    ('departed_owners', 'read', '{kinds:read}', true),
    ('handovers', 'read', '{kinds:read}', true),
    ('suggestions', 'read', '{kinds:read}', true),
    ('heartbeats', 'read', '{kinds:read}', true),
    ('runs', 'read', '{automations:read,agents:read}', false),
    ('run_days', 'read', '{automations:read,agents:read}', false),
    ('system_experts', 'read', '{systems:read}', true),
    ('system_experts', 'write', '{systems:write}', true),
    ('solution_agents', 'read', '{solutions:read}', true),
    ('solution_agents', 'write', '{solutions:write}', true),
    ('solution_automations', 'read', '{solutions:read}', true),
    ('solution_automations', 'write', '{solutions:write}', true)
$$;
comment on function private.table_scopes() is
  'The tables that tokens may read or write, and the subjects and verbs that their scope must have, as procedure_scopes has them.';
alter function private.table_scopes() owner to cairn_definer;
create function private.asked_scopes(path text, method text)
returns table (scopes text[], any_of boolean)
language sql stable security definer set search_path = ''
as $$
  select s.scopes, s.any_of
  from private.procedure_scopes() s
  where path = '/rpc/' || s.procedure
  union all
  select s.scopes, s.any_of
  from private.table_scopes() s
  where path = '/' || s.table_name and s.verb = case when method in ('GET', 'HEAD') then 'read' else 'write' end
  union all
  -- The description of all that there is.
  select '{kinds:read,people:read,audit:read}', true
  where path = '/' and method in ('GET', 'HEAD')
$$;
comment on function private.asked_scopes(text, text) is
  'The subjects and verbs that a scope must have for a request, all or any of them; no row where no scope opens it.';
alter function private.asked_scopes(text, text) owner to cairn_definer;
create or replace function private.hold_to_scope() returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  path constant text := current_setting('request.path', true);
  headers constant jsonb := nullif(current_setting('request.headers', true), '')::jsonb;
  what constant text := case when path like '/rpc/%' then 'call this procedure' else 'do this with this table' end;
  rule record;
  wanted text[];
  held integer;
begin
  if private.is_unscoped() then
    return;
  end if;
  select * into rule from private.asked_scopes(path, current_setting('request.method', true));
  -- The lists name what is in public.
  if not found
    or coalesce(headers ->> 'accept-profile', 'public') <> 'public'
    or coalesce(headers ->> 'content-profile', 'public') <> 'public'
  then
    raise exception 'A token may not %.', what
      using errcode = '42501', hint = 'The reference of the API names what is open to tokens.';
  end if;
  select array_agg(coalesce(k.record_table || ':' || split_part(s.scope, ':', 2), s.scope)) into wanted
  from unnest(rule.scopes) as s (scope)
  left join private.kinds k on split_part(s.scope, ':', 1) = 'kinds' and k.feature is not null;
  select count(*) into held
  from unnest(wanted) as w (scope)
  where private.may(split_part(w.scope, ':', 1), split_part(w.scope, ':', 2));
  if held = 0 or held < cardinality(wanted) and not rule.any_of then
    raise exception 'The scope of this token does not let it %.', what
      using errcode = '42501', hint = 'It needs ' || array_to_string(wanted, case when rule.any_of then ' or ' else ', ' end) || '.';
  end if;
end
$$;
comment on function private.hold_to_scope() is
  'Refuses with 42501 what the scope of the caller''s token does not name: table and verb, or procedure. For the request that comes next.';
create function private.name_known_to(account uuid, person uuid) returns text
language sql stable security definer set search_path = ''
as $$
  select p.name
  from public.profiles p
  where p.id = person and (
    exists (select from public.account_members m where m.account_id = account and m.user_id = person)
    or exists (select from private.former_members f where f.account_id = account and f.user_id = person)
  )
$$;
comment on function private.name_known_to(uuid, uuid) is
  'The name of a person who belongs to an account or has belonged to it; null of anybody else.';
alter function private.name_known_to(uuid, uuid) owner to cairn_definer;
create or replace function private.is_invited(address text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.pending_invitations i
    where i.email = lower(address) and i.accepted_at is null and i.declined_at is null and i.expires_at > now()
      and i.sent_at is not null
  )
$$;
create function private.refuse_second_invitation(account uuid, address text) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  open public.pending_invitations;
begin
  select i.* into open
  from public.pending_invitations i
  where i.account_id = account and i.email = address and i.accepted_at is null and i.declined_at is null;
  if not found then
    return;
  elsif open.sent_at is null then
    raise exception 'This person is among those who are not invited yet.'
      using errcode = '23505', hint = 'Invite them from that list: they get what is theirs.';
  end if;
  raise exception 'This person already has an open invitation.'
    using errcode = '23505', hint = 'Send them its link, or revoke it first.';
end
$$;
comment on function private.refuse_second_invitation(uuid, text) is
  'Refuses an address that has an open invitation to the account, or came by an archive and waits for one.';
alter function private.refuse_second_invitation(uuid, text) owner to cairn_definer;
create or replace function private.guard_invitation() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- Locked, so that an admin who is demoted at this moment has either invited before it or may not any more.
  perform from public.account_members m
  where m.user_id = private.caller_id() and m.account_id = new.account_id and m.permission_level = 'admin'
  for share;
  if not found then
    raise exception 'Only account owners can manage invitations.' using errcode = '42501', hint = 'Ask an administrator.';
  end if;
  new.invited_by := private.caller_id();
  -- What follows counts, so the invitations of an account are written one after the other.
  perform from public.accounts a where a.id = new.account_id for no key update;
  perform private.refuse_more_invitations(1);
  if exists (
    select from public.profiles p where p.account_id = new.account_id and lower(p.email) = new.email
  ) then
    raise exception 'A user with this email already exists in the system.'
      using errcode = '23505', hint = 'This person is a member of your account.';
  end if;
  delete from public.pending_invitations i
  where i.account_id = new.account_id and i.email = new.email
    and i.accepted_at is null and i.declined_at is null and i.expires_at <= now();
  perform private.refuse_second_invitation(new.account_id, new.email);
  return new;
end
$$;
create or replace function private.open_invitation(token text) returns setof public.pending_invitations
language sql stable security definer set search_path = ''
as $$
  select i.*
  from public.pending_invitations i
  where i.invitation_token = private.token_hash(token)
    and i.accepted_at is null and i.declined_at is null and i.expires_at > now() and i.sent_at is not null
$$;
create or replace function public.validate_invitation(token_param text) returns json
language plpgsql security definer set search_path = ''
as $$
declare
  answer json;
begin
  select json_build_object(
    'valid', true, 'reason', null, 'account_name', a.name, 'inviter_name', p.name, 'expires_at', i.expires_at
  ) into answer
  from private.open_invitation(token_param) i
  join public.accounts a on a.id = i.account_id
  left join public.profiles p on p.id = i.invited_by;
  if answer is null then
    perform private.limit_public_calls('invitation checks');
  end if;
  return coalesce(answer, json_build_object(
    'valid', false, 'reason', 'invalid_or_expired', 'account_name', null, 'inviter_name', null, 'expires_at', null
  ));
end
$$;
create or replace function public.get_invitation_recipient(token_param text) returns json
language plpgsql security definer set search_path = ''
as $$
declare
  answer json;
begin
  select json_build_object(
    'mine', i.email = lower(p.email),
    'sent_to', case when i.email = lower(p.email) then i.email else private.masked_email(i.email) end
  ) into answer
  from private.open_invitation(token_param) i
  join public.profiles p on p.id = private.caller_id();
  if answer is null then
    perform private.limit_public_calls('invitation checks');
  end if;
  return answer;
end
$$;
create or replace function public.is_invited_by_single_sign_on(token_param text) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  if not exists (select from private.open_invitation(token_param)) then
    perform private.limit_public_calls('invitation checks');
    return false;
  end if;
  if not has_schema_privilege('auth', 'usage') or to_regclass('auth.sso_domains') is null
    or not has_column_privilege('auth.sso_domains', 'domain', 'select')
    or not has_column_privilege('auth.sso_providers', 'disabled', 'select')
  then
    return false;
  end if;
  return exists (
    select from private.open_invitation(token_param) i
    join auth.sso_domains d on d.domain = private.email_domain(i.email)
    join auth.sso_providers p on p.id = d.sso_provider_id and not p.disabled
  );
end
$$;
create or replace function public.accept_invitation(token_param text, user_email_param text) returns json
language plpgsql security definer set search_path = ''
as $$
declare
  invitation public.pending_invitations;
begin
  select i.* into invitation
  from public.pending_invitations i
  where i.invitation_token = private.token_hash(token_param)
    and i.accepted_at is null and i.declined_at is null and i.expires_at > now() and i.sent_at is not null
  for update;
  if not found then
    -- A refusal here is an answer, so what it has counted is kept.
    if not private.count_against_limit('wrong invitations by ' || private.caller_id(), 60) then
      raise exception 'Too many requests.' using errcode = 'PT429', hint = 'Wait a minute, then try again.';
    end if;
    return private.not_accepted('This invitation has expired or is no longer valid.');
  end if;
  if lower(btrim(user_email_param)) is distinct from invitation.email then
    return private.not_accepted('This invitation was sent to another address.');
  end if;
  return private.accept_as_caller(invitation);
end
$$;
create or replace function public.accept_my_invitation(invitation_id_param uuid) returns json
language plpgsql security definer set search_path = ''
as $$
declare
  invitation public.pending_invitations;
begin
  select i.* into invitation
  from public.pending_invitations i
  where i.id = invitation_id_param
    and i.email = (select lower(p.email) from public.profiles p where p.id = private.caller_id())
    and i.accepted_at is null and i.declined_at is null and i.expires_at > now() and i.sent_at is not null
  for update;
  if not found then
    return private.not_accepted('This invitation has expired or is no longer valid.');
  end if;
  return private.accept_as_caller(invitation);
end
$$;
create or replace function public.get_invitation_token(invitation_id_param uuid) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  token text;
begin
  select private.invitation_token(i.id) into token
  from public.pending_invitations i
  where i.id = invitation_id_param and i.account_id = private.my_account() and private.my_rank() = 3
    and i.accepted_at is null and i.declined_at is null and i.expires_at > now() and i.sent_at is not null;
  if token is null then
    raise exception 'There is no such open invitation.'
      using errcode = 'PT404', hint = 'It was accepted, revoked or expired, or belongs to another account.';
  end if;
  return token;
end
$$;
create or replace function public.get_invitations(history_limit integer default 5) returns json
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.refuse_non_owner();
  return (
    with mine as materialized (
      select
        i.id, i.name, private.masked_email(i.email) as sent_to, i.permission_level,
        coalesce(i.sent_at, i.created_at) as created_at, i.expires_at,
        coalesce(i.accepted_at, i.declined_at, i.expires_at) as ended_at,
        p.name as inviter_name,
        case
          when i.accepted_at is not null then 'accepted'
          when i.declined_at is not null then 'revoked'
          when i.expires_at <= now() then 'expired'
          when i.sent_at is null then 'not_sent'
          else 'pending'
        end as status
      from public.pending_invitations i
      left join public.profiles p on p.id = i.invited_by
      where i.account_id = private.my_account()
    )
    select json_build_object(
      'active', (select coalesce(json_agg(m order by m.created_at desc, m.id), '[]') from mine m where m.status = 'pending'),
      'not_sent', (
        select coalesce(json_agg(n order by lower(n.name), n.id), '[]')
        from (
          select m.* from mine m where m.status = 'not_sent' order by lower(m.name), m.id limit 50
        ) n
      ),
      'not_sent_in_all', (select count(*) from mine m where m.status = 'not_sent'),
      'ended', (select count(*) from mine m where m.status not in ('pending', 'not_sent')),
      'history', (
        select coalesce(json_agg(h order by h.ended_at desc, h.id), '[]')
        from (
          select m.* from mine m where m.status not in ('pending', 'not_sent') order by m.ended_at desc, m.id
          limit least(greatest(coalesce(history_limit, 5), 0), 500)
        ) h
      )
    )
  );
end
$$;
comment on function public.get_invitations(integer) is
  'For admins: the invitations of their account, with masked addresses: {"active": […], "not_sent": […], "not_sent_in_all": number, "ended": number, "history": […]}. The history holds the last that ended; not_sent the first 50 people of an archive whom nobody has invited yet.';
create or replace function public.renew_invitation(invitation_id_param uuid) returns json
language plpgsql set search_path = ''
as $$
declare
  former public.pending_invitations;
  renewed jsonb;
begin
  perform private.refuse_non_owner();
  select i.* into former
  from public.pending_invitations i
  where i.id = invitation_id_param and i.accepted_at is null and i.declined_at is null and i.sent_at is not null;
  if not found then
    raise exception 'There is no such open invitation.'
      using errcode = 'PT404', hint = 'It was accepted or revoked in the meantime.';
  end if;
  perform set_config('cairn.renewed_invitation', former.id::text, true);
  update public.pending_invitations set declined_at = now() where id = former.id;
  renewed := public.invite_member(
    former.email, former.name, former.job_role, former.department, former.permission_level
  )::jsonb;
  perform private.follow_renewed_invitation(former.id, (renewed ->> 'id')::uuid);
  perform set_config('cairn.renewed_invitation', '', true);
  return jsonb_build_object('email', former.email, 'name', former.name) || renewed;
end
$$;
create function public.send_invitations(ids uuid[]) returns json
language plpgsql volatile security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  wanted constant uuid[] := array(select distinct unnest(ids));
  sent integer;
begin
  perform private.refuse_non_owner();
  if cardinality(wanted) not between 1 and 100 then
    raise exception 'You can invite 1 to 100 people at once.'
      using errcode = '22023', hint = 'Invite the others afterwards.';
  end if;
  -- In the order of a user who accepts: the invitations first, then the account.
  perform from public.pending_invitations i
  where i.account_id = account and i.id = any (wanted)
    and i.accepted_at is null and i.declined_at is null and i.expires_at > now() and i.sent_at is null
  order by i.id
  for update;
  perform from public.accounts a where a.id = account for no key update;
  perform private.refuse_more_invitations(cardinality(wanted));
  update public.pending_invitations i
  set sent_at = now(), expires_at = now() + interval '7 days', invited_by = private.caller_id()
  where i.account_id = account and i.id = any (wanted)
    and i.accepted_at is null and i.declined_at is null and i.expires_at > now() and i.sent_at is null;
  get diagnostics sent = row_count;
  if sent <> cardinality(wanted) then
    raise exception 'There is no such open invitation.'
      using errcode = 'PT404', hint = 'Somebody else has sent or removed it in the meantime.';
  end if;
  perform private.write_audit(
    account, private.caller_id(), 'invitation_created', 'invitation', i.id::text,
    jsonb_build_object('permission', i.permission_level)
  )
  from public.pending_invitations i
  where i.account_id = account and i.id = any (wanted);
  return (
    select json_agg(json_build_object(
      'email', i.email, 'name', i.name, 'id', i.id, 'expires_at', i.expires_at,
      'token', private.invitation_token(i.id)
    ) order by lower(i.name), i.id)
    from public.pending_invitations i
    where i.account_id = account and i.id = any (wanted)
  );
end
$$;
comment on function public.send_invitations(uuid[]) is
  'For admins: invites up to 100 people of an archive whom nobody has invited yet. Answers [{"email", "name", "id", "expires_at", "token"}]; they count as all invitations do.';
alter function public.send_invitations(uuid[]) owner to cairn_definer;
revoke all on function public.send_invitations(uuid[]) from public, anon, authenticated, service_role;
grant execute on function public.send_invitations(uuid[]) to authenticated;
create or replace function public.withdraw_invitation(invitation_id_param uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  withdrawn public.pending_invitations;
begin
  perform private.refuse_non_owner();
  -- For whom something waits stays in the list, and can be invited again.
  update public.pending_invitations i
  set sent_at = null, invited_by = null, expires_at = now() + interval '1 year'
  where i.id = invitation_id_param and i.account_id = private.my_account() and i.invited_by = private.caller_id()
    and i.accepted_at is null and i.declined_at is null and i.sent_at > now() - interval '10 minutes'
    and exists (select from private.awaited_people w where w.account_id = i.account_id and w.email = i.email)
  returning * into withdrawn;
  if not found then
    delete from public.pending_invitations i
    where i.id = invitation_id_param and i.account_id = private.my_account() and i.invited_by = private.caller_id()
      and i.accepted_at is null and i.declined_at is null and i.sent_at > now() - interval '10 minutes'
    returning * into withdrawn;
  end if;
  if withdrawn.id is not null then
    perform private.write_audit(
      withdrawn.account_id, private.caller_id(), 'invitation_revoked', 'invitation', withdrawn.id::text,
      jsonb_build_object('permission', withdrawn.permission_level)
    );
  end if;
end
$$;
create or replace function public.get_invitation_problems(addresses text[]) returns json
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.refuse_non_owner();
  if coalesce(cardinality(addresses), 0) not between 1 and 100 then
    raise exception 'You can invite 1 to 100 people at once.'
      using errcode = '22023', hint = 'Ask about the others afterwards.';
  end if;
  return (
    select coalesce(json_agg(json_build_object('email', known.email, 'message', known.message)), '[]')
    from (
      select
        given.email,
        case
          when exists (
            select from public.profiles p
            where p.account_id = private.my_account() and lower(p.email) = lower(given.email)
          ) then 'A user with this email already exists in the system.'
          when exists (
            select from public.pending_invitations i
            where i.account_id = private.my_account() and i.email = lower(given.email)
              and i.accepted_at is null and i.declined_at is null and i.expires_at > now() and i.sent_at is not null
          ) then 'This person already has an open invitation.'
          when exists (
            select from public.pending_invitations i
            where i.account_id = private.my_account() and i.email = lower(given.email)
              and i.accepted_at is null and i.declined_at is null and i.expires_at > now() and i.sent_at is null
          ) then 'This person is among those who are not invited yet.'
        end as message
      from (select distinct unnest(addresses) as email) as given
    ) as known
    where known.message is not null
  );
end
$$;
create or replace function private.invitations_of_today(account uuid) returns setof timestamptz
language sql stable security definer set search_path = ''
as $$
  select sent.at
  from (
    select l.created_at as at
    from public.security_audit_log l
    where l.account_id = account and l.created_at > now() - interval '1 day'
      and l.action = 'invitation_created' and l.source = 'server'
    union all
    select i.sent_at
    from public.pending_invitations i
    where i.account_id = account and i.sent_at > now() - interval '1 day'
      and not exists (
        select from public.security_audit_log l
        where l.account_id = account and l.created_at > now() - interval '1 day'
          and l.action = 'invitation_created' and l.source = 'server' and l.resource_id = i.id::text
      )
  ) as sent
$$;
create or replace function private.join_account_of_domain(person uuid, email text, metadata jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  home constant text := private.email_domain(email);
  account uuid;
begin
  if home is null or private.is_blacklisted(home) then
    return;
  end if;
  -- Colleagues who confirm at the same moment take turns, so that one of them founds and the others find. The key on
  -- the domain would refuse a second founding, but only by failing the confirmation.
  perform pg_advisory_xact_lock(hashtextextended('account of domain ' || home, 0));
  select d.account_id into account from public.account_domains d where d.domain = home;
  if account is null then
    insert into public.accounts (name)
    values (coalesce(private.metadata_text(metadata, 'account_name'), private.suggested_account_name(home)))
    returning id into account;
    insert into public.account_domains (domain, account_id) values (home, account);
    insert into public.account_members (account_id, user_id, role, permission_level)
    values (account, person, 'owner', 'admin');
  elsif private.has_left(account, person, email) then
    return;
  elsif (select a.newcomers_need_admission from public.accounts a where a.id = account) then
    perform private.queue_newcomer(person, account);
  else
    insert into public.account_members (account_id, user_id) values (account, person);
    -- An archive may have brought them, whom nobody has invited yet.
    perform private.end_invitations_of_joined(account, person);
  end if;
end
$$;
create or replace function private.end_invitations_of_joined(account uuid, person uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  invitation record;
begin
  for invitation in
    select i.id, i.email
    from public.pending_invitations i
    join public.profiles p on p.id = person and lower(p.email) = i.email
    where i.account_id = account and i.accepted_at is null and i.declined_at is null
    order by i.id
    for update of i
  loop
    perform private.hand_to_invited(account, invitation.id, person, null);
    perform private.give_awaited_by_address(account, invitation.email, person);
    update public.pending_invitations set declined_at = now() where id = invitation.id;
  end loop;
end
$$;
comment on function private.end_invitations_of_joined(uuid, uuid) is
  'Ends the open invitations of an account to a member who has joined it without them, and gives them what these owned and what waited for them.';
create or replace function private.my_open_invitations() returns json
language sql stable security definer set search_path = ''
as $$
  select coalesce(json_agg(
    json_build_object(
      'id', i.id, 'account_name', a.name, 'inviter_name', inviter.name, 'permission_level', i.permission_level,
      'expires_at', i.expires_at
    )
    order by i.created_at desc
  ), '[]')
  from public.profiles me
  join public.pending_invitations i on i.email = lower(me.email)
  join public.accounts a on a.id = i.account_id
  left join public.profiles inviter on inviter.id = i.invited_by
  where me.id = private.caller_id() and i.accepted_at is null and i.declined_at is null and i.expires_at > now()
    and i.sent_at is not null
$$;
create or replace function private.my_domain_offer() returns json
language sql stable security definer set search_path = ''
as $$
  select json_build_object(
    'domain', home, 'account_name', a.name, 'suggested_name', private.suggested_account_name(home),
    'needs_admission', coalesce(a.newcomers_need_admission, false)
  )
  from (
    select p.id, p.email, private.email_domain(p.email) as home
    from public.profiles p
    where p.id = private.caller_id()
  ) as me
  left join public.account_domains d on d.domain = me.home
  left join public.accounts a on a.id = d.account_id
  where not private.is_blacklisted(me.home)
    and (a.id is null or not private.has_left(a.id, me.id, me.email))
    -- Its own invitation says more than the domain: it has the level.
    and not exists (
      select from public.pending_invitations i
      where i.account_id = a.id and i.email = lower(me.email)
        and i.accepted_at is null and i.declined_at is null and i.expires_at > now() and i.sent_at is not null
    )
$$;
create or replace function private.visible_profiles(account uuid, person uuid default null)
returns table (
  id uuid, name text, avatar text, initials text, display_email text, bio text, job_role text, department text
)
language sql stable security definer set search_path = ''
as $$
  select
    p.id, p.name, p.avatar, private.initials(p.name),
    case when seen.by_owner then p.email when p.privacy_email_visible then private.masked_email(p.email) end,
    case when seen.by_owner or p.privacy_bio_visible then p.bio end,
    case when seen.by_owner or p.privacy_job_visible then p.job_role end,
    case when seen.by_owner or p.privacy_department_visible then p.department end
  from public.account_members m
  join public.profiles p on p.id = m.user_id
  cross join lateral (select p.id = (select private.caller_id()) as by_owner) as seen
  where m.account_id = visible_profiles.account
    and (visible_profiles.person is null or m.user_id = visible_profiles.person)
    and (select private.may('people', 'read'))
$$;
comment on function private.visible_profiles(uuid, uuid) is
  'The members of an account, or one of them, as the caller may see them; nobody for a token that may not read people.';
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
create or replace function public.get_audit_log(
  action_param text default null, person_param uuid default null, severity_param text default null,
  from_param timestamptz default null, until_param timestamptz default null,
  before_time timestamptz default null, before_id uuid default null, rows_param integer default 100
)
returns table (
  id uuid, user_id uuid, user_name text, action text, severity text, resource_type text, resource_id text,
  resource_name text, details jsonb, user_agent text, ip_address text, source text, created_at timestamptz
)
language plpgsql stable security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  -- The severity follows from the action: with both, one of them is enough, or nothing fits.
  severity_left constant text := case when action_param is null then severity_param end;
begin
  perform private.require_security_admin();
  if coalesce(rows_param not between 1 and 1000, true) then
    raise exception 'A page has 1 to 1,000 entries.' using errcode = '22023', hint = 'Leave rows_param out for 100.';
  end if;
  if from_param >= until_param then
    raise exception 'The end must be after the start.'
      using errcode = '22023', hint = 'from_param must be before until_param.';
  end if;
  if severity_param <> private.audit_severity(action_param) then
    return;
  end if;
  return query
  select
    e.id, e.user_id, p.name, e.action, e.severity, e.resource_type, e.resource_id, r.name, e.details, e.user_agent,
    -- As it stands in JSON: without the mask of a single address.
    to_jsonb(e.ip_address) #>> '{}', e.source, e.created_at
  from private.audit_page(
    account, action_param, person_param, severity_left, from_param, until_param, before_time, before_id, rows_param
  ) e
  left join public.profiles p on p.id = e.user_id and p.account_id = account and private.may('people', 'read')
  left join public.profiles r on r.account_id = account and private.may('people', 'read')
    and e.resource_type in ('user_account', 'account_member', 'profile')
    and r.id = case when e.resource_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then e.resource_id::uuid end
  order by e.created_at desc, e.id desc;
end
$$;
comment on function public.get_audit_log(text, uuid, text, timestamptz, timestamptz, timestamptz, uuid, integer) is
  'For admins: a page of the account''s audit log, newest first, from one time until before another, older than the entry named. A token has the names of people with people:read.';
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
language plpgsql volatile security definer set search_path = ''
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
language plpgsql volatile security definer set search_path = ''
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
create or replace function private.name_known_record() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.record_id is not null then
    if new.kind is null then
      perform private.refuse_other_kind(new.kind);
    end if;
    -- A caller names the kind, and a column of another name is not theirs to write: the check refuses such a kind.
    if new.kind = any (array(select private.kinds_of_catalogues())) then
      return jsonb_populate_record(new, jsonb_build_object(new.kind || '_id', new.record_id));
    end if;
    return new;
  end if;
  select k.kind, (to_jsonb(new) ->> (k.kind || '_id'))::uuid
  into new.kind, new.record_id
  from private.kinds k
  where to_jsonb(new) ->> (k.kind || '_id') is not null;
  return new;
end
$$;
create or replace function private.owner_in_history(record jsonb) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(
    nullif(record -> 'owner_id', 'null'),
    (
      select jsonb_build_object('id', i.id, 'name', i.name, 'invited', true)
      from public.pending_invitations i
      where i.account_id = (record ->> 'account_id')::uuid and i.id = (record ->> 'invited_owner_id')::uuid
    ),
    'null'
  )
$$;
create function private.is_id_of_choice(id jsonb) returns boolean
language sql immutable set search_path = ''
as $$
  select coalesce(jsonb_typeof(id) = 'string' and id #>> '{}' ~ '^[a-z0-9][a-z0-9_-]{0,59}$', false)
$$;
comment on function private.is_id_of_choice(jsonb) is 'Whether it has the form of the id of a choice.';
alter function private.is_id_of_choice(jsonb) owner to cairn_definer;
create or replace function private.check_own_field() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  is_coming constant boolean :=
    tg_op = 'INSERT' or (tg_op = 'UPDATE' and old.deleted_at is not null and new.deleted_at is null);
  -- Members and records of an archive come later, and a default that names one may hold no more.
  is_judged constant boolean := not (private.is_taking_in() and new.type in ('member', 'record'));
begin
  -- Row security refuses a stranger's account, and it comes later: until then nothing is said of it.
  if private.caller_id() is not null and new.account_id is distinct from private.my_account() then
    return new;
  end if;
  perform pg_advisory_xact_lock(private.lock_of_own_fields(new.account_id));
  new.name := private.display_text(coalesce(new.name, ''));
  new.help := private.display_text(coalesce(new.help, ''));
  new.section := private.display_text(coalesce(new.section, ''));
  new.unit := case new.type when 'number' then private.display_text(coalesce(new.unit, '')) else '' end;
  if tg_op = 'INSERT' then
    if coalesce(new.key, '') = '' then
      new.key := private.slug(new.name, 'field', array(
        select f.key from public.own_fields f where f.account_id = new.account_id and f.kind = new.kind
      ));
    end if;
  else
    -- When is not for the client to say.
    new.retired_at := case when new.retired_at is not null then coalesce(old.retired_at, now()) end;
    new.deleted_at := case when new.deleted_at is not null then coalesce(old.deleted_at, now()) end;
  end if;
  if is_coming then
    perform private.holds(
      tg_op = 'INSERT' or old.deleted_at > now() - private.time_of_deleted_fields(),
      'This field was deleted more than 30 days ago.'
    );
    perform private.holds(
      new.deleted_at is not null or (
        select count(*)
        from public.own_fields f
        where f.account_id = new.account_id and f.kind = new.kind and f.deleted_at is null
      ) < 50,
      'Records of a kind have at most 50 fields of their own.'
    );
  end if;
  if new.deleted_at is null and (is_coming or new.name <> old.name) then
    perform private.refuse_own_field_name(new);
  end if;
  new.choices := case when new.type in ('choice', 'choices') then private.clean_choices(new.choices) else '[]' end;
  -- One that held once may hold no more, as a member who has left. Nobody is kept from another change by it.
  if tg_op = 'INSERT'
    or (new.type, new.choices, new.record_kind, new.default_value)
      is distinct from (old.type, old.choices, old.record_kind, old.default_value)
  then
    if is_judged then
      new.default_value := private.own_value(new, 'Default', new.default_value);
    else
      perform private.holds(
        coalesce(new.default_value, 'null') = 'null' or private.is_form_of_own_value(new, new.default_value),
        'The default of a field has a value that it cannot have.'
      );
    end if;
  end if;
  return new;
end
$$;
create function private.is_form_of_own_value(field public.own_fields, value jsonb) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  if jsonb_typeof(value) is distinct from private.json_type_of(field.type) then
    return false;
  end if;
  return case
    when field.type in ('member', 'record') then private.is_uuid(value #>> '{}')
    when field.type = 'choice' then private.is_id_of_choice(value)
    when field.type = 'choices' then jsonb_array_length(value) <= 500 and not exists (
      select from jsonb_array_elements(value) as c where not private.is_id_of_choice(c.value)
    )
    else private.problem_of_own_value(field, value, null) is null
  end;
end
$$;
comment on function private.is_form_of_own_value(public.own_fields, jsonb) is
  'Whether a field can have had a value at some time.';
alter function private.is_form_of_own_value(public.own_fields, jsonb) owner to cairn_definer;
create or replace function private.keep_known_own_values() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock_shared(private.lock_of_own_fields(new.account_id));
  perform private.holds(
    not private.is_taking_in() or private.is_form_of_own_value(f, o.value),
    f.name || ' has a value that it cannot have.'
  )
  from jsonb_each(new.own) o
  join public.own_fields f on f.account_id = new.account_id and f.kind = tg_argv[0] and f.key = o.key;
  select coalesce(jsonb_object_agg(o.key, o.value), '{}') into new.own
  from jsonb_each(new.own) o
  join public.own_fields f on f.account_id = new.account_id and f.kind = tg_argv[0] and f.key = o.key
  where tg_op = 'UPDATE' or private.is_form_of_own_value(f, o.value);
  return new;
end
$$;
comment on function private.keep_known_own_values() is
  'Trigger (kind): a record that helper functions write has its values as they were, without those of purged fields. A new one has none that its fields cannot have had; an archive with one is refused.';
create or replace function private.keep_own_values() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  is_changed boolean;
begin
  if tg_op = 'DELETE' then
    delete from private.own_values v using gone g where v.account_id = g.account_id and v.record_id = g.id;
    return null;
  end if;
  if tg_op = 'INSERT' then
    execute
      'insert into private.own_values
      select v.*
      from come n
      cross join lateral jsonb_each(n.own) o
      join public.own_fields f on f.account_id = n.account_id and f.kind = $1 and f.key = o.key
      cross join lateral private.own_value_rows(f, n.id, o.value) v'
      using tg_argv[0];
    return null;
  end if;
  -- Planned each time, all of them: a plan made for one record would look ten thousand of them up one by one. What has
  -- changed is found first, for records with many values are too wide to be sorted together with the definitions. Not
  -- 'exists': for a first row the planner would compare each record with every other.
  execute 'select bool_or(o.own is distinct from n.own) from gone o join come n using (id)' into is_changed;
  if is_changed is not true then
    return null;
  end if;
  execute
    'with changed as materialized (
      select n.account_id, n.id, k.key
      from gone o
      join come n using (id)
      cross join lateral jsonb_each(o.own) k
      where o.own is distinct from n.own and k.value is distinct from n.own -> k.key
    )
    delete from private.own_values v
    using changed c
    join public.own_fields f on f.account_id = c.account_id and f.kind = $1 and f.key = c.key
    where v.account_id = c.account_id and v.record_id = c.id and v.field_id = f.id'
    using tg_argv[0];
  execute
    'with changed as materialized (
      select n.account_id, n.id, k.key, k.value
      from gone o
      join come n using (id)
      cross join lateral jsonb_each(n.own) k
      where o.own is distinct from n.own and k.value is distinct from o.own -> k.key
    )
    insert into private.own_values
    select v.*
    from changed c
    join public.own_fields f on f.account_id = c.account_id and f.kind = $1 and f.key = c.key
    cross join lateral private.own_value_rows(f, c.id, c.value) v'
    using tg_argv[0];
  return null;
end
$$;
create or replace function private.limit_publishing() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  author constant uuid := private.caller_id();
begin
  perform pg_advisory_xact_lock(hashtextextended('articles of ' || author, 0));
  if (
    select count(*) > 10
    from public.record_history h
    where h.account_id = private.my_account() and h.kind = 'article' and h.action = 'created'
      and h.changed_by = author and h.changed_at > now() - interval '1 hour'
  ) then
    raise exception 'You can publish up to 10 posts per hour. Please try again later.'
      using errcode = 'PT429', hint = 'Deleted articles count too.';
  end if;
  return null;
end
$$;
create function private.departed_by_known_names(departed jsonb) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'kind', d.kind, 'record_id', d.record_id, 'person_id', d.person_id, 'left_at', d.left_at
  )), '[]')
  from jsonb_to_recordset(departed) as d (kind text, record_id uuid, person_id uuid, left_at timestamptz)
$$;
comment on function private.departed_by_known_names(jsonb) is
  'Whose owner has left, with the names and types that acts keep of it, and nothing else.';
alter function private.departed_by_known_names(jsonb) owner to cairn_definer;
grant execute on function private.departed_by_known_names(jsonb) to authenticated;
create or replace function private.departed_of(ids uuid[]) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select private.departed_by_known_names(coalesce(jsonb_agg(to_jsonb(d)), '[]'))
  from public.departed_owners d
  where d.account_id = private.my_account() and d.record_id = any (ids)
$$;
create or replace function private.restore_departed_owners(departed jsonb, ids uuid[]) returns void
language sql volatile security definer set search_path = ''
as $$
  insert into public.departed_owners (account_id, kind, record_id, person_id, person_name, left_at)
  select r.account_id, r.kind, r.id, d.person_id, private.name_known_to(r.account_id, d.person_id), d.left_at
  from jsonb_to_recordset(departed) as d (kind text, record_id uuid, person_id uuid, left_at timestamptz)
  join private.records r
    on r.account_id = (select private.my_account()) and r.kind = d.kind and r.id = d.record_id and r.owner_id is null
  where d.record_id = any (ids)
  on conflict do nothing
$$;
create or replace function public.find_records(
  kind text,
  query text default '',
  sort text default 'usual',
  descending boolean default false,
  skip integer default 0,
  statuses text[] default null,
  owners uuid[] default null,
  without_owner boolean default false,
  gaps text[] default null,
  tags uuid[] default null,
  all_tags boolean default false,
  conditions jsonb default null
) returns json
language plpgsql stable security definer
set search_path = '' set cpu_operator_cost = 0.1
as $$
declare
  account constant uuid := private.my_account();
  catalogue constant text := private.catalogue_of(kind);
  ordering constant text := private.catalogue_order(
    account, kind, sort, coalesce(descending, false)
  );
  wanted constant text := private.display_text(coalesce(query, ''));
  pattern constant text := private.folded_pattern(wanted);
  -- What the order asks for, and no more: an index has the names. A description may be long, and is read with the page alone.
  columns constant text := 't.id, t.name, t.created_at' || coalesce((
    select string_agg(format(', t.%I', needed), '')
    from (
      values
        (case sort when 'status' then 'status' when 'owner' then 'owner_id' when 'lastPublisher' then 'updated_by' end),
        ((select split_part(k.own_orders ->> sort, ' ', 1) from private.kinds k where k.kind = find_records.kind)),
        ((select f.needed from private.field_order(account, kind, sort) f))
    ) as by_sort (needed)
    where needed is not null
  ), '');
  joined constant text := (select f.joined from private.field_order(account, kind, sort) f);
  by_gaps constant boolean := coalesce(cardinality(gaps), 0) > 0;
  by_others constant boolean := wanted <> '' or coalesce(cardinality(statuses), 0) > 0
    or coalesce(cardinality(owners), 0) > 0 or coalesce(without_owner, false) or coalesce(cardinality(tags), 0) > 0
    or conditions is not null;
  not_seen constant uuid[] := case when by_gaps then private.people_not_seen(account) end;
  condition text;
  few boolean := wanted <> '';
  -- What has some fields or tags is seldom much: it is found once, and counted and put in order then.
  may_be_few boolean := wanted = '' and (conditions is not null or coalesce(cardinality(tags), 0) > 0);
  candidates uuid[];
  total bigint;
  page uuid[];
  items json;
begin
  perform private.refuse_out_of_scope(find_records.kind, 'read');
  if catalogue is null or ordering is null then
    raise exception 'There is no such catalogue, or it has no such order.' using errcode = '22023';
  end if;
  condition := private.records_condition(
    account, kind, query, statuses, owners, coalesce(without_owner, false), gaps, tags, coalesce(all_tags, false),
    conditions
  );
  if by_gaps or not by_others then
    total := private.count_of_gaps(account, kind, gaps, not_seen);
  end if;
  if by_gaps and total <= 20000 then
    few := true;
    candidates := private.gap_candidates(account, kind, gaps, not_seen);
    condition := condition || ' and t.id = any ($4)';
  end if;
  -- What never reported may have another gap too.
  if by_others or 'never_reported' = any (gaps) then
    total := null;
  end if;
  if not by_gaps and not by_others then
    page := private.page_by_field(account, kind, sort, coalesce(descending, false), greatest(coalesce(skip, 0), 0));
  end if;
  while page is null or cardinality(page) < 100 loop
    execute format(
      'with r as %s materialized (select %s from public.%I t where %s%s)
      select
        coalesce($5, (select count(*) from r)),
        array(select r.id from r %s order by %s limit 100 offset $3)',
      case when not few and not may_be_few and (total is not null or not by_gaps) then 'not' end,
      columns,
      catalogue,
      condition,
      case when may_be_few then ' limit 50001' end,
      case
        when sort in ('owner', 'lastPublisher') then format(
          'left join (
            select p.id, row_number() over (order by p.name, p.id) as place
            from public.profiles p
            where p.account_id = $1 and (select private.may(''people'', ''read''))
          ) person on person.id = r.%I',
          case sort when 'owner' then 'owner_id' else 'updated_by' end
        )
        else joined
      end,
      ordering
    )
      into total, page using account, pattern, greatest(coalesce(skip, 0), 0), candidates, total;
    exit when not may_be_few or total <= 50000;
    may_be_few := false;
    total := null;
    page := null;
  end loop;
  execute format(
    'select coalesce(json_agg(r order by listed.place), ''[]'')
    from unnest($1) with ordinality as listed (id, place)
    join public.%I r on r.id = listed.id',
    catalogue
  )
    into items using page;
  return json_build_object('total', total, 'items', items);
end
$$;
create or replace function public.begin_export(
  kind text,
  format text,
  query text default '',
  sort text default 'usual',
  descending boolean default false,
  statuses text[] default null,
  owners uuid[] default null,
  without_owner boolean default false,
  gaps text[] default null,
  tags uuid[] default null,
  all_tags boolean default false,
  conditions jsonb default null
) returns json
language plpgsql volatile security definer
set search_path = '' set cpu_operator_cost = 0.1
as $$
declare
  account constant uuid := private.my_account();
  catalogue constant text := private.catalogue_of(kind);
  ordering constant text := private.catalogue_order(account, kind, sort, coalesce(descending, false));
  ids uuid[];
begin
  perform private.refuse_out_of_scope(begin_export.kind, 'read');
  if catalogue is null or ordering is null then
    raise exception 'There is no such catalogue, or it has no such order.' using errcode = '22023';
  end if;
  perform private.refuse_export(format);
  execute pg_catalog.format(
    'select array(select r.id from (select t.* from public.%I t where %s) r %s order by %s limit $3)',
    catalogue,
    private.records_condition(
      account, kind, query, statuses, owners, coalesce(without_owner, false), gaps, tags, coalesce(all_tags, false),
      conditions
    ),
    case
      when sort in ('owner', 'lastPublisher') then pg_catalog.format(
        'left join (
          select p.id, row_number() over (order by p.name, p.id) as place
          from public.profiles p
          where p.account_id = $1 and (select private.may(''people'', ''read''))
        ) person on person.id = r.%I',
        case sort when 'owner' then 'owner_id' else 'updated_by' end
      )
      else (select f.joined from private.field_order(account, kind, sort) f)
    end,
    ordering
  )
    into ids using account, private.folded_pattern(private.display_text(coalesce(query, ''))), private.most_exported() + 1;
  return private.begun_export(catalogue, null, format, ids::text[]);
end
$$;
create or replace function private.people_by_name(ids uuid[]) returns table (id uuid, name text)
language sql stable security definer set search_path = ''
as $$
  select v.id, case when v.id = private.caller_id() then format('%s <%s>', v.name, v.display_email) else v.name end
  from unnest(ids) as wanted (id)
  cross join lateral private.visible_profiles(private.my_account(), wanted.id) v
  union all
  select i.id, case when private.my_rank() = 3 and private.is_unscoped() then format('%s <%s>', i.name, i.email) else i.name end
  from public.pending_invitations i
  where i.account_id = private.my_account() and i.id = any (ids) and private.may('people', 'read')
    and i.accepted_at is null and i.declined_at is null and i.expires_at > now()
$$;
comment on function public.get_records_to_export(text, uuid[]) is
  'Up to 1,000 records of a catalogue of the caller''s account, in the order of their ids: [row]. With owner, publisher (who changed it last), experts, tags and related systems; own fields of members and records are names. A token gets names of people with people:read.';
create or replace function private.record_summaries(account uuid, kind text, ids uuid[])
returns table (id uuid, summary json)
language plpgsql stable security definer set search_path = ''
as $$
declare
  first_gap constant text := (
    select string_agg(format('when %s then %L', private.gap_condition(record_summaries.kind, gap, null), gap), ' ' order by place)
    from unnest(array['owner_left', 'no_owner', 'handover_pending', 'nobody_else']) with ordinality as g (gap, place)
  );
begin
  return query execute format(
    'select t.id, json_build_object(
      ''status'', t.status,
      ''owner'', coalesce(
        (select p.name from public.profiles p where p.id = t.owner_id and p.account_id = $1 and private.may(''people'', ''read'')),
        (
          select i.name from public.pending_invitations i
          where i.id = t.invited_owner_id and i.account_id = $1 and private.may(''people'', ''read'')
            and i.accepted_at is null and i.declined_at is null and i.expires_at > now()
        )
      ),
      ''gap'', case %s end
    )
    from public.%I t
    where t.account_id = $1 and t.id = any ($2)',
    first_gap, private.catalogue_of(kind)
  )
  using account, ids;
end
$$;
create or replace function public.get_bin(of_kind text default null, skip integer default 0, query text default '') returns jsonb
language sql stable security definer set search_path = ''
as $$
  with mine as (
    select b.kind, b.record_id, b.name, b.deleted_by, b.deleted_at, b.reason, b.act
    from public.binned_records b
    where b.account_id = (select private.my_account()) and (of_kind is null or b.kind = of_kind)
      and strpos(lower(b.name), lower(btrim(coalesce(query, '')))) > 0
  )
  select jsonb_build_object(
    'total', (select count(*) from mine),
    'days', private.bin_days(),
    'items', (
      select coalesce(jsonb_agg(
        jsonb_build_object(
          'kind', page.kind,
          'id', page.record_id,
          'name', page.name,
          'deleted_by', page.deleted_by,
          'deleted_by_name', p.name,
          'deleted_at', page.deleted_at,
          'expires_at', page.deleted_at + make_interval(days => private.bin_days()),
          'reason', page.reason,
          'act', page.act,
          'act_records', a.records,
          'may_restore', private.may_restore(b.account_id, b.record, b.deleted_at)
        )
        order by page.deleted_at desc, page.record_id
      ), '[]')
      from (
        select * from mine
        order by mine.deleted_at desc, mine.record_id
        limit 100 offset greatest(coalesce(skip, 0), 0)
      ) page
      join public.binned_records b
        on b.account_id = (select private.my_account()) and b.kind = page.kind and b.record_id = page.record_id
      left join public.acts a
        on a.id = page.act and a.account_id = b.account_id and a.done_at > now() - private.undo_time()
      left join public.account_members m on m.account_id = (select private.my_account()) and m.user_id = page.deleted_by
      left join public.profiles p on p.id = m.user_id and (select private.may('people', 'read'))
    )
  )
$$;
create function private.links_by_known_names(links jsonb) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'departed', (
      select jsonb_agg(jsonb_build_object('person_id', d.person_id, 'left_at', d.left_at))
      from jsonb_to_recordset(links -> 'departed') as d (person_id uuid, left_at timestamptz)
    ),
    'experts', (
      select jsonb_agg(jsonb_build_object(
        'expert_id', e.expert_id, 'assigned_by', e.assigned_by, 'created_at', e.created_at
      ))
      from jsonb_to_recordset(links -> 'experts') as e (expert_id uuid, assigned_by uuid, created_at timestamptz)
    ),
    'rows', (
      select jsonb_agg(jsonb_build_object(
        'table', r."table", 'kind', r.kind, 'id', r.id, 'name', r.name,
        'row', jsonb_build_object(
          'solution_id', e.solution_id, 'automation_id', e.automation_id, 'agent_id', e.agent_id,
          'assigned_by', e.assigned_by, 'created_at', e.created_at
        )
      ))
      from jsonb_to_recordset(links -> 'rows') as r ("table" text, kind text, id uuid, name text, "row" jsonb)
      cross join lateral jsonb_to_record(r."row") as e (
        solution_id uuid, automation_id uuid, agent_id uuid, assigned_by uuid, created_at timestamptz
      )
      where r."table" in ('solution_automations', 'solution_agents')
    ),
    'systems', (
      select jsonb_agg(jsonb_build_object('id', y.id, 'name', y.name))
      from jsonb_to_recordset(links -> 'systems') as y (id uuid, name text)
    ),
    'solutions', (
      select jsonb_agg(jsonb_build_object('id', s.id, 'name', s.name, 'before', s.before))
      from jsonb_to_recordset(links -> 'solutions') as s (id uuid, name text, before uuid[])
    ),
    'articles', (
      select jsonb_agg(jsonb_build_object('id', a.id, 'name', a.name))
      from jsonb_to_recordset(links -> 'articles') as a (id uuid, name text)
    ),
    'moved', (
      select jsonb_build_object('to', m."to", 'solutions', m.solutions, 'rows', (
        select jsonb_agg(jsonb_build_object('table', r."table", 'solution', r.solution, 'other', r.other))
        from jsonb_to_recordset(m."rows") as r ("table" text, solution uuid, other uuid)
      ))
      from jsonb_to_record(links -> 'moved') as m ("to" uuid, solutions uuid[], "rows" jsonb)
      where m."to" is not null
    )
  ))
$$;
comment on function private.links_by_known_names(jsonb) is
  'Links of a record in the bin with the names and types that they have, and nothing else.';
alter function private.links_by_known_names(jsonb) owner to cairn_definer;
create or replace function private.links_to_keep(account uuid, kind text, id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select private.links_by_known_names(jsonb_strip_nulls(jsonb_build_object(
    'departed', (
      select jsonb_agg(to_jsonb(d))
      from public.departed_owners d
      where d.account_id = account and d.kind = links_to_keep.kind and d.record_id = links_to_keep.id
    ),
    'experts', (
      select jsonb_agg(to_jsonb(e))
      from public.record_experts e
      where e.account_id = account and e.kind = links_to_keep.kind and e.record_id = links_to_keep.id
    ),
    'rows', (
      select jsonb_agg(jsonb_build_object(
        'table', l.link_table, 'kind', l.other_kind, 'id', l.other_id, 'name', l.other_name, 'row', l.link
      ))
      from private.link_rows(account, kind, id) l
    ),
    'systems', (
      select jsonb_agg(jsonb_build_object('id', y.id, 'name', y.name))
      from public.solutions s
      join public.systems y on y.account_id = account and y.id = any (s.related_systems)
      where kind = 'solution' and s.account_id = account and s.id = links_to_keep.id
    ),
    'solutions', (
      select jsonb_agg(jsonb_build_object('id', s.id, 'name', s.name, 'before', to_jsonb(s.related_systems)))
      from public.solutions s
      where kind = 'system' and s.account_id = account and s.related_systems @> array[links_to_keep.id]
    ),
    'articles', (
      select jsonb_agg(jsonb_build_object('id', a.id, 'name', a.title))
      from public.knowledge_articles a
      where kind = 'system' and a.account_id = account and a.system_id = links_to_keep.id
    )
  )))
$$;
create or replace function private.log_people_lost_in_bin() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  kind text;
begin
  for kind in select distinct g.kind from gone g
  loop
    execute format(
      'insert into public.record_history (
        account_id, kind, record_id, record_name, action, field, before, after, changed_by
      )
      select r.account_id, $1, r.id, r.name, ''updated'', lost.field, lost.before, lost.after, private.caller_id()
      from gone g
      join public.%1$I r on r.account_id = g.account_id and r.id = g.record_id
      cross join lateral (
        select ''owner_id'' as field, o.before, o.after
        from (select private.owner_in_history(g.record) as before, private.owner_in_history(to_jsonb(r)) as after) o
        where not private.same_owner(o.before, o.after)
        union all
        select
          ''experts'',
          jsonb_build_object(''id'', e.value ->> ''expert_id'', ''name'', coalesce(
            private.name_known_to(r.account_id, (e.value ->> ''expert_id'')::uuid), ''Former Member''
          )),
          null
        from jsonb_array_elements(g.links -> ''experts'') as e (value)
        where not exists (
          select from public.record_experts x
          where x.account_id = r.account_id and x.record_id = r.id and x.expert_id = (e.value ->> ''expert_id'')::uuid
        )
      ) lost
      where g.kind = $1',
      private.catalogue_of(kind)
    ) using kind;
  end loop;
  return null;
end
$$;
create function private.put_rows_back(account uuid, ids uuid[]) returns void
language sql security definer set search_path = ''
as $$
  with back as (
    select
      case b.kind when 'solution' then l.kind else b.kind end as other_kind,
      case b.kind when 'solution' then b.record_id else l.id end as solution_id,
      case b.kind when 'solution' then l.id else b.record_id end as other_id,
      case when private.is_member(account, row.assigned_by) then row.assigned_by end as assigned_by,
      coalesce(row.created_at, now()) as created_at
    from private.binned_links(account, ids) l
    join public.binned_records b on b.account_id = account and b.record_id = l.record_id
    cross join lateral jsonb_to_record(l.link -> 'row') as row (assigned_by uuid, created_at timestamptz)
    where l.part = 'rows' and (b.kind = 'solution') <> (l.kind = 'solution') and private.is_record(account, l.kind, l.id)
  ),
  automations as (
    insert into public.solution_automations (account_id, solution_id, automation_id, assigned_by, created_at)
    select account, b.solution_id, b.other_id, b.assigned_by, b.created_at from back b where b.other_kind = 'automation'
    on conflict do nothing
  )
  insert into public.solution_agents (account_id, solution_id, agent_id, assigned_by, created_at)
  select account, b.solution_id, b.other_id, b.assigned_by, b.created_at from back b where b.other_kind = 'agent'
  on conflict do nothing
$$;
comment on function private.put_rows_back(uuid, uuid[]) is
  'Links solutions with automations and agents again that come back, as far as the other end is there.';
alter function private.put_rows_back(uuid, uuid[]) owner to cairn_definer;
create function private.put_people_back(account uuid, ids uuid[]) returns void
language sql security definer set search_path = ''
as $$
  insert into public.record_experts (account_id, kind, record_id, expert_id, assigned_by, created_at)
  select
    account, b.kind, b.record_id, e.expert_id,
    case when private.is_member(account, e.assigned_by) then e.assigned_by end, coalesce(e.created_at, now())
  from public.binned_records b
  cross join lateral jsonb_to_recordset(b.links -> 'experts')
    as e (expert_id uuid, assigned_by uuid, created_at timestamptz)
  where b.account_id = account and b.record_id = any (ids) and private.stayed_member(account, e.expert_id, b.deleted_at)
  on conflict do nothing;
  insert into public.departed_owners (account_id, kind, record_id, person_id, person_name, left_at)
  select account, b.kind, b.record_id, gone.person_id, private.name_known_to(account, gone.person_id), gone.left_at
  from public.binned_records b
  cross join lateral (
    select d.person_id, coalesce(d.left_at, now()) as left_at
    from jsonb_to_recordset(b.links -> 'departed') as d (person_id uuid, left_at timestamptz)
    -- Unless it came back with an owner, who was invited then.
    where d.person_id is not null and not exists (
      select from private.catalogue_records r
      where r.account_id = account and r.kind = b.kind and r.id = b.record_id and r.owner_id is not null
    )
    union all
    select (b.record ->> 'owner_id')::uuid, now()
    where b.record ->> 'owner_id' is not null
      and not private.stayed_member(account, (b.record ->> 'owner_id')::uuid, b.deleted_at)
  ) gone
  where b.account_id = account and b.record_id = any (ids)
  on conflict do nothing;
$$;
comment on function private.put_people_back(uuid, uuid[]) is
  'Gives records that come back their experts who have stayed, and notes whose owner has left.';
alter function private.put_people_back(uuid, uuid[]) owner to cairn_definer;
create or replace function private.put_links_back(account uuid, ids uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.clear_places(account, ids);
  perform private.put_rows_back(account, ids);
  perform private.put_people_back(account, ids);
  perform private.put_into_lists(account, ids);
  update public.knowledge_articles a
  set system_id = l.record_id
  from private.binned_links(account, ids) l
  join public.binned_records b on b.account_id = account and b.record_id = l.record_id
  where l.part = 'articles' and a.account_id = account and a.id = l.id
    and (
      a.system_id is null
      or a.system_id = (b.links -> 'moved' ->> 'to')::uuid
        and private.may_delete(jsonb_build_object('owner_id', a.author_id))
    );
end
$$;
create or replace function private.missing_links(account uuid, ids uuid[]) returns table (record_id uuid, missing jsonb)
language sql stable security definer set search_path = ''
as $$
  select m.record_id, jsonb_agg(jsonb_build_object('part', m.part, 'name', m.name, 'why', m.why) order by m.part, m.name)
  from (
    select
      l.record_id, l.kind as part, coalesce(l.name, '') as name,
      case
        when private.name_in_bin(account, l.id) is not null and l.id not in (select i.id from unnest(ids) as i (id)) then 'bin'
        when not private.is_record(account, l.kind, l.id) then 'gone'
        when l.part = 'solutions' and not exists (
          select from public.solutions s
          where s.account_id = account and s.id = l.id and s.related_systems @> array[l.record_id]
        ) then 'full'
        when l.part = 'articles' and not exists (
          select from public.knowledge_articles a
          where a.account_id = account and a.id = l.id and a.system_id = l.record_id
        ) then 'elsewhere'
      end as why
    from private.binned_links(account, ids) l
    union all
    select b.record_id, 'expert', coalesce(case when (select private.may('people', 'read')) then private.name_known_to(account, (e.value ->> 'expert_id')::uuid) end, ''), 'left'
    from public.binned_records b
    cross join lateral jsonb_array_elements(b.links -> 'experts') as e (value)
    where b.account_id = account and b.record_id = any (ids)
      and not private.stayed_member(account, (e.value ->> 'expert_id')::uuid, b.deleted_at)
    union all
    select b.record_id, 'owner', coalesce(case when (select private.may('people', 'read')) then private.name_known_to(account, (b.record ->> 'owner_id')::uuid) end, ''), 'left'
    from public.binned_records b
    where b.account_id = account and b.record_id = any (ids) and b.record ->> 'owner_id' is not null
      and not private.stayed_member(account, (b.record ->> 'owner_id')::uuid, b.deleted_at)
  ) m
  where m.why is not null
  group by m.record_id
$$;
create function private.put_records_of_kind(kind_param text, given jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  catalogue constant text := private.catalogue_of(kind_param);
  columns text;
  defaults text;
begin
  select
    string_agg(quote_ident(a.attname), ', ' order by a.attnum),
    string_agg(format('%L, %s', a.attname, pg_get_expr(d.adbin, d.adrelid)), ', ') filter (where d.adbin is not null)
  into columns, defaults
  from pg_catalog.pg_attribute a
  left join pg_catalog.pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  where a.attrelid = format('public.%I', catalogue)::regclass
    and a.attnum > 0 and not a.attisdropped and a.attgenerated = '';
  execute format(
    'insert into public.%1$I (%2$s)
    select %2$s
    from jsonb_populate_recordset(
      null::public.%1$I,
      (select jsonb_agg(jsonb_build_object(%3$s) || given.value) from jsonb_array_elements($1) as given)
    )',
    catalogue, columns, defaults
  ) using given;
end
$$;
comment on function private.put_records_of_kind(text, jsonb) is
  'Inserts records of a kind that were deleted, as they were.';
alter function private.put_records_of_kind(text, jsonb) owner to cairn_definer;
create or replace function private.put_records_back(account uuid, ids uuid[], new_names jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  one record;
begin
  for one in
    select b.kind, jsonb_agg(
      b.record
      || jsonb_build_object(
        'account_id', account, 'id', b.record_id, 'name', coalesce(new_names ->> b.record_id::text, b.name)
      )
      -- A member who left has let go of what they owned and made.
      || (
        select coalesce(jsonb_object_agg(role, null::text), '{}')
        from unnest(array['owner_id', 'created_by', 'updated_by']) as role
        where not private.stayed_member(account, (b.record ->> role)::uuid, b.deleted_at)
      )
      -- Who was invited to own it may have joined. Users of single sign-on may share an address.
      || coalesce(
        (
          select case when i.accepted_at is not null then jsonb_build_object('invited_owner_id', null, 'owner_id', (
            select p.id
            from public.profiles p
            where p.account_id = account and lower(p.email) = i.email
            order by p.id
            limit 1
          )) else '{}' end
          from public.pending_invitations i
          where i.account_id = account and i.id = (b.record ->> 'invited_owner_id')::uuid
        ),
        '{"invited_owner_id": null}'
      )
      || case when b.kind = 'solution' then jsonb_build_object('related_systems', (
        select coalesce(jsonb_agg(listed.id order by listed.place), '[]')
        from jsonb_array_elements_text(b.record -> 'related_systems') with ordinality as listed (id, place)
        where private.is_record(account, 'system', listed.id::uuid)
      )) else '{}' end
    ) as records
    from public.binned_records b
    where b.account_id = account and b.record_id = any (ids)
    group by b.kind
    -- Solutions last: they ask whether their systems are there.
    order by b.kind = 'solution'
  loop
    perform private.put_records_of_kind(one.kind, one.records);
  end loop;
end
$$;
create or replace function private.problems_of_restoring(account uuid, ids uuid[], new_names jsonb)
returns table (kind text, record_id uuid, name text, problem text)
language sql stable security definer set search_path = ''
as $$
  select
    b.kind, wanted.id, called.name,
    case
      -- An archive may have brought an id that is another account's: that is told like one that nobody has.
      when b.record_id is null or exists (select from private.records r where r.kind = b.kind and r.id = b.record_id)
        then 'not_in_bin'
      when not private.may_restore(account, b.record, b.deleted_at) then 'not_allowed'
      when not private.feature_enabled(private.feature_of(b.kind)) and private.my_rank() is distinct from 3 then 'switched_off'
      when private.name_is_taken(account, b.kind, called.name)
        or row_number() over (partition by b.kind, lower(called.name) order by b.deleted_at desc, wanted.id) > 1
        then 'name_taken'
    end
  from (select distinct given.id from unnest(ids) as given (id)) wanted
  left join public.binned_records b on b.account_id = account and b.record_id = wanted.id
  cross join lateral (select private.display_text(coalesce(new_names ->> wanted.id::text, b.name)) as name) called
$$;
create or replace function public.get_deletion_impact(kind_param text, ids uuid[]) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
begin
  perform private.refuse_other_kind(kind_param);
  if ids is null or cardinality(ids) > 10000 then
    raise exception 'Ask for at most 10,000 records at once.' using errcode = '22023', hint = 'Choose fewer.';
  end if;
  return (
    with dependent as (
      select 'solution' as kind, s.id, s.name, s.status, s.owner_id, s.invited_owner_id, s.status = 'active' as counts
      from public.solutions s
      where s.account_id = account and (
        kind_param = 'system' and s.related_systems && ids
        or kind_param = 'automation' and s.id in (
          select l.solution_id from public.solution_automations l where l.account_id = account and l.automation_id = any (ids)
        )
        or kind_param = 'agent' and s.id in (
          select l.solution_id from public.solution_agents l where l.account_id = account and l.agent_id = any (ids)
        )
      )
      union all
      select 'automation', a.id, a.name, a.status, a.owner_id, a.invited_owner_id, false
      from public.automations a
      where kind_param = 'solution' and a.account_id = account and a.id in (
        select l.automation_id from public.solution_automations l where l.account_id = account and l.solution_id = any (ids)
      )
      union all
      select 'agent', a.id, a.name, a.status, a.owner_id, a.invited_owner_id, false
      from public.agents a
      where kind_param = 'solution' and a.account_id = account and a.id in (
        select l.agent_id from public.solution_agents l where l.account_id = account and l.solution_id = any (ids)
      )
      union all
      select 'article', a.id, a.title, '', a.author_id, null, false
      from public.knowledge_articles a
      where kind_param = 'system' and a.account_id = account and a.system_id = any (ids)
    ),
    placed as (
      select d.*, p.name as owner_name, row_number() over (partition by d.kind order by lower(d.name), d.id) as place
      from dependent d
      left join public.account_members m on m.account_id = account and m.user_id = d.owner_id
      left join public.profiles p on p.id = m.user_id and (select private.may('people', 'read'))
    ),
    grouped as (
      select
        p.kind,
        count(*) as total,
        count(*) filter (where p.counts) as active,
        jsonb_agg(jsonb_build_object(
          'id', p.id, 'name', p.name, 'status', p.status, 'owner_id', p.owner_id, 'owner_name', p.owner_name,
          'invited_owner_id', p.invited_owner_id
        ) order by p.place) filter (where p.place <= 50) as items
      from placed p
      group by p.kind
    )
    select coalesce(jsonb_agg(to_jsonb(g) order by g.kind desc), '[]') from grouped g
  );
end
$$;
create or replace function public.add_import_rows(import uuid, rows jsonb) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  plan constant public.imports := private.hold_import(import);
  added integer;
begin
  if exists (select from public.import_rows r where r.import_id = plan.id and r.effect is not null) then
    raise exception 'This import has been checked already.' using errcode = 'PT409', hint = 'Start again with the file.';
  end if;
  if jsonb_typeof(rows) is distinct from 'array' or jsonb_array_length(rows) > 1000 or exists (
    select from jsonb_array_elements(rows) as r (value)
    where jsonb_typeof(r.value -> 'values') is distinct from 'object'
      or coalesce(r.value ->> 'row' !~ '^[1-9][0-9]{0,6}$', true)
      or jsonb_typeof(coalesce(r.value -> 'unreadable', '[]')) <> 'array'
  ) then
    raise exception 'Send at most 1,000 rows: [{"row", "values", "unreadable"}].' using errcode = '22023';
  end if;
  insert into public.import_rows as r (account_id, import_id, row_number, given, unreadable, match_value, name_key)
  select distinct on (number)
    plan.account_id, plan.id, (g.value ->> 'row')::integer as number, g.value -> 'values',
    array(select jsonb_array_elements_text(coalesce(g.value -> 'unreadable', '[]'))),
    private.match_value(plan.match_key, g.value -> 'values'),
    nullif(private.name_key(left(g.value -> 'values' ->> 'name', 200)), '')
  from jsonb_array_elements(rows) with ordinality as g (value, place)
  order by number, g.place desc
  on conflict (import_id, row_number) do update
  set given = excluded.given, unreadable = excluded.unreadable, match_value = excluded.match_value,
    name_key = excluded.name_key;
  get diagnostics added = row_count;
  if (select count(*) from public.import_rows r where r.import_id = plan.id) > 50000 then
    raise exception 'An import has at most 50,000 rows.' using errcode = '22023', hint = 'Divide the file.';
  end if;
  return added;
end
$$;
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
create or replace function public.apply_import(import uuid) returns jsonb
language plpgsql volatile set search_path = ''
as $$
declare
  plan constant public.imports := private.hold_import(import);
  rows integer[] := private.next_import_rows(plan);
begin
  if plan.checked_at is null or private.is_unchecked(plan) then
    raise exception 'Check this import before you apply it.' using errcode = 'PT409', hint = 'Call check_import until all rows are checked.';
  end if;
  perform set_config('cairn.act', plan.act::text, true);
  perform set_config('cairn.names_are_known', 'on', true);
  loop
    if cardinality(rows) > 0 then
      perform private.apply_import_rows(plan, rows);
    end if;
    perform private.note_import(plan, rows);
    rows := private.next_import_rows(plan);
    exit when cardinality(rows) = 0 or clock_timestamp() > statement_timestamp() + interval '2 seconds';
  end loop;
  return private.import_as_read(plan.id);
end
$$;
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
create or replace function public.push_found(key text, kind text, records jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  pusher public.found_sources;
  counts jsonb;
begin
  select s.* into pusher from public.found_sources s where s.key_hash = private.token_hash(push_found.key);
  if not found then
    return private.refused_secret('keys of sources', 'This is not the key of a source.', 'A manager can renew the key.');
  end if;
  if not private.count_against_limit('pushes of ' || pusher.id, 60) then
    raise exception 'Too many requests.' using errcode = 'PT429', hint = 'Wait a minute, then try again.';
  end if;
  perform private.refuse_other_kind(kind);
  perform private.refuse_found_records(pusher.account_id, kind, records);
  counts := private.take_in_found(pusher, kind, records);
  perform private.refuse_full_inbox(pusher.account_id);
  update public.found_sources s set last_seen_at = now() where s.id = pusher.id;
  return counts;
end
$$;
create or replace function public.ping(
  token text, action text default 'success', rid uuid default null, note text default null, name text default null
)
returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  answer record;
begin
  if action is null or action !~ '^(success|start|fail|log|[0-9]{1,3})$'
    or action ~ '^[0-9]' and action::integer > 255
  then
    raise exception 'The action must be success, start, fail, log or an exit code of 0 to 255.' using errcode = '22023';
  end if;
  select t.* into answer
  from private.take_in_calls(jsonb_build_array(jsonb_build_object(
    'token', coalesce(ping.token, ''), 'name', ping.name, 'action', ping.action, 'rid', ping.rid,
    'note', left(ping.note, 10000), 'network', private.network_of(private.caller_address())::text,
    'agent', private.caller_agent()
  ))) t;
  if answer.status = 200 then
    return '"OK"';
  end if;
  if answer.status = 404 then
    return private.refused_as_answer(404, 'Nobody has this address.', 'It may have been rotated or revoked.');
  end if;
  return private.refused_as_answer(429, 'Too many requests.', 'Wait a minute, then try again.', answer.retry_after);
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
  beat public.heartbeats;
begin
  -- Holds the session first, as who ends it does.
  perform private.require_recent_proof();
  beat := private.heartbeat_to_change(heartbeat);
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
create or replace function public.get_first_steps() returns json
language plpgsql stable set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  kind text;
  has_link boolean := false;
begin
  for kind in select k.kind from private.kinds_in_use() as k (kind) loop
    execute format(
      'select exists (select from public.%I t where t.account_id = $1 and t.links <> ''[]'')', private.catalogue_of(kind)
    ) into has_link using account;
    exit when has_link;
  end loop;
  return json_build_object(
    'systems', (select count(*) from (select from public.systems s where s.account_id = account limit 5) s),
    'owned', (
      select count(*)
      from (
        select from public.systems s
        where s.account_id = account and (s.owner_id is not null or s.invited_owner_id is not null)
        limit 5
      ) s
    ),
    'has_colleague', exists (
      select from public.account_members m where m.account_id = account and m.user_id <> private.caller_id()
    ) or exists (
      select from public.pending_invitations i
      where i.account_id = account and i.accepted_at is null and i.declined_at is null and i.expires_at > now()
        and i.sent_at is not null
    ),
    'has_link', has_link
  );
end
$$;
create function private.count_api_requests(counts jsonb)
returns table (
  caller text, account uuid, of_caller integer, of_account integer,
  before_of_caller integer, before_of_account integer, seconds_left double precision
)
language plpgsql security definer set search_path = ''
as $$
declare
  this_minute constant timestamptz := date_trunc('minute', now());
  minute_before constant timestamptz := this_minute - interval '1 minute';
begin
  delete from private.turns t
  where t.ctid in (
    select o.ctid from private.turns o where o.minute < this_minute - interval '5 minutes' limit 100
    for update skip locked
  );
  -- In the order of their keys: two servers that count the same callers never wait for each other.
  return query
  with sent as (
    -- A token that is being rotated has two secrets, and one count. What is no token leaves no row.
    select c.caller, coalesce('token ' || s.token_id, c.caller) as counted_as,
      coalesce(s.account_id, m.account_id) as account, c.requests, coalesce(c.late, 0) as late
    from jsonb_to_recordset(counts) as c (caller text, person uuid, requests integer, late integer)
    left join private.token_secrets s on s.hash = substring(c.caller from '^token ([0-9a-f]{64})$')
    left join public.account_members m on m.user_id = c.person
    where s.token_id is not null or m.account_id is not null
  ),
  keyed as (
    select 'api of ' || s.counted_as as key, s.requests, s.late from sent s
    union all
    select 'api of account ' || s.account, s.requests, s.late from sent s
  ),
  added as (
    select k.key, this_minute as minute, sum(k.requests)::integer as requests from keyed k group by k.key
    union all
    select k.key, minute_before, sum(k.late)::integer from keyed k group by k.key having sum(k.late) > 0
  ),
  counted as (
    insert into private.turns as t (key, minute, taken)
    select a.key, a.minute, a.requests from added a order by a.key, a.minute
    on conflict on constraint turns_pkey do update set taken = t.taken + excluded.taken
    returning t.key, t.minute, t.taken
  ),
  known as (
    select c.key, c.minute, c.taken from counted c
    union all
    select t.key, t.minute, t.taken
    from private.turns t
    where t.minute = minute_before and t.key in (select k.key from keyed k)
      and not exists (select from counted c where c.key = t.key and c.minute = t.minute)
  )
  select s.caller, s.account, mine.taken, ours.taken, coalesce(mine_before.taken, 0), coalesce(ours_before.taken, 0),
    extract(epoch from this_minute + interval '1 minute' - now())::double precision
  from sent s
  join known mine on mine.key = 'api of ' || s.counted_as and mine.minute = this_minute
  join known ours on ours.key = 'api of account ' || s.account and ours.minute = this_minute
  left join known mine_before on mine_before.key = mine.key and mine_before.minute = minute_before
  left join known ours_before on ours_before.key = ours.key and ours_before.minute = minute_before;
end
$$;
comment on function private.count_api_requests(jsonb) is
  'For the server: adds what it has counted for tokens and apps, as {caller, person, requests, late}, to this minute and (late) to the one before: token and the hash of its secret, or app, client and person. Answers how much all servers have counted, in this minute and in the one before, and for how many seconds this one goes on.';
alter function private.count_api_requests(jsonb) owner to cairn_definer;
revoke all on function private.count_api_requests(jsonb) from public, anon, authenticated, service_role;
grant execute on function private.count_api_requests(jsonb) to supabase_auth_admin;
create function private.accounts_of_tokens(hashes jsonb)
returns table (hash text, account uuid)
language sql stable security definer set search_path = ''
as $$
  select s.hash, case when coalesce(least(s.ends_at, t.expires_at) > now(), true) then s.account_id end
  from jsonb_array_elements_text(hashes) as given (hash)
  join private.token_secrets s on s.hash = given.hash
  join public.api_tokens t on t.account_id = s.account_id and t.id = s.token_id
  union all
  select e.hash, null
  from jsonb_array_elements_text(hashes) as given (hash)
  join private.ended_tokens e on e.hash = given.hash
$$;
comment on function private.accounts_of_tokens(jsonb) is
  'For the server: of these hashes of secrets those that belong to a token, and to which account; null for one that has ended, of whose use its owner is told. It does not say whether the token opens anything.';
alter function private.accounts_of_tokens(jsonb) owner to cairn_definer;
revoke all on function private.accounts_of_tokens(jsonb) from public, anon, authenticated, service_role;
grant execute on function private.accounts_of_tokens(jsonb) to supabase_auth_admin;
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
create function private.tools_of_assistants() returns text[]
language sql immutable set search_path = ''
as $$
  select array[
    'search', 'get_record', 'who_knows', 'what_depends_on', 'gaps_and_late', 'what_changed', 'list_records', 'suggest_edit'
  ]
$$;
comment on function private.tools_of_assistants() is 'The names of the tools that assistants find.';
alter function private.tools_of_assistants() owner to cairn_definer;
create or replace function public.note_tool_call(tool text, client text default '') returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  claims constant jsonb := nullif(current_setting('request.jwt.claims', true), '')::jsonb;
begin
  if account is null then
    raise exception 'Only members of an account can use tools.' using errcode = '42501', hint = 'Join an account first.';
  end if;
  if private.is_unscoped() then
    raise exception 'Only assistants call tools.' using errcode = '42501', hint = 'Connect one with a token or by signing in.';
  end if;
  if not coalesce(tool = any (private.tools_of_assistants()), false) then
    raise exception 'There is no such tool.' using errcode = '22023';
  end if;
  if not private.count_against_limit('tool calls of ' || private.caller_id(), 120) then
    raise exception 'Too many tools were called.' using errcode = 'PT429', hint = 'Wait a minute, then try again.';
  end if;
  perform private.write_audit(
    account, private.caller_id(), 'assistant_tool_called', 'assistant_tool', tool,
    jsonb_strip_nulls(jsonb_build_object(
      'client', nullif(private.display_text(left(coalesce(client, ''), 100)), ''),
      'token_id', claims ->> 'token_id', 'client_id', claims ->> 'client_id'
    ))
  );
  return jsonb_build_object('scopes', private.scopes());
end
$$;
comment on function public.note_tool_call(text, text) is
  'Enters the call of a tool by an assistant into the audit log, with the tool and the program that called it: {"scopes"}, what the caller''s token may. For tokens and apps, 120 times a minute.';
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
create or replace function public.update_webhook(
  webhook uuid, name text, url text, events text[], kinds text[] default '{}', tags uuid[] default '{}',
  fields text[] default '{}'
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  former text;
begin
  perform private.refuse_managing_webhooks();
  select w.url into former
  from public.webhooks w
  where w.id = update_webhook.webhook and w.account_id = private.my_account();
  if not found then
    perform private.refuse_gone_webhook();
  end if;
  if trim(update_webhook.url) <> former then
    perform private.require_recent_proof();
    perform private.note_secret('webhook_address', webhook, private.display_text(update_webhook.name));
  end if;
  update public.webhooks w
  set name = private.display_text(update_webhook.name),
    url = trim(update_webhook.url),
    events = update_webhook.events,
    kinds = coalesce(update_webhook.kinds, '{}'),
    tags = coalesce(update_webhook.tags, '{}'),
    fields = coalesce(update_webhook.fields, '{}')
  where w.id = update_webhook.webhook and w.account_id = private.my_account();
  perform private.audit_webhook('webhook_changed', webhook, name, url);
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
      -- The server has sealed what it has seen: a secret has one form.
      update private.webhook_secrets s set secret = private.new_webhook_secret(), sealed = null
      where s.account_id = made.account_id and s.webhook_id = made.subject_id;
    when 'webhook_address' then
      update public.webhooks w set paused = 'by_hand'
      where w.account_id = made.account_id and w.id = made.subject_id and w.paused is null;
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
  'Ends a secret that was made: the secret of a token, a source or a webhook, which pauses, or a secret address. A webhook that was led elsewhere pauses.';
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
  if not coalesce((event ->> 'keeps_former')::boolean, false) then
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
create or replace function public.language_of_recipient(event jsonb) returns jsonb
language sql stable security definer set search_path = ''
as $$
  with recipient as (
    select w.language
    from public.profiles p
    join public.notification_preferences w on w.user_id = p.id
    where p.id = (event ->> 'user_id')::uuid or lower(p.email) = lower(event ->> 'email')
    order by p.id = (event ->> 'user_id')::uuid desc nulls last
    limit 1
  ),
  inviter as (
    select w.language
    from public.pending_invitations i
    join public.notification_preferences w on w.user_id = i.invited_by
    where (event ->> 'invited')::boolean and i.email = lower(event ->> 'email')
      and i.accepted_at is null and i.declined_at is null and i.expires_at > now() and i.sent_at is not null
    order by i.created_at desc
    limit 1
  )
  select jsonb_build_object(
    'language', coalesce((select r.language from recipient r), (select i.language from inviter i))
  )
$$;
create function private.archived_row(of_file text, line jsonb) returns jsonb
language sql stable set search_path = ''
as $$
  select case of_file
    when 'bin' then line || jsonb_build_object(
      'record', (line -> 'record') - array['account_id', 'invited_owner_id']
        || jsonb_build_object('owner_id', coalesce(
          nullif(line -> 'record' -> 'owner_id', 'null'), line -> 'record' -> 'invited_owner_id'
        )),
      'links', private.links_by_known_names(line -> 'links')
    )
    when 'acts' then line || jsonb_build_object('departed', private.departed_by_known_names(line -> 'departed'))
    else line
  end
$$;
comment on function private.archived_row(text, jsonb) is
  'A line of the bin with one owner, and of bin and acts without the account within; any other line as it is.';
alter function private.archived_row(text, jsonb) owner to cairn_definer;
create or replace function private.archive_page(account uuid, of_file text, after jsonb, most_rows integer, most_bytes integer)
returns table (lines text, entries integer, last jsonb)
language plpgsql stable security definer set search_path = ''
as $$
declare
  asked record;
  key_list text;
  key_object text;
begin
  select t.* into strict asked from private.archived_tables() t where t.file = of_file;
  select
    string_agg(format('r.%I', k.key), ', ' order by k.place),
    string_agg(format('%L, r.%I', k.key, k.key), ', ' order by k.place)
  into key_list, key_object
  from unnest(asked.keys) with ordinality as k (key, place);
  return query execute format(
    'select string_agg(f.line, e''\n'' order by f.place) || e''\n'', count(*)::integer,
      (array_agg(f.key order by f.place desc))[1]
    from (
      select l.line, l.key, l.place, sum(octet_length(l.line)) over (order by l.place) - octet_length(l.line) as before
      from (
        select private.archived_row($5, to_jsonb(r) - $2 %s)::text as line, jsonb_build_object(%s) as key,
          row_number() over (order by %s) as place
        from %s r
        where r.account_id = $1 %s
        order by %s
        limit $3
      ) l
    ) f
    where f.before < $4',
    private.awaited_columns(account, asked.file, asked.keys, asked.awaiting), key_object, key_list,
    private.with_awaited_lines(account, asked.file, asked.source),
    case when after is not null then format('and (%s) > (%s)', key_list, (
      select string_agg(quote_literal(after ->> k.key), ', ' order by k.place)
      from unnest(asked.keys) with ordinality as k (key, place)
    )) else '' end,
    key_list
  ) using account, array['account_id'] || asked.without || (asked.awaiting)[2:], most_rows, most_bytes, of_file;
end
$$;
create function private.set_archive_room(most_bytes bigint, most_bytes_of_new bigint) returns void
language sql volatile security definer set search_path = ''
as $$
  update private.archive_room r
  set most_bytes = set_archive_room.most_bytes, most_bytes_of_new = set_archive_room.most_bytes_of_new
  where (r.most_bytes, r.most_bytes_of_new)
    is distinct from (set_archive_room.most_bytes, set_archive_room.most_bytes_of_new)
$$;
comment on function private.set_archive_room(bigint, bigint) is
  'For the server, at its start: how many bytes of archives can be brought at once, by all accounts and by a new one.';
alter function private.set_archive_room(bigint, bigint) owner to cairn_definer;
revoke all on function private.set_archive_room(bigint, bigint) from public, anon, authenticated, service_role;
grant execute on function private.set_archive_room(bigint, bigint) to supabase_auth_admin;
create function private.refuse_without_archive_room(account uuid, further bigint) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  room private.archive_room;
  is_new constant boolean := exists (
    select from public.accounts a where a.id = account and a.created_at > now() - interval '1 day'
  );
  mine bigint;
  of_new bigint;
  of_all bigint;
begin
  -- Until this transaction ends, nobody else counts.
  perform pg_advisory_xact_lock(hashtextextended('room for archives', 0));
  select r.* into strict room from private.archive_room r;
  select
    coalesce(sum(i.bytes) filter (where i.account_id = account), 0),
    coalesce(sum(i.bytes) filter (where a.created_at > now() - interval '1 day'), 0),
    coalesce(sum(i.bytes), 0)
  into mine, of_new, of_all
  from public.archive_imports i
  join public.accounts a on a.id = i.account_id
  where i.state in ('uploading', 'waiting', 'working');
  if is_new and mine + further > room.most_bytes_of_new then
    raise exception 'An account that is younger than a day cannot restore an archive of this size.'
      using errcode = 'PT413', hint = 'Try again tomorrow, or ask who runs the server.';
  end if;
  if of_all + further > room.most_bytes
    or is_new and of_new + further > room.most_bytes / 2
  then
    raise exception 'The server has no room for another archive at the moment.'
      using errcode = 'PT507', hint = 'Try again later, or ask who runs the server.';
  end if;
end
$$;
comment on function private.refuse_without_archive_room(uuid, bigint) is
  'Refuses so many further bytes of an archive that an account brings, where the server or a new account has no room for them.';
alter function private.refuse_without_archive_room(uuid, bigint) owner to cairn_definer;
create or replace function public.start_archive_import() returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  made uuid;
begin
  perform private.refuse_non_admin('Only administrators can take in an archive.');
  perform from public.accounts a where a.id = account for no key update;
  perform private.refuse_account_with_rows(account);
  if exists (
    select from public.archive_imports i where i.account_id = account and i.state in ('waiting', 'working')
  ) then
    raise exception 'An archive is being taken in already.' using errcode = 'PT409', hint = 'Wait until it is done.';
  end if;
  delete from public.archive_imports i where i.account_id = account;
  perform private.refuse_without_archive_room(account, 1);
  insert into public.archive_imports (account_id, made_by) values (account, private.caller_id()) returning id into made;
  return made;
end
$$;
create or replace function public.add_archive_import_part(import uuid, place integer, content text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  most_bytes constant bigint := 4294967295;
  part bytea;
begin
  perform private.refuse_non_admin('Only administrators can take in an archive.');
  if content is null or octet_length(content) not between 1 and 1000000 then
    raise exception 'A part of an archive has at most 750,000 bytes.' using errcode = '22023';
  end if;
  part := decode(content, 'base64');
  perform private.refuse_without_archive_room(private.my_account(), octet_length(part));
  update public.archive_imports i
  set parts = add_archive_import_part.place, bytes = i.bytes + octet_length(part)
  where i.account_id = private.my_account() and i.id = import and i.state = 'uploading'
    and i.parts = add_archive_import_part.place - 1 and i.bytes + octet_length(part) <= most_bytes
    -- All parts but the last have one size, so that each byte is found.
    and (add_archive_import_part.place = 1 or exists (
      select from private.archive_import_parts p
      where p.account_id = i.account_id and p.import_id = i.id and p.place = 1
        and octet_length(p.bytes) >= octet_length(part)
        and i.bytes = octet_length(p.bytes)::bigint * (add_archive_import_part.place - 1)
    ));
  if not found then
    raise exception 'This part of the archive cannot be taken.'
      using errcode = 'PT409', hint = 'Begin anew with the whole file.';
  end if;
  insert into private.archive_import_parts (account_id, import_id, place, bytes)
  values (private.my_account(), import, add_archive_import_part.place, part);
end
$$;
create function private.columns_of_people(source regclass) returns text[]
language sql stable security definer set search_path = ''
as $$
  select coalesce(array_agg(a.attname::text order by a.attnum), '{}')
  from pg_catalog.pg_constraint c
  join pg_catalog.pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[2]
  where c.conrelid = source and c.confrelid = 'public.account_members'::regclass
$$;
comment on function private.columns_of_people(regclass) is 'The columns of a table that name members.';
alter function private.columns_of_people(regclass) owner to cairn_definer;
create function private.moment_in_archive(given timestamptz) returns timestamptz
language sql stable set search_path = ''
as $$
  select case when given is not null then greatest(least(given, now()), '2000-01-01') end
$$;
comment on function private.moment_in_archive(timestamptz) is
  'A moment that a line of an archive names: neither before the year 2000 nor later than now.';
alter function private.moment_in_archive(timestamptz) owner to cairn_definer;
create function private.columns_to_take_in(source regclass, without text[], given jsonb, out columns text, out "values" text)
language sql stable security definer set search_path = ''
as $$
  select
    string_agg(quote_ident(a.attname), ', ' order by a.attnum),
    string_agg(case
      when a.atttypid = 'timestamptz'::regtype
        -- As private.moment_in_archive has it, without a call for each of a million lines.
        then format('case when r.%1$I is not null then greatest(least(r.%1$I, now()), ''2000-01-01'') end', a.attname)
      else format('r.%I', a.attname)
    end, ', ' order by a.attnum)
  from pg_catalog.pg_attribute a
  where a.attrelid = source and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    and a.attname <> 'account_id' and a.attname <> all (without) and given ? a.attname
$$;
comment on function private.columns_to_take_in(regclass, text[], jsonb) is
  'The columns of a table that lines of an archive have, but for some, and what is written into each, for rows r.';
alter function private.columns_to_take_in(regclass, text[], jsonb) owner to cairn_definer;
create function private.refuse_strange_history(lines jsonb) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if exists (
    select
    from jsonb_array_elements(lines) as l (line)
    cross join lateral (values (l.line -> 'before'), (l.line -> 'after')) as said (value)
    where l.line ->> 'field' in ('owner_id', 'experts') and said.value <> 'null'
      and private.is_uuid(
        case jsonb_typeof(said.value) when 'object' then said.value ->> 'id' else said.value #>> '{}' end
      ) is not true
  ) then
    raise exception 'The history of an archive names a person without an id.' using errcode = '22023';
  end if;
end
$$;
comment on function private.refuse_strange_history(jsonb) is
  'Refuses lines of the history that name an owner or an expert by anything but an id.';
alter function private.refuse_strange_history(jsonb) owner to cairn_definer;
create function private.refuse_records_of_others(account uuid, of_file text, lines jsonb) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if exists (
    with named as (
      select
        coalesce(k.kind, l.line ->> 'kind') as kind, (l.line ->> case when k.kind is null then 'record_id' else 'id' end)::uuid as id
      from jsonb_array_elements(lines) as l (line)
      left join private.kinds k on k.record_table = of_file
      where k.feature is not null or of_file = 'bin'
    )
    select
    from named n
    join public.binned_records b on b.record_id = n.id and b.kind = n.kind and b.account_id <> account
    union all
    select
    from named n
    join private.records r on r.kind = n.kind and r.id = n.id and r.account_id <> account
    where of_file = 'bin'
  ) then
    raise exception 'The archive has records of another account.' using errcode = '23505';
  end if;
end
$$;
comment on function private.refuse_records_of_others(uuid, text, jsonb) is
  'Refuses lines of records, or of the bin, with ids that records of other accounts have, deleted ones too.';
alter function private.refuse_records_of_others(uuid, text, jsonb) owner to cairn_definer;
create function private.record_by_known_names(of_kind text, record jsonb) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  clean jsonb;
begin
  execute format(
    'select to_jsonb(jsonb_populate_record(null::public.%I, $1))', private.catalogue_of(of_kind)
  ) into clean using record;
  return (
    select coalesce(jsonb_object_agg(c.key, c.value), '{}') from jsonb_each(clean) as c where record ? c.key
  );
end
$$;
comment on function private.record_by_known_names(text, jsonb) is
  'A record with the columns and types of its kind, and nothing else.';
alter function private.record_by_known_names(text, jsonb) owner to cairn_definer;
create function private.record_for_account(account uuid, line jsonb) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select private.record_by_known_names(line ->> 'kind', line -> 'record')
    || jsonb_build_object(
      'account_id', account, 'id', line -> 'record_id', 'name', line -> 'name', 'invited_owner_id', null,
      'created_at', private.moment_in_archive((line -> 'record' ->> 'created_at')::timestamptz),
      'updated_at', private.moment_in_archive((line -> 'record' ->> 'updated_at')::timestamptz)
    )
    || case
      when line -> 'record' ->> 'owner_id' is null
        or private.is_member(account, (line -> 'record' ->> 'owner_id')::uuid) then '{}'
      else jsonb_build_object('owner_id', null, 'invited_owner_id', line -> 'record' -> 'owner_id')
    end
$$;
comment on function private.record_for_account(uuid, jsonb) is
  'The deleted record in a line of the bin as a record of an account.';
alter function private.record_for_account(uuid, jsonb) owner to cairn_definer;
create function private.line_for_account(account uuid, of_file text, line jsonb) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select line || jsonb_build_object('account_id', account) || case of_file
    when 'bin' then jsonb_build_object(
      'name', left(line ->> 'name', 120),
      'record', private.record_for_account(account, line),
      'links', private.links_by_known_names(line -> 'links')
    )
    when 'acts' then jsonb_build_object('departed', private.departed_by_known_names(line -> 'departed'))
    else '{}'
  end
$$;
comment on function private.line_for_account(uuid, text, jsonb) is 'A line of an archive as a row of an account.';
alter function private.line_for_account(uuid, text, jsonb) owner to cairn_definer;
create or replace function private.take_in_people(account uuid, inviter uuid, lines jsonb) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  insert into private.former_members (account_id, email, left_at, user_id)
  -- A person of this server is known by their own departures alone: to name their id tells nothing of them.
  select
    account, lower(p.email), private.moment_in_archive(p.since),
    case when not exists (select from public.profiles known where known.id = p.id) then p.id end
  from jsonb_to_recordset(lines) as p (id uuid, email text, state text, since timestamptz)
  where p.state = 'left'
  on conflict do nothing;
  -- Not sent: they count for no limit, and an admin invites them in portions. A year: there can be many.
  with come as (
    select p.*
    from jsonb_to_recordset(lines) as p (
      id uuid, email text, name text, state text, permission_level text, job_role text, department text,
      since timestamptz, role text, knowledge_areas text[]
    )
    where p.state <> 'left' and not private.is_member(account, p.id)
  ),
  awaited as (
    insert into private.awaited_people (account_id, id, email, name, role, knowledge_areas)
    select account, c.id, lower(c.email), c.name, c.role, coalesce(c.knowledge_areas, '{}') from come c
  )
  insert into public.pending_invitations (
    id, account_id, email, name, job_role, department, permission_level, expires_at, created_at, sent_at
  )
  select
    c.id, account, c.email, c.name, c.job_role, c.department, c.permission_level, now() + interval '1 year',
    coalesce(least(c.since, now()), now()), null
  from come c
  where not exists (
    select from public.pending_invitations i
    where i.account_id = account and i.email = lower(c.email) and i.accepted_at is null and i.declined_at is null
  );
end
$$;
comment on function private.take_in_people(uuid, uuid, jsonb) is
  'Lists the people of an archive as not invited yet, and remembers who left.';
create or replace function private.take_in_lines(account uuid, inviter uuid, of_file text, lines jsonb) returns void
language plpgsql volatile security definer set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  asked record;
  of_people text[];
  whole text;
  given jsonb;
  shape record;
begin
  -- Keys find names that stand twice; looking for each one takes longer than all else.
  perform set_config('cairn.taking_in', 'on', true), set_config('cairn.names_are_known', 'on', true);
  if of_file = 'account' then
    update public.accounts a
    set name = lines -> 0 ->> 'name', newcomers_need_admission = (lines -> 0 ->> 'newcomers_need_admission')::boolean
    where a.id = account;
    return;
  elsif of_file = 'people' then
    perform private.take_in_people(account, inviter, lines);
    return;
  end if;
  select t.* into strict asked from private.archived_tables() t where t.file = of_file;
  if asked.read_only then
    return;
  end if;
  of_people := private.columns_of_people(asked.source);
  shape := private.columns_to_take_in(
    asked.source, asked.without || (asked.awaiting)[2:], lines -> 0
  );
  if shape.columns is null then
    raise exception 'The archive has a line without anything to read.' using errcode = '22023';
  end if;
  perform private.refuse_records_of_others(account, of_file, lines);
  if of_file = 'history' then
    perform private.refuse_strange_history(lines);
  end if;
  -- Most lines are history, which names people without keys.
  if cardinality(of_people) = 0 and of_file not in ('bin', 'acts') then
    execute format(
      'insert into %1$s (account_id, %2$s) select $2, %3$s from jsonb_populate_recordset(null::%1$s, $1) r',
      asked.source, shape.columns, shape."values"
    )
    using lines, account;
    return;
  end if;
  select c into whole from unnest(of_people) as c where c in ('expert_id', 'person_id', 'user_id');
  select jsonb_agg(jsonb_build_object(
    'line', private.line_for_account(account, of_file, l.line),
    'strangers', private.strangers_in(account, l.line, of_people)
  ) order by l.place)
  into given
  from jsonb_array_elements(lines) with ordinality as l (line, place);
  insert into private.awaited_lines (account_id, file, key, is_whole, line)
  select
    account, of_file, (select string_agg(g -> 'line' ->> k.key, ' ' order by k.place)
      from unnest(asked.keys) with ordinality as k (key, place)),
    coalesce(g -> 'strangers' ? whole, false),
    case when g -> 'strangers' ? whole then (g -> 'line') - 'account_id' else (g -> 'strangers') - asked.awaiting end
  from jsonb_array_elements(given) as g
  where (g -> 'strangers') - asked.awaiting <> '{}';
  if exists (
    select from jsonb_array_elements(given) as g, jsonb_each_text(g -> 'strangers') as s
    where not exists (select from private.awaited_people w where w.account_id = account and w.id = s.value::uuid)
  ) then
    raise exception 'The archive names people or records that are not in it.' using errcode = '23503';
  end if;
  execute format(
    'insert into %1$s (account_id, %2$s) select $2, %3$s from jsonb_populate_recordset(null::%1$s, $1) r',
    asked.source, concat_ws(', ', shape.columns, quote_ident((asked.awaiting)[2])),
    concat_ws(', ', shape."values", 'r.' || quote_ident((asked.awaiting)[2]))
  )
  using (
    select coalesce(jsonb_agg(
      (g -> 'line') - (asked.awaiting)[2:]
        || (select coalesce(jsonb_object_agg(s, null), '{}') from jsonb_object_keys(g -> 'strangers') as s)
        || case when g -> 'strangers' ? (asked.awaiting)[1] then
          jsonb_build_object((asked.awaiting)[2], g -> 'strangers' -> (asked.awaiting)[1]) else '{}' end
    ), '[]')
    from jsonb_array_elements(given) as g
    where whole is null or not g -> 'strangers' ? whole
  ), account;
end
$$;
create or replace function private.give_awaited(account uuid, former uuid, person uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  asked record;
  waiting record;
begin
  update private.awaited_lines l
  set line = replace(l.line::text, former::text, person::text)::jsonb, key = replace(l.key, former::text, person::text)
  where l.account_id = account and position(former::text in l.line::text) > 0;
  for asked in
    select distinct t.file, t.source, t.keys, e.key as column_name
    from private.awaited_lines l
    join private.archived_tables() t on t.file = l.file
    cross join lateral jsonb_each_text(l.line) e
    where l.account_id = account and not l.is_whole and e.value = person::text
      and e.key = any (private.columns_of_people(t.source))
  loop
    execute format(
      'update %1$s r set %2$I = $2 from private.awaited_lines l
      where r.account_id = $1 and r.%2$I is null and l.account_id = $1 and l.file = $3 and not l.is_whole
        and l.line ->> %2$L = $2::text and l.key = concat_ws('' '', %3$s)',
      asked.source, asked.column_name,
      (select string_agg(format('r.%I', k), ', ' order by n) from unnest(asked.keys) with ordinality as u (k, n))
    ) using account, person, asked.file;
    update private.awaited_lines l
    set line = l.line - asked.column_name
    where l.account_id = account and l.file = asked.file and not l.is_whole
      and l.line ->> asked.column_name = person::text;
  end loop;
  delete from private.awaited_lines l where l.account_id = account and l.line = '{}';
  for waiting in
    with given as (
      delete from private.awaited_lines l
      using private.archived_tables() t
      where l.account_id = account and l.is_whole and t.file = l.file
        and person::text in (l.line ->> 'expert_id', l.line ->> 'person_id', l.line ->> 'user_id')
      returning l.file, l.line, t.place
    )
    select g.file, g.line from given g order by g.place
  loop
    begin
      perform private.take_in_lines(account, null, waiting.file, jsonb_build_array(waiting.line));
    -- The record is gone meanwhile, or they are its expert already.
    exception when foreign_key_violation or unique_violation then null;
    end;
  end loop;
end
$$;
create function private.give_awaited_by_address(account uuid, address text, person uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  former uuid;
begin
  delete from private.awaited_people w where w.account_id = account and w.email = address returning w.id into former;
  if former is not null then
    perform set_config('cairn.taking_in', 'on', true);
    perform private.give_awaited(account, former, person);
    perform set_config('cairn.taking_in', '', true), set_config('cairn.names_are_known', '', true);
  end if;
end
$$;
comment on function private.give_awaited_by_address(uuid, text, uuid) is
  'Gives a person who has joined what waited for their address.';
alter function private.give_awaited_by_address(uuid, text, uuid) owner to cairn_definer;
create or replace function private.give_awaited_to_member() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  person uuid;
begin
  select m.user_id into person
  from public.account_members m
  join public.profiles p on p.id = m.user_id
  where m.account_id = new.account_id and lower(p.email) = new.email
  order by m.user_id = private.caller_id() desc
  limit 1;
  if person is not null then
    perform private.give_awaited_by_address(new.account_id, new.email, person);
  end if;
  return null;
end
$$;
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
create policy "tokens keep to their scopes" on public.departed_owners
  as restrictive to authenticated
  using (
    (select private.is_unscoped())
    or (select private.may('people', 'read')) and kind = any ((select private.kinds_in_scope('read'))::text[])
  )
  with check ((select private.is_unscoped()));
create policy "tokens keep to their scopes" on public.handovers
  as restrictive to authenticated
  using (
    (select private.is_unscoped())
    or (select private.may('people', 'read')) and kind = any ((select private.kinds_in_scope('read'))::text[])
  )
  with check ((select private.is_unscoped()));
create policy "tokens keep to their scopes" on public.record_history
  as restrictive to authenticated
  using (
    (select private.is_unscoped())
    or kind = any ((select private.kinds_in_scope('read'))::text[]) and (
      (select private.may('people', 'read'))
      or coalesce(field, '') not in ('experts', 'owner_id', 'handover')
      or 'object' not in (coalesce(jsonb_typeof(before), ''), coalesce(jsonb_typeof(after), ''))
    )
  )
  with check ((select private.is_unscoped()));
revoke all on private.archive_room from public, anon, authenticated, service_role, supabase_auth_admin, cairn_definer;
grant select, update on private.archive_room to cairn_definer;
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
drop function private.archived_row(jsonb);
drop function private.line_for_account(uuid,jsonb);
drop function private.put_back(text,jsonb,text);
