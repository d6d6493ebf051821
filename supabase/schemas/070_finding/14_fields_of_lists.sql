-- Fields of lists: the order of records by a field, and records put together by what they have in one.
--
-- Choices stand in the order of their definition, texts by their letters without regard to capitals and accents.
-- An order finds the values of own fields in private.own_values; groups read them in the records. The browser has the
-- same in packages/workspace/src/rules/field-order.ts and group-records.ts.

create function private.ids_of_choices(choices jsonb) returns text[]
language sql immutable set search_path = ''
as $$
  select array(
    select c.value ->> 'id' from jsonb_array_elements(choices) with ordinality as c (value, place) order by c.place
  )
$$;
comment on function private.ids_of_choices(jsonb) is 'The ids of choices in their order.';

create function private.field_order(
  account uuid, kind text, field text, out expression text, out needed text, out joined text
) returns setof record
language sql stable security definer set search_path = ''
as $$
  select
    case
      when f.in_words then format('nullif(private.folded(r.%I), '''') collate pg_catalog."C"', f.key)
      when f.type = 'text' then format('r.%I collate pg_catalog."C"', f.key)
      when f.type = 'choice' then format('array_position(%L::text[], r.%I)', private.ids_of_choices(f.choices), f.key)
      else format('r.%I', f.key)
    end,
    f.key, null
  from private.fields f
  where f.key = field_order.field and 'order' = any (f.uses)
  union all
  select
    case f.type
      when 'number' then 'v.number_value'
      when 'date' then 'v.day_value'
      when 'choice' then format('array_position(%L::text[], v.text_value)', private.ids_of_choices(f.choices))
      when 'choices' then format('array_position(%L::text[], v.text_value)', private.ids_of_choices(f.choices))
      else 'v.text_value'
    end,
    null,
    format(
      'left join private.own_values v
        on v.account_id = $1 and v.field_id = %L and v.place = 0 and v.record_id = r.id',
      f.id
    )
  from public.own_fields f
  where f.account_id = account and f.kind = field_order.kind and f.deleted_at is null and f.retired_at is null
    and f.type in ('number', 'date', 'yes_no', 'text', 'address', 'choice', 'choices')
    and field_order.field = 'own.' || f.key
$$;
comment on function private.field_order(uuid, text, text) is
  'How records r of an account''s catalogue are put in order by a field: the expression, the column that it needs, and what is joined for it. No row for a field that has no order.';

-- Of the choices, only those are read that the page has.
create function private.choices_of_page(
  field public.own_fields, descending boolean, skip integer, out chosen text[], out before integer
)
language sql stable security definer set search_path = ''
as $$
  with counted as (
    select given.id, given.place, (
      select count(*)
      from (
        select
        from private.own_values v
        where v.account_id = field.account_id and v.field_id = field.id and v.text_value = given.id and v.place = 0
        limit skip::bigint + 100
      ) first_ones
    ) as records
    from unnest(private.ids_of_choices(field.choices)) with ordinality as given (id, place)
  ),
  summed as (
    select id, records, sum(records) over (order by case when descending then -place else place end) as until from counted
  )
  select array_agg(id), min(until - records)
  from summed
  where until > skip and until - records < skip::bigint + 100
$$;
comment on function private.choices_of_page(public.own_fields, boolean, integer) is
  'The choices that the records on a page have which are in the order of a choice, and how many records have one before them.';

create function private.first_ids_by_field(account uuid, kind text, sort text, descending boolean, skip integer)
returns uuid[]
language plpgsql stable security definer set search_path = ''
as $$
declare
  ranked text;
  joined text;
  in_words boolean;
  narrowed text := '';
  own public.own_fields;
  chosen text[];
  before integer := 0;
  page uuid[];
begin
  select o.expression, replace(o.joined, 'left join', 'join'), f.in_words into ranked, joined, in_words
  from private.field_order(account, kind, sort) o
  left join private.fields f on f.key = o.needed
  where o.joined is not null or f.is_indexed;
  if ranked is null then
    return null;
  end if;
  select f.* into own
  from public.own_fields f
  where f.account_id = account and f.kind = first_ids_by_field.kind and sort = 'own.' || f.key and f.type in ('choice', 'choices');
  if found then
    select p.chosen, p.before into chosen, before from private.choices_of_page(own, descending, skip) p;
    narrowed := format(' and v.text_value = any (%L::text[])', coalesce(chosen, '{}'));
  elsif in_words then
    narrowed := format(' and r.%I <> ''''', sort);
  end if;
  execute format(
    'select array(
      select r.id from public.%I r %s where r.account_id = $1 and %s is not null%s order by %s limit 100 offset $2
    )',
    private.catalogue_of(kind), joined, ranked, narrowed,
    replace(private.catalogue_order(account, kind, sort, descending), ' nulls last', '')
  )
    into page using account, skip - coalesce(before, 0);
  return page;
end
$$;
comment on function private.first_ids_by_field(uuid, text, text, boolean, integer) is
  'Of a whole catalogue in the order of a field, up to 100 ids of records that have a value, met in the order of an index; null where no index has the order.';

create function private.field_group(
  account uuid, kind text, field text, out value text, out is_text boolean, out joined text
) returns setof record
language sql stable security definer set search_path = ''
as $$
  select
    case field
      when 'owner' then 'coalesce(t.owner_id::text, ''invited:'' || t.invited_owner_id, ''team:'' || t.team_id)'
      when 'tags' then 'had.tag'
      else format('nullif(t.%I, '''')', f.key)
    end,
    f.in_words,
    case field when 'tags' then 'left join lateral unnest(t.tags) as had (tag) on true' end
  from private.fields f
  where f.key = field_group.field and 'group' = any (f.uses)
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
comment on function private.field_group(uuid, text, text) is
  'By what records t of an account''s catalogue are put together: the value as an expression, whether capitals and accents make no difference, and what is joined for it. No row for a field by which they cannot be.';

-- Long, because the statement is put together in one place, where its parameters can be compared.
create function public.group_records(
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
comment on function public.group_records(text, text, text, text[], uuid[], boolean, text[], uuid[], boolean, jsonb) is
  'The values of a field among the records of a catalogue of the caller''s account that match a filter: {"groups": [{"value", "records", "costs": {"EUR": number}}], "rest": number}. A record with several tags or choices counts for each; null is for those without a value. The 200 values that most records have come first; rest is how many more there are. The field is status, owner (an invited one is invited:<id>), tags, vendor, department, criticality, data_class, lifecycle, cost_currency, or own.<key> of the type choice, choices, yes_no or member. The filter is that of find_records.';
grant execute on function public.group_records(text, text, text, text[], uuid[], boolean, text[], uuid[], boolean, jsonb) to authenticated, service_role;
