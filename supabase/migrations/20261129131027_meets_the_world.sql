-- Written by `npm run migration` from supabase/schemas:

set check_function_bodies = off;
create function public.may_try_providers(event jsonb) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('allowed', exists (
    select from public.account_members m
    where m.user_id = (event ->> 'user_id')::uuid and m.permission_level = 'admin'
  ))
$$;
comment on function public.may_try_providers(jsonb) is
  'Auth hook: whether a user may try the sign-in at a provider, as an admin of an account: {"allowed": …}.';
alter function public.may_try_providers(jsonb) owner to cairn_definer;
revoke all on function public.may_try_providers(jsonb) from public, anon, authenticated, service_role;
grant execute on function public.may_try_providers(jsonb) to supabase_auth_admin;
create function private.giver_in_history(a public.acts) returns text
language sql stable security definer set search_path = ''
as $$
  select l.after #>> '{giver,name}'
  from public.record_history l
  where a.action = 'handover' and l.account_id = a.account_id and l.field = 'handover'
    and l.after -> 'giver' ->> 'id' = a.value and l.after #>> '{giver,name}' <> 'Former Member'
  order by l.changed_at desc
  limit 1
$$;
comment on function private.giver_in_history(public.acts) is
  'The name that a person who handed records over had at that time; null of other acts.';
alter function private.giver_in_history(public.acts) owner to cairn_definer;
create or replace function private.act_json(a public.acts) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'id', a.id,
    'action', a.action,
    'kind', a.kind,
    'value', a.value,
    'value_name', case
      when a.action in ('owner', 'expert', 'handover') then coalesce(
        private.name_of_member(a.account_id, a.value::uuid),
        (select i.name from public.pending_invitations i where i.account_id = a.account_id and i.id = a.value::uuid),
        private.giver_in_history(a)
      )
      when a.action in ('add_tag', 'remove_tag') then coalesce(
        (select t.name from public.tags t where t.account_id = a.account_id and t.id = a.value::uuid),
        private.tag_in_act(a)
      )
      when a.action = 'field' then (
        select f.name from public.own_fields f
        where f.account_id = a.account_id and f.kind = a.kind and a.value = 'own.' || f.key
      )
    end,
    'records', a.records,
    'done_by', a.done_by,
    'done_by_name', private.name_of_member(a.account_id, a.done_by),
    'done_at', a.done_at,
    'undone_by', (
      select jsonb_build_object(
        'act', u.id, 'done_by', u.done_by, 'done_by_name', private.name_of_member(u.account_id, u.done_by),
        'done_at', u.done_at, 'records', u.records
      )
      from public.acts u
      where u.account_id = a.account_id and u.undoes = a.id
      order by u.done_at desc
      limit 1
    )
  )
$$;
create or replace function public.start_import(kind text, file_name text, match_key text, source text default null) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  started uuid;
begin
  perform private.refuse_importing(kind);
  if (select count(*) from public.imports i where i.account_id = private.my_account() and i.started_by = private.caller_id())
    >= 20
  then
    -- The oldest gives way: nobody keeps twenty plans in mind.
    delete from public.imports i
    where i.id = (
      select o.id from public.imports o
      where o.account_id = private.my_account() and o.started_by = private.caller_id()
      order by o.started_at, o.id
      limit 1
    );
  end if;
  if match_key like 'own.%' and not exists (
    select from public.own_fields f
    where f.account_id = private.my_account() and f.kind = start_import.kind and match_key = 'own.' || f.key
      and f.type in ('text', 'number') and f.deleted_at is null and f.retired_at is null
  ) then
    raise exception 'Rows can meet records by an own field that is a text or a number.' using errcode = '22023';
  end if;
  if match_key = 'source' and nullif(private.display_text(source), '') is null then
    raise exception 'Say which source the file comes from.' using errcode = '22023';
  end if;
  insert into public.imports as i (kind, file_name, match_key, source, people)
  values (
    kind, private.display_text(file_name), match_key, nullif(private.display_text(source), ''),
    private.remembered_people(private.my_account())
  )
  returning i.id into started;
  return started;
end
$$;
create or replace function private.import_people(plan public.imports, words text[]) returns jsonb
language sql stable security definer set search_path = ''
as $$
  -- A name or an address of today is surer than what an earlier import knew.
  select coalesce(jsonb_object_agg(w.word, coalesce(
    case when not said.is_remembered then said.person end, member.person, invited.person, said.person
  )), '{}')
  from (select distinct lower(given) as word from unnest(words) as given) w
  left join lateral (
    select jsonb_build_object('id', p.id, 'name', p.name) as person
    from public.profiles p
    join public.account_members m on m.account_id = plan.account_id and m.user_id = p.id
    where w.word in (lower(p.email), lower(p.name), p.id::text)
      -- A reference of Backstage has the name before the address: user:default/ann.
      or w.word ~ '^user:([^/]+/)?[^/]+$' and split_part(lower(p.email), '@', 1) = regexp_replace(w.word, '^user:([^/]+/)?', '')
    -- An address is surer than a name, and a name counts where one alone has it.
    order by lower(p.email) = w.word desc, p.id::text = w.word desc
    limit 1
  ) member on (
    select count(*)
    from public.profiles p
    join public.account_members m on m.account_id = plan.account_id and m.user_id = p.id
    where lower(p.name) = w.word and lower(p.email) <> w.word
  ) <= 1
  left join lateral (
    select jsonb_build_object('id', 'pending-' || i.id, 'name', i.name) as person
    from public.pending_invitations i
    where i.account_id = plan.account_id
      and i.accepted_at is null and i.declined_at is null and i.expires_at > now()
      -- Addresses of invited people are for admins.
      and (lower(i.name) = w.word or private.my_rank() = 3 and i.email = w.word)
    order by i.email = w.word desc, i.created_at
    limit 1
  ) invited on true
  left join lateral (
    select coalesce(plan.people -> w.word ? 'remembered', false) as is_remembered, case
      when plan.people -> w.word ? 'member' then (
        select jsonb_build_object('id', p.id, 'name', p.name, 'said', true)
        from public.profiles p
        join public.account_members m on m.account_id = plan.account_id and m.user_id = p.id
        where p.id::text = plan.people -> w.word ->> 'member'
      )
      when plan.people -> w.word ? 'invite' then jsonb_build_object(
        'id', 'invite:' || (plan.people -> w.word ->> 'invite'), 'name', plan.people -> w.word ->> 'invite', 'said', true
      )
    end as person
  ) said on true
  where coalesce(said.person, member.person, invited.person) is not null
