-- Deciding what was found: the plan of an import registers it or joins it to a record; a user ignores it, or takes that back.

create function private.refuse_deciding_found() returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if coalesce(private.my_rank(), 0) < 1 then
    raise exception 'Viewers cannot import.'
      using errcode = '42501', detail = 'import.not_for_viewers', hint = 'Ask an administrator for another level.';
  end if;
end
$$;
comment on function private.refuse_deciding_found() is 'Refuses a caller who may add no records.';

create function private.chosen_found(ids uuid[], kind text, source text) returns setof public.found_records
language sql stable security definer set search_path = ''
as $$
  select f.*
  from public.found_records f
  where f.account_id = private.my_account()
    and (chosen_found.ids is null or f.id = any (chosen_found.ids))
    and (chosen_found.kind is null or f.kind = chosen_found.kind)
    and (chosen_found.source is null or f.source = chosen_found.source)
$$;
comment on function private.chosen_found(uuid[], text, text) is
  'The found records of the caller''s account: with these ids, of a kind, of a source; null for any.';

create function public.ignore_found(ids uuid[] default null, kind text default null, source text default null)
returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  done integer;
begin
  perform private.refuse_deciding_found();
  update public.found_records f
  set state = 'ignored', decided_by = private.caller_id(), decided_at = now()
  from private.chosen_found(ids, ignore_found.kind, ignore_found.source) c
  where f.id = c.id and f.state = 'waiting';
  get diagnostics done = row_count;
  return done;
end
$$;
comment on function public.ignore_found(uuid[], text, text) is
  'Ignores for good what waits: with these ids, or all of a kind and source; null for any. Returns how many.';
grant execute on function public.ignore_found(uuid[], text, text) to authenticated;

-- A registered record that is deleted for good, from the bin too, can also be moved back.
create function public.take_back_found(ids uuid[] default null, kind text default null, source text default null)
returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  done integer;
begin
  perform private.refuse_deciding_found();
  update public.found_records f
  set state = 'waiting', record_id = null, decided_by = null, decided_at = null
  from private.chosen_found(ids, take_back_found.kind, take_back_found.source) c
  where f.id = c.id and (
    f.state = 'ignored'
    or f.state = 'registered' and not private.is_record(f.account_id, f.kind, f.record_id) and not exists (
      select from public.binned_records b
      where b.account_id = f.account_id and b.kind = f.kind and b.record_id = f.record_id
    )
  );
  get diagnostics done = row_count;
  perform private.refuse_full_inbox(private.my_account());
  return done;
end
$$;
comment on function public.take_back_found(uuid[], text, text) is
  'Lets wait again what was ignored, or whose record is gone for good: with these ids, or all of a kind and source; null for any. Returns how many.';
grant execute on function public.take_back_found(uuid[], text, text) to authenticated;

create function public.start_import_of_found(ids uuid[] default null, kind text default null, source text default null)
returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  origin record;
  started uuid;
begin
  perform private.refuse_deciding_found();
  select count(distinct (c.kind, c.source)) as amount, min(c.kind) as kind, min(c.source) as source into origin
  from private.chosen_found(ids, start_import_of_found.kind, start_import_of_found.source) c
  where c.state = 'waiting';
  if origin.amount = 0 then
    raise exception 'None of these found records waits any more.' using errcode = 'PT404', detail = 'found.none_wait';
  elsif origin.amount > 1 then
    raise exception 'Review records of one kind and one source at a time.'
      using errcode = '22023', detail = 'found.one_kind_and_source';
  end if;
  started := public.start_import(origin.kind, origin.source, 'source', origin.source);
  update public.imports i set partial = true where i.id = started;
  insert into public.import_rows (account_id, import_id, row_number, given, match_value, name_key)
  select
    c.account_id, started, row_number() over (order by c.first_seen_at, c.id), c.given, c.source_id,
    nullif(private.name_key(c.name), '')
  from private.chosen_found(ids, origin.kind, origin.source) c
  where c.state = 'waiting';
  perform public.check_import(started);
  return started;
end
$$;
comment on function public.start_import_of_found(uuid[], text, text) is
  'Makes what waits, of one kind and one source, the plan of an import, checks its first part and gives its id: with these ids, or all of a kind and source. What the plan applies is registered.';
grant execute on function public.start_import_of_found(uuid[], text, text) to authenticated;

create function private.mark_found_registered(plan public.imports, done jsonb) returns void
language sql security definer set search_path = ''
as $$
  update public.found_records f
  set state = 'registered', record_id = d.record_id, decided_by = private.caller_id(), decided_at = now()
  from jsonb_to_recordset(done) as d ("row" integer, record_id uuid)
  join public.import_rows r on r.import_id = plan.id and r.row_number = d."row"
  where f.account_id = plan.account_id and f.kind = plan.kind and f.source = r.clean ->> 'imported_from'
    and f.source_id = r.clean ->> 'source_id' and r.effect in ('new', 'changed')
$$;
comment on function private.mark_found_registered(public.imports, jsonb) is
  'Marks found records as registered whose rows of a plan, [{"row", "record_id"}], have become records.';

-- A file without ids has the key of its rows for them.
create function public.leave_import_for_later(import uuid) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  plan constant public.imports := private.lock_import(import);
  done integer;
begin
  with left_out as (
    update public.import_rows r
    set decision = '{"do": "leave", "later": true}'
    where r.import_id = plan.id and not plan.partial and private.is_skipped(r)
    returning r.*
  ),
  waiting as (
    select distinct on (source, source_id)
      coalesce(l.clean ->> 'imported_from', plan.source, left(plan.file_name, 120)) as source,
      left(coalesce(l.clean ->> 'source_id', l.match_value, l.clean ->> 'name'), 200) as source_id,
      l.clean ->> 'name' as name,
      l.given - 'id' - 'imported_from' as given
    from left_out l
    order by source, source_id, l.row_number
  )
  insert into public.found_records as f (account_id, kind, source, source_id, name, owner, given)
  select
    plan.account_id, plan.kind, w.source, w.source_id, w.name, private.owner_as_named(w.given),
    w.given || jsonb_build_object('source_id', w.source_id)
  from waiting w
  on conflict on constraint found_records_source_id_key do update
  set name = excluded.name, owner = excluded.owner, given = excluded.given, last_seen_at = now(), state = 'waiting',
    record_id = null, decided_by = null, decided_at = null;
  get diagnostics done = row_count;
  perform private.refuse_full_inbox(plan.account_id);
  return done;
end
$$;
comment on function public.leave_import_for_later(uuid) is
  'Lets new rows and possible duplicates of a plan that are left out wait among what was found, with the source of the import or the name of its file. Returns how many.';
grant execute on function public.leave_import_for_later(uuid) to authenticated;
