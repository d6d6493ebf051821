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

-- The history keeps no value of more than 10,000 bytes, and no whole address of a webhook.
create function private.is_truncated(part text, value jsonb) returns boolean
language sql immutable set search_path = ''
as $$
  select coalesce(
    value -> 'omitted_bytes' is not null or part = 'webhook_url' and value not in ('null', '""'),
    false
  )
$$;
comment on function private.is_truncated(text, jsonb) is 'Whether the history has a former value in part only.';

create function private.restore_former_fields(lines jsonb) returns void
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
comment on function private.restore_former_fields(jsonb) is 'Restores the values of built-in and own fields before an act.';
