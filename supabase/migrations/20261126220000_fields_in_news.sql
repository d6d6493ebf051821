-- Written by `npm run migration` from supabase/schemas:

set check_function_bodies = off;
create or replace function private.keep_history_of_changes() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_purging() then
    return null;
  end if;
  -- Planned each time: a plan made for one record would compare each of ten thousand with every other.
  execute $insert$
    insert into public.record_history (
      account_id, kind, record_id, record_name, action, field, before, after, changed_by, changed_at, act, concerned
    )
    select
      (changed.is_now ->> 'account_id')::uuid,
      $1,
      (changed.is_now ->> 'id')::uuid,
      coalesce(changed.is_now ->> 'name', changed.is_now ->> 'title'),
      'updated',
      change.field,
      -- Own values are never that long, and an undo needs them whole.
      case when change.field like 'own.%' then change.before else private.history_value(change.before) end,
      case when change.field like 'own.%' then change.after else private.history_value(change.after) end,
      $2,
      changed.moment,
      $3,
      array(
        select distinct person::uuid
        from unnest(array[
          changed.was ->> 'owner_id', changed.is_now ->> 'owner_id', changed.was ->> 'created_by',
          changed.is_now ->> 'created_by', changed.was ->> 'author_id', changed.is_now ->> 'author_id'
        ]) as person
        where person is not null
      )
    from (
      select to_jsonb(o) as was, to_jsonb(n) as is_now, clock_timestamp() as moment
      from before_change o
      join after_change n using (id)
      where o is distinct from n
    ) changed
    cross join lateral (
      select n.key as field, changed.was -> n.key as before, n.value as after
      from jsonb_each(changed.is_now - $4) n
      where n.value is distinct from changed.was -> n.key
      union all
      select 'own.' || own.key, changed.was -> 'own' -> own.key, changed.is_now -> 'own' -> own.key
      from jsonb_object_keys((changed.was -> 'own') || (changed.is_now -> 'own')) as own (key)
      where changed.was -> 'own' is distinct from changed.is_now -> 'own'
        and changed.was -> 'own' -> own.key is distinct from changed.is_now -> 'own' -> own.key
      union all
      select 'tags', private.tags_in_history(changed.was -> 'tags'), private.tags_in_history(changed.is_now -> 'tags')
      where changed.was -> 'tags' is distinct from changed.is_now -> 'tags'
      union all
      select 'owner_id', owner.before, owner.after
      from (
        select
          case
            when changed.was ->> 'invited_owner_id' is null then coalesce(changed.was -> 'owner_id', 'null')
            else private.owner_in_history(changed.was)
          end as before,
          case
            when changed.is_now ->> 'invited_owner_id' is null then coalesce(changed.is_now -> 'owner_id', 'null')
            else private.owner_in_history(changed.is_now)
          end as after
        where (changed.was -> 'owner_id', changed.was -> 'invited_owner_id')
          is distinct from (changed.is_now -> 'owner_id', changed.is_now -> 'invited_owner_id')
      ) owner
      where case
        when jsonb_typeof(owner.before) = 'object' or jsonb_typeof(owner.after) = 'object'
        then not private.same_owner(owner.before, owner.after)
        else owner.before <> owner.after
      end
    ) change
  $insert$ using tg_argv[0], private.caller_id(), private.current_act(), array[
    'id', 'account_id', 'created_at', 'created_by', 'updated_at', 'updated_by',
    -- A run of an automation or a use of an agent is no change of it.
    'last_used', 'last_run',
    -- Two columns, and one owner.
    'owner_id', 'invited_owner_id',
    -- Each own field has a line, and tags have their names in it.
    'own', 'tags'
  ];
  return null;
end
$$;
create function private.refuse_unknown_own_key(
  account uuid, kind text, given jsonb, changed text[]
) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  unknown text;
  deleted text;
begin
  select k, f.name into unknown, deleted
  from unnest(changed) as k
  left join public.own_fields f on f.account_id = account and f.kind = refuse_unknown_own_key.kind and f.key = k
  where (f.id is null or f.deleted_at is not null) and given -> k not in ('null', '""', '[]')
  limit 1;
  if deleted is not null then
    raise exception '% was deleted.', deleted using errcode = '23514', hint = 'Load the page again.';
  elsif unknown is not null then
    raise exception 'There is no field %.', unknown using errcode = '23514', hint = 'Load the page again.';
  end if;
