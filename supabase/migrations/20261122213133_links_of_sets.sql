-- Links are written into the history for the whole statement, and their experts told for it: who names an expert of ten
-- thousand records in one act, or takes that back, waits for one insert, not for ten thousand.
--
-- Lines, and what is told, stay as they were: who becomes expert of many is told of the first twenty.

create or replace function private.keep_link_history() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- Planned each time: a plan made for one link would look ten thousand of them up one by one.
  execute format(
    'insert into public.record_history (
      account_id, kind, record_id, record_name, action, field, before, after, changed_by, act, concerned
    )
    select
      r.account_id, $1, r.id, r.name, ''updated'', $2,
      case when $3 then linked.value end, case when not $3 then linked.value end,
      $4, $5,
      array(select distinct person from unnest(array[r.owner_id, r.created_by]) as person where person is not null)
    from links l
    join public.%1$I r on r.id = l.%2$I
    join public.%3$I t on t.id = l.%4$I
    cross join lateral (select jsonb_build_object(''id'', t.id, ''name'', t.name) as value) linked
    -- Links that went with a record came to an end without a word, and come back without one.
    where $3 or not exists (
      select from public.binned_records b
      where b.account_id = l.account_id and b.record_id in (l.%2$I, l.%4$I)
    )',
    tg_argv[2], tg_argv[3], tg_argv[4], tg_argv[5]
  ) using tg_argv[0], tg_argv[1], tg_op = 'DELETE', private.caller_id(), private.current_act();
  return null;
end
$$;
comment on function private.keep_link_history() is
  'Statement trigger (kind, field, table and column of the record, table and column of what is linked to it): writes links that were made or ended into the history of the record, as {"id", "name"}.';

create or replace function private.notify_expert() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  told record;
begin
  for told in execute format(
    'select m.*
    from (
      select
        l.account_id, l.expert_id, r.id, r.name,
        row_number() over (partition by l.account_id, l.expert_id order by lower(r.name), r.id) as place
      from links l
      join public.%1$I r on r.id = l.%2$I
      -- Whoever knew it before is not told that they are expert of it.
      where not exists (
        select from public.binned_records b where b.account_id = r.account_id and b.record_id = r.id
      )
    ) m
    where m.place <= 20
    order by m.expert_id, m.place',
    tg_argv[0] || 's', tg_argv[0] || '_id'
  )
  loop
    perform private.notify(told.account_id, told.expert_id, 'expert_assigned', tg_argv[0], told.id, told.name);
  end loop;
  return null;
end
$$;
comment on function private.notify_expert() is
  'Statement trigger (kind): tells new experts, each of the first twenty records by name.';

