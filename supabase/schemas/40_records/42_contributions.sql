-- Contributions: how many records a member created that still exist.
--
-- Triggers on all five kinds keep the figure, once for a statement, so that a thousand rows at once are one change of
-- it. Their names come late in the alphabet, which is the order in which triggers run. So the members' rows are
-- locked last, in a fixed order, and never while the transaction still waits for a record.

create function private.tally_contributions() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- In a statement of its own: the next one has to see the rows as they are once they are locked.
  execute format(
    'select from public.account_members m
    where (m.account_id, m.user_id) in (select t.account_id, t.%I from touched t)
    order by m.user_id
    for no key update',
    tg_argv[0]
  );
  execute format(
    'update public.account_members m
    set contribution_count = greatest(m.contribution_count + $1 * c.records, 0)
    from (
      select t.account_id, t.%1$I as user_id, count(*)::integer as records
      from touched t
      group by t.account_id, t.%1$I
    ) c
    where m.account_id = c.account_id and m.user_id = c.user_id',
    tg_argv[0]
  ) using case tg_op when 'INSERT' then 1 else -1 end;
  return null;
end
$$;
comment on function private.tally_contributions() is
  'Statement trigger (column of the creator): adds the rows that were added to their creators'' counts, or takes off those deleted.';
alter function private.tally_contributions() owner to cairn_definer;

-- Only the server's own functions name another creator of a record afterwards.
create function private.move_contribution() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  was constant uuid := (to_jsonb(old) ->> tg_argv[0])::uuid;
  is_now constant uuid := (to_jsonb(new) ->> tg_argv[0])::uuid;
begin
  perform from public.account_members m where m.user_id in (was, is_now) order by m.user_id for no key update;
  update public.account_members m
  set contribution_count = greatest(m.contribution_count - 1, 0)
  where m.account_id = old.account_id and m.user_id = was;
  update public.account_members m
  set contribution_count = m.contribution_count + 1
  where m.account_id = new.account_id and m.user_id = is_now;
  return null;
end
$$;
comment on function private.move_contribution() is
  'Trigger (column of the creator): a record that changes its creator changes both counts.';
alter function private.move_contribution() owner to cairn_definer;

create trigger agents_tally_added after insert on public.agents
  referencing new table as touched
  for each statement execute function private.tally_contributions('created_by');
create trigger agents_tally_deleted after delete on public.agents
  referencing old table as touched
  for each statement when (current_user <> 'cairn_owner') execute function private.tally_contributions('created_by');
create trigger agents_tally_moved after update of created_by, account_id on public.agents
  for each row
  when (
    current_user <> 'cairn_owner' and (old.account_id, old.created_by) is distinct from (new.account_id, new.created_by)
  )
  execute function private.move_contribution('created_by');
create trigger automations_tally_added after insert on public.automations
  referencing new table as touched
  for each statement execute function private.tally_contributions('created_by');
create trigger automations_tally_deleted after delete on public.automations
  referencing old table as touched
  for each statement when (current_user <> 'cairn_owner') execute function private.tally_contributions('created_by');
create trigger automations_tally_moved after update of created_by, account_id on public.automations
  for each row
  when (
    current_user <> 'cairn_owner' and (old.account_id, old.created_by) is distinct from (new.account_id, new.created_by)
  )
  execute function private.move_contribution('created_by');
create trigger knowledge_articles_tally_added after insert on public.knowledge_articles
  referencing new table as touched
  for each statement execute function private.tally_contributions('author_id');
create trigger knowledge_articles_tally_deleted after delete on public.knowledge_articles
  referencing old table as touched
  for each statement when (current_user <> 'cairn_owner') execute function private.tally_contributions('author_id');
create trigger knowledge_articles_tally_moved after update of author_id, account_id on public.knowledge_articles
  for each row
  when (
    current_user <> 'cairn_owner' and (old.account_id, old.author_id) is distinct from (new.account_id, new.author_id)
  )
  execute function private.move_contribution('author_id');
create trigger solutions_tally_added after insert on public.solutions
  referencing new table as touched
  for each statement execute function private.tally_contributions('created_by');
create trigger solutions_tally_deleted after delete on public.solutions
  referencing old table as touched
  for each statement when (current_user <> 'cairn_owner') execute function private.tally_contributions('created_by');
create trigger solutions_tally_moved after update of created_by, account_id on public.solutions
  for each row
  when (
    current_user <> 'cairn_owner' and (old.account_id, old.created_by) is distinct from (new.account_id, new.created_by)
  )
  execute function private.move_contribution('created_by');

-- Only foreign keys run as cairn_owner: the member or the whole account goes, and the figure with it.
create trigger systems_tally_added after insert on public.systems
  referencing new table as touched
  for each statement execute function private.tally_contributions('created_by');
create trigger systems_tally_deleted after delete on public.systems
  referencing old table as touched
  for each statement when (current_user <> 'cairn_owner') execute function private.tally_contributions('created_by');
create trigger systems_tally_moved after update of created_by, account_id on public.systems
  for each row
  when (
    current_user <> 'cairn_owner' and (old.account_id, old.created_by) is distinct from (new.account_id, new.created_by)
  )
  execute function private.move_contribution('created_by');
