-- Checking imports: a part is five hundred rows and a handful of statements; what a decision changes is checked again.

create function private.check_import_rows(plan public.imports, rows integer[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.clean_import_rows(plan, rows);
  perform private.match_rows_to_records(plan, rows);
  perform private.find_candidates(plan, rows);
  perform private.mark_taken_names(plan, rows);
  perform private.plan_row_changes(plan, rows);
end
$$;
comment on function private.check_import_rows(public.imports, integer[]) is 'Checks rows of a plan, some of them again.';

-- Records of the source that no row has. Their rows have negative numbers.
create function private.mark_missing_records(plan public.imports) returns void
language plpgsql security definer set search_path = '' set enable_seqscan = off
as $$
begin
  delete from public.import_rows r where r.import_id = plan.id and r.row_number < 0 and r.outcome is null;
  execute format(
    'insert into public.import_rows (account_id, import_id, row_number, effect, record_id, version, clean, problems)
    select
      t.account_id, $1.id, -row_number() over (order by lower(t.name), t.id), ''gone'', t.id, t.updated_at,
      jsonb_build_object(''name'', t.name),
      case when private.may_delete(to_jsonb(t)) then ''[]'' else ''[{"problem": "no_right", "field": null, "detail": null}]'' end::jsonb
    from public.%I t
    where t.account_id = $1.account_id and t.imported_from = $1.source and t.source_id is not null
      -- Each by its own index: a condition with "or" would compare all rows with all records.
      and not exists (select from public.import_rows r where r.import_id = $1.id and r.match_value = t.source_id)
      and not exists (select from public.import_rows r where r.import_id = $1.id and r.record_id = t.id)',
    private.catalogue_of(plan.kind)
  ) using plan;
end
$$;
comment on function private.mark_missing_records(public.imports) is
  'Marks in a plan the records that its source no longer has, and those that the caller may not delete.';

create function public.check_import(import uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  plan constant public.imports := private.lock_import(import);
  rows constant integer[] := array(
    select r.row_number
    from public.import_rows r
    where r.import_id = plan.id and r.effect is null
    order by r.row_number
    limit 500
  );
begin
  perform private.check_import_rows(plan, rows);
  if plan.checked_at is null
    and not exists (select from public.import_rows r where r.import_id = plan.id and r.effect is null)
  then
    if plan.match_key = 'source' and not plan.partial then
      perform private.mark_missing_records(plan);
    end if;
    update public.imports i set checked_at = now() where i.id = plan.id;
  end if;
  return private.import_json(plan.id);
end
$$;
comment on function public.check_import(uuid) is
  'Checks the next five hundred rows of a plan that are not checked, or wait again after a decision; after the last it notes what is gone at the source. Answers as get_imports does; to be repeated until checked is total.';
grant execute on function public.check_import(uuid) to authenticated;
