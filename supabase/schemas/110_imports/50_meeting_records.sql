-- Meeting records: which record each row meets, which it could be, and what becomes of it.
--
-- Each function serves many rows with one statement.

create function private.match_condition(match_key text) returns text
language sql immutable set search_path = ''
as $$
  select case match_key
    when 'name' then 'lower(t.name) = p.match_value'
    when 'id' then 't.id = case when private.is_uuid(p.match_value) then p.match_value::uuid end'
    when 'source' then 't.imported_from = $1.source and t.source_id = p.match_value'
    else format('lower(t.own ->> %L) = p.match_value', substr(match_key, 5))
  end
$$;
comment on function private.match_condition(text) is 'The condition by which a row p of a plan $1 matches a record t.';

create function private.key_in_bin(match_key text) returns text
language sql immutable set search_path = ''
as $$
  select case match_key
    when 'name' then 'lower(b.name)'
    when 'id' then 'b.record_id::text'
    when 'source' then 'case when b.record ->> ''imported_from'' = $1.source then b.record ->> ''source_id'' end'
    else format('lower(b.record -> ''own'' ->> %L)', substr(match_key, 5))
  end
$$;
comment on function private.key_in_bin(text) is 'The value of a binned record b in the key of a plan $1, in the form of match_value.';

-- Where the key has an index, each row asks it. Left to itself, Postgres would compare all records of a source with each row
-- of the part while its statistics are those from before the last import.
create function private.met_records(plan public.imports) returns text
language sql stable set search_path = ''
as $$
  select format(
    case when plan.match_key like 'own.%' then
      'select p.row_number, (array_agg(t.id order by t.id))[1] as id, count(*) as amount
      from part p
      join public.%1$I t on t.account_id = $1.account_id and %2$s
      where p.match_value is not null and p.decision ->> ''do'' is distinct from ''join''
      group by p.row_number'
    else
      'select p.row_number, m.id, m.amount
      from part p
      cross join lateral (
        select (array_agg(t.id order by t.id))[1] as id, count(*) as amount
        from public.%1$I t
        where t.account_id = $1.account_id and %2$s
      ) m
      where p.match_value is not null and p.decision ->> ''do'' is distinct from ''join'' and m.amount > 0'
    end,
    private.catalogue_of(plan.kind), private.match_condition(plan.match_key)
  )
$$;
comment on function private.met_records(public.imports) is
  'The statement that gives the record of each row of a part by the key of a plan, and how many have it.';

-- The rows were written a moment ago, and Postgres knows nothing of how many they are: left to itself, it would compare
-- each with each. It shall use the index that leads to a few rows, so numbers of rows are no condition of an index, and
-- parts of a long statement are worked out once.
create function private.match_rows_to_records(plan public.imports, rows integer[]) returns void
language plpgsql security definer set search_path = '' set enable_seqscan = off
as $$
begin
  execute format(
    'with part as materialized (
      select r.* from public.import_rows r where r.import_id = $1.id and r.row_number = any ($2)
    ),
    met as materialized (
      %3$s
      union all
      select p.row_number, t.id, 1
      from part p
      join public.%1$I t on t.account_id = $1.account_id and t.id = (p.decision ->> ''record_id'')::uuid
      where p.decision ->> ''do'' = ''join''
    ),
    earlier as materialized (
      select p.row_number, min(o.row_number) as other
      from part p
      join public.import_rows o
        on o.import_id = p.import_id and o.match_value = p.match_value and o.row_number + 0 between 1 and p.row_number - 1
      group by p.row_number
    ),
    -- Put together by row: joined, each would be compared with each.
    found as materialized (
      select f.row_number, (array_agg(f.id) filter (where f.id is not null))[1] as id, max(f.amount) as amount,
        bool_or(f.is_binned) as is_binned, min(f.other) as other
      from (
        -- The keys in the bin are looked up as a set.
        select p.row_number, null::uuid as id, 0 as amount, p.match_value in (
          select %2$s from public.binned_records b where b.account_id = $1.account_id and b.kind = $1.kind
        ) as is_binned, null::integer as other
        from part p
        union all
        select m.row_number, m.id, m.amount, null, null from met m
        union all
        select e.row_number, null, 0, null, e.other from earlier e
      ) f
      group by f.row_number
    )
    update public.import_rows r
    set record_id = case when f.amount = 1 then f.id end,
      problems = r.problems || case
        when q.problem is null then ''[]''
        else jsonb_build_array(jsonb_build_object(''problem'', q.problem, ''field'', null, ''detail'', f.other::text))
      end
    from found f
    join public.import_rows p on p.import_id = $1.id and p.row_number = f.row_number
    cross join lateral (
      select case
        when p.decision ->> ''do'' = ''join'' then case when f.id is null then ''deleted'' end
        when p.match_value is null and $1.match_key = ''name'' then ''name_missing''
        when p.match_value is null and $1.match_key <> ''id'' then ''key_missing''
        when f.other is not null then ''repeated''
        when f.amount > 1 then ''several''
        when f.id is null and f.is_binned
          and ($1.match_key <> ''name'' or p.decision ->> ''do'' is distinct from ''apart'') then ''in_bin''
        when f.id is null and p.match_value is not null and $1.match_key = ''id'' then ''not_found''
        when f.id is null and not p.clean ? ''name'' and not p.problems @> ''[{"field": "name"}]'' then ''name_missing''
      end as problem
    ) q
    where r.import_id = $1.id and r.row_number = f.row_number',
    private.catalogue_of(plan.kind), private.key_in_bin(plan.match_key), private.met_records(plan)
  ) using plan, rows;
