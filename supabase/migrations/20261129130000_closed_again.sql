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

-- Ways in that were closed again, and limits that hold.

-- What the server hears of the minute before makes the answer another one.
drop function private.count_api_requests(jsonb);
