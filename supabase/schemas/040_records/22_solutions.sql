-- Solutions: on which systems they rest, beyond the columns that they have.
--
-- related_systems is a list, as the clients send it, and no table of its own; triggers do what foreign keys would. They
-- refuse an id that is no system of the account, and lock the system so that it cannot go meanwhile. A deleted system
-- leaves every list in the same transaction.

create function private.clean_solution_lists() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.use_cases := private.clean_list(new.use_cases);
  new.users := private.clean_list(new.users);
  new.related_systems := private.clean_list(new.related_systems::text[])::uuid[];
  return new;
end
$$;
comment on function private.clean_solution_lists() is
  'Trigger: lists hold display text, nothing empty and nothing twice; no list is the empty one.';

-- Runs after row security has let the row pass: before, its refusal would tell a stranger which systems exist.
-- Systems that were listed already are not asked again; a user who deletes a system waits for this row and takes its
-- id out. A system that is just being deleted counts as gone: its transaction may wait for this row, so this trigger
-- must not wait for it.
create function private.require_related_systems() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  added constant uuid[] := array(
    select unnest(new.related_systems)
    except
    select unnest(case when tg_op = 'UPDATE' and old.account_id = new.account_id then old.related_systems end)
  );
  found_count integer;
begin
  with locked as (
    select s.id
    from private.records s
    where s.kind = 'system' and s.account_id = new.account_id and s.id = any (added)
    order by s.id
    for key share skip locked
  )
  select count(*) into found_count from locked;
  if found_count < cardinality(added) then
    raise exception 'A related system does not exist.'
      using errcode = '23503', detail = 'related_system.unknown', constraint = 'solutions_related_systems_fkey',
        hint = 'Choose from the systems of your account.';
  end if;
  return null;
end
$$;
comment on function private.require_related_systems() is
  'Trigger: refuses a related system that the account does not have, and keeps the others until the transaction ends.';

create function private.leave_solutions() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not exists (select from gone g where g.kind = 'system') then
    return null;
  end if;
  update private.records s
  set related_systems = array(
    select listed.id
    from unnest(s.related_systems) with ordinality as listed (id, place)
    where listed.id not in (select g.id from gone g)
    order by listed.place
  )
  where s.kind = 'solution' and s.related_systems && array(select g.id from gone g where g.kind = 'system');
  return null;
end
$$;
comment on function private.leave_solutions() is
  'Statement trigger: takes deleted systems out of every solution that lists them.';

create trigger records_clean_lists before insert or update of use_cases, users, related_systems on private.records
  for each row when (new.kind = 'solution') execute function private.clean_solution_lists();
create trigger records_related_systems after insert or update of related_systems, account_id on private.records
  for each row when (new.kind = 'solution' and new.related_systems <> '{}')
  execute function private.require_related_systems();
create trigger records_leave_solutions after delete on private.records
  referencing old table as gone
  for each statement when (current_user <> 'cairn_owner') execute function private.leave_solutions();