end
$$;
comment on function private.refuse_unknown_own_key(uuid, text, jsonb, text[]) is
  'Refuses a new value of a field that the account does not have, or has deleted.';
alter function private.refuse_unknown_own_key(uuid, text, jsonb, text[]) owner to cairn_definer;
create or replace function private.check_own_values() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  was jsonb := '{}';
  given constant jsonb := case jsonb_typeof(new.own) when 'object' then new.own else '{}' end;
  clean jsonb := '{}';
  changed text[];
  field public.own_fields;
  value jsonb;
begin
  -- Row security refuses a stranger's account, and it comes later: until then nothing is said of it.
  if private.caller_id() is not null and new.account_id is distinct from private.my_account() then
    return new;
  end if;
  if jsonb_typeof(new.own) is distinct from 'object' then
    return new;
  end if;
  if tg_op = 'UPDATE' then
    was := old.own;
    clean := old.own;
  end if;
  changed := array(select k from jsonb_object_keys(was || given) as k where given -> k is distinct from was -> k);
  perform pg_advisory_xact_lock_shared(private.lock_of_own_fields(new.account_id));
  perform private.refuse_unknown_own_key(new.account_id, tg_argv[0], given, changed);
  for field in
    select f.*
    from public.own_fields f
    where f.account_id = new.account_id and f.kind = tg_argv[0]
      and (f.key = any (changed) or tg_op = 'INSERT' and (f.required or f.default_value is not null))
    order by f.place, f.name
  loop
    value := given -> field.key;
    if value is null and (field.retired_at is not null or field.deleted_at is not null) then
      value := was -> field.key;
    elsif value is distinct from was -> field.key then
      value := private.own_value(field, field.name, value, was -> field.key);
    end if;
    if field.retired_at is null and field.deleted_at is null then
      if value is null and tg_op = 'INSERT' then
        value := private.default_own_value(field);
      end if;
      if value is null and field.required and (tg_op = 'INSERT' or was ? field.key) then
        raise exception '% is required.', field.name using errcode = '23514';
      end if;
    end if;
    clean := clean - field.key;
    if value is not null then
      clean := clean || jsonb_build_object(field.key, value);
    end if;
  end loop;
  new.own := clean;
  return new;
end
$$;
create or replace function private.keep_own_values() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  is_changed boolean;
begin
  if tg_op = 'DELETE' then
    delete from private.own_values v using gone g where v.record_id = g.id;
    return null;
  end if;
  if tg_op = 'INSERT' then
    execute
      'insert into private.own_values
      select v.*
      from come n
      cross join lateral jsonb_each(n.own) o
      join public.own_fields f on f.account_id = n.account_id and f.kind = $1 and f.key = o.key
      cross join lateral private.own_value_rows(f, n.id, o.value) v'
      using tg_argv[0];
    return null;
  end if;
  -- Planned each time, all of them: a plan made for one record would look ten thousand of them up one by one. What has
  -- changed is found first, for records with many values are too wide to be sorted together with the definitions.
  execute 'select exists (select from gone o join come n using (id) where o.own is distinct from n.own)' into is_changed;
  if not is_changed then
    return null;
  end if;
  execute
    'with changed as materialized (
      select n.account_id, n.id, k.key
      from gone o
      join come n using (id)
      cross join lateral jsonb_each(o.own) k
      where o.own is distinct from n.own and k.value is distinct from n.own -> k.key
    )
    delete from private.own_values v
    using changed c
    join public.own_fields f on f.account_id = c.account_id and f.kind = $1 and f.key = c.key
    where v.record_id = c.id and v.field_id = f.id'
    using tg_argv[0];
  execute
    'with changed as materialized (
      select n.account_id, n.id, k.key, k.value
      from gone o
      join come n using (id)
      cross join lateral jsonb_each(n.own) k
      where o.own is distinct from n.own and k.value is distinct from o.own -> k.key
    )
    insert into private.own_values
    select v.*
    from changed c
    join public.own_fields f on f.account_id = c.account_id and f.kind = $1 and f.key = c.key
    cross join lateral private.own_value_rows(f, c.id, c.value) v'
    using tg_argv[0];
  return null;
