-- Ways in that were closed again, and limits that hold.

-- What the server hears of the minute before makes the answer another one.
drop function private.count_api_requests(jsonb);

-- Written by `npm run migration` from supabase/schemas:

set check_function_bodies = off;
create function private.count_for_network(kind text) returns boolean
language sql volatile security definer set search_path = ''
as $$
  select private.count_against_limit(kind || ' of ' || coalesce(private.network_of(private.caller_address())::text, 'unknown'), 60)
$$;
comment on function private.count_for_network(text) is
  'Counts a call for the network that sends it; false when that has had its sixty of this kind in this minute.';
alter function private.count_for_network(text) owner to cairn_definer;
create function private.refused_as_answer(status integer, message text, hint text, retry_after integer default null) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform set_config('response.status', status::text, true);
  if retry_after is not null then
    perform set_config(
      'response.headers', jsonb_build_array(jsonb_build_object('Retry-After', retry_after::text))::text, true
    );
  end if;
  return jsonb_build_object('code', 'PT' || status, 'message', message, 'details', null, 'hint', hint);
end
$$;
comment on function private.refused_as_answer(integer, text, text, integer) is
  'A refusal that commits: sets the status of the response, and returns the body that an exception would have had.';
alter function private.refused_as_answer(integer, text, text, integer) owner to cairn_definer;
create function private.refused_secret(kind text, message text, hint text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if private.count_for_network('wrong ' || kind) then
    return private.refused_as_answer(401, message, hint);
  end if;
  return private.refused_as_answer(
    429, 'Too many requests.', 'Wait a minute, then try again.', private.seconds_to_next_minute(now())
  );
end
$$;
comment on function private.refused_secret(text, text, text) is
  'The answer to a secret that nobody has: 401, and 429 once the network has sent sixty of this kind in a minute. What it counts is kept.';
alter function private.refused_secret(text, text, text) owner to cairn_definer;
create or replace function private.limit_public_calls(kind text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if not private.count_for_network(kind) then
    raise exception 'Too many requests.' using errcode = 'PT429', hint = 'Wait a minute, then try again.';
  end if;
end
$$;
comment on function private.limit_public_calls(text) is
  'Refuses with PT429 what one peer asks more than sixty times a minute.';
create or replace function public.validate_invitation(token_param text) returns json
language plpgsql security definer set search_path = ''
as $$
declare
  answer json;
begin
  select json_build_object(
    'valid', true, 'reason', null, 'account_name', a.name, 'inviter_name', p.name, 'expires_at', i.expires_at
  ) into answer
  from private.open_invitation(token_param) i
  join public.accounts a on a.id = i.account_id
  left join public.profiles p on p.id = i.invited_by;
  if answer is null then
    perform private.limit_public_calls('invitation checks');
  end if;
  return coalesce(answer, json_build_object(
    'valid', false, 'reason', 'invalid_or_expired', 'account_name', null, 'inviter_name', null, 'expires_at', null
  ));
end
$$;
create or replace function public.get_invitation_recipient(token_param text) returns json
language plpgsql security definer set search_path = ''
as $$
declare
  answer json;
begin
  select json_build_object(
    'mine', i.email = lower(p.email),
    'sent_to', case when i.email = lower(p.email) then i.email else private.masked_email(i.email) end
  ) into answer
  from private.open_invitation(token_param) i
  join public.profiles p on p.id = private.caller_id();
  if answer is null then
    perform private.limit_public_calls('invitation checks');
  end if;
  return answer;
end
$$;
create or replace function public.is_invited_by_single_sign_on(token_param text) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  if not exists (select from private.open_invitation(token_param)) then
    perform private.limit_public_calls('invitation checks');
    return false;
  end if;
  if not has_schema_privilege('auth', 'usage') or to_regclass('auth.sso_domains') is null
    or not has_column_privilege('auth.sso_domains', 'domain', 'select')
    or not has_column_privilege('auth.sso_providers', 'disabled', 'select')
  then
    return false;
  end if;
  return exists (
    select from private.open_invitation(token_param) i
    join auth.sso_domains d on d.domain = private.email_domain(i.email)
    join auth.sso_providers p on p.id = d.sso_provider_id and not p.disabled
  );
end
$$;
create or replace function public.accept_invitation(token_param text, user_email_param text) returns json
language plpgsql security definer set search_path = ''
as $$
declare
  invitation public.pending_invitations;
begin
  select i.* into invitation
  from public.pending_invitations i
  where i.invitation_token = private.token_hash(token_param)
    and i.accepted_at is null and i.declined_at is null and i.expires_at > now()
  for update;
  if not found then
    -- A refusal here is an answer, so what it has counted is kept.
    if not private.count_against_limit('wrong invitations by ' || private.caller_id(), 60) then
      raise exception 'Too many requests.' using errcode = 'PT429', hint = 'Wait a minute, then try again.';
    end if;
    return private.not_accepted('This invitation has expired or is no longer valid.');
  end if;
  if lower(btrim(user_email_param)) is distinct from invitation.email then
    return private.not_accepted('This invitation was sent to another address.');
  end if;
  return private.accept_as_caller(invitation);
end
$$;
create or replace function public.push_found(key text, kind text, records jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  pusher public.found_sources;
  counts jsonb;
begin
  select s.* into pusher from public.found_sources s where s.key_hash = private.token_hash(push_found.key);
  if not found then
    return private.refused_secret('keys of sources', 'This is not the key of a source.', 'A manager can renew the key.');
  end if;
  if not private.count_against_limit('pushes of ' || pusher.id, 60) then
    raise exception 'Too many requests.' using errcode = 'PT429', hint = 'Wait a minute, then try again.';
  end if;
  perform private.refuse_other_kind(kind);
  perform private.refuse_found_records(pusher.account_id, kind, records);
  counts := private.take_in_found(pusher, kind, records);
  perform private.refuse_full_inbox(pusher.account_id);
  update public.found_sources s set last_seen_at = now() where s.id = pusher.id;
  return counts;
end
$$;
create or replace function public.ping(
  token text, action text default 'success', rid uuid default null, note text default null, name text default null
)
returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  answer record;
begin
  if action is null or action !~ '^(success|start|fail|log|[0-9]{1,3})$'
    or action ~ '^[0-9]' and action::integer > 255
  then
    raise exception 'The action must be success, start, fail, log or an exit code of 0 to 255.' using errcode = '22023';
  end if;
  select t.* into answer
  from private.take_in_calls(jsonb_build_array(jsonb_build_object(
    'token', coalesce(ping.token, ''), 'name', ping.name, 'action', ping.action, 'rid', ping.rid,
    'note', left(ping.note, 10000), 'network', private.network_of(private.caller_address())::text,
    'agent', private.caller_agent()
  ))) t;
  if answer.status = 200 then
    return '"OK"';
  end if;
  if answer.status = 404 then
    return private.refused_as_answer(404, 'Nobody has this address.', 'It may have been rotated or revoked.');
  end if;
  return private.refused_as_answer(429, 'Too many requests.', 'Wait a minute, then try again.', answer.retry_after);
end
$$;
create function private.count_api_requests(counts jsonb)
returns table (
  caller text, account uuid, of_caller integer, of_account integer,
  before_of_caller integer, before_of_account integer, seconds_left double precision
)
language plpgsql security definer set search_path = ''
as $$
declare
  this_minute constant timestamptz := date_trunc('minute', now());
  minute_before constant timestamptz := this_minute - interval '1 minute';
begin
  delete from private.turns t
  where t.ctid in (
    select o.ctid from private.turns o where o.minute < this_minute - interval '5 minutes' limit 100
    for update skip locked
  );
  -- In the order of their keys: two servers that count the same callers never wait for each other.
  return query
  with sent as (
    -- A token that is being rotated has two secrets, and one count. What is no token leaves no row.
    select c.caller, coalesce('token ' || s.token_id, c.caller) as counted_as,
      coalesce(s.account_id, m.account_id) as account, c.requests, coalesce(c.late, 0) as late
    from jsonb_to_recordset(counts) as c (caller text, person uuid, requests integer, late integer)
    left join private.token_secrets s on s.hash = substring(c.caller from '^token ([0-9a-f]{64})$')
    left join public.account_members m on m.user_id = c.person
    where s.token_id is not null or m.account_id is not null
  ),
  keyed as (
    select 'api of ' || s.counted_as as key, s.requests, s.late from sent s
    union all
    select 'api of account ' || s.account, s.requests, s.late from sent s
  ),
  added as (
    select k.key, this_minute as minute, sum(k.requests)::integer as requests from keyed k group by k.key
    union all
    select k.key, minute_before, sum(k.late)::integer from keyed k group by k.key having sum(k.late) > 0
  ),
  counted as (
    insert into private.turns as t (key, minute, taken)
    select a.key, a.minute, a.requests from added a order by a.key, a.minute
    on conflict on constraint turns_pkey do update set taken = t.taken + excluded.taken
    returning t.key, t.minute, t.taken
  ),
  known as (
    select c.key, c.minute, c.taken from counted c
    union all
    select t.key, t.minute, t.taken
    from private.turns t
    where t.minute = minute_before and t.key in (select k.key from keyed k)
      and not exists (select from counted c where c.key = t.key and c.minute = t.minute)
  )
  select s.caller, s.account, mine.taken, ours.taken, coalesce(mine_before.taken, 0), coalesce(ours_before.taken, 0),
    extract(epoch from this_minute + interval '1 minute' - now())::double precision
  from sent s
  join known mine on mine.key = 'api of ' || s.counted_as and mine.minute = this_minute
  join known ours on ours.key = 'api of account ' || s.account and ours.minute = this_minute
  left join known mine_before on mine_before.key = mine.key and mine_before.minute = minute_before
  left join known ours_before on ours_before.key = ours.key and ours_before.minute = minute_before;
end
$$;
comment on function private.count_api_requests(jsonb) is
  'For the server: adds what it has counted for tokens and apps, as {caller, person, requests, late}, to this minute and (late) to the one before: token and the hash of its secret, or app, client and person. Answers how much all servers have counted, in this minute and in the one before, and for how many seconds this one goes on.';
alter function private.count_api_requests(jsonb) owner to cairn_definer;
revoke all on function private.count_api_requests(jsonb) from public, anon, authenticated, service_role;
grant execute on function private.count_api_requests(jsonb) to supabase_auth_admin;
create function private.accounts_of_tokens(hashes jsonb)
returns table (hash text, account uuid)
language sql stable security definer set search_path = ''
as $$
  select s.hash, s.account_id
  from jsonb_array_elements_text(hashes) as given (hash)
  join private.token_secrets s on s.hash = given.hash
$$;
comment on function private.accounts_of_tokens(jsonb) is
  'For the server: of these hashes of secrets those that belong to a token, and to which account. It does not say whether the token opens anything.';
alter function private.accounts_of_tokens(jsonb) owner to cairn_definer;
revoke all on function private.accounts_of_tokens(jsonb) from public, anon, authenticated, service_role;
grant execute on function private.accounts_of_tokens(jsonb) to supabase_auth_admin;
