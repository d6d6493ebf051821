-- Marks: triggers that mark which records may count as something else since a change.
--
-- A change only adds rows to private.records_to_count and waits for no other transaction. A record that is marked
-- once too often counts the same. A change of many records brings its marks into the sums itself.

-- An account that goes as a whole marks nothing: it takes its sums along.
create function private.mark_records() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_restoring_archive() then
    return null;
  end if;
  case tg_op
    when 'INSERT' then
      insert into private.records_to_count (account_id, kind, record_id)
      select c.account_id, c.kind, c.id from come c;
    when 'DELETE' then
      insert into private.records_to_count (account_id, kind, record_id)
      select g.account_id, g.kind, g.id
      from gone g
      where exists (select from public.accounts a where a.id = g.account_id);
    else
      -- No join: the plan is kept, and is as good for one record as for ten thousand.
      insert into private.records_to_count (account_id, kind, record_id)
      select changed.account_id, changed.kind, changed.id
      from (
        select c.account_id, c.kind, c.id, c.owner_id, c.invited_owner_id, c.team_id from come c
        except
        select g.account_id, g.kind, g.id, g.owner_id, g.invited_owner_id, g.team_id from gone g
      ) changed;
  end case;
  return null;
end
$$;
comment on function private.mark_records() is
  'Statement trigger: marks records that come, go or have another owner, to be counted.';

create function private.mark_referenced_records() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_restoring_archive() then
    return null;
  end if;
  case tg_op
    when 'INSERT' then
      insert into private.records_to_count (account_id, kind, record_id)
      select c.account_id, c.kind, c.record_id from come c;
    when 'DELETE' then
      insert into private.records_to_count (account_id, kind, record_id)
      select g.account_id, g.kind, g.record_id
      from gone g
      where exists (select from public.accounts a where a.id = g.account_id);
    else
      insert into private.records_to_count (account_id, kind, record_id)
      select g.account_id, g.kind, g.record_id from gone g
      union
      select c.account_id, c.kind, c.record_id from come c;
  end case;
  return null;
end
$$;
comment on function private.mark_referenced_records() is
  'Statement trigger: marks the records that rows name by kind and record_id, to be counted.';

create function private.count_bulk_marks() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  -- A reader quickly looks at fewer, until the server counts them.
  fewest constant integer := 1000;
  batch constant integer := 20000;
  many constant boolean := (select count(*) from (select from marks limit fewest) m) >= fewest;
  account uuid;
  records bigint;
begin
  -- Where no server counts, one change in a hundred counts what the others have left.
  if not many and random() > 0.01 or current_setting('transaction_isolation') <> 'read committed' then
    return null;
  end if;
  for account, records in
    select m.account_id, count(*)
    from marks m
    group by m.account_id
    having not many or count(*) >= fewest
    order by m.account_id
  loop
    begin
      -- In the order of a deletion of the account: first the account, then its counts.
      perform from public.accounts a where a.id = account for key share;
      if many then
        perform private.count_marked(account, batch) from generate_series(1, records, batch);
      else
        perform private.count_marked_before_reading(account);
      end if;
    -- No change is refused because it cannot be counted yet.
    exception when others then
      raise warning 'The records of account % could not be counted: %', account, sqlerrm;
    end;
  end loop;
  return null;
end
$$;
comment on function private.count_bulk_marks() is
  'Statement trigger: adds the marks of a change of many records to the sums at once, unless another transaction is doing so; now and then also marks that many small changes have left.';

create trigger record_experts_come_to_count after insert on public.record_experts
  referencing new table as come
  for each statement execute function private.mark_referenced_records();
create trigger record_experts_change_to_count after update on public.record_experts
  referencing old table as gone new table as come
  for each statement execute function private.mark_referenced_records();
create trigger record_experts_go_to_count after delete on public.record_experts
  referencing old table as gone
  for each statement execute function private.mark_referenced_records();
create trigger departed_owners_come_to_count after insert on public.departed_owners
  referencing new table as come
  for each statement execute function private.mark_referenced_records();
create trigger departed_owners_change_to_count after update on public.departed_owners
  referencing old table as gone new table as come
  for each statement execute function private.mark_referenced_records();
create trigger departed_owners_go_to_count after delete on public.departed_owners
  referencing old table as gone
  for each statement execute function private.mark_referenced_records();
create trigger handovers_come_to_count after insert on public.handovers
  referencing new table as come
  for each statement execute function private.mark_referenced_records();
create trigger handovers_change_to_count after update on public.handovers
  referencing old table as gone new table as come
  for each statement execute function private.mark_referenced_records();
create trigger handovers_go_to_count after delete on public.handovers
  referencing old table as gone
  for each statement execute function private.mark_referenced_records();
