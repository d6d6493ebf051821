-- Adds relations between records: their table, their uses, and the groups of a map.

create table public.relations (
  -- A key of its own, so that the data API takes the table for no link between catalogues and accounts.
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null default private.my_account() references public.accounts (id) on delete cascade,
  from_kind text not null,
  from_id uuid not null,
  to_kind text not null,
  to_id uuid not null,
  type text not null,
  note text not null default '',
  assigned_by uuid,
  created_at timestamptz not null default now(),
  -- Begins with the account: a key without it would tell a stranger which pairs exist.
  constraint relations_key unique (account_id, from_id, to_id, type),
  constraint relations_from_id_fkey foreign key (account_id, from_id)
    references private.records (account_id, id) on delete cascade,
  constraint relations_to_id_fkey foreign key (account_id, to_id)
    references private.records (account_id, id) on delete cascade,
  constraint relations_assigned_by_fkey foreign key (account_id, assigned_by)
    references public.account_members (account_id, user_id) on delete set null (assigned_by),
  constraint relations_type_known check (private.holds(
    type in ('depends_on', 'feeds_data_to', 'runs_in', 'replaces', 'part_of'),
    'relation.type',
    'Type must be depends_on, feeds_data_to, runs_in, replaces or part_of.'
  )),
  constraint relations_two_records check (private.holds(
    from_id <> to_id,
    'relation.itself',
    'A record cannot have a relation to itself.'
  )),
  constraint relations_note_length check (private.holds(
    char_length(note) <= 500,
    'relation.note_length',
    'A note must have at most 500 characters.'
  ))
);
create index relations_to_id_idx on public.relations (account_id, to_id);
create index relations_assigned_by_idx on public.relations (account_id, assigned_by);
alter table public.relations owner to cairn_owner;

-- Relations that rows of an import leave out.

alter table public.import_rows add column unrelated jsonb not null default '[]';

-- Written by `npm run migration` from supabase/schemas:

set check_function_bodies = off;
drop policy "tokens keep to their scopes" on public.record_history;
create or replace function private.procedure_scopes()
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
    ('neighbours', '{kinds:read}', true),
    ('map_groups', '{kinds:read}', true),
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
    ('suggest_relation', '{kinds:read}', true),
    ('get_suggestions', '{kinds:read}', true)
$$;
create or replace function private.table_scopes()
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
    ('relations', 'read', '{kinds:read}', true),
    ('relations', 'write', '{kinds:write}', true),
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
create function private.keep_relation_history() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_restoring_archive() then
    return null;
  end if;
  -- Planned each time, as above.
  execute
    'insert into public.record_history (
      account_id, kind, record_id, record_name, action, field, before, after, changed_by, act, concerned
    )
    select
      r.account_id, r.kind, r.id, r.name, ''updated'', ''relations'',
      case when $1 then related.value end, case when not $1 then related.value end,
      $2, $3,
      array(select distinct person from unnest(array[r.owner_id, r.created_by]) as person where person is not null)
    from links l
    cross join lateral (values (l.from_id, l.to_id, true), (l.to_id, l.from_id, false)) as e (id, other, outgoing)
    join private.records r on r.account_id = l.account_id and r.id = e.id
    join private.records t on t.account_id = l.account_id and t.id = e.other
    cross join lateral (
      select jsonb_build_object(
        ''id'', t.id, ''name'', t.name, ''kind'', t.kind, ''type'', l.type, ''outgoing'', e.outgoing
      ) as value
    ) related
    where $1 or not exists (
      select from public.binned_records b where b.account_id = l.account_id and b.record_id in (l.from_id, l.to_id)
    )'
    using tg_op = 'DELETE', private.caller_id(), private.current_act();
  return null;
end
$$;
comment on function private.keep_relation_history() is
  'Statement trigger: writes relations that were added or removed into the history of both records, as {"id", "name", "kind", "type", "outgoing"} of the other one.';
alter function private.keep_relation_history() owner to cairn_definer;
revoke all on function private.keep_relation_history() from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create function private.complete_relation() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  known constant text[] := private.kinds_in_scope('read');
begin
  new.note := private.display_text(coalesce(new.note, ''));
  new.from_kind := (select r.kind from private.records r where r.account_id = new.account_id and r.id = new.from_id);
  new.to_kind := (select r.kind from private.records r where r.account_id = new.account_id and r.id = new.to_id);
  if new.account_id is null or new.from_id is null or new.to_id is null or private.my_rank() = 0
    or array[new.from_kind, new.to_kind] <@ known
  then
    return new;
  end if;
  if private.is_unscoped() and coalesce(
    private.name_in_bin(new.account_id, case when new.from_kind is null then new.from_id else new.to_id end), ''
  ) <> '' then
    raise exception 'This record is in the bin.'
      using errcode = '23503', detail = 'relation.record_in_bin', hint = 'Restore it first.';
  end if;
  raise exception 'A record of this relation does not exist.'
    using errcode = '23503', detail = 'relation.unknown_record', hint = 'Choose records of the account.';
end
$$;
comment on function private.complete_relation() is
  'Trigger: fills in the kinds of a relation, and refuses records that are in the bin, of another account or unknown.';
alter function private.complete_relation() owner to cairn_definer;
revoke all on function private.complete_relation() from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create function private.refuse_known_relation() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if exists (
    select from public.relations r
    where r.account_id = new.account_id and r.from_id = new.from_id and r.to_id = new.to_id and r.type = new.type
  ) then
    raise exception 'This relation already exists.'
      using errcode = '23505', detail = 'relation.exists', constraint = 'relations_key';
  end if;
  return new;
end
$$;
comment on function private.refuse_known_relation() is 'Trigger: refuses a relation that there is already.';
alter function private.refuse_known_relation() owner to cairn_definer;
revoke all on function private.refuse_known_relation() from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create function private.refuse_relation_switched_off() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.refuse_feature_off(k.feature)
  from private.kinds k
  where k.kind in (select unnest(array[l.from_kind, l.to_kind]) from links l);
  return null;
end
$$;
comment on function private.refuse_relation_switched_off() is
  'Statement trigger: refuses writes of non-admins to relations of a kind while its feature is off.';
alter function private.refuse_relation_switched_off() owner to cairn_definer;
revoke all on function private.refuse_relation_switched_off() from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create function private.rests_on(type text, outgoing boolean) returns boolean
language sql immutable set search_path = ''
as $$
  select case when outgoing then type in ('feeds_data_to', 'part_of') else type in ('depends_on', 'runs_in', 'refers_to') end
$$;
comment on function private.rests_on(text, boolean) is
  'Whether the other end of a relation needs the record: what depends on it or runs in it, what it feeds data to, what it is part of.';
alter function private.rests_on(text,boolean) owner to cairn_definer;
revoke all on function private.rests_on(text,boolean) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create view private.edges with (security_invoker = true) as
  select r.account_id, r.from_id, r.to_id, r.type, r.note, null::uuid as field_id, true as is_relation
  from public.relations r
  union all
  select s.account_id, s.id, y.id, 'depends_on', '', null, false
  from private.records s
  join private.records y
    on y.account_id = s.account_id and y.id = any (s.related_systems) and s.related_systems @> array[y.id]
  where s.kind = 'solution'
  union all
  select l.account_id, l.automation_id, l.solution_id, 'part_of', '', null, false
  from public.solution_automations l
  union all
  select l.account_id, l.agent_id, l.solution_id, 'part_of', '', null, false
  from public.solution_agents l
  union all
  select v.account_id, v.record_id, r.id, 'refers_to', '', f.id, false
  from public.own_fields f
  join private.own_values v on v.account_id = f.account_id and v.field_id = f.id
  join private.records r
    on r.account_id = v.account_id and r.id <> v.record_id and v.text_value = r.id::text
      -- Only the values of such fields are ids.
      and r.id = case when f.type = 'record' then v.text_value::uuid end
  where f.type = 'record';
comment on view private.edges is
  'All that leads from one record to another: relations, what solutions are linked to, and own fields that name a record (refers_to).';
create function private.edges_of(account uuid, ids uuid[]) returns setof private.edges
language sql stable security definer set search_path = ''
as $$
  select e.* from private.edges e where e.account_id = account and e.from_id = any (ids)
  union all
  select e.* from private.edges e where e.account_id = account and e.to_id = any (ids) and e.from_id <> all (ids)
$$;
comment on function private.edges_of(uuid, uuid[]) is 'The edges from and to these records of an account, each once.';
alter function private.edges_of(uuid,uuid[]) owner to cairn_definer;
revoke all on function private.edges_of(uuid,uuid[]) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create function private.linked_owners(account uuid, record_id uuid)
returns table (owner_id uuid, kind text, id uuid, name text)
language sql stable security definer set search_path = ''
as $$
  select distinct r.owner_id, r.kind, r.id, r.name
  from private.edges_of(account, array[linked_owners.record_id]) e
  join private.records r
    on r.account_id = account and r.id = case when e.from_id = linked_owners.record_id then e.to_id else e.from_id end
$$;
comment on function private.linked_owners(uuid, uuid) is
  'The records that a record is linked to, by relations, links of solutions and own fields, and their owners.';
alter function private.linked_owners(uuid,uuid) owner to cairn_definer;
revoke all on function private.linked_owners(uuid,uuid) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create or replace function private.suggested_receiver(account uuid, person uuid, record_kind text, record_id uuid, part text, owner uuid)
returns table (receiver_id uuid, reason text, linked_kind text, linked_id uuid, linked_name text, others integer)
language sql stable security definer set search_path = ''
as $$
  with expert as (
    select e.expert_id
    from public.record_experts e
    where e.account_id = account and e.kind = suggested_receiver.record_kind
      and e.record_id = suggested_receiver.record_id and e.expert_id <> person
      -- The owner does not count as a second expert.
      and (part = 'owner' or e.expert_id is distinct from owner)
  ),
  linked as (
    select l.*, count(*) over (partition by l.owner_id) as owns
    from private.linked_owners(account, suggested_receiver.record_id) l
    where l.owner_id <> person and (part = 'owner' or l.owner_id is distinct from owner)
  )
  (
    select e.expert_id, 'only_expert', null::text, null::uuid, null::text, 1
    from expert e
    where part = 'owner' and (select count(*) from expert) = 1
  )
  union all
  (
    select null, 'known', null, null, null, (select count(*)::integer from expert)
    where part = 'expert' and exists (select from expert)
  )
  union all
  (
    select l.owner_id, 'linked_owner', l.kind, l.id, l.name, (select count(*)::integer from expert)
    from linked l
    where case part when 'owner' then (select count(*) from expert) <> 1 else not exists (select from expert) end
    order by l.owns desc, l.name, l.id
    limit 1
  )
$$;
create or replace function public.get_recent_activity()
returns table (id uuid, kind text, resource text, action text, user_name text, occurred_at timestamptz)
language sql stable set search_path = ''
as $$
  with latest as (
    select
      r.id,
      h.kind,
      r.name,
      h.action,
      coalesce(h.changed_by, case h.action when 'created' then r.created_by else r.updated_by end) as person,
      r.updated_at,
      h.changed_at
    from public.record_history h
    -- Looked up line by line, so that the walk through the history ends with the eighth record.
    cross join lateral (
      select r.id, r.name, r.created_by, r.updated_by, r.updated_at
      from private.records r
      where r.account_id = h.account_id and r.kind = h.kind and r.id = h.record_id
        and not exists (
          select from public.record_history later
          where later.account_id = h.account_id and later.record_id = h.record_id
            and later.changed_at >= h.changed_at and (later.changed_at, later.id) > (h.changed_at, h.id)
            and later.action in ('created', 'updated')
            and (later.field is null or later.field <> all (array['experts', 'automations', 'agents', 'relations', 'handover']))
        )
      offset 0
    ) r
    where h.account_id = (select private.my_account())
      and h.kind = any (array(select k.kind from private.kinds_in_use() as k (kind)))
      and h.action in ('created', 'updated')
      and (h.field is null or h.field <> all (array['experts', 'automations', 'agents', 'relations', 'handover']))
    order by h.changed_at desc
    limit 8
  ),
  older as (
    select
      r.id,
      r.kind,
      r.name,
      case when r.created_at = r.updated_at then 'created' else 'updated' end as action,
      case when r.created_at = r.updated_at then r.created_by else r.updated_by end as person,
      r.updated_at,
      r.updated_at as changed_at
    from private.records r
    where (select count(*) from latest) < 8
      and r.account_id = (select private.my_account())
      and r.kind = any (array(select k.kind from private.kinds_in_use() as k (kind)))
      and not exists (
        select from latest l
        where l.id = r.id
      )
    order by r.updated_at desc
    limit 8
  ),
  shown as (
    select * from latest
    union all
    select * from older
    order by updated_at desc, changed_at desc
    limit 8
  )
  select s.id, s.kind, s.name, s.action, coalesce(p.name, 'Unknown User'), s.updated_at
  from shown s
  left join public.profiles p on p.id = s.person
  order by s.updated_at desc, s.changed_at desc
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
set search_path = '' set cpu_operator_cost = 0.1 set max_parallel_workers_per_gather = 0
as $$
declare
  account constant uuid := private.my_account();
  catalogue constant text := private.catalogue_of(kind);
  ordering constant text := private.catalogue_order(
    account, kind, sort, coalesce(descending, false)
  );
  wanted constant text := private.display_text(coalesce(query, ''));
  pattern constant text := private.folded_pattern(wanted);
  -- Only the columns that the order needs: an index has the names. A description may be long, and is read with the page alone.
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
  not_seen constant uuid[] := case when by_gaps then private.inactive_members(account) end;
  condition text;
  few boolean := wanted <> '';
  -- Filters by field or tag usually match few records: these are found once, then counted and sorted.
  may_be_few boolean := wanted = '' and (conditions is not null or coalesce(cardinality(tags), 0) > 0);
  candidates uuid[];
  by_id boolean := false;
  total bigint;
  page uuid[];
  items json;
