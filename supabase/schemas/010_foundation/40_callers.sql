-- Callers: who asks, from where, at which level and how often, and the stamps that note it in rows.
--
-- The user id, address and browser of a caller come from the settings of the request, never from a parameter. Outside
-- a request they are null.
-- private.turns limits how often a caller or a peer may ask: a key has a number of calls a minute. Stamps set who
-- made or changed a row and when; what a client sends for these columns is overruled.

-- A key has one row for each minute. The first call of a key in a minute also deletes some old rows.
create table private.turns (
  key text not null,
  minute timestamptz not null,
  taken integer not null,
  primary key (key, minute)
);
create index turns_minute_idx on private.turns (minute);
comment on table private.turns is 'How many calls of a kind were made in a minute, by one peer or by all.';

-- The function reads the claims itself instead of calling auth.uid(), so that the definer needs no right in the
-- schema auth.
create function private.caller_id() returns uuid
language sql stable set search_path = ''
as $$
  select (nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub')::uuid
$$;
comment on function private.caller_id() is 'The user id of the caller; null for a caller without one.';
grant execute on function private.caller_id() to authenticated, service_role, cairn_owner;

create function private.rank(permission_level text) returns integer
language sql immutable set search_path = ''
as $$
  select array_position(array['viewer', 'user', 'manager', 'admin'], permission_level) - 1
$$;
comment on function private.rank(text) is
  'viewer 0, user 1, manager 2, admin 3; null for anything else, and null passes no comparison.';
grant execute on function private.rank(text) to authenticated, service_role, cairn_owner;

create function private.is_purging() returns boolean
language sql stable set search_path = ''
as $$
  select coalesce(current_setting('cairn.purging', true), '') = 'on'
$$;
comment on function private.is_purging() is
  'Whether the server is taking the values of purged fields out of records, which nobody has done and no history tells.';
grant execute on function private.is_purging() to authenticated, service_role, cairn_owner;

create function private.is_restoring_archive() returns boolean
language sql stable set search_path = ''
as $$
  select coalesce(current_setting('cairn.taking_in', true), '') = 'on'
$$;
comment on function private.is_restoring_archive() is
  'Whether the server is writing the rows of an archive, which bring their own history and are no news.';
grant execute on function private.is_restoring_archive() to authenticated, service_role, cairn_owner;

-- A record can change because a member left. They are no member any more, so the record does not name them as its
-- editor. What goes with a purged field is no change of the record.
create function private.stamp_record() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    if current_user in ('authenticated', 'cairn_token') then
      new.created_by := private.caller_id();
      new.updated_by := new.created_by;
      new.created_at := now();
      new.updated_at := now();
    end if;
  elsif current_user <> 'cairn_owner' and not private.is_purging() and not private.is_restoring_archive() then
    new.updated_by := old.updated_by;
    new.updated_at := old.updated_at;
    if new is distinct from old then
      new.updated_by := private.caller_id();
      if current_user = 'cairn_definer' and new.updated_by is distinct from old.updated_by then
        if not private.is_member(new.account_id, new.updated_by) then
          new.updated_by := null;
        end if;
      end if;
      new.updated_at := now();
    end if;
  end if;
  return new;
end
$$;
comment on function private.stamp_record() is
  'Trigger: sets created_by, created_at, updated_by and updated_at, the latter two only when something changed.';

create function private.stamp_change() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.updated_at := old.updated_at;
  if new is distinct from old then
    new.updated_at := now();
  end if;
  return new;
end
$$;
comment on function private.stamp_change() is 'Trigger: sets updated_at when something changed.';

create function private.count_against_limit(key text, per_minute integer) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  this_minute constant timestamptz := date_trunc('minute', now());
  taken_now integer;
begin
  -- Looked up first: who is over the limit shall not queue for the row.
  if (select t.taken >= per_minute from private.turns t where t.key = count_against_limit.key and t.minute = this_minute) then
    return false;
  end if;
  insert into private.turns as t (key, minute, taken)
  values (count_against_limit.key, this_minute, 1)
  on conflict on constraint turns_pkey do update set taken = t.taken + 1
  returning t.taken into taken_now;
  if taken_now = 1 then
    delete from private.turns t
    where t.ctid in (
      select o.ctid from private.turns o where o.minute < this_minute - interval '5 minutes' limit 100
      for update skip locked
    );
  end if;
  return taken_now <= per_minute;
end
$$;
comment on function private.count_against_limit(text, integer) is 'Counts a call; false when the key has had its number in this minute.';

-- The server in front reports the address of its peer. Requests without an address share one turn.
create function private.as_address(value text) returns inet
language plpgsql immutable set search_path = ''
as $$
begin
  return nullif(btrim(value), '')::inet;
exception when invalid_text_representation then
  return null;
end
$$;
comment on function private.as_address(text) is 'An IP address; null for anything else.';

create function private.caller_address() returns inet
language sql stable set search_path = ''
as $$
  select private.as_address(split_part(
    nullif(current_setting('request.headers', true), '')::jsonb ->> 'x-forwarded-for', ',', 1
  ))
$$;
comment on function private.caller_address() is 'The peer of the current request, as the server in front reports it; null where it does not.';

-- An IPv6 subscriber has a whole /64 network and may change the address at will.
create function private.network_of(address inet) returns cidr
language sql immutable set search_path = ''
as $$
  select case
    when address is null then null
    when family(address) = 4 then network(set_masklen(address, 32))
    when address << '::ffff:0:0/96' then network(replace(host(address), '::ffff:', '')::inet)
    else network(set_masklen(address, 64))
  end
$$;
comment on function private.network_of(inet) is 'Where an address is from: itself, or the /64 network of an IPv6 address.';

-- There is no number for all networks together: a stranger who has many could use it up for everybody.
create function private.count_for_network(kind text) returns boolean
language sql volatile security definer set search_path = ''
as $$
  select private.count_against_limit(kind || ' of ' || coalesce(private.network_of(private.caller_address())::text, 'unknown'), 60)
$$;
comment on function private.count_for_network(text) is
  'Counts a call for the network that sends it; false when that has had its sixty of this kind in this minute.';

-- An exception would take back what the transaction has counted.
create function private.refusal_response(
  status integer, code text, message text, hint text, retry_after integer default null
)
returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform set_config('response.status', status::text, true);
  if retry_after is not null then
    perform set_config(
      'response.headers', jsonb_build_array(jsonb_build_object('Retry-After', retry_after::text))::text, true
    );
  end if;
  return jsonb_build_object('code', 'PT' || status, 'message', message, 'details', refusal_response.code, 'hint', hint);
end
$$;
comment on function private.refusal_response(integer, text, text, text, integer) is
  'A refusal that commits: sets the status of the response, and returns the body that an exception would have had.';

create function private.seconds_to_next_minute(moment timestamptz) returns integer
language sql immutable set search_path = ''
as $$
  select ceil(60 - extract(second from moment))::integer
$$;
comment on function private.seconds_to_next_minute(timestamptz) is 'After how many seconds another minute begins, at least one.';

create function private.unknown_secret_response(kind text, code text, message text, hint text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if private.count_for_network('wrong ' || kind) then
    return private.refusal_response(401, code, message, hint);
  end if;
  return private.refusal_response(
    429, 'request.too_many', 'Too many requests.', hint => 'Wait a minute, then try again.',
    retry_after => private.seconds_to_next_minute(now())
  );
end
$$;
comment on function private.unknown_secret_response(text, text, text, text) is
  'The answer to a secret that nobody has: 401, and 429 once the network has sent sixty of this kind in a minute. What it counts is kept.';

create function private.limit_public_calls(kind text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if not private.count_for_network(kind) then
    raise exception 'Too many requests.'
      using errcode = 'PT429', detail = 'request.too_many', hint = 'Wait a minute, then try again.';
  end if;
end
$$;
comment on function private.limit_public_calls(text) is
  'Refuses with PT429 what one peer asks more than sixty times a minute.';

create function private.stamp_assignment() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.assigned_by := private.caller_id();
  new.created_at := now();
  return new;
end
$$;
comment on function private.stamp_assignment() is 'Trigger: an assignment is made by its caller, now.';

create function private.caller_agent() returns text
language sql stable set search_path = ''
as $$
  select nullif(private.display_text(left(
    nullif(current_setting('request.headers', true), '')::jsonb ->> 'user-agent', 500
  )), '')
$$;
comment on function private.caller_agent() is 'The user agent of the caller; null outside a request.';

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
grant execute on function private.current_act() to service_role;

create function private.refuse_non_owner() returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if private.my_rank() is distinct from 3 then
    raise exception 'Only account owners can manage invitations.'
      using errcode = '42501', detail = 'invitation.owners_only', hint = 'Ask an administrator.';
  end if;
end
$$;
comment on function private.refuse_non_owner() is 'Refuses a caller who is no admin of an account.';
grant execute on function private.refuse_non_owner() to authenticated;

alter table private.turns enable row level security;
alter table private.turns force row level security;

grant select, insert, update, delete on private.turns to cairn_definer;
