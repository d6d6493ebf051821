-- What one act changed is known by the act, not by the clock: two changes of one person can fall into one millisecond.
--
-- An act is a transaction. Its id is a random number: that of the transaction itself counts what happens in the whole
-- installation, and would tell members how much that is.

create function private.current_act() returns uuid
language plpgsql set search_path = ''
as $$
begin
  if coalesce(current_setting('cairn.act', true), '') = '' then
    perform set_config('cairn.act', gen_random_uuid()::text, true);
  end if;
  return current_setting('cairn.act')::uuid;
end
$$;
comment on function private.current_act() is 'The id of the current transaction in the history: random, the same until it ends.';

alter function private.current_act() owner to cairn_definer;

-- All fields of one change were written with the same microsecond: of what is there already, these belong together.
alter table public.record_history add column act uuid;
alter table public.record_history
  alter column act type uuid
    using md5(concat_ws(' ', account_id, record_id, action, changed_by, changed_at))::uuid,
  alter column act set default private.current_act(),
  alter column act set not null;

comment on column public.record_history.act is
  'The same for everything that one transaction wrote: the fields of one change, and links that were made with it.';
comment on column public.record_history.changed_at is
  'The same for all fields of one change of a record, later for a later one of the same transaction.';
