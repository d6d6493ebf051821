-- Tags that are merged in views too, and conditions that are looked up instead of reading every record.

drop function private.as_seen_by(jsonb, uuid);

-- The colors are listed once.
create function private.is_color(color text) returns boolean
language sql immutable set search_path = ''
as $$
  select color in ('gray', 'red', 'orange', 'yellow', 'green', 'teal', 'blue', 'purple', 'pink')
$$;
comment on function private.is_color(text) is 'Whether tags and choices can have the color.';
alter function private.is_color(text) owner to cairn_definer;
grant execute on function private.is_color(text) to authenticated, service_role, cairn_owner;

alter table public.tags
  drop constraint tags_color_known,
  add constraint tags_color_known check (private.holds(
    private.is_color(color),
    'Color must be gray, red, orange, yellow, green, teal, blue, purple or pink.'
  ));

-- What lists ask of texts and members is looked up, so texts are kept as they are compared, and members as any value.
alter table private.own_values
  drop column person_id,
  alter column text_value type text collate "C";

create or replace function private.own_value_rows(field public.own_fields, record_id uuid, value jsonb)
returns setof private.own_values
language sql security definer set search_path = ''
as $$
  select
    field.account_id, field.kind, record_id, field.id, (e.place - 1)::smallint,
    case
      when field.type in ('text', 'address') then left(private.folded(e.value), 200)
      when field.type in ('choice', 'choices', 'member', 'record') then e.value
      when field.type = 'yes_no' then case e.value when 'true' then 'yes' else 'no' end
    end,
    case field.type when 'number' then e.value::numeric end,
    case field.type when 'date' then e.value::date end
  from jsonb_array_elements_text(case jsonb_typeof(value) when 'array' then value else jsonb_build_array(value) end)
    with ordinality as e (value, place)
  where field.type <> 'long_text'
$$;

-- Texts that are kept whole follow from what is kept, without those that are as they were. The records are read for
-- members, of whom those were missing who had left, and for long texts. Folded, a text may be longer, as with ß.
update private.own_values v
set text_value = left(private.folded(v.text_value), 200)
from public.own_fields f
where f.account_id = v.account_id and f.id = v.field_id and f.type in ('text', 'address')
  and char_length(v.text_value) < 200 and private.folded(v.text_value) <> v.text_value;

do $$
declare
  field public.own_fields;
begin
  for field in
    select f.*
    from public.own_fields f
    where f.type = 'member' or f.type in ('text', 'address') and exists (
      select from private.own_values v
      where v.account_id = f.account_id and v.field_id = f.id and char_length(v.text_value) = 200
    )
  loop
    perform private.refill_own_values(field);
  end loop;
end
$$;

create index systems_vendor_idx on public.systems (account_id, (nullif(private.folded(vendor), '') collate "C"))
  where vendor <> '';
create index systems_department_idx on public.systems (account_id, (nullif(private.folded(department), '') collate "C"))
  where department <> '';
create index systems_words_idx on public.systems
  using gin (
    account_id,
    private.folded(vendor) extensions.gin_trgm_ops,
    private.folded(department) extensions.gin_trgm_ops
  )
  where vendor <> '' or department <> '';
create index systems_cost_per_month_idx on public.systems (account_id, cost_per_month) where cost_per_month is not null;
create index solutions_vendor_idx on public.solutions (account_id, (nullif(private.folded(vendor), '') collate "C"))
  where vendor <> '';
create index solutions_department_idx on public.solutions (account_id, (nullif(private.folded(department), '') collate "C"))
  where department <> '';
create index solutions_words_idx on public.solutions
  using gin (
    account_id,
    private.folded(vendor) extensions.gin_trgm_ops,
    private.folded(department) extensions.gin_trgm_ops
  )
  where vendor <> '' or department <> '';
create index solutions_cost_per_month_idx on public.solutions (account_id, cost_per_month) where cost_per_month is not null;
create index agents_vendor_idx on public.agents (account_id, (nullif(private.folded(vendor), '') collate "C"))
  where vendor <> '';
create index agents_department_idx on public.agents (account_id, (nullif(private.folded(department), '') collate "C"))
  where department <> '';
