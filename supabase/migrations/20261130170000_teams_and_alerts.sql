-- Written by `npm run migration` from supabase/schemas:

set check_function_bodies = off;
drop function public.get_recent_activity();
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
  -- Beyond the columns: see private.heartbeat_condition, private.relation_condition,
  -- private.expert_condition and private.link_condition.
  select asked.type, asked.value, null
  from (
    values
      ('heartbeat', 'choice', null), ('depends_on', 'choice', null), ('used_by', 'choice', null),
      ('expert', 'member', null), ('links', 'address', null), ('imported_from', 'text', 't.imported_from')
  ) as asked (field, type, value)
  where asked.field = filter_field.field and (asked.field <> 'heartbeat' or filter_field.kind in ('agent', 'automation'))
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
    when field = 'expert' then private.expert_condition(account, case when operator not in ('empty', 'filled') then wanted end)
    when field = 'links' then private.link_condition(positive, wanted)
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
    when field in ('heartbeat', 'depends_on', 'used_by', 'expert', 'links') then case when operator in ('is_not', 'empty') then 'not ' || found else found end
    when operator = 'is_not' and found like 'exists %' then 'not ' || found
    when operator in ('is_not', 'filled') then format('(%s) is not true', found)
    else found
  end;
end
$$;
create function private.expert_condition(account uuid, wanted text[]) returns text
language sql immutable set search_path = ''
as $$
  select format(
    'exists (select from public.record_experts e where e.account_id = %L and e.record_id = t.id%s)',
    account, ' and e.expert_id = any (' || quote_literal(wanted::text) || '::uuid[])'
  )
$$;
comment on function private.expert_condition(uuid, text[]) is
  'Which records t of an account have one of the wanted members as an expert, as a condition; any expert where none is named.';
alter function private.expert_condition(uuid,text[]) owner to cairn_definer;
revoke all on function private.expert_condition(uuid,text[]) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create function private.link_condition(operator text, wanted text[]) returns text
language sql immutable set search_path = ''
as $$
  select case
    when operator in ('empty', 'filled') then '(t.links <> ''[]'')'
    else format(
      'exists (
        select
        from jsonb_array_elements(t.links) as l (link)
        cross join lateral (values (l.link ->> ''title''), (l.link ->> ''url'')) as v (value)
        where %s
      )',
      private.comparison('address', operator, 'private.folded(v.value)', wanted)
    )
  end
$$;
comment on function private.link_condition(text, text[]) is
  'Which records t have a link whose title or address is one of the wanted texts, or contains one, as a condition; any link where none is named.';
alter function private.link_condition(text,text[]) owner to cairn_definer;
revoke all on function private.link_condition(text,text[]) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
create or replace function public.neighbours(kind text, id uuid, depth integer default 1, "limit" integer default 150) returns jsonb
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
        e.type, e.field_id, e.is_relation, e.from_id = start as outgoing, n.kind, n.id,
        row_number() over (
          partition by e.type, e.field_id, e.is_relation, e.from_id = start, n.kind order by n.name, n.id
        ) as place
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
          'invited_owner_id', r.invited_owner_id, 'criticality', r.criticality, 'distance', n.distance,
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
          'type', g.type, 'outgoing', g.outgoing, 'field', f.name, 'is_relation', g.is_relation, 'kind', g.kind,
          'total', g.total
        ) order by g.type, g.outgoing, f.name, g.is_relation, g.kind), '[]')
        from (
          select a.type, a.outgoing, a.field_id, a.is_relation, a.kind, count(*) as total
          from adjacent a
          group by 1, 2, 3, 4, 5
        ) g
        left join public.own_fields f on f.account_id = account and f.id = g.field_id
      ),
      'hidden', (select count(*) from reached) - (select count(*) from shown)
    )
  );
