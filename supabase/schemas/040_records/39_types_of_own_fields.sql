-- Types of own fields: an admin changes the type of a field, and each value with it, in records and in the bin.
--
-- Nothing is lost: where one value cannot be converted, nothing changes, and the admin reads which records have one.

create function private.words_of_own_value(field public.own_fields, value jsonb) returns text[]
language plpgsql stable security definer set search_path = ''
as $$
begin
  return case
    when field.type in ('choice', 'choices') then array(
      select coalesce(c.value ->> 'name', given.id)
      from jsonb_array_elements_text(
        case jsonb_typeof(value) when 'array' then value else jsonb_build_array(value) end
      ) with ordinality as given (id, place)
      left join jsonb_array_elements(field.choices) as c on c.value ->> 'id' = given.id
      order by given.place
    )
    when field.type = 'yes_no' then array[case value when 'true' then 'Yes' else 'No' end]
    when field.type = 'member' then array(
      select p.name
      from public.account_members m
      join public.profiles p on p.id = m.user_id
      where m.account_id = field.account_id and m.user_id = (value #>> '{}')::uuid
    )
    when field.type = 'record' then array(
      select r.name
      from private.records r
      where r.account_id = field.account_id and r.kind = field.record_kind and r.id = (value #>> '{}')::uuid
    )
    else array[value #>> '{}']
  end;
end
$$;
comment on function private.words_of_own_value(public.own_fields, jsonb) is
  'A value in words, several choices each for itself; none where a member has left or a record is gone.';

create function private.choices_named(field public.own_fields, words text[]) returns text[]
language sql stable security definer set search_path = ''
as $$
  select array_agg(c.value ->> 'id')
  from unnest(words) as w (name)
  left join jsonb_array_elements(field.choices) as c on private.folded(c.value ->> 'name') = private.folded(btrim(w.name))
$$;
comment on function private.choices_named(public.own_fields, text[]) is
  'The ids of choices by their names, null for a name that none has.';

create function private.uuid_named(field public.own_fields, name text) returns text
language sql stable security definer set search_path = ''
as $$
  select min(found.id::text)
  from (
    select p.id
    from public.account_members m
    join public.profiles p on p.id = m.user_id
    where field.type = 'member' and m.account_id = field.account_id
      and (private.folded(p.name) = private.folded(uuid_named.name) or lower(p.email) = lower(uuid_named.name))
    union
    select r.id
    from private.records r
    where field.type = 'record' and r.account_id = field.account_id and r.kind = field.record_kind
      and lower(r.name) = lower(uuid_named.name)
  ) found
  having count(*) = 1
$$;
comment on function private.uuid_named(public.own_fields, text) is
  'The one member or record that a name means; null where none or several have it.';

create function private.converted_own_value(was public.own_fields, wanted public.own_fields, value jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  words constant text[] := private.words_of_own_value(was, value);
  line constant text := private.display_text(array_to_string(words, ', '));
  converted jsonb;
begin
  -- Without a default before, there is none afterwards.
  if value is null or value = 'null' then
    return null;
  end if;
  if was.type = wanted.type and was.type <> 'record' and was.type not in ('choice', 'choices') then
    return value;
  end if;
  if cardinality(words) = 0 then
    return null;
  end if;
  converted := case wanted.type
    when 'long_text' then to_jsonb(array_to_string(words, ', '))
    when 'number' then case when line ~ '^-?[0-9]{1,16}(\.[0-9]{1,20})?$' then to_jsonb(trim_scale(line::numeric)) end
    when 'yes_no' then case
      when lower(line) in ('yes', 'true', '1') then to_jsonb(true)
      when lower(line) in ('no', 'false', '0') then to_jsonb(false)
    end
    when 'choice' then case
      when cardinality(words) = 1 then to_jsonb((private.choices_named(wanted, words))[1])
    end
    when 'choices' then private.choices_in_order(wanted, private.choices_named(wanted, case
      when was.type in ('choice', 'choices') then words
      when array_position(private.choices_named(wanted, array[line]), null) is null then array[line]
      else string_to_array(line, ',')
    end))
    when 'member' then to_jsonb(private.uuid_named(wanted, line))
    when 'record' then to_jsonb(private.uuid_named(wanted, line))
    else to_jsonb(line)
  end;
  if converted is null or converted in ('null', '""', '[]') or converted @> '[null]' then
    return null;
  end if;
  return case when private.problem_of_own_value(wanted, converted, null) is null then converted end;
end
$$;
comment on function private.converted_own_value(public.own_fields, public.own_fields, jsonb) is
  'A value of a field as one of another type; null where it cannot be one.';

create function private.values_of_own_field(field public.own_fields)
returns table (record_id uuid, name text, value jsonb, in_bin boolean)
language plpgsql stable security definer set search_path = ''
as $$
begin
  return query execute format(
    'select r.id, r.name, r.own -> ($1).key, false
    from public.%I r
    where r.account_id = ($1).account_id and r.own ? ($1).key
    union all
    select b.record_id, b.name, b.record -> ''own'' -> ($1).key, true
    from public.binned_records b
    where b.account_id = ($1).account_id and b.kind = ($1).kind and b.record -> ''own'' ? ($1).key',
    private.catalogue_of(field.kind)
  ) using field;
end
$$;
comment on function private.values_of_own_field(public.own_fields) is
  'The values that records of the account have of a field, those in the bin included.';

-- Choices that no caller has named are made of the values.
create function private.own_field_with_type(field public.own_fields, type text, record_kind text, choices jsonb)
returns public.own_fields
language plpgsql security definer set search_path = ''
as $$
declare
  wanted public.own_fields := field;
begin
  perform private.holds(
    type in ('text', 'long_text', 'number', 'date', 'yes_no', 'choice', 'choices', 'member', 'record', 'address'),
    'field.type',
    'Type must be text, long_text, number, date, yes_no, choice, choices, member, record or address.'
  );
  perform private.holds(
    (type = 'record') = (record_kind is not null),
    'field.record_kind',
    'A field of the type record, and only such a field, says of which kind.'
  );
  if record_kind is not null then
    perform private.refuse_other_kind(record_kind);
  end if;
  wanted.type := type;
  wanted.record_kind := record_kind;
  wanted.choices := case
    when type not in ('choice', 'choices') then '[]'
    else private.clean_choices(coalesce(
      choices,
      case when field.type in ('choice', 'choices') then field.choices end,
      (
        select jsonb_agg(jsonb_build_object('name', o.name) order by o.name)
        from (
          select min(occurring.name) as name
          from (
            select private.display_text((private.words_of_own_value(field, v.value))[1]) as name
            from private.values_of_own_field(field) v
          ) occurring
          where char_length(occurring.name) between 1 and 100
          group by private.folded(occurring.name)
          limit 501
        ) o
      ),
      '[]'
    ))
  end;
  wanted.default_value := private.converted_own_value(field, wanted, field.default_value);
  return wanted;
end
$$;
comment on function private.own_field_with_type(public.own_fields, text, text, jsonb) is
  'A field as it would be with another type; without choices it has those that its values name.';

create function private.own_field_of_caller(field uuid) returns public.own_fields
language plpgsql security definer set search_path = ''
as $$
declare
  found_field public.own_fields;
begin
  perform private.refuse_non_admin('field.admins_only', 'Only administrators can change fields.');
  select f.* into found_field
  from public.own_fields f
  where f.account_id = private.my_account() and f.id = field and f.deleted_at is null;
  if not found then
    raise exception 'This field no longer exists.'
      using errcode = 'PT404', detail = 'field.gone',
        hint = 'Another administrator may have deleted it. Load the page again.';
  end if;
  return found_field;
end
$$;
comment on function private.own_field_of_caller(uuid) is 'A field of the account of an admin; refuses everybody else.';

create function public.preview_field_type(
  field uuid, new_type text, new_record_kind text default null, new_choices jsonb default null
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  was constant public.own_fields := private.own_field_of_caller(field);
  wanted constant public.own_fields := private.own_field_with_type(was, new_type, new_record_kind, new_choices);
begin
  return (
    with given as materialized (
      select v.*, private.converted_own_value(was, wanted, v.value) is null as fails
      from private.values_of_own_field(was) v
    )
    select jsonb_build_object(
      'converts', count(*) filter (where not g.fails),
      'fails', count(*) filter (where g.fails),
      'choices', wanted.choices,
      'first', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'kind', was.kind, 'id', f.record_id, 'name', f.name, 'in_bin', f.in_bin,
          'value', left(coalesce(nullif(array_to_string(private.words_of_own_value(was, f.value), ', '), ''), f.value #>> '{}'), 200)
        ) order by f.name, f.record_id), '[]')
        from (
          select n.* from given n where n.fails order by n.name, n.record_id limit 10
        ) f
      )
    )
    from given g
  );
end
$$;
comment on function public.preview_field_type(uuid, text, text, jsonb) is
  'For admins: what a change of the type of an own field would do. {"converts", "fails", "choices", "first": [{"kind", "id", "name", "in_bin", "value"}]}: how many values can be converted and how many cannot, the choices that the field would have, and the first 10 records whose value cannot.';
grant execute on function public.preview_field_type(uuid, text, text, jsonb) to authenticated;

create function public.change_field_type(
  field uuid, new_type text, new_record_kind text default null, new_choices jsonb default null,
  seen_at timestamptz default null
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  was public.own_fields;
  wanted public.own_fields;
  failing integer;
  changed integer;
begin
  -- From here on no user writes a value, until this is over.
  perform pg_advisory_xact_lock(private.lock_of_own_fields(private.my_account()));
  was := private.own_field_of_caller(field);
  if was.updated_at <> seen_at then
    raise exception 'Another administrator has changed this field in the meantime.'
      using errcode = 'PT409', detail = 'field.changed_meanwhile', hint = 'Look at it again.';
  end if;
  wanted := private.own_field_with_type(was, new_type, new_record_kind, new_choices);
  select count(*) into failing
  from private.values_of_own_field(was) v
  where private.converted_own_value(was, wanted, v.value) is null;
  if failing > 0 then
    raise exception 'Values that cannot be converted: %.', failing
      using errcode = '22023', detail = 'field.not_convertible ' || jsonb_build_object('count', failing)::text,
        hint = 'Change them first.';
  end if;
  update public.own_fields f
  set type = wanted.type, record_kind = wanted.record_kind, choices = wanted.choices, default_value = wanted.default_value
  where f.id = was.id
  returning f.* into wanted;
  execute format(
    'update public.%I r
    set own = r.own || jsonb_build_object(($1).key, private.converted_own_value($1, $2, r.own -> ($1).key))
    where r.account_id = ($1).account_id and r.own ? ($1).key
      and r.own -> ($1).key <> private.converted_own_value($1, $2, r.own -> ($1).key)',
    private.catalogue_of(was.kind)
  ) using was, wanted;
  get diagnostics changed = row_count;
  update public.binned_records b
  set record = jsonb_set(
    b.record, array['own', was.key], private.converted_own_value(was, wanted, b.record -> 'own' -> was.key)
  )
  where b.account_id = was.account_id and b.kind = was.kind and b.record -> 'own' ? was.key;
  perform private.refill_own_values(wanted);
  return jsonb_build_object('changed', changed);
end
$$;
comment on function public.change_field_type(uuid, text, text, jsonb, timestamptz) is
  'For admins: changes the type of an own field and all its values with it, or refuses with the number of those that cannot be converted. Refuses a field that has changed after seen_at. Without new_choices the choices are made of the values. {"changed"}: how many records have changed.';
grant execute on function public.change_field_type(uuid, text, text, jsonb, timestamptz) to authenticated;

create function public.count_field_choice(field uuid, choice text) returns integer
language plpgsql stable security definer set search_path = ''
as $$
declare
  asked constant public.own_fields := private.own_field_of_caller(field);
begin
  return (
    select count(distinct v.record_id)
    from private.own_values v
    where v.account_id = asked.account_id and v.field_id = asked.id and v.text_value = choice
  );
end
$$;
comment on function public.count_field_choice(uuid, text) is 'For admins: how many records have a choice of an own field.';
grant execute on function public.count_field_choice(uuid, text) to authenticated;

-- Some thousand records at a time, so that no user waits long for one of them. Nobody has done this, so no history
-- tells it, and the records count as unchanged.
create function private.purge_own_fields(oldest timestamptz, account uuid, only_these text[]) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  field public.own_fields;
  emptied integer;
  purged integer := 0;
begin
  for field in
    select f.*
    from public.own_fields f
    where f.deleted_at < oldest and (account is null or f.account_id = account)
      and (only_these is null or f.id::text = any (only_these))
    order by f.account_id, f.deleted_at
  loop
    perform pg_advisory_xact_lock(private.lock_of_own_fields(field.account_id));
    perform set_config('cairn.purging', 'on', true);
    execute format(
      'update public.%1$I r
      set own = r.own - ($1).key
      where r.id = any (array(
        select o.id
        from public.%1$I o
        where o.account_id = ($1).account_id and o.own ? ($1).key
        order by o.id limit 2000
        for update
      ))',
      private.catalogue_of(field.kind)
    ) using field;
    get diagnostics emptied = row_count;
    perform set_config('cairn.purging', '', true);
    if emptied < 2000 then
      update public.binned_records b
      set record = b.record #- array['own', field.key]
      where b.account_id = field.account_id and b.kind = field.kind and b.record -> 'own' ? field.key;
      delete from public.own_fields f where f.id = field.id;
      emptied := emptied + 1;
    end if;
    purged := purged + emptied;
  end loop;
  return purged;
end
$$;
comment on function private.purge_own_fields(timestamptz, uuid, text[]) is
  'Takes the values of fields that were deleted before a time out of records, 2,000 of each field, and deletes a field of which none is left. Returns how many records and fields that were.';
