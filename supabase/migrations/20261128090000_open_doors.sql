-- Tokens, scopes, the public API, webhooks, apps and suggestions: the tables, by hand.

create function private.are_scopes(scopes text[]) returns boolean
language sql immutable set search_path = ''
as $$
  select coalesce(cardinality(scopes) between 1 and 20 and array_to_string(scopes, ' ', '') ~ '^[a-z_]+:(read|write)( [a-z_]+:(read|write))*$', false)
$$;
alter function private.are_scopes(text[]) owner to cairn_definer;

create table private.kept_answers (
  account_id uuid not null,
  user_id uuid not null,
  holder text not null,
  key text not null,
  fingerprint text not null,
  status integer not null,
  headers jsonb not null,
  body text,
  kept_at timestamptz not null default now(),
  primary key (account_id, user_id, holder, key),
  constraint kept_answers_user_id_fkey foreign key (account_id, user_id)
    references public.account_members (account_id, user_id) on delete cascade
);
create index kept_answers_kept_at_idx on private.kept_answers (kept_at);
alter table private.kept_answers owner to cairn_owner;
create table public.service_accounts (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null default private.my_account() references public.accounts (id) on delete cascade,
  name text not null,
  purpose text not null default '',
  owner_id uuid,
  created_by uuid default private.caller_id(),
  created_at timestamptz not null default now(),
  constraint service_accounts_account_id_id_key unique (account_id, id),
  constraint service_accounts_owner_id_fkey foreign key (account_id, owner_id)
    references public.account_members (account_id, user_id) on delete set null (owner_id),
  constraint service_accounts_created_by_fkey foreign key (account_id, created_by)
    references public.account_members (account_id, user_id) on delete set null (created_by),
  constraint service_accounts_name_length check (private.holds(
    char_length(name) between 1 and 120,
    'Name must have 1 to 120 characters.'
  )),
  constraint service_accounts_purpose_length check (private.holds(
    char_length(purpose) <= 500,
    'The purpose has at most 500 characters.'
  ))
);
create unique index service_accounts_account_id_name_key on public.service_accounts (account_id, lower(name));
create index service_accounts_owner_id_idx on public.service_accounts (account_id, owner_id);
create index service_accounts_created_by_idx on public.service_accounts (account_id, created_by);
alter table public.service_accounts owner to cairn_owner;
create table public.api_tokens (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null default private.my_account() references public.accounts (id) on delete cascade,
  owner_id uuid,
  service_account_id uuid,
  name text not null,
  scopes text[] not null,
  ending text not null,
  expires_at timestamptz,
  created_by uuid default private.caller_id(),
  created_at timestamptz not null default now(),
  rotated_at timestamptz,
  last_used_at timestamptz,
  last_used_network cidr,
  warned_days smallint,
  constraint api_tokens_account_id_id_key unique (account_id, id),
  constraint api_tokens_owner_id_fkey foreign key (account_id, owner_id)
    references public.account_members (account_id, user_id) on delete cascade,
  constraint api_tokens_service_account_id_fkey foreign key (account_id, service_account_id)
    references public.service_accounts (account_id, id) on delete cascade,
  constraint api_tokens_created_by_fkey foreign key (account_id, created_by)
    references public.account_members (account_id, user_id) on delete set null (created_by),
  constraint api_tokens_have_one_owner check (private.holds(
    num_nonnulls(owner_id, service_account_id) = 1,
    'A token is a member’s or a service account’s.'
  )),
  constraint api_tokens_name_length check (private.holds(
    char_length(name) between 1 and 120,
    'Name must have 1 to 120 characters.'
  )),
  constraint api_tokens_scopes_known check (private.holds(
    private.are_scopes(scopes),
    'Choose what the token may, among the scopes that there are.'
  )),
  constraint api_tokens_ending_length check (private.holds(
    char_length(ending) = 4,
    'The end of a token has four characters.'
  ))
);
create index api_tokens_owner_id_idx on public.api_tokens (account_id, owner_id);
create index api_tokens_service_account_id_idx on public.api_tokens (account_id, service_account_id);
create index api_tokens_created_by_idx on public.api_tokens (account_id, created_by);
create index api_tokens_expires_at_idx on public.api_tokens (expires_at) where expires_at is not null;
alter table public.api_tokens owner to cairn_owner;
create table private.token_secrets (
  hash text primary key,
  account_id uuid not null,
  token_id uuid not null,
  ends_at timestamptz,
  constraint token_secrets_token_id_fkey foreign key (account_id, token_id)
    references public.api_tokens (account_id, id) on delete cascade
);
create index token_secrets_token_id_idx on private.token_secrets (account_id, token_id);
alter table private.token_secrets owner to cairn_owner;
create table public.api_settings (
  account_id uuid primary key default private.my_account() references public.accounts (id) on delete cascade,
  tokens_without_end boolean not null default false,
  suggested_edits boolean not null default false
);
alter table public.api_settings owner to cairn_owner;
create table public.suggestions (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references public.accounts (id) on delete cascade,
  kind text not null,
  record_id uuid not null,
  field text not null,
  before jsonb,
  after jsonb,
  why text not null default '',
  suggested_by uuid,
  client text not null default '',
  state text not null default 'open',
  decided_by uuid,
  decided_at timestamptz,
  created_at timestamptz not null default now(),
  constraint suggestions_account_id_id_key unique (account_id, id),
  constraint suggestions_suggested_by_fkey foreign key (account_id, suggested_by)
    references public.account_members (account_id, user_id) on delete set null (suggested_by),
  constraint suggestions_decided_by_fkey foreign key (account_id, decided_by)
    references public.account_members (account_id, user_id) on delete set null (decided_by),
  constraint suggestions_why_length check (private.holds(
    char_length(why) <= 500,
    'The reason has at most 500 characters.'
  )),
  constraint suggestions_state_known check (private.holds(
    state in ('open', 'accepted', 'dismissed') and (state = 'open') = (decided_at is null),
    'State must be open, accepted or dismissed, decided at a moment.'
  ))
);
create index suggestions_record_idx on public.suggestions (account_id, record_id, created_at);
create index suggestions_suggested_by_idx on public.suggestions (account_id, suggested_by);
create index suggestions_decided_by_idx on public.suggestions (account_id, decided_by);
alter table public.suggestions owner to cairn_owner;
create table public.webhooks (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null default private.my_account() references public.accounts (id) on delete cascade,
  name text not null,
  url text not null,
  format text not null,
  events text[] not null,
  kinds text[] not null default '{}',
  tags uuid[] not null default '{}',
  fields text[] not null default '{}',
  paused text,
  owner_id uuid default private.caller_id(),
  created_at timestamptz not null default now(),
  constraint webhooks_account_id_id_key unique (account_id, id),
  constraint webhooks_owner_id_fkey foreign key (account_id, owner_id)
    references public.account_members (account_id, user_id) on delete set null (owner_id),
  constraint webhooks_name_length check (private.holds(
    char_length(name) between 1 and 100,
    'A webhook needs a name of at most 100 characters.'
  )),
  constraint webhooks_url_of_the_web check (private.holds(
    char_length(url) <= 2000
      and url ~* '^https?://([a-z0-9_]([a-z0-9._-]*[a-z0-9])?\.?|\[[0-9a-f:.]+\])(:[0-9]{1,5})?([/?#][!-[\]-~]*)?$',
    'The address of a webhook must begin with https:// and have at most 2,000 characters.'
  )),
  constraint webhooks_format_known check (private.holds(
    format in ('standard', 'slack', 'teams', 'discord'),
    'Format must be standard, slack, teams or discord.'
  )),
  constraint webhooks_events_known check (private.holds(
    cardinality(events) > 0 and events <@ array[
      'record.created', 'record.changed', 'record.deleted', 'record.restored', 'owner.changed', 'handover.asked',
      'handover.answered', 'member.joined', 'member.left', 'run.late', 'run.failed', 'run.back'
    ],
    'Choose at least one event, and only known ones.'
  )),
  constraint webhooks_filters_within check (private.holds(
    cardinality(kinds) <= 10 and cardinality(tags) <= 50 and private.list_within(fields, 100, 100)
      and array_position(kinds, null) is null and array_position(tags, null) is null,
    'A webhook filters by at most 50 tags and 100 fields.'
  )),
  constraint webhooks_paused_known check (private.holds(
    paused in ('by_hand', 'gone', 'failing'),
    'Paused must be by_hand, gone or failing.'
  ))
);
create index webhooks_owner_id_idx on public.webhooks (account_id, owner_id);
alter table public.webhooks owner to cairn_owner;
create table private.webhook_secrets (
  account_id uuid not null,
  webhook_id uuid not null,
  number integer not null,
  secret text,
  sealed bytea,
  until timestamptz,
  primary key (account_id, webhook_id, number),
  constraint webhook_secrets_webhook_id_fkey foreign key (account_id, webhook_id)
    references public.webhooks (account_id, id) on delete cascade,
  constraint webhook_secrets_one_form check (num_nonnulls(secret, sealed) = 1)
);
create index webhook_secrets_new_idx on private.webhook_secrets (webhook_id) where secret is not null;
alter table private.webhook_secrets owner to cairn_owner;
create table private.webhook_work (
  account_id uuid not null,
  webhook_id uuid not null,
  next_at timestamptz not null default now(),
  failures integer not null default 0,
  failing_since timestamptz,
  delivered_at timestamptz,
  leased_until timestamptz,
  lease uuid,
  primary key (account_id, webhook_id),
  constraint webhook_work_webhook_id_fkey foreign key (account_id, webhook_id)
    references public.webhooks (account_id, id) on delete cascade
) with (fillfactor = 80);
alter table private.webhook_work owner to cairn_owner;
create table private.webhook_queue (
  number bigint generated always as identity,
  account_id uuid not null,
  webhook_id uuid not null,
  message_id uuid not null default gen_random_uuid(),
  subject uuid not null,
  event text not null,
  payload jsonb,
  body text,
  attempts integer not null default 0,
  next_at timestamptz not null default now(),
  by_hand boolean not null default false,
  created_at timestamptz not null default now(),
  -- No index has the number alone: the planner would look through it for one webhook.
  primary key (webhook_id, number)
);
create index webhook_queue_tried_idx on private.webhook_queue (webhook_id, next_at) where attempts > 0 and not by_hand;
create index webhook_queue_by_hand_idx on private.webhook_queue (webhook_id, number) where by_hand;
create index webhook_queue_held_idx on private.webhook_queue (webhook_id, subject, number)
  where attempts > 0 and not by_hand;
create index webhook_queue_created_at_idx on private.webhook_queue using brin (created_at);
alter table private.webhook_queue owner to cairn_owner;
create table private.webhook_remains (
  webhook_id uuid primary key
);
alter table private.webhook_remains owner to cairn_owner;
create table public.webhook_deliveries (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references public.accounts (id) on delete cascade,
  webhook_id uuid not null,
  message_id uuid not null,
  subject uuid not null,
  event text not null,
  record jsonb,
  attempt integer not null,
  at timestamptz not null default now(),
  milliseconds integer not null,
  failure text,
  status integer,
  request_headers jsonb not null,
  request_body text not null,
  answer_body text
);
create index webhook_deliveries_by_time_idx on public.webhook_deliveries (account_id, webhook_id, at desc, id desc);
create index webhook_deliveries_webhook_id_idx on public.webhook_deliveries (webhook_id);
create index webhook_deliveries_at_idx on public.webhook_deliveries (at);
alter table public.webhook_deliveries owner to cairn_owner;
create type private.happening as (
  account_id uuid,
  event text,
  subject uuid,
  kind text,
  changed text[],
  data jsonb
);
alter type private.happening owner to cairn_owner;
grant usage on schema private to authenticator;

alter table public.notifications drop constraint notifications_kind_known;
alter table public.notifications add constraint notifications_kind_known check (private.holds(
  kind in (
    'invitation_accepted', 'member_joined', 'newcomer_waiting', 'expert_assigned', 'owner_assigned', 'level_changed',
    'record_changed', 'record_deleted', 'record_restored', 'dependency_deleted', 'second_factor_wanted', 'handed_over',
    'view_changed', 'renewal_due', 'archive_ready', 'heartbeat_late', 'heartbeat_failing', 'heartbeat_back',
    'webhook_paused', 'token_expires', 'service_account_given', 'suggestion_made'
  ),
  'Kind must be one of the known kinds of notifications.'
));

-- Written by `npm run migration` from supabase/schemas:

set check_function_bodies = off;
create function private.scopes() returns text[]
language sql stable set search_path = ''
as $$
  select string_to_array(nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'scope', ' ')
$$;
comment on function private.scopes() is 'What the caller''s token may; null for a session, which may all that its person may.';
alter function private.scopes() owner to cairn_definer;
grant execute on function private.scopes() to authenticated, service_role, cairn_owner;
create function private.is_unscoped() returns boolean
language sql stable set search_path = ''
as $$
  select private.scopes() is null
$$;
comment on function private.is_unscoped() is 'Whether the caller is a session of a person, and no token.';
alter function private.is_unscoped() owner to cairn_definer;
grant execute on function private.is_unscoped() to authenticated, service_role, cairn_owner;
create function private.may(subject text, verb text) returns boolean
language sql stable set search_path = ''
as $$
  select private.scopes() is null or array[subject || ':' || verb, subject || ':write'] && private.scopes()
$$;
comment on function private.may(text, text) is
  'Whether the scope of the caller''s token lets it read or write a subject, such as systems; who may write may read. True for a session.';
alter function private.may(text, text) owner to cairn_definer;
grant execute on function private.may(text, text) to authenticated, service_role, cairn_owner;
create function private.kinds_in_scope(verb text) returns text[]
language sql stable security definer set search_path = ''
as $$
  select array(
    select k.kind from private.kinds k where k.feature is not null and private.may(k.record_table, verb) order by k.place
  )
$$;
comment on function private.kinds_in_scope(text) is 'The kinds of catalogues that the caller''s token may read or write; all of them for a session.';
alter function private.kinds_in_scope(text) owner to cairn_definer;
grant execute on function private.kinds_in_scope(text) to authenticated, service_role, cairn_owner;
create function private.refuse_out_of_scope(kind text, verb text) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.is_unscoped() and private.catalogue_of(kind) is not null and kind <> all (private.kinds_in_scope(verb)) then
    raise exception 'The scope of this token does not reach these records.'
      using errcode = '42501', hint = format('It needs %s:%s.', private.catalogue_of(kind), verb);
  end if;
end
$$;
comment on function private.refuse_out_of_scope(text, text) is
  'Refuses a caller whose token does not let them read or write the records of a kind.';
alter function private.refuse_out_of_scope(text, text) owner to cairn_definer;
grant execute on function private.refuse_out_of_scope(text, text) to authenticated, service_role;
create function private.procedure_scopes()
returns table (procedure text, scopes text[], any_of boolean)
language sql immutable set search_path = ''
as $$
  values
    ('find_records', '{kinds:read}'::text[], true),
    ('group_records', '{kinds:read}', true),
    ('begin_export', '{kinds:read}', true),
    ('get_records_to_export', '{kinds:read}', true),
    ('add_records', '{kinds:write}', true),
    ('preview_bulk', '{kinds:write}', true),
    ('change_in_bulk', '{kinds:write}', true),
    ('delete_records', '{kinds:write}', false),
    ('restore_from_bin', '{kinds:write}', false),
    ('get_bin', '{kinds:read}', false),
    ('get_deletion_impact', '{kinds:read}', false),
    ('get_gaps', '{kinds:read}', false),
    ('get_coverage', '{kinds:read}', false),
    ('get_tags', '{kinds:read}', false),
    ('get_dashboard_counts', '{kinds:read}', true),
    ('get_recent_activity', '{kinds:read}', false),
    ('get_heartbeats', '{automations:read,agents:read}', false),
    ('get_heartbeat_counts', '{automations:read,agents:read}', false),
    ('get_runs', '{automations:read,agents:read}', false),
    ('get_run_days', '{automations:read,agents:read}', false),
    ('find_members', '{people:read}', false),
    ('get_member_profile', '{people:read}', false),
    ('get_secure_team_member_profiles', '{people:read}', false),
    ('get_member_records', '{kinds:read,people:read}', false),
    ('search_workspace', '{kinds:read,people:read}', false),
    ('get_audit_log', '{audit:read}', false),
    ('note_tool_call', '{kinds:read,people:read,audit:read}', true),
    ('suggest_edit', '{kinds:read}', true),
    ('get_suggestions', '{kinds:read}', true)
