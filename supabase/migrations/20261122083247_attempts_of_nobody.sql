-- Failed sign-ins of addresses that nobody has: counted like all others, so that no answer tells them apart, but not kept
-- for long. Whoever guesses addresses would otherwise fill the disk; so there are never more of them than passwords can be
-- checked in an hour. The lock-out looks back a quarter of one.

alter table public.login_attempts add column of_nobody boolean not null default false;

comment on column public.login_attempts.of_nobody is
  'The address had no account: kept for an hour.';

create index login_attempts_of_nobody_idx on public.login_attempts (attempted_at) where of_nobody;

drop function private.count_failed_sign_in(text, cidr);

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

create or replace function private.sweep_sign_ins() returns void
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

create or replace function public.password_verification_attempt(event jsonb) returns jsonb
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

alter function private.count_failed_sign_in(text, cidr, boolean) owner to cairn_definer;
