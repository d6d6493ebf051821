-- Deciding: what the importer wants of rows, and who the people are whom nobody is called.

create function private.refuse_decision(account uuid, kind text, decision jsonb) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if decision is null then
    return;
  end if;
  if coalesce(decision ->> 'do', '') not in ('apply', 'leave', 'apart', 'join', 'bin', 'restore') then
    raise exception 'Rows are applied, left, kept apart, joined, restored or deleted.'
      using errcode = '22023', detail = 'import.unknown_decision';
  end if;
  if decision ->> 'do' = 'join' and not coalesce(
    case when private.is_uuid(decision ->> 'record_id') then private.is_record(account, kind, (decision ->> 'record_id')::uuid) end,
    false
  ) then
    raise exception 'This record no longer exists.'
      using errcode = 'PT404', detail = 'record.gone', hint = 'Choose another one.';
  end if;
end
$$;
comment on function private.refuse_decision(uuid, text, jsonb) is 'Refuses what is no decision about rows of an import.';

-- A row that was refused is tried again with the record as it is now.
create function private.is_possible_decision(r public.import_rows, decision jsonb) returns boolean
language sql immutable set search_path = ''
as $$
  select r.outcome is distinct from 'done' and case coalesce(decision ->> 'do', 'none')
    when 'apply' then r.effect in ('new', 'changed') or r.outcome = 'refused'
    when 'apart' then r.effect = 'duplicate' or r.decision ->> 'do' in ('join', 'apart')
      or r.problems @> '[{"problem": "in_bin"}]'
    when 'join' then r.effect in ('duplicate', 'new') or r.decision ->> 'do' in ('join', 'apart')
    when 'bin' then r.effect = 'gone' and r.problems = '[]'
    when 'restore' then r.problems @> '[{"problem": "in_bin"}]'
    else true
  end
$$;
comment on function private.is_possible_decision(public.import_rows, jsonb) is
  'Whether a decision is possible for a row of a plan.';

-- Of several records in the bin that a row meets, the one that was deleted last.
create function private.restore_records_of_rows(plan public.imports, rows integer[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  ids uuid[];
begin
  execute format(
    'select array(
      select (array_agg(b.record_id order by b.deleted_at desc, b.record_id))[1]
      from public.import_rows r
      join public.binned_records b
        on b.account_id = $1.account_id and b.kind = $1.kind and %s = r.match_value
      where r.import_id = $1.id and r.row_number = any ($2)
      group by r.row_number
      order by r.row_number
      limit 2000
    )',
    private.key_in_bin(plan.match_key)
  ) into ids using plan, rows;
  if ids <> '{}' then
    perform private.restore_records(ids, '{}');
    perform private.note_act(plan.account_id, 'restore', null, private.part_of_act('restore'));
  end if;
end
$$;
comment on function private.restore_records_of_rows(public.imports, integer[]) is
  'Restores the records in the bin that rows of a plan meet, up to 2,000, as far as the caller may.';

create function public.decide_import(
  import uuid, decision jsonb default null, rows integer[] default null, effect text default null
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  plan constant public.imports := private.lock_import(import);
  act constant text := decision ->> 'do';
  chosen integer[];
  again integer[];
begin
  perform private.refuse_decision(plan.account_id, plan.kind, decision);
  if act = 'join' and coalesce(cardinality(rows), 0) <> 1 then
    raise exception 'Join one row with one record.' using errcode = '22023', detail = 'import.join_one';
  end if;
  chosen := array(
    select r.row_number
    from public.import_rows r
    where r.import_id = plan.id and (r.row_number = any (rows) or r.effect = decide_import.effect)
      and private.is_possible_decision(r, decide_import.decision)
    order by r.row_number
  );
  if act = 'restore' then
    perform private.restore_records_of_rows(plan, chosen);
  end if;
  with decided as (
    update public.import_rows r
    set decision = case when act = 'restore' then r.decision else decide_import.decision end,
      outcome = null,
      effect = case
        when r.outcome = 'refused' or act in ('join', 'apart', 'restore') or r.decision ->> 'do' in ('join', 'apart') then null
        else r.effect
      end
    where r.import_id = plan.id and r.row_number = any (chosen)
    returning r.row_number, r.effect
  )
  select array_agg(d.row_number) filter (where d.effect is null) into again from decided d;
  perform private.check_import_rows(plan, again[:500]);
  update public.imports i set done_at = null where i.id = plan.id and i.done_at is not null;
  return private.import_json(plan.id);
end
$$;
comment on function public.decide_import(uuid, jsonb, integer[], text) is
  'Says what becomes of rows of a plan, by their numbers or of all with an effect: {"do": "apply", "leave", "apart", "join" with "record_id" and "fields", "restore" the record in the bin, or "bin"}; null takes a decision back. Rows that it does not fit stay. What is joined, kept apart or restored is checked again, up to five hundred rows here and more by check_import. Answers as get_imports does.';
grant execute on function public.decide_import(uuid, jsonb, integer[], text) to authenticated;

create function private.refuse_person_choice(account uuid, choice jsonb) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if choice is null then
    return;
  end if;
  if choice ? 'member' and not exists (
    select from public.account_members m where m.account_id = account and m.user_id::text = choice ->> 'member'
  ) then
    raise exception 'This person is not a member of your account.'
      using errcode = '23503', detail = 'member.not_in_account', hint = 'Choose a member.';
  elsif choice ? 'invite' then
    perform private.refuse_non_owner();
    if not coalesce(private.is_email(choice ->> 'invite'), false) then
      raise exception 'Please enter a valid email address.' using errcode = '23514', detail = 'email.invalid';
    elsif private.rank(choice ->> 'level') is null then
      raise exception 'Please select a valid permission level.' using errcode = '23514', detail = 'level.unknown';
    end if;
  elsif not choice ? 'member' then
    raise exception 'A person is a member, invited or left out.'
      using errcode = '22023', detail = 'import.unknown_person_decision';
  end if;
end
$$;
comment on function private.refuse_person_choice(uuid, jsonb) is
  'Refuses an invalid choice for an unknown person; only admins invite.';

create function public.decide_import_person(import uuid, word text, choice jsonb default null) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  plan constant public.imports := private.lock_import(import);
  meant constant text := lower(private.display_text(left(word, 400)));
begin
  perform private.refuse_person_choice(plan.account_id, choice);
  update public.imports i
  set people = i.people || jsonb_build_object(meant, case
      when choice is null then '{}'
      when choice ? 'member' then jsonb_build_object('member', choice ->> 'member')
      else jsonb_build_object('invite', lower(choice ->> 'invite'), 'level', choice ->> 'level')
    end)
  where i.id = plan.id;
  update public.import_rows r
  set effect = null
  where r.import_id = plan.id and r.outcome is null and r.people <> '[]' and exists (
    select
    from jsonb_array_elements(r.people) as p (value)
    cross join lateral jsonb_array_elements_text(p.value -> 'words') as w (word)
    where lower(w.word) = meant
  );
  return private.import_json(plan.id);
end
$$;
comment on function public.decide_import_person(uuid, text, jsonb) is
  'Says who is meant by a word in a plan: {"member": id}, or for admins {"invite": address, "level"}, who is invited by the caller before the plan is applied; null leaves the field of these rows alone. The rows wait for check_import again. Answers as get_imports does.';
grant execute on function public.decide_import_person(uuid, text, jsonb) to authenticated;