$$;
comment on function private.procedure_scopes() is
  'The procedures that tokens may call, and the subjects and verbs that their scope must have, all or any of them: kinds:read and kinds:write mean those of all catalogues.';
alter function private.procedure_scopes() owner to cairn_definer;
create function private.hold_to_scope() returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  path constant text := current_setting('request.path', true);
  called constant text := substring(path from '^/rpc/([a-z0-9_]+)$');
  rule record;
  wanted text[];
  held integer;
begin
  if private.is_unscoped() or path is null or path not like '/rpc/%' then
    return;
  end if;
  select * into rule from private.procedure_scopes() s where s.procedure = called;
  if not found then
    raise exception 'A token may not call this procedure.'
      using errcode = '42501', hint = 'The reference of the API names the procedures that are open to tokens.';
  end if;
  select array_agg(coalesce(k.record_table || ':' || split_part(s.scope, ':', 2), s.scope)) into wanted
  from unnest(rule.scopes) as s (scope)
  left join private.kinds k on split_part(s.scope, ':', 1) = 'kinds' and k.feature is not null;
  select count(*) into held
  from unnest(wanted) as w (scope)
  where private.may(split_part(w.scope, ':', 1), split_part(w.scope, ':', 2));
  if held = 0 or held < cardinality(wanted) and not rule.any_of then
    raise exception 'The scope of this token does not let it call this procedure.'
      using errcode = '42501', hint = 'It needs ' || array_to_string(wanted, case when rule.any_of then ' or ' else ', ' end) || '.';
  end if;
end
$$;
comment on function private.hold_to_scope() is
  'Refuses with 42501 a procedure that the scope of the caller''s token does not name. For the request that comes next.';
alter function private.hold_to_scope() owner to cairn_definer;
grant execute on function private.hold_to_scope() to anon, authenticated, service_role;
create function private.known_scopes() returns text[]
language sql stable security definer set search_path = ''
as $$
  select array(
    select k.record_table || ':' || v.verb
    from private.kinds k
    cross join (values ('read', 1), ('write', 2)) as v (verb, place)
    where k.feature is not null
    order by k.place, v.place
  ) || array['people:read', 'audit:read']
$$;
comment on function private.known_scopes() is 'All scopes, in the order in which they are shown.';
alter function private.known_scopes() owner to cairn_definer;
create function private.sorted_scopes(scopes text[]) returns text[]
language sql stable security definer set search_path = ''
as $$
  select array(
    select s.scope
    from unnest(scopes) as s (scope)
    group by s.scope
    order by array_position(private.known_scopes(), s.scope), s.scope
  )
$$;
comment on function private.sorted_scopes(text[]) is 'Scopes in the order in which they are shown, each once.';
alter function private.sorted_scopes(text[]) owner to cairn_definer;
comment on function private.are_scopes(text[]) is 'Whether these are 1 to 20 words with the form of a scope.';
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
      'webhook_paused', 'webhook_secret_rotated'
    ) or action like '%\_deleted' then 'medium'
    else 'low'
  end
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
            where p.account_id = $1
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
create or replace function public.group_records(
  kind text,
  field text,
  query text default '',
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
  value text;
  is_text boolean;
  joined text;
  answer json;
begin
  perform private.refuse_out_of_scope(group_records.kind, 'read');
  if private.catalogue_of(kind) is null then
    raise exception 'There is no such catalogue, or it has no such order.' using errcode = '22023';
  end if;
  select g.value, g.is_text, g.joined into value, is_text, joined from private.field_group(account, kind, field) g;
  if value is null then
    raise exception 'There is no field "%" to group by.', left(field, 100) using errcode = '22023';
  end if;
  execute format(
    'with r as (
      select %1$s as alike, t.cost_per_month as cost, t.cost_currency as currency%2$s
      from public.%3$I t %4$s
      where %5$s
    ),
    sums as (
      select alike, %6$s as value, currency, count(*) as records, sum(cost) as cost
      from r group by alike, currency
    ),
    ranked as (
      select
        min(value collate "C") as value,
        sum(records)::bigint as records,
        coalesce(jsonb_object_agg(currency, cost) filter (where currency is not null), ''{}'') as costs,
        row_number() over (order by sum(records) desc, min(value collate "C") collate "C") as place
      from sums group by alike
    )
    select json_build_object(
      ''groups'', coalesce(
        json_agg(json_build_object(''value'', value, ''records'', records, ''costs'', costs) order by place)
          filter (where place <= 200),
        ''[]''
      ),
      ''rest'', count(*) filter (where place > 200)
    )
    from ranked',
    case when is_text then format('private.folded(%s)', value) else value end,
    -- Only texts that are alike may be written in several ways.
    case when is_text then format(', %s as value', value) end,
    private.catalogue_of(kind),
    joined,
    private.records_condition(
      account, kind, query, statuses, owners, coalesce(without_owner, false), gaps, tags, coalesce(all_tags, false),
      conditions
    ),
    case when is_text then 'min(value collate "C")' else 'alike::text' end
  )
    into answer;
  return answer;
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
          where p.account_id = $1
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
create or replace function public.get_records_to_export(kind text, ids uuid[]) returns json
language plpgsql stable set search_path = ''
as $$
declare
  catalogue constant text := private.catalogue_of(kind);
  referring constant text[] := array(
    select f.key
    from public.own_fields f
    where f.kind = get_records_to_export.kind and f.type in ('member', 'record')
      and f.retired_at is null and f.deleted_at is null
  );
  columns text;
  page jsonb[];
  experts jsonb;
  wanted uuid[];
  names jsonb;
  items json;
begin
  perform private.refuse_out_of_scope(get_records_to_export.kind, 'read');
  perform private.refuse_other_kind(kind);
  if coalesce(cardinality(ids) > 1000, true) then
    raise exception 'A part of an export has at most 1,000 records.' using errcode = '22023';
  end if;
  select string_agg(format('t.%I', a.attname), ', ' order by a.attnum) into columns
  from pg_catalog.pg_attribute a
  where a.attrelid = to_regclass(format('public.%I', catalogue)) and a.attnum > 0 and not a.attisdropped
    and a.attname not in ('account_id', 'details');
  execute format(
    'select array(
      select to_jsonb(r)
      from (select %s from public.%I t where t.id = any ($1)) r
      order by array_position($1, r.id)
    )',
    columns, catalogue
  )
    into page using ids;
  select coalesce(jsonb_object_agg(e.record_id, e.known), '{}') into experts
  from (
    select x.record_id, jsonb_agg(x.expert_id) as known
    from public.record_experts x
    where x.kind = get_records_to_export.kind and x.record_id = any (ids)
    group by x.record_id
  ) e;
  wanted := array(
    select distinct named.id::uuid
    from unnest(page) as r (row)
    cross join lateral (
      select r.row ->> column_name
      from unnest(array['owner_id', 'invited_owner_id', 'updated_by']) as of_people (column_name)
      union all
      select r.row -> 'own' ->> own.key from unnest(referring) as own (key)
      union all
      select jsonb_array_elements_text(r.row -> 'tags' || coalesce(r.row -> 'related_systems', '[]'))
      union all
      select jsonb_array_elements_text(experts -> (r.row ->> 'id'))
    ) as named (id)
    where named.id is not null
  );
  select coalesce(jsonb_object_agg(n.id, n.name), '{}') into names
  from (
    select p.id, p.name from private.people_by_name(wanted) p
    union all
    select t.id, t.name from public.tags t where t.id = any (wanted)
    union all
    select r.id, r.name from private.records r where r.id = any (wanted)
  ) n;
  select coalesce(
    json_agg(
      r.row || jsonb_build_object(
        'owner', coalesce(names -> (r.row ->> 'owner_id'), names -> (r.row ->> 'invited_owner_id')),
        'publisher', names -> (r.row ->> 'updated_by'),
        'experts', private.in_words(experts -> (r.row ->> 'id'), names),
        'tags', private.in_words(r.row -> 'tags', names),
        'related_systems', private.in_words(r.row -> 'related_systems', names),
        'own', r.row -> 'own' || (
          select coalesce(jsonb_object_agg(own.key, coalesce(names -> (r.row -> 'own' ->> own.key), r.row -> 'own' -> own.key)), '{}')
          from unnest(referring) as own (key)
          where r.row -> 'own' ? own.key
        )
      ) || private.reported_in_file(kind, (r.row ->> 'id')::uuid)
      order by r.place
    ),
    '[]'
  ) into items
  from unnest(page) with ordinality as r (row, place);
  return items;
end
$$;
create or replace function public.preview_bulk(
  kind text, action text, value text default null, ids uuid[] default null, query text default '',
  statuses text[] default null, owners uuid[] default null, without_owner boolean default false, gaps text[] default null,
  excepted uuid[] default null, tags uuid[] default null, all_tags boolean default false,
  conditions jsonb default null
) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  meant constant uuid[] := private.records_in_bulk(
    kind, ids, query, statuses, owners, without_owner, gaps, excepted, tags, coalesce(all_tags, false),
    conditions
  );
  wanted constant text := case action when 'field' then private.fields_in_bulk(kind, value)::text else value end;
  gone uuid[] := '{}';
begin
  perform private.refuse_out_of_scope(preview_bulk.kind, 'write');
  perform private.refuse_bulk(action, value);
  if action = 'delete' then
    perform private.refuse_many_deletions(cardinality(meant));
    gone := private.deletable(kind, meant, 'infinity');
  end if;
  return private.count_in_bulk(kind, action, wanted, meant, null) || jsonb_build_object(
    'seen_at', now(),
    'deletes', gone,
    'impact', public.get_deletion_impact(kind, gone)
  );
end
$$;
create or replace function public.change_in_bulk(
  kind text, action text, value text default null, ids uuid[] default null, query text default '',
  statuses text[] default null, owners uuid[] default null, without_owner boolean default false,
  gaps text[] default null, seen_at timestamptz default null, reason text default '', move_to uuid default null,
  told boolean default false, excepted uuid[] default null, tags uuid[] default null, all_tags boolean default false,
  conditions jsonb default null
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  meant constant uuid[] := private.records_in_bulk(
    kind, ids, query, statuses, owners, without_owner, gaps, excepted, tags, coalesce(all_tags, false),
    conditions
  );
  until constant timestamptz := coalesce(seen_at, 'infinity');
  invited constant boolean := private.is_invited_in_bulk(action, value);
  fields constant jsonb := case action when 'field' then private.fields_in_bulk(kind, value) end;
  counted jsonb;
  departed jsonb;
  changed uuid[];
  act uuid;
begin
  perform private.refuse_out_of_scope(change_in_bulk.kind, 'write');
  perform private.refuse_bulk(action, value);
  if action = 'delete' then
    perform private.refuse_many_deletions(cardinality(meant));
  end if;
  counted := private.count_in_bulk(kind, action, coalesce(fields::text, value), meant, seen_at);
  if action = 'owner' then
    departed := private.departed_of(meant);
  end if;
  if action = 'delete' then
    changed := private.hold_deletable(kind, meant, until);
    if cardinality(changed) > 0 then
      perform public.delete_records(kind, changed, left(reason, 500), move_to, told);
    end if;
  elsif action = 'field' then
    execute private.field_statement(private.catalogue_of(kind), fields) into changed using meant, fields, until;
  else
    execute private.bulk_statement(action, private.catalogue_of(kind))
      into changed using meant, value, until, invited, kind;
  end if;
  if cardinality(changed) > 0 then
    act := private.note_act(
      private.my_account(), action,
      case action when 'field' then private.name_of_fields(fields) else value end,
      coalesce(private.part_of_act(action), array(select jsonb_object_keys(fields))), departed
    );
  end if;
  return counted || jsonb_build_object(
    'act', act,
    'changes', cardinality(changed),
    'changed_meanwhile', (counted ->> 'total')::integer - (counted ->> 'no_right')::integer
      - (counted ->> 'already')::integer - (counted ->> 'full')::integer - cardinality(changed)
  );
end
$$;
create or replace function private.next_import_rows(plan public.imports) returns integer[]
language sql stable security definer set search_path = ''
as $$
  select array(
    select r.row_number
    from public.import_rows r
    where r.import_id = plan.id and r.account_id = private.my_account() and r.is_to_apply and r.outcome is null
    order by r.effect = 'gone', r.row_number
    limit 100
  )
$$;
create or replace function public.apply_import(import uuid) returns jsonb
language plpgsql volatile set search_path = ''
as $$
declare
  plan constant public.imports := private.hold_import(import);
  rows integer[] := private.next_import_rows(plan);
begin
  if plan.checked_at is null or private.is_unchecked(plan) then
    raise exception 'Check this import before you apply it.' using errcode = '55000';
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
comment on function public.apply_import(uuid) is
  'Writes the next rows of a plan as the caller, for about two seconds; to be repeated until the state is done. A record that another member has changed since the check is refused and named. All of it is one act. Answers as get_imports does.';
create or replace function public.add_records(kind text, records jsonb) returns jsonb
language plpgsql volatile set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  catalogue constant text := private.catalogue_of(kind);
  fields text[];
  names text;
  vals text;
  known integer;
  answer jsonb;
begin
  perform private.refuse_out_of_scope(add_records.kind, 'write');
  if coalesce(private.my_rank(), 0) < 1 then
    raise exception 'Viewers cannot add records.' using errcode = '42501', hint = 'Ask an administrator for another level.';
  end if;
  perform private.refuse_other_kind(kind);
  if not coalesce(records @? 'strict $ ? (@.type() == "array" && @.size() >= 1 && @.size() <= 100)', false) then
    raise exception 'Add 1 to 100 records at once.' using errcode = '22023', hint = 'Send them as a list.';
  end if;
  if records @? 'strict $[*] ? (@.type() != "object")' then
    raise exception 'A record must be an object.' using errcode = '22023', hint = 'Name its fields.';
  end if;
  fields := array(
    select distinct f.name from jsonb_array_elements(records) as r (value), jsonb_object_keys(r.value) as f (name)
  );
  select string_agg(c.name, ', '), string_agg(c.value, ', '), count(*)
  into names, vals, known
  from private.new_columns(catalogue, fields) c;
  if known is distinct from cardinality(fields) or 'name' <> all (fields) then
    raise exception 'A new record has a name, and only fields that can be set.'
      using errcode = '22023', hint = 'See the columns of the catalogue.';
  end if;
  -- Of two calls that add the same at once, the second waits, and leaves it out.
  perform pg_advisory_xact_lock(hashtextextended('records of ' || account, 0));
  execute format(
    'with given as (
      select r.value, r.place, private.display_text(r.value ->> ''name'') as name
      from jsonb_array_elements($1) with ordinality as r (value, place)
    ), fresh as materialized (
      select n.value, n.place
      from given n
      where not exists (select from public.%1$I t where t.account_id = $2 and lower(t.name) = lower(n.name))
        and not exists (select from given e where e.place < n.place and lower(e.name) = lower(n.name))
    ), added as (
      insert into public.%1$I as t (%2$s)
      select %3$s from fresh f cross join lateral jsonb_populate_record(null::public.%1$I, f.value) as g
      returning t.id, t.name
    )
    select jsonb_build_object(
      ''added'', coalesce(
        (select jsonb_agg(jsonb_build_object(''id'', a.id, ''name'', a.name) order by lower(a.name)) from added a), ''[]''
      ),
      ''taken'', coalesce(
        (select jsonb_agg(n.name order by n.place) from given n where n.place not in (select f.place from fresh f)), ''[]''
      )
    )',
    catalogue, names, vals
  ) into answer using records, account;
  return answer;
end
$$;
create function private.caller_holder() returns text
language sql stable set search_path = ''
as $$
  select coalesce(c.claims ->> 'token_id', c.claims ->> 'client_id', '')
  from (select nullif(current_setting('request.jwt.claims', true), '')::jsonb as claims) as c
$$;
comment on function private.caller_holder() is 'The token or app that asks on behalf of the caller; empty for a session.';
alter function private.caller_holder() owner to cairn_definer;
revoke all on function private.caller_holder() from public, anon, authenticated, service_role;
create function private.begin_once(key text, fingerprint text)
returns table (status integer, headers jsonb, body text)
language plpgsql security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  person constant uuid := private.caller_id();
  asker constant text := private.caller_holder();
  known private.kept_answers;
