-- Dashboard: counts, in one call.
--
-- It runs as the caller, so row security decides what it sees. It names the account all the same, for a service role
-- sees everything.

create type private.dashboard_counts as (
  systems private.given_number, automations private.given_number, agents private.given_number,
  solutions private.given_number
);
alter type private.dashboard_counts owner to cairn_owner;
comment on type private.dashboard_counts is 'The answer of get_dashboard_counts.';

-- A connection keeps the plans of a procedure in this language. Those of one in SQL are made again at each call.
create function public.get_dashboard_counts() returns private.dashboard_counts
language plpgsql stable set search_path = ''
as $$
declare
  account constant uuid := private.my_account();
begin
  return row(
    (select count(*) from public.systems s where s.account_id = account and s.status = 'active'),
    (select count(*) from public.automations a where a.account_id = account and a.status = 'active'),
    (select count(*) from public.agents a where a.account_id = account),
    (select count(*) from public.solutions s where s.account_id = account)
  )::private.dashboard_counts;
end
$$;
comment on function public.get_dashboard_counts() is
  'How many active systems, active automations, agents and solutions the account has.';
grant execute on function public.get_dashboard_counts() to authenticated, service_role;