end
$$;
comment on function public.neighbours(text, uuid, integer, integer) is
  'A record and those that lie at most depth (1 to 3) steps from it, the nearest first, at most limit (1 to 500) beside itself: {"nodes": [{"id", "kind", "name", "status", "owner_id", "owner_name", "invited_owner_id", "criticality", "distance", "state", "trouble_since"}], "edges": [{"from", "to", "type", "note", "field", "is_relation"}], "groups": [{"type", "outgoing", "field", "is_relation", "kind", "total"}], "hidden"}. Edges are relations, links of solutions (depends_on, part_of) and own fields that name a record (refers_to, with the label in field). Groups count the record''s own edges; hidden is how many records the limit leaves out.';
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
  kinds constant text[] := array(
    select k.kind from private.kinds_in_use() as k (kind) where k.kind = any (private.kinds_in_scope('read'))
  );
  listed uuid[];
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
        coalesce(r.criticality = 'critical', false) as is_critical,
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
        and (listed is null or r.id in (select l.id from unnest(listed) as l (id)))
    ),
    shown as materialized (
      select
        p.key, min(p.department) as department, count(*) as records,
        count(*) filter (where p.is_unowned) as unowned, count(*) filter (where p.is_troubled) as troubled,
        count(*) filter (where p.is_critical) as critical
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
          'unowned', s.unowned, 'troubled', s.troubled, 'critical', s.critical
        ) order by s.records desc, s.key), '[]')
        from shown s
      ),
      'nodes', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'id', r.id, 'kind', r.kind, 'name', r.name, 'status', r.status, 'owner_id', r.owner_id, 'owner_name', p.name,
          'invited_owner_id', r.invited_owner_id, 'criticality', r.criticality, 'group', n.key,
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
comment on function public.map_groups(text, text[], integer, integer, text, jsonb) is
  'All records of the account in groups by department, kind, owner, tag or lifecycle, the largest first: {"groups": [{"key", "label", "records", "unowned", "troubled", "critical"}], "nodes": [{"id", "kind", "name", "status", "owner_id", "owner_name", "invited_owner_id", "criticality", "group", "state", "trouble_since"}], "edges": [{"from_group", "from_record", "to_group", "to_record", "total"}], "hidden": {"groups", "records", "relations"}}. Key is empty and label null for records without a value. A record with several tags stands in the group of the first by name. Nodes are the records of the groups in unfolded, at most max_records (0 to 500); the others stay in their group. An edge leads from what needs to what it needs, and counts the relations, links of solutions and own fields between two groups or records. Hidden is what lies in groups beyond max_groups (1 to 500): shown and hidden together are all that there is. With a kind, these are the records of its list that match filter, which has the form of the filter of a view, and the edges among them.';
