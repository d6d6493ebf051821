-- Sign-in protection: guessing passwords becomes slow, and no attacker can lock out the owner of an address.
--
-- The auth server asks password_verification_attempt, about unknown addresses exactly as about known ones. Five
-- failures within 15 minutes close the address for a minute, five more for two, then four, eight, sixteen and at most
-- thirty. A day without a lock starts over. While it is closed the right password is refused too, and attempts
-- neither count nor prolong.
-- A network from which the address signed in within 30 days has its own count and lock; all others share one.
-- Failures of unknown addresses are kept for an hour, so that guessing them cannot fill the disk. Rows that browsers
-- write into login_attempts are notes that decide nothing. Locks move with a clock that was set (auth.clock).

create table public.login_attempts (
  id bigint generated always as identity primary key,
  email text not null,
  success boolean not null default false,
  attempted_at timestamptz not null default now(),
  source text not null default 'browser',
  origin cidr,
  of_nobody boolean not null default false,
  constraint login_attempts_email_lower_case check (private.holds(
    email = lower(email) and char_length(email) <= 320,
    'email.length',
    'E-mail must have at most 320 characters, in lower case.'
  )),
  constraint login_attempts_source_known check (private.holds(
    source in ('server', 'browser'),
    'sign_in.source',
    'Source must be server or browser.'
  ))
);
create index login_attempts_counted_idx on public.login_attempts (email, attempted_at) where source = 'server';
create index login_attempts_noted_idx on public.login_attempts (origin, attempted_at) where source = 'browser';
create index login_attempts_attempted_at_idx on public.login_attempts (attempted_at);
create index login_attempts_of_nobody_idx on public.login_attempts (attempted_at) where of_nobody;
comment on table public.login_attempts is 'Sign-ins by password, failed and successful. Kept for 90 days.';
comment on column public.login_attempts.source is 'server: counted by the lock-out. browser: a note that decides nothing.';
comment on column public.login_attempts.origin is 'The IPv4 address or the IPv6 /64 network; null when unknown.';
comment on column public.login_attempts.of_nobody is
  'The address had no account: kept for an hour.';

create table private.sign_in_locks (
  id bigint generated always as identity primary key,
  email text not null,
  origin cidr,
  series integer not null,
  locked_until timestamptz not null,
  constraint sign_in_locks_email_origin_key unique nulls not distinct (email, origin)
);
create index sign_in_locks_locked_until_idx on private.sign_in_locks (locked_until);
comment on table private.sign_in_locks is 'Until when an address is closed, for one known network or for all others.';
comment on column private.sign_in_locks.origin is 'The known network; null stands for all networks that are not known.';
comment on column private.sign_in_locks.series is 'How many locks in a row this is.';

create function private.is_known_origin(email text, origin cidr) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.login_attempts a
    where a.email = is_known_origin.email and a.origin = is_known_origin.origin
      and a.source = 'server' and a.success and a.attempted_at > now() - interval '30 days'
  )
$$;
comment on function private.is_known_origin(text, cidr) is
  'Whether the address signed in from the network during the last 30 days.';

create function private.sign_in_failures(email text, known_origin cidr, since timestamptz) returns bigint
language sql stable security definer set search_path = ''
as $$
  select count(*)
  from public.login_attempts f
  where f.email = sign_in_failures.email and f.source = 'server' and not f.success and f.attempted_at > since
    and case
      when known_origin is null then not private.is_known_origin(f.email, f.origin)
      else f.origin = known_origin
    end
    and not exists (
      select from public.login_attempts s
      where s.email = f.email and s.source = 'server' and s.success
        and s.origin is not distinct from f.origin and s.attempted_at >= f.attempted_at
    )
$$;
comment on function private.sign_in_failures(text, cidr, timestamptz) is
  'Failures since a moment that no later success from the same network has made good; null counts all unknown networks.';

create function private.seconds_locked(email text, origin cidr) returns integer
language sql stable security definer set search_path = ''
as $$
  select coalesce(max(ceil(extract(epoch from l.locked_until - clock_timestamp())))::integer, 0)
  from private.sign_in_locks l
  where l.email = seconds_locked.email and l.locked_until > clock_timestamp()
    and l.origin is not distinct from
      case when private.is_known_origin(seconds_locked.email, seconds_locked.origin) then seconds_locked.origin end
