-- A clock that is set forward or back neither opens a lock on sign-ins nor prolongs it. Cairn's server notices (auth.clock),
-- and what the lock-out remembers moves with the clock. On another Supabase nobody tells.

create function private.keep_sign_in_protection() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  step constant interval := new.seen_at - old.seen_at;
begin
  update private.sign_in_locks set locked_until = locked_until + step;
  -- What the lock-out counts: failures of a quarter of an hour, and what made them good.
  update public.login_attempts set attempted_at = attempted_at + step
  where source = 'server' and attempted_at > old.seen_at - interval '15 minutes';
  return null;
end
$$;
comment on function private.keep_sign_in_protection() is
  'Trigger: moves locks, and the attempts that may lead to one, with a clock that was set.';

do $$
begin
  create trigger cairn_keep_sign_in_protection after update of seen_at on auth.clock
    for each row when (new.seen_at - old.seen_at not between interval '-1 minute' and interval '1 minute')
    execute function private.keep_sign_in_protection();
exception when insufficient_privilege or undefined_table then
  raise notice 'Locks on sign-ins will open early when the clock is set forward.';
end
$$;

alter function private.keep_sign_in_protection() owner to cairn_definer;