end
$$;
comment on function private.match_rows_to_records(public.imports, integer[]) is
  'Writes into rows of a plan the record that each matches, and the problems of the match.';

create function private.plain_address(url text) returns text
language sql immutable set search_path = ''
as $$
  select rtrim(regexp_replace(lower(url), '^https?://(www\.)?', ''), '/')
$$;
comment on function private.plain_address(text) is 'An address as duplicates are compared: without protocol, www and the last stroke.';

-- A single, long statement: candidates by name, by address and among the rows are ranked together.
create function private.find_candidates(plan public.imports, rows integer[]) returns void
language plpgsql security definer set search_path = '' set enable_seqscan = off
as $$
begin
  execute format(
    'with part as materialized (
      select r.* from public.import_rows r
      where r.import_id = $1.id and r.row_number = any ($2) and r.record_id is null and r.problems = ''[]''
        and r.decision ->> ''do'' is distinct from ''apart''
    ),
    address as materialized (
      select p.row_number, private.plain_address(l.url) as url
      from part p cross join lateral jsonb_array_elements_text(p.clean -> ''links'') as l (url)
    ),
    found as materialized (
      select p.row_number, t.id as record_id, null::integer as other, t.name, ''name'' as reason
      from part p
      join public.%1$I t on t.account_id = $1.account_id and private.name_key(t.name) = p.name_key
      union
      select p.row_number, t.id, null, t.name, ''name''
      from part p
      join public.%1$I t on t.account_id = $1.account_id and lower(t.name) = lower(p.clean ->> ''name'')
      union
      select a.row_number, t.id, null, t.name, ''address''
      from address a
      join (
        select t.id, t.name, private.plain_address(l.value ->> ''url'') as url
        from public.%1$I t cross join lateral jsonb_array_elements(t.links) as l (value)
        where t.account_id = $1.account_id and t.links <> ''[]'' and exists (select from address)
      ) t on t.url = a.url
      union
      select p.row_number, null, o.row_number, o.clean ->> ''name'', ''name''
      from part p
      join public.import_rows o
        on o.import_id = p.import_id and o.name_key = p.name_key and o.row_number + 0 between 1 and p.row_number - 1
        and o.record_id is null and o.problems = ''[]''
    ),
    -- A record with the same name and address is there once.
    known as materialized (
      select
        f.row_number, f.record_id, f.other, f.name, max(f.reason) as reason,
        row_number() over (
          partition by f.row_number order by f.record_id is null, max(f.reason) desc, f.name, f.other
        ) as place
      from found f
      group by f.row_number, f.record_id, f.other, f.name
    ),
    listed as materialized (
      select k.row_number, jsonb_agg(jsonb_build_object(
        ''record_id'', k.record_id, ''row'', k.other, ''name'', k.name, ''reason'', k.reason, ''cells'', ''[]''::jsonb
      ) order by k.place) as candidates
      from known k
      where k.place <= 5
      group by k.row_number
    )
    update public.import_rows r
    set candidates = coalesce(l.candidates, ''[]'')
    from unnest($2) as every (row_number)
    left join listed l on l.row_number = every.row_number
    where r.import_id = $1.id and r.row_number = every.row_number and r.candidates <> coalesce(l.candidates, ''[]'')',
    private.catalogue_of(plan.kind)
  ) using plan, rows;
