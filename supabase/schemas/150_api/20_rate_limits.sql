-- How often tokens and apps may ask. Sessions of people are not counted here.
--
-- Each server counts in its memory and comes here once a second with what it has counted: one statement for all callers
-- instead of a write for each request. Several servers over one database so hold one limit, to within what comes in a
-- second. A limit is for any sixty seconds, so a server also hears what the minute before had.

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

grant execute on function private.count_api_requests(jsonb) to supabase_auth_admin;

-- Tokens that do not exist take no room from those that do: the server asks before it counts.
create function private.accounts_of_tokens(hashes jsonb)
returns table (hash text, account uuid)
language sql stable security definer set search_path = ''
as $$
  select s.hash, case when coalesce(least(s.ends_at, t.expires_at) > now(), true) then s.account_id end
  from jsonb_array_elements_text(hashes) as given (hash)
  join private.token_secrets s on s.hash = given.hash
  join public.api_tokens t on t.account_id = s.account_id and t.id = s.token_id
  union all
  select e.hash, null
  from jsonb_array_elements_text(hashes) as given (hash)
  join private.ended_tokens e on e.hash = given.hash
$$;
comment on function private.accounts_of_tokens(jsonb) is
  'For the server: of these hashes of secrets those that belong to a token, and to which account; null for one that has ended, whose owner is notified of the use. It does not say whether the token opens anything.';

grant execute on function private.accounts_of_tokens(jsonb) to supabase_auth_admin;
