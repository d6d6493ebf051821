set check_function_bodies = off;
create table public.acts (
  id uuid primary key,
  account_id uuid not null references public.accounts (id) on delete cascade,
  action text not null,
  kind text,
  value text,
  parts text[] not null,
  records integer not null,
  undoes uuid,
  departed jsonb not null default '[]',
  done_by uuid,
  done_at timestamptz not null default now(),
  constraint acts_action_known check (private.holds(
    action in ('owner', 'status', 'expert', 'delete', 'restore', 'handover', 'undo'),
    'Action must be owner, status, expert, delete, restore, handover or undo.'
  )),
  constraint acts_undo_of_an_act check (private.holds(
    (action = 'undo') = (undoes is not null),
    'An undo, and only an undo, names the act that it undoes.'
  ))
);
create index acts_by_time_idx on public.acts (account_id, done_at desc, id);
create index acts_undoes_idx on public.acts (account_id, undoes) where undoes is not null;
create index acts_done_at_idx on public.acts (done_at);
alter table public.acts add constraint acts_kind_known check (private.holds(
  kind in ('system', 'solution', 'agent', 'automation'),
  'Kind must be system, solution, agent or automation.'
));
alter table public.acts owner to cairn_owner;
create index record_history_by_act_idx on public.record_history (account_id, act);
insert into public.acts (id, account_id, action, kind, value, parts, records, departed, done_by, done_at)
select
  b.act, b.account_id, b.action, b.kind, b.value,
  case b.action
    when 'owner' then array['owner_id']
    when 'status' then array['status']
    when 'expert' then array['experts']
    else array['deleted']
  end,
  cardinality(b.ids), b.departed, b.person_id, b.done_at
from private.bulk_acts b;
drop function private.note_bulk_act(text, text, text, uuid[], jsonb);
drop table private.bulk_acts;

-- Written by `npm run migration` from supabase/schemas:

set check_function_bodies = off;
create or replace function public.secure_update_user_permission(
  target_user_id uuid,
  new_permission_level text,
  target_account_id uuid,
  handover jsonb default null
) returns void
language plpgsql set search_path = ''
as $$
begin
  if private.rank(new_permission_level) is null then
    raise exception 'Please select a valid permission level.'
      using errcode = '22023', hint = 'It is viewer, user, manager or admin.';
  end if;
  if target_account_id = private.my_account() and private.my_rank() = 3 then
    perform private.refuse_stranger(target_user_id);
    if handover is not null and new_permission_level = 'viewer' then
      perform private.hand_over(target_user_id, handover, false);
    end if;
    update public.account_members
    set permission_level = new_permission_level
    where user_id = target_user_id and account_id = target_account_id;
    if found then
      if handover is not null then
        perform private.note_act(target_account_id, 'handover', target_user_id::text, private.part_of_act('handover'));
      end if;
      return;
    end if;
  end if;
  -- Also for a caller who was an admin a moment ago: the update then found no row that is theirs to change.
  raise exception 'Permission changes must be made by an account administrator.'
    using errcode = '42501', hint = 'Ask an administrator of the account.';
end
$$;
create or replace function public.update_member(
  target_user_id uuid,
  new_name text default null,
  new_job_role text default null,
  new_department text default null,
  new_knowledge_areas text[] default null,
  new_permission_level text default null,
  handover jsonb default null
) returns void
language plpgsql set search_path = ''
as $$
declare
  allowed boolean;
begin
  perform private.refuse_stranger(target_user_id);
  if target_user_id = private.caller_id() then
    raise exception 'Nobody changes themselves as a team member.'
      using errcode = '42501', hint = 'Your own details are changed in your profile.';
  end if;
  if handover is not null and new_permission_level = 'viewer' then
    perform private.hand_over(target_user_id, handover, false);
  end if;
  update public.account_members m
  set permission_level = coalesce(new_permission_level, m.permission_level),
    knowledge_areas = coalesce(new_knowledge_areas, m.knowledge_areas)
  where m.user_id = target_user_id;
  allowed := found;
  if new_department is not null then
    update public.account_members set department = nullif(btrim(new_department), '') where user_id = target_user_id;
    allowed := allowed and found;
  end if;
  update public.profiles p set name = coalesce(new_name, p.name) where p.id = target_user_id;
  allowed := allowed and found;
  if new_job_role is not null then
    update public.profiles set job_role = nullif(btrim(new_job_role), '') where id = target_user_id;
    allowed := allowed and found;
  end if;
  if not allowed then
    raise exception 'Members are changed by managers, administrators by administrators.'
      using errcode = '42501', hint = 'Ask an administrator.';
  end if;
  if handover is not null then
    perform private.note_act(private.my_account(), 'handover', target_user_id::text, private.part_of_act('handover'));
  end if;
