-- Written by `npm run migration` from supabase/schemas:

set check_function_bodies = off;
drop policy "tokens keep to their scopes" on public.departed_owners;
drop policy "tokens keep to their scopes" on public.handovers;
drop policy "tokens keep to their scopes" on public.record_history;
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
    select b.record_id, 'expert', coalesce(p.name, ''), 'left'
    from public.binned_records b
    cross join lateral jsonb_array_elements(b.links -> 'experts') as e (value)
    left join public.profiles p on p.id = (e.value ->> 'expert_id')::uuid and (select private.may('people', 'read'))
    where b.account_id = account and b.record_id = any (ids)
      and not private.stayed_member(account, (e.value ->> 'expert_id')::uuid, b.deleted_at)
    union all
    select b.record_id, 'owner', coalesce(p.name, ''), 'left'
    from public.binned_records b
    left join public.profiles p on p.id = (b.record ->> 'owner_id')::uuid and (select private.may('people', 'read'))
    where b.account_id = account and b.record_id = any (ids) and b.record ->> 'owner_id' is not null
      and not private.stayed_member(account, (b.record ->> 'owner_id')::uuid, b.deleted_at)
  ) m
  where m.why is not null
  group by m.record_id
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