begin
  perform private.refuse_out_of_scope(find_records.kind, 'read');
  if catalogue is null or ordering is null then
    raise exception 'There is no such catalogue, or it has no such order.'
      using errcode = '22023', detail = 'list.unknown_order';
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
    -- Owners are in indexes, which are read once. What other tables know is looked up by its id: the planner takes the
    -- account, the kind and the ids for independent conditions, and would read the whole account beside them.
    by_id := not gaps && array['no_owner', 'owner_not_seen'];
    condition := condition || case when by_id then '' else ' and t.id = any ($4)' end;
  end if;
  -- A record that never reported may have another gap too.
  if by_others or 'never_reported' = any (gaps) then
    total := null;
  end if;
  if not by_gaps and not by_others then
    page := private.first_ids_by_field(account, kind, sort, coalesce(descending, false), greatest(coalesce(skip, 0), 0));
  end if;
  while page is null or cardinality(page) < 100 loop
    execute format(
      'with r as %s materialized (select %s from %s where %s%s)
      select
        coalesce($5, (select count(*) from r)),
        array(select r.id from r %s order by %s limit 100 offset $3)',
      case when not few and not may_be_few and (total is not null or not by_gaps) then 'not' end,
      columns,
      case
        when by_id then format(
          'unnest($4) as c (id) cross join lateral (select * from public.%I t where t.id = c.id offset 0) t', catalogue
        )
        else format('public.%I t', catalogue)
      end,
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
create or replace function private.filter_field(
  account uuid, kind text, field text, out type text, out value text, out own_id uuid
) returns setof record
language sql stable security definer set search_path = ''
as $$
  select f.type, coalesce(f.value, format('t.%I', f.key)), null::uuid
  from private.fields f
  where f.key = filter_field.field and 'filter' = any (f.uses)
  union all
  select f.type, format('nullif(nullif(t.own ->> %L, ''''), ''[]'')', f.key), f.id
  from public.own_fields f
  where f.account_id = account and f.kind = filter_field.kind and f.deleted_at is null and f.retired_at is null
    and filter_field.field = 'own.' || f.key
  union all
  -- How a record is by its heartbeat, and what it is related to: see private.heartbeat_condition and
  -- private.relation_condition.
  select 'choice', null, null
  where filter_field.field = 'heartbeat' and filter_field.kind in ('agent', 'automation')
    or filter_field.field in ('depends_on', 'used_by')
$$;
create or replace function private.condition_of_field(
  account uuid, kind text, field text, operator text, wanted text[], by_record boolean
) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  type text;
  value text;
  own_id uuid;
  wrong text;
  positive constant text := case operator when 'is_not' then 'is' else operator end;
  found text;
begin
  select f.type, f.value, f.own_id into type, value, own_id from private.filter_field(account, kind, field) f;
  if type is null then
    raise exception 'There is no field "%" to filter by.', left(field, 100)
      using errcode = '22023', detail = format('filter.unknown_field %s', jsonb_build_object('field', left(field, 100)));
  end if;
  if type in ('member', 'record') then
    wanted := array(select lower(w) from unnest(wanted) as w);
  end if;
  if operator <> all (private.operators_of(type)) then
    raise exception 'The field "%" cannot be filtered by "%".', field, left(operator, 100)
      using errcode = '22023',
        detail = format('filter.unknown_operator %s', jsonb_build_object('field', field, 'operator', left(operator, 100)));
  end if;
  if cardinality(wanted) > 100 then
    raise exception 'A filter has at most 100 values.'
      using errcode = '22023', detail = 'filter.too_many_values', hint = 'Use fewer values.';
  end if;
  if not (case
    when operator in ('empty', 'filled') then cardinality(wanted) = 0
    when operator in ('before', 'after') then cardinality(wanted) = 1
    when operator = 'between' then cardinality(wanted) = 2
    else cardinality(wanted) > 0
  end) then
    raise exception 'The filter by the field "%" has too few or too many values.', field
      using errcode = '22023', detail = format('filter.number_of_values %s', jsonb_build_object('field', field));
  end if;
  wrong := (select w from unnest(wanted) as w where not private.is_valid_filter_value(type, field, w) limit 1);
  if wrong is not null then
    raise exception 'The field "%" cannot be filtered by the value "%".', field, left(wrong, 100)
      using errcode = '22023', detail = format('filter.value %s', jsonb_build_object('field', field, 'value', left(wrong, 100)));
  end if;
  found := case
    when field = 'heartbeat' then private.heartbeat_condition(
      account, kind, case when operator not in ('empty', 'filled') then wanted end
    )
    when field in ('depends_on', 'used_by') then private.relation_condition(
      account, field, case when operator not in ('empty', 'filled') then wanted end
    )
    when operator in ('empty', 'filled') then case field
      when 'owner' then private.gap_condition(kind, 'no_owner', null)
      when 'tags' then 't.tags = ''{}'''
      else format(case when type in ('text', 'long_text') then 'coalesce(%s, '''') = ''''' else '%s is null' end, value)
    end
    when field = 'owner' then format(
      '(t.owner_id = any (%1$L::uuid[]) or t.invited_owner_id = any (%1$L::uuid[]))', wanted
    )
    -- The index leaves records without tags out.
    when field = 'tags' then format(
      '(t.tags <> ''{}'' and t.tags %s %L::uuid[])', case operator when 'all_of' then '@>' else '&&' end, wanted
    )
    when own_id is not null and type <> 'long_text' then private.own_condition(
      account, own_id,
      case
        when type in ('text', 'address') then private.own_value_text_condition(kind, type, substr(field, 5), positive, wanted)
        when type = 'number' then private.comparison(type, positive, 'v.number_value', wanted)
        when type = 'date' then private.comparison(type, positive, 'v.day_value', wanted)
        else private.comparison(type, positive, 'v.text_value', wanted)
      end,
      case operator when 'all_of' then (select count(distinct w)::integer from unnest(wanted) as w) else 1 end,
      by_record or operator = 'is_not'
    )
    -- As the indexes have it, which leave records without a text out.
    when type in ('text', 'long_text') then format(
      '(%1$s <> '''' and %2$s)', value,
      private.comparison(
        type, positive,
        format(case operator when 'contains' then 'private.folded(%s)' else 'nullif(private.folded(%s), '''') collate pg_catalog."C"' end, value),
        wanted
      )
    )
    else private.comparison(type, positive, value, wanted)
  end;
  return case
    when field in ('heartbeat', 'depends_on', 'used_by') then case when operator in ('is_not', 'empty') then 'not ' || found else found end
    when operator = 'is_not' and found like 'exists %' then 'not ' || found
    when operator in ('is_not', 'filled') then format('(%s) is not true', found)
    else found
  end;
end
$$;
create function private.edges_of_field(account uuid, field text, other text) returns text
language sql stable security definer set search_path = ''
as $$
  select '(' || string_agg(format(
    'exists (
      select from private.edges e
      join private.records o on o.account_id = e.account_id and o.id = e.%2$s and o.kind = any (%5$L::text[])
      where e.account_id = %3$L and e.%1$s = t.id and e.type = any (%4$L::text[]) and %6$s
    )',
    w.own, w.far, account,
    array(
      select y
      from unnest(array['depends_on', 'runs_in', 'refers_to', 'feeds_data_to', 'part_of']) as y
      where private.rests_on(y, w.outgoing) = (field = 'used_by')
    ),
    array(select k from private.kinds_in_use() as k where k = any (private.kinds_in_scope('read'))),
    other
  ), ' or ') || ')'
  from (values (true, 'from_id', 'to_id'), (false, 'to_id', 'from_id')) as w (outgoing, own, far)
$$;
comment on function private.edges_of_field(uuid, text, text) is
  'The condition that a record t depends on another record o, or with used_by is used by it, for which a condition holds.';
alter function private.edges_of_field(uuid,text,text) owner to cairn_definer;
revoke all on function private.edges_of_field(uuid,text,text) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create function private.relation_condition(account uuid, field text, wanted text[]) returns text
language sql stable security definer set search_path = ''
as $$
  select case
    when wanted is null then private.edges_of_field(account, field, 'true')
    else private.edges_of_field(account, field, format(
      '(o.id = any (%L::uuid[])%s)',
      array(select w from unnest(wanted) as w where private.is_uuid(w)),
      case when 'unowned' = any (wanted) then
        ' or ' || regexp_replace(private.gap_condition(null, 'no_owner', null), '\mt\.', 'o.', 'g')
      end
    ))
  end
$$;
comment on function private.relation_condition(uuid, text, text[]) is
  'Which records t of an account depend on one of the wanted records, or are used by it, as a condition; on any where none is named.';
alter function private.relation_condition(uuid,text,text[]) owner to cairn_definer;
revoke all on function private.relation_condition(uuid,text,text[]) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
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
set search_path = '' set cpu_operator_cost = 0.1 set max_parallel_workers_per_gather = 0
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
    raise exception 'There is no such catalogue, or it has no such order.'
      using errcode = '22023', detail = 'list.unknown_order';
  end if;
  select g.value, g.is_text, g.joined into value, is_text, joined from private.field_group(account, kind, field) g;
  if value is null then
    raise exception 'There is no field "%" to group by.', left(field, 100)
      using errcode = '22023', detail = format('group.unknown_field %s', jsonb_build_object('field', left(field, 100)));
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
  kinds constant text[] := array(select private.kinds_in_use());
  columns text;
  page jsonb[];
  experts jsonb;
  needs jsonb;
  wanted uuid[];
  names jsonb;
  items json;
begin
  perform private.refuse_out_of_scope(get_records_to_export.kind, 'read');
  perform private.refuse_other_kind(kind);
  if coalesce(cardinality(ids) > 1000, true) then
    raise exception 'A part of an export has at most 1,000 records.'
      using errcode = '22023', detail = 'export.part_size';
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
  -- A name that several records have comes with the kind, unless it is one of this catalogue.
  select coalesce(jsonb_object_agg(n.from_id, n.names), '{}') into needs
  from (
    select r.from_id, jsonb_agg(
      case
        when o.kind <> get_records_to_export.kind and exists (
          select from private.records s
          where s.account_id = o.account_id and s.kind = any (kinds) and lower(s.name) = lower(o.name) and s.id <> o.id
        ) then format('%s: %s', o.kind, o.name)
        else o.name
      end
      order by lower(o.name), o.id
    ) as names
    from public.relations r
    join private.records o on o.account_id = r.account_id and o.id = r.to_id
    where r.from_id = any (ids) and r.type = 'depends_on'
    group by r.from_id
  ) n;
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
        'experts', private.names_of_ids(experts -> (r.row ->> 'id'), names),
        'tags', private.names_of_ids(r.row -> 'tags', names),
        'depends_on', coalesce(needs -> (r.row ->> 'id'), '[]'),
        'related_systems', private.names_of_ids(r.row -> 'related_systems', names),
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
comment on function public.get_records_to_export(text, uuid[]) is
  'Up to 1,000 records of a catalogue of the caller''s account, in the order of their ids: [row]. With owner, publisher (who changed it last), experts, tags, related systems and depends_on, the records that it depends on by a relation; own fields of members and records are names. A token gets names of people with people:read.';
create function private.reached_records(account uuid, start uuid, steps integer, kinds text[])
returns table (id uuid, distance integer)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  seen uuid[] := array[start];
  edge uuid[] := array[start];
begin
  for step in 1 .. steps loop
    edge := array(
      select distinct r.id
      from private.edges_of(account, edge) e
      cross join lateral (values (e.from_id), (e.to_id)) as o (id)
      join private.records r on r.account_id = account and r.id = o.id
      where r.kind = any (kinds) and r.id <> all (seen)
    );
    exit when edge = '{}';
    seen := seen || edge;
    return query select n.id, step from unnest(edge) as n (id);
  end loop;
end
$$;
comment on function private.reached_records(uuid, uuid, integer, text[]) is
  'The records of these kinds that lie at most so many steps from a record, in whichever direction, each with its distance. A cycle ends where it began.';
alter function private.reached_records(uuid,uuid,integer,text[]) owner to cairn_definer;
revoke all on function private.reached_records(uuid,uuid,integer,text[]) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create function public.neighbours(kind text, id uuid, depth integer default 1, "limit" integer default 150) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  account constant uuid := private.my_account();
  start constant uuid := neighbours.id;
  kinds constant text[] := array(
    select k.kind from private.kinds_in_use() as k (kind) where k.kind = any (private.kinds_in_scope('read'))
  );
