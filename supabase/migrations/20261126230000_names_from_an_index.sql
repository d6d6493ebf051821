-- What a list looks up goes from values to names without reading records.

create statistics private.own_values_by_field (dependencies, mcv)
  on account_id, field_id, text_value from private.own_values;
alter statistics private.own_values_by_field owner to cairn_owner;
create index systems_names_idx on public.systems (account_id, id) include (name, created_at);
create index solutions_names_idx on public.solutions (account_id, id) include (name, created_at);
create index agents_names_idx on public.agents (account_id, id) include (name, created_at);
create index automations_names_idx on public.automations (account_id, id) include (name, created_at);

-- Written by `npm run migration` from supabase/schemas:

set check_function_bodies = off;
drop function private.kept_text(text,text,text,text,text[]);
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
  if by_others then
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
create function private.own_of(kind text, record_id uuid) returns jsonb
language plpgsql stable security definer
parallel safe cost 1 set search_path = ''
as $$
declare
  own jsonb;
begin
  execute format('select t.own from public.%I t where t.id = $1', private.catalogue_of(kind)) into own using record_id;
  return own;
end
$$;
comment on function private.own_of(text, uuid) is 'The own values of a record of a kind.';
alter function private.own_of(text, uuid) owner to cairn_definer;
create function private.kept_text(kind text, type text, key text, operator text, wanted text[]) returns text
language sql stable security definer set search_path = ''
as $$
  select case
    when operator = 'contains' then format('(%s or char_length(v.text_value) = 200 and %s)', as_kept, in_record)
    when exists (select from unnest(begun) as b where char_length(b) = 200)
      then format('%s and (char_length(v.text_value) < 200 or %s)', as_kept, in_record)
    else as_kept
  end
  from (
    select array(select left(private.folded(w), 200) from unnest(wanted) as w) as begun
  ) as short
  cross join lateral (
    select
      private.comparison(type, operator, 'v.text_value', case operator when 'contains' then wanted else begun end) as as_kept,
      private.comparison(
        type, operator, format('private.folded(private.own_of(%L, v.record_id) ->> %L)', kind, key), wanted
      ) as in_record
  ) as both_ways
$$;
comment on function private.kept_text(text, text, text, text, text[]) is
  'The condition that a text or an address of private.own_values v is one of the wanted values, or contains one.';
alter function private.kept_text(text, text, text, text, text[]) owner to cairn_definer;
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
    raise exception 'There is no field "%" to filter by.', left(field, 100) using errcode = '22023';
  end if;
  if type in ('member', 'record') then
    wanted := array(select lower(w) from unnest(wanted) as w);
  end if;
  if operator <> all (private.operators_of(type)) then
    raise exception 'The field "%" cannot be filtered by "%".', field, left(operator, 100) using errcode = '22023';
  end if;
  if cardinality(wanted) > 100 then
    raise exception 'A filter has at most 100 values.' using errcode = '22023', hint = 'Use fewer values.';
  end if;
  if not (case
    when operator in ('empty', 'filled') then cardinality(wanted) = 0
    when operator in ('before', 'after') then cardinality(wanted) = 1
    when operator = 'between' then cardinality(wanted) = 2
    else cardinality(wanted) > 0
  end) then
    raise exception 'The filter by the field "%" has too few or too many values.', field using errcode = '22023';
  end if;
  wrong := (select w from unnest(wanted) as w where not private.may_be_value(type, field, w) limit 1);
  if wrong is not null then
    raise exception 'The field "%" cannot be filtered by the value "%".', field, left(wrong, 100) using errcode = '22023';
  end if;
  found := case
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
        when type in ('text', 'address') then private.kept_text(kind, type, substr(field, 5), positive, wanted)
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
    when operator = 'is_not' and found like 'exists %' then 'not ' || found
    when operator in ('is_not', 'filled') then format('(%s) is not true', found)
    else found
  end;
end
$$;
create or replace function private.field_group(
  account uuid, kind text, field text, out value text, out is_text boolean, out joined text
) returns setof record
language sql stable security definer set search_path = ''
as $$
  select
    case field
      when 'owner' then 'coalesce(t.owner_id::text, ''invited:'' || t.invited_owner_id)'
      when 'tags' then 'had.tag'
      else format('nullif(t.%I, '''')', field)
    end,
    field in ('vendor', 'department'),
    case field when 'tags' then 'left join lateral unnest(t.tags) as had (tag) on true' end
  where field in (
    'status', 'owner', 'tags', 'vendor', 'department', 'criticality', 'data_class', 'lifecycle', 'cost_currency'
  )
  union all
  -- Read in the record, which is read for its cost anyway.
  select
    case f.type
      when 'choices' then 'had.choice'
      when 'yes_no' then format('case t.own ->> %L when ''true'' then ''yes'' when ''false'' then ''no'' end', f.key)
      else format('t.own ->> %L', f.key)
    end,
    false,
    case f.type when 'choices' then format(
      'left join lateral jsonb_array_elements_text(t.own -> %L) as had (choice) on true', f.key
    ) end
  from public.own_fields f
  where f.account_id = account and f.kind = field_group.kind and f.deleted_at is null and f.retired_at is null
    and f.type in ('yes_no', 'choice', 'choices', 'member')
    and field_group.field = 'own.' || f.key
$$;
create function private.built_in_label(key text) returns text
language sql immutable set search_path = ''
as $$
  select case key
    when 'vendor' then 'Vendor'
    when 'department' then 'Department'
    when 'criticality' then 'Criticality'
    when 'data_class' then 'Data class'
    when 'lifecycle' then 'Lifecycle'
    when 'cost_per_month' then 'Cost per month'
    when 'cost_currency' then 'Currency'
    when 'renews_on' then 'Renewal'
  end
$$;
comment on function private.built_in_label(text) is
  'What a refusal calls a built-in field that can be changed in bulk; null for any other.';
alter function private.built_in_label(text) owner to cairn_definer;
create or replace function private.is_field_key(key text) returns boolean
language sql immutable set search_path = ''
as $$
  select key like 'own.%' or private.built_in_label(key) is not null
$$;
create function private.stored_built_in(key text, fields text) returns text
language sql immutable set search_path = ''
as $$
  select case
    when key in ('vendor', 'department') then format('coalesce(%s ->> %L, '''')', fields, key)
    when key = 'cost_per_month' then format('(%s ->> %L)::numeric', fields, key)
    when key = 'renews_on' then format('(%s ->> %L)::date', fields, key)
    else format('%s ->> %L', fields, key)
  end
