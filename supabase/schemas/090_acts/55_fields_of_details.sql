-- Fields of details: an admin makes an own field of a label that records have among their additional details.
--
-- The field is named like the label, and has the first type that all values can have. Its values leave the details and
-- become values of the field, as one act, which can be undone. A value that the field cannot have stays where it is, as a
-- list does, and keeps no other record from moving. What lies in the bin stays as it is.

-- Details that the history cannot keep whole could not be given back, so they stay.
create function private.values_of_detail(kind text, label text)
returns table (record_id uuid, name text, shown text, value text)
language sql stable security definer set search_path = ''
as $$
  select r.id, r.name, r.details ->> label, case
    when octet_length(r.details::text) <= 10000 and jsonb_typeof(r.details -> label) in ('string', 'number', 'boolean')
      then r.details ->> label
  end
  from private.records r
  where r.account_id = private.my_account() and r.kind = values_of_detail.kind
    and btrim(r.details ->> label) <> ''
$$;
comment on function private.values_of_detail(text, text) is
  'The values that records of the caller''s account have under a label of their details; value is empty where no field can have it.';

create function private.detail_as_value(field public.own_fields, value text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  was public.own_fields;
begin
  -- A number would lose the zeros at the beginning of what is a name, such as 0042.
  if field.type = 'number' and value ~ '^\s*-?0[0-9]' then
    return null;
  end if;
  -- Another type than the wanted one, so that the value is converted and judged.
  was.type := case field.type when 'long_text' then 'text' else 'long_text' end;
  return private.converted_own_value(was, field, to_jsonb(value));
end
$$;
comment on function private.detail_as_value(public.own_fields, text) is
  'A value of the details as one of a field; null where the field cannot have it.';

create function private.field_of_detail(kind text, label text) returns public.own_fields
language plpgsql security definer set search_path = ''
as $$
declare
  field public.own_fields;
  one text;
begin
  perform private.refuse_non_admin('field.admins_only', 'Only administrators can change fields.');
  perform private.refuse_other_kind(kind);
  field.id := gen_random_uuid();
  field.account_id := private.my_account();
  field.kind := kind;
  field.name := private.display_text(left(coalesce(label, ''), 60));
  perform private.refuse_own_field_name(field);
  foreach one in array array['number', 'date', 'address', 'yes_no', 'text', 'long_text'] loop
    field.type := one;
    exit when not exists (
      select from private.values_of_detail(kind, label) v
      where v.value is not null and private.detail_as_value(field, v.value) is null
    );
  end loop;
  return field;
end
$$;
comment on function private.field_of_detail(text, text) is
  'The own field that a label of details would become; refuses everybody but admins, and a name that is taken.';

create function public.preview_field_of_detail(kind text, label text) returns json
language plpgsql security definer set search_path = ''
as $$
declare
  wanted constant public.own_fields := private.field_of_detail(kind, label);
begin
  return (
    with given as materialized (
      select v.*, v.value is not null and private.detail_as_value(wanted, v.value) is not null as moves
      from private.values_of_detail(preview_field_of_detail.kind, preview_field_of_detail.label) v
    )
    select json_build_object(
      'name', wanted.name,
      'type', wanted.type,
      'moves', count(*) filter (where g.moves),
      'stays', count(*) filter (where not g.moves),
      'first', (
        select coalesce(json_agg(json_build_object(
          'id', f.record_id, 'name', f.name, 'value', left(f.shown, 200)
        ) order by lower(f.name), f.record_id), '[]')
        from (
          select n.* from given n where not n.moves order by lower(n.name), n.record_id limit 10
        ) f
      )
    )
    from given g
  );
end
$$;
comment on function public.preview_field_of_detail(text, text) is
  'For admins: what make_field_of_detail would do. {"name", "type", "moves", "stays", "first": [{"id", "name", "value"}]}: the field, how many records would have their value in it and how many would keep it in their details, and the first 10 of these.';
grant execute on function public.preview_field_of_detail(text, text) to authenticated;

create function public.make_field_of_detail(kind text, label text) returns json
language plpgsql security definer set search_path = ''
as $$
declare
  made public.own_fields;
  moving uuid[];
  moved integer;
begin
  -- From here on no user writes a value, until this is over.
  perform pg_advisory_xact_lock(private.lock_of_own_fields(private.my_account()));
  made := private.field_of_detail(kind, label);
  moving := array(
    select v.record_id
    from private.values_of_detail(kind, label) v
    where v.value is not null and private.detail_as_value(made, v.value) is not null
    order by v.record_id
    limit 10001
  );
  if cardinality(moving) > 10000 then
    raise exception 'You can change at most 10,000 records at once.'
      using errcode = '22023', detail = 'bulk.size', hint = 'Choose fewer.';
  elsif cardinality(moving) = 0 then
    raise exception 'No record has a value that can become that of a field.'
      using errcode = '22023', detail = 'detail.no_values';
  end if;
  insert into public.own_fields (account_id, kind, name, type, place)
  select made.account_id, made.kind, made.name, made.type, coalesce(max(f.place) + 1, 0)
  from public.own_fields f
  where f.account_id = made.account_id and f.kind = made.kind
  returning * into made;
  execute format(
    'update public.%I r
    set details = r.details - $1,
      own = r.own || jsonb_build_object(($2).key, private.detail_as_value($2, r.details ->> $1))
    where r.account_id = ($2).account_id and r.id = any ($3)',
    private.catalogue_of(kind)
  ) using label, made, moving;
  get diagnostics moved = row_count;
  return json_build_object(
    'field', made.id,
    'moved', moved,
    'act', private.note_act(
      made.account_id, 'field', 'own.' || made.key, array['own.' || made.key, 'details']
    )
  );
end
$$;
comment on function public.make_field_of_detail(text, text) is
  'For admins: makes an own field of a label of the additional details of the records of a kind, and moves their values into it, as preview_field_of_detail says. {"field", "moved", "act"}: the field, how many records have changed, and the act, whose undo brings the values back into the details.';
grant execute on function public.make_field_of_detail(text, text) to authenticated;