$$;
create or replace function private.import_cell(
  key text, value jsonb, field public.own_fields, longest integer, people jsonb,
  out clean jsonb, out problem text, out detail text, out unknown text[]
)
language plpgsql stable security definer set search_path = ''
as $$
declare
  meant jsonb := value;
  judged record;
begin
  if key in ('owner', 'experts', 'tags', 'links', 'use_cases', 'users') then
    select c.* into clean, problem, detail, unknown from private.import_list_cell(key, value, people) c;
    return;
  elsif field.type is null then
    problem := 'no_field';
    return;
  elsif field.type in ('member', 'record') and jsonb_typeof(value) = 'string' and value <> '""' then
    meant := private.import_named(field, private.display_text(value #>> '{}'), people);
    -- The importer says who it is, and sees whom they have said.
    if field.type = 'member' and (meant is null or people -> lower(private.display_text(value #>> '{}')) ? 'said') then
      unknown := array[private.display_text(value #>> '{}')];
    end if;
    if meant is null then
      problem := case field.type when 'record' then 'unknown_record' end;
      detail := case field.type when 'record' then left(value #>> '{}', 200) end;
      return;
    end if;
  elsif key = 'cost_currency' and jsonb_typeof(value) = 'string' then
    meant := to_jsonb(upper(value #>> '{}'));
  end if;
  judged := private.judged_own_value(field, meant, null);
  clean := coalesce(judged.clean, 'null');
  if field.type in ('text', 'long_text') and char_length(clean #>> '{}') > longest then
    problem := 'value';
    detail := format('%s must have at most %s characters.', field.name, to_char(longest, 'FM9,999'));
  elsif judged.problem is not null then
    problem := 'value';
    detail := field.name || ' ' || judged.problem;
  elsif key = 'cost_per_month' and clean <> 'null' then
    clean := to_jsonb(round((clean #>> '{}')::numeric, 2));
    if (clean #>> '{}')::numeric not between 0 and 1000000000000 then
      problem := 'value';
      detail := 'Cost per month must be a number from 0 to 1,000,000,000,000.';
    end if;
  elsif key = 'cost_currency' and clean #>> '{}' !~ '^[A-Z]{3}$' then
    problem := 'value';
    detail := 'A cost needs a currency of three capital letters, such as EUR.';
  elsif key = 'webhook_url' and clean #>> '{}' !~* '^https://[!-\[\]-~]+$' then
    problem := 'value';
    detail := 'Webhook URL must be empty or a web address that begins with https://, of at most 2,048 characters.';
  elsif clean = 'null' and field.required then
    problem := 'required';
  end if;
end
$$;
create or replace function private.compare_import_row(
  record jsonb, clean jsonb, fields jsonb, out writes jsonb, out cells jsonb, out problems jsonb
)
language plpgsql stable security definer set search_path = ''
as $$
declare
  one record;
  had jsonb;
  before jsonb;
  after jsonb;
  field public.own_fields;
  compared record;
  list jsonb := '[]';
  cost record;
begin
  writes := '{}';
  problems := '[]';
  for one in select c.key, c.value from jsonb_each(clean) c loop
    if one.key like 'own.%' then
      had := record -> 'own' -> substr(one.key, 5);
      if coalesce(had, 'null') <> one.value then
        writes := jsonb_set(
          case when writes ? 'own' then writes else writes || '{"own": {}}' end, array['own', substr(one.key, 5)], one.value
        );
        before := had;
        after := nullif(one.value, 'null');
        if fields -> one.key ->> 'type' in ('member', 'record') then
          field := jsonb_populate_record(null::public.own_fields, fields -> one.key);
          before := private.name_in_field(field, before);
          after := private.name_in_field(field, after);
        end if;
        list := list || jsonb_build_object('field', one.key, 'before', before, 'after', after);
      end if;
    elsif one.key in ('owner', 'experts', 'tags', 'links', 'use_cases', 'users') then
      had := coalesce(record -> one.key, case one.key when 'owner' then 'null'::jsonb else '[]' end);
      compared := private.compare_lists(one.key, had, one.value);
      if compared.write is not null then
        writes := writes || compared.write;
        list := list || jsonb_build_object('field', one.key, 'before', compared.before, 'after', compared.after);
      end if;
    else
      had := nullif(coalesce(record -> one.key, 'null'), '""');
      if coalesce(had, 'null') <> one.value
        and (had is null or private.is_unchanged_by_import(one.key, had, one.value) is not true)
      then
        writes := writes || jsonb_build_object(one.key, case
          when one.value = 'null' and one.key in ('description', 'vendor', 'department') then '""' else one.value
        end);
        list := list || jsonb_build_object('field', one.key, 'before', had, 'after', one.value);
      end if;
    end if;
  end loop;
  cost := private.import_cost(writes, record);
  writes := cost.full_writes;
  if cost.problem is not null then
    problems := jsonb_build_array(cost.problem);
  end if;
  if jsonb_array_length(writes -> 'links') > 20 then
    problems := problems || jsonb_build_object(
      'problem', 'value', 'field', 'links', 'detail', 'Links must be a list of at most 20.'
    );
  end if;
  cells := list;
end
$$;
create function private.met_records(plan public.imports) returns text
language sql stable set search_path = ''
as $$
  select format(
    case when plan.match_key like 'own.%' then
      'select p.row_number, (array_agg(t.id order by t.id))[1] as id, count(*) as amount
      from part p
      join public.%1$I t on t.account_id = $1.account_id and %2$s
      where p.match_value is not null and p.decision ->> ''do'' is distinct from ''join''
      group by p.row_number'
    else
      'select p.row_number, m.id, m.amount
      from part p
      cross join lateral (
        select (array_agg(t.id order by t.id))[1] as id, count(*) as amount
        from public.%1$I t
        where t.account_id = $1.account_id and %2$s
      ) m
      where p.match_value is not null and p.decision ->> ''do'' is distinct from ''join'' and m.amount > 0'
    end,
    private.catalogue_of(plan.kind), private.match_condition(plan.match_key)
  )
$$;
comment on function private.met_records(public.imports) is
  'The statement that gives the record of each row of a part by the key of a plan, and how many have it.';
alter function private.met_records(public.imports) owner to cairn_definer;
create or replace function private.match_rows_to_records(plan public.imports, rows integer[]) returns void
language plpgsql security definer set search_path = '' set enable_seqscan = off
as $$
begin
  execute format(
    'with part as materialized (
      select r.* from public.import_rows r where r.import_id = $1.id and r.row_number = any ($2)
    ),
    met as materialized (
      %3$s
      union all
      select p.row_number, t.id, 1
      from part p
      join public.%1$I t on t.account_id = $1.account_id and t.id = (p.decision ->> ''record_id'')::uuid
      where p.decision ->> ''do'' = ''join''
    ),
    earlier as materialized (
      select p.row_number, min(o.row_number) as other
      from part p
      join public.import_rows o
        on o.import_id = p.import_id and o.match_value = p.match_value and o.row_number + 0 between 1 and p.row_number - 1
      group by p.row_number
    ),
    -- Put together by row: joined, each would be compared with each.
    found as materialized (
      select f.row_number, (array_agg(f.id) filter (where f.id is not null))[1] as id, max(f.amount) as amount,
        bool_or(f.is_binned) as is_binned, min(f.other) as other
      from (
        -- The keys in the bin are looked up as a set.
        select p.row_number, null::uuid as id, 0 as amount, p.match_value in (
          select %2$s from public.binned_records b where b.account_id = $1.account_id and b.kind = $1.kind
        ) as is_binned, null::integer as other
        from part p
        union all
        select m.row_number, m.id, m.amount, null, null from met m
        union all
        select e.row_number, null, 0, null, e.other from earlier e
      ) f
      group by f.row_number
    )
    update public.import_rows r
    set record_id = case when f.amount = 1 then f.id end,
      problems = r.problems || case
        when q.problem is null then ''[]''
        else jsonb_build_array(jsonb_build_object(''problem'', q.problem, ''field'', null, ''detail'', f.other::text))
      end
    from found f
    join public.import_rows p on p.import_id = $1.id and p.row_number = f.row_number
    cross join lateral (
      select case
        when p.decision ->> ''do'' = ''join'' then case when f.id is null then ''deleted'' end
        when p.match_value is null and $1.match_key = ''name'' then ''name_missing''
        when p.match_value is null and $1.match_key <> ''id'' then ''key_missing''
        when f.other is not null then ''repeated''
        when f.amount > 1 then ''several''
        when f.id is null and f.is_binned
          and ($1.match_key <> ''name'' or p.decision ->> ''do'' is distinct from ''apart'') then ''in_bin''
        when f.id is null and p.match_value is not null and $1.match_key = ''id'' then ''not_found''
        when f.id is null and not p.clean ? ''name'' and not p.problems @> ''[{"field": "name"}]'' then ''name_missing''
      end as problem
    ) q
    where r.import_id = $1.id and r.row_number = f.row_number',
    private.catalogue_of(plan.kind), private.key_in_bin(plan.match_key), private.met_records(plan)
  ) using plan, rows;
end
$$;
create or replace function private.refuse_decision(account uuid, kind text, decision jsonb) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if decision is null then
    return;
  end if;
  if coalesce(decision ->> 'do', '') not in ('apply', 'leave', 'apart', 'join', 'bin', 'restore') then
    raise exception 'Rows are applied, left, kept apart, joined, restored or deleted.' using errcode = '22023';
  end if;
  if decision ->> 'do' = 'join' and not coalesce(
    case when private.is_uuid(decision ->> 'record_id') then private.is_record(account, kind, (decision ->> 'record_id')::uuid) end,
    false
  ) then
    raise exception 'This record no longer exists.' using errcode = 'PT404', hint = 'Choose another one.';
  end if;
end
$$;
create or replace function private.is_possible_decision(r public.import_rows, decision jsonb) returns boolean
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
alter function private.restore_records_of_rows(public.imports, integer[]) owner to cairn_definer;
create or replace function public.decide_import(
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
    raise exception 'Join one row with one record.' using errcode = '22023';
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
create or replace function public.decide_import_person(import uuid, word text, choice jsonb default null) returns jsonb
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
create or replace function private.mark_import_rows(plan public.imports, rows integer[], done jsonb) returns void
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
create or replace function private.next_import_rows(plan public.imports) returns integer[]
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
create or replace function private.store_import_progress(plan public.imports, rows integer[]) returns void
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
    done_at = case when not exists (
      select from public.import_rows r
      where r.import_id = plan.id and r.is_to_apply and r.outcome is null
    ) then now() end
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
create or replace function public.apply_import(import uuid) returns jsonb
language plpgsql volatile set search_path = ''
as $$
declare
  plan constant public.imports := private.lock_import(import);
  waiting integer[] := private.next_import_rows(plan);
begin
  if plan.checked_at is null or private.is_unchecked(plan) then
    raise exception 'Check this import before you apply it.' using errcode = 'PT409', hint = 'Call check_import until all rows are checked.';
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
    exit when cardinality(waiting) = 0 or clock_timestamp() > statement_timestamp() + interval '2 seconds';
  end loop;
  return private.import_json(plan.id);
end
$$;
create or replace function private.import_json(import uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'id', i.id,
    'kind', i.kind,
    'file_name', i.file_name,
    'source', i.source,
    'match_key', i.match_key,
    'started_by', i.started_by,
    'started_by_name', private.name_of_member(i.account_id, i.started_by),
    'started_at', i.started_at,
    'expires_at', i.started_at + private.import_retention(),
    'state', case when i.done_at is not null then 'done' when i.applied_at is not null then 'applying' else 'open' end,
    'total', counted.total,
    'checked', counted.checked,
    'summary', counted.summary,
    'undecided', counted.undecided,
    'to_apply', counted.to_apply,
    'applied', counted.applied,
    'refused', counted.refused,
    'left_out', case when i.partial then 0 else counted.left_out end,
    'in_bin', counted.in_bin,
    'act', (select a.id from public.acts a where a.account_id = i.account_id and a.id = i.act),
    'people', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'word', p.word, 'rows', p.rows, 'is_owner', p.is_owner,
        'choice', nullif((i.people -> lower(p.word)) - 'remembered', '{}'),
        'is_remembered', coalesce(i.people -> lower(p.word) ? 'remembered', false)
      ) order by p.rows desc, p.word), '[]')
      from (
        select min(w.word) as word, count(distinct r.row_number) as rows, bool_or((o.value ->> 'owner')::boolean) as is_owner
        from public.import_rows r
        cross join lateral jsonb_array_elements(r.people) as o (value)
        cross join lateral jsonb_array_elements_text(o.value -> 'words') as w (word)
        where r.import_id = i.id and r.people <> '[]'
        group by lower(w.word)
        order by count(*) desc
        limit 500
      ) p
    )
  )
  from public.imports i
  cross join lateral (
    select
      count(*) filter (where r.row_number > 0) as total,
      count(*) filter (where r.row_number > 0 and r.effect is not null) as checked,
      jsonb_build_object(
        'new', count(*) filter (where r.effect = 'new'), 'changed', count(*) filter (where r.effect = 'changed'),
        'same', count(*) filter (where r.effect = 'same'), 'duplicate', count(*) filter (where r.effect = 'duplicate'),
        'error', count(*) filter (where r.effect = 'error'), 'gone', count(*) filter (where r.effect = 'gone')
      ) as summary,
      count(*) filter (where r.effect = 'duplicate' and r.decision is null) as undecided,
      count(*) filter (where r.is_to_apply) as to_apply,
      count(*) filter (where r.outcome is not null) as applied,
      count(*) filter (where r.outcome = 'refused') as refused,
      -- Most rows need not be asked.
      count(*) filter (
        where r.effect is not null and r.outcome is null
          and (r.effect = 'duplicate' or r.effect = 'new' and r.decision is not null)
          and private.is_skipped(r)
      ) as left_out,
      count(*) filter (where r.effect = 'error' and r.problems @> '[{"problem": "in_bin"}]') as in_bin
    from public.import_rows r
    where r.import_id = i.id
  ) counted
  where i.id = import and i.account_id = private.my_account()
    and (i.started_by = private.caller_id() or private.my_rank() = 3)
$$;
comment on function public.get_imports(uuid) is
  'The plans of the caller, for admins those of the account, the latest first, or one of them: [{"id", "kind", "file_name", "source", "match_key", "started_by", "started_by_name", "started_at", "expires_at", "state", "total", "checked", "summary", "undecided", "to_apply", "applied", "refused", "left_out", "in_bin", "act", "people"}]. The state is open, applying or done; the summary has a number for each effect; in_bin is how many rows meet a record in the bin; people are words that nobody is called, {"word", "rows", "is_owner", "choice", "is_remembered"}.';
create function private.remembered_people(account uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_object_agg(p.word, jsonb_build_object('member', p.member, 'remembered', true)), '{}')
  from (
    select distinct on (w.key) w.key as word, w.value as member
    from public.import_matches m
    cross join lateral jsonb_each_text(m.matched -> 'people') w
    where m.account_id = account
    order by w.key, m.used_at desc, m.heads
  ) p
  join public.account_members a on a.account_id = account and a.user_id::text = p.member
$$;
comment on function private.remembered_people(uuid) is
  'The members whom applied imports of an account chose for words, as a plan keeps them: {word: {"member", "remembered"}}. What was chosen last counts.';
alter function private.remembered_people(uuid) owner to cairn_definer;
create function private.people_to_remember(import uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  plan constant jsonb := private.import_json(import);
begin
  if plan is null then
    raise exception 'There is no such import.'
      using errcode = 'PT404', hint = 'Imports are kept for seven days. Start again with the file.';
  elsif plan ->> 'state' <> 'done' then
    raise exception 'This import is not applied yet.' using errcode = 'PT409', hint = 'Apply it first.';
  end if;
  return (
    select coalesce(jsonb_object_agg(lower(p.value ->> 'word'), p.value -> 'choice' -> 'member'), '{}')
    from jsonb_array_elements(plan -> 'people') as p (value)
    join public.imports i on i.id = import
    where i.people ? lower(p.value ->> 'word') and not coalesce(p.value -> 'choice' ? 'invite', false)
      and char_length(p.value ->> 'word') <= 400
  );
end
$$;
comment on function private.people_to_remember(uuid) is
  'Whom the importer of an applied plan of the caller chose for words: {word: member}, null for nobody. Refuses a plan that is not applied.';
alter function private.people_to_remember(uuid) owner to cairn_definer;
create function public.remember_import_match(kind text, heads text[], matched jsonb, import uuid default null) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  kept jsonb;
begin
  perform private.refuse_importing(kind);
  if coalesce(cardinality(heads), 0) not between 1 and 1000 or jsonb_typeof(matched) is distinct from 'object'
    or octet_length(matched::text) > 100000
  then
    raise exception 'A match is a JSON object of at most 100,000 bytes for 1 to 1,000 heads.' using errcode = '22023';
  end if;
  kept := matched - 'people';
  if import is not null then
    kept := kept || jsonb_build_object('people', private.people_to_remember(import));
  end if;
  insert into public.import_matches as m (account_id, kind, heads, matched)
  values (account, kind, private.header_hash(heads), kept)
  on conflict on constraint import_matches_pkey do update set matched = excluded.matched, used_at = now();
  -- The latest hundred stay.
  delete from public.import_matches m
  where m.account_id = account and (m.kind, m.heads) in (
    select o.kind, o.heads from public.import_matches o where o.account_id = account order by o.used_at desc offset 100
  );
end
$$;
comment on function public.remember_import_match(text, text[], jsonb, uuid) is
  'Remembers for the account how a file with these heads was matched, and with an applied import the members whom its importer chose for words; the latest hundred are kept.';
alter function public.remember_import_match(text, text[], jsonb, uuid) owner to cairn_definer;
revoke all on function public.remember_import_match(text, text[], jsonb, uuid) from public, anon, authenticated, service_role;
grant execute on function public.remember_import_match(text, text[], jsonb, uuid) to authenticated;
create function public.get_import_words(kind text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_object_agg(f.field, f.words), '{}')
  from (
    select l.field, jsonb_object_agg(l.word, l.id) as words
    from (
      select distinct on (c.key, w.key) c.key as field, w.key as word, w.value as id
      from private.import_fields(private.my_account(), kind) c
      join public.import_matches m on m.account_id = private.my_account() and m.kind = get_import_words.kind
      cross join lateral jsonb_each_text(
        case jsonb_typeof(m.matched -> 'words' -> c.key) when 'object' then m.matched -> 'words' -> c.key end
      ) w
      where (c.field).type in ('choice', 'choices') and private.my_rank() >= 1
      order by c.key, w.key, m.used_at desc, m.heads
    ) l
    group by l.field
  ) f
$$;
comment on function public.get_import_words(text) is
  'The meanings of words of files in fields of a kind that hold choices, as remember_import_match got them last: {field: {word: id}}. The id is empty for a word that was left out.';
alter function public.get_import_words(text) owner to cairn_definer;
revoke all on function public.get_import_words(text) from public, anon, authenticated, service_role;
grant execute on function public.get_import_words(text) to authenticated;
create function private.forget_imported_person() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.import_matches m
  set matched = jsonb_set(m.matched, '{people}', (
    select coalesce(jsonb_object_agg(p.key, p.value) filter (where p.value is distinct from old.user_id::text), '{}')
    from jsonb_each_text(m.matched -> 'people') p
  ))
  where m.account_id = old.account_id
    and exists (select from jsonb_each_text(m.matched -> 'people') p where p.value = old.user_id::text);
  return null;
end
$$;
comment on function private.forget_imported_person() is
  'Trigger: forgets which words of files meant a member who leaves.';
alter function private.forget_imported_person() owner to cairn_definer;
create or replace function public.get_found(
  state text default 'waiting', kind text default null, source text default null, skip integer default 0
) returns jsonb
language sql stable set search_path = ''
as $$
  with fitting as (
    select f.*
    from public.found_records f
    where f.account_id = (select private.my_account()) and f.state = get_found.state
      and (get_found.kind is null or f.kind = get_found.kind)
      and (get_found.source is null or f.source = get_found.source)
  ),
  sending as materialized (
    select f.kind, f.source, max(f.last_seen_at) as last_at
    from public.found_records f
    where f.account_id = (select private.my_account())
    group by f.kind, f.source
  )
  select jsonb_build_object(
    'total', (select count(*) from fitting),
    'items', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', p.id, 'kind', p.kind, 'source', p.source, 'source_id', p.source_id, 'name', p.name, 'owner', p.owner,
        'first_seen_at', p.first_seen_at, 'last_seen_at', p.last_seen_at, 'state', p.state, 'record_id', c.id,
        -- A source can take hours for all of its pages.
        'is_missing', p.last_seen_at < s.last_at - interval '1 day'
      ) order by p.first_seen_at desc, p.id), '[]')
      from (
        select f.* from fitting f order by f.first_seen_at desc, f.id limit 100 offset greatest(coalesce(skip, 0), 0)
      ) p
      join sending s on s.kind = p.kind and s.source = p.source
      left join private.records c on c.kind = p.kind and c.id = p.record_id
    ),
    'groups', (
      select coalesce(jsonb_agg(to_jsonb(g) order by g.kind, g.source, g.state), '[]')
      from (
        select f.kind, f.source, f.state, count(*) as count
        from public.found_records f
        where f.account_id = (select private.my_account())
        group by f.kind, f.source, f.state
      ) g
    )
  )
$$;
comment on function public.get_found(text, text, text, integer) is
  'A page of 100 found records of a state, kind and source, the latest first: {"total", "items": [{"id", "kind", "source", "source_id", "name", "owner", "first_seen_at", "last_seen_at", "state", "record_id", "is_missing"}], "groups": [{"kind", "source", "state", "count"}]}; the groups are those of the account. The record is null where it is gone; a found record is missing where its source has sent others more than a day later.';
create or replace function private.cron_calendar(cron text) returns jsonb
language plpgsql immutable set search_path = ''
as $$
declare
  line text := lower(btrim(cron, E' \t\r\n'));
  fields text[];
  calendar jsonb;
begin
  if cron is null or char_length(cron) > 200 then
    raise exception 'A cron line has at most 200 characters.' using errcode = '22023', hint = 'Send it alone, without a command.';
  end if;
  line := case line
    when '@hourly' then '0 * * * *'
    when '@daily' then '0 0 * * *'
    when '@midnight' then '0 0 * * *'
    when '@weekly' then '0 0 * * 0'
    when '@monthly' then '0 0 1 * *'
    when '@yearly' then '0 0 1 1 *'
    when '@annually' then '0 0 1 1 *'
    else line
  end;
  fields := regexp_split_to_array(line, '\s+');
  if fields[1] ~ '^h(\(|/|$)' then
    raise exception 'Jenkins chooses what H stands for. Write the minute itself.'
      using errcode = '22023', hint = 'Such as 0 9 * * * with a grace of an hour for H 9 * * *.';
  end if;
  if line ~ '^rate\(' then
    raise exception 'A rate is an interval here.' using errcode = '22023', hint = 'Expect an interval, such as of a day.';
  end if;
  if cardinality(fields) <> 5 then
    raise exception 'A cron line has five fields: minute, hour, day, month and weekday.'
      using errcode = '22023', hint = 'It can also be @hourly, @daily, @weekly, @monthly or @yearly.';
  end if;
  calendar := jsonb_build_object(
    'minutes', private.sorted_numbers(private.cron_values(fields[1], '{}', 0, 59,
      'The minute of a cron line is 0 to 59, such as 30, 0,30 or */15.')),
    'hours', private.sorted_numbers(private.cron_values(fields[2], '{}', 0, 23,
      'The hour of a cron line is 0 to 23, such as 7, 8-18 or */2.')),
    'days', private.sorted_numbers(case
      when array_remove(string_to_array(fields[3], ','), 'l') = '{}' then '{}'
      else private.cron_values(array_to_string(array_remove(string_to_array(fields[3], ','), 'l'), ','), '{}', 1, 31,
        'The day of a cron line is 1 to 31, such as 1, 1,15 or L for the last of the month.')
    end),
    'last_day', 'l' = any(string_to_array(fields[3], ',')),
    'months', private.sorted_numbers(private.cron_values(fields[4], '{jan,feb,mar,apr,may,jun,jul,aug,sep,oct,nov,dec}', 1, 12,
      'The month of a cron line is 1 to 12 or jan to dec, such as 1,7 or */3.')),
    'both', left(fields[3], 1) in ('*', '?') or left(fields[5], 1) in ('*', '?'),
    'wild', left(fields[1], 1) in ('*', '?') or left(fields[2], 1) in ('*', '?')
  ) || private.cron_weekdays(fields[5]);
  perform private.refuse_calendar_without_days(calendar);
  return calendar;
end
$$;
create function private.plain_field(field text, place integer, counts_from_one boolean) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  asked constant text := case when field = '?' then '*' else
    regexp_replace(field, '^([0-9]+)/([0-9]+)$', '\1-' || (array['59', '23', '31', '12', '7'])[place] || '/\2')
  end;
  counted text := asked;
begin
  if place = 5 and counts_from_one then
    -- From the lowest on, so that none is counted twice. A number behind a stroke or a # is no weekday.
    for day in 1 .. 7 loop
      counted := regexp_replace(counted, '(^|[,-])' || day || '(?![0-9])', '\1' || (day - 1), 'g');
    end loop;
  end if;
  return counted;
end
$$;
comment on function private.plain_field(text, integer, boolean) is
  'A field of a foreign cron line as it is here: * for ?, 5-59/10 for 5/10, and weekdays from 0 on where they count from 1.';
alter function private.plain_field(text, integer, boolean) owner to cairn_definer;
create function private.plain_schedule(line text) returns table (cron text, time_zone text)
language plpgsql immutable set search_path = ''
as $$
declare
  said constant text[] := regexp_match(btrim(line, E' \t\r\n'), '^(?:(?:CRON_)?TZ=(\S+)\s+)?(.*)$', 'i');
  of_aws constant text := (regexp_match(said[2], '^cron\((.*)\)$', 'i'))[1];
  fields text[] := regexp_split_to_array(btrim(coalesce(of_aws, said[2])), '\s+');
  counts_from_one boolean;
begin
  cron := said[2];
  time_zone := said[1];
  if of_aws is null then
    -- Five fields without seconds are a line of Cairn.
    if cardinality(fields) not in (6, 7) or fields[1] !~ '^[0-9]{1,2}$' then
      return next;
      return;
    end if;
    fields := fields[2:];
  end if;
  -- The command of a line of crontab is none of its fields.
  if cardinality(fields) in (5, 6) and coalesce(fields[6], '*') in ('*', '?')
    and (select bool_and(f.field ~* '^([*?0-9]|l|[a-z]{3}(?![a-z]))') from unnest(fields[:5]) as f (field))
  then
    counts_from_one := '?' = any (fields[:5]);
    cron := array_to_string(array(
      select private.plain_field(f.field, f.place::integer, counts_from_one)
      from unnest(fields[:5]) with ordinality as f (field, place)
      order by f.place
    ), ' ');
  end if;
  return next;
end
$$;
comment on function private.plain_schedule(text) is
  'A line of another program''s cron as one of Cairn: without seconds and years (Quartz, Spring, Azure Functions), without the frame cron(…) (AWS), and with the time zone that it names (CRON_TZ=…). A line that no line here can say stays as it is.';
alter function private.plain_schedule(text) owner to cairn_definer;
create function private.plain_time_zone(name text) returns text
language sql immutable set search_path = ''
as $$
  select coalesce((
    select z.time_zone
    from (values
      ('dateline standard time', 'Etc/GMT+12'),
      ('utc-11', 'Etc/GMT+11'),
      ('aleutian standard time', 'America/Adak'),
      ('hawaiian standard time', 'Pacific/Honolulu'),
      ('marquesas standard time', 'Pacific/Marquesas'),
      ('alaskan standard time', 'America/Anchorage'),
      ('utc-09', 'Etc/GMT+9'),
      ('pacific standard time (mexico)', 'America/Tijuana'),
      ('utc-08', 'Etc/GMT+8'),
      ('pacific standard time', 'America/Los_Angeles'),
      ('us mountain standard time', 'America/Phoenix'),
      ('mountain standard time (mexico)', 'America/Chihuahua'),
      ('mountain standard time', 'America/Denver'),
      ('yukon standard time', 'America/Whitehorse'),
      ('central america standard time', 'America/Guatemala'),
      ('central standard time', 'America/Chicago'),
      ('easter island standard time', 'Pacific/Easter'),
      ('central standard time (mexico)', 'America/Mexico_City'),
      ('canada central standard time', 'America/Regina'),
      ('sa pacific standard time', 'America/Bogota'),
      ('eastern standard time (mexico)', 'America/Cancun'),
      ('eastern standard time', 'America/New_York'),
      ('haiti standard time', 'America/Port-au-Prince'),
      ('cuba standard time', 'America/Havana'),
      ('us eastern standard time', 'America/Indianapolis'),
      ('turks and caicos standard time', 'America/Grand_Turk'),
      ('paraguay standard time', 'America/Asuncion'),
      ('atlantic standard time', 'America/Halifax'),
      ('venezuela standard time', 'America/Caracas'),
      ('central brazilian standard time', 'America/Cuiaba'),
      ('sa western standard time', 'America/La_Paz'),
      ('pacific sa standard time', 'America/Santiago'),
      ('newfoundland standard time', 'America/St_Johns'),
      ('tocantins standard time', 'America/Araguaina'),
      ('e. south america standard time', 'America/Sao_Paulo'),
      ('sa eastern standard time', 'America/Cayenne'),
      ('argentina standard time', 'America/Buenos_Aires'),
      ('greenland standard time', 'America/Godthab'),
      ('montevideo standard time', 'America/Montevideo'),
      ('magallanes standard time', 'America/Punta_Arenas'),
      ('saint pierre standard time', 'America/Miquelon'),
      ('bahia standard time', 'America/Bahia'),
      ('utc-02', 'Etc/GMT+2'),
      ('azores standard time', 'Atlantic/Azores'),
      ('cape verde standard time', 'Atlantic/Cape_Verde'),
      ('gmt standard time', 'Europe/London'),
      ('greenwich standard time', 'Atlantic/Reykjavik'),
      ('sao tome standard time', 'Africa/Sao_Tome'),
      ('morocco standard time', 'Africa/Casablanca'),
      ('w. europe standard time', 'Europe/Berlin'),
      ('central europe standard time', 'Europe/Budapest'),
      ('romance standard time', 'Europe/Paris'),
      ('central european standard time', 'Europe/Warsaw'),
      ('w. central africa standard time', 'Africa/Lagos'),
      ('jordan standard time', 'Asia/Amman'),
      ('gtb standard time', 'Europe/Bucharest'),
      ('middle east standard time', 'Asia/Beirut'),
      ('egypt standard time', 'Africa/Cairo'),
      ('e. europe standard time', 'Europe/Chisinau'),
      ('syria standard time', 'Asia/Damascus'),
      ('west bank standard time', 'Asia/Hebron'),
      ('south africa standard time', 'Africa/Johannesburg'),
      ('fle standard time', 'Europe/Kiev'),
      ('israel standard time', 'Asia/Jerusalem'),
      ('south sudan standard time', 'Africa/Juba'),
      ('kaliningrad standard time', 'Europe/Kaliningrad'),
      ('sudan standard time', 'Africa/Khartoum'),
      ('libya standard time', 'Africa/Tripoli'),
      ('namibia standard time', 'Africa/Windhoek'),
      ('arabic standard time', 'Asia/Baghdad'),
      ('turkey standard time', 'Europe/Istanbul'),
      ('arab standard time', 'Asia/Riyadh'),
      ('belarus standard time', 'Europe/Minsk'),
      ('russian standard time', 'Europe/Moscow'),
      ('e. africa standard time', 'Africa/Nairobi'),
      ('iran standard time', 'Asia/Tehran'),
      ('arabian standard time', 'Asia/Dubai'),
      ('astrakhan standard time', 'Europe/Astrakhan'),
      ('azerbaijan standard time', 'Asia/Baku'),
      ('russia time zone 3', 'Europe/Samara'),
      ('mauritius standard time', 'Indian/Mauritius'),
      ('saratov standard time', 'Europe/Saratov'),
      ('georgian standard time', 'Asia/Tbilisi'),
      ('volgograd standard time', 'Europe/Volgograd'),
      ('caucasus standard time', 'Asia/Yerevan'),
      ('afghanistan standard time', 'Asia/Kabul'),
      ('west asia standard time', 'Asia/Tashkent'),
      ('ekaterinburg standard time', 'Asia/Yekaterinburg'),
      ('pakistan standard time', 'Asia/Karachi'),
      ('qyzylorda standard time', 'Asia/Qyzylorda'),
      ('india standard time', 'Asia/Calcutta'),
      ('sri lanka standard time', 'Asia/Colombo'),
      ('nepal standard time', 'Asia/Katmandu'),
      ('central asia standard time', 'Asia/Almaty'),
      ('bangladesh standard time', 'Asia/Dhaka'),
      ('omsk standard time', 'Asia/Omsk'),
      ('myanmar standard time', 'Asia/Rangoon'),
      ('se asia standard time', 'Asia/Bangkok'),
      ('altai standard time', 'Asia/Barnaul'),
      ('w. mongolia standard time', 'Asia/Hovd'),
      ('north asia standard time', 'Asia/Krasnoyarsk'),
      ('n. central asia standard time', 'Asia/Novosibirsk'),
      ('tomsk standard time', 'Asia/Tomsk'),
      ('china standard time', 'Asia/Shanghai'),
      ('north asia east standard time', 'Asia/Irkutsk'),
      ('singapore standard time', 'Asia/Singapore'),
      ('w. australia standard time', 'Australia/Perth'),
      ('taipei standard time', 'Asia/Taipei'),
      ('ulaanbaatar standard time', 'Asia/Ulaanbaatar'),
      ('aus central w. standard time', 'Australia/Eucla'),
      ('transbaikal standard time', 'Asia/Chita'),
      ('tokyo standard time', 'Asia/Tokyo'),
      ('north korea standard time', 'Asia/Pyongyang'),
      ('korea standard time', 'Asia/Seoul'),
      ('yakutsk standard time', 'Asia/Yakutsk'),
      ('cen. australia standard time', 'Australia/Adelaide'),
      ('aus central standard time', 'Australia/Darwin'),
      ('e. australia standard time', 'Australia/Brisbane'),
      ('aus eastern standard time', 'Australia/Sydney'),
      ('west pacific standard time', 'Pacific/Port_Moresby'),
      ('tasmania standard time', 'Australia/Hobart'),
      ('vladivostok standard time', 'Asia/Vladivostok'),
      ('lord howe standard time', 'Australia/Lord_Howe'),
      ('bougainville standard time', 'Pacific/Bougainville'),
      ('russia time zone 10', 'Asia/Srednekolymsk'),
      ('magadan standard time', 'Asia/Magadan'),
      ('norfolk standard time', 'Pacific/Norfolk'),
      ('sakhalin standard time', 'Asia/Sakhalin'),
      ('central pacific standard time', 'Pacific/Guadalcanal'),
      ('russia time zone 11', 'Asia/Kamchatka'),
      ('new zealand standard time', 'Pacific/Auckland'),
      ('utc+12', 'Etc/GMT-12'),
      ('fiji standard time', 'Pacific/Fiji'),
      ('chatham islands standard time', 'Pacific/Chatham'),
      ('utc+13', 'Etc/GMT-13'),
      ('tonga standard time', 'Pacific/Tongatapu'),
      ('samoa standard time', 'Pacific/Apia'),
      ('line islands standard time', 'Pacific/Kiritimati')
    ) as z (of_windows, time_zone)
    where z.of_windows = lower(btrim(name))
  ), btrim(name))
$$;
comment on function private.plain_time_zone(text) is
  'The name of a time zone without spaces around it; of a zone of Windows, that of the same zone in the database of time zones.';
alter function private.plain_time_zone(text) owner to cairn_definer;
create or replace function public.ping(
  token text, action text default 'success', rid uuid default null, note text default null, name text default null
)
returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  answer record;
begin
  -- Windows has exit codes below 0 and beyond 255.
  if action ~ '^-?[0-9]{1,10}$' and action::bigint not between 0 and 255 then
    action := 'fail';
  end if;
  if action is null or action !~ '^(success|start|fail|log|[0-9]{1,3})$' then
    raise exception 'The action must be success, start, fail, log or an exit code of 0 to 255.' using errcode = '22023';
  end if;
  select t.* into answer
  from private.take_in_calls(jsonb_build_array(jsonb_build_object(
    'token', coalesce(ping.token, ''), 'name', ping.name, 'action', ping.action, 'rid', ping.rid,
    'note', left(ping.note, 10000), 'network', private.network_of(private.caller_address())::text,
    'agent', private.caller_agent()
  ))) t;
  if answer.status = 200 then
    return '"OK"';
  end if;
  if answer.status = 404 then
    return private.refusal_response(404, 'Nobody has this address.', 'It may have been rotated or revoked.');
  end if;
  return private.refusal_response(429, 'Too many requests.', 'Wait a minute, then try again.', answer.retry_after);
end
$$;
comment on function public.ping(text, text, uuid, text, text) is
  'Reports a run by the token of a heartbeat''s address: success, start, fail, log (a note alone) or its exit code, of which one below 0 or beyond 255 counts as fail. An id pairs start and end; up to 10,000 bytes of text are kept. Answers "OK"; 404 for an address that nobody has, 429 beyond sixty calls a minute.';
create or replace function public.expect_of_heartbeat(
  heartbeat uuid, expects text, grace_seconds integer, every_seconds integer default null,
  working_hours jsonb default null, cron text default null, time_zone text default 'UTC'
)
returns void
language plpgsql security definer set search_path = ''
as $$
declare
  beat public.heartbeats := private.lock_heartbeat_to_change(heartbeat);
  before constant jsonb := private.expectation_in_history(beat);
  line text;
  zone text;
begin
  perform private.refuse_expectation(expects, every_seconds, grace_seconds);
  select p.cron, coalesce(p.time_zone, expect_of_heartbeat.time_zone) into line, zone
  from private.plain_schedule(coalesce(expect_of_heartbeat.cron, '')) p;
  zone := private.plain_time_zone(zone);
  perform private.refuse_time_zone(zone);
  beat.expects := expects;
  beat.every_seconds := case when expects = 'interval' then every_seconds end;
  beat.working_hours := case when expects = 'interval' then nullif(working_hours, 'null') end;
  perform private.refuse_working_hours(beat.working_hours);
  beat.cron := case when expects = 'cron' then line end;
  beat.calendar := case when expects = 'cron' then private.cron_calendar(line) end;
  beat.time_zone := zone;
  beat.grace_seconds := grace_seconds;
  beat.arrivals := '{}';
  if beat.status <> 'new' then
    beat.due_at := private.next_due(beat, beat.last_at);
    if beat.due_at + make_interval(secs => grace_seconds) <= now() then
      beat.due_at := private.next_due(beat, now());
    end if;
  end if;
  if beat.trouble = 'late' then
    beat := private.without_trouble(beat);
  end if;
  beat.late_at := private.late_from(beat);
  perform private.store_changed_heartbeat(beat);
  if private.expectation_in_history(beat) <> before then
    perform private.record_heartbeat_in_history(beat, before, private.expectation_in_history(beat));
  end if;
end
$$;
comment on function public.expect_of_heartbeat(uuid, text, integer, integer, jsonb, text, text) is
  'Says what is expected of a heartbeat, for who may change its record: nothing, an interval, or a cron line in a time zone. Lines of Quartz, Spring and AWS, a zone in the line (CRON_TZ=…) and zones of Windows are taken. The interval counts within working hours where they are given: {"days", "from", "to"}. Interval and grace are in seconds.';
create or replace function private.tools_of_assistants() returns text[]
language sql immutable set search_path = ''
as $$
  select array[
    'search', 'fetch', 'get_record', 'who_knows', 'what_depends_on', 'gaps_and_late', 'what_changed', 'list_records',
    'describe_fields', 'suggest_edit'
  ]
$$;
create trigger account_members_forget_in_imports after delete on public.account_members
  for each row execute function private.forget_imported_person();
comment on table public.import_matches is 'How the columns of files were matched last, for the next file with the same heads.';
comment on column public.import_matches.heads is 'A hash of the heads.';
comment on column public.import_matches.matched is
  'The match as remember_import_match got it, and people: the members whom the importer chose, by the word in lower case; null for nobody.';
comment on table public.imports is 'A plan: what rows of a file would do to the records of a kind.';
comment on column public.imports.source is 'Where the rows come from, such as an inventory; empty where nobody has said.';
comment on column public.imports.match_key is 'By what rows meet records: name, id, source or own.key.';
comment on column public.imports.partial is
  'Whether the source has more than the rows: then nothing is said to be gone there.';
comment on column public.imports.checked_at is 'Since when it is known what is gone at the source.';
comment on column public.imports.people is
  'The importer''s choices for unknown people, by their name in lower case: {"member"}, {"invite", "level"}, or {} for nobody; with "remembered" where an earlier import has it.';
comment on column public.imports.act is 'The act that applying it is.';
comment on column public.imports.parts is 'The fields that it has changed, as acts have them.';
comment on column public.imports.applied_at is 'When its first part was applied.';
drop function public.remember_import_match(text,text[],jsonb);
