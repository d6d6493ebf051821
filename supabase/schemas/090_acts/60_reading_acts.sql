-- Reading acts: a page of the account's acts, and one act with its lines.
--
-- Members read both, as they read the history. Names of people are looked up when a user reads them.

-- Of a giver who has left, the history keeps the name; of one whose user is deleted, nobody does.
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

create function private.act_json(a public.acts) returns jsonb
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
        (select t.name from public.teams t where t.account_id = a.account_id and t.id = a.value::uuid),
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
comment on function private.act_json(public.acts) is
  'An act with the names of people, tags and own fields: {"id", "action", "kind", "value", "value_name", "records", "done_by", "done_by_name", "done_at", "undone_by": {"act", "done_by", "done_by_name", "done_at", "records"}}. undone_by is its last undo.';

-- The name of a tag that is gone stands in each line.
create function private.tag_in_act(a public.acts) returns text
language sql stable security definer set search_path = ''
as $$
  select tag.value ->> 'name'
  from (
    select h.before, h.after
    from public.record_history h
    where h.account_id = a.account_id and h.act = a.id and h.field = 'tags'
      and jsonb_typeof(h.before) = 'array' and jsonb_typeof(h.after) = 'array'
    limit 1
  ) line
  cross join jsonb_array_elements(line.before || line.after) as tag (value)
  where tag.value ->> 'id' = a.value
  limit 1
$$;
comment on function private.tag_in_act(public.acts) is 'The name that the tag of an act had at that time.';

create function private.name_of_member(account uuid, person uuid) returns text
language sql stable security definer set search_path = ''
as $$
  select p.name
  from public.account_members m
  join public.profiles p on p.id = m.user_id
  where m.account_id = account and m.user_id = person
$$;
comment on function private.name_of_member(uuid, uuid) is 'The name of a member of an account; null of anybody else.';

create function private.act_json_with_undone(a public.acts) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select private.act_json(a) || jsonb_build_object('undoes', (
    select private.act_json(o) from public.acts o where o.account_id = a.account_id and o.id = a.undoes
  ))
$$;
comment on function private.act_json_with_undone(public.acts) is
  'An act in the form of act_json, with the act that it undoes.';

create function public.get_acts(skip integer default 0) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'total', (select count(*) from public.acts a where a.account_id = (select private.my_account())),
    'items', (
      select coalesce(jsonb_agg(private.act_json_with_undone(page) order by page.done_at desc, page.id), '[]')
      from (
        select a.*
        from public.acts a
        where a.account_id = (select private.my_account())
        order by a.done_at desc, a.id
        limit 50 offset greatest(coalesce(skip, 0), 0)
      ) page
    )
  )
$$;
comment on function public.get_acts(integer) is
  'A page of 50 acts of the account, the latest first: {"total", "items"}, each as act_json says it, with "undoes": the act that it takes back.';
grant execute on function public.get_acts(integer) to authenticated;

create function public.get_act(act_param uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  found_act public.acts;
  lines jsonb;
begin
  select a.* into found_act from public.acts a where a.id = act_param and a.account_id = private.my_account();
  if not found then
    raise exception 'There is no such act.'
      using errcode = 'PT404', detail = 'act.unknown', hint = 'Acts are kept as long as the history.';
  end if;
  if found_act.done_at > now() - private.undo_time() and private.my_rank() >= 1 then
    select coalesce(jsonb_agg(jsonb_build_object(
      'record_id', l.record_id, 'problem', l.problem, 'problem_by', l.problem_by
    )), '[]') into lines
    from private.checked_lines(found_act.id) l;
  end if;
  return private.act_json_with_undone(found_act) || jsonb_build_object(
    'lines', (
      select count(*)
      from public.record_history h
      where h.account_id = found_act.account_id and h.act = found_act.id
        and coalesce(h.field, h.action) = any (found_act.parts)
    ),
    'undoable', (
      select count(distinct l.record_id)
      from jsonb_to_recordset(lines) as l (record_id uuid, problem text)
      where l.problem is null
    ),
    'left', private.grouped_problems(coalesce(lines, '[]')),
    'team', found_act.ended_team ->> 'name',
    'expires_at', found_act.done_at + private.undo_time()
  );
end
$$;
comment on function public.get_act(uuid) is
  'An act of the account, as get_acts gives it, with {"lines", "undoable", "left", "team", "expires_at"}. undoable says how many records the caller can undo now, left the problems of the others. Its undo restores the team of this name. PT404 where there is none.';
grant execute on function public.get_act(uuid) to authenticated;

create function public.get_act_lines(act_param uuid, skip integer default 0) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(
    jsonb_build_object(
      'kind', l.kind,
      'record_id', l.record_id,
      'name', l.record_name,
      'part', l.part,
      'before', l.before,
      'after', l.after,
      'before_name', private.person_in_line(l.part, l.before),
      'after_name', private.person_in_line(l.part, l.after),
      'is_there', l.is_there,
      'problem', l.problem,
      'problem_by', l.problem_by,
      'problem_by_name', private.name_of_member(private.my_account(), l.problem_by)
    )
    order by l.place
  ), '[]')
  from private.checked_lines(act_param, skip, 100) l
$$;
comment on function public.get_act_lines(uuid, integer) is
  'A page of 100 lines of an act, by name. [{"kind", "record_id", "name", "part", "before", "after", "before_name", "after_name", "is_there", "problem", "problem_by", "problem_by_name"}]. The part is a field, deleted or restored. The problem is that of private.checked_lines.';
grant execute on function public.get_act_lines(uuid, integer) to authenticated;

create function private.person_in_line(part text, value jsonb) returns text
language sql stable security definer set search_path = ''
as $$
  select case
    when part = 'owner_id' and jsonb_typeof(value) = 'string'
      then private.name_of_member(private.my_account(), (value #>> '{}')::uuid)
    when part in ('owner_id', 'experts') and jsonb_typeof(value) = 'object' then value ->> 'name'
  end
$$;
comment on function private.person_in_line(text, jsonb) is
  'The name of an owner or expert as the history keeps them; null for nobody, and for a member who has left.';

create function public.undo_last_act() returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  last public.acts;
begin
  select a.* into last
  from public.acts a
  where a.account_id = private.my_account() and a.done_by = private.caller_id() and a.action <> 'undo'
    and a.done_at > now() - interval '1 hour'
    and not exists (select from public.acts u where u.account_id = a.account_id and u.undoes = a.id)
  order by a.done_at desc, a.id
  limit 1;
  if not found then
    return null;
  end if;
  return public.undo_act(last.id) || jsonb_build_object('undoes', private.act_json(last));
end
$$;
comment on function public.undo_last_act() is
  'Takes back what the caller did last within an hour and has not been taken back: as undo_act, with "undoes", the act. Null where there is nothing.';
grant execute on function public.undo_last_act() to authenticated;
