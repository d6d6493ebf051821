-- Counts the maps of large accounts, and keeps the plans of the dashboard's counts.

create table private.map_counts (
  account_id uuid not null references public.accounts (id) on delete cascade,
  "by" text not null,
  kinds text[] not null,
  counted_at timestamptz,
  groups bigint not null,
  records bigint not null,
  relations bigint not null,
  primary key (account_id, "by")
);

create table private.counted_groups (
  account_id uuid not null,
  "by" text not null,
  key text not null,
  department text,
  records bigint not null,
  unowned bigint not null,
  troubled bigint not null,
  critical bigint not null,
  in_maintenance bigint not null,
  primary key (account_id, "by", key),
  foreign key (account_id, "by") references private.map_counts (account_id, "by") on delete cascade
);

create table private.counted_edges (
  account_id uuid not null,
  "by" text not null,
  from_key text not null,
  to_key text not null,
  total bigint not null,
  primary key (account_id, "by", from_key, to_key),
  foreign key (account_id, "by") references private.map_counts (account_id, "by") on delete cascade
);
alter table private.map_counts owner to cairn_owner;
alter table private.counted_groups owner to cairn_owner;
alter table private.counted_edges owner to cairn_owner;


alter table private.map_counts enable row level security;
alter table private.map_counts force row level security;

alter table private.counted_groups enable row level security;
alter table private.counted_groups force row level security;

alter table private.counted_edges enable row level security;
alter table private.counted_edges force row level security;

-- Written by `npm run migration` from supabase/schemas:

set check_function_bodies = off;
create view private.needs with (security_invoker = true) as
  select
    e.account_id,
    case when e.type in ('feeds_data_to', 'part_of') then e.to_id else e.from_id end as needs,
    case when e.type in ('feeds_data_to', 'part_of') then e.from_id else e.to_id end as needed
  from private.edges e;
comment on view private.needs is 'All edges, each from the record that needs another to the one that it needs.';
create function private.needs_near(account uuid, ids uuid[]) returns setof private.needs
language sql stable security definer set search_path = ''
as $$
  select
    e.account_id,
    case when e.type in ('feeds_data_to', 'part_of') then e.to_id else e.from_id end,
    case when e.type in ('feeds_data_to', 'part_of') then e.from_id else e.to_id end
  from private.edges_of(account, ids) e
$$;
comment on function private.needs_near(uuid, uuid[]) is
  'The edges from and to these records of an account, each from the record that needs another to the one that it needs.';
alter function private.needs_near(uuid,uuid[]) owner to cairn_definer;
revoke all on function private.needs_near(uuid,uuid[]) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create or replace function public.get_dashboard_counts() returns json
language plpgsql stable set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
begin
  return json_build_object(
    'systems', (select count(*) from public.systems s where s.account_id = account and s.status = 'active'),
    'automations', (select count(*) from public.automations a where a.account_id = account and a.status = 'active'),
    'agents', (select count(*) from public.agents a where a.account_id = account),
    'solutions', (select count(*) from public.solutions s where s.account_id = account)
  );
end
$$;
create function private.records_on_map(
  account uuid, by_field text, kinds text[], listed uuid[] default null, keys text[] default null
)
returns table (
  id uuid, key text, name text, department text, is_unowned boolean, is_critical boolean, is_troubled boolean,
  is_in_maintenance boolean
)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
#variable_conflict use_column
begin
  return query
  select
    p.id, p.key, lower(p.name), p.department, p.is_unowned, p.is_critical,
    h.record_id is not null and private.shown_trouble_since(h, w.until, now()) is not null, w.until is not null
  from (
    select
      r.id, r.kind, r.name, r.department,
      -- Written out, for a function would be called for each record.
      coalesce(
        case by_field
          when 'kind' then r.kind
          when 'lifecycle' then r.lifecycle
          when 'department' then private.folded(r.department)
          when 'owner' then coalesce(r.owner_id, r.invited_owner_id, r.team_id)::text
          when 'tag' then first_tag.id::text
        end,
        ''
      ) as key,
      num_nonnulls(r.owner_id, r.invited_owner_id, r.team_id) = 0 as is_unowned,
      coalesce(r.criticality = 'critical', false) as is_critical
    from private.records r
    left join lateral (
      select t.id
      from public.tags t
      where by_field = 'tag' and t.account_id = account and t.id = any (r.tags)
      order by private.folded(t.name), t.id
      limit 1
    ) first_tag on true
    where r.account_id = account and r.kind = any (kinds)
      and (listed is null or r.id in (select l.id from unnest(listed) as l (id)))
  ) p
  left join public.heartbeats h
    on h.account_id = account and h.kind = p.kind and h.record_id = p.id and not h.rests
  left join private.records_in_maintenance(account, now()) w on w.record_id = p.id
  where keys is null or p.key = any (keys);
