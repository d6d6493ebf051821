-- Records that come, go or come back have their history written for the whole statement, as changed ones have: who deletes
-- two thousand records waits for one insert and is told of once, not two thousand times.

drop trigger systems_history on public.systems;
drop trigger solutions_history on public.solutions;
drop trigger agents_history on public.agents;
drop trigger automations_history on public.automations;
drop trigger knowledge_articles_history on public.knowledge_articles;
drop function private.keep_history();

create function private.keep_history() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.record_history (
    account_id, kind, record_id, record_name, action, before, after, changed_by, changed_at, concerned
  )
  select
    (r.record ->> 'account_id')::uuid,
    tg_argv[0],
    (r.record ->> 'id')::uuid,
    coalesce(r.record ->> 'name', r.record ->> 'title'),
    case
      when r.name_before is not null then 'restored'
      when tg_op = 'INSERT' then 'created'
      else 'deleted'
    end,
    to_jsonb(r.name_before),
    case when r.name_before is not null then r.record -> 'name' end,
    private.caller_id(),
    clock_timestamp(),
    array(
      select distinct person::uuid
      from unnest(array[r.record ->> 'owner_id', r.record ->> 'created_by', r.record ->> 'author_id']) as person
      where person is not null
    )
  from (
    select
      to_jsonb(m) as record,
      case tg_op when 'INSERT' then private.name_in_bin(m.account_id, m.id) end as name_before
    from moved m
  ) r;
  return null;
end
$$;
comment on function private.keep_history() is
  'Statement trigger (kind): writes created, deleted or restored records into the history, by the caller and now. One that is restored has the name in the bin before, and its name after.';
alter function private.keep_history() owner to cairn_definer;

-- As cairn_owner run only foreign keys: somebody left or the whole account goes, which is no change of the record.
-- By their names they go before what becomes of a handover, which is told last.
create trigger systems_created after insert on public.systems
  referencing new table as moved
  for each statement when (current_user <> 'cairn_owner') execute function private.keep_history('system');
create trigger systems_deleted after delete on public.systems
  referencing old table as moved
  for each statement when (current_user <> 'cairn_owner') execute function private.keep_history('system');
create trigger solutions_created after insert on public.solutions
  referencing new table as moved
  for each statement when (current_user <> 'cairn_owner') execute function private.keep_history('solution');
create trigger solutions_deleted after delete on public.solutions
  referencing old table as moved
  for each statement when (current_user <> 'cairn_owner') execute function private.keep_history('solution');
create trigger agents_created after insert on public.agents
  referencing new table as moved
  for each statement when (current_user <> 'cairn_owner') execute function private.keep_history('agent');
create trigger agents_deleted after delete on public.agents
  referencing old table as moved
  for each statement when (current_user <> 'cairn_owner') execute function private.keep_history('agent');
create trigger automations_created after insert on public.automations
  referencing new table as moved
  for each statement when (current_user <> 'cairn_owner') execute function private.keep_history('automation');
create trigger automations_deleted after delete on public.automations
  referencing old table as moved
  for each statement when (current_user <> 'cairn_owner') execute function private.keep_history('automation');
create trigger knowledge_articles_created after insert on public.knowledge_articles
  referencing new table as moved
  for each statement when (current_user <> 'cairn_owner') execute function private.keep_history('article');
create trigger knowledge_articles_deleted after delete on public.knowledge_articles
  referencing old table as moved
  for each statement when (current_user <> 'cairn_owner') execute function private.keep_history('article');

-- So is what records have lost when they come back from the bin.
create or replace function private.leave_bin() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not private.is_record(old.account_id, old.kind, old.record_id) then
    perform private.keep_coverage_once(old.account_id);
  end if;
  return old;
end
$$;
comment on function private.leave_bin() is
  'Trigger: before a record is purged, writes down what it counts for.';

drop function private.note_lost_in_bin(public.binned_records);
create function private.note_lost_in_bin() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  kind text;
begin
  for kind in select distinct g.kind from gone g
  loop
    execute format(
      'insert into public.record_history (
        account_id, kind, record_id, record_name, action, field, before, after, changed_by
      )
      select r.account_id, $1, r.id, r.name, ''updated'', lost.field, lost.before, lost.after, private.caller_id()
      from gone g
      join public.%1$I r on r.account_id = g.account_id and r.id = g.record_id
      cross join lateral (
        select ''owner_id'' as field, o.before, o.after
        from (select private.owner_in_history(g.record) as before, private.owner_in_history(to_jsonb(r)) as after) o
        where not private.same_owner(o.before, o.after)
        union all
        select
          ''experts'',
          jsonb_build_object(''id'', e.value ->> ''expert_id'', ''name'', coalesce(
            (select p.name from public.profiles p where p.id = (e.value ->> ''expert_id'')::uuid), ''Former Member''
          )),
          null
        from jsonb_array_elements(g.links -> ''experts'') as e (value)
        where not exists (
          select from public.%2$I x
          where x.account_id = r.account_id and x.%3$I = r.id and x.expert_id = (e.value ->> ''expert_id'')::uuid
        )
      ) lost
      where g.kind = $1',
      kind || 's', kind || '_experts', kind || '_id'
    ) using kind;
  end loop;
  return null;
end
$$;
comment on function private.note_lost_in_bin() is
  'Statement trigger: writes into the history of records that come back from the bin which people they have lost meanwhile.';
alter function private.note_lost_in_bin() owner to cairn_definer;
-- As cairn_owner the whole account goes.
create trigger binned_records_lost after delete on public.binned_records
  referencing old table as gone
  for each statement when (current_user <> 'cairn_owner') execute function private.note_lost_in_bin();