end
$$;
create or replace function public.remove_member(target_user_id uuid, handover jsonb default null) returns void
language plpgsql set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
begin
  perform private.refuse_stranger(target_user_id);
  if target_user_id is distinct from private.caller_id() and private.my_rank() is distinct from 3 then
    raise exception 'Members are removed by administrators.'
      using errcode = '42501', hint = 'Everybody may leave by themselves.';
  end if;
  perform private.hand_over(target_user_id, coalesce(handover, '{}'), true);
  if target_user_id = private.caller_id() then
    perform private.leave_account();
  else
    delete from public.account_members where user_id = target_user_id;
    -- A caller who was an admin a moment ago.
    if not found then
      raise exception 'Members are removed by administrators.'
        using errcode = '42501', hint = 'Everybody may leave by themselves.';
    end if;
  end if;
  perform private.note_act(account, 'handover', target_user_id::text, private.part_of_act('handover'));
end
$$;
create function private.note_act(
  account uuid, action text, value text, parts text[], departed jsonb default null, undoes uuid default null
) returns uuid
language sql volatile security definer set search_path = ''
as $$
  insert into public.acts as a (id, account_id, action, kind, value, parts, records, undoes, departed, done_by)
  select
    private.current_act(), account, note_act.action, case when count(distinct h.kind) = 1 then min(h.kind) end,
    note_act.value, note_act.parts, count(distinct h.record_id), note_act.undoes, coalesce(note_act.departed, '[]'),
    private.caller_id()
  from public.record_history h
  where h.account_id = account and h.act = private.current_act() and coalesce(h.field, h.action) = any (note_act.parts)
  having count(*) > 0
  on conflict (id) do update
  set action = excluded.action, kind = excluded.kind, value = excluded.value, parts = excluded.parts,
    records = excluded.records, undoes = excluded.undoes, departed = excluded.departed
  returning a.id
$$;
comment on function private.note_act(uuid, text, text, text[], jsonb, uuid) is
  'Remembers what this transaction has done to records of an account; gives the act, or null where its history has nothing of it.';
alter function private.note_act(uuid, text, text, text[], jsonb, uuid) owner to cairn_definer;
grant execute on function private.note_act(uuid, text, text, text[], jsonb, uuid) to authenticated;
create function private.part_of_act(action text) returns text[]
language sql immutable set search_path = ''
as $$
  select case action
    when 'owner' then array['owner_id']
    when 'status' then array['status']
    when 'expert' then array['experts']
    when 'delete' then array['deleted']
    when 'restore' then array['restored']
    when 'handover' then array['owner_id', 'experts']
  end
$$;
comment on function private.part_of_act(text) is 'Which lines of the history an act of a sort makes.';
alter function private.part_of_act(text) owner to cairn_definer;
grant execute on function private.part_of_act(text) to authenticated;
create function private.undo_time() returns interval
language sql immutable set search_path = ''
as $$
  select interval '30 days'
$$;
comment on function private.undo_time() is 'For how long an act can be taken back.';
alter function private.undo_time() owner to cairn_definer;
create function private.departed_of(ids uuid[]) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(to_jsonb(d) - 'person_name'), '[]')
  from public.departed_owners d
  where d.account_id = private.my_account() and d.record_id = any (ids)
$$;
comment on function private.departed_of(uuid[]) is
  'Whose owner has left, of some records of the caller''s account; as restore_departed_owners reads it.';
alter function private.departed_of(uuid[]) owner to cairn_definer;
grant execute on function private.departed_of(uuid[]) to authenticated;
create or replace function public.answer_handovers(
  answer text,
  handover_ids uuid[] default null,
  of_act uuid default null,
  receiver uuid default null,
  invitation uuid default null
) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  person constant uuid := private.caller_id();
  answered uuid[];
begin
  perform private.refuse_answer(answer, cardinality(handover_ids), receiver, invitation);
  perform private.lock_members(account, array[person, receiver]);
  perform private.refuse_receivers(account, array_remove(array[receiver], null), array_remove(array[invitation], null));
  select array_agg(mine.id) into answered
  from (
    select h.id
    from public.handovers h
    where h.account_id = account and h.receiver_id = person and h.state = 'pending'
      and (h.id = any (handover_ids) or h.act = of_act)
      and ((select private.my_rank()) = 3 or h.kind = any (array(select private.kinds_in_use())))
      and exists (
        select from private.catalogue_records r
        where r.account_id = account and r.kind = h.kind and r.id = h.record_id
      )
    order by h.id
    for update of h
  ) mine;
  if answered is null or exists (select unnest(handover_ids) except select unnest(answered)) then
    perform private.refuse_stale('This was answered, withdrawn or given to somebody else in the meantime.');
  end if;
  if invitation is not null and exists (
    select from public.handovers h where h.id = any (answered) and h.part = 'expert'
  ) then
    raise exception 'Experts are members: who is invited becomes one after joining.'
      using errcode = '22023', hint = 'Choose a member.';
  end if;
  update public.handovers h
  set state = case answer when 'accept' then 'accepted' else 'passed_on' end, answered_at = now()
  where h.id = any (answered);
  insert into public.record_history (account_id, kind, record_id, record_name, action, field, after, changed_by)
  select
    account, h.kind, h.record_id, r.name, 'updated', 'handover',
    private.handover_line(
      h.part, h.state, h.giver_id, h.giver_name,
      case answer when 'accept' then person else receiver end, invitation
    ),
    person
  from public.handovers h
  join private.catalogue_records r on r.account_id = account and r.kind = h.kind and r.id = h.record_id
  where h.id = any (answered);
  if answer = 'pass_on' then
    perform private.pass_on(account, answered, receiver, invitation);
    perform private.note_act(account, 'handover', person::text, private.part_of_act('handover'));
  end if;
  return cardinality(answered);
