-- Counting from scratch: the lock of an account's sums, and a count of all its records.
--
-- A gap is a record without an owner, or whose owner left or was not seen for long, or whose handover waits, or that
-- only its owner knows. Owner and experts decide, never the creator. Only managers and admins learn whether a member
-- was here lately: they can do something about it.

create function private.lock_key_of_counts(account uuid) returns bigint
language sql immutable set search_path = ''
as $$
  select hashtextextended('counts of ' || account, 0)
$$;
comment on function private.lock_key_of_counts(uuid) is 'The advisory lock of transactions that write the sums of an account.';

create function private.recount_account(account uuid) returns void
language plpgsql security definer set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
begin
  perform pg_advisory_xact_lock(private.lock_key_of_counts(account));
  -- First the marks: whatever they mark is seen by the statements after this one.
  delete from private.records_to_count m where m.account_id = account;
  delete from private.counted_records c where c.account_id = account;
  delete from private.record_counts c where c.account_id = account;
  insert into private.counted_records
  select g.* from private.gaps_of_records g where g.account_id = account;
  insert into private.record_counts
  select
    c.account_id, c.kind, c.owner_id, c.invited_owner_id, c.owner_left, c.handover_pending, c.awaited, c.nobody_else, count(*)
  from private.counted_records c
  where c.account_id = account
  group by c.account_id, c.kind, c.owner_id, c.invited_owner_id, c.owner_left, c.handover_pending, c.awaited, c.nobody_else;
end
$$;
comment on function private.recount_account(uuid) is
  'Counts all records of an account again, also those that were written while triggers were off.';

create function private.delete_counts() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(private.lock_key_of_counts(old.id));
  delete from private.records_to_count m where m.account_id = old.id;
  delete from private.counted_records c where c.account_id = old.id;
  delete from private.record_counts c where c.account_id = old.id;
  return old;
end
$$;
comment on function private.delete_counts() is 'Trigger: deletes the sums of a deleted account.';

create trigger accounts_counts_go before delete on public.accounts
  for each row execute function private.delete_counts();
