-- How often tokens and apps may ask. Sessions of people are not counted here.
--
-- Each server counts in its memory and comes here once a second with what it has counted: one statement for all callers
-- instead of a write for each request. Several servers over one database so hold one limit, to within what comes in a
-- second.

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
    -- A token that is being rotated has two secrets, and one count. What is no token leaves no row.
    select c.caller, coalesce('token ' || s.token_id, c.caller) as counted_as,
      coalesce(s.account_id, m.account_id) as account, c.requests
    from jsonb_to_recordset(counts) as c (caller text, person uuid, requests integer)
    left join private.token_secrets s on s.hash = substring(c.caller from '^token ([0-9a-f]{64})$')
    left join public.account_members m on m.user_id = c.person
    where s.token_id is not null or m.account_id is not null
  ),
  added as (
    select 'api of ' || s.counted_as as key, sum(s.requests)::integer as requests from sent s group by s.counted_as
    union all
    select 'api of account ' || s.account, sum(s.requests)::integer from sent s group by s.account
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
  join counted mine on mine.key = 'api of ' || s.counted_as
  join counted ours on ours.key = 'api of account ' || s.account;
end
$$;
comment on function private.count_api_requests(jsonb) is
  'For the server: adds what it has counted for tokens and apps, as {caller, person, requests}, to this minute: token and the hash of its secret, or app, client and person. Answers how much all servers have counted, and for how many seconds the minute goes on.';
alter function private.count_api_requests(jsonb) owner to cairn_definer;

revoke all on function private.count_api_requests(jsonb) from public, anon, authenticated, service_role;
grant execute on function private.count_api_requests(jsonb) to supabase_auth_admin;
