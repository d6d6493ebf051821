-- Applying imports: a hundred rows after the other, for about two seconds with each call, all of them one act. However slow
-- a machine is, a call ends well within the time that a request has.
--
-- A row that is refused takes no other with it, and says why. Rows that are done are never written again.

create function private.mark_import_rows(plan public.imports, rows integer[], done jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  update public.import_rows r
  set outcome = 'done', record_id = d.record_id
  from jsonb_to_recordset(done) as d ("row" integer, record_id uuid)
  where r.import_id = plan.id and r.account_id = private.my_account() and r.row_number = d."row";
  perform private.mark_found_registered(plan, done);
  execute format(
    'update public.import_rows r
    set outcome = ''refused'', problems = jsonb_build_array(jsonb_build_object(
      ''problem'', case
        when t.id is null then ''deleted''
        when t.updated_at is distinct from r.version then ''changed''
        else ''no_right''
      end,
      ''field'', null,
      ''detail'', case when t.updated_at is distinct from r.version then private.name_of_member($1.account_id, t.updated_by) end
    ))
    from unnest($2) as n (row_number)
    join public.import_rows o on o.import_id = $1.id and o.row_number = n.row_number and o.outcome is null
    left join public.%I t on t.account_id = $1.account_id and t.id = o.record_id
    where o.account_id = private.my_account()
      and r.import_id = o.import_id and r.row_number = o.row_number',
    private.catalogue_of(plan.kind)
  ) using plan, rows;
end
$$;
comment on function private.mark_import_rows(public.imports, integer[], jsonb) is
  'Notes which rows of a plan are done, [{"row", "record_id"}], and what has kept the others.';
grant execute on function private.mark_import_rows(public.imports, integer[], jsonb) to authenticated;

create function private.refuse_import_row(
  plan public.imports, number integer, code text, sentence text, refusal text
) returns void
language sql security definer set search_path = ''
as $$
  update public.import_rows r
  set outcome = 'refused', problems = jsonb_build_array(
    case code
      when '23505' then '{"problem": "name_taken", "field": null, "detail": null}'
      when '42501' then '{"problem": "no_right", "field": null, "detail": null}'
      else jsonb_build_object(
        'problem', 'value', 'field', null, 'detail', sentence, 'refusal', private.named_refusal(refusal)
      )
    end
  )
  where r.import_id = plan.id and r.account_id = private.my_account() and r.row_number = number
$$;
comment on function private.refuse_import_row(public.imports, integer, text, text, text) is
  'Notes that a row of a plan was refused with an error: its SQLSTATE, message and detail.';
grant execute on function private.refuse_import_row(public.imports, integer, text, text, text) to authenticated;

-- Of two people who apply the same file, the second finds all names taken: these rows are refused together.
create function private.exclude_taken_rows(plan public.imports, rows integer[]) returns integer[]
language plpgsql security definer set search_path = '' set enable_seqscan = off
as $$
declare
  refused integer[];
begin
  execute format(
    'with taken as materialized (
      select r.row_number, ''name_taken'' as problem
      from public.import_rows r
      join public.%1$I t
        on t.account_id = $1.account_id and lower(t.name) = lower(r.writes ->> ''name'') and t.id is distinct from r.record_id
      where r.import_id = $1.id and r.account_id = private.my_account() and r.row_number = any ($2)
      union all
      select r.row_number, ''source_taken''
      from public.import_rows r
      join public.%1$I t
        on t.account_id = $1.account_id and t.imported_from = r.clean ->> ''imported_from''
        and t.source_id = r.clean ->> ''source_id'' and t.id is distinct from r.record_id
      where r.import_id = $1.id and r.account_id = private.my_account() and r.row_number = any ($2)
    ),
    refused as (
      update public.import_rows r
      set outcome = ''refused'', problems = jsonb_build_array(jsonb_build_object(
        ''problem'', t.problem, ''field'', null, ''detail'', null
      ))
      from (select k.row_number, min(k.problem) as problem from taken k group by k.row_number) t
      where r.import_id = $1.id and r.row_number = t.row_number
      returning r.row_number
    )
    select array(select f.row_number from refused f)',
    private.catalogue_of(plan.kind)
  ) into refused using plan, rows;
  return array(select n from unnest(rows) as n where n <> all (refused) order by n);