create or replace function private.follow_expert() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  execute format(
    'update public.handovers h
    set state = ''withdrawn'', answered_at = now()
    from links l
    where h.account_id = l.account_id and h.record_id = l.%I and h.part = ''expert''
      and h.receiver_id = l.expert_id and h.state = ''pending''',
    tg_argv[0] || '_id'
  );
  return null;
end
$$;
comment on function private.follow_expert() is
  'Statement trigger (kind): handovers to experts end when they are removed.';

drop trigger system_experts_history on public.system_experts;
drop trigger system_experts_notify on public.system_experts;
drop trigger system_experts_follow on public.system_experts;
drop trigger solution_experts_history on public.solution_experts;
drop trigger solution_experts_notify on public.solution_experts;
drop trigger solution_experts_follow on public.solution_experts;
drop trigger agent_experts_history on public.agent_experts;
drop trigger agent_experts_notify on public.agent_experts;
drop trigger agent_experts_follow on public.agent_experts;
drop trigger automation_experts_history on public.automation_experts;
drop trigger automation_experts_notify on public.automation_experts;
drop trigger automation_experts_follow on public.automation_experts;
drop trigger solution_automations_history on public.solution_automations;
drop trigger solution_agents_history on public.solution_agents;

-- As cairn_owner run only foreign keys: one end is deleted, and has its links again when it is restored.
create trigger system_experts_history_of_made after insert on public.system_experts
  referencing new table as links
  for each statement when (current_user <> 'cairn_owner')
  execute function private.keep_link_history('system', 'experts', 'systems', 'system_id', 'profiles', 'expert_id');
create trigger system_experts_history_of_ended after delete on public.system_experts
  referencing old table as links
  for each statement when (current_user <> 'cairn_owner')
  execute function private.keep_link_history('system', 'experts', 'systems', 'system_id', 'profiles', 'expert_id');
create trigger system_experts_notify after insert on public.system_experts
  referencing new table as links
  for each statement execute function private.notify_expert('system');
create trigger system_experts_follow after delete on public.system_experts
  referencing old table as links
  for each statement when (current_user <> 'cairn_owner') execute function private.follow_expert('system');
create trigger solution_experts_history_of_made after insert on public.solution_experts
  referencing new table as links
  for each statement when (current_user <> 'cairn_owner')
  execute function private.keep_link_history('solution', 'experts', 'solutions', 'solution_id', 'profiles', 'expert_id');
create trigger solution_experts_history_of_ended after delete on public.solution_experts
  referencing old table as links
  for each statement when (current_user <> 'cairn_owner')
  execute function private.keep_link_history('solution', 'experts', 'solutions', 'solution_id', 'profiles', 'expert_id');
create trigger solution_experts_notify after insert on public.solution_experts
  referencing new table as links
  for each statement execute function private.notify_expert('solution');
create trigger solution_experts_follow after delete on public.solution_experts
  referencing old table as links
  for each statement when (current_user <> 'cairn_owner') execute function private.follow_expert('solution');
create trigger agent_experts_history_of_made after insert on public.agent_experts
  referencing new table as links
  for each statement when (current_user <> 'cairn_owner')
  execute function private.keep_link_history('agent', 'experts', 'agents', 'agent_id', 'profiles', 'expert_id');
create trigger agent_experts_history_of_ended after delete on public.agent_experts
  referencing old table as links
  for each statement when (current_user <> 'cairn_owner')
  execute function private.keep_link_history('agent', 'experts', 'agents', 'agent_id', 'profiles', 'expert_id');
create trigger agent_experts_notify after insert on public.agent_experts
  referencing new table as links
  for each statement execute function private.notify_expert('agent');
create trigger agent_experts_follow after delete on public.agent_experts
  referencing old table as links
  for each statement when (current_user <> 'cairn_owner') execute function private.follow_expert('agent');
create trigger automation_experts_history_of_made after insert on public.automation_experts
  referencing new table as links
  for each statement when (current_user <> 'cairn_owner')
  execute function private.keep_link_history('automation', 'experts', 'automations', 'automation_id', 'profiles', 'expert_id');
create trigger automation_experts_history_of_ended after delete on public.automation_experts
  referencing old table as links
  for each statement when (current_user <> 'cairn_owner')
  execute function private.keep_link_history('automation', 'experts', 'automations', 'automation_id', 'profiles', 'expert_id');
create trigger automation_experts_notify after insert on public.automation_experts
  referencing new table as links
  for each statement execute function private.notify_expert('automation');
create trigger automation_experts_follow after delete on public.automation_experts
  referencing old table as links
  for each statement when (current_user <> 'cairn_owner') execute function private.follow_expert('automation');
create trigger solution_automations_history_of_made after insert on public.solution_automations
  referencing new table as links
  for each statement when (current_user <> 'cairn_owner')
  execute function private.keep_link_history('solution', 'automations', 'solutions', 'solution_id', 'automations', 'automation_id');
create trigger solution_automations_history_of_ended after delete on public.solution_automations
  referencing old table as links
  for each statement when (current_user <> 'cairn_owner')
  execute function private.keep_link_history('solution', 'automations', 'solutions', 'solution_id', 'automations', 'automation_id');
create trigger solution_agents_history_of_made after insert on public.solution_agents
  referencing new table as links
  for each statement when (current_user <> 'cairn_owner')
  execute function private.keep_link_history('solution', 'agents', 'solutions', 'solution_id', 'agents', 'agent_id');
create trigger solution_agents_history_of_ended after delete on public.solution_agents
  referencing old table as links
  for each statement when (current_user <> 'cairn_owner')
  execute function private.keep_link_history('solution', 'agents', 'solutions', 'solution_id', 'agents', 'agent_id');