end
$$;
create function private.own_condition(account uuid, own_id uuid, compared text, at_least integer, by_record boolean) returns text
language sql immutable set search_path = ''
as $$
  select format(
    case
      when by_record and at_least > 1 then
        '(select count(distinct v.text_value) from private.own_values v where v.record_id = t.id and %1$s) = %2$s'
      when by_record then 'exists (select from private.own_values v where v.record_id = t.id and %1$s)'
      when at_least > 1 then
        't.id in (
          select v.record_id from private.own_values v where %1$s
          group by v.record_id having count(distinct v.text_value) = %2$s
        )'
      else 't.id in (select v.record_id from private.own_values v where %1$s)'
    end,
    format('v.account_id = %L and v.field_id = %L and %s', account, own_id, compared),
    at_least
  )
$$;
comment on function private.own_condition(uuid, uuid, text, integer, boolean) is
  'The condition that a record t has so many values of an own field for which a comparison of private.own_values v holds; looked up for each record, or found by the values.';
alter function private.own_condition(uuid, uuid, text, integer, boolean) owner to cairn_definer;
create function private.condition_of_field(
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
        when type in ('text', 'address') then private.kept_text(kind, type, value, positive, wanted)
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
comment on function private.condition_of_field(uuid, text, text, text, text[], boolean) is
  'Which records t of an account''s catalogue one condition keeps. Refuses what the field cannot be asked, and names it.';
alter function private.condition_of_field(uuid, text, text, text, text[], boolean) owner to cairn_definer;
create function private.condition_of_group(
  account uuid, kind text, conditions jsonb, nested boolean default false, one_of_several boolean default false
) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  item jsonb;
  parts text[] := '{}';
  by_record boolean;
begin
  if jsonb_typeof(conditions) is distinct from 'object'
    or jsonb_typeof(conditions -> 'conditions') is distinct from 'array'
    or coalesce(conditions ->> 'match', '') not in ('all', 'any')
    or conditions - array['match', 'conditions'] <> '{}'
  then
    raise exception 'Conditions need "match", which is all or any, and "conditions", a list.' using errcode = '22023';
  end if;
  by_record := one_of_several
    or conditions ->> 'match' = 'any' and jsonb_array_length(conditions -> 'conditions') > 1;
  for item in select jsonb_array_elements(conditions -> 'conditions') loop
    if item ? 'conditions' and nested then
      raise exception 'Conditions can be nested once.' using errcode = '22023';
    elsif item ? 'conditions' then
      parts := parts || private.condition_of_group(account, kind, item, true, by_record);
    elsif jsonb_typeof(item) = 'object'
      and jsonb_typeof(item -> 'field') is not distinct from 'string'
      and jsonb_typeof(item -> 'operator') is not distinct from 'string'
      and jsonb_typeof(item -> 'values') is not distinct from 'array'
      and item - array['field', 'operator', 'values'] = '{}'
      and not jsonb_path_exists(item, 'strict $.values[*] ? (@.type() <> "string")')
    then
      parts := parts || private.condition_of_field(
        account, kind, item ->> 'field', item ->> 'operator', array(select jsonb_array_elements_text(item -> 'values')),
        by_record
      );
    else
      raise exception 'A condition needs "field", "operator" and "values", a list of texts.' using errcode = '22023';
    end if;
  end loop;
  return case
    when parts = '{}' then 'true'
    else '(' || array_to_string(parts, case conditions ->> 'match' when 'all' then ' and ' else ' or ' end) || ')'
  end;
end
$$;
comment on function private.condition_of_group(uuid, text, jsonb, boolean, boolean) is
  'Which records t of an account''s catalogue all or any of some conditions keep. Without a condition all.';
alter function private.condition_of_group(uuid, text, jsonb, boolean, boolean) owner to cairn_definer;
create or replace function private.choices_of_page(
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
    from unnest(private.ids_of_choices(field)) with ordinality as given (id, place)
  ),
  summed as (
    select id, records, sum(records) over (order by case when descending then -place else place end) as until from counted
  )
  select array_agg(id), min(until - records)
  from summed
  where until > skip and until - records < skip::bigint + 100
$$;
create or replace function private.with_entry(list jsonb, was text[], instead text) returns jsonb
language sql immutable set search_path = ''
as $$
  select coalesce(jsonb_agg(given.entry order by given.place), '[]')
  from (
    select case when lower(entry #>> '{}') = any (was) then to_jsonb(instead) else entry end, min(place)
    from jsonb_array_elements(list) with ordinality as listed (entry, place)
    group by 1
  ) as given (entry, place)
$$;
comment on function private.with_entry(jsonb, text[], text) is
  'A list in which an entry stands once for several others, in the place of the first; capitals make no difference.';
create or replace function private.with_tag_in_address(address text, was uuid[], instead uuid) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  replaced text := regexp_replace(address, array_to_string(was, '|'), instead::text, 'gi');
  before text;
begin
  if replaced <> address then
    loop
      before := replaced;
      replaced := regexp_replace(replaced, format('(%1$s(?:(?:,|%%2C)[0-9a-f-]{36})*?)(?:,|%%2C)%1$s', instead), '\1', 'i');
      exit when replaced = before;
    end loop;
  end if;
  return replaced;
end
$$;
create or replace function private.replace_tags_in_views(account uuid, from_ids uuid[], into_id uuid) returns void
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
  where v.account_id = account and v.address || v.filter::text ~* array_to_string(from_ids, '|');
$$;
create or replace function private.tags_in_view(filter jsonb) returns setof text
language sql immutable set search_path = ''
as $$
  select lower(unnest(private.view_list(filter, 'tags')))
  union
  select lower(id #>> '{}') from jsonb_path_query(filter -> 'conditions', '$.** ? (@.field == "tags").values[*]') as id
$$;
comment on function private.tags_in_view(jsonb) is 'The tags that the filter of a view names, as Postgres writes ids.';
create or replace function private.json_in_bulk(value text) returns jsonb
language plpgsql immutable set search_path = ''
as $$
begin
  return value::jsonb;
exception
  -- Also a number or a nesting that no value can have.
  when invalid_text_representation or untranslatable_character or numeric_value_out_of_range or statement_too_complex then
    return null;
end
$$;
create or replace function private.fields_in_bulk(kind text, value text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  given jsonb := private.json_in_bulk(value);
  clean jsonb := '{}';
  one record;
  field public.own_fields;
  found jsonb;
begin
  if jsonb_typeof(given) is distinct from 'object' then
    given := '{}';
  end if;
  if (select count(*) from jsonb_object_keys(given - 'cost_currency')) <> 1
    or given ? 'cost_currency' and not given ? 'cost_per_month'
  then
    raise exception 'Name one field and its value. A cost comes with its currency.' using errcode = '22023';
  end if;
  for one in select g.key, g.value from jsonb_each(given) g loop
    field := private.field_in_bulk(kind, one.key);
    if one.key = 'cost_per_month' and jsonb_typeof(one.value) = 'number' then
      one.value := to_jsonb(round((one.value #>> '{}')::numeric, 2));
    end if;
    found := private.own_value(field, field.name, one.value);
    if found is null and field.required then
      raise exception '% is required.', field.name using errcode = '23514';
    end if;
    clean := clean || jsonb_build_object(one.key, found);
  end loop;
  if clean @> '{"cost_per_month": null}' then
    clean := clean || '{"cost_currency": null}';
  end if;
  perform private.built_in_fields_hold(
    coalesce(clean ->> 'vendor', ''), coalesce(clean ->> 'department', ''), clean ->> 'criticality',
    clean ->> 'data_class', clean ->> 'lifecycle', (clean ->> 'cost_per_month')::numeric, clean ->> 'cost_currency',
    (clean ->> 'renews_on')::date, '[]'
  );
  return clean;
end
$$;
create or replace function private.count_in_bulk(kind text, action text, value text, ids uuid[], seen_at timestamptz) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  answer jsonb;
begin
  execute format(
    'select jsonb_build_object(
      ''total'', count(*),
      ''changes'', count(*) filter (where r.reason is null),
      ''no_right'', count(*) filter (where r.reason = ''no_right''),
      ''already'', count(*) filter (where r.reason = ''already''),
      ''full'', count(*) filter (where r.reason = ''full''),
      ''changed_meanwhile'', count(*) filter (where r.reason = ''changed_meanwhile''),
      ''left_out'', coalesce(
        jsonb_agg(jsonb_build_object(''id'', r.id, ''name'', r.name, ''reason'', r.reason) order by r.place)
          filter (where r.place <= 20 and r.reason is not null),
        ''[]''
      ),
      ''first'', coalesce(
        jsonb_agg(jsonb_build_object(
          ''id'', r.id, ''name'', r.name, ''before'', r.before, ''fields'', r.fields
        ) order by r.place) filter (where r.place <= 50 and r.reason is null),
        ''[]''
      ),
      ''before'', coalesce(
        jsonb_object_agg(coalesce(r.before, ''''), r.alike) filter (where r.reason is null),
        ''{}''
      )
    )
    from (
      select
        c.*,
        row_number() over (partition by c.reason is null order by lower(c.name), c.id) as place,
        count(*) over (partition by c.reason is null, c.before) as alike
      from (
        select t.id, t.name, %4$s as before, %5$s as fields, case
          when not %2$s then ''no_right''
          when %3$s then ''already''
          when $5 and cardinality(t.tags) >= 50 then ''full''
          when t.updated_at > $3 and $4 then ''changed_meanwhile''
        end as reason
        from public.%1$I t
        where t.id = any ($1)
      ) c
    ) r',
    private.catalogue_of(kind),
    -- The policies, once more, to say why; they themselves decide when it is done.
    case
      when action = 'expert' then '(select private.my_rank()) >= 1'
      else '(
        (select private.my_rank()) >= 2
        or (select private.my_rank()) = 1 and (select private.caller_id()) in (t.created_by, t.owner_id) is true
      )'
    end,
    case action
      when 'owner' then 'coalesce(t.owner_id, t.invited_owner_id) is not distinct from $2::uuid'
      when 'status' then 't.status = $2'
      when 'expert' then 'exists (
        select from public.record_experts e
        where e.account_id = t.account_id and e.record_id = t.id and e.expert_id = $2::uuid
      )'
      when 'add_tag' then '$2::uuid = any (t.tags)'
      when 'remove_tag' then '$2::uuid <> all (t.tags)'
      when 'field' then private.has_fields(value::jsonb)
      else 'false'
    end,
    case action
      when 'owner' then 'coalesce(t.owner_id::text, ''invited:'' || t.invited_owner_id)'
      when 'status' then 't.status'
      -- Texts would be as many as records: how many have one is enough.
      when 'field' then format('case when %s <> ''{}'' then ''filled'' end', private.fields_before(value::jsonb))
      else 'null::text'
    end,
    case action when 'field' then private.fields_before(value::jsonb) else '''{}''::jsonb' end
  )
    into answer using ids, value, coalesce(seen_at, 'infinity'), action <> 'expert', action = 'add_tag';
  return answer;
end
$$;
comment on function private.count_in_bulk(text, text, text, uuid[], timestamptz) is
  'How many records a change in bulk would change, and why it would leave others out (full: a tag more than a record can have); the first 20 of these by name. Of those that change, how many there are of each owner or status that goes (before; empty for none; of a field only whether it is filled), and the first 50, with what they have in the fields that change. The value of a field is that of private.fields_in_bulk.';
comment on function public.preview_bulk(text, text, text, uuid[], text, text[], uuid[], boolean, text[], uuid[], uuid[], boolean, jsonb) is
  'What a change in bulk would do: {"total", "changes", "no_right", "already", "full", "left_out", "before", "first", "seen_at", "deletes", "impact"}. It says from which owners or statuses (before) with the first 50 records (first: {"id", "name", "before", "fields"}). Of left_out it gives the first 20 with their reason, of deletes the ids that a deletion would delete. The impact is what depends on these, as get_deletion_impact says it. The action is owner (value: a member, an open invitation, or null), status (value), expert (value: a member), add_tag or remove_tag (value: a tag), field, or delete. The value of field is a text such as {"own.seats": 12}, null for none, a cost with its currency; before then says how many are "filled" or empty. The records are those of the ids, or those that fit a filter as that of find_records, without the excepted.';
create or replace function public.change_in_bulk(
  kind text, action text, value text default null, ids uuid[] default null, query text default '',
  statuses text[] default null, owners uuid[] default null, without_owner boolean default false,
  gaps text[] default null, seen_at timestamptz default null, reason text default '', move_to uuid default null,
  told boolean default false, excepted uuid[] default null, tags uuid[] default null, all_tags boolean default false,
  conditions jsonb default null
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  meant constant uuid[] := private.records_in_bulk(
    kind, ids, query, statuses, owners, without_owner, gaps, excepted, tags, coalesce(all_tags, false),
    conditions
  );
  until constant timestamptz := coalesce(seen_at, 'infinity');
  invited constant boolean := private.is_invited_in_bulk(action, value);
  fields constant jsonb := case action when 'field' then private.fields_in_bulk(kind, value) end;
  counted jsonb;
  departed jsonb;
  changed uuid[];
  act uuid;
begin
  perform private.refuse_bulk(action, value);
  if action = 'delete' then
    perform private.refuse_many_deletions(cardinality(meant));
  end if;
  counted := private.count_in_bulk(kind, action, coalesce(fields::text, value), meant, seen_at);
  if action = 'owner' then
    departed := private.departed_of(meant);
  end if;
  if action = 'delete' then
    changed := private.hold_deletable(kind, meant, until);
    if cardinality(changed) > 0 then
      perform public.delete_records(kind, changed, left(reason, 500), move_to, told);
    end if;
  elsif action = 'field' then
    execute private.field_statement(private.catalogue_of(kind), fields) into changed using meant, fields, until;
  else
    execute private.bulk_statement(action, private.catalogue_of(kind))
      into changed using meant, value, until, invited, kind;
  end if;
  if cardinality(changed) > 0 then
    act := private.note_act(
      private.my_account(), action,
      case action when 'field' then private.name_of_fields(fields) else value end,
      coalesce(private.part_of_act(action), array(select jsonb_object_keys(fields))), departed
    );
  end if;
  return counted || jsonb_build_object(
    'act', act,
    'changes', cardinality(changed),
    'changed_meanwhile', (counted ->> 'total')::integer - (counted ->> 'no_right')::integer
      - (counted ->> 'already')::integer - (counted ->> 'full')::integer - cardinality(changed)
  );
end
$$;
create or replace function private.checked_lines(of_act uuid, skip integer default 0, at_most integer default null)
returns table (
  place bigint, kind text, record_id uuid, record_name text, part text, before jsonb, after jsonb, changed_at timestamptz,
  is_there boolean, problem text, problem_by uuid
)
language sql stable security definer set search_path = ''
as $$
  with act as materialized (
    select a.* from public.acts a where a.id = of_act and a.account_id = (select private.my_account())
  ),
  caller as materialized (
    select private.caller_id() as id, coalesce(private.my_rank(), -1) as rank, array(select private.kinds_in_use()) as kinds
  ),
  line as materialized (
    select
      h.kind, h.record_id, h.record_name, coalesce(h.field, h.action) as part, h.before, h.after, h.changed_at,
      row_number() over (order by lower(h.record_name), h.record_id, h.changed_at, h.id) as place
    from act a
    join public.record_history h on h.account_id = a.account_id and h.act = a.id
    where coalesce(h.field, h.action) = any (a.parts)
    order by place
    limit at_most offset greatest(coalesce(skip, 0), 0)
  )
  select
    l.place, l.kind, l.record_id, l.record_name, l.part, l.before, l.after, l.changed_at, r.id is not null,
    case
      when newer.id is not null and newer.action in ('deleted', 'restored') then newer.action
      when newer.id is not null then 'changed'
      when l.part = 'deleted' and b.record_id is null or l.part <> 'deleted' and r.id is null then 'gone'
      when not case l.part
        when 'deleted' then private.may_restore(a.account_id, b.record, b.deleted_at)
        when 'experts' then c.rank >= 1
        else c.rank >= 2 or c.rank = 1 and (
          c.id in (r.created_by, r.owner_id) is true
          -- A caller who gave a record away may have it back.
          or l.part = 'owner_id' and a.done_by = c.id and l.before = to_jsonb(c.id)
        )
      end then 'not_allowed'
      when c.rank < 3 and l.kind <> all (c.kinds) then 'switched_off'
      when l.part = 'deleted' and private.name_is_taken(a.account_id, l.kind, b.name) then 'name_taken'
      when former.left_since then 'left'
      when former.tag_gone then 'tag_gone'
      when l.part like 'own.%' then private.problem_of_former_value(a.account_id, l.kind, substr(l.part, 5), l.before)
      when former.is_full then 'full'
    end,
    newer.changed_by
  from line l
  cross join act a
  cross join caller c
  left join private.records r on l.part <> 'deleted' and r.account_id = a.account_id and r.kind = l.kind and r.id = l.record_id
  left join public.binned_records b
    on l.part = 'deleted' and b.account_id = a.account_id and b.kind = l.kind and b.record_id = l.record_id and b.act = a.id
  left join lateral (
    select n.id, n.action, n.changed_by
    from public.record_history n
    where n.account_id = a.account_id and n.record_id = l.record_id and n.changed_at > l.changed_at and n.act <> a.id
      and case
        when l.part = 'deleted' then n.action <> 'updated'
        when r.id is null then n.action = 'deleted'
        when l.part = 'restored' then true
        when l.part = 'experts'
          then n.field = 'experts' and coalesce(n.after, n.before) -> 'id' = coalesce(l.after, l.before) -> 'id'
        when l.part = 'tags' then n.field = 'tags' and (
          n.changed_by is distinct from c.id
          or private.changed_tags(n.before, n.after) && private.changed_tags(l.before, l.after)
        )
        -- An amount and its currency are one.
        when l.part in ('cost_per_month', 'cost_currency') then n.field in ('cost_per_month', 'cost_currency')
        else n.field = l.part
      end
    order by n.changed_at desc, n.id
    limit 1
  ) newer on true
  cross join lateral (
    select case
      when l.part = 'experts' and l.after is null or l.part = 'owner_id' and jsonb_typeof(l.before) = 'string' then not exists (
        select from public.account_members m
        where m.account_id = a.account_id
          and m.user_id = (case l.part when 'experts' then l.before ->> 'id' else l.before #>> '{}' end)::uuid
      )
      when l.part = 'owner_id' and jsonb_typeof(l.before) = 'object' then not exists (
        select from public.pending_invitations i
        where i.account_id = a.account_id and i.id = (l.before ->> 'id')::uuid
          and i.accepted_at is null and i.declined_at is null and i.expires_at > now()
      )
      else false
    end as left_since,
    l.part = 'tags' and exists (
      select from unnest(private.lost_tags(l.before, l.after)) as lost (id)
      where not exists (select from public.tags t where t.account_id = a.account_id and t.id = lost.id)
    ) as tag_gone,
    l.part = 'tags' and cardinality(r.tags) + cardinality(private.lost_tags(l.before, l.after))
      - cardinality(private.lost_tags(l.after, l.before)) > 50 as is_full
  ) former
  order by l.place
$$;
comment on function private.checked_lines(uuid, integer, integer) is
  'The lines of an act of the caller''s account, by name, and what speaks against taking each back: changed, deleted or restored since (by whom), gone, not_allowed, switched_off, name_taken, left (the former owner, expert or value), tag_gone (deleted since), field_gone (deleted since), value_gone (the field cannot have it any more), full (a record has as many tags as it can have), or nothing.';
create or replace function private.hold_act(act_param uuid) returns public.acts
language plpgsql volatile security definer set search_path = ''
as $$
declare
  held public.acts;
  kind text;
begin
  select a.* into held
  from public.acts a
  where a.id = act_param and a.account_id = private.my_account() and a.done_at > now() - private.undo_time()
  for update;
  if not found then
    raise exception 'You can no longer undo this.'
      using errcode = 'PT404', hint = 'You can undo an act for 30 days.';
  end if;
  if coalesce(private.my_rank(), 0) < 1 then
    raise exception 'You cannot undo this.'
      using errcode = '42501', hint = 'Only members who can change records can undo acts.';
  end if;
  -- Before any record is held, and before values are checked: who changes definitions holds the lock and waits for
  -- records.
  perform pg_advisory_xact_lock_shared(private.lock_of_own_fields(held.account_id));
  for kind in
    select distinct h.kind from public.record_history h where h.account_id = held.account_id and h.act = held.id
      and h.kind = any (array(select private.kinds_of_catalogues()))
    order by 1
  loop
    execute format(
      'select from public.%I t
      where t.account_id = $1 and t.id = any (array(
        select h.record_id from public.record_history h where h.account_id = $1 and h.act = $2
      ))
      order by t.id for update',
      private.catalogue_of(kind)
    ) using held.account_id, held.id;
  end loop;
  return held;
end
$$;
comment on function private.hold_act(uuid) is
  'An act of the caller''s account that can still be taken back; it, its records and the definitions of own fields are held until the transaction ends.';
create or replace function private.put_former_fields(lines jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  kind text;
  has_own boolean;
begin
  for kind, has_own in
    select l.kind, bool_or(l.part like 'own.%')
    from jsonb_to_recordset(lines) as l (kind text, part text)
    where private.is_field_key(l.part)
    group by l.kind
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
      set vendor = case when h.fields ? ''vendor'' then coalesce(h.fields ->> ''vendor'', '''') else t.vendor end,
        department = case
          when h.fields ? ''department'' then coalesce(h.fields ->> ''department'', '''') else t.department
        end,
        criticality = case when h.fields ? ''criticality'' then h.fields ->> ''criticality'' else t.criticality end,
        data_class = case when h.fields ? ''data_class'' then h.fields ->> ''data_class'' else t.data_class end,
        lifecycle = case when h.fields ? ''lifecycle'' then h.fields ->> ''lifecycle'' else t.lifecycle end,
        cost_per_month = case
          when h.fields ? ''cost_per_month'' then (h.fields ->> ''cost_per_month'')::numeric else t.cost_per_month
        end,
        cost_currency = case
          when h.fields ? ''cost_currency'' then h.fields ->> ''cost_currency'' else t.cost_currency
        end,
        renews_on = case when h.fields ? ''renews_on'' then (h.fields ->> ''renews_on'')::date else t.renews_on end%s
      from was h
      where t.account_id = $1 and t.id = h.record_id',
      private.catalogue_of(kind),
      case when has_own then ', own = (t.own - h.keys) || h.own' else '' end
    ) using private.my_account(), lines, kind;
  end loop;
end
$$;
create function private.named_fields(account uuid, kind text, fields text[]) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('key', k.field, 'name', o.name) order by k.field), '[]')
  from unnest(fields) as k (field)
  left join public.own_fields o
    on o.account_id = account and o.kind = named_fields.kind and k.field = 'own.' || o.key
$$;
comment on function private.named_fields(uuid, text, text[]) is
  'Fields as the history calls them: [{"key", "name"}]. Own fields have a name, one whose 30 days in deletion are over has none.';
alter function private.named_fields(uuid, text, text[]) owner to cairn_definer;
create or replace function private.digest_of_changes(account uuid, person uuid, moment timestamptz) returns jsonb
language sql stable security definer set search_path = ''
as $$
  with mine as (
    select r.kind, r.id, r.name
    from private.catalogue_records r
    where r.account_id = account and r.owner_id = person
    union
    select r.kind, r.id, r.name
    from public.record_experts e
    join private.catalogue_records r on r.account_id = e.account_id and r.kind = e.kind and r.id = e.record_id
    where e.account_id = account and e.expert_id = person
  ),
  changed as (
    select
      r.kind as record_kind, r.id as record_id, r.name as record_name,
      count(distinct h.changed_by)::integer as people,
      (array_agg(h.changed_by order by h.changed_at desc))[1] as last_by,
      array_agg(distinct h.field) filter (where h.field is not null) as fields,
      row_number() over (order by max(h.changed_at) desc, r.id) as place
    from mine r
    join public.record_history h on h.account_id = account and h.record_id = r.id
    where h.action = 'updated' and h.changed_by is distinct from person
      and h.changed_at > moment - interval '7 days' and h.changed_at <= moment
      and not private.switched_off(account, r.kind)
    group by r.kind, r.id, r.name
  )
  select jsonb_build_object(
    'total', count(*),
    'items', coalesce(
      jsonb_agg(
        jsonb_build_object(
          'record_kind', c.record_kind, 'record_id', c.record_id, 'record_name', c.record_name,
          'actor_name', p.name, 'others', greatest(c.people - 1, 0),
          'fields', private.named_fields(account, c.record_kind, c.fields)
        )
        order by c.place
      ) filter (where c.place <= 10),
      '[]'
    )
  )
  from changed c
  left join public.account_members m on m.account_id = account and m.user_id = c.last_by
  left join public.profiles p on p.id = m.user_id
$$;
comment on function private.digest_of_changes(uuid, uuid, timestamptz) is
  'What others changed, in the week before a moment, of the records that a member owns or is expert of: {"total", "items": the ten changed last, each with its changed fields}.';
create or replace trigger views_forget_contents after update of filter on public.views
  for each row when (new.filter is distinct from old.filter and current_user <> 'cairn_definer')
  execute function private.forget_contents();
drop function private.condition_of_field(uuid,text,text,text,text[]);
drop function private.condition_of_group(uuid,text,jsonb,boolean);
drop function private.refuse_unknown_own_key(uuid,text,jsonb,jsonb);