end
$$;
comment on function private.records_on_map(uuid, text, text[], uuid[], text[]) is
  'The records of an account, each with the key of its group on a map by department, kind, owner, tag or lifecycle. A record with several tags stands in the group of the first by name. Only those of a list, or of some groups, where these are given.';
alter function private.records_on_map(uuid,text,text[],uuid[],text[]) owner to cairn_definer;
revoke all on function private.records_on_map(uuid,text,text[],uuid[],text[]) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create function private.nodes_of_map(account uuid, ids uuid[], keys text[]) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', r.id, 'kind', r.kind, 'name', r.name, 'status', r.status, 'owner_id', r.owner_id, 'owner_name', p.name,
    'invited_owner_id', r.invited_owner_id, 'team_id', r.team_id, 'group', n.key,
    'state', private.heartbeat_state(h, now()),
    'trouble_since', private.shown_trouble_since(h, w.until, now()), 'maintenance_until', w.until
  ) || (select to_jsonb(said) from (select r.criticality) said) order by n.place), '[]')
  from unnest(ids, keys) with ordinality as n (id, key, place)
  join private.records r on r.account_id = account and r.id = n.id
  left join public.account_members m on m.account_id = account and m.user_id = r.owner_id
  left join public.profiles p on p.id = m.user_id and (select private.may('people', 'read'))
  left join public.heartbeats h
    on h.account_id = account and h.kind = r.kind and h.record_id = r.id and not h.rests
  left join private.records_in_maintenance(account, now()) w on w.record_id = r.id
$$;
comment on function private.nodes_of_map(uuid, uuid[], text[]) is
  'Records of a map in this order, each with the key of its group.';
alter function private.nodes_of_map(uuid,uuid[],text[]) owner to cairn_definer;
revoke all on function private.nodes_of_map(uuid,uuid[],text[]) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create function private.is_large_map(account uuid) returns boolean
language sql stable set search_path = ''
as $$
  select coalesce(sum(c.records), 0) >= 50000 from private.record_counts c where c.account_id = account
$$;
comment on function private.is_large_map(uuid) is 'Whether an account has so many records that its map is counted by the server.';
alter function private.is_large_map(uuid) owner to cairn_definer;
revoke all on function private.is_large_map(uuid) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create function private.is_map_due(account uuid, counted_at timestamptz) returns boolean
language sql stable security definer set search_path = ''
as $$
  select counted_at is null or counted_at < now() - interval '1 hour'
    or counted_at < now() - interval '10 minutes' and exists (
      select from public.record_history h where h.account_id = account and h.changed_at >= counted_at
    )
$$;
comment on function private.is_map_due(uuid, timestamptz) is
  'Whether the map of an account is counted again: ten minutes after a change, and each hour.';
alter function private.is_map_due(uuid,timestamp with time zone) owner to cairn_definer;
revoke all on function private.is_map_due(uuid,timestamp with time zone) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create function private.maps_to_count() returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select c.account_id
  from private.record_counts c
  left join lateral (
    select min(m.counted_at) as counted_at from private.map_counts m where m.account_id = c.account_id
  ) m on true
  group by c.account_id, m.counted_at
  having sum(c.records) >= 50000 and private.is_map_due(c.account_id, m.counted_at)
  union
  select m.account_id from private.map_counts m where not private.is_large_map(m.account_id)
$$;
comment on function private.maps_to_count() is
  'The accounts whose maps the server has to count, or whose counts are not needed any more.';