begin
  perform private.refuse_out_of_scope(neighbours.kind, 'read');
  perform private.refuse_other_kind(neighbours.kind);
  if coalesce(depth, 0) not between 1 and 3 then
    raise exception 'Depth must be 1, 2 or 3.' using errcode = '22023', detail = 'relation.depth';
  end if;
  if coalesce("limit", 0) not between 1 and 500 then
    raise exception 'Limit must be 1 to 500.' using errcode = '22023', detail = 'relation.limit';
  end if;
  if not private.is_record(account, neighbours.kind, start) then
    raise exception 'This record no longer exists.' using errcode = 'PT404', detail = 'record.gone';
  end if;
  return (
    with reached as materialized (
      select n.id, n.distance, r.kind, lower(r.name) as name
      from private.reached_records(account, start, depth, kinds) n
      join private.records r on r.account_id = account and r.id = n.id
    ),
    adjacent as materialized (
      select
        e.type, e.field_id, e.from_id = start as outgoing, n.kind, n.id,
        row_number() over (partition by e.type, e.field_id, e.from_id = start, n.kind order by n.name, n.id) as place
      from private.edges_of(account, array[start]) e
      join reached n on n.id = case when e.from_id = start then e.to_id else e.from_id end
    ),
    shown as materialized (
      select n.id, n.distance, n.name
      from reached n
      left join (select a.id, min(a.place) as place from adjacent a group by a.id) p on p.id = n.id
      order by n.distance, p.place, n.name, n.id
      limit neighbours."limit"
    ),
    ends as materialized (
      select array_agg(s.id) || start as ids from shown s
    )
    select jsonb_build_object(
      'nodes', (
        select jsonb_agg(jsonb_build_object(
          'id', r.id, 'kind', r.kind, 'name', r.name, 'status', r.status, 'owner_id', r.owner_id, 'owner_name', p.name,
          'invited_owner_id', r.invited_owner_id, 'distance', n.distance,
          'state', private.heartbeat_state(h, now()),
          'trouble_since', case when private.heartbeat_state(h, now()) in ('late', 'failing') then
            coalesce(h.trouble_since, h.late_at)
          end
        ) order by n.distance, n.name, r.id)
        from (select s.id, s.distance, s.name from shown s union all select start, 0, '') n
        join private.records r on r.account_id = account and r.id = n.id
        left join public.account_members m on m.account_id = account and m.user_id = r.owner_id
        left join public.profiles p on p.id = m.user_id and (select private.may('people', 'read'))
        left join public.heartbeats h
          on h.account_id = account and h.kind = r.kind and h.record_id = r.id and not h.rests
      ),
      'edges', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'from', e.from_id, 'to', e.to_id, 'type', e.type, 'note', e.note, 'field', f.name, 'is_relation', e.is_relation
        ) order by e.from_id, e.to_id, e.type, f.name), '[]')
        from ends
        join private.edges e on e.account_id = account and e.from_id = any (ends.ids) and e.to_id = any (ends.ids)
        left join public.own_fields f on f.account_id = account and f.id = e.field_id
      ),
      'groups', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'type', g.type, 'outgoing', g.outgoing, 'field', f.name, 'kind', g.kind, 'total', g.total
        ) order by g.type, g.outgoing, f.name, g.kind), '[]')
        from (select a.type, a.outgoing, a.field_id, a.kind, count(*) as total from adjacent a group by 1, 2, 3, 4) g
        left join public.own_fields f on f.account_id = account and f.id = g.field_id
      ),
      'hidden', (select count(*) from reached) - (select count(*) from shown)
    )
  );
end
$$;
comment on function public.neighbours(text, uuid, integer, integer) is
  'A record and those that lie at most depth (1 to 3) steps from it, the nearest first, at most limit (1 to 500) beside itself: {"nodes": [{"id", "kind", "name", "status", "owner_id", "owner_name", "invited_owner_id", "distance", "state", "trouble_since"}], "edges": [{"from", "to", "type", "note", "field", "is_relation"}], "groups": [{"type", "outgoing", "field", "kind", "total"}], "hidden"}. Edges are relations, links of solutions (depends_on, part_of) and own fields that name a record (refers_to, with the label in field). Groups count the record''s own edges; hidden is how many records the limit leaves out.';
alter function public.neighbours(text,uuid,integer,integer) owner to cairn_definer;
revoke all on function public.neighbours(text,uuid,integer,integer) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
grant execute on function public.neighbours(text, uuid, integer, integer) to authenticated, service_role;
create function private.label_of_group(account uuid, "by" text, key text, department text) returns text
language sql stable set search_path = ''
as $$
  select case
    when key = '' then null
    when "by" in ('kind', 'lifecycle') then key
    when "by" = 'department' then department
    when "by" = 'tag' then (select t.name from public.tags t where t.account_id = account and t.id = key::uuid)
    when (select private.may('people', 'read')) then coalesce(
      (
        select p.name from public.account_members m
        join public.profiles p on p.id = m.user_id
        where m.account_id = account and m.user_id = key::uuid
      ),
      (select i.name from public.get_invited_people() i where i.id = key::uuid)
    )
  end
$$;
comment on function private.label_of_group(uuid, text, text, text) is
  'The name of a group of the map. Null where its records have no value, and for owners whom the caller may not read.';
alter function private.label_of_group(uuid,text,text,text) owner to cairn_definer;
revoke all on function private.label_of_group(uuid,text,text,text) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create function public.map_groups(
  "by" text, unfolded text[] default '{}', max_groups integer default 50, max_records integer default 100
) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  account constant uuid := private.my_account();
  by_field constant text := "by";
  opened constant text[] := coalesce(unfolded, '{}');
  kinds constant text[] := array(
    select k.kind from private.kinds_in_use() as k (kind) where k.kind = any (private.kinds_in_scope('read'))
  );
begin
  if coalesce(by_field, '') not in ('department', 'kind', 'owner', 'tag', 'lifecycle') then
    raise exception 'The map is folded by department, kind, owner, tag or lifecycle.'
      using errcode = '22023', detail = 'map.by';
  end if;
  if coalesce(max_groups, 0) not between 1 and 500 or coalesce(max_records, -1) not between 0 and 500 then
    raise exception 'The map shows 1 to 500 groups and at most 500 records.' using errcode = '22023', detail = 'map.limit';
  end if;
  if cardinality(opened) > 100 then
    raise exception 'At most 100 groups can be unfolded.' using errcode = '22023', detail = 'map.unfolded';
  end if;
  return (
    with placed as materialized (
      select
        r.id, r.department, lower(r.name) as name,
        -- Written out, for a function would be called for each record.
        coalesce(
          case by_field
            when 'kind' then r.kind
            when 'lifecycle' then r.lifecycle
            when 'department' then private.folded(r.department)
            when 'owner' then coalesce(r.owner_id, r.invited_owner_id)::text
            when 'tag' then first_tag.id::text
          end,
          ''
        ) as key,
        num_nonnulls(r.owner_id, r.invited_owner_id) = 0 as is_unowned,
        h.record_id is not null and private.heartbeat_state(h, now()) in ('late', 'failing') as is_troubled
      from private.records r
      left join lateral (
        select t.id
        from public.tags t
        where by_field = 'tag' and t.account_id = account and t.id = any (r.tags)
        order by private.folded(t.name), t.id
        limit 1
      ) first_tag on true
      left join public.heartbeats h
        on h.account_id = account and h.kind = r.kind and h.record_id = r.id and not h.rests
      where r.account_id = account and r.kind = any (kinds)
    ),
    shown as materialized (
      select
        p.key, min(p.department) as department, count(*) as records,
        count(*) filter (where p.is_unowned) as unowned, count(*) filter (where p.is_troubled) as troubled
      from placed p
      group by p.key
      order by p.key = any (opened) desc, count(*) desc, p.key
      limit max_groups
    ),
    -- The records of a group that was unfolded earlier stay when another one is unfolded.
    singled as materialized (
      select p.id, p.key, p.name, min(o.place) as place
      from unnest(opened) with ordinality as o (key, place)
      join shown s on s.key = o.key
      join placed p on p.key = o.key
      group by p.id, p.key, p.name
      order by min(o.place), p.name, p.id
      limit max_records
    ),
    spots as materialized (
      select p.id, s.key, n.id as record
      from placed p
      left join shown s on s.key = p.key
      left join singled n on n.id = p.id
    ),
    led as materialized (
      select
        f.key as from_group, f.record as from_record, t.key as to_group, t.record as to_record, count(*) as total
      from (
        select
          case when e.type in ('feeds_data_to', 'part_of') then e.to_id else e.from_id end as needs,
          case when e.type in ('feeds_data_to', 'part_of') then e.from_id else e.to_id end as needed
        from private.edges e
        where e.account_id = account
      ) e
      join spots f on f.id = e.needs
      join spots t on t.id = e.needed
      group by 1, 2, 3, 4
    )
    select jsonb_build_object(
      'groups', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'key', s.key, 'label', private.label_of_group(account, by_field, s.key, s.department), 'records', s.records,
          'unowned', s.unowned, 'troubled', s.troubled
        ) order by s.records desc, s.key), '[]')
        from shown s
      ),
      'nodes', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'id', r.id, 'kind', r.kind, 'name', r.name, 'status', r.status, 'owner_id', r.owner_id, 'owner_name', p.name,
          'invited_owner_id', r.invited_owner_id, 'group', n.key,
          'state', private.heartbeat_state(h, now()),
          'trouble_since', case when private.heartbeat_state(h, now()) in ('late', 'failing') then
            coalesce(h.trouble_since, h.late_at)
          end
        ) order by n.place, n.name, r.id), '[]')
        from singled n
        join private.records r on r.account_id = account and r.id = n.id
        left join public.account_members m on m.account_id = account and m.user_id = r.owner_id
        left join public.profiles p on p.id = m.user_id and (select private.may('people', 'read'))
        left join public.heartbeats h
          on h.account_id = account and h.kind = r.kind and h.record_id = r.id and not h.rests
      ),
      'edges', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'from_group', l.from_group, 'from_record', l.from_record, 'to_group', l.to_group, 'to_record', l.to_record,
          'total', l.total
        ) order by l.from_group, l.from_record, l.to_group, l.to_record), '[]')
        from led l
        where num_nulls(l.from_group, l.to_group) = 0
      ),
      'hidden', jsonb_build_object(
        'groups', (select count(distinct p.key) from placed p) - (select count(*) from shown),
        'records', (select count(*) from placed) - (select coalesce(sum(s.records), 0) from shown s),
        'relations', (select coalesce(sum(l.total), 0) from led l where num_nulls(l.from_group, l.to_group) > 0)
      )
    )
  );
end
$$;
comment on function public.map_groups(text, text[], integer, integer) is
  'All records of the account in groups by department, kind, owner, tag or lifecycle, the largest first: {"groups": [{"key", "label", "records", "unowned", "troubled"}], "nodes": [{"id", "kind", "name", "status", "owner_id", "owner_name", "invited_owner_id", "group", "state", "trouble_since"}], "edges": [{"from_group", "from_record", "to_group", "to_record", "total"}], "hidden": {"groups", "records", "relations"}}. Key is empty and label null for records without a value. A record with several tags stands in the group of the first by name. Nodes are the records of the groups in unfolded, at most max_records (0 to 500); the others stay in their group. An edge leads from what needs to what it needs, and counts the relations, links of solutions and own fields between two groups or records. Hidden is what lies in groups beyond max_groups (1 to 500): shown and hidden together are all that there is.';
alter function public.map_groups(text,text[],integer,integer) owner to cairn_definer;
revoke all on function public.map_groups(text,text[],integer,integer) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
grant execute on function public.map_groups(text, text[], integer, integer) to authenticated, service_role;
create or replace function private.sanitized_links(links jsonb) returns jsonb
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
    'relations', (
      select jsonb_agg(jsonb_build_object(
        'kind', r.kind, 'id', r.id, 'name', r.name, 'outgoing', r.outgoing, 'type', r.type, 'note', r.note,
        'assigned_by', r.assigned_by, 'created_at', r.created_at
      ))
      from jsonb_to_recordset(links -> 'relations') as r (
        kind text, id uuid, name text, outgoing boolean, type text, note text, assigned_by uuid, created_at timestamptz
      )
    ),
    'moved', (
      select jsonb_build_object('to', m."to", 'solutions', m.solutions, 'rows', (
        select jsonb_agg(jsonb_build_object('table', r."table", 'solution', r.solution, 'other', r.other))
        from jsonb_to_recordset(m."rows") as r ("table" text, solution uuid, other uuid)
      ), 'relations', (
        select jsonb_agg(jsonb_build_object('from', r."from", 'to', r."to", 'type', r.type))
        from jsonb_to_recordset(m.relations) as r ("from" uuid, "to" uuid, type text)
      ))
      from jsonb_to_record(links -> 'moved') as m ("to" uuid, solutions uuid[], "rows" jsonb, relations jsonb)
      where m."to" is not null
    )
  ))
$$;
create or replace function private.links_for_bin(account uuid, kind text, id uuid) returns jsonb
language sql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan
as $$
  select private.sanitized_links(jsonb_strip_nulls(jsonb_build_object(
    'departed', (
      select jsonb_agg(to_jsonb(d))
      from public.departed_owners d
      where d.account_id = account and d.kind = links_for_bin.kind and d.record_id = links_for_bin.id
    ),
    'experts', (
      select jsonb_agg(to_jsonb(e))
      from public.record_experts e
      where e.account_id = account and e.kind = links_for_bin.kind and e.record_id = links_for_bin.id
    ),
    'rows', (
      select jsonb_agg(jsonb_build_object(
        'table', l.link_table, 'kind', l.other_kind, 'id', l.other_id, 'name', l.other_name, 'row', l.link
      ))
      from private.link_rows(account, kind, id) l
    ),
    'relations', (
      select jsonb_agg(to_jsonb(r) || jsonb_build_object(
        'kind', o.kind, 'id', o.id, 'name', o.name, 'outgoing', r.from_id = links_for_bin.id
      ))
      from (
        select * from public.relations e where e.account_id = account and e.from_id = links_for_bin.id
        union all
        select * from public.relations e where e.account_id = account and e.to_id = links_for_bin.id
      ) r
      join private.records o
        on o.account_id = account and o.id = case when r.from_id = links_for_bin.id then r.to_id else r.from_id end
    ),
    'systems', (
      select jsonb_agg(jsonb_build_object('id', y.id, 'name', y.name))
      from public.solutions s
      join public.systems y on y.account_id = account and y.id = any (s.related_systems)
      where kind = 'solution' and s.account_id = account and s.id = links_for_bin.id
    ),
    'solutions', (
      select jsonb_agg(jsonb_build_object('id', s.id, 'name', s.name, 'before', to_jsonb(s.related_systems)))
      from public.solutions s
      where kind = 'system' and s.account_id = account and s.related_systems @> array[links_for_bin.id]
    ),
    'articles', (
      select jsonb_agg(jsonb_build_object('id', a.id, 'name', a.title))
      from public.knowledge_articles a
      where kind = 'system' and a.account_id = account and a.system_id = links_for_bin.id
    )
  )))
