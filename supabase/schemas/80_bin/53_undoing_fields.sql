-- Undoing fields: records get back what they had in a built-in or own field before an act.
--
-- It is written past the checks of own fields, so what a field cannot have any more is left and named: a value whose
-- type or choice is gone, a member or a record that is gone, and everything of a field that is deleted.

create function private.problem_of_former_value(account uuid, kind text, key text, value jsonb) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  field public.own_fields;
begin
  select f.* into field
  from public.own_fields f
  where f.account_id = account and f.kind = problem_of_former_value.kind and f.key = problem_of_former_value.key
    and f.deleted_at is null;
  return case
    when field.id is null then 'field_gone'
    when value is null then null
    when jsonb_typeof(value) <> private.json_type_of(field.type) then 'value_gone'
    -- Reading only: a member is not held for it.
    when field.type = 'member' then case
      when not exists (
        select from public.account_members m where m.account_id = account and m.user_id::text = value #>> '{}'
      ) then 'left'
    end
    when private.problem_of_own_value(field, value, null) is not null then 'value_gone'
  end;
end
$$;
comment on function private.problem_of_former_value(uuid, text, text, jsonb) is
  'Why an own field cannot have a former value back: field_gone, value_gone or left; null where it can.';
alter function private.problem_of_former_value(uuid, text, text, jsonb) owner to cairn_definer;

create function private.put_former_fields(lines jsonb) returns void
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
comment on function private.put_former_fields(jsonb) is
  'Gives records back what they had in built-in and own fields before an act.';
alter function private.put_former_fields(jsonb) owner to cairn_definer;