$$;
comment on function private.stored_built_in(text, text) is
  'A built-in field out of an expression {key: value} as its column has it, as an expression.';
alter function private.stored_built_in(text, text) owner to cairn_definer;
grant execute on function private.stored_built_in(text, text) to authenticated;
create or replace function private.field_in_bulk(kind text, key text) returns public.own_fields
language plpgsql stable security definer set search_path = ''
as $$
declare
  field public.own_fields;
  label constant text := private.built_in_label(key);
begin
  if label is not null then
    return jsonb_populate_record(null::public.own_fields, jsonb_build_object(
      'name', label,
      'type', (select f.type from private.filter_field(null, kind, key) f),
      'required', false,
      'choices', (select jsonb_agg(jsonb_build_object('id', c)) from unnest(private.built_in_choices(key)) as c)
    ));
  end if;
  select f.* into field
  from public.own_fields f
  where f.account_id = private.my_account() and f.kind = field_in_bulk.kind and field_in_bulk.key = 'own.' || f.key;
  if field.id is null then
    raise exception 'There is no field %.', left(key, 100) using errcode = '23514', hint = 'Load the page again.';
  elsif field.deleted_at is not null then
    raise exception '% was deleted.', field.name using errcode = '23514', hint = 'Load the page again.';
  elsif field.retired_at is not null then
    raise exception '% is retired.', field.name
      using errcode = '23514', hint = 'An administrator can bring it back in the settings.';
  end if;
  return field;
end
$$;
create or replace function private.field_statement(catalogue text, fields jsonb) returns text
language sql immutable set search_path = ''
as $$
  select format(
    'with done as (
      update public.%I t set %s
      where t.id = any ($1) and t.updated_at <= $3 and not (%s)
      returning t.id
    )
    select array(select d.id from done d)',
    catalogue,
    string_agg(
      case
        when k like 'own.%' then format('own = t.own || jsonb_build_object(%L, $2::jsonb -> %L)', substr(k, 5), k)
        else format('%I = %s', k, private.stored_built_in(k, '$2::jsonb'))
      end,
      ', '
    ),
    private.has_fields(fields)
  )
  from jsonb_object_keys(fields) as k
$$;
create or replace function private.put_former_fields(lines jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  kind text;
  changed text;
begin
  for kind, changed in
    select
      p.kind,
      string_agg(
        case
          when p.part is null then 'own = (t.own - h.keys) || h.own'
          else format(
            '%1$I = case when h.fields ? %1$L then %2$s else t.%1$I end',
            p.part, private.stored_built_in(p.part, 'h.fields')
          )
        end,
        ', '
      )
    from (
      select distinct l.kind, case when l.part not like 'own.%' then l.part end as part
      from jsonb_to_recordset(lines) as l (kind text, part text)
      where private.is_field_key(l.part)
    ) as p
    group by p.kind
  loop
    -- All fields of a record at once: an amount is never without its currency.
    execute format(
      'with first as (
        select distinct on (l.record_id, l.part) l.record_id, l.part, l.before
        from jsonb_to_recordset($2) as l (kind text, record_id uuid, part text, before jsonb, changed_at timestamptz)
        where l.kind = $3
        order by l.record_id, l.part, l.changed_at
      ),
      was as materialized (
        select
          f.record_id,
          jsonb_object_agg(f.part, f.before) as fields,
          coalesce(array_agg(substr(f.part, 5)) filter (where f.part like ''own.%%''), ''{}'') as keys,
          coalesce(
            jsonb_object_agg(substr(f.part, 5), f.before) filter (where f.part like ''own.%%'' and f.before is not null),
            ''{}''
          ) as own
        from first f
        where private.is_field_key(f.part)
        group by f.record_id
      )
      update public.%I t
      set %s
      from was h
      where t.account_id = $1 and t.id = h.record_id',
      private.catalogue_of(kind), changed
    ) using private.my_account(), lines, kind;
  end loop;
end
$$;