begin
  if account is null then
    raise exception 'An Idempotency-Key is kept for a member of an account.'
      using errcode = 'PT400', hint = 'Leave the key out until you belong to an account.';
  end if;
  if not pg_try_advisory_xact_lock(hashtextextended(concat_ws(' ', 'once', account, person, asker, key), 0)) then
    raise exception 'A request with this Idempotency-Key is still at work.'
      using errcode = 'PT409', hint = 'Wait a moment, then send it again with the same key.';
  end if;
  select a.* into known
  from private.kept_answers a
  where a.account_id = account and a.user_id = person and a.holder = asker and a.key = begin_once.key
    and a.kept_at > now() - interval '24 hours';
  if not found then
    perform private.refuse_more_answers(account, person);
    return;
  end if;
  if known.fingerprint <> begin_once.fingerprint then
    raise exception 'This Idempotency-Key was sent with another request.'
      using errcode = 'PT422', hint = 'Repeat a request as it was, and give each new one a new key.';
  end if;
  return query select known.status, known.headers, known.body;
end
$$;
comment on function private.begin_once(text, text) is
  'The answer that was given to a write with this key; none where it is to be done. Refuses a key that is at work (PT409), of another request (PT422), or one too many (PT429).';
alter function private.begin_once(text, text) owner to cairn_definer;
revoke all on function private.begin_once(text, text) from public, anon, authenticated, service_role;
grant execute on function private.begin_once(text, text) to authenticated;
create function private.refuse_more_answers(account uuid, person uuid) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform from private.kept_answers a
  where a.account_id = account and a.user_id = person
  offset 9999 limit 1;
  if found then
    raise exception 'You have sent 10,000 writes with an Idempotency-Key within a day, and no more are kept.'
      using errcode = 'PT429', hint = 'Send several rows in one request, or leave the key out.';
  end if;
end
$$;
comment on function private.refuse_more_answers(uuid, uuid) is 'Refuses with PT429 who has 10,000 answers kept.';
alter function private.refuse_more_answers(uuid, uuid) owner to cairn_definer;
revoke all on function private.refuse_more_answers(uuid, uuid) from public, anon, authenticated, service_role;
create function private.keep_once(key text, fingerprint text, status integer, headers jsonb, body text) returns void
language sql security definer set search_path = ''
as $$
  insert into private.kept_answers (account_id, user_id, holder, key, fingerprint, status, headers, body)
  select m.account_id, m.user_id, private.caller_holder(), keep_once.key, keep_once.fingerprint, keep_once.status,
    keep_once.headers, keep_once.body
  from public.account_members m
  where m.user_id = private.caller_id()
  on conflict on constraint kept_answers_pkey do update set
    fingerprint = excluded.fingerprint, status = excluded.status, headers = excluded.headers, body = excluded.body,
    kept_at = excluded.kept_at
$$;
comment on function private.keep_once(text, text, integer, jsonb, text) is
  'Keeps the answer to a write by its key, in the transaction of the write. One of yesterday that was not deleted yet gives way.';
alter function private.keep_once(text, text, integer, jsonb, text) owner to cairn_definer;
revoke all on function private.keep_once(text, text, integer, jsonb, text) from public, anon, authenticated, service_role;
grant execute on function private.keep_once(text, text, integer, jsonb, text) to authenticated;
create function private.count_api_requests(counts jsonb)
returns table (caller text, account uuid, of_caller integer, of_account integer, seconds_left double precision)
language plpgsql security definer set search_path = ''
as $$
declare
  this_minute constant timestamptz := date_trunc('minute', now());
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
      coalesce(s.account_id, m.account_id) as account, c.requests
    from jsonb_to_recordset(counts) as c (caller text, person uuid, requests integer)
    left join private.token_secrets s on s.hash = substring(c.caller from '^token ([0-9a-f]{64})$')
    left join public.account_members m on m.user_id = c.person
    where s.token_id is not null or m.account_id is not null
  ),
  added as (
    select 'api of ' || s.counted_as as key, sum(s.requests)::integer as requests from sent s group by s.counted_as
    union all
    select 'api of account ' || s.account, sum(s.requests)::integer from sent s group by s.account
  ),
  counted as (
    insert into private.turns as t (key, minute, taken)
    select a.key, this_minute, a.requests from added a order by a.key
    on conflict on constraint turns_pkey do update set taken = t.taken + excluded.taken
    returning t.key, t.taken
  )
  select s.caller, s.account, mine.taken, ours.taken,
    extract(epoch from this_minute + interval '1 minute' - now())::double precision
  from sent s
  join counted mine on mine.key = 'api of ' || s.counted_as
  join counted ours on ours.key = 'api of account ' || s.account;
end
$$;
comment on function private.count_api_requests(jsonb) is
  'For the server: adds what it has counted for tokens and apps, as {caller, person, requests}, to this minute: token and the hash of its secret, or app, client and person. Answers how much all servers have counted, and for how many seconds the minute goes on.';