alter function public.map_groups(text,text[],integer,integer,text,jsonb) owner to cairn_definer;
revoke all on function public.map_groups(text,text[],integer,integer,text,jsonb) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
grant execute on function public.map_groups(text, text[], integer, integer, text, jsonb) to authenticated, service_role;
create function private.shown_act(id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select private.act_json_with_undone(a)
  from public.acts a
  where a.id = shown_act.id and a.account_id = (select private.my_account()) and (select private.is_unscoped())
$$;
comment on function private.shown_act(uuid) is
  'A bulk change of the caller''s account, as act_json says it; null for a token and for a change that is none.';
alter function private.shown_act(uuid) owner to cairn_definer;
revoke all on function private.shown_act(uuid) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
grant execute on function private.shown_act(uuid) to authenticated, service_role;
create function private.fields_beside_records() returns text[]
language sql immutable set search_path = ''
as $$
  select array['experts', 'automations', 'agents', 'relations', 'handover']
$$;
comment on function private.fields_beside_records() is
  'The fields whose lines in the history change something beside the record, which is no activity of the record.';
alter function private.fields_beside_records() owner to cairn_definer;
revoke all on function private.fields_beside_records() from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
grant execute on function private.fields_beside_records() to authenticated, service_role;
create function private.change_before(moment timestamptz, change uuid, shown uuid[])
returns table (
  change_id uuid, changed_at timestamptz, act uuid, id uuid, kind text, name text, action text, person uuid,
  updated_at timestamptz
)
language sql stable set search_path = ''
as $$
  select
    h.id, h.changed_at, (select a.id from public.acts a where a.id = h.act and a.account_id = h.account_id and a.records > 1),
    r.id, h.kind, r.name, h.action,
    coalesce(h.changed_by, case h.action when 'created' then r.created_by else r.updated_by end),
    r.updated_at
  from public.record_history h
  -- Looked up line by line, so that the walk through the history ends with the first record.
  cross join lateral (
    select r.id, r.name, r.created_by, r.updated_by, r.updated_at
    from private.records r
    where r.account_id = h.account_id and r.kind = h.kind and r.id = h.record_id
      and not exists (
        select from public.record_history later
        where later.account_id = h.account_id and later.record_id = h.record_id
          and later.changed_at >= h.changed_at and (later.changed_at, later.id) > (h.changed_at, h.id)
          and later.action in ('created', 'updated')
          and (later.field is null or later.field <> all (private.fields_beside_records()))
      )
    offset 0
  ) r
  where h.account_id = (select private.my_account())
    and h.kind = any (array(select k.kind from private.kinds_in_use() as k (kind)))
    and h.action in ('created', 'updated')
    and (h.field is null or h.field <> all (private.fields_beside_records()))
    and h.act <> all (shown)
    and h.changed_at <= moment and (h.changed_at, h.id) < (moment, change)
  order by h.changed_at desc, h.id desc
  limit 1
$$;
comment on function private.change_before(timestamptz, uuid, uuid[]) is
  'The latest change of a record of the caller''s account before another one, of none of the acts shown; with the act where it was a bulk change.';
alter function private.change_before(timestamp with time zone,uuid,uuid[]) owner to cairn_definer;
revoke all on function private.change_before(timestamp with time zone,uuid,uuid[]) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
grant execute on function private.change_before(timestamptz, uuid, uuid[]) to authenticated, service_role;
create function public.get_recent_activity()
returns table (id uuid, kind text, resource text, action text, user_name text, occurred_at timestamptz, act jsonb)
language sql stable set search_path = ''
as $$
  with recursive latest as (
    select 1 as place, array_remove(array[c.act], null) as shown, c.*
    from private.change_before('infinity', 'ffffffff-ffff-ffff-ffff-ffffffffffff', '{}') as c
    union all
    select l.place + 1, l.shown || array_remove(array[c.act], null), c.*
    from latest l
    cross join lateral private.change_before(l.changed_at, l.change_id, l.shown) as c
    where l.place < 8
  ),
  older as (
    select
      r.id,
      r.kind,
      r.name,
      case when r.created_at = r.updated_at then 'created' else 'updated' end as action,
      case when r.created_at = r.updated_at then r.created_by else r.updated_by end as person,
      r.updated_at
    from private.records r
    where (select count(*) from latest) < 8
      and r.account_id = (select private.my_account())
      and r.kind = any (array(select k.kind from private.kinds_in_use() as k (kind)))
      and not exists (
        select from public.record_history h
        where h.account_id = r.account_id and h.record_id = r.id and h.action in ('created', 'updated')
          and (h.field is null or h.field <> all (private.fields_beside_records()))
      )
    order by r.updated_at desc
    limit 8
  ),
  shown as (
    select l.id, l.kind, l.name, l.action, l.person, l.updated_at, l.changed_at, l.act from latest l
    union all
    select o.*, o.updated_at, null from older o
    order by updated_at desc, changed_at desc
    limit 8
  )
  select s.id, s.kind, s.name, s.action, coalesce(p.name, 'Unknown User'), s.updated_at, private.shown_act(s.act)
  from shown s
  left join public.profiles p on p.id = s.person
  order by s.updated_at desc, s.changed_at desc
$$;
comment on function public.get_recent_activity() is
  'The 8 records of the account that were created or changed last, of all kinds that it uses. A bulk change is one of them, with its last record, and act says it as get_acts does.';
alter function public.get_recent_activity() owner to cairn_definer;
revoke all on function public.get_recent_activity() from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner, cairn_token;
grant execute on function public.get_recent_activity() to authenticated, service_role;
create or replace function private.refuse_account_with_rows(account uuid) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.is_empty_account(account) then
    raise exception 'Only an empty account can restore an archive.'
      using errcode = 'PT409', detail = 'archive.account_not_empty',
        hint = 'Records, articles, tags, fields, views and the bin have to be empty.';
  end if;
end
$$;
create or replace function public.start_archive_import() returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  made uuid;
begin
  perform private.refuse_non_admin('archive.taken_in_by_admins', 'Only administrators can restore an archive.');
  perform from public.accounts a where a.id = account for no key update;
  perform private.refuse_account_with_rows(account);
  if exists (
    select from public.archive_imports i where i.account_id = account and i.state in ('waiting', 'working')
  ) then
    raise exception 'An archive is being restored already.'
      using errcode = 'PT409', detail = 'archive.already_being_taken_in', hint = 'Wait until it is done.';
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
  perform private.refuse_non_admin('archive.taken_in_by_admins', 'Only administrators can restore an archive.');
  if content is null or octet_length(content) not between 1 and 1000000 then
    raise exception 'A part of an archive has at most 750,000 bytes.'
      using errcode = '22023', detail = 'archive.part_size';
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
      using errcode = 'PT409', detail = 'archive.part_refused', hint = 'Begin anew with the whole file.';
  end if;
  insert into private.archive_import_parts (account_id, import_id, place, bytes)
  values (private.my_account(), import, add_archive_import_part.place, part);
end
$$;
create or replace function public.submit_archive_import(import uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.refuse_non_admin('archive.taken_in_by_admins', 'Only administrators can restore an archive.');
  update public.archive_imports i
  set state = 'waiting'
  where i.account_id = private.my_account() and i.id = import and i.state = 'uploading';
  if not found then
    raise exception 'This archive is gone.'
      using errcode = 'PT404', detail = 'archive.gone', hint = 'Begin anew with the whole file.';
  end if;
  perform private.write_audit(
    private.my_account(), private.caller_id(), 'archive_import_requested', 'archive', import::text
  );
end
$$;
drop function public.map_groups(text,text[],integer,integer);