alter function private.maps_to_count() owner to cairn_definer;
revoke all on function private.maps_to_count() from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
grant execute on function private.maps_to_count() to supabase_auth_admin;
create function private.kinds_of_account(account uuid) returns text[]
language sql stable security definer set search_path = ''
as $$
  select array(
    select k.kind
    from private.kinds k
    where k.feature is not null and not exists (
      select from public.app_features f where f.account_id = account and f.feature_name = k.feature and not f.enabled
    )
    order by k.place
  )
$$;
comment on function private.kinds_of_account(uuid) is 'The catalogues that an account uses.';
alter function private.kinds_of_account(uuid) owner to cairn_definer;
revoke all on function private.kinds_of_account(uuid) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create function private.count_map(account uuid, by_field text) returns void
language plpgsql security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' set work_mem = '64MB'
as $$
declare
  kinds constant text[] := private.kinds_of_account(account);
begin
  delete from private.map_counts m where m.account_id = account and m."by" = by_field;
  if not private.is_large_map(account) then
    return;
  end if;
  with placed as materialized (
    select * from private.records_on_map(account, by_field, kinds)
  ),
  led as materialized (
    select f.key as from_key, t.key as to_key, count(*) as total
    from private.needs e
    join placed f on f.id = e.needs
    join placed t on t.id = e.needed
    where e.account_id = account
    group by 1, 2
  ),
  grouped as (
    insert into private.counted_groups (
      account_id, "by", key, department, records, unowned, troubled, critical, in_maintenance
    )
    select
      account, by_field, p.key, min(p.department), count(*), count(*) filter (where p.is_unowned),
      count(*) filter (where p.is_troubled), count(*) filter (where p.is_critical),
      count(*) filter (where p.is_in_maintenance)
    from placed p
    group by p.key
  ),
  edges as (
    insert into private.counted_edges (account_id, "by", from_key, to_key, total)
    select account, by_field, l.from_key, l.to_key, l.total from led l
  )
  insert into private.map_counts (account_id, "by", kinds, counted_at, groups, records, relations)
  select
    account, by_field, kinds, now(), (select count(distinct p.key) from placed p), (select count(*) from placed),
    (select coalesce(sum(l.total), 0) from led l);
end
$$;
comment on function private.count_map(uuid, text) is
  'For the server: counts the map of a large account for one way to fold it. Of an account that is not large the counts are deleted.';
alter function private.count_map(uuid,text) owner to cairn_definer;
revoke all on function private.count_map(uuid,text) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
grant execute on function private.count_map(uuid, text) to supabase_auth_admin;
create function private.answer_of_map(
  account uuid, counts private.map_counts, shown private.counted_groups[], nodes jsonb, edges jsonb
) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'groups', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'key', s.key, 'label', private.label_of_group(account, counts."by", s.key, s.department), 'records', s.records,
        'unowned', s.unowned, 'troubled', s.troubled, 'critical', s.critical, 'in_maintenance', s.in_maintenance
      ) order by s.records desc, s.key), '[]')
      from unnest(shown) s
    ),
    'nodes', nodes,
    'edges', edges,
    'hidden', jsonb_build_object(
      'groups', counts.groups - cardinality(shown),
      'records', counts.records - (select coalesce(sum(s.records), 0) from unnest(shown) s),
      'relations', counts.relations
        - (select coalesce(sum((e ->> 'total')::bigint), 0) from jsonb_array_elements(edges) as e)
    ),
    'counted_at', counts.counted_at
  )
$$;
comment on function private.answer_of_map(uuid, private.map_counts, private.counted_groups[], jsonb, jsonb) is
  'The answer of map_groups: what is shown, and how much of all that was counted is hidden.';