$$;
comment on function private.seconds_locked(text, cidr) is
  'For how long the address is closed to sign-ins from the network; 0 when it is open.';

create function private.count_failed_sign_in(email text, origin cidr, of_nobody boolean) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  moment constant timestamptz := clock_timestamp();
  known_origin constant cidr := case when private.is_known_origin(email, origin) then origin end;
  last_lock private.sign_in_locks;
  next_series integer := 1;
begin
  insert into public.login_attempts (email, success, attempted_at, source, origin, of_nobody)
  values (email, false, moment, 'server', origin, of_nobody);
  select l.* into last_lock from private.sign_in_locks l
  where l.email = count_failed_sign_in.email and l.origin is not distinct from known_origin;
  if private.sign_in_failures(email, known_origin, greatest(moment - interval '15 minutes', last_lock.locked_until)) < 5 then
    return;
  end if;
  if last_lock.locked_until > moment - interval '1 day' then
    next_series := least(last_lock.series + 1, 6);
  end if;
  insert into private.sign_in_locks (email, origin, series, locked_until)
  values (email, known_origin, next_series, moment + least(2 ^ (next_series - 1), 30) * interval '1 minute')
  on conflict on constraint sign_in_locks_email_origin_key
  do update set series = excluded.series, locked_until = excluded.locked_until;
end
$$;
comment on function private.count_failed_sign_in(text, cidr, boolean) is
  'Records a failure, and closes the address with the fifth.';

create function private.count_successful_sign_in(email text, origin cidr) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.login_attempts (email, success, attempted_at, source, origin)
  values (email, true, clock_timestamp(), 'server', origin);
  -- Where networks are not told, null is the one that has just proven itself.
  delete from private.sign_in_locks l
  where l.email = count_successful_sign_in.email and l.origin is not distinct from count_successful_sign_in.origin;
end
$$;
comment on function private.count_successful_sign_in(text, cidr) is 'Records a success, and forgets the failures from its network.';

-- Every attempt deletes a few old rows, so that no job has to run.
create function private.sweep_sign_ins() returns void
language sql security definer set search_path = ''
as $$
  delete from public.login_attempts where id in (
    select a.id from public.login_attempts a where a.attempted_at < now() - interval '90 days'
    order by a.attempted_at limit 20 for update skip locked
  );
  delete from public.login_attempts where id in (
    select a.id from public.login_attempts a where a.of_nobody and a.attempted_at < now() - interval '1 hour'
    order by a.attempted_at limit 50 for update skip locked
  );
  delete from private.sign_in_locks where id in (
    select l.id from private.sign_in_locks l where l.locked_until < now() - interval '1 day'
    order by l.locked_until limit 20 for update skip locked
  );
$$;
comment on function private.sweep_sign_ins() is
  'Deletes some of the attempts older than 90 days, or an hour where nobody has the address, and of the locks that no longer matter.';