end
$$;
create function public.get_bin(of_kind text default null, skip integer default 0, query text default '') returns jsonb
language sql stable security definer set search_path = ''
as $$
  with mine as (
    select b.kind, b.record_id, b.name, b.deleted_by, b.deleted_at, b.reason, b.act
    from public.binned_records b
    where b.account_id = (select private.my_account()) and (of_kind is null or b.kind = of_kind)
      and strpos(lower(b.name), lower(btrim(coalesce(query, '')))) > 0
  )
  select jsonb_build_object(
    'total', (select count(*) from mine),
    'days', private.bin_days(),
    'items', (
      select coalesce(jsonb_agg(
        jsonb_build_object(
          'kind', page.kind,
          'id', page.record_id,
          'name', page.name,
          'deleted_by', page.deleted_by,
          'deleted_by_name', p.name,
          'deleted_at', page.deleted_at,
          'expires_at', page.deleted_at + make_interval(days => private.bin_days()),
          'reason', page.reason,
          'act', page.act,
          'act_records', a.records,
          'may_restore', private.may_restore(b.account_id, b.record, b.deleted_at)
        )
        order by page.deleted_at desc, page.record_id
      ), '[]')
      from (
        select * from mine
        order by mine.deleted_at desc, mine.record_id
        limit 100 offset greatest(coalesce(skip, 0), 0)
      ) page
      join public.binned_records b
        on b.account_id = (select private.my_account()) and b.kind = page.kind and b.record_id = page.record_id
      left join public.acts a
        on a.id = page.act and a.account_id = b.account_id and a.done_at > now() - private.undo_time()
      left join public.account_members m on m.account_id = (select private.my_account()) and m.user_id = page.deleted_by
      left join public.profiles p on p.id = m.user_id
    )
  )
$$;
comment on function public.get_bin(text, integer, text) is
  'A page of 100 of the account''s bin, what was deleted last first. The query is part of the name. {"total", "days", "items": [{"kind", "id", "name", "deleted_by", "deleted_by_name", "deleted_at", "expires_at", "reason", "act", "act_records", "may_restore"}]}. act_records says how many records went with the act, where undo_act may still restore them.';
alter function public.get_bin(text, integer, text) owner to cairn_definer;
revoke all on function public.get_bin(text, integer, text) from public, anon, authenticated, service_role;
grant execute on function public.get_bin(text, integer, text) to authenticated, service_role;
create or replace function private.empty_bins(
  keep_days integer, at_most integer, account uuid default null, only_these text[] default null
)
returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  emptied jsonb;
begin
  insert into private.bin_time as t (days) values (keep_days)
  on conflict (only_row) do update set days = excluded.days where t.days <> excluded.days;
  with gone as (
    delete from public.binned_records b
    where (b.account_id, b.kind, b.record_id) in (
      select o.account_id, o.kind, o.record_id
      from public.binned_records o
      where o.deleted_at < now() - make_interval(days => keep_days)
        and (account is null or o.account_id = account)
        and (only_these is null or o.kind || ' ' || o.record_id = any (only_these))
      order by o.deleted_at
      limit at_most
      for update skip locked
    )
    returning b.account_id
  ),
  by_account as (
    select g.account_id, count(*) as records from gone g group by g.account_id
  )
  select coalesce(jsonb_object_agg(a.account_id, a.records), '{}') into emptied from by_account a;
  perform private.write_audit(
    e.key::uuid, null, 'bin_expired', 'bin', null,
    jsonb_build_object('records', e.value, 'days', keep_days)
  )
  from jsonb_each(emptied) as e;
  return (select coalesce(sum(e.value::integer), 0) from jsonb_each(emptied) as e);
end
$$;
comment on function private.empty_bins(integer, integer, uuid, text[]) is
  'Deletes the oldest records in bins that are older than so many days, of one account where it is given, only those with these keys where they are given, and tells the audit log of each account.';
create function private.refuse_problem_of_restoring(answer jsonb) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  worst jsonb;
begin
  select p into worst
  from jsonb_array_elements(answer) as p
  where p ->> 'problem' is not null
  order by array_position(array['not_in_bin', 'not_allowed', 'switched_off', 'name_taken'], p ->> 'problem')
  limit 1;
  case worst ->> 'problem'
    when 'not_in_bin' then
      raise exception 'This record is not in the bin any more.'
        using errcode = 'PT404', hint = 'Somebody else may have restored or purged it.';
    when 'not_allowed' then
      raise exception 'You may not restore this record.'
        using errcode = '42501', hint = 'Whoever may delete a record restores it.';
    when 'switched_off' then
      perform private.refuse_feature_off(private.feature_of(worst ->> 'kind'));
    when 'name_taken' then
      raise exception '% with this name already exists.',
        (select k.noun from private.kinds k where k.kind = worst ->> 'kind')
        using errcode = '23505', detail = worst ->> 'record_id', hint = 'Choose another name. Capitals make no difference.';
    else
      null;
  end case;
