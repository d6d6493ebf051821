-- Groups of the map: all records of the account folded by department, kind, owner, tag or lifecycle, and the relations
-- between the groups. What is unfolded shows its records in place.
--
-- As for neighbors, the function looks past row security, names the account itself, and only the kinds that the account
-- uses and the caller's token may read.

-- A single, long query: all figures belong to one moment. An edge leads from what needs to what it needs. A record with
-- several tags stands in the group of the first by name.
create function public.map_groups(
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
grant execute on function public.map_groups(text, text[], integer, integer, text, jsonb) to authenticated, service_role;