alter function private.answer_of_map(uuid,private.map_counts,private.counted_groups[],jsonb,jsonb) owner to cairn_definer;
revoke all on function private.answer_of_map(uuid,private.map_counts,private.counted_groups[],jsonb,jsonb) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create function private.counted_map(
  counts private.map_counts, opened text[], max_groups integer, max_records integer
) returns jsonb
language sql stable security definer set search_path = ''
as $$
  with shown as materialized (
    select g.*
    from private.counted_groups g
    where g.account_id = counts.account_id and g."by" = counts."by"
    order by g.key = any (opened) desc, g.records desc, g.key
    limit max_groups
  ),
  unfolded as materialized (
    select s.key, min(o.place) as place
    from shown s
    join unnest(opened) with ordinality as o (key, place) on o.key = s.key
    group by s.key
  ),
  singled as materialized (
    select p.id, p.key, p.name, u.place
    from unfolded u
    join private.records_on_map(
      counts.account_id, counts."by", counts.kinds, null, array(select o.key from unfolded o)
    ) p on p.key = u.key
    where opened <> '{}'
    order by u.place, p.name, p.id
    limit max_records
  ),
  near as materialized (
    select n.needs, n.needed
    from private.needs_near(counts.account_id, array(select n.id from singled n)) n
  ),
  spots as materialized (
    select p.id, p.key, n.id as record
    from private.records_on_map(
      counts.account_id, counts."by", counts.kinds, array(select e.needs from near e union select e.needed from near e)
    ) p
    left join singled n on n.id = p.id
  ),
  led as materialized (
    select f.key as from_group, f.record as from_record, t.key as to_group, t.record as to_record, count(*) as total
    from near e
    join spots f on f.id = e.needs
    join spots t on t.id = e.needed
    group by 1, 2, 3, 4
  ),
  drawn as (
    select l.* from led l
    union all
    select c.from_key, null, c.to_key, null, c.total - coalesce(sum(l.total), 0)
    from private.counted_edges c
    left join led l on l.from_group = c.from_key and l.to_group = c.to_key
    where c.account_id = counts.account_id and c."by" = counts."by"
      and c.from_key in (select s.key from shown s) and c.to_key in (select s.key from shown s)
    group by c.from_key, c.to_key, c.total
  )
  select private.answer_of_map(
    counts.account_id, counts,
    array(select row(s.*)::private.counted_groups from shown s),
    private.nodes_of_map(
      counts.account_id,
      array(select n.id from singled n order by n.place, n.name, n.id),
      array(select n.key from singled n order by n.place, n.name, n.id)
    ),
    (
      select coalesce(
        jsonb_agg(to_jsonb(d) order by d.from_group, d.from_record, d.to_group, d.to_record), '[]'
      )
      from drawn d
      where d.total > 0 and d.from_group in (select s.key from shown s) and d.to_group in (select s.key from shown s)
    )
  )
$$;
comment on function private.counted_map(private.map_counts, text[], integer, integer) is
  'The map of a large account, as it was counted. The records of its unfolded groups are those of now.';
alter function private.counted_map(private.map_counts,text[],integer,integer) owner to cairn_definer;
revoke all on function private.counted_map(private.map_counts,text[],integer,integer) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create or replace function public.map_groups(
  "by" text, unfolded text[] default '{}', max_groups integer default 50, max_records integer default 100,
  kind text default null, filter jsonb default null
) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  account constant uuid := private.my_account();
  by_field constant text := "by";
  opened constant text[] := coalesce(unfolded, '{}');
  visible constant text[] := array(
    select k.kind from private.kinds_in_use() as k (kind) where k.kind = any (private.kinds_in_scope('read'))
  );
  listed uuid[];
  counts private.map_counts;
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
  if map_groups.kind is not null then
    perform private.refuse_out_of_scope(map_groups.kind, 'read');
    perform private.refuse_other_kind(map_groups.kind);
    listed := private.ids_of_view(
      account, map_groups.kind, coalesce(map_groups.filter, '{}'), private.caller_id(), null
    );
  elsif map_groups.filter is not null then
    raise exception 'A filter needs the kind of its records.' using errcode = '22023', detail = 'map.filter_without_kind';
  end if;
  if map_groups.kind is null then
    select c.* into counts
    from private.map_counts c
    where c.account_id = account and c."by" = by_field and c.kinds @> visible and c.kinds <@ visible;
    if found then
      return private.counted_map(counts, opened, max_groups, max_records);
    end if;
  end if;
  return (
    with placed as materialized (
      select * from private.records_on_map(account, by_field, visible, listed)
    ),
    shown as materialized (
      select
        account as account_id, by_field as "by", p.key, min(p.department) as department, count(*) as records,
        count(*) filter (where p.is_unowned) as unowned, count(*) filter (where p.is_troubled) as troubled,
        count(*) filter (where p.is_critical) as critical, count(*) filter (where p.is_in_maintenance) as in_maintenance
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
      from private.needs e
      join spots f on f.id = e.needs
      join spots t on t.id = e.needed
      where e.account_id = account
      group by 1, 2, 3, 4
    )
    select private.answer_of_map(
      account,
      row(
        account, by_field, visible, null, (select count(distinct p.key) from placed p), (select count(*) from placed),
        (select coalesce(sum(l.total), 0) from led l)
      )::private.map_counts,
      array(
        select row(
          s.account_id, s."by", s.key, s.department, s.records, s.unowned, s.troubled, s.critical, s.in_maintenance
        )::private.counted_groups
        from shown s
      ),
      private.nodes_of_map(
        account,
        array(select n.id from singled n order by n.place, n.name, n.id),
        array(select n.key from singled n order by n.place, n.name, n.id)
      ),
      (
        select coalesce(
          jsonb_agg(to_jsonb(l) order by l.from_group, l.from_record, l.to_group, l.to_record), '[]'
        )
        from led l
        where num_nulls(l.from_group, l.to_group) = 0
      )
    )
  );