end
$$;
comment on function private.refuse_problem_of_restoring(jsonb) is
  'Refuses a restoration that could not bring back every record, as restore_records has answered.';
alter function private.refuse_problem_of_restoring(jsonb) owner to cairn_definer;
create function public.restore_from_bin(ids uuid[], new_names jsonb default '{}', partly boolean default false)
returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  answer jsonb;
begin
  if ids is null or jsonb_typeof(new_names) is distinct from 'object' then
    raise exception 'Records are restored by their ids.' using errcode = '22023', hint = 'Send a list of ids.';
  end if;
  if cardinality(ids) > 2000 then
    raise exception 'At most 2,000 records are restored at once.' using errcode = '22023', hint = 'Choose fewer.';
  end if;
  select coalesce(jsonb_agg(to_jsonb(r)), '[]') into answer from private.restore_records(ids, new_names) r;
  if not coalesce(partly, false) then
    perform private.refuse_problem_of_restoring(answer);
  end if;
  return jsonb_build_object('act', private.note_act(
    private.my_account(), 'restore', null, private.part_of_act('restore')
  )) || (
    select jsonb_build_object(
      'restored', coalesce(jsonb_agg(jsonb_build_object(
        'kind', p ->> 'kind', 'id', p ->> 'record_id', 'name', p ->> 'name', 'missing', p -> 'missing'
      )) filter (where p ->> 'problem' is null), '[]'),
      'left', coalesce(jsonb_agg(jsonb_build_object(
        'id', p ->> 'record_id', 'name', p ->> 'name', 'problem', p ->> 'problem'
      )) filter (where p ->> 'problem' is not null), '[]')
    )
    from jsonb_array_elements(answer) as p
  );
end
$$;
comment on function public.restore_from_bin(uuid[], jsonb, boolean) is
  'Restores records with the ids, people, links and times that they had: all or none, or partly those that can be restored. For callers who may delete them. new_names has a name by id where the old one is taken (23505). Answers {"act", "restored": [{"kind", "id", "name", "missing": [{"part", "name", "why"}]}], "left": [{"id", "name", "problem"}]}; a problem is not_in_bin, not_allowed, switched_off or name_taken.';
alter function public.restore_from_bin(uuid[], jsonb, boolean) owner to cairn_definer;
revoke all on function public.restore_from_bin(uuid[], jsonb, boolean) from public, anon, authenticated, service_role;
grant execute on function public.restore_from_bin(uuid[], jsonb, boolean) to authenticated, service_role;
create or replace function public.delete_records(
  kind_param text, ids uuid[], reason_param text default '', move_to uuid default null, told boolean default false
) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
  reason constant text := private.display_text(coalesce(reason_param, ''));
  known integer;
  allowed integer;
begin
  perform private.refuse_other_kind(kind_param);
  if ids is null or cardinality(ids) = 0 or char_length(reason) > 500 then
    raise exception 'Delete 1 to 2,000 records, with a reason of at most 500 characters.' using errcode = '22023';
  end if;
  perform private.refuse_many_deletions(cardinality(ids));
  perform private.refuse_feature_off(private.feature_of(kind_param));
  execute format(
    'with locked as (
      select r.* from public.%I r where r.account_id = $1 and r.id = any ($2) order by r.id for update
    )
    select count(*), count(*) filter (where private.may_delete(to_jsonb(l))) from locked l',
    private.catalogue_of(kind_param)
  ) into known, allowed using account, ids;
  if known < (select count(distinct i.id) from unnest(ids) as i (id)) then
    raise exception 'This record does not exist any more.' using errcode = 'PT404';
  end if;
  if allowed < known then
    raise exception 'You may not delete this record.'
      using errcode = '42501', hint = 'Users delete what they made or own, managers all.';
  end if;
  if move_to is not null and (move_to = any (ids) or not private.is_record(account, kind_param, move_to)) then
    raise exception 'The links cannot be moved to this record.'
      using errcode = '23503', hint = 'Choose another record of the same kind.';
  end if;
  perform set_config('cairn.reason', reason, true);
  perform private.put_into_bin(account, kind_param, ids);
  if move_to is not null then
    perform private.move_links(account, kind_param, ids, move_to);
  end if;
  if told then
    perform private.tell_owners(account, kind_param, ids, move_to, reason);
  end if;
  execute format('delete from public.%I r where r.account_id = $1 and r.id = any ($2)', private.catalogue_of(kind_param))
    using account, ids;
  perform set_config('cairn.reason', '', true);
  if known > 1 then
    perform private.note_act(account, 'delete', null, private.part_of_act('delete'));
  end if;
  return known;
