-- Expiry of tokens: the owner is notified 14, 7 and 1 day before a token ends, with when and from where it was last used.
--
-- Each step is sent once, and of missed steps only the nearest. Rotating a token starts the steps again.
-- A token of a service account without an owner opens nothing, so its end notifies nobody.

create function private.tokens_ending(account uuid, moment timestamptz)
returns table (account_id uuid, token_id uuid, person_id uuid, step smallint)
language sql stable security definer set search_path = ''
as $$
  select t.account_id, t.id, coalesce(t.owner_id, a.owner_id), s.step
  from public.api_tokens t
  left join public.service_accounts a on a.account_id = t.account_id and a.id = t.service_account_id
  cross join lateral (
    select min(every.step)::smallint as step
    from unnest(array[1, 7, 14]) as every (step)
    where t.expires_at <= moment + make_interval(days => every.step)
  ) s
  where t.expires_at > moment and t.expires_at <= moment + interval '14 days'
    and (account is null or t.account_id = account)
    and coalesce(t.owner_id, a.owner_id) is not null
    and (t.warned_days is null or t.warned_days > s.step)
$$;
comment on function private.tokens_ending(uuid, timestamptz) is
  'The tokens, of one account where it is given, of whose end their owners are still to be told at a moment: whom, and which step.';

create function private.accounts_with_ending_tokens(moment timestamptz) returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select distinct d.account_id from private.tokens_ending(null, moment) d
$$;
comment on function private.accounts_with_ending_tokens(timestamptz) is
  'The accounts with tokens of whose end their owners are to be told at a moment.';
grant execute on function private.accounts_with_ending_tokens(timestamptz) to supabase_auth_admin;

create function private.tokens_to_tell(account uuid, moment timestamptz, without text[], at_most integer) returns setof text
language sql stable security definer set search_path = ''
as $$
  select d.token_id::text
  from private.tokens_ending(account, moment) d
  where d.token_id <> all (without::uuid[])
  order by d.step, d.token_id
  limit at_most
$$;
comment on function private.tokens_to_tell(uuid, timestamptz, text[], integer) is
  'The tokens of an account, but for some, of whose end their owners are to be told at a moment: the nearest end first.';
grant execute on function private.tokens_to_tell(uuid, timestamptz, text[], integer) to supabase_auth_admin;

create function private.notify_of_ending_tokens(account uuid, moment timestamptz, only_these text[]) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  told record;
  amount integer := 0;
begin
  -- Of two servers that tell at this moment, the second waits here and finds nothing left to tell.
  for told in
    update public.api_tokens t set warned_days = d.step
    from private.tokens_ending(account, moment) d
    where t.account_id = d.account_id and t.id = d.token_id and t.id = any (only_these::uuid[])
      and (t.warned_days is null or t.warned_days > d.step)
    returning t.account_id, d.person_id, t.name, t.expires_at, t.last_used_at, t.last_used_network
  loop
    perform private.notify(
      told.account_id, told.person_id, 'token_expires',
      payload => jsonb_build_object('token', jsonb_build_object(
        'name', told.name, 'ends_at', told.expires_at, 'used_at', told.last_used_at, 'network', told.last_used_network::inet
      ))
    );
    amount := amount + 1;
  end loop;
  return amount;
end
$$;
comment on function private.notify_of_ending_tokens(uuid, timestamptz, text[]) is
  'Notifies the owners of tokens of an account that end soon, as far as they are due at a moment. Returns of how many. For the server alone.';
grant execute on function private.notify_of_ending_tokens(uuid, timestamptz, text[]) to supabase_auth_admin;
