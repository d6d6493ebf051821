-- How often tokens and apps may ask. Sessions of people are not counted here.
--
-- Each server counts in its memory and comes here once a second with what it has counted: one statement for all callers
-- instead of a write for each request. Several servers over one database so hold one limit, to within what comes in a
-- second.

create function private.account_of_api_caller(caller text, person uuid) returns uuid
language sql stable security definer set search_path = ''
as $$
  select m.account_id from public.account_members m where m.user_id = person
$$;
comment on function private.account_of_api_caller(text, uuid) is 'The account for which a token or an app asks; null where none is known.';
alter function private.account_of_api_caller(text, uuid) owner to cairn_definer;

create function private.count_api_requests(counts jsonb)
returns table (caller text, account uuid, of_caller integer, of_account integer, seconds_left double precision)
language plpgsql security definer set search_path = ''
as $$
declare
  this_minute constant timestamptz := date_trunc('minute', now());
begin
  delete from private.turns t
  where t.ctid in (
    select o.ctid from private.turns o where o.minute < this_minute - interval '5 minutes' limit 100
    for update skip locked
  );
  -- In the order of their keys: two servers that count the same callers never wait for each other.
  return query
  with sent as (
    select c.caller, private.account_of_api_caller(c.caller, c.person) as account, c.requests
    from jsonb_to_recordset(counts) as c (caller text, person uuid, requests integer)
  ),
  added as (
    select 'api of ' || s.caller as key, sum(s.requests)::integer as requests from sent s group by s.caller
    union all
    select 'api of account ' || s.account, sum(s.requests)::integer from sent s where s.account is not null group by s.account
  ),
  counted as (
    insert into private.turns as t (key, minute, taken)
    select a.key, this_minute, a.requests from added a order by a.key
    on conflict on constraint turns_pkey do update set taken = t.taken + excluded.taken
    returning t.key, t.taken
  )
  select s.caller, s.account, mine.taken, ours.taken,
    extract(epoch from this_minute + interval '1 minute' - now())::double precision
  from sent s
  join counted mine on mine.key = 'api of ' || s.caller
  left join counted ours on ours.key = 'api of account ' || s.account;
end
$$;
comment on function private.count_api_requests(jsonb) is
  'For the server: adds what it has counted for tokens and apps, as {caller, person, requests}, to this minute. Answers how much all servers have counted, and for how many seconds the minute goes on.';
alter function private.count_api_requests(jsonb) owner to cairn_definer;

revoke all on function private.account_of_api_caller(text, uuid) from public, anon, authenticated, service_role;
revoke all on function private.count_api_requests(jsonb) from public, anon, authenticated, service_role;
grant execute on function private.count_api_requests(jsonb) to supabase_auth_admin;