-- Auth hook. Event: {"user_id": uuid or null, "valid": boolean, "metadata": {"email", "ip_address"}}. Hosted Supabase
-- sends no metadata and does not ask about unknown addresses: there the hook looks the address up, and all networks
-- are one.
create function public.password_verification_attempt(event jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  address constant text := lower(left(coalesce(
    event #>> '{metadata,email}',
    (select p.email from public.profiles p where p.id = (event ->> 'user_id')::uuid)
  ), 320));
  origin constant cidr := private.network_of(private.as_address(event #>> '{metadata,ip_address}'));
  wait_minutes integer;
begin
  if address is null then
    return jsonb_build_object('decision', 'continue');
  end if;
  -- A hundred guesses sent at once are decided one after the other.
  perform pg_advisory_xact_lock(hashtextextended('sign-in of ' || address, 0));
  wait_minutes := ceil(private.seconds_locked(address, origin) / 60.0);
  if wait_minutes > 0 then
    return jsonb_build_object(
      'decision', 'reject',
      'message', format(
        'Too many failed attempts. Please wait %s %s before trying again.',
        wait_minutes, case wait_minutes when 1 then 'minute' else 'minutes' end
      ),
      'should_logout_user', false
    );
  end if;
  perform private.sweep_sign_ins();
  if (event ->> 'valid')::boolean then
    perform private.count_successful_sign_in(address, origin);
  else
    perform private.count_failed_sign_in(address, origin, event ->> 'user_id' is null);
  end if;
  return jsonb_build_object('decision', 'continue');
end
$$;
comment on function public.password_verification_attempt(jsonb) is
  'Auth hook: counts password attempts and refuses them while the address is closed.';
grant execute on function public.password_verification_attempt(jsonb) to supabase_auth_admin;

-- The same state for the screen. It does not tell whether the address exists: the function does not know that.
create function public.check_login_rate_limit(email_param text, ip_param text default null) returns json
language sql stable security definer set search_path = ''
as $$
  select json_build_object('allowed', wait = 0, 'retry_after_seconds', wait)
  from private.seconds_locked(
    lower(left(coalesce(email_param, ''), 320)), private.network_of(private.caller_address())
  ) as wait
$$;
comment on function public.check_login_rate_limit(text, text) is
  'Whether a sign-in would be let through: {"allowed": …, "retry_after_seconds": …}. ip_param is ignored: the caller''s own address counts.';
grant execute on function public.check_login_rate_limit(text, text) to anon, authenticated, service_role;

create function public.log_successful_login(email_param text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  address text;
begin
  select lower(p.email) into address
  from public.profiles p where p.id = private.caller_id() and lower(p.email) = lower(email_param);
  if address is not null and private.count_against_limit('note of sign-in by ' || private.caller_id(), 5) then
    insert into public.login_attempts (email, success, source, origin)
    values (address, true, 'browser', private.network_of(private.caller_address()));
  end if;
end
$$;
comment on function public.log_successful_login(text) is
  'Notes that the caller signed in. Does nothing unless the caller''s own confirmed address is given.';
grant execute on function public.log_successful_login(text) to authenticated, service_role;

-- The trigger drops notes beyond the limit without an answer that would tell.
create function private.receive_browser_note() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.email := lower(new.email);
  new.attempted_at := now();
  new.source := 'browser';
  new.origin := private.network_of(private.caller_address());
  if private.count_against_limit('sign-in notes of ' || coalesce(new.origin::text, 'unknown'), 20)
    and private.count_against_limit('sign-in notes', 600)
  then
    return new;
  end if;
  return null;
end
$$;
comment on function private.receive_browser_note() is 'Trigger: sets what a browser must not say, and drops a flood.';

create function private.shift_locks_with_clock() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  step constant interval := new.seen_at - old.seen_at;
begin
  update private.sign_in_locks set locked_until = locked_until + step;
  -- The lock-out counts failures of a quarter of an hour, and the successes that cancel them.
  update public.login_attempts set attempted_at = attempted_at + step
  where source = 'server' and attempted_at > old.seen_at - interval '15 minutes';
  return null;
end
$$;
comment on function private.shift_locks_with_clock() is
  'Trigger: moves locks, and the attempts that may lead to one, when the clock of the database is set.';

create trigger login_attempts_from_browser before insert on public.login_attempts
  for each row when (current_user in ('anon', 'authenticated', 'cairn_token'))
  execute function private.receive_browser_note();

do $$
begin
  create trigger cairn_keep_sign_in_protection after update of seen_at on auth.clock
    for each row when (new.seen_at - old.seen_at not between interval '-1 minute' and interval '1 minute')
    execute function private.shift_locks_with_clock();
exception when insufficient_privilege or undefined_table then
  raise notice 'Locks on sign-ins will open early when the clock is set forward.';
end
$$;

alter table public.login_attempts enable row level security;
alter table public.login_attempts force row level security;

create policy "browsers note failures" on public.login_attempts
  for insert to anon, authenticated
  with check (not success and source = 'browser');

create policy "tokens keep to their scopes" on public.login_attempts
  as restrictive to cairn_token
  using ((select private.is_unscoped()));

alter table private.sign_in_locks enable row level security;
alter table private.sign_in_locks force row level security;

grant insert (email, success, attempted_at) on public.login_attempts to anon, authenticated;
grant select, insert, update, delete on public.login_attempts to service_role;
grant select, insert, update, delete on public.login_attempts, private.sign_in_locks to cairn_definer;
