-- Keeping private.own_values: each value of an own field in the column of its type, for lists that ask for values.
--
-- A statement that changes many records writes here with one deletion and one insertion, and nothing where no own
-- field changed. Long texts are not kept. What a record names stays, also after a member has left.

create function private.own_value_rows(field public.own_fields, record_id uuid, value jsonb)
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
comment on function private.own_value_rows(public.own_fields, uuid, jsonb) is
  'The rows of private.own_values for the value of a record.';

create function private.keep_own_values() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  is_changed boolean;
begin
  if tg_op = 'DELETE' then
    delete from private.own_values v using gone g where v.account_id = g.account_id and v.record_id = g.id;
    return null;
  end if;
  if tg_op = 'INSERT' then
    execute
      'insert into private.own_values
      select v.*
      from come n
      cross join lateral jsonb_each(n.own) o
      join public.own_fields f on f.account_id = n.account_id and f.kind = n.kind and f.key = o.key
      cross join lateral private.own_value_rows(f, n.id, o.value) v
      where n.own <> ''{}''';
    return null;
  end if;
  -- Planned each time, all of them: a plan made for one record would look ten thousand of them up one by one. What has
  -- changed is found first, for records with many values are too wide to be sorted together with the definitions. Not
  -- 'exists': for a first row the planner would compare each record with every other.
  execute 'select bool_or(o.own is distinct from n.own) from gone o join come n using (id)' into is_changed;
  if is_changed is not true then
    return null;
  end if;
  execute
    'with changed as materialized (
      select n.account_id, n.kind, n.id, k.key
      from gone o
      join come n using (id)
      cross join lateral jsonb_each(o.own) k
      where o.own is distinct from n.own and k.value is distinct from n.own -> k.key
    )
    delete from private.own_values v
    using changed c
    join public.own_fields f on f.account_id = c.account_id and f.kind = c.kind and f.key = c.key
    where v.account_id = c.account_id and v.record_id = c.id and v.field_id = f.id';
  execute
    'with changed as materialized (
      select n.account_id, n.kind, n.id, k.key, k.value
      from gone o
      join come n using (id)
      cross join lateral jsonb_each(n.own) k
      where o.own is distinct from n.own and k.value is distinct from o.own -> k.key
    )
    insert into private.own_values
    select v.*
    from changed c
    join public.own_fields f on f.account_id = c.account_id and f.kind = c.kind and f.key = c.key
    cross join lateral private.own_value_rows(f, c.id, c.value) v';
  return null;
end
$$;
comment on function private.keep_own_values() is
  'Statement trigger: keeps private.own_values as the records of the kind say it in their column own.';

create function private.refill_own_values(field public.own_fields) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.own_values v where v.account_id = field.account_id and v.field_id = field.id;
  execute format(
    'insert into private.own_values
    select v.*
    from public.%I r
    cross join lateral private.own_value_rows($1, r.id, r.own -> ($1).key) v
    where r.account_id = ($1).account_id and r.own ? ($1).key',
    private.catalogue_of(field.kind)
  ) using field;
end
$$;
comment on function private.refill_own_values(public.own_fields) is
  'Rewrites the rows of private.own_values for a field, after its type has changed.';
