-- Password records of browsers: earlier passwords, and the number of attempts to change one.
--
-- These are records, not guards: the auth server decides whether a password may be changed. So users reach their own
-- rows only, and can do no more with them than fool their own screen. Of a password the browser sends a fast hash,
-- which is as good as the password to its finder. The table stores a slow, salted hash of that, which no API role
-- reads.

create table public.password_history (
  id bigint generated always as identity primary key,
  user_id uuid not null default private.caller_id() references public.profiles (id) on delete cascade,
  password_hash text not null,
  created_at timestamptz not null default now()
);
create index password_history_user_id_idx on public.password_history (user_id, id desc);
comment on table public.password_history is 'The last five passwords that a person''s browser recorded, as slow salted hashes.';

create table public.security_rate_limits (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default private.caller_id() references public.profiles (id) on delete cascade,
  action_type text not null,
  attempts integer not null default 1,
  window_start timestamptz not null default now(),
  blocked_until timestamptz,
  created_at timestamptz not null default now(),
  constraint security_rate_limits_action_type_known check (private.holds(
    action_type = 'password_change',
    'password.action',
    'Action must be password_change.'
  )),
  constraint security_rate_limits_attempts_range check (private.holds(
    attempts between 0 and 1000,
    'password.attempts',
    'Attempts must be 0 to 1,000.'
  ))
);
create index security_rate_limits_by_window_idx on public.security_rate_limits (user_id, action_type, window_start desc);
comment on table public.security_rate_limits is 'How often a person''s browser tried to change the password. Decides nothing.';
comment on column public.security_rate_limits.blocked_until is 'Until when the screen refuses further attempts.';

create function private.receive_password() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.caller_id() is not null and not private.count_against_limit('password notes of ' || private.caller_id(), 5) then
    raise exception 'Too many passwords were recorded.'
      using errcode = 'PT429', detail = 'password.too_many_recorded', hint = 'Wait a minute, then try again.';
  end if;
  new.created_at := now();
  -- Hashed to one length first: bcrypt reads 72 bytes and no more.
  new.password_hash := extensions.crypt(
    encode(sha256(convert_to(new.password_hash, 'UTF8')), 'hex'), extensions.gen_salt('bf', 10)
  );
  return new;
end
$$;
comment on function private.receive_password() is 'Trigger: stores nothing but a slow salted hash, whatever was sent.';

create function private.prune_password_history() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.password_history h
  where h.user_id = new.user_id and h.id in (
    select o.id from public.password_history o where o.user_id = new.user_id order by o.id desc offset 5
  );
  return null;
end
$$;
comment on function private.prune_password_history() is 'Trigger: deletes all but the last five passwords of a person.';

create function public.check_password_history(user_id_param uuid, new_password_hash text) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if user_id_param is distinct from private.caller_id() then
    raise exception 'You can only ask about your own passwords.'
      using errcode = '42501', detail = 'password.own_only', hint = 'Send your own user id.';
  end if;
  if new_password_hash is null then
    raise exception 'A hash of the new password is needed.'
      using errcode = '22023', detail = 'password.hash_needed', hint = 'Its SHA-256, in hexadecimal.';
  end if;
  if not private.count_against_limit('password questions of ' || private.caller_id(), 10) then
    raise exception 'Too many requests.'
      using errcode = 'PT429', detail = 'request.too_many', hint = 'Wait a minute, then try again.';
  end if;
  return not exists (
    select from public.password_history h
    where h.user_id = user_id_param
      and h.password_hash = extensions.crypt(
        encode(sha256(convert_to(new_password_hash, 'UTF8')), 'hex'), h.password_hash
      )
  );
end
$$;
comment on function public.check_password_history(uuid, text) is
  'True when the password is none of the caller''s last five recorded ones. Ten times a minute.';
grant execute on function public.check_password_history(uuid, text) to authenticated, service_role;

create function private.receive_rate_limit() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not private.count_against_limit('rate limits of ' || private.caller_id(), 20) then
    raise exception 'Too many requests.'
      using errcode = 'PT429', detail = 'request.too_many', hint = 'Wait a minute, then try again.';
  end if;
  new.window_start := now();
  new.created_at := now();
  delete from public.security_rate_limits l
  where l.user_id = private.caller_id() and l.id in (
    select o.id from public.security_rate_limits o
    where o.user_id = private.caller_id() order by o.window_start desc offset 9
  );
  return new;
end
$$;
comment on function private.receive_rate_limit() is 'Trigger: a window begins now, and a person has ten of them at most.';

create trigger password_history_receive before insert on public.password_history
  for each row execute function private.receive_password();
create trigger password_history_keep_five after insert on public.password_history
  for each row execute function private.prune_password_history();
create trigger security_rate_limits_receive before insert on public.security_rate_limits
  for each row when (current_user in ('authenticated', 'cairn_token')) execute function private.receive_rate_limit();

alter table public.password_history enable row level security;
alter table public.password_history force row level security;

create policy "people record their own passwords" on public.password_history
  for insert to authenticated
  with check (user_id = (select private.caller_id()));

create policy "tokens keep to their scopes" on public.password_history
  as restrictive to cairn_token
  using ((select private.is_unscoped()));

alter table public.security_rate_limits enable row level security;
alter table public.security_rate_limits force row level security;

create policy "people see their own tries" on public.security_rate_limits
  for select to authenticated
  using (user_id = (select private.caller_id()));

create policy "people record their own tries" on public.security_rate_limits
  for insert to authenticated
  with check (user_id = (select private.caller_id()));

create policy "people count their own tries" on public.security_rate_limits
  for update to authenticated
  using (user_id = (select private.caller_id()));

create policy "people reset their own tries" on public.security_rate_limits
  for delete to authenticated
  using (user_id = (select private.caller_id()));

create policy "tokens keep to their scopes" on public.security_rate_limits
  as restrictive to cairn_token
  using ((select private.is_unscoped()));

-- No API role reads a hash; only the server's own functions compare them.
grant insert (user_id, password_hash) on public.password_history to authenticated;
grant select, insert, delete on public.password_history to cairn_definer;
grant select, delete on public.security_rate_limits to authenticated;
grant insert (user_id, action_type, attempts, window_start) on public.security_rate_limits to authenticated;
grant update (attempts, blocked_until) on public.security_rate_limits to authenticated;
grant select, insert, update, delete on public.security_rate_limits to service_role, cairn_definer;
