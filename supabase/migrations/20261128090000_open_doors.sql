-- Tokens, scopes, the public API, webhooks, apps and suggestions: the tables, by hand.

create function private.are_scopes(scopes text[]) returns boolean
language sql immutable set search_path = ''
as $$
  select coalesce(cardinality(scopes) between 1 and 20 and array_to_string(scopes, ' ', '') ~ '^[a-z_]+:(read|write)( [a-z_]+:(read|write))*$', false)
$$;
alter function private.are_scopes(text[]) owner to cairn_definer;

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
grant usage on schema private to authenticator;

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
    ('get_audit_log', '{audit:read}', false)
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
      'bin_purged', 'archive_requested', 'archive_downloaded', 'api_token_made', 'api_token_rotated'
    ) then 'high'
    when action in (
      'failed_login', 'lock_out_released', 'password_change_attempted', 'session_ended', 'member_joined', 'member_left',
      'invitation_created', 'invitation_accepted', 'invitation_revoked', 'newcomer_admitted', 'newcomer_refused',
      'newcomer_admission_updated', 'second_factor_reminder_sent', 'feature_updated', 'appearance_updated',
      'bin_expired', 'records_exported', 'archive_import_requested', 'archive_taken_in', 'found_source_added',
      'found_key_renewed', 'discovery_address_made', 'api_token_revoked'
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
alter table private.token_secrets enable row level security;
alter table private.token_secrets force row level security;
comment on table private.token_secrets is 'The SHA-256 of each secret of a token: the present one, and a former one until it ends.';
revoke all on private.token_secrets from public, anon, authenticated, service_role, supabase_auth_admin, cairn_definer;
grant select, insert, update, delete on public.service_accounts, public.api_tokens, public.api_settings, private.token_secrets
  to cairn_definer;
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
