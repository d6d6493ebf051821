-- Writing relations: they are added as the caller once all rows of a plan are written, so a row may name a later one.

create function private.next_related_rows(plan public.imports) returns integer[]
language sql stable security definer set search_path = ''
as $$
  select array(
    select r.row_number
    from public.import_rows r
    where r.import_id = plan.id and r.account_id = private.my_account() and r.is_to_apply and r.outcome = 'done'
      and r.writes ? 'relations'
    order by r.row_number
    limit 1000
  )
$$;
comment on function private.next_related_rows(public.imports) is
  'The next rows of a plan that are written without their relations, up to 1,000.';
grant execute on function private.next_related_rows(public.imports) to authenticated;

create function private.wanted_relations(plan public.imports, rows integer[])
returns table (row_number integer, key text, word text, from_id uuid, to_id uuid, type text)
language sql stable security definer set search_path = ''
as $$
  select
    r.row_number, w.key, w.word,
    case when w.outgoing then r.record_id else o.id end, case when w.outgoing then o.id else r.record_id end, w.type
  from public.import_rows r
  cross join lateral jsonb_to_recordset(r.writes -> 'relations') as w (
    key text, word text, type text, outgoing boolean, id uuid, "row" integer
  )
  left join public.import_rows t on t.import_id = plan.id and t.row_number = w."row"
  left join private.records o
    on o.account_id = plan.account_id and o.id = coalesce(w.id, t.record_id) and o.id <> r.record_id
      and o.kind = any (array(select private.kinds_in_use()))
  where r.import_id = plan.id and r.account_id = private.my_account() and r.row_number = any (rows)
$$;
comment on function private.wanted_relations(public.imports, integer[]) is
  'The relations that rows of a plan add; without one end where its record is not there.';
grant execute on function private.wanted_relations(public.imports, integer[]) to authenticated;

create function private.mark_related_rows(plan public.imports, rows integer[]) returns void
language sql volatile security definer set search_path = ''
as $$
  with left_out as materialized (
    select w.row_number, jsonb_agg(jsonb_build_object(
      'problem', 'unknown_record', 'field', w.key, 'detail', w.word
    )) as problems
    from private.wanted_relations(plan, rows) w
    where w.from_id is null or w.to_id is null
    group by w.row_number
  )
  update public.import_rows r
  set writes = r.writes - 'relations', unrelated = r.unrelated || coalesce(l.problems, '[]')
  from unnest(rows) as n (row_number)
  left join left_out l on l.row_number = n.row_number
  where r.import_id = plan.id and r.account_id = private.my_account() and r.row_number = n.row_number
$$;
comment on function private.mark_related_rows(public.imports, integer[]) is
  'Notes that rows of a plan have their relations, and which are left out because the other record is not there.';
grant execute on function private.mark_related_rows(public.imports, integer[]) to authenticated;

create function private.write_import_relations(plan public.imports, rows integer[]) returns void
language sql volatile set search_path = ''
as $$
  insert into public.relations (from_id, to_id, type)
  select distinct w.from_id, w.to_id, w.type
  from private.wanted_relations(plan, rows) w
  where w.from_id is not null and w.to_id is not null and not exists (
    select from public.relations r where r.from_id = w.from_id and r.to_id = w.to_id and r.type = w.type
  )
  on conflict do nothing;
  select private.mark_related_rows(plan, rows);
$$;
comment on function private.write_import_relations(public.imports, integer[]) is
  'Adds the relations of rows of a plan as the caller, those that are not there yet.';
grant execute on function private.write_import_relations(public.imports, integer[]) to authenticated;
