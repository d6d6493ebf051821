-- What a record does with another one.

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
create function private.group_of_record(account uuid, "by" text, r private.records) returns text
language sql stable set search_path = ''
as $$
  select coalesce(
    case "by"
      when 'kind' then r.kind
      when 'lifecycle' then r.lifecycle
      when 'department' then private.folded(r.department)
      when 'owner' then coalesce(r.owner_id, r.invited_owner_id)::text
      when 'tag' then case when r.tags <> '{}' then (
        select t.id::text from public.tags t
        where t.account_id = account and t.id = any (r.tags)
        order by private.folded(t.name), t.id
        limit 1
      ) end
    end,
    ''
  )
$$;
comment on function private.group_of_record(uuid, text, private.records) is
  'The group of the map in which a record stands: one with several tags stands in that of the first by name. Empty where the record has no value.';
alter function private.group_of_record(uuid,text,private.records) owner to cairn_definer;
revoke all on function private.group_of_record(uuid,text,private.records) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
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
      (select coalesce(nullif(i.name, ''), i.email) from public.pending_invitations i where i.account_id = account and i.id = key::uuid)
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
        r.id, r.department, lower(r.name) as name, private.group_of_record(account, by_field, r) as key,
        num_nonnulls(r.owner_id, r.invited_owner_id) = 0 as is_unowned,
        coalesce(private.heartbeat_state(h, now()) in ('late', 'failing'), false) as is_troubled
      from private.records r
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