create index agents_words_idx on public.agents
  using gin (
    account_id,
    private.folded(vendor) extensions.gin_trgm_ops,
    private.folded(department) extensions.gin_trgm_ops
  )
  where vendor <> '' or department <> '';
create index agents_cost_per_month_idx on public.agents (account_id, cost_per_month) where cost_per_month is not null;
create index automations_vendor_idx on public.automations (account_id, (nullif(private.folded(vendor), '') collate "C"))
  where vendor <> '';
create index automations_department_idx on public.automations (account_id, (nullif(private.folded(department), '') collate "C"))
  where department <> '';
create index automations_words_idx on public.automations
  using gin (
    account_id,
    private.folded(vendor) extensions.gin_trgm_ops,
    private.folded(department) extensions.gin_trgm_ops
  )
  where vendor <> '' or department <> '';
create index automations_cost_per_month_idx on public.automations (account_id, cost_per_month) where cost_per_month is not null;

-- Written by `npm run migration` from supabase/schemas:

set check_function_bodies = off;
revoke all on function private.built_in_choices(text) from public, anon, authenticated, service_role, supabase_auth_admin, cairn_owner;
grant execute on function private.built_in_choices(text) to authenticated, service_role, cairn_owner;
create or replace function private.built_in_fields_hold(
  vendor text, department text, criticality text, data_class text, lifecycle text, cost_per_month numeric,
  cost_currency text, renews_on date, links jsonb
) returns boolean
language sql immutable set search_path = ''
as $$
  select
    private.holds(char_length(vendor) <= 120, 'Vendor must have at most 120 characters.')
    and private.holds(char_length(department) <= 120, 'Department must have at most 120 characters.')
    and private.holds(
      coalesce(criticality = any (private.built_in_choices('criticality')), true),
      'Criticality must be low, medium, high or critical.'
    )
    and private.holds(
      coalesce(data_class = any (private.built_in_choices('data_class')), true),
      'Data class must be public, internal, confidential, personal or special.'
    )
    and private.holds(
      coalesce(lifecycle = any (private.built_in_choices('lifecycle')), true),
      'Lifecycle must be planned, active, phasing_out or retired.'
    )
    and private.holds(
      coalesce(cost_per_month between 0 and 1000000000000, true),
      'Cost per month must be a number from 0 to 1,000,000,000,000.'
    )
    and private.holds(
      (cost_per_month is null) = (cost_currency is null) and coalesce(cost_currency ~ '^[A-Z]{3}$', true),
      'A cost needs a currency of three capital letters, such as EUR.'
    )
    and private.holds(
      coalesce(renews_on between date '1900-01-01' and date '9999-12-31', true),
      'The renewal must be a day between the years 1900 and 9999.'
    )
    and private.holds(
      jsonb_typeof(links) = 'array' and jsonb_array_length(case jsonb_typeof(links) when 'array' then links else '[]' end) <= 20,
      'Links must be a list of at most 20.'
    )
    and private.holds(
      not exists (
        select from jsonb_array_elements(case jsonb_typeof(links) when 'array' then links else '[]' end) as l (link)
        where not private.is_link(l.link)
      ),
      'A link needs a purpose and an address that begins with http:// or https://.'
    )
$$;
create or replace function public.merge_tags(from_ids uuid[], into_id uuid) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  merged constant uuid[] := array(select distinct f.id from unnest(from_ids) as f (id) where f.id <> into_id);
  held uuid[];
  changed integer;
begin
  if coalesce(private.my_rank(), 0) < 2 then
    raise exception 'Only managers and administrators can merge tags.' using errcode = '42501', hint = 'Ask an administrator.';
  end if;
  if cardinality(merged) = 0 then
    raise exception 'Choose the tags to merge.' using errcode = '22023', hint = 'A tag cannot be merged into itself.';
  end if;
  -- Of two who merge at once, the second waits here. Records can still get the tag that stays: who adds it to one that
  -- is to be changed below would wait for this, and this for them.
  held := array(
    select t.id
    from public.tags t
    where t.account_id = account and t.id = any (merged || into_id)
    order by t.id
    for no key update
  );
  if cardinality(held) <= cardinality(merged) then
    raise exception 'There is no such tag.'
      using errcode = 'PT404', hint = 'Another member may have deleted it. Load the tags again.';
  end if;
  -- Records that are just getting one of them are waited for; from here on none gets one.
  perform from public.tags t where t.account_id = account and t.id = any (merged) order by t.id for update;
  changed := private.replace_tags(account, merged, into_id);
  perform private.replace_tags_in_views(account, merged, into_id);
  delete from public.tags t where t.account_id = account and t.id = any (merged);
  return changed;