end
$$;
comment on function public.map_groups(text, text[], integer, integer, text, jsonb) is
  'All records of the account in groups by department, kind, owner, tag or lifecycle, the largest first: {"groups": [{"key", "label", "records", "unowned", "troubled", "critical", "in_maintenance"}], "nodes": [{"id", "kind", "name", "status", "owner_id", "owner_name", "invited_owner_id", "criticality", "group", "state", "trouble_since", "maintenance_until"}], "edges": [{"from_group", "from_record", "to_group", "to_record", "total"}], "hidden": {"groups", "records", "relations"}, "counted_at"}. Key is empty and label null for records without a value. A record with several tags stands in the group of the first by name. Nodes are the records of the groups in unfolded, at most max_records (0 to 500); the others stay in their group. An edge leads from what needs to what it needs, and counts the relations, links of solutions and own fields between two groups or records. Hidden is what lies in groups beyond max_groups (1 to 500): shown and hidden together are all that there is. Of 50,000 records and more the groups are those that the server counted at counted_at; else it is null. With a kind, these are the records of its list that match filter, which has the form of the filter of a view, and the edges among them.';
create or replace function private.end_restoring_archive(account uuid, import uuid, entries bigint) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.recount_account(account);
  -- Past weeks are counted from the history, which has just come, and the map from what was restored.
  delete from private.coverage_weeks w where w.account_id = account;
  delete from private.coverage_accounts c where c.account_id = account;
  delete from private.map_counts m where m.account_id = account;
  perform private.end_archive_import(account, import, null, entries);
end
$$;
comment on table private.counted_edges is
  'How many relations lead from one group of a counted map to another: from what needs to what it needs.';
revoke all on private.counted_edges from public, anon, authenticated, service_role, supabase_auth_admin, cairn_definer, cairn_token;
grant select, insert on private.counted_edges to cairn_definer;
comment on table private.counted_groups is 'The groups of a counted map.';
revoke all on private.counted_groups from public, anon, authenticated, service_role, supabase_auth_admin, cairn_definer, cairn_token;
grant select, insert on private.counted_groups to cairn_definer;
comment on table private.map_counts is
  'When the map of a large account was counted for each way to fold it, and how many groups, records and relations it had.';
comment on column private.map_counts.kinds is 'The catalogues that were counted. Who sees others counts anew.';
revoke all on private.map_counts from public, anon, authenticated, service_role, supabase_auth_admin, cairn_definer, cairn_token;
grant select, insert, delete on private.map_counts to cairn_definer;
alter table private.needs owner to cairn_owner;
revoke all on private.needs from public, anon, authenticated, service_role, supabase_auth_admin, cairn_definer, cairn_token;
grant select on private.needs to cairn_definer;