$$;
comment on function private.links_for_bin(uuid, text, uuid) is
  'The links that the bin keeps of a record: its experts, the owner who left, rows of links and relations with the other end''s kind, id and name, the systems of a solution, and the solutions and articles that point to a system.';
create or replace function private.binned_links(account uuid, ids uuid[]) returns setof private.binned_link
language sql stable security definer set search_path = ''
as $$
  select b.record_id, part.name, coalesce(part.kind, l.value ->> 'kind'), (l.value ->> 'id')::uuid, l.value ->> 'name', l.value
  from public.binned_records b
  cross join (
    values ('rows', null), ('relations', null), ('systems', 'system'), ('solutions', 'solution'), ('articles', 'article')
  ) as part (name, kind)
  cross join lateral jsonb_array_elements(b.links -> part.name) as l (value)
  where b.account_id = account and b.record_id = any (ids)
$$;
create or replace function private.transfer_links_to_bin(account uuid, ids uuid[]) returns void
language sql security definer set search_path = ''
as $$
  with waiting as (
    select l.*, b.name as record_name, b.kind as record_kind, b.record
    from private.binned_links(account, ids) l
    join public.binned_records b on b.account_id = account and b.record_id = l.record_id
    where l.part <> 'articles' and l.id not in (select i.id from unnest(ids) as i (id)) and private.name_in_bin(account, l.id) is not null
  ),
  added as (
    select
      w.id,
      jsonb_agg(w.link || jsonb_build_object('kind', w.record_kind, 'id', w.record_id, 'name', w.record_name))
        filter (where w.part = 'rows') as links,
      jsonb_agg(w.link || jsonb_build_object(
        'kind', w.record_kind, 'id', w.record_id, 'name', w.record_name, 'outgoing', not (w.link -> 'outgoing')::boolean
      )) filter (where w.part = 'relations') as relations,
      jsonb_agg(jsonb_build_object('id', w.record_id, 'name', w.record_name, 'before', w.record -> 'related_systems'))
        filter (where w.part = 'systems') as solutions,
      jsonb_agg(jsonb_build_object('id', w.record_id, 'name', w.record_name))
        filter (where w.part = 'solutions') as systems,
      jsonb_agg(w.record_id) filter (where w.part = 'solutions') as listed
    from waiting w
    group by w.id
  )
  update public.binned_records b
  set
    links = b.links || jsonb_strip_nulls(jsonb_build_object(
      'rows', coalesce(b.links -> 'rows', '[]') || a.links,
      'relations', coalesce(b.links -> 'relations', '[]') || a.relations,
      'solutions', coalesce(b.links -> 'solutions', '[]') || a.solutions,
      'systems', coalesce(b.links -> 'systems', '[]') || a.systems
    )),
    record = case
      when a.listed is null then b.record
      else jsonb_set(b.record, '{related_systems}', b.record -> 'related_systems' || a.listed)
    end
  from added a
  where b.account_id = account and b.record_id = a.id
$$;
create function private.restore_relations(account uuid, ids uuid[]) returns void
language sql security definer set search_path = ''
as $$
  insert into public.relations (account_id, from_id, to_id, type, note, assigned_by, created_at)
  select
    account,
    case when r.outgoing then l.record_id else l.id end,
    case when r.outgoing then l.id else l.record_id end,
    r.type,
    left(private.display_text(coalesce(r.note, '')), 500),
    case when private.is_member(account, r.assigned_by) then r.assigned_by end,
    coalesce(r.created_at, now())
  from private.binned_links(account, ids) l
  cross join lateral jsonb_to_record(l.link) as r (
    outgoing boolean, type text, note text, assigned_by uuid, created_at timestamptz
  )
  where l.part = 'relations' and l.id <> l.record_id and private.is_record(account, l.kind, l.id) and l.kind <> 'article'
    and r.outgoing is not null and r.type in ('depends_on', 'feeds_data_to', 'runs_in', 'replaces', 'part_of')
  on conflict do nothing