end
$$;
comment on function public.merge_tags(uuid[], uuid) is
  'For managers and admins: records that have one of the tags get another one instead, views that name one name the other, and the tags go. Says how many records changed. PT404 where one of them is not there.';
create or replace function private.clean_choices(choices jsonb) returns jsonb
language plpgsql immutable set search_path = ''
as $$
declare
  clean jsonb := '[]';
  ids text[] := '{}';
  names text[] := '{}';
  one jsonb;
  name text;
  id text;
begin
  perform private.holds(jsonb_typeof(choices) = 'array', 'Choices must be a list of {"id", "name", "color"}.');
  perform private.holds(jsonb_array_length(choices) <= 500, 'A field has at most 500 choices.');
  for one in select c.value from jsonb_array_elements(choices) as c loop
    perform private.holds(
      jsonb_typeof(one) = 'object' and jsonb_typeof(one -> 'name') is not distinct from 'string',
      'Choices must be a list of {"id", "name", "color"}.'
    );
    name := private.display_text(one ->> 'name');
    perform private.holds(char_length(name) between 1 and 100, 'A choice must have 1 to 100 characters.');
    perform private.holds(private.folded(name) <> all (names), 'Two choices have the same name.');
    id := coalesce(one ->> 'id', private.slug(name, 'choice', array(
      select c.value ->> 'id' from jsonb_array_elements(choices) as c where jsonb_typeof(c.value) = 'object'
    ) || ids));
    perform private.holds(
      id ~ '^[a-z0-9][a-z0-9_-]{0,59}$',
      'The id of a choice has up to 60 small letters, digits, hyphens and underscores.'
    );
    perform private.holds(id <> all (ids), 'Two choices have the same id.');
    perform private.holds(
      private.is_color(coalesce(one ->> 'color', 'gray')),
      'Color must be gray, red, orange, yellow, green, teal, blue, purple or pink.'
    );
    ids := ids || id;
    names := names || private.folded(name);
    clean := clean || jsonb_build_array(
      jsonb_build_object('id', id, 'name', name, 'color', coalesce(one ->> 'color', 'gray'))
    );
  end loop;
  return clean;