end
$$;
create or replace function public.change_in_bulk(
  kind text, action text, value text default null, ids uuid[] default null, query text default '',
  statuses text[] default null, owners uuid[] default null, without_owner boolean default false,
  gaps text[] default null, seen_at timestamptz default null, reason text default '', move_to uuid default null,
  told boolean default false, excepted uuid[] default null
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  meant constant uuid[] := private.records_in_bulk(kind, ids, query, statuses, owners, without_owner, gaps, excepted);
  until constant timestamptz := coalesce(seen_at, 'infinity');
  invited constant boolean := private.is_invited_in_bulk(action, value);
  counted jsonb;
  departed jsonb;
  changed uuid[];
  act uuid;
begin
  perform private.refuse_bulk(action, value);
  if action = 'delete' then
    perform private.refuse_many_deletions(cardinality(meant));
  end if;
  counted := private.count_in_bulk(kind, action, value, meant, seen_at);
  if action = 'owner' then
    departed := private.departed_of(meant);
  end if;
  if action = 'delete' then
    changed := private.hold_deletable(kind, meant, until);
    if cardinality(changed) > 0 then
      perform public.delete_records(kind, changed, left(reason, 500), move_to, told);
    end if;
  else
    execute private.bulk_statement(action, private.catalogue_of(kind))
      into changed using meant, value, until, invited, kind;
  end if;
  if cardinality(changed) > 0 then
    act := private.note_act(private.my_account(), action, value, private.part_of_act(action), departed);
  end if;
  return counted || jsonb_build_object(
    'act', act,
    'changes', cardinality(changed),
    'changed_meanwhile', (counted ->> 'total')::integer - (counted ->> 'no_right')::integer
      - (counted ->> 'already')::integer - cardinality(changed)
  );
end
$$;
create function private.checked_lines(of_act uuid, skip integer default 0, at_most integer default null)
returns table (
  place bigint, kind text, record_id uuid, record_name text, part text, before jsonb, after jsonb, changed_at timestamptz,
  is_there boolean, problem text, problem_by uuid
)
language sql stable security definer set search_path = ''
as $$
  with act as materialized (
    select a.* from public.acts a where a.id = of_act and a.account_id = (select private.my_account())
  ),
  caller as materialized (
    select private.caller_id() as id, coalesce(private.my_rank(), -1) as rank, array(select private.kinds_in_use()) as kinds
  ),
  line as materialized (
    select
      h.kind, h.record_id, h.record_name, coalesce(h.field, h.action) as part, h.before, h.after, h.changed_at,
      row_number() over (order by lower(h.record_name), h.record_id, h.changed_at, h.id) as place
    from act a
    join public.record_history h on h.account_id = a.account_id and h.act = a.id
    where coalesce(h.field, h.action) = any (a.parts)
    order by place
    limit at_most offset greatest(coalesce(skip, 0), 0)
  )
  select
    l.place, l.kind, l.record_id, l.record_name, l.part, l.before, l.after, l.changed_at, r.id is not null,
    case
      when newer.id is not null and newer.action in ('deleted', 'restored') then newer.action
      when newer.id is not null then 'changed'
      when l.part = 'deleted' and b.record_id is null or l.part <> 'deleted' and r.id is null then 'gone'
      when not case l.part
        when 'deleted' then private.may_restore(a.account_id, b.record, b.deleted_at)
        when 'experts' then c.rank >= 1
        else c.rank >= 2 or c.rank = 1 and (
          c.id in (r.created_by, r.owner_id) is true
          -- A caller who gave a record away may have it back.
          or l.part = 'owner_id' and a.done_by = c.id and l.before = to_jsonb(c.id)
        )
      end then 'not_allowed'
      when c.rank < 3 and l.kind <> all (c.kinds) then 'switched_off'
      when l.part = 'deleted' and private.name_is_taken(a.account_id, l.kind, b.name) then 'name_taken'
      when former.left_since then 'left'
    end,
    newer.changed_by
  from line l
  cross join act a
  cross join caller c
  left join private.records r on l.part <> 'deleted' and r.account_id = a.account_id and r.kind = l.kind and r.id = l.record_id
  left join public.binned_records b
    on l.part = 'deleted' and b.account_id = a.account_id and b.kind = l.kind and b.record_id = l.record_id and b.act = a.id
  left join lateral (
    select n.id, n.action, n.changed_by
    from public.record_history n
    where n.account_id = a.account_id and n.record_id = l.record_id and n.changed_at > l.changed_at and n.act <> a.id
      and case
        when l.part = 'deleted' then n.action <> 'updated'
        when r.id is null then n.action = 'deleted'
        when l.part = 'restored' then true
        when l.part = 'experts'
          then n.field = 'experts' and coalesce(n.after, n.before) -> 'id' = coalesce(l.after, l.before) -> 'id'
        else n.field = l.part
      end
    order by n.changed_at desc, n.id
    limit 1
  ) newer on true
  cross join lateral (
    select case
      when l.part = 'experts' and l.after is null or l.part = 'owner_id' and jsonb_typeof(l.before) = 'string' then not exists (
        select from public.account_members m
        where m.account_id = a.account_id
          and m.user_id = (case l.part when 'experts' then l.before ->> 'id' else l.before #>> '{}' end)::uuid
      )
      when l.part = 'owner_id' and jsonb_typeof(l.before) = 'object' then not exists (
        select from public.pending_invitations i
        where i.account_id = a.account_id and i.id = (l.before ->> 'id')::uuid
          and i.accepted_at is null and i.declined_at is null and i.expires_at > now()
      )
      else false
    end as left_since
  ) former
  order by l.place
$$;
comment on function private.checked_lines(uuid, integer, integer) is
  'The lines of an act of the caller''s account, by name, and what speaks against taking each back: changed, deleted or restored since (by whom), gone, not_allowed, switched_off, name_taken, left (the former owner or expert), or nothing.';
alter function private.checked_lines(uuid, integer, integer) owner to cairn_definer;
create function private.put_former_values(lines jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  one record;
begin
  for one in
    select distinct l.kind, l.part
    from jsonb_to_recordset(lines) as l (kind text, part text)
    where l.part in ('owner_id', 'status')
  loop
    execute format(
      'with was as materialized (
        select distinct on (l.record_id) l.record_id, l.before
        from jsonb_to_recordset($2) as l (kind text, record_id uuid, part text, before jsonb, changed_at timestamptz)
        where l.kind = $3 and l.part = $4
        order by l.record_id, l.changed_at
      )
      update public.%1$I t
      set ' || case one.part
        when 'owner_id' then
          'owner_id = case when jsonb_typeof(h.before) = ''string'' then (h.before #>> ''{}'')::uuid end,
          invited_owner_id = case when jsonb_typeof(h.before) = ''object'' then (h.before ->> ''id'')::uuid end'
        else 'status = h.before #>> ''{}'''
      end || '
      from was h
      where t.account_id = $1 and t.id = h.record_id',
      private.catalogue_of(one.kind)
    ) using private.my_account(), lines, one.kind, one.part;
  end loop;
end
$$;
comment on function private.put_former_values(jsonb) is 'Gives records the owner or status back that they had before an act.';
alter function private.put_former_values(jsonb) owner to cairn_definer;
create function private.put_former_experts(lines jsonb) returns void
language sql security definer set search_path = ''
as $$
  delete from public.record_experts e
  using jsonb_to_recordset(lines) as l (record_id uuid, part text, after jsonb)
  where l.part = 'experts' and jsonb_typeof(l.after) = 'object'
    and e.account_id = private.my_account() and e.record_id = l.record_id and e.expert_id = (l.after ->> 'id')::uuid;
  insert into public.record_experts (account_id, kind, record_id, expert_id, assigned_by)
  select distinct private.my_account(), l.kind, l.record_id, (l.before ->> 'id')::uuid, private.caller_id()
  from jsonb_to_recordset(lines) as l (kind text, record_id uuid, part text, before jsonb)
  where l.part = 'experts' and jsonb_typeof(l.before) = 'object'
  on conflict do nothing;
$$;
comment on function private.put_former_experts(jsonb) is
  'Removes the experts whom an act has named, and names those whom it has removed.';
alter function private.put_former_experts(jsonb) owner to cairn_definer;
create function private.delete_again(lines jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  one record;
begin
  for one in
    select l.kind, array_agg(l.record_id) as ids
    from jsonb_to_recordset(lines) as l (kind text, record_id uuid, part text)
    where l.part = 'restored'
    group by l.kind
  loop
    perform public.delete_records(one.kind, one.ids);
  end loop;
end
$$;
comment on function private.delete_again(jsonb) is 'Deletes the records that an act has restored.';
alter function private.delete_again(jsonb) owner to cairn_definer;
create function private.hold_act(act_param uuid) returns public.acts
language plpgsql volatile security definer set search_path = ''
as $$
declare
  held public.acts;
  kind text;
begin
  select a.* into held
  from public.acts a
  where a.id = act_param and a.account_id = private.my_account() and a.done_at > now() - private.undo_time()
  for update;
  if not found then
    raise exception 'This cannot be taken back any more.'
      using errcode = 'PT404', hint = 'An act can be taken back for 30 days.';
  end if;
  if coalesce(private.my_rank(), 0) < 1 then
    raise exception 'You may not take this back.'
      using errcode = '42501', hint = 'Members who may change records take acts back.';
  end if;
  for kind in
    select distinct h.kind from public.record_history h where h.account_id = held.account_id and h.act = held.id
      and h.kind = any (array(select private.kinds_of_catalogues()))
    order by 1
  loop
    execute format(
      'select from public.%I t
      where t.account_id = $1 and t.id = any (array(
        select h.record_id from public.record_history h where h.account_id = $1 and h.act = $2
      ))
      order by t.id for update',
      private.catalogue_of(kind)
    ) using held.account_id, held.id;
  end loop;
  return held;
end
$$;
comment on function private.hold_act(uuid) is
  'An act of the caller''s account that can still be taken back; it and its records are held until the transaction ends.';
alter function private.hold_act(uuid) owner to cairn_definer;
create function private.grouped_problems(lines jsonb) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(to_jsonb(g) order by g.records desc, g.problem, g.by_name), '[]')
  from (
    select l.problem, l.problem_by as by_id, p.name as by_name, count(distinct l.record_id) as records
    from jsonb_to_recordset(lines) as l (record_id uuid, problem text, problem_by uuid)
    left join public.account_members m on m.account_id = private.my_account() and m.user_id = l.problem_by
    left join public.profiles p on p.id = m.user_id
    where l.problem is not null
    group by l.problem, l.problem_by, p.name
  ) g
$$;
comment on function private.grouped_problems(jsonb) is
  'What speaks against taking lines back, and by whom: [{"problem", "by_id", "by_name", "records"}].';
alter function private.grouped_problems(jsonb) owner to cairn_definer;
create function private.restore_of_act(lines jsonb) returns jsonb
language sql volatile security definer set search_path = ''
as $$
  with asked as materialized (
    select * from private.restore_records(array(
      select l.record_id
      from jsonb_to_recordset(lines) as l (record_id uuid, part text, problem text)
      where l.part = 'deleted' and l.problem is null
    ))
  )
  select coalesce(jsonb_agg(case
    when a.problem is null then line.value
    else line.value || jsonb_build_object('problem', case a.problem when 'not_in_bin' then 'gone' else a.problem end)
  end), '[]')
  from jsonb_array_elements(lines) as line (value)
  left join asked a on line.value ->> 'part' = 'deleted' and a.record_id = (line.value ->> 'record_id')::uuid
$$;
comment on function private.restore_of_act(jsonb) is
  'Restores the records that an act has deleted; gives the lines with what turned out to speak against some.';
alter function private.restore_of_act(jsonb) owner to cairn_definer;
create function public.undo_act(act_param uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  done constant public.acts := private.hold_act(act_param);
  lines jsonb;
  good jsonb;
  departed jsonb;
  undoing uuid;
  counted integer;
begin
  -- An undo is an act of its own, even in the transaction of what it takes back.
  perform set_config('cairn.act', '', true);
  select coalesce(jsonb_agg(l), '[]') into lines from private.checked_lines(done.id) l;
  if 'deleted' = any (done.parts) then
    lines := private.restore_of_act(lines);
  end if;
  select coalesce(jsonb_agg(l.value), '[]'), count(distinct l.value ->> 'record_id')
  into good, counted
  from jsonb_array_elements(lines) as l (value)
  where l.value ->> 'problem' is null;
  departed := private.departed_of(array(select (l.value ->> 'record_id')::uuid from jsonb_array_elements(good) as l (value)));
  perform private.put_former_values(good);
  perform private.put_former_experts(good);
  perform private.delete_again(good);
  perform private.restore_departed_owners(done.departed, array(
    select l.record_id from jsonb_to_recordset(good) as l (record_id uuid, part text) where l.part = 'owner_id'
  ));
  undoing := private.note_act(
    done.account_id, 'undo', null, private.parts_of_undo(done.parts), departed, done.id
  );
  return jsonb_build_object(
    'act', undoing,
    'undone', counted,
    'left', private.grouped_problems(lines)
  );
end
$$;
comment on function public.undo_act(uuid) is
  'Takes an act of the caller''s account back, for 30 days: each record that nobody has changed since and that the caller may change so. {"act", "undone", "left": [{"problem", "by_id", "by_name", "records"}]}: the undo, which is an act itself (null where nothing came of it), how many records, and what speaks against the others (see private.checked_lines).';
alter function public.undo_act(uuid) owner to cairn_definer;
revoke all on function public.undo_act(uuid) from public, anon, authenticated, service_role;
grant execute on function public.undo_act(uuid) to authenticated;
create function private.parts_of_undo(parts text[]) returns text[]
language sql immutable set search_path = ''
as $$
  select array(
    select case part when 'deleted' then 'restored' when 'restored' then 'deleted' else part end
    from unnest(parts) as part
  )
$$;
comment on function private.parts_of_undo(text[]) is 'Which lines of the history an undo makes of an act with these.';
alter function private.parts_of_undo(text[]) owner to cairn_definer;
create function private.act_as_read(a public.acts) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'id', a.id,
    'action', a.action,
    'kind', a.kind,
    'value', a.value,
    'value_name', case when a.action in ('owner', 'expert', 'handover') then coalesce(
      private.name_of_member(a.account_id, a.value::uuid),
      (select i.name from public.pending_invitations i where i.account_id = a.account_id and i.id = a.value::uuid)
    ) end,
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
comment on function private.act_as_read(public.acts) is
  'An act with the names of people: {"id", "action", "kind", "value", "value_name", "records", "done_by", "done_by_name", "done_at", "undone_by": {"act", "done_by", "done_by_name", "done_at", "records"}}. undone_by is its last undo.';
alter function private.act_as_read(public.acts) owner to cairn_definer;
create function private.name_of_member(account uuid, person uuid) returns text
language sql stable security definer set search_path = ''
as $$
  select p.name
  from public.account_members m
  join public.profiles p on p.id = m.user_id
  where m.account_id = account and m.user_id = person
$$;
comment on function private.name_of_member(uuid, uuid) is 'The name of a member of an account; null of anybody else.';
alter function private.name_of_member(uuid, uuid) owner to cairn_definer;
create function private.with_undone(a public.acts) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select private.act_as_read(a) || jsonb_build_object('undoes', (
    select private.act_as_read(o) from public.acts o where o.account_id = a.account_id and o.id = a.undoes
  ))
$$;
comment on function private.with_undone(public.acts) is 'An act as act_as_read gives it, with the act that it undoes.';
alter function private.with_undone(public.acts) owner to cairn_definer;
create function public.get_acts(skip integer default 0) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'total', (select count(*) from public.acts a where a.account_id = (select private.my_account())),
    'items', (
      select coalesce(jsonb_agg(private.with_undone(page) order by page.done_at desc, page.id), '[]')
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
  'A page of 50 acts of the account, the latest first: {"total", "items"}, each as act_as_read says it, with "undoes": the act that it takes back.';
alter function public.get_acts(integer) owner to cairn_definer;
revoke all on function public.get_acts(integer) from public, anon, authenticated, service_role;
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
    raise exception 'There is no such act.' using errcode = 'PT404', hint = 'Acts are kept as long as the history.';
  end if;
  if found_act.done_at > now() - private.undo_time() and private.my_rank() >= 1 then
    select coalesce(jsonb_agg(jsonb_build_object(
      'record_id', l.record_id, 'problem', l.problem, 'problem_by', l.problem_by
    )), '[]') into lines
    from private.checked_lines(found_act.id) l;
  end if;
  return private.with_undone(found_act) || jsonb_build_object(
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
    'expires_at', found_act.done_at + private.undo_time()
  );
end
$$;
comment on function public.get_act(uuid) is
  'One act of the account, as get_acts gives it, with {"lines", "undoable", "left", "expires_at"}. undoable says how many records the caller can take back now, left what speaks against the others. PT404 where there is none.';
alter function public.get_act(uuid) owner to cairn_definer;
revoke all on function public.get_act(uuid) from public, anon, authenticated, service_role;
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
alter function public.get_act_lines(uuid, integer) owner to cairn_definer;
revoke all on function public.get_act_lines(uuid, integer) from public, anon, authenticated, service_role;
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
alter function private.person_in_line(text, jsonb) owner to cairn_definer;
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
  return public.undo_act(last.id) || jsonb_build_object('undoes', private.act_as_read(last));
end
$$;
comment on function public.undo_last_act() is
  'Takes back what the caller did last within an hour and has not been taken back: as undo_act, with "undoes", the act. Null where there is nothing.';
alter function public.undo_last_act() owner to cairn_definer;
revoke all on function public.undo_last_act() from public, anon, authenticated, service_role;
grant execute on function public.undo_last_act() to authenticated;
create or replace function public.delete_expired(
  what text, keep_days integer, at_most integer default 1000, account uuid default null,
  only_these text[] default null
)
returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  oldest constant timestamptz := now() - private.days_kept(what, keep_days);
  deleted integer;
begin
  case what
    when 'sign-ins' then
      delete from public.login_attempts where id in (
        select a.id from public.login_attempts a where a.attempted_at < oldest
          and (only_these is null or a.id in (select t::bigint from unnest(only_these) as t))
        order by a.attempted_at limit at_most
      );
    when 'audit' then
      delete from public.security_audit_log where id in (
        select l.id from public.security_audit_log l where l.created_at < oldest
          and (account is null or l.account_id = account)
          and (only_these is null or l.id in (select t::uuid from unnest(only_these) as t))
        order by l.created_at limit at_most
      );
    when 'history' then
      -- An act is a row for many lines, and goes with the first of them.
      delete from public.acts a where a.done_at < oldest and (account is null or a.account_id = account);
      delete from public.record_history where id in (
        select h.id from public.record_history h where h.changed_at < oldest
          and (account is null or h.account_id = account)
          and (only_these is null or h.id in (select t::uuid from unnest(only_these) as t))
        order by h.changed_at limit at_most
      );
    when 'bin' then
      return private.empty_bins(greatest(keep_days, 1), at_most, account, only_these);
    else
      raise exception 'There is nothing called % that expires.', what
        using errcode = '22023', hint = 'Name sign-ins, audit, history or bin.';
  end case;
  get diagnostics deleted = row_count;
  return deleted;
end
$$;
create policy "members see the acts of their account" on public.acts
  for select to authenticated
  using (account_id = (select private.my_account()));
alter table public.acts enable row level security;
alter table public.acts force row level security;
comment on table public.acts is 'What was done to many records at a stroke; the lines are in record_history.';
comment on column public.acts.id is 'The act of its lines in the history.';
comment on column public.acts.kind is 'system, solution, agent or automation; empty where records of several kinds changed.';
comment on column public.acts.value is
  'The status that records got; or the id of the owner or expert that they got, or of the member whose records were handed over.';
comment on column public.acts.parts is 'The fields that changed, deleted or restored: which lines of the history count.';
comment on column public.acts.records is 'How many records were changed.';
comment on column public.acts.undoes is 'The act that this one takes back.';
comment on column public.acts.departed is
  'Whose owner had left before the records got another one, as in departed_owners, without the names.';
comment on column public.acts.done_by is 'The person. Stays when the person leaves.';
revoke all on public.acts from public, anon, authenticated, service_role, supabase_auth_admin, cairn_definer;
grant select on public.acts to authenticated, service_role;
grant select, insert, update, delete on public.acts to cairn_definer;
drop function private.may_be_undone(text);
drop function private.undo_statement(text,text);
drop function public.get_bin(text,integer);
drop function public.restore_from_bin(uuid[],jsonb);
drop function public.undo_bulk(uuid);
