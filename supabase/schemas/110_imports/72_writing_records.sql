-- Writing records: a part of a plan is written as the caller, so that row security, checks and triggers decide.
--
-- Each record is tried with the version that was shown: where another member has changed it since, it stays.

create function private.write_new_records(plan public.imports, given private.import_write[]) returns jsonb
language plpgsql volatile set search_path = ''
as $$
declare
  shape constant record := private.import_columns(plan.kind, private.keys_of_writes(given, true));
  made jsonb;
begin
  if shape.columns is null then
    return '[]';
  end if;
  execute format(
    'with given as materialized (
      select w.row_number, w.columns from unnest($1) w where w.record_id is null
    ),
    made as (
      insert into public.%1$I (%2$s)
      select %2$s
      from jsonb_populate_recordset(
        null::public.%1$I,
        (select jsonb_agg(jsonb_build_object(%3$s) || g.columns order by g.row_number) from given g)
      )
      returning id, name
    )
    select coalesce(jsonb_agg(jsonb_build_object(''row'', g.row_number, ''record_id'', m.id)), ''[]'')
    from made m
    join given g on lower(g.columns ->> ''name'') = lower(m.name)',
    private.catalogue_of(plan.kind), shape.columns, shape.defaults
  ) into made using given;
  return made;
end
$$;
comment on function private.write_new_records(public.imports, private.import_write[]) is
  'Adds the new records of a plan as the caller, and says which row became which: [{"row", "record_id"}].';
grant execute on function private.write_new_records(public.imports, private.import_write[]) to authenticated;

create function private.write_changed_records(plan public.imports, given private.import_write[]) returns jsonb
language plpgsql volatile set search_path = ''
as $$
declare
  shape constant record := private.import_columns(plan.kind, private.keys_of_writes(given, false));
  changed jsonb;
begin
  execute format(
    'with given as materialized (
      select w.* from unnest($1) w where w.record_id is not null and w.effect <> ''gone''
    ),
    changed as (
      update public.%1$I t
      set %2$s
      from given g
      where g.columns <> ''{}'' and t.id = g.record_id and t.updated_at = g.version
      returning g.row_number, t.id
    )
    select coalesce(jsonb_agg(jsonb_build_object(''row'', c.row_number, ''record_id'', c.id)), ''[]'')
    from (
      select c.row_number, c.id from changed c
      union all
      -- Where only experts change, the record stays.
      select g.row_number, t.id
      from given g
      join public.%1$I t on t.id = g.record_id and t.updated_at = g.version
      where g.columns = ''{}''
    ) c',
    private.catalogue_of(plan.kind),
    case
      when shape.columns is null then 'name = t.name'
      else format(
        '(%1$s) = (
          select %1$s from jsonb_populate_record(t, g.columns || case
            when g.columns ? ''own'' then jsonb_build_object(''own'', t.own || (g.columns -> ''own'')) else ''{}''
          end)
        )',
        shape.columns
      )
    end
  ) into changed using given;
  return changed;
end
$$;
comment on function private.write_changed_records(public.imports, private.import_write[]) is
  'Changes records as rows of a plan say, as the caller, those that are as they were shown: [{"row", "record_id"}].';
grant execute on function private.write_changed_records(public.imports, private.import_write[]) to authenticated;

create function private.delete_missing_records(plan public.imports, given private.import_write[]) returns jsonb
language plpgsql volatile set search_path = ''
as $$
declare
  ids uuid[];
begin
  execute format(
    'select array(
      select t.id
      from unnest($1) w
      join public.%1$I t on t.id = w.record_id and t.updated_at = w.version
      where w.effect = ''gone''
    )',
    private.catalogue_of(plan.kind)
  ) into ids using given;
  ids := private.lock_deletable_records(plan.kind, ids, 'infinity');
  if cardinality(ids) > 0 then
    perform public.delete_records(plan.kind, ids, left(plan.file_name, 500));
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('row', w.row_number, 'record_id', w.record_id)), '[]')
    from unnest(given) w
    where w.effect = 'gone' and w.record_id = any (ids)
  );
end
$$;
comment on function private.delete_missing_records(public.imports, private.import_write[]) is
  'Deletes records that are missing at the source, as far as they are unchanged since they were shown and the caller may delete them.';
grant execute on function private.delete_missing_records(public.imports, private.import_write[]) to authenticated;

create function private.write_import_rows(plan public.imports, rows integer[]) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  given private.import_write[];
  done jsonb;
begin
  -- Another import may make the same tags at the same moment.
  insert into public.tags (name) select t from private.import_new_tags(plan, rows) as t on conflict do nothing;
  given := private.import_writes(plan, rows);
  done := private.write_new_records(plan, given) || private.write_changed_records(plan, given)
    || private.delete_missing_records(plan, given);
  delete from public.record_experts e
  using unnest(given) w
  where w.row_number in (select (d.value ->> 'row')::integer from jsonb_array_elements(done) as d (value))
    and e.record_id = w.record_id and e.expert_id = any (w.remove_experts);
  insert into public.record_experts (kind, record_id, expert_id)
  select plan.kind, (d.value ->> 'record_id')::uuid, expert
  from jsonb_array_elements(done) as d (value)
  join unnest(given) w on w.row_number = (d.value ->> 'row')::integer
  cross join lateral unnest(w.add_experts) as expert
  on conflict do nothing;
  perform private.mark_import_rows(plan, rows, done);
end
$$;
comment on function private.write_import_rows(public.imports, integer[]) is
  'Writes rows of a plan as the caller, all of them or, where one is refused with an error, none.';
grant execute on function private.write_import_rows(public.imports, integer[]) to authenticated;