$$;
comment on function private.restore_relations(uuid, uuid[]) is 'Restores relations, as far as the other end exists.';
alter function private.restore_relations(uuid,uuid[]) owner to cairn_definer;
revoke all on function private.restore_relations(uuid,uuid[]) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create or replace function private.restore_links(account uuid, ids uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.remove_moved_links(account, ids);
  perform private.restore_link_rows(account, ids);
  perform private.restore_relations(account, ids);
  perform private.restore_people(account, ids);
  perform private.restore_into_system_lists(account, ids);
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
create or replace function private.remove_moved_links(account uuid, ids uuid[]) returns void
language sql security definer set search_path = ''
as $$
  select private.remove_links_of_successors(account, ids);
  with moved as (
    select b.record_id = any (ids) as comes_back, place.value as place
    from public.binned_records b
    cross join lateral jsonb_array_elements(b.links -> 'moved' -> 'relations') as place (value)
    where b.account_id = account and b.links ? 'moved'
  )
  delete from public.relations r
  using moved m
  where m.comes_back and m.place not in (select o.place from moved o where not o.comes_back)
    and r.account_id = account and r.from_id = (m.place ->> 'from')::uuid and r.to_id = (m.place ->> 'to')::uuid
    and r.type = m.place ->> 'type';
  with others as (
    select jsonb_array_elements(b.links -> 'moved' -> 'rows') as place
    from public.binned_records b
    where b.account_id = account and b.links ? 'moved' and b.record_id not in (select i.id from unnest(ids) as i (id))
  ),
  back as (
    select distinct
      place.value ->> 'table' as name, (place.value ->> 'solution')::uuid as solution, (place.value ->> 'other')::uuid as other
    from public.binned_records b
    cross join lateral jsonb_array_elements(b.links -> 'moved' -> 'rows') as place (value)
    where b.account_id = account and b.record_id = any (ids) and place.value not in (select o.place from others o)
  ),
  mine as (
    select k.*
    from back k
    join public.solutions s on s.account_id = account and s.id = k.solution
    where private.may_change('solutions', to_jsonb(s))
  ),
  automations as (
    delete from public.solution_automations l
    using mine m
    where m.name = 'solution_automations'
      and l.account_id = account and l.solution_id = m.solution and l.automation_id = m.other
  )
  delete from public.solution_agents l
  using mine m
  where m.name = 'solution_agents' and l.account_id = account and l.solution_id = m.solution and l.agent_id = m.other
$$;
create or replace function public.get_deletion_effects(kind_param text, id_param uuid)
returns table (affected text, count bigint, names text[])
language plpgsql stable set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
begin
  perform private.refuse_other_kind(kind_param, with_articles => true);
  return query
  with effect (affected, name) as (
    select 'experts', p.name
    from public.record_experts e
    join public.profiles p on p.id = e.expert_id
    where e.account_id = account and e.kind = kind_param and e.record_id = id_param
    union all
    select 'solutions', s.name
    from public.solutions s
    where kind_param = 'system' and s.account_id = account and s.related_systems @> array[id_param]
    union all
    select 'articles', a.title
    from public.knowledge_articles a
    where kind_param = 'system' and a.account_id = account and a.system_id = id_param
    union all
    select case kind_param when 'solution' then 'automations' else 'solutions' end,
      case kind_param when 'solution' then a.name else s.name end
    from public.solution_automations l
    join public.solutions s on s.id = l.solution_id
    join public.automations a on a.id = l.automation_id
    where l.account_id = account
      and (kind_param = 'solution' and l.solution_id = id_param or kind_param = 'automation' and l.automation_id = id_param)
    union all
    select case kind_param when 'solution' then 'agents' else 'solutions' end,
      case kind_param when 'solution' then a.name else s.name end
    from public.solution_agents l
    join public.solutions s on s.id = l.solution_id
    join public.agents a on a.id = l.agent_id
    where l.account_id = account
      and (kind_param = 'solution' and l.solution_id = id_param or kind_param = 'agent' and l.agent_id = id_param)
    union all
    select 'relations', o.name
    from public.relations r
    join private.records o on o.account_id = account and o.id = r.to_id
    where r.account_id = account and r.from_id = id_param and r.from_kind = kind_param
    union all
    select 'relations', o.name
    from public.relations r
    join private.records o on o.account_id = account and o.id = r.from_id
    where r.account_id = account and r.to_id = id_param and r.to_kind = kind_param
  )
  select e.affected, count(*), (array_agg(e.name order by lower(e.name), e.name))[1:5]
  from effect e
  group by e.affected
  order by e.affected;
end
$$;
comment on function public.get_deletion_effects(text, uuid) is
  'The effects of deleting a record of the account: how many experts, solutions, articles, automations, agents or relations, and the first five names of each. No rows where nothing is affected.';
create or replace function public.get_deletion_impact(kind_param text, ids uuid[]) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  known uuid[];
begin
  perform private.refuse_other_kind(kind_param);
  if ids is null or cardinality(ids) > 10000 then
    raise exception 'Ask for at most 10,000 records at once.'
      using errcode = '22023', detail = 'record.page_size', hint = 'Choose fewer.';
  end if;
  known := array(
    select r.id from private.records r where r.account_id = account and r.kind = kind_param and r.id = any (ids)
  );
  return (
    with dependent as (
      select r.kind, r.id, r.name, r.status, r.owner_id, r.invited_owner_id, bool_or(l.needs) and r.status = 'active' as counts
      from (
        select e.from_id as id, private.rests_on(e.type, false) as needs, e.type
        from private.edges e
        where e.account_id = account and e.to_id = any (known)
        union all
        select e.to_id, true, e.type
        from private.edges e
        where e.account_id = account and e.from_id = any (known) and private.rests_on(e.type, true)
      ) l
      join private.records r on r.account_id = account and r.id = l.id
      where (l.needs or l.type = 'part_of') and r.id <> all (known)
      group by r.id
      union all
      select 'article', a.id, a.title, '', a.author_id, null, false
      from public.knowledge_articles a
      where a.account_id = account and a.system_id = any (known)
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
comment on function public.get_deletion_impact(text, uuid[]) is
  'The records that depend on any of these records, by links, relations and own fields, or belong to them, each once: [{"kind", "total", "active", "items": [{"id", "name", "status", "owner_id", "owner_name", "invited_owner_id"}]}], the first 50 of each kind by name. Active are records in use that depend on them; the owner of an article is its author.';
create or replace function private.notify_owners_of_linked(account uuid, kind text, ids uuid[], target uuid, reason text) returns void
language sql security definer set search_path = ''
as $$
  select private.notify_of_records(array(
    select
      row(
        account, told.person, 'dependency_deleted', kind, told.record_id, told.record_name,
        jsonb_strip_nulls(jsonb_build_object(
          'dependents', told.dependents,
          'reason', nullif(reason, ''),
          'moved_to', (
            select r.name
            from private.catalogue_records r
            where r.account_id = account and r.kind = notify_owners_of_linked.kind and r.id = target
          )
        ))
      )::private.record_news
    from (
      select
        d.person, l.record_id, b.name as record_name, to_jsonb((array_agg(distinct l.name))[1:5]) as dependents
      from private.binned_links(account, ids) l
      join public.binned_records b
        on b.account_id = account and b.kind = notify_owners_of_linked.kind and b.record_id = l.record_id
      cross join lateral (
        select r.owner_id as person
        from private.catalogue_records r
        where r.account_id = account and r.kind = l.kind and r.id = l.id and l.part <> 'systems'
          and (
            l.part <> 'relations' or private.rests_on(l.link ->> 'type', (l.link -> 'outgoing')::boolean)
          )
        union all
        select a.author_id
        from public.knowledge_articles a
        where l.kind = 'article' and a.account_id = account and a.id = l.id
      ) d
      where d.person is not null
      group by d.person, l.record_id, b.name
    ) told
    order by told.person, lower(told.record_name), told.record_id
  ))
$$;
create or replace function private.repoint_links(account uuid, kind text, ids uuid[], target uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if kind = 'system' then
    perform private.replace_in_system_lists(account, ids, target);
  else
    perform private.repoint_link_rows(account, kind, ids, target);
  end if;
  perform private.repoint_relations(account, ids, target);
end
$$;
create function private.repoint_relations(account uuid, ids uuid[], target uuid) returns void
language sql security definer set search_path = ''
as $$
  with wanted as (
    select
      own.id, r.type, r.note,
      case when r.from_id = own.id then target else r.from_id end as from_id,
      case when r.to_id = own.id then target else r.to_id end as to_id
    from unnest(ids) as own (id)
    join public.relations r on r.account_id = account and own.id in (r.from_id, r.to_id)
  ),
  allowed as (
    select w.*, jsonb_build_object('from', w.from_id, 'to', w.to_id, 'type', w.type) as place
    from wanted w
    where w.from_id <> w.to_id and w.from_id <> all (ids) and w.to_id <> all (ids)
  ),
  added as (
    insert into public.relations (account_id, from_id, to_id, type, note, assigned_by)
    select distinct on (a.from_id, a.to_id, a.type) account, a.from_id, a.to_id, a.type, a.note, private.caller_id()
    from allowed a
    order by a.from_id, a.to_id, a.type, a.note desc
    on conflict do nothing
    returning jsonb_build_object('from', from_id, 'to', to_id, 'type', type) as place
  ),
  standing as (
    select n.place from added n
    union all
    select jsonb_array_elements(b.links -> 'moved' -> 'relations')
    from public.binned_records b
    where b.account_id = account and b.links ? 'moved' and b.links -> 'moved' ->> 'to' = target::text
  ),
  places as (
    select a.id, jsonb_agg(distinct a.place) as places
    from allowed a
    where a.place in (select t.place from standing t)
    group by a.id
  )
  update public.binned_records b
  set links = b.links || jsonb_build_object(
    'moved', coalesce(b.links -> 'moved', '{}') || jsonb_build_object('to', target, 'relations', p.places)
  )
  from places p
  where b.account_id = account and b.record_id = p.id
$$;
comment on function private.repoint_relations(uuid, uuid[], uuid) is
  'Puts a record into the place of others in relations.';
alter function private.repoint_relations(uuid,uuid[],uuid) owner to cairn_definer;
revoke all on function private.repoint_relations(uuid,uuid[],uuid) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create function private.restore_former_relations(lines jsonb) returns void
language sql security definer set search_path = ''
as $$
  delete from public.relations r
  using jsonb_to_recordset(lines) as l (record_id uuid, part text, after jsonb)
  where l.part = 'relations' and jsonb_typeof(l.after) = 'object' and r.account_id = private.my_account()
    and r.type = l.after ->> 'type'
    and r.from_id = case when (l.after -> 'outgoing')::boolean then l.record_id else (l.after ->> 'id')::uuid end
    and r.to_id = case when (l.after -> 'outgoing')::boolean then (l.after ->> 'id')::uuid else l.record_id end;
  insert into public.relations (account_id, from_id, to_id, type, assigned_by)
  select distinct
    private.my_account(),
    case when (l.before -> 'outgoing')::boolean then l.record_id else o.id end,
    case when (l.before -> 'outgoing')::boolean then o.id else l.record_id end,
    l.before ->> 'type',
    private.caller_id()
  from jsonb_to_recordset(lines) as l (record_id uuid, part text, before jsonb)
  join private.records o on o.account_id = private.my_account() and o.id = (l.before ->> 'id')::uuid
  where l.part = 'relations' and jsonb_typeof(l.before) = 'object'
  on conflict do nothing;
$$;
comment on function private.restore_former_relations(jsonb) is
  'Removes the relations that an act has added, and adds those that it has removed, without their notes.';
alter function private.restore_former_relations(jsonb) owner to cairn_definer;
revoke all on function private.restore_former_relations(jsonb) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create or replace function private.checked_lines(of_act uuid, skip integer default 0, at_most integer default null)
returns table (
  place bigint, kind text, record_id uuid, record_name text, part text, before jsonb, after jsonb, changed_at timestamptz,
  is_there boolean, problem text, problem_by uuid
)
language sql stable security definer set search_path = ''
as $$
  with act as materialized (
    select a.* from public.acts a where a.id = of_act and a.account_id = (select private.my_account())
  ),
  caller as materialized (
    select private.caller_id() as id, coalesce(private.my_rank(), -1) as rank, array(select private.kinds_in_use()) as kinds
  ),
  line as materialized (
    select
      h.kind, h.record_id, h.record_name, coalesce(h.field, h.action) as part, h.before, h.after, h.changed_at,
      row_number() over (order by lower(h.record_name), h.record_id, h.changed_at, h.id) as place
    from act a
    join public.record_history h on h.account_id = a.account_id and h.act = a.id
    where coalesce(h.field, h.action) = any (a.parts)
    order by place
    limit at_most offset greatest(coalesce(skip, 0), 0)
  )
  select
    l.place, l.kind, l.record_id, l.record_name, l.part, l.before, l.after, l.changed_at, r.id is not null,
    case
      when newer.id is not null and newer.action in ('deleted', 'restored') then newer.action
      when newer.id is not null then 'changed'
      when l.part = 'deleted' and b.record_id is null or l.part <> 'deleted' and r.id is null then 'gone'
      when l.part = 'relations' and l.after is null and not exists (
        select from private.records o where o.account_id = a.account_id and o.id = (l.before ->> 'id')::uuid
      ) then 'gone'
      when not case l.part
        when 'deleted' then private.may_restore(a.account_id, b.record, b.deleted_at)
        when 'experts' then c.rank >= 1
        when 'relations' then c.rank >= 1
        else c.rank >= 2 or c.rank = 1 and (
          c.id in (r.created_by, r.owner_id) is true
          -- A caller who gave a record away may have it back.
          or l.part = 'owner_id' and a.done_by = c.id and l.before = to_jsonb(c.id)
        )
      end then 'not_allowed'
      when c.rank < 3 and l.kind <> all (c.kinds) then 'switched_off'
      when l.part = 'deleted' and private.name_is_taken(a.account_id, l.kind, b.name) then 'name_taken'
      when former.left_since then 'left'
      when former.tag_gone then 'tag_gone'
      when l.part = 'name' and lower(l.before #>> '{}') <> lower(r.name)
        and private.name_is_taken(a.account_id, l.kind, l.before #>> '{}') then 'name_taken'
      when private.is_truncated(l.part, l.before) then 'value_gone'
      when l.part like 'own.%' then private.problem_of_former_value(a.account_id, l.kind, substr(l.part, 5), l.before)
      when former.is_full then 'full'
    end,
    newer.changed_by
  from line l
  cross join act a
  cross join caller c
  left join private.records r on l.part <> 'deleted' and r.account_id = a.account_id and r.kind = l.kind and r.id = l.record_id
  left join public.binned_records b
    on l.part = 'deleted' and b.account_id = a.account_id and b.kind = l.kind and b.record_id = l.record_id and b.act = a.id
  left join lateral (
    select n.id, n.action, n.changed_by
    from public.record_history n
    where n.account_id = a.account_id and n.record_id = l.record_id and n.changed_at > l.changed_at and n.act <> a.id
      and case
        when l.part = 'deleted' then n.action <> 'updated'
        when r.id is null then n.action = 'deleted'
        -- A page of this undo may have removed relations of the record already.
        when l.part in ('restored', 'created') then coalesce(n.field, '') <> 'relations' or not exists (
          select from public.acts u where u.account_id = a.account_id and u.id = n.act and u.undoes = a.id
        )
        when l.part = 'relations' then n.field = 'relations'
          and coalesce(n.after, n.before) - 'name' = coalesce(l.after, l.before) - 'name'
        when l.part = 'experts'
          then n.field = 'experts' and coalesce(n.after, n.before) -> 'id' = coalesce(l.after, l.before) -> 'id'
        when l.part = 'tags' then n.field = 'tags' and (
          n.changed_by is distinct from c.id
          or private.changed_tags(n.before, n.after) && private.changed_tags(l.before, l.after)
        )
        -- An amount and its currency are one.
        when l.part in ('cost_per_month', 'cost_currency') then n.field in ('cost_per_month', 'cost_currency')
        else n.field = l.part
      end
    order by n.changed_at desc, n.id
    limit 1
  ) newer on true
  cross join lateral (
    select case
      when l.part = 'experts' and l.after is null or l.part = 'owner_id' and jsonb_typeof(l.before) = 'string' then not exists (
        select from public.account_members m
        where m.account_id = a.account_id
          and m.user_id = (case l.part when 'experts' then l.before ->> 'id' else l.before #>> '{}' end)::uuid
      )
      when l.part = 'owner_id' and jsonb_typeof(l.before) = 'object' then not exists (
        select from public.pending_invitations i
        where i.account_id = a.account_id and i.id = (l.before ->> 'id')::uuid
          and i.accepted_at is null and i.declined_at is null and i.expires_at > now()
      )
      else false
    end as left_since,
    l.part = 'tags' and exists (
      select from unnest(private.lost_tags(l.before, l.after)) as lost (id)
      where not exists (select from public.tags t where t.account_id = a.account_id and t.id = lost.id)
    ) as tag_gone,
    l.part = 'tags' and cardinality(r.tags) + cardinality(private.lost_tags(l.before, l.after))
      - cardinality(private.lost_tags(l.after, l.before)) > 50 as is_full
  ) former
  order by l.place
$$;
create or replace function public.undo_act(act_param uuid, skip integer default 0) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  done constant public.acts := private.lock_undoable_act(act_param);
  departed jsonb := private.begin_undo(done, skip);
  page constant record := private.lines_of_page(done, skip);
  lines jsonb := page.lines;
  good jsonb;
  undoing uuid;
  counted integer;
begin
  if 'deleted' = any (done.parts) then
    lines := private.undo_deletions(lines);
  end if;
  select coalesce(jsonb_agg(l.value), '[]'), count(distinct l.value ->> 'record_id')
  into good, counted
  from jsonb_array_elements(lines) as l (value)
  where l.value ->> 'problem' is null;
  departed := departed || private.departed_owners_of(
    array(select (l.value ->> 'record_id')::uuid from jsonb_array_elements(good) as l (value))
  );
  perform private.restore_former_values(good);
  perform private.restore_former_experts(good);
  perform private.restore_former_tags(good);
  perform private.restore_former_fields(good);
  perform private.undo_creations(good);
  perform private.restore_former_relations(good);
  perform private.restore_departed_owners(done.departed, array(
    select l.record_id from jsonb_to_recordset(good) as l (record_id uuid, part text) where l.part = 'owner_id'
  ));
  undoing := private.note_act(
    done.account_id, 'undo', null, private.history_parts_of_undo(done.parts), departed, done.id
  );
  return jsonb_build_object(
    'act', undoing,
    'undone', counted,
    'left', private.grouped_problems(lines),
    'next', page.next
  );
end
$$;
create function private.relation_columns() returns table (key text, type text, outgoing boolean)
language sql immutable set search_path = ''
as $$
  values ('depends_on', 'depends_on', true), ('part_of', 'part_of', true), ('provides', 'runs_in', false)
$$;
comment on function private.relation_columns() is
  'The fields of a row that name other records, and the relation of each: outgoing where it leads to them.';
alter function private.relation_columns() owner to cairn_definer;
revoke all on function private.relation_columns() from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create or replace function private.import_list_cell(
  key text, value jsonb, people jsonb, out clean jsonb, out problem jsonb, out unknown text[]
)
language plpgsql immutable set search_path = ''
as $$
declare
  words constant text[] := private.import_list(value);
begin
  if words is not null and key in (select c.key from private.relation_columns() c) then
    clean := to_jsonb(words);
    return;
  end if;
  if words is null or cardinality(words) > (case key when 'tags' then 50 when 'links' then 20 else 100 end) then
    problem := case key
      when 'tags' then private.value_problem('tags.count', 'A record has at most 50 tags.')
      when 'links' then private.value_problem('links.count', 'Links must be a list of at most 20.')
      else private.value_problem('list.count', 'A list has at most 100 texts.')
    end;
    return;
  end if;
  case key
    when 'owner', 'experts' then
      unknown := array(select w from unnest(words) as w where case key
        when 'owner' then people -> lower(w) is null
        else coalesce(people -> lower(w) ->> 'id' ~ '^(pending-|invite:)', true)
      end);
      clean := coalesce((
        select jsonb_agg(distinct (people -> lower(w)) - 'said') from unnest(words) as w where w <> all (unknown)
      ), '[]');
      if key = 'owner' then
        clean := case when cardinality(words) > 0 then coalesce(clean -> 0, 'null') else 'null' end;
      end if;
      -- The importer sees, and can change, what they have said.
      unknown := unknown || array(
        select w from unnest(words) as w where w <> all (unknown) and people -> lower(w) ? 'said'
      );
    when 'tags' then
      select jsonb_build_object('problem', 'unknown_tag', 'detail', w) into problem
      from unnest(words) as w
      where char_length(w) > 40 or w ~ '[#,]'
      limit 1;
      clean := to_jsonb(words);
    when 'links' then
      if not (select bool_and(private.is_web_address(w)) from unnest(words) as w) then
        problem := private.value_problem(
          'links.shape', 'A link needs a purpose and an address that begins with http:// or https://.'
        );
      end if;
      clean := to_jsonb(words);
    else
      clean := to_jsonb(words);
      if not private.is_list_within(words, 100, 200) then
        problem := case key
          when 'users' then private.value_problem('users.size', 'Users must be at most 100, of at most 200 characters each.')
          else private.value_problem('use_cases.size', 'Use cases must be at most 100, of at most 200 characters each.')
        end;
      end if;
  end case;
end
$$;
create or replace function private.import_cell(
  key text, value jsonb, field public.own_fields, longest integer, people jsonb,
  out clean jsonb, out problem jsonb, out unknown text[]
)
language plpgsql stable security definer set search_path = ''
as $$
declare
  meant jsonb := value;
  judged record;
begin
  if key in ('owner', 'experts', 'tags', 'links', 'use_cases', 'users')
    or key in (select c.key from private.relation_columns() c)
  then
    select c.* into clean, problem, unknown from private.import_list_cell(key, value, people) c;
    return;
  elsif field.type is null then
    problem := '{"problem": "no_field"}';
    return;
  elsif field.type in ('member', 'record') and jsonb_typeof(value) = 'string' and value <> '""' then
    meant := private.import_named(field, private.display_text(value #>> '{}'), people);
    -- The importer says who it is, and sees whom they have said.
    if field.type = 'member' and (meant is null or people -> lower(private.display_text(value #>> '{}')) ? 'said') then
      unknown := array[private.display_text(value #>> '{}')];
    end if;
    if meant is null then
      problem := case field.type
        when 'record' then jsonb_build_object('problem', 'unknown_record', 'detail', left(value #>> '{}', 200))
      end;
      return;
    end if;
  elsif key = 'cost_currency' and jsonb_typeof(value) = 'string' then
    meant := to_jsonb(upper(value #>> '{}'));
  end if;
  judged := private.judged_own_value(field, meant, null);
  clean := coalesce(judged.clean, 'null');
  if field.type in ('text', 'long_text') and char_length(clean #>> '{}') > longest then
    problem := private.value_problem(
      'field.length',
      format('%s must have at most %s characters.', field.name, to_char(longest, 'FM9,999')),
      jsonb_build_object('field', field.name, 'most', longest)
    );
  elsif judged.problem is not null then
    problem := private.value_problem(
      judged.problem,
      field.name || ' ' || private.sentence_of_own_problem(judged.problem),
      jsonb_build_object('field', field.name)
    );
  elsif key = 'cost_per_month' and clean <> 'null' then
    clean := to_jsonb(round((clean #>> '{}')::numeric, 2));
    if (clean #>> '{}')::numeric not between 0 and 1000000000000 then
      problem := private.value_problem('cost.range', 'Cost per month must be a number from 0 to 1,000,000,000,000.');
    end if;
  elsif key = 'cost_currency' and clean #>> '{}' !~ '^[A-Z]{3}$' then
    problem := private.value_problem('cost.currency', 'A cost needs a currency of three capital letters, such as EUR.');
  elsif key = 'webhook_url' and clean #>> '{}' !~* '^https://[!-\[\]-~]+$' then
    problem := private.value_problem(
      'webhook_url.address',
      'Webhook URL must be empty or a web address that begins with https://, of at most 2,048 characters.'
    );
  elsif clean = 'null' and field.required then
    problem := '{"problem": "required"}';
  end if;
end
$$;
create or replace function private.compare_import_row(
  record jsonb, clean jsonb, fields jsonb, out writes jsonb, out cells jsonb, out problems jsonb
)
language plpgsql stable security definer set search_path = ''
as $$
declare
  one record;
  had jsonb;
  before jsonb;
  after jsonb;
  field public.own_fields;
  compared record;
  list jsonb := '[]';
  cost record;
begin
  writes := '{}';
  problems := '[]';
  for one in
    select c.key, c.value from jsonb_each(clean) c where c.key not in (select r.key from private.relation_columns() r)
  loop
    if one.key like 'own.%' then
      had := record -> 'own' -> substr(one.key, 5);
      if coalesce(had, 'null') <> one.value then
        writes := jsonb_set(
          case when writes ? 'own' then writes else writes || '{"own": {}}' end, array['own', substr(one.key, 5)], one.value
        );
        before := had;
        after := nullif(one.value, 'null');
        if fields -> one.key ->> 'type' in ('member', 'record') then
          field := jsonb_populate_record(null::public.own_fields, fields -> one.key);
          before := private.name_in_field(field, before);
          after := private.name_in_field(field, after);
        end if;
        list := list || jsonb_build_object('field', one.key, 'before', before, 'after', after);
      end if;
    elsif one.key in ('owner', 'experts', 'tags', 'links', 'use_cases', 'users') then
      had := coalesce(record -> one.key, case one.key when 'owner' then 'null'::jsonb else '[]' end);
      compared := private.compare_lists(one.key, had, one.value);
      if compared.write is not null then
        writes := writes || compared.write;
        list := list || jsonb_build_object('field', one.key, 'before', compared.before, 'after', compared.after);
      end if;
    else
      had := nullif(coalesce(record -> one.key, 'null'), '""');
      if coalesce(had, 'null') <> one.value
        and (had is null or private.is_unchanged_by_import(one.key, had, one.value) is not true)
      then
        writes := writes || jsonb_build_object(one.key, case
          when one.value = 'null' and (select f.in_words from private.fields f where f.key = one.key) then '""' else one.value
        end);
        list := list || jsonb_build_object('field', one.key, 'before', had, 'after', one.value);
      end if;
    end if;
  end loop;
  cost := private.import_cost(writes, record);
  writes := cost.full_writes;
  if cost.problem is not null then
    problems := jsonb_build_array(cost.problem);
  end if;
  if jsonb_array_length(writes -> 'links') > 20 then
    problems := problems || (
      jsonb_build_object('field', 'links') || private.value_problem('links.count', 'Links must be a list of at most 20.')
    );
  end if;
  cells := list;
end
$$;
create function private.meant_records(plan public.imports, words text[])
returns table (word text, id uuid, "row" integer, name text, is_clear boolean)
language sql stable security definer set search_path = '' set enable_seqscan = off
as $$
  with kinds as materialized (
    select array(select private.kinds_in_use()) as used
  ),
  given as materialized (
    select w.word, lower(w.word) as name, lower(btrim(split_part(w.word, ':', 1))) as kind,
      lower(btrim(substr(w.word, strpos(w.word, ':') + 1))) as name_after_kind
    from unnest(words) as w (word)
  ),
  found as materialized (
    select g.word, f.*
    from given g
    cross join kinds
    cross join lateral (
      select 1 as place, r.kind, r.id, null::integer as "row", r.name
      from private.records r
      where plan.source is not null and r.account_id = plan.account_id and r.kind = any (kinds.used)
        and r.imported_from = plan.source and r.source_id = g.word
      union all
      select 2, r.kind, r.id, null, r.name
      from private.records r
      where r.account_id = plan.account_id and r.kind = any (kinds.used)
        and r.id = case when private.is_uuid(g.word) then g.word::uuid end
      union all
      select 3, plan.kind, o.record_id, o.row_number, coalesce(o.given ->> 'name', g.word)
      from public.import_rows o
      where plan.match_key = 'source' and o.import_id = plan.id and o.match_value = g.word and o.row_number + 0 > 0
      union all
      select 4, r.kind, r.id, null, r.name
      from private.records r
      where r.account_id = plan.account_id and r.kind = plan.kind and lower(r.name) = g.name
      union all
      select 5, plan.kind, o.record_id, o.row_number, o.given ->> 'name'
      from public.import_rows o
      where o.import_id = plan.id and o.name_key = nullif(private.name_key(left(g.word, 200)), '')
        and lower(private.display_text(o.given ->> 'name')) = g.name and o.row_number + 0 > 0
      union all
      select 6, r.kind, r.id, null, r.name
      from private.records r
      where r.account_id = plan.account_id and r.kind = any (kinds.used) and r.kind = g.kind
        and lower(r.name) = g.name_after_kind
      union all
      select 7, r.kind, r.id, null, r.name
      from private.records r
      where r.account_id = plan.account_id and r.kind = any (kinds.used) and lower(r.name) = g.name
    ) f
  )
  select distinct on (f.word) f.word, f.id, f."row", f.name, f.place < 7 or f.amount = 1
  from (select n.*, count(*) over (partition by n.word, n.place) as amount from found n) f
  order by f.word, f.place, f.kind <> plan.kind, f."row", f.id
$$;
comment on function private.meant_records(public.imports, text[]) is
  'The record or row that each word means, with its name. Not clear where several records of other catalogues have the name.';
alter function private.meant_records(public.imports,text[]) owner to cairn_definer;
revoke all on function private.meant_records(public.imports,text[]) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create function private.import_relations(plan public.imports, rows integer[])
returns table (row_number integer, writes jsonb, cells jsonb, unrelated jsonb)
language sql stable security definer set search_path = ''
as $$
  with said as materialized (
    select r.row_number, r.record_id, c.key, c.type, c.outgoing, w.word
    from public.import_rows r
    cross join private.relation_columns() c
    cross join lateral jsonb_array_elements_text(r.clean -> c.key) as w (word)
    where r.import_id = plan.id and r.row_number = any (rows)
  ),
  meant as materialized (
    select m.* from private.meant_records(plan, array(select distinct s.word from said s)) m
  ),
  judged as materialized (
    select s.*, m.id, m."row", m.name,
      case
        when m.word is null then jsonb_build_object('problem', 'unknown_record', 'detail', left(s.word, 200))
        when not m.is_clear then jsonb_build_object('problem', 'several_records', 'detail', left(s.word, 200))
        when m."row" = s.row_number or m.id = s.record_id then
          private.value_problem('relation.itself', 'A record cannot have a relation to itself.')
      end || jsonb_build_object('field', s.key) as problem,
      exists (
        select from public.relations l
        where l.account_id = plan.account_id and l.type = s.type
          and l.from_id = case when s.outgoing then s.record_id else m.id end
          and l.to_id = case when s.outgoing then m.id else s.record_id end
      ) as is_there
    from said s
    left join meant m on m.word = s.word
  ),
  added as materialized (
    select distinct on (j.row_number, j.key, coalesce(j.id::text, j."row"::text)) j.*
    from judged j
    where j.problem is null and not j.is_there
  ),
  changed as materialized (
    select a.row_number, a.key, jsonb_agg(a.name order by lower(a.name)) as names, (
      select coalesce(jsonb_agg(h.name order by lower(h.name)), '[]')
      from (
        select o.name
        from public.relations l
        join private.records o
          on o.account_id = plan.account_id and o.id = case when a.outgoing then l.to_id else l.from_id end
        where l.account_id = plan.account_id and l.type = a.type
          and a.record_id = case when a.outgoing then l.from_id else l.to_id end
        order by lower(o.name)
        limit 100
      ) h
    ) as before
    from added a
    group by a.row_number, a.key, a.type, a.outgoing, a.record_id
  )
  select
    e.row_number,
    (
      select jsonb_build_object('relations', jsonb_agg(jsonb_build_object(
        'key', a.key, 'type', a.type, 'outgoing', a.outgoing, 'id', a.id, 'row', a."row", 'word', left(a.word, 200)
      ) order by a.key, a.word))
      from added a where a.row_number = e.row_number
      having count(*) > 0
    ),
    (
      select jsonb_agg(jsonb_build_object(
        'field', c.key, 'before', nullif(c.before, '[]'), 'after', c.before || c.names
      ) order by c.key)
      from changed c where c.row_number = e.row_number
    ),
    (select jsonb_agg(j.problem) from judged j where j.row_number = e.row_number and j.problem is not null)
  from (select distinct s.row_number from said s) e
$$;
comment on function private.import_relations(public.imports, integer[]) is
  'The relations that rows of a plan add, as they are written and as people read them, and the problems of those that are left out.';
alter function private.import_relations(public.imports,integer[]) owner to cairn_definer;
revoke all on function private.import_relations(public.imports,integer[]) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create or replace function private.plan_row_changes(plan public.imports, rows integer[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  fields constant jsonb := private.own_field_definitions(plan);
begin
  with part as materialized (
    select r.* from public.import_rows r where r.import_id = plan.id and r.row_number = any (rows)
  ),
  known as materialized (
    select k.* from private.import_records(plan, array(
      select p.record_id from part p where p.record_id is not null
      union
      select (c.value ->> 'record_id')::uuid
      from part p cross join lateral jsonb_array_elements(p.candidates) as c (value)
      where c.value ->> 'record_id' is not null
    )) k
  ),
  related as materialized (
    select c.* from private.import_relations(plan, rows) c
  ),
  compared as materialized (
    select
      p.row_number, k.version, d.writes || coalesce(l.writes, '{}') as writes, d.cells || coalesce(l.cells, '[]') as cells,
      coalesce(l.unrelated, '[]') as unrelated,
      p.problems || d.problems
      || case when p.record_id is null and p.problems = '[]' then private.missing_fields(plan, p.clean, fields) else '[]' end
      || case
        when not k.may_change and d.writes - 'experts' <> '{}'
          then '[{"problem": "no_right", "field": null, "detail": null}]'::jsonb
        else '[]'
      end
      || case
        when p.decision ->> 'do' = 'join' and exists (
          select from public.import_rows o
          where o.import_id = plan.id and o.record_id = p.record_id and o.row_number <> p.row_number and o.row_number > 0
        ) then '[{"problem": "repeated", "field": null, "detail": null}]'::jsonb
        else '[]'
      end as problems,
      p.record_id, p.decision,
      (
        select coalesce(jsonb_agg(c.value || jsonb_build_object('cells', coalesce(other.cells, '[]')) order by c.place), '[]')
        from jsonb_array_elements(p.candidates) with ordinality as c (value, place)
        left join lateral (
          select o.cells
          from known n
          cross join lateral private.compare_import_row(n.record, p.clean, fields) o
          where n.id = (c.value ->> 'record_id')::uuid
        ) other on true
      ) as candidates
    from part p
    left join known k on k.id = p.record_id
    left join related l on l.row_number = p.row_number
    cross join lateral private.compare_import_row(
      coalesce(k.record, '{}'), private.values_taken_from_row(p.clean, p.decision), fields
    ) d
  )
  update public.import_rows r
  set version = c.version, writes = c.writes, cells = c.cells, problems = c.problems, candidates = c.candidates,
    unrelated = c.unrelated,
    effect = case
      when c.problems <> '[]' then 'error'
      when c.record_id is not null then case when c.writes = '{}' then 'same' else 'changed' end
      when c.candidates <> '[]' then 'duplicate'
      else 'new'
    end
  from compared c
  where r.import_id = plan.id and r.row_number = c.row_number;
end
$$;
create or replace function private.import_writes(plan public.imports, rows integer[]) returns private.import_write[]
language plpgsql stable security definer set search_path = ''
as $$
declare
  unsaid constant jsonb := private.choices_without_default(plan.kind);
begin
  return array(
    with part as materialized (
      select r.* from public.import_rows r
      where r.import_id = plan.id and r.row_number = any (rows) and r.account_id = private.my_account()
        and (plan.started_by = private.caller_id() or private.my_rank() = 3)
    ),
    owners as materialized (
      select o.word, jsonb_build_object('owner_id', coalesce(
        substring(o.word from '^[0-9a-f-]{36}$')::uuid,
        (
          select p.id
          from public.profiles p
          join public.account_members m on m.account_id = plan.account_id and m.user_id = p.id
          where o.word like 'invite:%' and lower(p.email) = substr(o.word, 8)
          limit 1
        )
      ), 'invited_owner_id', coalesce(
        substring(o.word from '^pending-([0-9a-f-]{36})$')::uuid,
        (
          select i.id
          from public.pending_invitations i
          where i.account_id = plan.account_id and o.word like 'invite:%' and i.email = substr(o.word, 8)
            and i.accepted_at is null and i.declined_at is null and i.expires_at > now()
        )
      )) as columns
      from (select distinct p.writes ->> 'owner' as word from part p where p.writes ? 'owner') o
    ),
    tagged as materialized (
      select p.row_number, jsonb_build_object('tags', jsonb_agg(t.id order by w.place)) as columns
      from part p
      cross join lateral jsonb_array_elements_text(p.writes -> 'tags') with ordinality as w (word, place)
      join public.tags t on t.account_id = plan.account_id and private.folded(t.name) = private.folded(w.word)
      group by p.row_number
    )
    select row(
      p.row_number, p.record_id, p.version, p.effect,
      case when p.record_id is null then unsaid else '{}' end
        || (p.writes - array['owner', 'experts', 'tags', 'relations'])
        || case when p.writes ? 'owner' then coalesce(o.columns, '{"owner_id": null, "invited_owner_id": null}') else '{}' end
        || case when p.writes ? 'tags' then coalesce(t.columns, '{"tags": []}') else '{}' end,
      array(select jsonb_array_elements_text(p.writes -> 'experts' -> 'add'))::uuid[],
      array(select jsonb_array_elements_text(p.writes -> 'experts' -> 'remove'))::uuid[]
    )::private.import_write
    from part p
    left join owners o on o.word = p.writes ->> 'owner'
    left join tagged t on t.row_number = p.row_number
    order by p.row_number
  );
end
$$;
create function private.next_related_rows(plan public.imports) returns integer[]
language sql stable security definer set search_path = ''
as $$
  select array(
    select r.row_number
    from public.import_rows r
    where r.import_id = plan.id and r.account_id = private.my_account() and r.is_to_apply and r.outcome = 'done'
      and r.writes ? 'relations'
    order by r.row_number
    limit 1000
  )
$$;
comment on function private.next_related_rows(public.imports) is
  'The next rows of a plan that are written without their relations, up to 1,000.';
alter function private.next_related_rows(public.imports) owner to cairn_definer;
revoke all on function private.next_related_rows(public.imports) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
grant execute on function private.next_related_rows(public.imports) to authenticated;
create function private.wanted_relations(plan public.imports, rows integer[])
returns table (row_number integer, key text, word text, from_id uuid, to_id uuid, type text)
language sql stable security definer set search_path = ''
as $$
  select
    r.row_number, w.key, w.word,
    case when w.outgoing then r.record_id else o.id end, case when w.outgoing then o.id else r.record_id end, w.type
  from public.import_rows r
  cross join lateral jsonb_to_recordset(r.writes -> 'relations') as w (
    key text, word text, type text, outgoing boolean, id uuid, "row" integer
  )
  left join public.import_rows t on t.import_id = plan.id and t.row_number = w."row"
  left join private.records o
    on o.account_id = plan.account_id and o.id = coalesce(w.id, t.record_id) and o.id <> r.record_id
      and o.kind = any (array(select private.kinds_in_use()))
  where r.import_id = plan.id and r.account_id = private.my_account() and r.row_number = any (rows)
$$;
comment on function private.wanted_relations(public.imports, integer[]) is
  'The relations that rows of a plan add; without one end where its record is not there.';
alter function private.wanted_relations(public.imports,integer[]) owner to cairn_definer;
revoke all on function private.wanted_relations(public.imports,integer[]) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
grant execute on function private.wanted_relations(public.imports, integer[]) to authenticated;
create function private.mark_related_rows(plan public.imports, rows integer[]) returns void
language sql volatile security definer set search_path = ''
as $$
  with left_out as materialized (
    select w.row_number, jsonb_agg(jsonb_build_object(
      'problem', 'unknown_record', 'field', w.key, 'detail', w.word
    )) as problems
    from private.wanted_relations(plan, rows) w
    where w.from_id is null or w.to_id is null
    group by w.row_number
  )
  update public.import_rows r
  set writes = r.writes - 'relations', unrelated = r.unrelated || coalesce(l.problems, '[]')
  from unnest(rows) as n (row_number)
  left join left_out l on l.row_number = n.row_number
  where r.import_id = plan.id and r.account_id = private.my_account() and r.row_number = n.row_number
$$;
comment on function private.mark_related_rows(public.imports, integer[]) is
  'Notes that rows of a plan have their relations, and which are left out because the other record is not there.';
alter function private.mark_related_rows(public.imports,integer[]) owner to cairn_definer;
revoke all on function private.mark_related_rows(public.imports,integer[]) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
grant execute on function private.mark_related_rows(public.imports, integer[]) to authenticated;
create function private.write_import_relations(plan public.imports, rows integer[]) returns void
language sql volatile set search_path = ''
as $$
  insert into public.relations (from_id, to_id, type)
  select distinct w.from_id, w.to_id, w.type
  from private.wanted_relations(plan, rows) w
  where w.from_id is not null and w.to_id is not null and not exists (
    select from public.relations r where r.from_id = w.from_id and r.to_id = w.to_id and r.type = w.type
  )
  on conflict do nothing;
  select private.mark_related_rows(plan, rows);
$$;
comment on function private.write_import_relations(public.imports, integer[]) is
  'Adds the relations of rows of a plan as the caller, those that are not there yet.';
alter function private.write_import_relations(public.imports,integer[]) owner to cairn_definer;
revoke all on function private.write_import_relations(public.imports,integer[]) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
grant execute on function private.write_import_relations(public.imports, integer[]) to authenticated;
create or replace function private.store_import_progress(plan public.imports, rows integer[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  done integer;
begin
  with written as materialized (
    select r.writes, r.effect
    from unnest(rows) as n (row_number)
    join public.import_rows r on r.import_id = plan.id and r.row_number = n.row_number
    where r.outcome = 'done'
  ),
  counted as (
    select count(*) as done from written
  )
  update public.imports i
  set applied_at = coalesce(i.applied_at, now()),
    parts = array(
      select distinct p.part
      from (
        select unnest(i.parts) as part
        union all
        select case k.key when 'owner' then 'owner_id' else k.key end
        from written r
        cross join lateral jsonb_object_keys(r.writes - 'own') as k (key)
        union all
        select 'own.' || k.key
        from written r
        cross join lateral jsonb_object_keys(r.writes -> 'own') as k (key)
        where r.writes ? 'own'
        union all
        select case r.effect when 'new' then 'created' else 'deleted' end
        from written r
        where r.effect in ('new', 'gone')
      ) p
    ),
    -- Relations are looked for at the end alone.
    done_at = case
      when exists (
        select from public.import_rows r where r.import_id = plan.id and r.is_to_apply and r.outcome is null
      ) then null
      when private.next_related_rows(plan) <> '{}' then null
      else now()
    end
  from counted c
  where i.id = plan.id and i.account_id = private.my_account()
  returning c.done into done;
  if done > 0 then
    -- Rows that are done are never written again, so that each is counted once.
    insert into public.acts as a (id, account_id, action, kind, value, parts, records, done_by)
    select i.act, i.account_id, 'import', i.kind, i.file_name, i.parts, done, private.caller_id()
    from public.imports i
    where i.id = plan.id and i.account_id = private.my_account()
    on conflict (id) do update
    set action = excluded.action, kind = excluded.kind, value = excluded.value, parts = excluded.parts,
      records = a.records + excluded.records;
  end if;
end
$$;
create or replace function public.apply_import(import uuid) returns jsonb
language plpgsql volatile set search_path = ''
as $$
declare
  plan constant public.imports := private.lock_import(import);
  waiting integer[] := private.next_import_rows(plan);
  related integer[] := '{}';
begin
  if plan.checked_at is null or private.is_unchecked(plan) then
    raise exception 'Check this import before you apply it.'
      using errcode = 'PT409', detail = 'import.not_checked', hint = 'Call check_import until all rows are checked.';
  end if;
  perform set_config('cairn.act', plan.act::text, true);
  perform set_config('cairn.names_are_known', 'on', true);
  loop
    if cardinality(waiting) > 0 then
      perform private.apply_import_rows(plan, waiting[:100]);
    end if;
    perform private.store_import_progress(plan, waiting[:100]);
    waiting := waiting[101:];
    if cardinality(waiting) = 0 then
      waiting := private.next_import_rows(plan);
    end if;
    if cardinality(waiting) = 0 then
      related := private.next_related_rows(plan);
      perform private.write_import_relations(plan, related);
    end if;
    exit when cardinality(waiting || related) = 0 or clock_timestamp() > statement_timestamp() + interval '2 seconds';
  end loop;
  return private.import_json(plan.id);
end
$$;
create or replace function public.get_import_rows(import uuid, effect text default null, skip integer default 0) returns jsonb
language sql stable set search_path = ''
as $$
  with fitting as (
    select r.*
    from public.import_rows r
    where r.import_id = import and r.effect is not null
      and (
        get_import_rows.effect is null
        or r.effect = get_import_rows.effect
        or get_import_rows.effect = 'refused' and r.outcome = 'refused'
      )
  )
  select jsonb_build_object(
    'total', (select count(*) from fitting),
    'items', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'row', p.row_number, 'effect', p.effect, 'record_id', p.record_id,
        'name', coalesce(p.clean ->> 'name', p.called, p.given ->> 'name', ''),
        'cells', p.cells, 'problems', p.problems || p.unrelated, 'candidates', p.candidates, 'decision', p.decision,
        'outcome', coalesce(p.outcome, case when p.decision ->> 'do' = 'leave' and p.is_done then 'left' end)
      ) order by p.row_number), '[]')
      from (
        select f.*, c.name as called, i.done_at is not null as is_done
        from (
          select * from fitting order by row_number limit 100 offset greatest(coalesce(skip, 0), 0)
        ) f
        join public.imports i on i.id = f.import_id
        left join private.records c on c.kind = i.kind and c.id = f.record_id and not f.clean ? 'name'
      ) p
    )
  )
$$;
create or replace function private.tools_of_assistants() returns text[]
language sql immutable set search_path = ''
as $$
  select array[
    'search', 'fetch', 'get_record', 'who_knows', 'what_depends_on', 'gaps_and_late', 'what_changed', 'list_records',
    'describe_fields', 'suggest_edit', 'suggest_relation'
  ]
$$;
create function private.refuse_closed_field(field text) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not coalesce(field = any (private.fields_for('suggest')), false) then
    raise exception 'This field cannot be suggested.'
      using errcode = '22023', detail = 'suggestion.field_closed',
        hint = 'There are ' || array_to_string(private.fields_for('suggest'), ', ') || '.';
  end if;
end
$$;
comment on function private.refuse_closed_field(text) is 'Refuses a field that nobody can suggest another value for.';
alter function private.refuse_closed_field(text) owner to cairn_definer;
revoke all on function private.refuse_closed_field(text) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
grant execute on function private.refuse_closed_field(text) to authenticated;
create function private.refuse_suggestion(kind text, client text) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
begin
  perform private.refuse_other_kind(kind);
  if account is null or private.switched_off(account, kind) then
    raise exception 'Your account does not use this catalogue.'
      using errcode = '42501', detail = 'suggestion.catalogue_off', hint = 'Ask an administrator.';
  end if;
  if not coalesce((select s.suggested_edits from public.api_settings s where s.account_id = account), false) then
    raise exception 'Your account does not let assistants suggest edits.'
      using errcode = '42501', detail = 'suggestion.switched_off',
        hint = 'An administrator can allow it in Cairn under Connect Your Assistant.';
  end if;
  if char_length(client) > 100 then
    raise exception 'The name of the program has at most 100 characters.'
      using errcode = '22023', detail = 'suggestion.program_name';
  end if;
end
$$;
comment on function private.refuse_suggestion(text, text) is
  'Refuses who may not suggest a change, and where no assistant may.';
alter function private.refuse_suggestion(text,text) owner to cairn_definer;
revoke all on function private.refuse_suggestion(text,text) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create or replace function private.refuse_many_suggestions(record uuid, field text, value jsonb) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  open_ones record;
begin
  select
    count(*) as all_of_them, count(*) filter (where s.record_id = record) as of_record,
    bool_or(
      s.record_id = record and s.field = refuse_many_suggestions.field
        -- A relation that should go stands before.
        and coalesce(s.after, case s.field when 'relations' then s.before end) is not distinct from value
    ) as is_there
  into open_ones
  from public.suggestions s
  where s.account_id = private.my_account() and s.suggested_by = private.caller_id() and s.state = 'open';
  if open_ones.is_there then
    raise exception 'This was suggested already and waits for an answer.'
      using errcode = '22023', detail = 'suggestion.already_waits';
  end if;
  if open_ones.of_record >= 5 or open_ones.all_of_them >= 100 then
    raise exception 'Too many suggestions in your name wait for an answer.'
      using errcode = '22023', detail = 'suggestion.too_many_wait',
        hint = 'At most 5 of a record and 100 altogether can wait.';
  end if;
end
$$;
create or replace function public.suggest_edit(
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
  perform private.refuse_suggestion(kind, client);
  perform private.refuse_closed_field(field);
  perform private.refuse_out_of_scope(suggest_edit.kind, 'read');
  execute format(
    'select r.name, coalesce(r.owner_id, r.created_by) as owner, to_jsonb(r) -> $3 as present
    from public.%I r where r.account_id = $1 and r.id = $2',
    private.catalogue_of(kind)
  )
    into target using account, record_id, field;
  if target.name is null then
    raise exception 'This record no longer exists.' using errcode = 'PT404', detail = 'record.gone';
  end if;
  kept := private.stored_form_of_value(account, kind, record_id, field, value);
  if kept is not distinct from target.present then
    raise exception 'The field has this value already.' using errcode = '22023', detail = 'suggestion.same_value';
  end if;
  perform private.refuse_many_suggestions(record_id, field, kept);
  insert into public.suggestions (account_id, kind, record_id, field, before, after, why, suggested_by, client)
  values (
    account, suggest_edit.kind, suggest_edit.record_id, suggest_edit.field, target.present, kept,
    private.display_text(coalesce(suggest_edit.why, '')), private.caller_id(),
    private.display_text(coalesce(suggest_edit.client, ''))
  )
  returning * into made;
  perform private.notify_of_suggestion(made, target.name, target.owner);
  return jsonb_build_object('id', made.id, 'field', made.field, 'before', made.before, 'after', made.after);
end
$$;
create function private.try_relation(account uuid, from_record uuid, to_record uuid, type text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.relations (account_id, from_id, to_id, type) values (account, from_record, to_record, try_relation.type);
  raise exception 'This is only tried.' using errcode = 'SG000', detail = 'suggestion.only_tried';
exception when sqlstate 'SG000' then
  return;
end
$$;
comment on function private.try_relation(uuid, uuid, uuid, text) is
  'Raises the errors that adding a relation would have. Changes nothing.';
alter function private.try_relation(uuid,uuid,uuid,text) owner to cairn_definer;
revoke all on function private.try_relation(uuid,uuid,uuid,text) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create function public.suggest_relation(
  kind text, record_id uuid, type text, other_id uuid, remove boolean default false, why text default '',
  client text default ''
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_variable
declare
  account constant uuid := private.my_account();
  target private.records;
  other private.records;
  value jsonb;
  is_there boolean;
  made public.suggestions;
begin
  perform private.refuse_suggestion(kind, client);
  perform private.refuse_out_of_scope(kind, 'read');
  select r.* into target from private.records r where r.account_id = account and r.kind = kind and r.id = record_id;
  select r.* into other from private.records r
  where r.account_id = account and r.id = other_id and r.kind = any (array(select private.kinds_in_use()));
  if target.id is null or other.id is null then
    raise exception 'This record no longer exists.' using errcode = 'PT404', detail = 'record.gone';
  end if;
  perform private.refuse_out_of_scope(other.kind, 'read');
  is_there := exists (
    select from public.relations r
    where r.account_id = account and r.from_id = record_id and r.to_id = other_id and r.type = type
  );
  if is_there is distinct from coalesce(remove, false) then
    raise exception 'The field has this value already.' using errcode = '22023', detail = 'suggestion.same_value';
  end if;
  if not is_there then
    perform private.try_relation(account, record_id, other_id, type);
  end if;
  value := jsonb_build_object('id', other.id, 'name', other.name, 'kind', other.kind, 'type', type, 'outgoing', true);
  perform private.refuse_many_suggestions(record_id, 'relations', value);
  insert into public.suggestions (account_id, kind, record_id, field, before, after, why, suggested_by, client)
  values (
    account, kind, record_id, 'relations', case when is_there then value end, case when not is_there then value end,
    private.display_text(coalesce(why, '')), private.caller_id(), private.display_text(coalesce(client, ''))
  )
  returning * into made;
  perform private.notify_of_suggestion(made, target.name, coalesce(target.owner_id, target.created_by));
  return jsonb_build_object('id', made.id, 'field', made.field, 'before', made.before, 'after', made.after);
end
$$;
comment on function public.suggest_relation(text, uuid, text, uuid, boolean, text, text) is
  'Suggests a relation from a record to another, or with remove that it goes, as suggest_edit does with values: {"id", "field", "before", "after"}; field is relations. Changes nothing; the owner of the first record is notified and decides.';
alter function public.suggest_relation(text,uuid,text,uuid,boolean,text,text) owner to cairn_definer;
revoke all on function public.suggest_relation(text,uuid,text,uuid,boolean,text,text) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
grant execute on function public.suggest_relation(text, uuid, text, uuid, boolean, text, text) to authenticated;
create function private.write_suggested_relation(wanted public.suggestions) returns integer
language sql volatile set search_path = ''
as $$
  with gone as (
    delete from public.relations r
    where wanted.after is null and r.from_id = wanted.record_id and r.to_id = (wanted.before ->> 'id')::uuid
      and r.type = wanted.before ->> 'type'
    returning 1
  ),
  added as (
    insert into public.relations (from_id, to_id, type)
    select wanted.record_id, (wanted.after ->> 'id')::uuid, wanted.after ->> 'type'
    where wanted.after is not null and not exists (
      select from public.relations r
      where r.from_id = wanted.record_id and r.to_id = (wanted.after ->> 'id')::uuid and r.type = wanted.after ->> 'type'
    )
    returning 1
  )
  select ((select count(*) from gone) + (select count(*) from added))::integer
$$;
comment on function private.write_suggested_relation(public.suggestions) is
  'Adds or removes the relation of a suggestion as the caller: 1, or 0 where that has happened already.';
alter function private.write_suggested_relation(public.suggestions) owner to cairn_definer;
revoke all on function private.write_suggested_relation(public.suggestions) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
grant execute on function private.write_suggested_relation(public.suggestions) to authenticated;
create or replace function public.accept_suggestion(suggestion uuid) returns void
language plpgsql set search_path = ''
as $$
declare
  wanted constant public.suggestions := private.close_suggestion(suggestion, 'accepted');
  touched integer;
begin
  if wanted.field = 'relations' then
    touched := private.write_suggested_relation(wanted);
  else
    perform private.refuse_closed_field(wanted.field);
    execute format(
      'update public.%1$I t set %2$I = (jsonb_populate_record(null::public.%1$I, jsonb_build_object(%2$L, $1))).%2$I
      where t.id = $2 and to_jsonb(t) -> %2$L is not distinct from $3',
      private.catalogue_of(wanted.kind), wanted.field
    )
      using wanted.after, wanted.record_id, wanted.before;
    get diagnostics touched = row_count;
  end if;
  if touched = 0 then
    raise exception 'The field was changed since this was suggested.'
      using errcode = 'HO001', detail = 'suggestion.value_changed', hint = 'Look at it again.';
  end if;
end
$$;
create or replace function private.archived_tables()
returns table (place integer, file text, source regclass, keys text[], without text[], awaiting text[], read_only boolean)
language sql stable security definer set search_path = ''
as $$
  values
    (1, 'account', 'private.archived_accounts'::regclass, array['id'], '{}'::text[], '{}'::text[], false),
    (2, 'people', 'private.archived_people', array['id', 'email'], '{}', '{}', false),
    (3, 'features', 'public.app_features', array['id'], '{}', '{}', false),
    (4, 'appearance', 'public.appearance_settings', array['id'], '{}', '{}', false),
    (5, 'tags', 'public.tags', array['id'], '{}', '{}', false),
    (6, 'own-fields', 'public.own_fields', array['id'], '{}', '{}', false),
    (100, 'articles', 'public.knowledge_articles', array['id'], '{}', '{}', false),
    (101, 'experts', 'public.record_experts', array['record_id', 'expert_id'], '{}', '{}',
      false),
    (102, 'agents-of-solutions', 'public.solution_agents', array['solution_id', 'agent_id'], '{}', '{}', false),
    (103, 'automations-of-solutions', 'public.solution_automations', array['solution_id', 'automation_id'], '{}',
      '{}', false),
    (104, 'relations', 'public.relations', array['from_id', 'to_id', 'type'], array['id'], '{}', false),
    (105, 'departed-owners', 'public.departed_owners', array['kind', 'record_id'], '{}', '{}', false),
    (106, 'handovers', 'public.handovers', array['id'], '{}', array['receiver_id', 'invitation_id'], false),
    (107, 'views', 'public.views', array['id'], '{}', '{}', false),
    (108, 'view-settings', 'public.view_settings', array['user_id', 'view_id'], '{}', '{}', false),
    (109, 'acts', 'public.acts', array['id'], '{}', '{}', false),
    (110, 'bin', 'public.binned_records', array['kind', 'record_id'], '{}', '{}', false),
    (111, 'history', 'public.record_history', array['changed_at', 'id'], '{}', '{}', false),
    (112, 'audit-log', 'public.security_audit_log', array['created_at', 'id'], '{}', '{}', true)
  union all
  select 10 + k.place, k.record_table, format('public.%I', k.record_table)::regclass, array['id'],
    '{}', array['owner_id', 'invited_owner_id'], false
  from private.kinds k
  where k.feature is not null
$$;
create trigger relations_complete before insert or update on public.relations
  for each row execute function private.complete_relation();
create trigger relations_known before insert on public.relations
  for each row when (current_user in ('authenticated', 'cairn_token')) execute function private.refuse_known_relation();
create trigger relations_stamp before insert on public.relations
  for each row when (current_user in ('authenticated', 'cairn_token')) execute function private.stamp_assignment();
create trigger relations_feature_of_made after insert on public.relations
  referencing new table as links
  for each statement when (current_user in ('authenticated', 'cairn_token'))
  execute function private.refuse_relation_switched_off();
create trigger relations_feature_of_ended after delete on public.relations
  referencing old table as links
  for each statement when (current_user in ('authenticated', 'cairn_token'))
  execute function private.refuse_relation_switched_off();
create trigger relations_history_of_made after insert on public.relations
  referencing new table as links
  for each statement when (current_user <> 'cairn_owner') execute function private.keep_relation_history();
create trigger relations_history_of_ended after delete on public.relations
  referencing old table as links
  for each statement when (current_user <> 'cairn_owner') execute function private.keep_relation_history();
create policy "tokens keep to their scopes" on public.record_history
  as restrictive to cairn_token
  using (
    (select private.is_unscoped())
    or kind = any ((select private.kinds_in_scope('read'))::text[]) and (
      (select private.may('people', 'read'))
      or coalesce(field, '') not in ('experts', 'owner_id', 'handover')
      or 'object' not in (coalesce(jsonb_typeof(before), ''), coalesce(jsonb_typeof(after), ''))
    ) and (
      coalesce(field, '') <> 'relations'
      or coalesce(after, before) ->> 'kind' = any ((select private.kinds_in_scope('read'))::text[])
    )
  )
  with check ((select private.is_unscoped()));
create policy "tokens keep to their scopes" on public.relations
  as restrictive to cairn_token
  using (
    (select private.is_unscoped()) or array[from_kind, to_kind] <@ ((select private.kinds_in_scope('read'))::text[])
  )
  with check (
    (select private.is_unscoped()) or array[from_kind, to_kind] <@ ((select private.kinds_in_scope('write'))::text[])
  );
create policy "tokens delete within their scopes" on public.relations
  as restrictive for delete to cairn_token
  using (
    (select private.is_unscoped()) or array[from_kind, to_kind] <@ ((select private.kinds_in_scope('write'))::text[])
  );
create policy "members see the relations of their account" on public.relations
  for select to authenticated
  using (account_id = (select private.my_account()));
create policy "from level user on, people add relations" on public.relations
  for insert to authenticated
  with check (account_id = (select private.my_account()) and (select private.my_rank()) >= 1);
create policy "from level user on, people remove relations" on public.relations
  for delete to authenticated
  using (account_id = (select private.my_account()) and (select private.my_rank()) >= 1);
comment on table public.import_rows is 'A row of a file, and what becomes of it.';
comment on column public.import_rows.row_number is 'Its number in the file; negative for a record that is gone at the source.';
comment on column public.import_rows.given is 'The values as they were sent, by the key of the field.';
comment on column public.import_rows.unreadable is 'The keys of fields with characters that are none.';
comment on column public.import_rows.match_value is 'The value of the key by which rows and records are matched.';
comment on column public.import_rows.effect is 'new, changed, same, duplicate, error or gone; empty until it is checked.';
comment on column public.import_rows.record_id is 'The record that it changes, or that it became.';
comment on column public.import_rows.version is 'When the record was changed last, as it was shown.';
comment on column public.import_rows.clean is 'The values as they are stored.';
comment on column public.import_rows.writes is 'The values that the row writes, by column; of own fields those that change, of experts and tags the names that change, of relations those to add until they are there.';
comment on column public.import_rows.cells is 'The differences, as people read them: [{"field", "before", "after"}].';
comment on column public.import_rows.problems is
  '[{"problem", "field", "detail", "refusal"}]. refusal is the code of a refused value with its parameters, as in the details of an error.';
comment on column public.import_rows.candidates is
  'Possible duplicates: [{"record_id", "row", "name", "reason", "cells"}], of a record with the changes of a merge.';
comment on column public.import_rows.people is 'Words that nobody is called: [{"words", "owner"}].';
comment on column public.import_rows.unrelated is
  'Problems of relations that are left out; the row is written without them.';
comment on column public.import_rows.decision is 'The importer''s decision: {"do": "apply", "leave", "apart", "join" or "bin"}.';
comment on column public.import_rows.is_to_apply is 'Whether it is written when the plan is applied.';
comment on column public.import_rows.outcome is 'done or refused; empty until it is applied.';
alter table public.relations enable row level security;
alter table public.relations force row level security;
comment on table public.relations is 'Relations from one record to another, of any catalogues.';
comment on column public.relations.from_kind is 'The kind of the first record, filled in.';
comment on column public.relations.to_kind is 'The kind of the second record, filled in.';
comment on column public.relations.type is
  'Relation of the first record to the second: depends_on, feeds_data_to, runs_in, replaces or part_of.';
comment on column public.relations.note is 'At most 500 characters in one line.';
comment on column public.relations.assigned_by is 'The person who added it.';
revoke all on public.relations from public, anon, authenticated, service_role, supabase_auth_admin, cairn_definer, cairn_token;
grant select on public.relations to authenticated;
grant insert (from_id, to_id, type, note, assigned_by) on public.relations to authenticated;
grant delete on public.relations to authenticated;
grant select, insert, update, delete on public.relations to service_role, cairn_definer;
alter table private.edges owner to cairn_owner;
revoke all on private.edges from public, anon, authenticated, service_role, supabase_auth_admin, cairn_definer, cairn_token;
grant select on private.edges to cairn_definer;
drop function private.linked_owners(uuid,text,uuid);
drop function private.refuse_suggestion(text,text,text);