end
$$;
comment on function private.find_candidates(public.imports, integer[]) is
  'Writes into rows of a plan that meet no record which records and earlier rows they could be.';

-- Names and ids of sources that another record has, or an earlier row gives a new one.
create function private.mark_taken_names(plan public.imports, rows integer[]) returns void
language plpgsql security definer set search_path = '' set enable_seqscan = off
as $$
begin
  execute format(
    '-- Worked out once: as a part of the update it would be worked out for each pair of rows.
    with taken as materialized (
      select
        p.row_number,
        p.candidates = ''[]'' and (
          exists (
            select from public.%1$I t
            where t.account_id = $1.account_id and lower(t.name) = lower(p.clean ->> ''name'')
              and t.id is distinct from p.record_id
          )
          or p.record_id is null and exists (
            select from public.import_rows o
            where o.import_id = p.import_id and o.name_key = p.name_key and o.row_number + 0 between 1 and p.row_number - 1
              and o.record_id is null and o.problems = ''[]'' and lower(o.clean ->> ''name'') = lower(p.clean ->> ''name'')
          )
        ) as name_taken,
        exists (
          select from public.%1$I t
          where t.account_id = $1.account_id and t.imported_from = p.clean ->> ''imported_from''
            and t.source_id = p.clean ->> ''source_id'' and t.id is distinct from p.record_id
        ) as source_taken
      from public.import_rows p
      where p.import_id = $1.id and p.row_number = any ($2) and p.problems = ''[]''
    )
    update public.import_rows r
    set problems = r.problems || case
        when t.name_taken then ''[{"problem": "name_taken", "field": "name", "detail": null}]''::jsonb else ''[]'' end
      || case
        when t.source_taken then ''[{"problem": "source_taken", "field": "source_id", "detail": null}]''::jsonb else ''[]'' end
    from taken t
    where r.import_id = $1.id and r.row_number = t.row_number and (t.name_taken or t.source_taken)',
    private.catalogue_of(plan.kind)
  ) using plan, rows;
end
$$;
comment on function private.mark_taken_names(public.imports, integer[]) is
  'Marks rows of a plan whose name or source id belongs to another record.';

create function private.own_field_definitions(plan public.imports) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_object_agg('own.' || f.key, to_jsonb(f)), '{}')
  from public.own_fields f
  where f.account_id = plan.account_id and f.kind = plan.kind
$$;
comment on function private.own_field_definitions(public.imports) is 'The definitions of own fields of the kind, by key.';

create function private.missing_fields(plan public.imports, clean jsonb, fields jsonb) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('problem', 'required', 'field', f.key, 'detail', null)), '[]')
  from jsonb_each(fields) as f (key, value)
  where f.value @> '{"required": true, "retired_at": null, "deleted_at": null, "default_value": null}'
    and coalesce(clean -> f.key, 'null') = 'null'
$$;
comment on function private.missing_fields(public.imports, jsonb, jsonb) is
  'Problems of a row that makes a record without values that new records need.';

-- The fields that the importer takes from the row when it is joined, or all.
create function private.values_taken_from_row(clean jsonb, decision jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select case
    when decision ->> 'do' = 'join' and jsonb_typeof(decision -> 'fields') = 'array' then coalesce((
      select jsonb_object_agg(c.key, c.value)
      from jsonb_each(clean) c
      where decision -> 'fields' ? c.key or c.key in ('imported_from', 'source_id')
    ), '{}')
    else clean
  end
$$;
comment on function private.values_taken_from_row(jsonb, jsonb) is 'The values that a row gives a record, by the decision of the importer.';

-- A single, long statement for a thousand rows.
create function private.plan_row_changes(plan public.imports, rows integer[]) returns void
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
comment on function private.plan_row_changes(public.imports, integer[]) is
  'Writes into rows of a plan their changes to records, and the outcome of each.';