end
$$;
comment on function private.exclude_taken_rows(public.imports, integer[]) is
  'Marks rows of a plan whose name or source id another record has taken meanwhile; returns the others.';
grant execute on function private.exclude_taken_rows(public.imports, integer[]) to authenticated;

-- Where one row is refused, halves are tried, so that a thousand good ones cost a few tries more.
create function private.apply_import_rows(plan public.imports, rows integer[]) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  half constant integer := cardinality(rows) / 2;
  others integer[] := rows;
  code text;
  sentence text;
  refusal text;
begin
  perform private.write_import_rows(plan, rows);
exception
  when others then
    get stacked diagnostics
      code = returned_sqlstate, sentence = message_text, refusal = pg_exception_detail;
    -- Only what is said of a row. The rest ends the part, which is tried again.
    if left(code, 2) not in ('22', '23', 'P0', 'PT') and code <> '42501' then
      raise;
    end if;
    if code = '23505' then
      others := private.exclude_taken_rows(plan, rows);
    end if;
    if cardinality(others) < cardinality(rows) then
      if cardinality(others) > 0 then
        perform private.apply_import_rows(plan, others);
      end if;
    elsif cardinality(rows) = 1 then
      perform private.refuse_import_row(plan, rows[1], code, sentence, refusal);
    else
      perform private.apply_import_rows(plan, rows[:half]);
      perform private.apply_import_rows(plan, rows[half + 1:]);
    end if;
end
$$;
comment on function private.apply_import_rows(public.imports, integer[]) is
  'Writes rows of a plan; those that are refused with an error are noted, and the others written without them.';
grant execute on function private.apply_import_rows(public.imports, integer[]) to authenticated;

create function private.next_import_rows(plan public.imports) returns integer[]
language sql stable security definer set search_path = ''
as $$
  select array(
    select r.row_number
    from public.import_rows r
    where r.import_id = plan.id and r.account_id = private.my_account() and r.is_to_apply and r.outcome is null
    order by r.effect = 'gone', r.row_number
    limit 2000
  )
$$;
comment on function private.next_import_rows(public.imports) is 'The next rows of a plan that are applied, up to 2,000.';
grant execute on function private.next_import_rows(public.imports) to authenticated;

create function private.is_skipped(r public.import_rows) returns boolean
language sql immutable set search_path = ''
as $$
  select coalesce(
    r.outcome is null
    and (
      r.effect = 'new' and r.decision ->> 'do' = 'leave'
      or r.effect = 'duplicate' and coalesce(r.decision ->> 'do', 'leave') = 'leave'
    )
    and not coalesce(r.decision ? 'later', false),
    false
  )
$$;
comment on function private.is_skipped(public.import_rows) is
  'Whether a row of a plan is no record, will not become one, and is not a waiting found record either.';