end
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
  -- What an order may ask for. A description may be long, and is read with the page alone.
  columns constant text := 't.id, t.name, t.created_at, t.status, t.owner_id, t.updated_by' || (
    select coalesce(string_agg(format(', t.%I', split_part(own.value, ' ', 1)), ''), '')
    from private.kinds k
    cross join lateral jsonb_each_text(k.own_orders) as own
    where k.kind = find_records.kind
  ) || (select coalesce(string_agg(', t.' || f.needed, ''), '') from private.field_order(account, kind, sort) f);
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
create or replace function private.filter_field(
  account uuid, kind text, field text, out type text, out value text, out own_id uuid
) returns setof record
language sql stable security definer set search_path = ''
as $$
  select known.type, known.value, null::uuid
  from (
    values
      ('name', 'text', 't.name'),
      ('description', 'long_text', 't.description'),
      ('status', 'choice', 't.status'),
      ('owner', 'member', 'coalesce(t.owner_id, t.invited_owner_id)'),
      ('tags', 'choices', 't.tags'),
      ('created', 'date', '(t.created_at at time zone ''UTC'')::date'),
      ('updated', 'date', '(t.updated_at at time zone ''UTC'')::date'),
      ('vendor', 'text', 't.vendor'),
      ('department', 'text', 't.department'),
      ('criticality', 'choice', 't.criticality'),
      ('data_class', 'choice', 't.data_class'),
      ('lifecycle', 'choice', 't.lifecycle'),
      ('cost_per_month', 'number', 't.cost_per_month'),
      ('cost_currency', 'text', 't.cost_currency'),
      ('renews_on', 'date', 't.renews_on')
  ) as known (field, type, value)
  where known.field = filter_field.field
  union all
  select f.type, format('nullif(nullif(t.own ->> %L, ''''), ''[]'')', f.key), f.id
  from public.own_fields f
  where f.account_id = account and f.kind = filter_field.kind and f.deleted_at is null and f.retired_at is null
    and filter_field.field = 'own.' || f.key
$$;
comment on function private.filter_field(uuid, text, text) is
  'The type of a field of an account''s records of a kind, and its value in a record t as an expression; of an own field the id. No row for an unknown field, nor for a retired one.';
create or replace function private.may_be_value(type text, field text, value text) returns boolean
language sql immutable set search_path = ''
as $$
  select case
    when type = 'number' then value ~ '^-?[0-9]{1,15}(\.[0-9]{1,15})?$'
    when type = 'date' then private.is_day(value)
    when type = 'yes_no' then value in ('yes', 'no')
    when type in ('member', 'record') or field = 'tags' then private.is_uuid(value)
    else true
  end
$$;
create or replace function private.comparison(type text, operator text, value text, wanted text[]) returns text
language sql immutable set search_path = ''
as $$
  select case
    when operator = 'contains' then format(
      '%s like any (%L::text[])', value, array(select private.folded_pattern(w) from unnest(wanted) as w)
    )
    when operator = 'before' then format('%s < %L::%s', value, wanted[1], of_type)
    when operator = 'after' then format('%s > %L::%s', value, wanted[1], of_type)
    when operator = 'between' then format('%s between %L::%s and %L::%3$s', value, wanted[1], of_type, wanted[2])
    when type in ('text', 'address') then format(
      '%s = any (%L::text[])', value, array(select private.folded(w) from unnest(wanted) as w)
    )
    else format('%s = any (%L::%s[])', value, wanted, of_type)
  end
  from (select case type when 'number' then 'numeric' when 'date' then 'date' else 'text' end as of_type) as known
$$;
create function private.kept_text(kind text, type text, value text, operator text, wanted text[]) returns text
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
      format(
        'exists (select from public.%I t where t.id = v.record_id and %s)',
        private.catalogue_of(kind), private.comparison(type, operator, format('private.folded(%s)', value), wanted)
      ) as in_record
  ) as both_ways
$$;
comment on function private.kept_text(text, text, text, text, text[]) is
  'The condition that a text or an address of private.own_values v is one of the wanted values, or contains one.';
alter function private.kept_text(text, text, text, text, text[]) owner to cairn_definer;
create or replace function private.condition_of_field(account uuid, kind text, field text, operator text, wanted text[]) returns text
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
    when operator = 'all_of' then format(
      't.id in (
        select v.record_id from private.own_values v
        where v.account_id = %L and v.field_id = %L and v.text_value = any (%L::text[])
        group by v.record_id having count(distinct v.text_value) = %s
      )',
      account, own_id, wanted, (select count(distinct w) from unnest(wanted) as w)
    )
    when own_id is not null and type <> 'long_text' then format(
      't.id in (select v.record_id from private.own_values v where v.account_id = %L and v.field_id = %L and %s)',
      account, own_id,
      case
        when type in ('text', 'address') then private.kept_text(kind, type, value, positive, wanted)
        when type = 'number' then private.comparison(type, positive, 'v.number_value', wanted)
        when type = 'date' then private.comparison(type, positive, 'v.day_value', wanted)
        else private.comparison(type, positive, 'v.text_value', wanted)
      end
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
  return case when operator in ('is_not', 'filled') then format('(%s) is not true', found) else found end;
end
$$;
create function private.ids_of_choices(field public.own_fields) returns text[]
language sql immutable set search_path = ''
as $$
  select array(
    select c.value ->> 'id' from jsonb_array_elements(field.choices) with ordinality as c (value, place) order by c.place
  )
$$;
comment on function private.ids_of_choices(public.own_fields) is 'The ids of a field''s choices in their order.';
alter function private.ids_of_choices(public.own_fields) owner to cairn_definer;
create or replace function private.field_order(
  account uuid, kind text, field text, out expression text, out needed text, out joined text
) returns setof record
language sql stable security definer set search_path = ''
as $$
  select
    case field
      when 'vendor' then 'nullif(private.folded(r.vendor), '''') collate pg_catalog."C"'
      when 'department' then 'nullif(private.folded(r.department), '''') collate pg_catalog."C"'
      when 'cost_currency' then 'r.cost_currency collate pg_catalog."C"'
      when 'cost_per_month' then 'r.cost_per_month'
      when 'renews_on' then 'r.renews_on'
      else format('array_position(%L::text[], r.%I)', private.built_in_choices(field), field)
    end,
    field, null
  where field in (
    'vendor', 'department', 'cost_currency', 'cost_per_month', 'renews_on', 'criticality', 'data_class', 'lifecycle'
  )
  union all
  select
    case f.type
      when 'number' then 'v.number_value'
      when 'date' then 'v.day_value'
      when 'choice' then format('array_position(%L::text[], v.text_value)', private.ids_of_choices(f))
      when 'choices' then format('array_position(%L::text[], v.text_value)', private.ids_of_choices(f))
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
        limit skip + 100
      ) first_ones
    ) as records
    from unnest(private.ids_of_choices(field)) with ordinality as given (id, place)
  ),
  summed as (
    select id, records, sum(records) over (order by case when descending then -place else place end) as until from counted
  )
  select array_agg(id), min(until - records)
  from summed
  where until > skip and until - records < skip + 100
$$;
comment on function private.choices_of_page(public.own_fields, boolean, integer) is
  'The choices that the records on a page have which are in the order of a choice, and how many records have one before them.';
alter function private.choices_of_page(public.own_fields, boolean, integer) owner to cairn_definer;
create function private.page_by_field(account uuid, kind text, sort text, descending boolean, skip integer) returns uuid[]
language plpgsql stable security definer set search_path = ''
as $$
declare
  ranked text;
  joined text;
  narrowed text := '';
  own public.own_fields;
  chosen text[];
  before integer := 0;
  page uuid[];
begin
  select o.expression, replace(o.joined, 'left join', 'join') into ranked, joined
  from private.field_order(account, kind, sort) o
  where o.joined is not null or sort in ('vendor', 'department', 'cost_per_month', 'renews_on');
  if ranked is null then
    return null;
  end if;
  select f.* into own
  from public.own_fields f
  where f.account_id = account and f.kind = page_by_field.kind and sort = 'own.' || f.key and f.type in ('choice', 'choices');
  if found then
    select p.chosen, p.before into chosen, before from private.choices_of_page(own, descending, skip) p;
    narrowed := format(' and v.text_value = any (%L::text[])', coalesce(chosen, '{}'));
  elsif sort in ('vendor', 'department') then
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
comment on function private.page_by_field(uuid, text, text, boolean, integer) is
  'Of a whole catalogue in the order of a field, up to 100 ids of records that have a value, met in the order of an index; null where no index has the order.';
alter function private.page_by_field(uuid, text, text, boolean, integer) owner to cairn_definer;
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
  select
    'had.text_value',
    false,
    format(
      'left join private.own_values had
        on had.account_id = t.account_id and had.field_id = %L and had.record_id = t.id',
      f.id
    )
  from public.own_fields f
  where f.account_id = account and f.kind = field_group.kind and f.deleted_at is null and f.retired_at is null
    and f.type in ('yes_no', 'choice', 'choices', 'member')
    and field_group.field = 'own.' || f.key
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
set search_path = '' set cpu_operator_cost = 0.1
as $$
declare
  account constant uuid := private.my_account();
  value text;
  is_text boolean;
  joined text;
  answer json;
begin
  if private.catalogue_of(kind) is null then
    raise exception 'There is no such catalogue, or it has no such order.' using errcode = '22023';
  end if;
  select g.value, g.is_text, g.joined into value, is_text, joined from private.field_group(account, kind, field) g;
  if value is null then
    raise exception 'There is no field "%" to group by.', left(field, 100) using errcode = '22023';
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
create function private.with_entry(list jsonb, was text[], instead text) returns jsonb
language sql immutable set search_path = ''
as $$
  select coalesce(jsonb_agg(given.entry order by given.place), '[]')
  from (
    select case when entry in (select to_jsonb(w) from unnest(was) as w) then to_jsonb(instead) else entry end, min(place)
    from jsonb_array_elements(list) with ordinality as listed (entry, place)
    group by 1
  ) as given (entry, place)
$$;
comment on function private.with_entry(jsonb, text[], text) is
  'A list in which an entry stands once for several others, in the place of the first.';
alter function private.with_entry(jsonb, text[], text) owner to cairn_definer;
create function private.with_value(part jsonb, field text, was text[], instead text) returns jsonb
language sql immutable set search_path = ''
as $$
  select case
    when jsonb_typeof(part -> 'conditions') = 'array' then part || jsonb_build_object('conditions', (
      select coalesce(jsonb_agg(private.with_value(inner_part, field, was, instead) order by place), '[]')
      from jsonb_array_elements(part -> 'conditions') with ordinality as listed (inner_part, place)
    ))
    when part ->> 'field' = field and jsonb_typeof(part -> 'values') = 'array'
      then part || jsonb_build_object('values', private.with_entry(part -> 'values', was, instead))
    else part
  end
$$;
comment on function private.with_value(jsonb, text, text[], text) is
  'Conditions of a view in which another value stands for some of a field.';
alter function private.with_value(jsonb, text, text[], text) owner to cairn_definer;
create function private.with_tag_in_address(address text, was uuid[], instead uuid) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  replaced text := regexp_replace(address, array_to_string(was, '|'), instead::text, 'g');
  before text;
begin
  if replaced <> address then
    loop
      before := replaced;
      replaced := regexp_replace(replaced, format('(%1$s(?:(?:,|%%2C)[0-9a-f-]{36})*?)(?:,|%%2C)%1$s', instead), '\1');
      exit when replaced = before;
    end loop;
  end if;
  return replaced;
end
$$;
comment on function private.with_tag_in_address(text, uuid[], uuid) is
  'The address of a list in which a tag stands once for several others.';
alter function private.with_tag_in_address(text, uuid[], uuid) owner to cairn_definer;
create function private.replace_tags_in_views(account uuid, from_ids uuid[], into_id uuid) returns void
language sql security definer set search_path = ''
as $$
  update public.views v
  set
    address = private.with_tag_in_address(v.address, from_ids, into_id),
    filter = v.filter
      || case when jsonb_typeof(v.filter -> 'tags') = 'array'
        then jsonb_build_object('tags', private.with_entry(v.filter -> 'tags', from_ids::text[], into_id::text))
        else '{}'
      end
      || case when jsonb_typeof(v.filter -> 'conditions') = 'object'
        then jsonb_build_object(
          'conditions', private.with_value(v.filter -> 'conditions', 'tags', from_ids::text[], into_id::text)
        )
        else '{}'
      end
  where v.account_id = account and v.address || v.filter::text ~ array_to_string(from_ids, '|');
$$;
comment on function private.replace_tags_in_views(uuid, uuid[], uuid) is
  'Views of an account, those of single members included, that name one of the tags name the other instead.';
alter function private.replace_tags_in_views(uuid, uuid[], uuid) owner to cairn_definer;
create function private.tags_in_view(filter jsonb) returns setof text
language sql immutable set search_path = ''
as $$
  select unnest(private.view_list(filter, 'tags'))
  union
  select id #>> '{}' from jsonb_path_query(filter -> 'conditions', '$.** ? (@.field == "tags").values[*]') as id
$$;
comment on function private.tags_in_view(jsonb) is 'The tags that the filter of a view names.';
alter function private.tags_in_view(jsonb) owner to cairn_definer;
create or replace function private.view_condition(account uuid, kind text, filter jsonb, person uuid) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  unknown constant jsonb := filter - array[
    'query', 'statuses', 'owners', 'without_owner', 'gaps', 'tags', 'all_tags', 'conditions'
  ];
begin
  if unknown <> '{}' or exists (
    select from unnest(array['statuses', 'owners', 'gaps', 'tags']) as part
    where jsonb_typeof(filter -> part) not in ('array', 'null')
  ) then
    raise exception 'This view asks for something that lists do not have.' using errcode = '22023';
  end if;
  if exists (
    select from private.tags_in_view(filter) as named
    where not exists (select from public.tags t where t.account_id = account and t.id::text = named)
  ) then
    raise exception 'A tag that this view filters by was deleted.' using errcode = '22023';
  end if;
  return private.records_condition(
    account, kind,
    filter ->> 'query',
    private.view_list(filter, 'statuses'),
    array(
      select case entry when 'me' then person else entry::uuid end
      from unnest(private.view_list(filter, 'owners')) as entry
    ),
    coalesce((filter ->> 'without_owner')::boolean, false),
    private.view_list(filter, 'gaps'),
    private.view_list(filter, 'tags')::uuid[],
    coalesce((filter ->> 'all_tags')::boolean, false),
    private.with_value(nullif(filter -> 'conditions', 'null'), 'owner', '{me}', person::text)
  );
end
$$;
comment on function public.change_in_bulk(text, text, text, uuid[], text, text[], uuid[], boolean, text[], timestamptz, text, uuid, boolean, uuid[], uuid[], boolean, jsonb) is
  'Changes records in bulk, as preview_bulk says it; those that changed after seen_at are left out. {"act", "total", "changes", "no_right", "already", "full", "changed_meanwhile", "left_out"}; act is null where nothing changed. At most 10,000 records, of deletions 2,000. reason, move_to and told are those of delete_records.';
create or replace function private.bulk_statement(action text, catalogue text) returns text
language sql immutable set search_path = ''
as $$
  select format(
    case action
      when 'owner' then
        'with done as (
          update public.%1$I t
          set owner_id = case when not $4 then $2::uuid end, invited_owner_id = case when $4 then $2::uuid end
          where t.id = any ($1) and t.updated_at <= $3
            and coalesce(t.owner_id, t.invited_owner_id) is distinct from $2::uuid
          returning t.id
        )'
      when 'status' then
        'with done as (
          update public.%1$I t set status = $2
          where t.id = any ($1) and t.updated_at <= $3 and t.status is distinct from $2
          returning t.id
        )'
      when 'add_tag' then
        'with done as (
          update public.%1$I t set tags = t.tags || $2::uuid
          where t.id = any ($1) and t.updated_at <= $3 and $2::uuid <> all (t.tags) and cardinality(t.tags) < 50
          returning t.id
        )'
      when 'remove_tag' then
        'with done as (
          update public.%1$I t set tags = array_remove(t.tags, $2::uuid)
          where t.id = any ($1) and t.updated_at <= $3 and $2::uuid = any (t.tags)
          returning t.id
        )'
      else
        'with done as (
          insert into public.record_experts (kind, record_id, expert_id)
          select $5, t.id, $2::uuid from public.%1$I t where t.id = any ($1) and (select private.my_rank()) >= 1
          on conflict do nothing
          returning record_id as id
        )'
    end || ' select array(select d.id from done d)',
    catalogue
  )
$$;
create or replace view private.records with (security_invoker = true) as
  select r.account_id, 'system' as kind, r.id, r.name, r.status, r.owner_id, r.invited_owner_id, r.created_by, r.updated_by,
    r.created_at, r.updated_at, r.tags
  from public.systems r
  union all
  select r.account_id, 'solution', r.id, r.name, r.status, r.owner_id, r.invited_owner_id, r.created_by, r.updated_by,
    r.created_at, r.updated_at, r.tags
  from public.solutions r
  union all
  select r.account_id, 'agent', r.id, r.name, r.status, r.owner_id, r.invited_owner_id, r.created_by, r.updated_by,
    r.created_at, r.updated_at, r.tags
  from public.agents r
  union all
  select r.account_id, 'automation', r.id, r.name, r.status, r.owner_id, r.invited_owner_id, r.created_by, r.updated_by,
    r.created_at, r.updated_at, r.tags
  from public.automations r;
comment on table private.own_values is 'The values of own fields, each in the column of its type, for lists that ask for them.';
comment on column private.own_values.place is 'Which of several choices of one field it is, from 0 on.';
comment on column private.own_values.text_value is
  'The first 200 characters of a text or an address as private.folded has it, a choice, the id of a member or a record, or yes or no.';
