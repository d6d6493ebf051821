-- Exports: which records a list shows, and these records in words, for a file.
--
-- An export first asks for the ids of all records, in the order of the list, and then for their rows, part by part. So
-- none comes twice and none is missing, whatever changes meanwhile; one that is deleted meanwhile is left out.
-- The first function looks past row security, as the list does, and names the caller's account itself. The second is
-- asked as the caller. People are told by name, and by their address where the caller may see it.

create function private.max_exported_rows() returns integer
language sql immutable set search_path = ''
as $$
  select 250000
$$;
comment on function private.max_exported_rows() is 'The maximum number of rows of an export.';

create function private.refuse_export(format text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if coalesce(format not in ('csv', 'xlsx', 'json'), true) then
    raise exception 'Format must be csv, xlsx or json.' using errcode = '22023', detail = 'export.unknown_format';
  end if;
  if not private.count_against_limit('exports of ' || private.caller_id(), 30) then
    raise exception 'Too many exports at once.'
      using errcode = 'PT429', detail = 'export.too_many', hint = 'Wait a minute, then try again.';
  end if;
end
$$;
comment on function private.refuse_export(text) is
  'Refuses unknown formats, and the thirty-first export of the caller within a minute.';

create function private.begin_export(list text, of_record text, format text, ids text[]) returns json
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if cardinality(ids) > private.max_exported_rows() then
    raise exception 'An export has at most 250,000 records.'
      using errcode = '22023', detail = 'export.too_large', hint = 'Filter the list, and export it in parts.';
  end if;
  if cardinality(ids) > 0 then
    perform private.write_audit(
      private.my_account(), private.caller_id(), 'records_exported', list, of_record,
      jsonb_build_object('records', cardinality(ids), 'format', format)
    );
  end if;
  return json_build_object('total', cardinality(ids), 'ids', to_json(ids));
end
$$;
comment on function private.begin_export(text, text, text, text[]) is
  'Enters an export into the audit log, and says what it has: {"total", "ids"}. Refuses more than max_exported_rows.';

create function public.begin_export(
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
    raise exception 'There is no such catalogue, or it has no such order.'
      using errcode = '22023', detail = 'list.unknown_order';
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
    into ids using account, private.folded_pattern(private.display_text(coalesce(query, ''))), private.max_exported_rows() + 1;
  return private.begin_export(catalogue, null, format, ids::text[]);
end
$$;
comment on function public.begin_export(text, text, text, text, boolean, text[], uuid[], boolean, text[], uuid[], boolean, jsonb) is
  'The ids of all records of a catalogue that fit a filter, as find_records has it, in its order: {"total", "ids"}. At most 250,000. Enters into the audit log that the caller exports them as csv, xlsx or json. Thirty times a minute.';
grant execute on function public.begin_export(text, text, text, text, boolean, text[], uuid[], boolean, text[], uuid[], boolean, jsonb) to authenticated, service_role;

-- Addresses are only for admins who have signed in, here as in get_invited_people. A token learns of people when it may
-- read people.
create function private.people_by_name(ids uuid[]) returns table (id uuid, name text)
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
comment on function private.people_by_name(uuid[]) is
  'The names of members and invited people of the caller''s account in a file, with the address where the caller may see it.';
grant execute on function private.people_by_name(uuid[]) to authenticated;

-- Members, tags and records appear by name; a reference that leads nowhere stays an id. A single, long statement: the
-- rows of a file belong to one moment.
create function public.get_records_to_export(kind text, ids uuid[]) returns json
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
      from unnest(array['owner_id', 'invited_owner_id', 'team_id', 'updated_by']) as of_people (column_name)
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
    select t.id, t.name from public.teams t where t.id = any (wanted)
    union all
    select r.id, r.name from private.records r where r.id = any (wanted)
  ) n;
  select coalesce(
    json_agg(
      r.row || jsonb_build_object(
        'owner', coalesce(
          names -> (r.row ->> 'owner_id'), names -> (r.row ->> 'invited_owner_id'), names -> (r.row ->> 'team_id')
        ),
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
grant execute on function public.get_records_to_export(text, uuid[]) to authenticated;

create function private.names_of_ids(ids jsonb, names jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select coalesce(jsonb_agg(coalesce(names ->> i.id, i.id) order by lower(names ->> i.id), i.id), '[]')
  from jsonb_array_elements_text(coalesce(ids, '[]')) as i (id)
$$;
comment on function private.names_of_ids(jsonb, jsonb) is 'A list of ids as the names that belong to them, by name.';
grant execute on function private.names_of_ids(jsonb, jsonb) to authenticated;