-- The fields as lines of the history have them.
create function private.store_import_progress(plan public.imports, rows integer[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  done integer;
begin
  with written as materialized (
    select r.writes, r.effect
    from unnest(rows) as n (row_number)
    join public.import_rows r on r.import_id = plan.id and r.row_number = n.row_number
    where r.outcome = 'done'
  ),
  counted as (
    select count(*) as done from written
  )
  update public.imports i
  set applied_at = coalesce(i.applied_at, now()),
    parts = array(
      select distinct p.part
      from (
        select unnest(i.parts) as part
        union all
        select case k.key when 'owner' then 'owner_id' else k.key end
        from written r
        cross join lateral jsonb_object_keys(r.writes - 'own') as k (key)
        union all
        select 'own.' || k.key
        from written r
        cross join lateral jsonb_object_keys(r.writes -> 'own') as k (key)
        where r.writes ? 'own'
        union all
        select case r.effect when 'new' then 'created' else 'deleted' end
        from written r
        where r.effect in ('new', 'gone')
      ) p
    ),
    -- Relations are looked for at the end alone.
    done_at = case
      when exists (
        select from public.import_rows r where r.import_id = plan.id and r.is_to_apply and r.outcome is null
      ) then null
      when private.next_related_rows(plan) <> '{}' then null
      else now()
    end
  from counted c
  where i.id = plan.id and i.account_id = private.my_account()
  returning c.done into done;
  if done > 0 then
    -- Rows that are done are never written again, so that each is counted once.
    insert into public.acts as a (id, account_id, action, kind, value, parts, records, done_by)
    select i.act, i.account_id, 'import', i.kind, i.file_name, i.parts, done, private.caller_id()
    from public.imports i
    where i.id = plan.id and i.account_id = private.my_account()
    on conflict (id) do update
    set action = excluded.action, kind = excluded.kind, value = excluded.value, parts = excluded.parts,
      records = a.records + excluded.records;
  end if;
end
$$;
comment on function private.store_import_progress(public.imports, integer[]) is
  'Stores how far a plan is applied, and its act.';
grant execute on function private.store_import_progress(public.imports, integer[]) to authenticated;

create function private.audit_import() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.write_audit(
    new.account_id, private.caller_id(), case when new.done_at is null then 'import_begun' else 'import_applied' end,
    'import', new.id::text,
    jsonb_build_object(
      'kind', new.kind, 'file_name', left(new.file_name, 200),
      'records', (select a.records from public.acts a where a.id = new.act)
    )
  );
  return null;
end
$$;
comment on function private.audit_import() is 'Trigger: enters into the audit log that a plan begins to be applied, and its end.';

create trigger imports_audit_begin after update of applied_at on public.imports
  for each row when (old.applied_at is null and new.applied_at is not null and new.done_at is null)
  execute function private.audit_import();
create trigger imports_audit_end after update of done_at on public.imports
  for each row when (old.done_at is null and new.done_at is not null)
  execute function private.audit_import();

create function public.apply_import(import uuid) returns jsonb
language plpgsql volatile set search_path = ''
as $$
declare
  plan constant public.imports := private.lock_import(import);
  waiting integer[] := private.next_import_rows(plan);
  related integer[] := '{}';
begin
  if plan.checked_at is null or private.is_unchecked(plan) then
    raise exception 'Check this import before you apply it.'
      using errcode = 'PT409', detail = 'import.not_checked', hint = 'Call check_import until all rows are checked.';
  end if;
  perform set_config('cairn.act', plan.act::text, true);
  perform set_config('cairn.names_are_known', 'on', true);
  loop
    if cardinality(waiting) > 0 then
      perform private.apply_import_rows(plan, waiting[:100]);
    end if;
    perform private.store_import_progress(plan, waiting[:100]);
    waiting := waiting[101:];
    if cardinality(waiting) = 0 then
      waiting := private.next_import_rows(plan);
    end if;
    if cardinality(waiting) = 0 then
      related := private.next_related_rows(plan);
      perform private.write_import_relations(plan, related);
    end if;
    exit when cardinality(waiting || related) = 0 or clock_timestamp() > statement_timestamp() + interval '2 seconds';
  end loop;
  return private.import_json(plan.id);
end
$$;
comment on function public.apply_import(uuid) is
  'Writes the next rows of a plan as the caller, for about two seconds; to be repeated until the state is done. A record that another member has changed since the check is refused and named. All of it is one act. Answers as get_imports does.';
grant execute on function public.apply_import(uuid) to authenticated;

create function private.is_unchecked(plan public.imports) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from public.import_rows r where r.import_id = plan.id and r.effect is null)
$$;
comment on function private.is_unchecked(public.imports) is 'Whether rows of a plan wait to be checked.';
grant execute on function private.is_unchecked(public.imports) to authenticated;
