-- Counts of large maps. To fold a million records with all their relations takes longer than a request may, so the
-- server counts large accounts now and then, and the map says when.
--
-- A row stands for a way to fold. Its groups and edges are replaced as a whole, so that they always belong to one moment.

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
comment on table private.map_counts is
  'When the map of a large account was counted for each way to fold it, and how many groups, records and relations it had.';
comment on column private.map_counts.kinds is 'The catalogues that were counted. Who sees others counts anew.';

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
comment on table private.counted_groups is 'The groups of a counted map.';

create table private.counted_edges (
  account_id uuid not null,
  "by" text not null,
  from_key text not null,
  to_key text not null,
  total bigint not null,
  primary key (account_id, "by", from_key, to_key),
  foreign key (account_id, "by") references private.map_counts (account_id, "by") on delete cascade
);
comment on table private.counted_edges is
  'How many relations lead from one group of a counted map to another: from what needs to what it needs.';

create function private.is_large_map(account uuid) returns boolean
language sql stable set search_path = ''
as $$
  select coalesce(sum(c.records), 0) >= 50000 from private.record_counts c where c.account_id = account
$$;
comment on function private.is_large_map(uuid) is 'Whether an account has so many records that its map is counted by the server.';

-- Time passes without a change: a heartbeat becomes late, a maintenance ends.
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
grant execute on function private.maps_to_count() to supabase_auth_admin;

-- For the server, which has no caller: the catalogues that the account uses.
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

-- A long query: what is hidden follows of what is shown. The records of unfolded groups are read as they are now. Their
-- edges are taken out of the sums of their groups.
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

alter table private.map_counts enable row level security;
alter table private.map_counts force row level security;

alter table private.counted_groups enable row level security;
alter table private.counted_groups force row level security;

alter table private.counted_edges enable row level security;
alter table private.counted_edges force row level security;

grant select, insert, delete on private.map_counts to cairn_definer;
grant select, insert on private.counted_groups to cairn_definer;
grant select, insert on private.counted_edges to cairn_definer;