alter function private.count_api_requests(jsonb) owner to cairn_definer;
revoke all on function private.count_api_requests(jsonb) from public, anon, authenticated, service_role;
grant execute on function private.count_api_requests(jsonb) to supabase_auth_admin;
create function private.new_api_token() returns text
language sql volatile set search_path = ''
as $$
  select s.secret || left(encode(sha256(convert_to(s.secret, 'UTF8')), 'hex'), 8)
  from (
    select 'cairn_' || left(encode(sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')), 'hex'), 40) as secret
    offset 0
  ) s
$$;
comment on function private.new_api_token() is
  'A secret that nobody can guess: cairn_, 40 hexadecimal digits, and the first 8 of the SHA-256 of all before.';
alter function private.new_api_token() owner to cairn_definer;
create function private.refuse_token_of_others(service_account uuid) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if private.my_account() is null or not private.is_unscoped() then
    raise exception 'Tokens are managed by members who are signed in.' using errcode = '42501', hint = 'Sign in to manage tokens.';
  end if;
  if service_account is not null and not exists (
    select from public.service_accounts s
    where s.account_id = private.my_account() and s.id = service_account and s.owner_id = private.caller_id()
  ) then
    raise exception 'This service account is not yours.' using errcode = '42501', hint = 'Ask its owner.';
  end if;
end
$$;
comment on function private.refuse_token_of_others(uuid) is
  'Refuses whoever is no signed-in member, or not the owner of the service account, where there is one.';
alter function private.refuse_token_of_others(uuid) owner to cairn_definer;
create function private.end_of_token(days integer) returns timestamptz
language plpgsql stable security definer set search_path = ''
as $$
begin
  if days is null and not coalesce(
    (select s.tokens_without_end from public.api_settings s where s.account_id = private.my_account()), false
  ) then
    raise exception 'Your account does not allow tokens without an end.'
      using errcode = '42501', hint = 'Choose 30, 90 or 365 days, or ask an administrator.';
  elsif days not in (30, 90, 365) then
    raise exception 'A token lasts 30, 90 or 365 days.' using errcode = '22023';
  end if;
  return now() + make_interval(days => days);
end
$$;
comment on function private.end_of_token(integer) is
  'When a token made now ends after so many days; null for never, where the account of the caller allows that.';
alter function private.end_of_token(integer) owner to cairn_definer;
create function private.audit_token(token uuid, action text) returns void
language sql security definer set search_path = ''
as $$
  select private.write_audit(
    t.account_id, private.caller_id(), audit_token.action, 'api_token', t.id::text,
    jsonb_build_object(
      'name', t.name, 'scopes', t.scopes, 'expires_at', t.expires_at, 'service_account', s.name, 'owner_id', coalesce(t.owner_id, s.owner_id)
    )
  )
  from public.api_tokens t
  left join public.service_accounts s on s.account_id = t.account_id and s.id = t.service_account_id
  where t.id = audit_token.token and t.account_id = private.my_account()
$$;
comment on function private.audit_token(uuid, text) is 'Enters what the caller does with a token of their account into the audit log.';
alter function private.audit_token(uuid, text) owner to cairn_definer;
create function public.make_api_token(name text, scopes text[], days integer default null, service_account uuid default null)
returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  secret constant text := private.new_api_token();
  made uuid;
begin
  perform private.refuse_token_of_others(service_account);
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
  return jsonb_build_object('id', made, 'token', secret);
end
$$;
comment on function public.make_api_token(text, text[], integer, uuid) is
  'Makes a token of the caller, or of a service account of theirs, that lasts 30, 90 or 365 days, or without an end where the account allows that: {"id", "token"}. The token is shown this once.';
alter function public.make_api_token(text, text[], integer, uuid) owner to cairn_definer;
revoke all on function public.make_api_token(text, text[], integer, uuid) from public, anon, authenticated, service_role;
grant execute on function public.make_api_token(text, text[], integer, uuid) to authenticated;
create function private.own_token(token uuid) returns public.api_tokens
language plpgsql security definer set search_path = ''
as $$
declare
  found_token public.api_tokens;
begin
  select * into found_token from public.api_tokens t
  where t.id = token and t.account_id = private.my_account()
  for update;
  if not found then
    raise exception 'This token no longer exists.' using errcode = 'PT404';
  end if;
  perform private.refuse_token_of_others(found_token.service_account_id);
  if found_token.service_account_id is null and found_token.owner_id <> private.caller_id() then
    raise exception 'This token is not yours.' using errcode = '42501', hint = 'Ask its owner.';
  end if;
  return found_token;
end
$$;
comment on function private.own_token(uuid) is 'A token of the caller or of their service accounts, which nobody else changes meanwhile.';
alter function private.own_token(uuid) owner to cairn_definer;
create function public.rotate_api_token(token uuid, days integer default null, overlap_hours integer default 24) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  former constant public.api_tokens := private.own_token(token);
  secret constant text := private.new_api_token();
begin
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
  return jsonb_build_object('id', former.id, 'token', secret);
end
$$;
comment on function public.rotate_api_token(uuid, integer, integer) is
  'Gives a token of the caller, or of a service account of theirs, another secret and another end: {"id", "token"}. The former secret works for so many hours more.';
alter function public.rotate_api_token(uuid, integer, integer) owner to cairn_definer;
revoke all on function public.rotate_api_token(uuid, integer, integer) from public, anon, authenticated, service_role;
grant execute on function public.rotate_api_token(uuid, integer, integer) to authenticated;
create function public.revoke_api_token(token uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  ended public.api_tokens;
begin
  select * into ended from public.api_tokens t
  where t.id = token and t.account_id = private.my_account()
  for update;
  if not found then
    raise exception 'This token no longer exists.' using errcode = 'PT404';
  end if;
  if private.my_rank() is distinct from 3 or not private.is_unscoped() then
    ended := private.own_token(token);
  end if;
  perform private.audit_token(ended.id, 'api_token_revoked');
  delete from public.api_tokens t where t.id = ended.id;
end
$$;
comment on function public.revoke_api_token(uuid) is
  'Ends a token at once: the caller''s own, that of a service account of theirs, or for admins any.';
alter function public.revoke_api_token(uuid) owner to cairn_definer;
revoke all on function public.revoke_api_token(uuid) from public, anon, authenticated, service_role;
grant execute on function public.revoke_api_token(uuid) to authenticated;
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
    raise exception 'This API token is unknown, or was revoked.' using errcode = 'PT401', hint = 'Make another one in the settings of Cairn.';
  elsif held.expires_at <= now() then
    raise exception 'This API token has expired.' using errcode = 'PT401', hint = 'Rotate it, or make another one in the settings of Cairn.';
  elsif held.person is null then
    raise exception 'The service account of this API token has no owner.'
      using errcode = 'PT401', hint = 'An administrator can give it another owner.';
  end if;
  return jsonb_build_object(
    'role', 'authenticated', 'aud', 'authenticated', 'sub', held.person, 'scope', array_to_string(held.scopes, ' '),
    'token_id', held.id, 'service_account', held.service_account
  )::text;
end
$$;
comment on function private.claims_of_token(text) is
  'The claims of the caller who sent the token with this hash, as JSON; PT401 where it opens nothing. For the authenticator, before it takes on the caller''s role.';
alter function private.claims_of_token(text) owner to cairn_definer;
revoke all on function private.claims_of_token(text) from public, anon, authenticated, service_role;
grant execute on function private.claims_of_token(text) to authenticator, supabase_auth_admin;
create function private.note_token_uses(uses jsonb) returns void
language sql security definer set search_path = ''
as $$
  update public.api_tokens t
  set last_used_at = greatest(t.last_used_at, u.used_at), last_used_network = private.network_of(private.as_address(u.address))
  from jsonb_to_recordset(uses) as u (hash text, used_at timestamptz, address text)
  join private.token_secrets s on s.hash = u.hash
  where t.account_id = s.account_id and t.id = s.token_id
$$;
comment on function private.note_token_uses(jsonb) is
  'Notes when and from where tokens were used: [{"hash", "used_at", "address"}]. For the server.';
alter function private.note_token_uses(jsonb) owner to cairn_definer;
revoke all on function private.note_token_uses(jsonb) from public, anon, authenticated, service_role;
grant execute on function private.note_token_uses(jsonb) to supabase_auth_admin;
create function private.refuse_service_account(account_name text) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.is_unscoped() or coalesce(private.my_rank(), 0) < 1 then
    raise exception 'Service accounts are managed by members from the level user on.'
      using errcode = '42501', hint = 'Ask an administrator for another level.';
  end if;
  if account_name is not null and private.display_text(account_name) = '' then
    raise exception 'Name must have 1 to 120 characters.' using errcode = '23514';
  end if;
end
$$;
comment on function private.refuse_service_account(text) is
  'Refuses callers below the level user, tokens, and an empty name, where one is given.';
alter function private.refuse_service_account(text) owner to cairn_definer;
create function private.audit_service_account(held public.service_accounts, action text, details jsonb default '{}') returns void
language sql security definer set search_path = ''
as $$
  select private.write_audit(
    held.account_id, private.caller_id(), audit_service_account.action, 'service_account', held.id::text,
    jsonb_build_object('name', held.name, 'owner_id', held.owner_id) || details
  )
$$;
comment on function private.audit_service_account(public.service_accounts, text, jsonb) is
  'Enters what the caller does with a service account into the audit log.';
alter function private.audit_service_account(public.service_accounts, text, jsonb) owner to cairn_definer;
create function private.managed_service_account(service_account uuid) returns public.service_accounts
language plpgsql volatile security definer set search_path = ''
as $$
declare
  held public.service_accounts;
begin
  perform private.refuse_service_account(null);
  select * into held from public.service_accounts s
  where s.id = service_account and s.account_id = private.my_account()
  for update;
  if not found then
    raise exception 'This service account no longer exists.' using errcode = 'PT404';
  end if;
  if private.my_rank() < 3 and held.owner_id is distinct from private.caller_id() then
    raise exception 'This service account is not yours.' using errcode = '42501', hint = 'Ask its owner.';
  end if;
  return held;
end
$$;
comment on function private.managed_service_account(uuid) is
  'A service account of the caller, for admins any of their account, which nobody else changes meanwhile.';
alter function private.managed_service_account(uuid) owner to cairn_definer;
create function public.add_service_account(name text, purpose text default '') returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  added public.service_accounts;
begin
  perform private.refuse_service_account(coalesce(add_service_account.name, ''));
  if (select count(*) from public.service_accounts s where s.account_id = private.my_account()) >= 200 then
    raise exception 'An account has at most 200 service accounts.'
      using errcode = '22023', hint = 'Delete one that is no longer used.';
  end if;
  insert into public.service_accounts as s (name, purpose, owner_id)
  values (
    private.display_text(add_service_account.name), private.display_text(coalesce(add_service_account.purpose, '')),
    private.caller_id()
  )
  on conflict do nothing
  returning s.* into added;
  if added.id is null then
    raise exception 'A service account with this name already exists.' using errcode = '23505', hint = 'Choose another name.';
  end if;
  perform private.audit_service_account(added, 'service_account_added');
  return added.id;
end
$$;
comment on function public.add_service_account(text, text) is
  'Adds a service account whose owner is the caller, for members from the level user on: its id.';
alter function public.add_service_account(text, text) owner to cairn_definer;
revoke all on function public.add_service_account(text, text) from public, anon, authenticated, service_role;
grant execute on function public.add_service_account(text, text) to authenticated;
create function public.change_service_account(service_account uuid, name text, purpose text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  held public.service_accounts := private.managed_service_account(service_account);
  former constant text := held.name;
begin
  perform private.refuse_service_account(coalesce(change_service_account.name, ''));
  if exists (
    select from public.service_accounts s
    where s.account_id = held.account_id and s.id <> held.id
      and lower(s.name) = lower(private.display_text(change_service_account.name))
  ) then
    raise exception 'A service account with this name already exists.' using errcode = '23505', hint = 'Choose another name.';
  end if;
  update public.service_accounts s
  set name = private.display_text(change_service_account.name),
    purpose = private.display_text(coalesce(change_service_account.purpose, ''))
  where s.id = held.id
  returning s.* into held;
  perform private.audit_service_account(held, 'service_account_changed', jsonb_build_object('former_name', former));
end
$$;
comment on function public.change_service_account(uuid, text, text) is
  'Changes name and purpose of a service account, for its owner and admins.';
alter function public.change_service_account(uuid, text, text) owner to cairn_definer;
revoke all on function public.change_service_account(uuid, text, text) from public, anon, authenticated, service_role;
grant execute on function public.change_service_account(uuid, text, text) to authenticated;
create function public.give_service_account(service_account uuid, receiver uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  held public.service_accounts := private.managed_service_account(service_account);
  former constant uuid := held.owner_id;
begin
  -- Nobody lowers or removes the receiver until this is done.
  perform from public.account_members m
  where m.account_id = held.account_id and m.user_id = receiver and private.rank(m.permission_level) >= 1
  for share;
  if not found then
    raise exception 'A service account needs an owner of the level user or higher.'
      using errcode = '22023', hint = 'Choose another member.';
  end if;
  if former = receiver then
    return;
  end if;
  update public.service_accounts s set owner_id = receiver where s.id = held.id returning s.* into held;
  if private.my_rank() < 3 then
    delete from private.token_secrets x
    using public.api_tokens t
    where t.account_id = held.account_id and t.service_account_id = held.id
      and x.account_id = t.account_id and x.token_id = t.id;
  end if;
  perform private.audit_service_account(held, 'service_account_given', jsonb_build_object('former_owner_id', former));
  perform private.notify(
    held.account_id, receiver, 'service_account_given',
    payload => jsonb_build_object('service_account', held.name)
  );
end
$$;
comment on function public.give_service_account(uuid, uuid) is
  'Gives a service account another owner, who is told; for its owner and admins. Where its owner gives it, the secrets of its tokens end, and the next owner rotates them.';
alter function public.give_service_account(uuid, uuid) owner to cairn_definer;
revoke all on function public.give_service_account(uuid, uuid) from public, anon, authenticated, service_role;
grant execute on function public.give_service_account(uuid, uuid) to authenticated;
create function public.delete_service_account(service_account uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  held constant public.service_accounts := private.managed_service_account(service_account);
begin
  perform private.audit_token(t.id, 'api_token_revoked')
  from public.api_tokens t
  where t.account_id = held.account_id and t.service_account_id = held.id;
  perform private.audit_service_account(held, 'service_account_deleted');
  delete from public.service_accounts s where s.id = held.id;
end
$$;
comment on function public.delete_service_account(uuid) is
  'Deletes a service account and ends its tokens at once, for its owner and admins.';
alter function public.delete_service_account(uuid) owner to cairn_definer;
revoke all on function public.delete_service_account(uuid) from public, anon, authenticated, service_role;
grant execute on function public.delete_service_account(uuid) to authenticated;
create function private.leave_service_accounts() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.service_accounts s set owner_id = null
  where s.account_id = new.account_id and s.owner_id = new.user_id;
  return null;
end
$$;
comment on function private.leave_service_accounts() is
  'Trigger: a member who becomes a viewer owns no service accounts any more.';
alter function private.leave_service_accounts() owner to cairn_definer;
create function private.audit_api_settings() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.write_audit(
    new.account_id, private.caller_id(), 'api_settings_updated', 'api_settings', new.account_id::text,
    to_jsonb(new) - 'account_id'
  );
  return null;
end
$$;
comment on function private.audit_api_settings() is
  'Trigger: enters what an account allows scripts and assistants into the audit log.';
alter function private.audit_api_settings() owner to cairn_definer;
create function public.get_api_tokens() returns jsonb
language sql stable security definer set search_path = ''
as $$
  with held as (
    select
      t.*, a.name as service_account, coalesce(t.owner_id, a.owner_id) as person_id,
      coalesce(coalesce(t.owner_id, a.owner_id) = private.caller_id(), false) as mine
    from public.api_tokens t
    left join public.service_accounts a on a.account_id = t.account_id and a.id = t.service_account_id
    where t.account_id = private.my_account() and private.is_unscoped()
  ),
  seen as (
    select h.* from held h
    where h.mine or private.my_rank() = 3
    order by h.mine desc, h.created_at desc, h.id
    limit 1000
  )
  select jsonb_build_object(
    'tokens_without_end', coalesce(
      (select s.tokens_without_end from public.api_settings s where s.account_id = private.my_account()), false
    ),
    'tokens', coalesce(
      (
        select jsonb_agg(
          jsonb_build_object(
            'id', s.id, 'name', s.name, 'mine', s.mine, 'owner_name', p.name, 'service_account_id', s.service_account_id,
            'service_account', s.service_account, 'scopes', s.scopes, 'ending', s.ending, 'created_at', s.created_at,
            'expires_at', s.expires_at, 'last_used_at', s.last_used_at, 'last_used_network', s.last_used_network::inet,
            'former_until', (
              select max(x.ends_at) from private.token_secrets x
              where x.account_id = s.account_id and x.token_id = s.id and x.ends_at > now()
            ),
            'has_secret', exists (
              select from private.token_secrets x
              where x.account_id = s.account_id and x.token_id = s.id and x.ends_at is null
            )
          )
          order by s.mine desc, s.created_at desc, s.id
        )
        from seen s
        left join public.profiles p on p.id = s.person_id
      ),
      '[]'
    ),
    'service_accounts', coalesce(
      (
        select jsonb_agg(
          jsonb_build_object(
            'id', a.id, 'name', a.name, 'purpose', a.purpose, 'owner_id', a.owner_id, 'owner_name', p.name,
            'tokens', (
              select count(*) from public.api_tokens t where t.account_id = a.account_id and t.service_account_id = a.id
            )
          )
          order by a.owner_id is not null, lower(a.name), a.id
        )
        from public.service_accounts a
        left join public.profiles p on p.id = a.owner_id
        where a.account_id = private.my_account() and private.is_unscoped()
      ),
      '[]'
    )
  )
$$;
comment on function public.get_api_tokens() is
  'What the caller''s screen of tokens shows: {"tokens_without_end", "tokens", "service_accounts"}. Tokens are the caller''s, those of their service accounts, and for admins all of the account, at most 1,000; service accounts all, those without an owner first.';
alter function public.get_api_tokens() owner to cairn_definer;
revoke all on function public.get_api_tokens() from public, anon, authenticated, service_role;
grant execute on function public.get_api_tokens() to authenticated;
create function public.note_tool_call(tool text, client text default '') returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  claims constant jsonb := nullif(current_setting('request.jwt.claims', true), '')::jsonb;
begin
  if account is null then
    raise exception 'Only members of an account can use tools.' using errcode = '42501', hint = 'Join an account first.';
  end if;
  if not coalesce(tool ~ '^[a-z][a-z0-9_]{0,39}$', false) then
    raise exception 'There is no such tool.' using errcode = '22023';
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
  'Enters the call of a tool by an assistant into the audit log, with the tool and the program that called it: {"scopes"}, what the caller''s token may, or null for a session.';
alter function public.note_tool_call(text, text) owner to cairn_definer;
revoke all on function public.note_tool_call(text, text) from public, anon, authenticated, service_role;
grant execute on function public.note_tool_call(text, text) to authenticated;
create function private.fields_to_suggest() returns text[]
language sql immutable set search_path = ''
as $$
  select array[
    'name', 'description', 'status', 'vendor', 'department', 'criticality', 'data_class', 'lifecycle', 'cost_per_month',
    'cost_currency', 'renews_on'
  ]
$$;
comment on function private.fields_to_suggest() is 'The columns that every catalogue has and that a suggestion may change.';
alter function private.fields_to_suggest() owner to cairn_definer;
grant execute on function private.fields_to_suggest() to authenticated;
create function private.value_as_kept(account uuid, kind text, record uuid, field text, value jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  kept jsonb;
begin
  begin
    execute format(
      'update public.%1$I t set %2$I = (jsonb_populate_record(null::public.%1$I, jsonb_build_object(%2$L, $1))).%2$I
      where t.account_id = $2 and t.id = $3
      returning to_jsonb(t) -> %2$L',
      private.catalogue_of(kind), field
    )
      into kept using value, account, record;
    raise exception 'This is only tried.' using errcode = 'SG000';
  exception when sqlstate 'SG000' then
    return kept;
  end;
end
$$;
comment on function private.value_as_kept(uuid, text, uuid, text, jsonb) is
  'What a field of a record would have, were it given a value; raises what its checks say. Changes nothing.';
alter function private.value_as_kept(uuid, text, uuid, text, jsonb) owner to cairn_definer;
create function private.refuse_suggestion(kind text, field text, client text) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
begin
  perform private.refuse_other_kind(kind);
  if account is null or private.switched_off(account, kind) then
    raise exception 'Your account does not use this catalogue.' using errcode = '42501', hint = 'Ask an administrator.';
  end if;
  if not coalesce((select s.suggested_edits from public.api_settings s where s.account_id = account), false) then
    raise exception 'Your account does not let assistants suggest edits.'
      using errcode = '42501', hint = 'An administrator can allow it in Cairn under Connect Your Assistant.';
  end if;
  if not coalesce(field = any (private.fields_to_suggest()), false) then
    raise exception 'This field cannot be suggested.'
      using errcode = '22023', hint = 'There are ' || array_to_string(private.fields_to_suggest(), ', ') || '.';
  end if;
  if char_length(client) > 100 then
    raise exception 'The name of the program has at most 100 characters.' using errcode = '22023';
  end if;
end
$$;
comment on function private.refuse_suggestion(text, text, text) is
  'Refuses who may not suggest a change of this field, and where no assistant may.';
alter function private.refuse_suggestion(text, text, text) owner to cairn_definer;
create function private.refuse_many_suggestions(record uuid, field text, value jsonb) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  open_ones record;
begin
  select
    count(*) as all_of_them, count(*) filter (where s.record_id = record) as of_record,
    bool_or(s.record_id = record and s.field = refuse_many_suggestions.field and s.after is not distinct from value) as is_there
  into open_ones
  from public.suggestions s
  where s.account_id = private.my_account() and s.suggested_by = private.caller_id() and s.state = 'open';
  if open_ones.is_there then
    raise exception 'This was suggested already and waits for an answer.' using errcode = '22023';
  end if;
  if open_ones.of_record >= 5 or open_ones.all_of_them >= 100 then
    raise exception 'Too many suggestions in your name wait for an answer.'
      using errcode = '22023', hint = 'At most 5 of a record and 100 altogether can wait.';
  end if;
end
$$;
comment on function private.refuse_many_suggestions(uuid, text, jsonb) is
  'Refuses a suggestion that waits already, the sixth of a person and record, and the 101st of a person.';
alter function private.refuse_many_suggestions(uuid, text, jsonb) owner to cairn_definer;
create function private.tell_of_suggestion(suggestion public.suggestions, record_name text, owner uuid) returns void
language sql security definer set search_path = ''
as $$
  select private.notify(
    suggestion.account_id, told.person, 'suggestion_made', suggestion.kind, suggestion.record_id, record_name,
    jsonb_build_object('fields', jsonb_build_array(suggestion.field))
  )
  from (
    select owner as person where owner is not null
    union all
    (
      select m.user_id
      from public.account_members m
      where owner is null and m.account_id = suggestion.account_id and m.permission_level = 'admin'
      order by m.user_id
      limit 20
    )
  ) told
$$;
comment on function private.tell_of_suggestion(public.suggestions, text, uuid) is
  'Tells the owner of a record of a suggestion, or the admins where it has none.';
alter function private.tell_of_suggestion(public.suggestions, text, uuid) owner to cairn_definer;
create function public.suggest_edit(
  kind text, record_id uuid, field text, value jsonb, why text default '', client text default ''
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  target record;
  kept jsonb;
  made public.suggestions;
begin
  perform private.refuse_suggestion(kind, field, client);
  perform private.refuse_out_of_scope(suggest_edit.kind, 'read');
  execute format(
    'select r.name, coalesce(r.owner_id, r.created_by) as owner, to_jsonb(r) -> $3 as present
    from public.%I r where r.account_id = $1 and r.id = $2',
    private.catalogue_of(kind)
  )
    into target using account, record_id, field;
  if target.name is null then
    raise exception 'This record no longer exists.' using errcode = 'PT404';
  end if;
  kept := private.value_as_kept(account, kind, record_id, field, value);
  if kept is not distinct from target.present then
    raise exception 'The field has this value already.' using errcode = '22023';
  end if;
  perform private.refuse_many_suggestions(record_id, field, kept);
  insert into public.suggestions (account_id, kind, record_id, field, before, after, why, suggested_by, client)
  values (
    account, suggest_edit.kind, suggest_edit.record_id, suggest_edit.field, target.present, kept,
    private.display_text(coalesce(suggest_edit.why, '')), private.caller_id(),
    private.display_text(coalesce(suggest_edit.client, ''))
  )
  returning * into made;
  perform private.tell_of_suggestion(made, target.name, target.owner);
  return jsonb_build_object('id', made.id, 'field', made.field, 'before', made.before, 'after', made.after);
end
$$;
comment on function public.suggest_edit(text, uuid, text, jsonb, text, text) is
  'Suggests another value for a field of a record, with a reason and the name of the program that suggests it: {"id", "field", "before", "after"}. Changes nothing; its owner is told and decides. Only where an admin allows suggestions.';
alter function public.suggest_edit(text, uuid, text, jsonb, text, text) owner to cairn_definer;
revoke all on function public.suggest_edit(text, uuid, text, jsonb, text, text) from public, anon, authenticated, service_role;
grant execute on function public.suggest_edit(text, uuid, text, jsonb, text, text) to authenticated;
create function public.allow_suggested_edits(allowed boolean) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if private.my_rank() is distinct from 3 or not private.is_unscoped() then
    raise exception 'Only administrators say whether assistants may suggest edits.'
      using errcode = '42501', hint = 'Ask an administrator.';
  end if;
  insert into public.api_settings as s (account_id, suggested_edits)
  values (private.my_account(), coalesce(allowed, false))
  on conflict (account_id) do update set suggested_edits = excluded.suggested_edits;
  perform private.write_audit(
    private.my_account(), private.caller_id(), 'suggested_edits_updated', 'api_settings', null,
    jsonb_build_object('allowed', coalesce(allowed, false))
  );
end
$$;
comment on function public.allow_suggested_edits(boolean) is
  'Says whether assistants may suggest edits of the records of the caller''s account, for its admins.';
alter function public.allow_suggested_edits(boolean) owner to cairn_definer;
revoke all on function public.allow_suggested_edits(boolean) from public, anon, authenticated, service_role;
grant execute on function public.allow_suggested_edits(boolean) to authenticated;
create function public.get_suggestions(kind text, record_id uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', s.id, 'field', s.field, 'before', s.before, 'after', s.after, 'why', s.why, 'client', s.client,
    'suggested_by', s.suggested_by, 'created_at', s.created_at
  ) order by s.created_at, s.id), '[]')
  from public.suggestions s
  where s.account_id = (select private.my_account()) and s.kind = get_suggestions.kind
    and s.record_id = get_suggestions.record_id and s.state = 'open'
$$;
comment on function public.get_suggestions(text, uuid) is
  'What is suggested for a record and waits for an answer, the oldest first: [{"id", "field", "before", "after", "why", "client", "suggested_by", "created_at"}].';
alter function public.get_suggestions(text, uuid) owner to cairn_definer;
revoke all on function public.get_suggestions(text, uuid) from public, anon, authenticated, service_role;
grant execute on function public.get_suggestions(text, uuid) to authenticated;
create function private.close_suggestion(suggestion uuid, answer text) returns public.suggestions
language plpgsql security definer set search_path = ''
as $$
declare
  closed public.suggestions;
  may_change boolean;
begin
  if not private.is_unscoped() then
    raise exception 'Only people who have signed in decide on suggestions.' using errcode = '42501', hint = 'Sign in to Cairn.';
  end if;
  select * into closed from public.suggestions s
  where s.id = suggestion and s.account_id = private.my_account()
  for update;
  if not found or closed.state <> 'open' then
    perform private.refuse_stale('This suggestion was answered in the meantime.');
  end if;
  select private.my_rank() >= 2 or private.my_rank() = 1 and private.caller_id() in (r.created_by, r.owner_id) into may_change
  from private.records r
  where r.account_id = closed.account_id and r.kind = closed.kind and r.id = closed.record_id;
  if not coalesce(may_change, false)
    and not (answer = 'dismissed' and coalesce(closed.suggested_by = private.caller_id(), false))
  then
    raise exception 'You may not change this record.' using errcode = '42501', hint = 'Ask its owner.';
  end if;
  update public.suggestions s
  set state = answer, decided_by = private.caller_id(), decided_at = now()
  where s.id = suggestion;
  return closed;
end
$$;
comment on function private.close_suggestion(uuid, text) is
  'Ends a suggestion as accepted or dismissed, for who may change its record; dismissed also for whose assistant made it. Returns it as it was.';
alter function private.close_suggestion(uuid, text) owner to cairn_definer;
grant execute on function private.close_suggestion(uuid, text) to authenticated;
create function public.accept_suggestion(suggestion uuid) returns void
language plpgsql set search_path = ''
as $$
declare
  wanted constant public.suggestions := private.close_suggestion(suggestion, 'accepted');
  touched integer;
begin
  if not coalesce(wanted.field = any (private.fields_to_suggest()), false) then
    raise exception 'This field cannot be suggested.' using errcode = '22023';
  end if;
  execute format(
    'update public.%1$I t set %2$I = (jsonb_populate_record(null::public.%1$I, jsonb_build_object(%2$L, $1))).%2$I
    where t.id = $2 and to_jsonb(t) -> %2$L is not distinct from $3',
    private.catalogue_of(wanted.kind), wanted.field
  )
    using wanted.after, wanted.record_id, wanted.before;
  get diagnostics touched = row_count;
  if touched = 0 then
    raise exception 'The field was changed since this was suggested.' using errcode = 'HO001', hint = 'Look at it again.';
  end if;
end
$$;
comment on function public.accept_suggestion(uuid) is
  'Applies a suggestion as the caller, who may change its record. HO001 where the field was changed since, or another user was quicker.';
alter function public.accept_suggestion(uuid) owner to cairn_definer;
revoke all on function public.accept_suggestion(uuid) from public, anon, authenticated, service_role;
grant execute on function public.accept_suggestion(uuid) to authenticated;
create function public.dismiss_suggestion(suggestion uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.close_suggestion(suggestion, 'dismissed');
end
$$;
comment on function public.dismiss_suggestion(uuid) is
  'Ends a suggestion without a change: for who may change its record, and for whose assistant made it. HO001 where another user was quicker.';
alter function public.dismiss_suggestion(uuid) owner to cairn_definer;
revoke all on function public.dismiss_suggestion(uuid) from public, anon, authenticated, service_role;
grant execute on function public.dismiss_suggestion(uuid) to authenticated;
create function private.note_remains() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.webhook_remains (webhook_id) values (old.id) on conflict do nothing;
  return null;
end
$$;
comment on function private.note_remains() is 'Trigger: what a deleted webhook leaves in queue and log is swept later.';
alter function private.note_remains() owner to cairn_definer;
create function private.refuse_managing_webhooks() returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if coalesce(private.my_rank(), 0) < 3 then
    raise exception 'Only administrators can manage webhooks.' using errcode = '42501', hint = 'Ask an administrator.';
  end if;
end
$$;
comment on function private.refuse_managing_webhooks() is 'Refuses a caller who is no admin.';
alter function private.refuse_managing_webhooks() owner to cairn_definer;
create function private.refuse_gone_webhook() returns void
language plpgsql stable set search_path = ''
as $$
begin
  raise exception 'This webhook no longer exists.' using errcode = 'PT404';
end
$$;
comment on function private.refuse_gone_webhook() is 'Refuses with PT404 a webhook that the account does not have.';
alter function private.refuse_gone_webhook() owner to cairn_definer;
create function private.audit_webhook(action text, webhook uuid, called text, address text, more jsonb default '{}')
returns void
language sql volatile security definer set search_path = ''
as $$
  select private.write_audit(
    w.account_id, private.caller_id(), audit_webhook.action, 'webhook', webhook::text,
    jsonb_build_object('name', called, 'host', substring(address from '^[^/]*//([^/?#]*)')) || more
  )
  from public.webhooks w
  where w.id = webhook
$$;
comment on function private.audit_webhook(text, uuid, text, text, jsonb) is
  'Notes in the audit log what was done to a webhook, with the host of its address and nothing behind it.';
alter function private.audit_webhook(text, uuid, text, text, jsonb) owner to cairn_definer;
create function private.new_webhook_secret() returns text
language sql volatile set search_path = ''
as $$
  select 'whsec_' || encode(
    sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')), 'base64'
  )
$$;
comment on function private.new_webhook_secret() is 'A secret of 32 bytes as Standard Webhooks writes it.';
alter function private.new_webhook_secret() owner to cairn_definer;
create function public.create_webhook(
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
  return jsonb_build_object('id', made, 'secret', shown);
end
$$;
comment on function public.create_webhook(text, text, text, text[], text[], uuid[], text[]) is
  'Makes a webhook, for admins, and gives its secret, which is shown this once: {"id", "secret"}.';
alter function public.create_webhook(text, text, text, text[], text[], uuid[], text[]) owner to cairn_definer;
revoke all on function public.create_webhook(text, text, text, text[], text[], uuid[], text[])
  from public, anon, authenticated, service_role;
grant execute on function public.create_webhook(text, text, text, text[], text[], uuid[], text[]) to authenticated;
create function public.update_webhook(
  webhook uuid, name text, url text, events text[], kinds text[] default '{}', tags uuid[] default '{}',
  fields text[] default '{}'
) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.refuse_managing_webhooks();
  update public.webhooks w
  set name = private.display_text(update_webhook.name),
    url = trim(update_webhook.url),
    events = update_webhook.events,
    kinds = coalesce(update_webhook.kinds, '{}'),
    tags = coalesce(update_webhook.tags, '{}'),
    fields = coalesce(update_webhook.fields, '{}')
  where w.id = update_webhook.webhook and w.account_id = private.my_account();
  if not found then
    perform private.refuse_gone_webhook();
  end if;
  perform private.audit_webhook('webhook_changed', webhook, name, url);
end
$$;
comment on function public.update_webhook(uuid, text, text, text[], text[], uuid[], text[]) is
  'Changes a webhook, for admins. What waits goes to the new address.';
alter function public.update_webhook(uuid, text, text, text[], text[], uuid[], text[]) owner to cairn_definer;
revoke all on function public.update_webhook(uuid, text, text, text[], text[], uuid[], text[])
  from public, anon, authenticated, service_role;
grant execute on function public.update_webhook(uuid, text, text, text[], text[], uuid[], text[]) to authenticated;
create function public.rotate_webhook_secret(webhook uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  shown constant text := private.new_webhook_secret();
  hook public.webhooks;
  last integer;
begin
  perform private.refuse_managing_webhooks();
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
  return jsonb_build_object('id', webhook, 'secret', shown);
end
$$;
comment on function public.rotate_webhook_secret(uuid) is
  'Gives a webhook another secret, for admins, which is shown this once: {"id", "secret"}. The former one signs too for 24 hours.';
alter function public.rotate_webhook_secret(uuid) owner to cairn_definer;
revoke all on function public.rotate_webhook_secret(uuid) from public, anon, authenticated, service_role;
grant execute on function public.rotate_webhook_secret(uuid) to authenticated;
create function public.pause_webhook(webhook uuid, pauses boolean) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  hook public.webhooks;
begin
  perform private.refuse_managing_webhooks();
  select w.* into hook
  from public.webhooks w
  where w.id = webhook and w.account_id = private.my_account()
  for no key update;
  if not found then
    perform private.refuse_gone_webhook();
  end if;
  if pauses = (hook.paused is not null) then
    return;
  end if;
  update public.webhooks w set paused = case when pauses then 'by_hand' end where w.id = webhook;
  if not pauses then
    update private.webhook_work k set next_at = now(), failures = 0, failing_since = null
    where k.account_id = hook.account_id and k.webhook_id = webhook;
    update private.webhook_queue q set attempts = 0, next_at = now()
    where q.webhook_id = webhook and q.attempts > 0 and not q.by_hand;
  end if;
  perform private.audit_webhook(
    case when pauses then 'webhook_paused' else 'webhook_resumed' end, webhook, hook.name, hook.url
  );
end
$$;
comment on function public.pause_webhook(uuid, boolean) is
  'Pauses a webhook, or lets it go on with what waits, for admins. Of what happens in between it is not told.';
alter function public.pause_webhook(uuid, boolean) owner to cairn_definer;
revoke all on function public.pause_webhook(uuid, boolean) from public, anon, authenticated, service_role;
grant execute on function public.pause_webhook(uuid, boolean) to authenticated;
create function public.delete_webhook(webhook uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  hook public.webhooks;
begin
  perform private.refuse_managing_webhooks();
  select w.* into hook from public.webhooks w where w.id = webhook and w.account_id = private.my_account();
  if found then
    perform private.audit_webhook('webhook_deleted', webhook, hook.name, hook.url);
    delete from public.webhooks w where w.id = webhook;
  end if;
end
$$;
comment on function public.delete_webhook(uuid) is
  'Deletes a webhook with its log and what waits, for admins; one that is not there is no fault.';
alter function public.delete_webhook(uuid) owner to cairn_definer;
revoke all on function public.delete_webhook(uuid) from public, anon, authenticated, service_role;
grant execute on function public.delete_webhook(uuid) to authenticated;
create function public.get_webhooks() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', w.id, 'name', w.name, 'url', w.url, 'format', w.format, 'events', w.events, 'kinds', w.kinds,
    'tags', w.tags, 'fields', w.fields, 'paused', w.paused, 'owner_id', w.owner_id,
    'owner_name', private.name_of_member(w.account_id, w.owner_id), 'created_at', w.created_at,
    'failing_since', k.failing_since, 'delivered_at', k.delivered_at,
    'waiting', (
      select count(*) from (
        select from private.webhook_queue q where q.webhook_id = w.id and q.attempts = 0 and not q.by_hand limit 1000
      ) new
    ),
    'former_secret_until', (
      select max(s.until)
      from private.webhook_secrets s
      where s.account_id = w.account_id and s.webhook_id = w.id and s.until > now()
    )
  ) order by lower(w.name), w.id), '[]')
  from public.webhooks w
  join private.webhook_work k on k.account_id = w.account_id and k.webhook_id = w.id
  where w.account_id = private.my_account()
    and (private.my_rank() = 3 or w.owner_id = private.caller_id())
$$;
comment on function public.get_webhooks() is
  'The webhooks of the account by name, for admins, and for members those that they made: without secrets, with how it goes.';
alter function public.get_webhooks() owner to cairn_definer;
revoke all on function public.get_webhooks() from public, anon, authenticated, service_role;
grant execute on function public.get_webhooks() to authenticated;
create function private.tags_of_record(account uuid, kind text, id uuid) returns uuid[]
language sql stable security definer set search_path = ''
as $$
  select coalesce(
    (
      select r.tags from private.records r
      where r.account_id = account and r.kind = tags_of_record.kind and r.id = tags_of_record.id
    ),
    (
      select array(select jsonb_array_elements_text(b.record -> 'tags')::uuid)
      from public.binned_records b
      where b.account_id = account and b.kind = tags_of_record.kind and b.record_id = tags_of_record.id
    ),
    '{}'
  )
$$;
comment on function private.tags_of_record(uuid, text, uuid) is 'The tags of a record, also of one in the bin.';
alter function private.tags_of_record(uuid, text, uuid) owner to cairn_definer;
create function private.has_webhooks(accounts uuid[]) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from public.webhooks w where w.account_id = any (accounts) and w.paused is null)
$$;
comment on function private.has_webhooks(uuid[]) is 'Whether one of these accounts has an active webhook.';
alter function private.has_webhooks(uuid[]) owner to cairn_definer;
create function private.queue_for_webhooks(happened private.happening[]) returns void
language sql volatile security definer set search_path = ''
as $$
  insert into private.webhook_queue (account_id, webhook_id, subject, event, payload)
  select
    h.account_id, w.id, h.subject, h.event,
    jsonb_build_object(
      'type', h.event,
      'timestamp', to_char(clock_timestamp() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
      'data', jsonb_strip_nulls(h.data) || jsonb_build_object('actor', (
        select jsonb_build_object(
          'id', private.caller_id(), 'name', private.name_of_member(h.account_id, private.caller_id())
        )
        where private.caller_id() is not null
      ))
    )
  from unnest(happened) with ordinality as h
  join public.webhooks w on w.account_id = h.account_id and w.paused is null and h.event = any (w.events)
  where (h.kind is null or w.kinds = '{}' or h.kind = any (w.kinds))
    and (h.event <> 'record.changed' or w.fields = '{}' or h.changed && w.fields)
    -- A change of the owner alone is told once.
    and not (h.event = 'record.changed' and h.changed = array['owner_id'] and 'owner.changed' = any (w.events))
    and (h.kind is null or w.tags = '{}' or w.tags && private.tags_of_record(h.account_id, h.kind, h.subject))
  order by h.ordinality
$$;
comment on function private.queue_for_webhooks(private.happening[]) is
  'Queues what happened for the webhooks of its account that want it, in this order, by the caller and now.';
alter function private.queue_for_webhooks(private.happening[]) owner to cairn_definer;
create function private.owner_in_event(account uuid, owner jsonb) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select case jsonb_typeof(owner)
    when 'string' then jsonb_build_object('id', owner, 'name', private.name_of_member(account, (owner #>> '{}')::uuid))
    when 'object' then owner
  end
$$;
comment on function private.owner_in_event(uuid, jsonb) is 'The owner of a record, as the history has it, with the name of a member.';
alter function private.owner_in_event(uuid, jsonb) owner to cairn_definer;
create function private.queue_changes_for_webhooks() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_taking_in() or not private.has_webhooks(array(select distinct c.account_id from changes c)) then
    return null;
  end if;
  perform private.queue_for_webhooks(array(
    select
      row(t.account_id, e.event, t.record_id, t.kind, t.fields, jsonb_build_object(
        'record', jsonb_build_object('kind', t.kind, 'id', t.record_id, 'name', t.record_name)
      ) || e.more)::private.happening
    from (
      select
        c.account_id, c.kind, c.record_id, c.record_name, c.action, min(c.changed_at) as moment,
        array_agg(c.field order by c.field) filter (where c.field <> 'handover') as fields,
        (array_agg(jsonb_build_object('before', c.before, 'after', c.after)) filter (where c.field = 'owner_id'))[1] as owner
      from changes c
      where c.kind in (select k.kind from private.kinds_of_catalogues() as k (kind))
      group by c.account_id, c.kind, c.record_id, c.record_name, c.action
    ) t
    cross join lateral (
      select
        1 as place,
        'record.' || case t.action when 'updated' then 'changed' else t.action end as event,
        case t.action when 'updated' then jsonb_build_object('changed', t.fields) else '{}' end as more
      where t.action <> 'updated' or t.fields is not null
      union all
      select 2, 'owner.changed', jsonb_build_object(
        'before', private.owner_in_event(t.account_id, t.owner -> 'before'),
        'after', private.owner_in_event(t.account_id, t.owner -> 'after')
      )
      where t.owner is not null
    ) e
    order by t.moment, t.record_id, e.place
  ));
  return null;
end
$$;
comment on function private.queue_changes_for_webhooks() is
  'Statement trigger: queues for webhooks what happened to records, once for each whatever the number of its fields.';
alter function private.queue_changes_for_webhooks() owner to cairn_definer;
create function private.queue_handovers_for_webhooks() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_taking_in() or not private.has_webhooks(array(select distinct h.account_id from handed h)) then
    return null;
  end if;
  perform private.queue_for_webhooks(array(
    select
      row(h.account_id, tg_argv[0], h.record_id, h.kind, null, jsonb_build_object(
        'record', jsonb_build_object('kind', h.kind, 'id', h.record_id, 'name', r.name),
        'part', h.part,
        'giver', jsonb_build_object('id', h.giver_id, 'name', h.giver_name),
        'receiver', case
          when h.receiver_id is not null
          then jsonb_build_object('id', h.receiver_id, 'name', private.name_of_member(h.account_id, h.receiver_id))
          when h.invitation_id is not null then (
            select jsonb_build_object('id', i.id, 'name', i.name, 'invited', true)
            from public.pending_invitations i
            where i.account_id = h.account_id and i.id = h.invitation_id
          )
        end,
        'answer', nullif(h.state, 'pending')
      ))::private.happening
    from handed h
    join private.records r on r.account_id = h.account_id and r.kind = h.kind and r.id = h.record_id
    -- A new one is asked about even where its receiver made it; what is no longer pending was answered.
    where tg_op = 'INSERT' or h.state <> 'pending'
    order by h.record_id, h.part, h.receiver_id
  ));
  return null;
end
$$;
comment on function private.queue_handovers_for_webhooks() is
  'Statement trigger (event): queues for webhooks that a handover was asked for or answered.';
alter function private.queue_handovers_for_webhooks() owner to cairn_definer;
create function private.queue_members_for_webhooks() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not private.has_webhooks(array(select distinct m.account_id from members m)) then
    return null;
  end if;
  perform private.queue_for_webhooks(array(
    select
      row(m.account_id, tg_argv[0], m.user_id, null, null, jsonb_build_object(
        'member', jsonb_build_object('id', m.user_id, 'name', p.name, 'level', m.permission_level)
      ))::private.happening
    from members m
    left join public.profiles p on p.id = m.user_id
    order by m.user_id
  ));
  return null;
end
$$;
comment on function private.queue_members_for_webhooks() is
  'Statement trigger (event): queues for webhooks that members joined or left.';
alter function private.queue_members_for_webhooks() owner to cairn_definer;
create function private.queue_runs_for_webhooks() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not private.has_webhooks(array(select distinct n.account_id from news n)) then
    return null;
  end if;
  perform private.queue_for_webhooks(array(
    select
      row(
        n.account_id,
        case n.event when 'late' then 'run.late' when 'failing' then 'run.failed' else 'run.back' end,
        h.record_id, h.kind, null,
        jsonb_build_object(
          'record', jsonb_build_object('kind', h.kind, 'id', h.record_id, 'name', r.name),
          'since', n.since
        )
      )::private.happening
    from news n
    join public.heartbeats h on h.account_id = n.account_id and h.id = n.heartbeat_id
    join private.records r on r.account_id = h.account_id and r.kind = h.kind and r.id = h.record_id
    where h.token_hash is not null and h.paused_at is null and not h.rests
      and not private.switched_off(h.account_id, h.kind)
    order by n.at, h.record_id
  ));
  return null;
end
$$;
comment on function private.queue_runs_for_webhooks() is
  'Statement trigger: queues for webhooks that an automation or agent is late, fails or is back.';
alter function private.queue_runs_for_webhooks() owner to cairn_definer;
create function private.lease_webhooks(at_most integer, failing_too boolean, without text[])
returns table (
  webhook uuid, lease uuid, url text, format text, name text, failures integer, signs jsonb, moment timestamptz
)
-- To find one event of many the planner would read the queue from its beginning, which may be another webhook's.
language sql volatile security definer set search_path = '' set enable_seqscan = off
as $$
  with free as (
    select k.account_id, k.webhook_id
    from private.webhook_work k
    join public.webhooks w on w.account_id = k.account_id and w.id = k.webhook_id
    where (k.leased_until is null or k.leased_until not between now() and now() + interval '1 minute')
      and (failing_too or k.failures = 0)
      and coalesce(lower(substring(w.url from '^[^/]*//([^/?#]*)')), '') <> all (without)
      and (
        w.paused is null
        and k.next_at not between now() and now() + interval '2 hours'
        and (
          exists (
            select from private.webhook_queue q where q.webhook_id = k.webhook_id and q.attempts = 0 and not q.by_hand
          )
          or exists (
            select from private.webhook_queue q
            where q.webhook_id = k.webhook_id and q.attempts > 0 and not q.by_hand
              and (k.failures > 0 or q.next_at not between now() and now() + interval '2 hours')
          )
        )
        or exists (select from private.webhook_queue q where q.webhook_id = k.webhook_id and q.by_hand)
      )
    order by k.leased_until nulls first
    limit at_most
    for no key update of k skip locked
  ),
  taken as (
    update private.webhook_work k
    set lease = gen_random_uuid(), leased_until = now() + interval '30 seconds'
    from free f
    where k.account_id = f.account_id and k.webhook_id = f.webhook_id
    returning k.account_id, k.webhook_id, k.lease, k.failures
  )
  select
    t.webhook_id, t.lease, w.url, w.format, w.name, t.failures,
    (
      select jsonb_agg(
        jsonb_build_object('number', s.number, 'secret', s.secret, 'sealed', encode(s.sealed, 'base64'))
        order by s.number desc
      )
      from private.webhook_secrets s
      where s.account_id = t.account_id and s.webhook_id = t.webhook_id and (s.until is null or s.until > now())
    ),
    now()
  from taken t
  join public.webhooks w on w.account_id = t.account_id and w.id = t.webhook_id
$$;
comment on function private.lease_webhooks(integer, boolean, text[]) is
  'For the server: takes webhooks that have something to send for 30 seconds, those served longest ago first, but for those at some hosts.';
alter function private.lease_webhooks(integer, boolean, text[]) owner to cairn_definer;
revoke all on function private.lease_webhooks(integer, boolean, text[]) from public;
grant execute on function private.lease_webhooks(integer, boolean, text[]) to supabase_auth_admin;
create function private.next_for_webhook(webhook uuid, at_most integer)
returns table (
  number bigint, message_id uuid, subject uuid, event text, payload jsonb, body text, attempts integer, by_hand boolean
)
language plpgsql stable security definer set search_path = '' set enable_seqscan = off
as $$
declare
  failing constant boolean := exists (
    select from private.webhook_work k where k.webhook_id = webhook and k.failures > 0
  );
  paused constant boolean := exists (select from public.webhooks w where w.id = webhook and w.paused is not null);
  resting constant boolean := exists (
    select from private.webhook_work k
    where k.webhook_id = webhook and k.next_at between now() and now() + interval '2 hours'
  );
begin
  return query
  select q.number, q.message_id, q.subject, q.event, q.payload, q.body, q.attempts, q.by_hand
  from private.webhook_queue q
  where q.webhook_id = webhook and q.by_hand
  order by q.number
  limit at_most;
  if paused or resting then
    return;
  end if;
  return query
  select n.number, n.message_id, n.subject, n.event, n.payload, n.body, n.attempts, n.by_hand
  from (
    (
      select q.* from private.webhook_queue q
      where q.webhook_id = webhook and q.attempts = 0 and not q.by_hand and not exists (
          select from private.webhook_queue e
          where e.webhook_id = q.webhook_id and e.subject = q.subject and e.number < q.number and e.attempts > 0
            and not e.by_hand
        )
      order by q.number
      limit case when failing then 1 else at_most end
    )
    union all
    (
      select q.* from private.webhook_queue q
      where q.webhook_id = webhook and q.attempts > 0 and not q.by_hand and not exists (
          select from private.webhook_queue e
          where e.webhook_id = q.webhook_id and e.subject = q.subject and e.number < q.number and e.attempts > 0
            and not e.by_hand
        )
        and (failing or q.next_at not between now() and now() + interval '2 hours')
      order by q.next_at
      limit case when failing then 1 else at_most end
    )
  ) n
  order by n.attempts, n.number
  limit case when failing then 1 else at_most end;
end
$$;
comment on function private.next_for_webhook(uuid, integer) is
  'For the server: what to send to a webhook next, in order; of one of which nothing arrives, what was tried least.';
alter function private.next_for_webhook(uuid, integer) owner to cairn_definer;
revoke all on function private.next_for_webhook(uuid, integer) from public;
grant execute on function private.next_for_webhook(uuid, integer) to supabase_auth_admin;
create function private.settle_webhook(webhook uuid, lease uuid, results jsonb, rest_seconds numeric, pause text)
returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  account constant uuid := (select w.account_id from public.webhooks w where w.id = webhook);
  sent integer;
  arrived integer;
begin
  if account is null then
    return;
  end if;
  insert into public.webhook_deliveries (
    account_id, webhook_id, message_id, subject, event, record, attempt, milliseconds, failure, status,
    request_headers, request_body, answer_body
  )
  select
    account, webhook, q.message_id, q.subject, q.event, r.record, q.attempts + 1, r.milliseconds, r.failure, r.status,
    r.headers, r.body, left(r.answer, 2000)
  from jsonb_to_recordset(results) as r (
    number bigint, record jsonb, milliseconds integer, failure text, status integer, headers jsonb, body text, answer text
  )
  join private.webhook_queue q on q.number = r.number and q.webhook_id = webhook;
  select count(*), count(*) filter (where r.failure is null) into sent, arrived
  from jsonb_to_recordset(results) as r (number bigint, failure text)
  join private.webhook_queue q on q.number = r.number and q.webhook_id = webhook and not q.by_hand;
  delete from private.webhook_queue q
  using jsonb_to_recordset(results) as r (number bigint, failure text)
  where q.number = r.number and q.webhook_id = webhook and (r.failure is null or q.by_hand);
  update private.webhook_queue q
  set attempts = q.attempts + 1, next_at = now() + make_interval(secs => r.wait)
  from jsonb_to_recordset(results) as r (number bigint, wait numeric)
  where q.number = r.number and q.webhook_id = webhook;
  if arrived > 0 then
    update private.webhook_queue q set next_at = now()
    where q.webhook_id = webhook and q.attempts > 0 and not q.by_hand
      and exists (select from private.webhook_work k where k.webhook_id = webhook and k.failures > 0);
  end if;
  update private.webhook_work k
  set failures = case when arrived > 0 then 0 when sent > 0 then k.failures + 1 else k.failures end,
    failing_since = case when arrived > 0 then null when sent > 0 then coalesce(k.failing_since, now()) else k.failing_since end,
    delivered_at = case when arrived > 0 then now() else k.delivered_at end,
    next_at = now() + make_interval(secs => rest_seconds),
    leased_until = case when k.lease = settle_webhook.lease then now() - interval '1 millisecond' else k.leased_until end
  where k.account_id = account and k.webhook_id = webhook;
  if pause is not null then
    perform private.pause_failing_webhook(webhook, pause);
  end if;
end
$$;
comment on function private.settle_webhook(uuid, uuid, jsonb, numeric, text) is
  'For the server: notes what came of deliveries, [{"number", "record", "milliseconds", "failure", "status", "headers", "body", "answer", "wait"}], gives the webhook back, lets it rest, and pauses it where that is said: gone or failing.';
alter function private.settle_webhook(uuid, uuid, jsonb, numeric, text) owner to cairn_definer;
revoke all on function private.settle_webhook(uuid, uuid, jsonb, numeric, text) from public;
grant execute on function private.settle_webhook(uuid, uuid, jsonb, numeric, text) to supabase_auth_admin;
create function private.pause_failing_webhook(webhook uuid, reason text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  hook public.webhooks;
  person uuid;
begin
  update public.webhooks w set paused = reason where w.id = webhook and w.paused is null returning w.* into hook;
  if not found then
    return;
  end if;
  perform private.audit_webhook('webhook_paused', webhook, hook.name, hook.url, jsonb_build_object('reason', reason));
  for person in
    select m.user_id
    from public.account_members m
    where m.account_id = hook.account_id
      and case when hook.owner_id is null then m.permission_level = 'admin' else m.user_id = hook.owner_id end
    order by m.user_id
  loop
    perform private.notify(
      hook.account_id, person, 'webhook_paused', payload => jsonb_build_object('name', hook.name, 'reason', reason)
    );
  end loop;
end
$$;
comment on function private.pause_failing_webhook(uuid, text) is
  'Pauses a webhook whose receiver is gone or has failed for three days, and tells its owner; the admins where that person has left.';
alter function private.pause_failing_webhook(uuid, text) owner to cairn_definer;
create function private.seal_webhook_secret(webhook uuid, number integer, sealed bytea) returns void
language sql volatile security definer set search_path = ''
as $$
  update private.webhook_secrets s
  set secret = null, sealed = seal_webhook_secret.sealed
  where s.webhook_id = webhook and s.number = seal_webhook_secret.number and s.secret is not null
$$;
comment on function private.seal_webhook_secret(uuid, integer, bytea) is
  'For the server: keeps a secret sealed from now on, in place of the secret itself.';
alter function private.seal_webhook_secret(uuid, integer, bytea) owner to cairn_definer;
revoke all on function private.seal_webhook_secret(uuid, integer, bytea) from public;
grant execute on function private.seal_webhook_secret(uuid, integer, bytea) to supabase_auth_admin;
create function private.open_webhook_secrets() returns table (webhook uuid, number integer, secret text)
language sql stable security definer set search_path = ''
as $$
  select s.webhook_id, s.number, s.secret from private.webhook_secrets s where s.secret is not null limit 100
$$;
comment on function private.open_webhook_secrets() is 'For the server: the secrets that are still to be sealed.';
alter function private.open_webhook_secrets() owner to cairn_definer;
revoke all on function private.open_webhook_secrets() from public;
grant execute on function private.open_webhook_secrets() to supabase_auth_admin;
create function private.sweep_webhooks(at_most integer) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  swept integer;
  more integer;
begin
  delete from private.webhook_queue q where (q.webhook_id, q.number) in (
    select o.webhook_id, o.number
    from private.webhook_remains r
    join private.webhook_queue o on o.webhook_id = r.webhook_id
    limit at_most
  );
  get diagnostics swept = row_count;
  delete from public.webhook_deliveries d where d.id in (
    (
      select o.id from private.webhook_remains r join public.webhook_deliveries o on o.webhook_id = r.webhook_id
      limit at_most
    )
    union all
    (select o.id from public.webhook_deliveries o where o.at < now() - interval '30 days' order by o.at limit at_most)
  );
  get diagnostics more = row_count;
  swept := swept + more;
  delete from private.webhook_queue q where (q.webhook_id, q.number) in (
    select o.webhook_id, o.number
    from private.webhook_queue o
    where o.created_at < now() - interval '30 days'
    limit at_most
  );
  get diagnostics more = row_count;
  swept := swept + more;
  delete from private.webhook_secrets s where s.until < now();
  if swept = 0 then
    delete from private.webhook_remains;
  end if;
  return swept;
end
$$;
comment on function private.sweep_webhooks(integer) is
  'For the server: deletes what is left of deleted webhooks, deliveries and waiting events older than 30 days, and secrets that have ended; some rows at a time. Returns how many.';
alter function private.sweep_webhooks(integer) owner to cairn_definer;
revoke all on function private.sweep_webhooks(integer) from public;
grant execute on function private.sweep_webhooks(integer) to supabase_auth_admin;
create function public.get_webhook_deliveries(
  webhook uuid, before_at timestamptz default null, before_id uuid default null, result_limit integer default 50
)
returns table (
  id uuid, message_id uuid, event text, record jsonb, attempt integer, at timestamptz, milliseconds integer,
  failure text, status integer
)
language sql stable set search_path = ''
as $$
  select d.id, d.message_id, d.event, d.record, d.attempt, d.at, d.milliseconds, d.failure, d.status
  from public.webhook_deliveries d
  where d.account_id = (select private.my_account()) and d.webhook_id = webhook
    and (before_at is null or (d.at, d.id) < (before_at, before_id))
  order by d.at desc, d.id desc
  limit least(greatest(coalesce(result_limit, 50), 1), 100)
$$;
comment on function public.get_webhook_deliveries(uuid, timestamptz, uuid, integer) is
  'What was sent to a webhook, newest first; further ones after moment and id of the last.';
alter function public.get_webhook_deliveries(uuid, timestamptz, uuid, integer) owner to cairn_definer;
revoke all on function public.get_webhook_deliveries(uuid, timestamptz, uuid, integer)
  from public, anon, authenticated, service_role;
grant execute on function public.get_webhook_deliveries(uuid, timestamptz, uuid, integer) to authenticated;
create function private.limit_sending_by_hand(webhook uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if not private.count_against_limit('by hand to webhook ' || webhook, 10) then
    raise exception 'Too many requests.' using errcode = 'PT429', hint = 'Wait a minute, then try again.';
  end if;
end
$$;
comment on function private.limit_sending_by_hand(uuid) is
  'Refuses with PT429 what is sent to a webhook by hand more than ten times a minute.';
alter function private.limit_sending_by_hand(uuid) owner to cairn_definer;
create function public.send_webhook_again(delivery uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  sent public.webhook_deliveries;
begin
  perform private.refuse_managing_webhooks();
  select d.* into sent
  from public.webhook_deliveries d
  join public.webhooks w on w.account_id = d.account_id and w.id = d.webhook_id
  where d.id = delivery and d.account_id = private.my_account();
  if not found then
    raise exception 'This delivery is no longer in the log.' using errcode = 'PT404';
  end if;
  perform private.limit_sending_by_hand(sent.webhook_id);
  insert into private.webhook_queue (account_id, webhook_id, message_id, subject, event, payload, body, by_hand)
  values (
    sent.account_id, sent.webhook_id, sent.message_id, sent.subject, sent.event,
    jsonb_build_object('data', jsonb_build_object('record', sent.record)), sent.request_body, true
  );
end
$$;
comment on function public.send_webhook_again(uuid) is
  'Sends once more what a delivery sent, with the same webhook-id, for admins. Once, also while the webhook is paused.';
alter function public.send_webhook_again(uuid) owner to cairn_definer;
revoke all on function public.send_webhook_again(uuid) from public, anon, authenticated, service_role;
grant execute on function public.send_webhook_again(uuid) to authenticated;
create function public.send_webhook_test(webhook uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  hook public.webhooks;
begin
  perform private.refuse_managing_webhooks();
  select w.* into hook from public.webhooks w where w.id = webhook and w.account_id = private.my_account();
  if not found then
    perform private.refuse_gone_webhook();
  end if;
  perform private.limit_sending_by_hand(webhook);
  insert into private.webhook_queue (account_id, webhook_id, subject, event, payload, by_hand)
  values (
    hook.account_id, webhook, webhook, 'test',
    jsonb_build_object(
      'type', 'test',
      'timestamp', to_char(clock_timestamp() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
      'data', jsonb_build_object('webhook', hook.name, 'actor', jsonb_build_object(
        'id', private.caller_id(), 'name', private.name_of_member(hook.account_id, private.caller_id())
      ))
    ),
    true
  );
end
$$;
comment on function public.send_webhook_test(uuid) is
  'Sends an event "test" to a webhook, for admins. Once, also while the webhook is paused.';
alter function public.send_webhook_test(uuid) owner to cairn_definer;
revoke all on function public.send_webhook_test(uuid) from public, anon, authenticated, service_role;
grant execute on function public.send_webhook_test(uuid) to authenticated;
create function private.tokens_ending(account uuid, moment timestamptz)
returns table (account_id uuid, token_id uuid, person_id uuid, step smallint)
language sql stable security definer set search_path = ''
as $$
  select t.account_id, t.id, coalesce(t.owner_id, a.owner_id), s.step
  from public.api_tokens t
  left join public.service_accounts a on a.account_id = t.account_id and a.id = t.service_account_id
  cross join lateral (
    select min(every.step)::smallint as step
    from unnest(array[1, 7, 14]) as every (step)
    where t.expires_at <= moment + make_interval(days => every.step)
  ) s
  where t.expires_at > moment and t.expires_at <= moment + interval '14 days'
    and (account is null or t.account_id = account)
    and coalesce(t.owner_id, a.owner_id) is not null
    and (t.warned_days is null or t.warned_days > s.step)
$$;
comment on function private.tokens_ending(uuid, timestamptz) is
  'The tokens, of one account where it is given, of whose end their owners are still to be told at a moment: whom, and which step.';
alter function private.tokens_ending(uuid, timestamptz) owner to cairn_definer;
create function private.accounts_with_ending_tokens(moment timestamptz) returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select distinct d.account_id from private.tokens_ending(null, moment) d
$$;
comment on function private.accounts_with_ending_tokens(timestamptz) is
  'The accounts with tokens of whose end their owners are to be told at a moment.';
alter function private.accounts_with_ending_tokens(timestamptz) owner to cairn_definer;
revoke all on function private.accounts_with_ending_tokens(timestamptz) from public;
grant execute on function private.accounts_with_ending_tokens(timestamptz) to supabase_auth_admin;
create function private.tokens_to_tell(account uuid, moment timestamptz, without text[], at_most integer) returns setof text
language sql stable security definer set search_path = ''
as $$
  select d.token_id::text
  from private.tokens_ending(account, moment) d
  where d.token_id <> all (without::uuid[])
  order by d.step, d.token_id
  limit at_most
$$;
comment on function private.tokens_to_tell(uuid, timestamptz, text[], integer) is
  'The tokens of an account, but for some, of whose end their owners are to be told at a moment: the nearest end first.';
alter function private.tokens_to_tell(uuid, timestamptz, text[], integer) owner to cairn_definer;
revoke all on function private.tokens_to_tell(uuid, timestamptz, text[], integer) from public;
grant execute on function private.tokens_to_tell(uuid, timestamptz, text[], integer) to supabase_auth_admin;
create function private.tell_of_tokens(account uuid, moment timestamptz, only_these text[]) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  told record;
  amount integer := 0;
begin
  -- Of two servers that tell at this moment, the second waits here and finds nothing left to tell.
  for told in
    update public.api_tokens t set warned_days = d.step
    from private.tokens_ending(account, moment) d
    where t.account_id = d.account_id and t.id = d.token_id and t.id = any (only_these::uuid[])
      and (t.warned_days is null or t.warned_days > d.step)
    returning t.account_id, d.person_id, t.name, t.expires_at, t.last_used_at, t.last_used_network
  loop
    perform private.notify(
      told.account_id, told.person_id, 'token_expires',
      payload => jsonb_build_object('token', jsonb_build_object(
        'name', told.name, 'ends_at', told.expires_at, 'used_at', told.last_used_at, 'network', told.last_used_network::inet
      ))
    );
    amount := amount + 1;
  end loop;
  return amount;
end
$$;
comment on function private.tell_of_tokens(uuid, timestamptz, text[]) is
  'Tells owners that these tokens of an account end soon, as far as they are due at a moment. Returns of how many. For the server alone.';
alter function private.tell_of_tokens(uuid, timestamptz, text[]) owner to cairn_definer;
revoke all on function private.tell_of_tokens(uuid, timestamptz, text[]) from public;
grant execute on function private.tell_of_tokens(uuid, timestamptz, text[]) to supabase_auth_admin;
create or replace function public.delete_expired(
  what text, keep_days integer, at_most integer default 1000, account uuid default null,
  only_these text[] default null
)
returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  oldest constant timestamptz := now() - private.days_kept(what, keep_days);
  deleted integer;
begin
  case what
    when 'sign-ins' then
      delete from public.login_attempts where id in (
        select a.id from public.login_attempts a where a.attempted_at < oldest
          and (only_these is null or a.id in (select t::bigint from unnest(only_these) as t))
        order by a.attempted_at limit at_most
      );
    when 'audit' then
      delete from public.security_audit_log where id in (
        select l.id from public.security_audit_log l where l.created_at < oldest
          and (account is null or l.account_id = account)
          and (only_these is null or l.id in (select t::uuid from unnest(only_these) as t))
        order by l.created_at limit at_most
      );
    when 'history' then
      -- An act is a row for many lines, and goes with the first of them.
      delete from public.acts a where a.done_at < oldest and (account is null or a.account_id = account);
      delete from public.record_history where id in (
        select h.id from public.record_history h where h.changed_at < oldest
          and (account is null or h.account_id = account)
          and (only_these is null or h.id in (select t::uuid from unnest(only_these) as t))
        order by h.changed_at limit at_most
      );
    when 'bin' then
      return private.empty_bins(greatest(keep_days, 1), at_most, account, only_these);
    when 'fields' then
      return private.purge_own_fields(oldest, account, only_these);
    when 'imports' then
      delete from public.imports where id in (
        select i.id from public.imports i where i.started_at < oldest
          and (account is null or i.account_id = account)
          and (only_these is null or i.id in (select t::uuid from unnest(only_these) as t))
        order by i.started_at limit at_most
      );
    when 'runs' then
      delete from public.runs r
      using (
        (
          select x.heartbeat_id, x.number from public.runs x where only_these is null and x.at < oldest
          order by x.at limit at_most
        )
        union all
        select split_part(t, ' ', 1)::uuid, split_part(t, ' ', 2)::bigint from unnest(only_these) as t
      ) over
      where r.heartbeat_id = over.heartbeat_id and r.number = over.number and r.at < oldest;
    when 'answers' then
      delete from private.kept_answers a
      using (
        (
          select x.account_id, x.user_id, x.holder, x.key
          from private.kept_answers x
          where only_these is null and x.kept_at < oldest
          order by x.kept_at limit at_most
        )
        union all
        select (t::jsonb ->> 0)::uuid, (t::jsonb ->> 1)::uuid, t::jsonb ->> 2, t::jsonb ->> 3 from unnest(only_these) as t
      ) over
      where a.account_id = over.account_id and a.user_id = over.user_id and a.holder = over.holder and a.key = over.key
        and a.kept_at < oldest;
    else
      raise exception 'There is nothing called % that expires.', what
        using errcode = '22023', hint = 'Name sign-ins, audit, history, bin, fields, imports, runs or answers.';
  end case;
  get diagnostics deleted = row_count;
  return deleted;
end
$$;
comment on function public.delete_expired(text, integer, integer, uuid, text[]) is
  'For the server: deletes the oldest sign-ins, audit entries, changes of the history, records in bins, deleted own fields, imports, runs or kept answers that are older than so many days; of the audit log nothing of the last 90, of fields of the last 30. A field goes with the values of all records, of some thousand at a time: it is there until the last is gone. Of one account where it is given; sign-ins, runs and answers are of none. Only those with these keys where they are given. Returns how many.';
create or replace function private.expired_rows(what text, keep_days integer, account uuid, without text[], at_most integer)
returns setof text
language plpgsql stable security definer set search_path = ''
as $$
declare
  oldest constant timestamptz := now() - private.days_kept(what, keep_days);
begin
  case what
    when 'sign-ins' then
      return query
      select a.id::text from public.login_attempts a
      where a.attempted_at < oldest and a.id <> all (without::bigint[])
      order by a.attempted_at limit at_most;
    when 'audit' then
      return query
      select l.id::text from public.security_audit_log l
      where l.account_id = account and l.created_at < oldest and l.id <> all (without::uuid[])
      order by l.created_at limit at_most;
    when 'history' then
      return query
      select h.id::text from public.record_history h
      where h.account_id = account and h.changed_at < oldest and h.id <> all (without::uuid[])
      order by h.changed_at limit at_most;
    when 'bin' then
      return query
      select b.kind || ' ' || b.record_id from public.binned_records b
      where b.account_id = account and b.deleted_at < oldest and b.kind || ' ' || b.record_id <> all (without)
      order by b.deleted_at limit at_most;
    when 'fields' then
      return query
      select f.id::text from public.own_fields f
      where f.account_id = account and f.deleted_at < oldest and f.id <> all (without::uuid[])
      order by f.deleted_at limit at_most;
    when 'imports' then
      return query
      select i.id::text from public.imports i
      where i.account_id = account and i.started_at < oldest and i.id <> all (without::uuid[])
      order by i.started_at limit at_most;
    when 'runs' then
      return query
      select r.heartbeat_id || ' ' || r.number from public.runs r
      where r.at < oldest and r.heartbeat_id || ' ' || r.number <> all (without)
      order by r.at limit at_most;
    when 'answers' then
      return query
      select jsonb_build_array(a.account_id, a.user_id, a.holder, a.key)::text from private.kept_answers a
      where a.kept_at < oldest
        and jsonb_build_array(a.account_id, a.user_id, a.holder, a.key)::text <> all (without)
      order by a.kept_at limit at_most;
  end case;
end
$$;
create trigger account_members_leave_service_accounts after update of permission_level on public.account_members
  for each row when (new.permission_level = 'viewer' and old.permission_level <> 'viewer')
  execute function private.leave_service_accounts();
create trigger api_settings_audit after insert or update on public.api_settings
  for each row when (current_user = 'authenticated') execute function private.audit_api_settings();
create trigger webhooks_note_remains after delete on public.webhooks
  for each row execute function private.note_remains();
create trigger record_history_webhooks after insert on public.record_history
  referencing new table as changes
  for each statement execute function private.queue_changes_for_webhooks();
create trigger handovers_webhooks_asked after insert on public.handovers
  referencing new table as handed
  for each statement execute function private.queue_handovers_for_webhooks('handover.asked');
create trigger handovers_webhooks_answered after update on public.handovers
  referencing new table as handed
  for each statement execute function private.queue_handovers_for_webhooks('handover.answered');
create trigger account_members_webhooks_joined after insert on public.account_members
  referencing new table as members
  for each statement execute function private.queue_members_for_webhooks('member.joined');
create trigger account_members_webhooks_left after delete on public.account_members
  referencing old table as members
  for each statement execute function private.queue_members_for_webhooks('member.left');
create trigger heartbeat_news_webhooks after insert on private.heartbeat_news
  referencing new table as news
  for each statement execute function private.queue_runs_for_webhooks();
create policy "tokens keep to their scopes" on public.account_members
  as restrictive to authenticated
  using ((select private.may('people', 'read')))
  with check ((select private.is_unscoped()));
create policy "tokens keep to their scopes" on public.accounts
  as restrictive to authenticated
  using ((select private.is_unscoped()) or (select private.kinds_in_scope('read')) <> '{}')
  with check ((select private.is_unscoped()));
create policy "tokens keep to their scopes" on public.acts
  as restrictive to authenticated
  using ((select private.is_unscoped()));
create policy "tokens keep to their scopes" on public.agents
  as restrictive to authenticated
  using ((select private.may('agents', 'read')))
  with check ((select private.may('agents', 'write')));
create policy "tokens keep to their scopes" on public.api_settings
  as restrictive to authenticated
  using ((select private.is_unscoped()));
create policy "tokens keep to their scopes" on public.api_tokens
  as restrictive to authenticated
  using ((select private.is_unscoped()));
create policy "tokens keep to their scopes" on public.app_features
  as restrictive to authenticated
  using ((select private.is_unscoped()));
create policy "tokens keep to their scopes" on public.appearance_settings
  as restrictive to authenticated
  using ((select private.is_unscoped()));
create policy "tokens keep to their scopes" on public.archive_imports
  as restrictive to authenticated
  using ((select private.is_unscoped()));
create policy "tokens keep to their scopes" on public.archives
  as restrictive to authenticated
  using ((select private.is_unscoped()));
create policy "tokens keep to their scopes" on public.automations
  as restrictive to authenticated
  using ((select private.may('automations', 'read')))
  with check ((select private.may('automations', 'write')));
create policy "tokens keep to their scopes" on public.departed_owners
  as restrictive to authenticated
  using ((select private.is_unscoped()) or kind = any ((select private.kinds_in_scope('read'))::text[]))
  with check ((select private.is_unscoped()));
create policy "tokens keep to their scopes" on public.discovered_callers
  as restrictive to authenticated
  using ((select private.is_unscoped()));
create policy "tokens keep to their scopes" on public.found_records
  as restrictive to authenticated
  using ((select private.is_unscoped()));
create policy "tokens keep to their scopes" on public.handovers
  as restrictive to authenticated
  using ((select private.is_unscoped()) or kind = any ((select private.kinds_in_scope('read'))::text[]))
  with check ((select private.is_unscoped()));
create policy "tokens keep to their scopes" on public.heartbeats
  as restrictive to authenticated
  using ((select private.is_unscoped()) or kind = any ((select private.kinds_in_scope('read'))::text[]))
  with check ((select private.is_unscoped()));
create policy "tokens keep to their scopes" on public.import_rows
  as restrictive to authenticated
  using ((select private.is_unscoped()));
create policy "tokens keep to their scopes" on public.imports
  as restrictive to authenticated
  using ((select private.is_unscoped()));
create policy "tokens keep to their scopes" on public.knowledge_articles
  as restrictive to authenticated
  using ((select private.is_unscoped()));
create policy "tokens keep to their scopes" on public.login_attempts
  as restrictive to authenticated
  using ((select private.is_unscoped()));
create policy "tokens keep to their scopes" on public.notification_preferences
  as restrictive to authenticated
  using ((select private.is_unscoped()));
create policy "tokens keep to their scopes" on public.notifications
  as restrictive to authenticated
  using ((select private.is_unscoped()));
create policy "tokens keep to their scopes" on public.own_fields
  as restrictive to authenticated
  using ((select private.is_unscoped()) or (select private.kinds_in_scope('read')) <> '{}')
  with check ((select private.is_unscoped()));
create policy "tokens keep to their scopes" on public.password_history
  as restrictive to authenticated
  using ((select private.is_unscoped()));
create policy "tokens keep to their scopes" on public.pending_invitations
  as restrictive to authenticated
  using ((select private.is_unscoped()));
create policy "tokens keep to their scopes" on public.profiles
  as restrictive to authenticated
  using ((select private.may('people', 'read')))
  with check ((select private.is_unscoped()));
create policy "tokens keep to their scopes" on public.record_experts
  as restrictive to authenticated
  using ((select private.is_unscoped()) or kind = any ((select private.kinds_in_scope('read'))::text[]))
  with check ((select private.is_unscoped()) or kind = any ((select private.kinds_in_scope('write'))::text[]));
create policy "tokens keep to their scopes" on public.record_history
  as restrictive to authenticated
  using ((select private.is_unscoped()) or kind = any ((select private.kinds_in_scope('read'))::text[]))
  with check ((select private.is_unscoped()));
create policy "tokens keep to their scopes" on public.run_days
  as restrictive to authenticated
  using ((select private.may('automations', 'read')) and (select private.may('agents', 'read')))
  with check ((select private.is_unscoped()));
create policy "tokens keep to their scopes" on public.runs
  as restrictive to authenticated
  using ((select private.may('automations', 'read')) and (select private.may('agents', 'read')))
  with check ((select private.is_unscoped()));
create policy "tokens keep to their scopes" on public.security_audit_log
  as restrictive to authenticated
  using ((select private.may('audit', 'read')))
  with check ((select private.is_unscoped()));
create policy "tokens keep to their scopes" on public.security_rate_limits
  as restrictive to authenticated
  using ((select private.is_unscoped()));
create policy "tokens keep to their scopes" on public.service_accounts
  as restrictive to authenticated
  using ((select private.is_unscoped()));
create policy "tokens keep to their scopes" on public.solution_agents
  as restrictive to authenticated
  using ((select private.may('solutions', 'read')))
  with check ((select private.may('solutions', 'write')));
create policy "tokens keep to their scopes" on public.solution_automations
  as restrictive to authenticated
  using ((select private.may('solutions', 'read')))
  with check ((select private.may('solutions', 'write')));
create policy "tokens keep to their scopes" on public.solutions
  as restrictive to authenticated
  using ((select private.may('solutions', 'read')))
  with check ((select private.may('solutions', 'write')));
create policy "tokens keep to their scopes" on public.suggestions
  as restrictive to authenticated
  using ((select private.is_unscoped()) or kind = any ((select private.kinds_in_scope('read'))::text[]))
  with check ((select private.is_unscoped()));
create policy "tokens keep to their scopes" on public.systems
  as restrictive to authenticated
  using ((select private.may('systems', 'read')))
  with check ((select private.may('systems', 'write')));
create policy "tokens keep to their scopes" on public.tags
  as restrictive to authenticated
  using ((select private.is_unscoped()) or (select private.kinds_in_scope('read')) <> '{}')
  with check ((select private.is_unscoped()) or (select private.kinds_in_scope('write')) <> '{}');
create policy "tokens keep to their scopes" on public.view_settings
  as restrictive to authenticated
  using ((select private.is_unscoped()));
create policy "tokens keep to their scopes" on public.views
  as restrictive to authenticated
  using ((select private.is_unscoped()));
create policy "tokens keep to their scopes" on public.webhook_deliveries
  as restrictive to authenticated
  using ((select private.is_unscoped()));
create policy "tokens keep to their scopes" on public.webhooks
  as restrictive to authenticated
  using ((select private.is_unscoped()));
create policy "tokens delete within their scopes" on public.account_members
  as restrictive for delete to authenticated
  using ((select private.is_unscoped()));
create policy "tokens delete within their scopes" on public.agents
  as restrictive for delete to authenticated
  using ((select private.may('agents', 'write')));
create policy "tokens delete within their scopes" on public.automations
  as restrictive for delete to authenticated
  using ((select private.may('automations', 'write')));
create policy "tokens delete within their scopes" on public.record_experts
  as restrictive for delete to authenticated
  using ((select private.is_unscoped()) or kind = any ((select private.kinds_in_scope('write'))::text[]));
create policy "tokens delete within their scopes" on public.solution_agents
  as restrictive for delete to authenticated
  using ((select private.may('solutions', 'write')));
create policy "tokens delete within their scopes" on public.solution_automations
  as restrictive for delete to authenticated
  using ((select private.may('solutions', 'write')));
create policy "tokens delete within their scopes" on public.solutions
  as restrictive for delete to authenticated
  using ((select private.may('solutions', 'write')));
create policy "tokens delete within their scopes" on public.systems
  as restrictive for delete to authenticated
  using ((select private.may('systems', 'write')));
create policy "tokens delete within their scopes" on public.tags
  as restrictive for delete to authenticated
  using ((select private.is_unscoped()) or (select private.kinds_in_scope('write')) <> '{}');
create policy "members see the service accounts of their account" on public.service_accounts
  for select to authenticated
  using (account_id = (select private.my_account()));
create policy "members see their tokens, admins all" on public.api_tokens
  for select to authenticated
  using (
    account_id = (select private.my_account())
    and (
      (select private.my_rank()) = 3
      or owner_id = (select private.caller_id())
      or exists (
        select from public.service_accounts s
        where s.account_id = api_tokens.account_id and s.id = api_tokens.service_account_id
          and s.owner_id = (select private.caller_id())
      )
    )
  );
create policy "members see what their account allows" on public.api_settings
  for select to authenticated
  using (account_id = (select private.my_account()));
create policy "admins say what their account allows" on public.api_settings
  for insert to authenticated
  with check (account_id = (select private.my_account()) and (select private.my_rank()) = 3);
create policy "admins change what their account allows" on public.api_settings
  for update to authenticated
  using (account_id = (select private.my_account()) and (select private.my_rank()) = 3);
create policy "members see the suggestions of their account" on public.suggestions
  for select to authenticated
  using (account_id = (select private.my_account()));
create policy "admins and its owner see a webhook" on public.webhooks
  for select to authenticated
  using (
    account_id = (select private.my_account())
    and ((select private.my_rank()) = 3 or owner_id = (select private.caller_id()))
  );
create policy "admins and its owner see what a webhook was sent" on public.webhook_deliveries
  for select to authenticated
  using (
    account_id = (select private.my_account())
    and (
      (select private.my_rank()) = 3
      or webhook_id in (select w.id from public.webhooks w where w.owner_id = (select private.caller_id()))
    )
  );
alter table private.kept_answers enable row level security;
alter table private.kept_answers force row level security;
comment on table private.kept_answers is 'Answers to writes by their Idempotency-Key, for 24 hours.';
comment on column private.kept_answers.holder is 'The token or app that sent the write for the person; empty for a session.';
comment on column private.kept_answers.fingerprint is 'Tells the request from others with the same key.';
comment on column private.kept_answers.headers is 'Pairs of names and values.';
comment on column private.kept_answers.body is 'In base64; empty where it was too large to be kept.';
revoke all on private.kept_answers from public, anon, authenticated, service_role, supabase_auth_admin, cairn_definer;
grant select, insert, update, delete on private.kept_answers to cairn_definer;
alter table private.token_secrets enable row level security;
alter table private.token_secrets force row level security;
comment on table private.token_secrets is 'The SHA-256 of each secret of a token: the present one, and a former one until it ends.';
revoke all on private.token_secrets from public, anon, authenticated, service_role, supabase_auth_admin, cairn_definer;
grant select, insert, update, delete on public.service_accounts, public.api_tokens, public.api_settings, private.token_secrets
  to cairn_definer;
alter table private.webhook_queue enable row level security;
alter table private.webhook_queue force row level security;
comment on table private.webhook_queue is 'What is still to be delivered to webhooks.';
comment on column private.webhook_queue.number is 'The order in which it happened.';
comment on column private.webhook_queue.message_id is 'The webhook-id of all attempts.';
comment on column private.webhook_queue.subject is 'The record or member: what happened to one is delivered in order.';
comment on column private.webhook_queue.payload is 'What happened, as it is sent; the server adds links.';
comment on column private.webhook_queue.body is 'What is sent again as it was sent.';
comment on column private.webhook_queue.by_hand is 'Asked for: sent once, out of order and also while the webhook is paused.';
revoke all on private.webhook_queue from public, anon, authenticated, service_role, supabase_auth_admin, cairn_definer;
grant select, insert, update, delete
  on private.webhook_secrets, private.webhook_work, private.webhook_queue, private.webhook_remains to cairn_definer;
alter table private.webhook_remains enable row level security;
alter table private.webhook_remains force row level security;
comment on table private.webhook_remains is 'Deleted webhooks of which queue or log may still hold something.';
revoke all on private.webhook_remains from public, anon, authenticated, service_role, supabase_auth_admin, cairn_definer;
grant select, insert, update, delete
  on private.webhook_secrets, private.webhook_work, private.webhook_queue, private.webhook_remains to cairn_definer;
alter table private.webhook_secrets enable row level security;
alter table private.webhook_secrets force row level security;
comment on table private.webhook_secrets is 'With what is signed what goes to a webhook.';
comment on column private.webhook_secrets.number is 'Counts the secrets of a webhook.';
comment on column private.webhook_secrets.secret is 'As it was shown, until the server has sealed it.';
comment on column private.webhook_secrets.sealed is 'The same, sealed with the secret of the installation.';
comment on column private.webhook_secrets.until is 'Until when a former one signs too; empty for the present one.';
revoke all on private.webhook_secrets from public, anon, authenticated, service_role, supabase_auth_admin, cairn_definer;
grant select, insert, update, delete
  on private.webhook_secrets, private.webhook_work, private.webhook_queue, private.webhook_remains to cairn_definer;
alter table private.webhook_work enable row level security;
alter table private.webhook_work force row level security;
comment on table private.webhook_work is 'How it goes with the deliveries of a webhook, and which server is at it.';
comment on column private.webhook_work.next_at is 'Before that nothing is sent.';
comment on column private.webhook_work.failures is 'How many times in a row nothing could be delivered.';
comment on column private.webhook_work.leased_until is 'Until then the server with the lease has it alone.';
revoke all on private.webhook_work from public, anon, authenticated, service_role, supabase_auth_admin, cairn_definer;
grant select, insert, update, delete
  on private.webhook_secrets, private.webhook_work, private.webhook_queue, private.webhook_remains to cairn_definer;
alter table public.api_settings enable row level security;
alter table public.api_settings force row level security;
comment on table public.api_settings is 'What an account allows scripts and assistants; all of it is off where it has no row.';
comment on column public.api_settings.tokens_without_end is 'Whether tokens may be made that do not expire.';
comment on column public.api_settings.suggested_edits is 'Whether assistants may suggest edits to the owners of records.';
revoke all on public.api_settings from public, anon, authenticated, service_role, supabase_auth_admin, cairn_definer;
grant select on public.service_accounts, public.api_tokens, public.api_settings to authenticated;
grant insert (tokens_without_end, suggested_edits) on public.api_settings to authenticated;
grant update (tokens_without_end, suggested_edits) on public.api_settings to authenticated;
grant select on public.service_accounts, public.api_tokens, public.api_settings to service_role;
grant select, insert, update, delete on public.service_accounts, public.api_tokens, public.api_settings, private.token_secrets
  to cairn_definer;
alter table public.api_tokens enable row level security;
alter table public.api_tokens force row level security;
comment on table public.api_tokens is 'What scripts and assistants act with, in place of a password.';
comment on column public.api_tokens.scopes is 'What it may: subjects and verbs, such as systems:read. Never more than its owner.';
comment on column public.api_tokens.ending is 'The last four characters of its secret, by which its owner knows it again.';
comment on column public.api_tokens.expires_at is 'When it ends; empty for never, where the account allows that.';
comment on column public.api_tokens.created_by is 'Who made it; empty when that person has left.';
comment on column public.api_tokens.last_used_at is 'When it was last used, to the minute or so.';
comment on column public.api_tokens.last_used_network is 'From where it was last used.';
comment on column public.api_tokens.warned_days is 'Of how many days before its end the owner was warned last.';
revoke all on public.api_tokens from public, anon, authenticated, service_role, supabase_auth_admin, cairn_definer;
grant select on public.service_accounts, public.api_tokens, public.api_settings to authenticated;
grant select on public.service_accounts, public.api_tokens, public.api_settings to service_role;
grant select, insert, update, delete on public.service_accounts, public.api_tokens, public.api_settings, private.token_secrets
  to cairn_definer;
alter table public.service_accounts enable row level security;
alter table public.service_accounts force row level security;
comment on table public.service_accounts is 'Who scripts act for that are no member''s own; a member answers for each.';
comment on column public.service_accounts.owner_id is 'The member as whom its tokens act; empty when that person has left, and until then its tokens open nothing.';
comment on column public.service_accounts.created_by is 'Who added it; empty when that person has left.';
revoke all on public.service_accounts from public, anon, authenticated, service_role, supabase_auth_admin, cairn_definer;
grant select on public.service_accounts, public.api_tokens, public.api_settings to authenticated;
grant select on public.service_accounts, public.api_tokens, public.api_settings to service_role;
grant select, insert, update, delete on public.service_accounts, public.api_tokens, public.api_settings, private.token_secrets
  to cairn_definer;
alter table public.suggestions enable row level security;
alter table public.suggestions force row level security;
comment on table public.suggestions is 'Changes of records that assistants propose; a person decides on each.';
comment on column public.suggestions.kind is 'system, solution, agent or automation.';
comment on column public.suggestions.field is 'The column that should change.';
comment on column public.suggestions.before is 'What stood there when it was suggested.';
comment on column public.suggestions.after is 'What should stand there.';
comment on column public.suggestions.suggested_by is 'In whose name an assistant suggested it; empty when that person has left.';
comment on column public.suggestions.client is 'The program that suggested it, as it calls itself.';
revoke all on public.suggestions from public, anon, authenticated, service_role, supabase_auth_admin, cairn_definer;
grant select on public.suggestions to authenticated, service_role;
grant select, insert, update on public.suggestions to cairn_definer;
alter table public.webhook_deliveries enable row level security;
alter table public.webhook_deliveries force row level security;
comment on table public.webhook_deliveries is 'What was sent to webhooks, a row an attempt, for 30 days.';
comment on column public.webhook_deliveries.message_id is 'The webhook-id: the same for all attempts.';
comment on column public.webhook_deliveries.record is 'Of which record: {"kind", "id", "name"}.';
comment on column public.webhook_deliveries.failure is 'Why it was not delivered; empty when it was.';
comment on column public.webhook_deliveries.answer_body is 'The first 2 kB.';
revoke all on public.webhook_deliveries from public, anon, authenticated, service_role, supabase_auth_admin, cairn_definer;
grant select on public.webhooks, public.webhook_deliveries to authenticated, service_role;
grant select, insert, update, delete on public.webhooks, public.webhook_deliveries to cairn_definer;
alter table public.webhooks enable row level security;
alter table public.webhooks force row level security;
comment on table public.webhooks is 'An address that is told of what happens in an account.';
comment on column public.webhooks.url is 'Where to. It may hold a secret, so only admins and the owner read it.';
comment on column public.webhooks.format is 'standard for signed JSON, or words for a channel of slack, teams or discord. Never changes.';
comment on column public.webhooks.events is 'What it is told of.';
comment on column public.webhooks.kinds is 'Of records of these kinds; of any when empty.';
comment on column public.webhooks.tags is 'Of records that have one of these tags; of any when empty.';
comment on column public.webhooks.fields is 'Of changes of one of these fields, as the history names them; of any when empty.';
comment on column public.webhooks.paused is
  'by_hand, gone (its receiver answered 410) or failing (three days without success); empty while it is active.';
comment on column public.webhooks.owner_id is 'Who made it and is told when it is paused; empty when that person has left.';
revoke all on public.webhooks from public, anon, authenticated, service_role, supabase_auth_admin, cairn_definer;
grant select on public.webhooks, public.webhook_deliveries to authenticated, service_role;
grant select, insert, update, delete on public.webhooks, public.webhook_deliveries to cairn_definer;
